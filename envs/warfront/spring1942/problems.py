"""Every fault of a state, in words: for check_game, and for positions a person has written."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from warfront.spring1942.data import EMPTY_ROW, Loaded
from warfront.spring1942.describe import moved_lefts
from warfront.spring1942.names import Names
from warfront.spring1942.state import DICE, Hold, Phase, Prompt
from warfront.spring1942.tables import LAND_UNITS, UNIT_NAMES, UNITS, Unit

ANY_TURN = (Prompt.CASUALTY, Prompt.CASUALTY_TRANSPORT, Prompt.NAME, Prompt.SUBS, Prompt.LAND)


def problems(loaded: Loaded, state: Any) -> list[str]:
    """Every fault of a LAYOUT record with attributes; [] when sound."""
    names = Names(loaded)
    checks: tuple[Callable[[Any, Names, Any], Iterator[str]], ...] = (
        _check_owners,
        _check_armies,
        _check_stacks,
        _check_moved,
        _check_guests,
        _check_fleet,
        _check_complexes,
        _check_sums,
        _check_prompt,
        _check_dice,
    )
    return [fault for check in checks for fault in check(loaded.tables, names, state)]


def _check_owners(tables: Any, names: Names, state: Any) -> Iterator[str]:
    """Land has a holder, sea has none, nothing is beyond the map."""
    land, end, powers = int(tables.n_land), int(tables.n_spaces), int(tables.n_powers)
    for field in ("owner", "owner_at_start"):
        values = state[field]
        for s in range(land):
            if not 0 <= values[s] < powers:
                yield f"{names.spaces[s]}: {field} is {int(values[s])}, no power of the game"
        if (values[land:] != -1).any():
            yield f"{field}: a sea zone or a space beyond the map is owned (G9)"
    for field in ("army", "spent", "complex", "damage", "captured", "raid", "damaged"):
        if state[field][end:].any():
            yield f"{field}: something lies beyond the map"
    if state.army[:, powers:].any() or state.ipcs[powers:].any():
        yield "a power that is not in the game has something"
    for p, power in enumerate(names.powers):
        if state.ipcs[p] < 0:
            yield f"{power} has {int(state.ipcs[p])} IPCs"


def _check_armies(tables: Any, names: Names, state: Any) -> Iterator[str]:
    """No count is below none, units are where they can be."""
    land, end = int(tables.n_land), int(tables.n_spaces)
    for s, p, u in np.argwhere(state.army < 0):
        yield f"{names.spaces[s]}: {names.powers[p]} has {int(state.army[s, p, u])} {UNIT_NAMES[u]}"
    if state.army[:land, :, Unit.SUBMARINE :].any():
        s = int(np.argwhere(state.army[:land, :, Unit.SUBMARINE :])[0][0])
        yield f"{names.spaces[s]}: a ship stands on land"
    if state.army[land:end, :, :LAND_UNITS].any():
        s = land + int(np.argwhere(state.army[land:end, :, :LAND_UNITS])[0][0])
        yield f"{names.spaces[s]}: a land unit stands at sea and not aboard"
    for s in range(land, end):
        for p in range(int(tables.n_powers)):
            hit, there = int(state.damaged[s, p]), int(state.army[s, p, Unit.BATTLESHIP])
            if hit > there:
                where = f"{names.spaces[s]}: {names.powers[p]}"
                yield f"{where} has {hit} damaged battleships, {there} are there"


def _check_stacks(tables: Any, names: Names, state: Any) -> Iterator[str]:
    """Only the power whose turn it is stands on the enemy's land."""
    for s in range(int(tables.n_land)):
        side = tables.side[state.owner[s]]
        for p, power in enumerate(names.powers):
            if tables.side[p] == side or not state.army[s, p].any():
                continue
            if p != state.turn:
                holder = names.powers[int(state.owner[s])]
                yield f"{names.spaces[s]}: {power} has units on land of {holder} out of its turn"


def _check_moved(tables: Any, names: Names, state: Any) -> Iterator[str]:
    """Units that have moved are there."""
    for s in np.flatnonzero(state.spent.any(1)):
        if s >= tables.n_spaces:
            continue
        for u in range(UNITS):
            moved = sum(moved_lefts(tables, state, int(s), u).values())
            there = int(state.army[s, state.turn, u])
            if moved > there:
                yield f"{names.spaces[s]}: {moved} {UNIT_NAMES[u]} have moved, {there} are there"
        if (state.spent[s] < 0).any():
            yield f"{names.spaces[s]}: fewer than no units have moved"
    for s in np.flatnonzero(state.raid.any(1)):
        raiders, there = int(state.raid[s].sum()), int(state.army[s, state.turn, Unit.BOMBER])
        if raiders > there and not state.fought[s]:
            yield f"{names.spaces[s]}: {raiders} bombers raid, {there} are there"


def _check_guests(tables: Any, names: Names, state: Any) -> Iterator[str]:
    """A1, A4: out of their turn fighters at sea stand on decks, but in phase 3."""
    if state.phase == Phase.COMBAT:
        return
    fighter, carrier = Unit.FIGHTER.value, Unit.CARRIER.value
    for side in (0, 1):
        powers = [p for p in range(int(tables.n_powers)) if tables.side[p] == side]
        guests = [p for p in powers if p != state.turn]
        for z in range(int(tables.n_land), int(tables.n_spaces)):
            there = int(state.army[z, guests, fighter].sum())
            places = 2 * int(state.army[z, powers, carrier].sum())
            if there > places:
                yield f"{names.spaces[z]}: {there} allied fighters, carriers hold {places}"


def _check_fleet(tables: Any, names: Names, state: Any) -> Iterator[str]:
    """Transports are in order, counted with the ships, and their cargo fits (CM19)."""
    rows = [[int(cell) for cell in row] for row in state.transports]
    fleet = [row for row in rows if row[Hold.OWNER] >= 0]
    if rows[: len(fleet)] != sorted(fleet):
        yield "the transports are out of order"
    if any(row != EMPTY_ROW for row in rows if row[Hold.OWNER] < 0):
        yield "an empty row of the transports left a trace"
    counts = np.zeros_like(state.army[:, :, Unit.TRANSPORT], np.int64)
    for row in fleet:
        if not 0 <= row[Hold.SPACE] < tables.n_spaces or row[Hold.OWNER] >= tables.n_powers:
            yield f"a transport is in space {row[Hold.SPACE]}"
            continue
        counts[row[Hold.SPACE], row[Hold.OWNER]] += 1
        where = f"transport of {names.powers[row[Hold.OWNER]]} in {names.spaces[row[Hold.SPACE]]}"
        yield from _check_row(tables, row, where)
    for s, p in np.argwhere(counts != state.army[:, :, Unit.TRANSPORT]):
        there, where = int(state.army[s, p, Unit.TRANSPORT]), names.spaces[s]
        yield f"{where}: {names.powers[p]} has {there} transports, listed are {counts[s, p]}"


def _check_row(tables: Any, row: list[int], where: str) -> Iterator[str]:
    cargo = [
        (row[Hold.CARGO + k], row[Hold.WHOSE + k], row[Hold.FRESH + k], row[Hold.GOING + k])
        for k in range(2)
    ]
    aboard = [piece for piece in cargo if piece[0] >= 0]
    if any(not 0 <= p < tables.n_powers or u >= LAND_UNITS for u, p, *_ in aboard):
        yield f"{where}: cargo of no power or kind that goes aboard"
    elif any(tables.side[p] != tables.side[row[Hold.OWNER]] for _, p, *_ in aboard):
        yield f"{where}: cargo of the enemy"
    if len([piece for piece in aboard if piece[0] != Unit.INFANTRY]) > 1:
        yield f"{where}: holds more than one land unit and one infantry (CM19)"
    if (
        aboard != sorted(aboard, key=lambda piece: (-piece[0], *piece[1:]))
        or cargo[: len(aboard)] != aboard
    ):
        yield f"{where}: its cargo is out of order"
    if any(piece[3] for piece in cargo) and row[Hold.TARGET] < 0:
        yield f"{where}: cargo is to land nowhere"
    if not 0 <= row[Hold.LEFT] <= tables.move[Unit.TRANSPORT]:
        yield f"{where}: has {row[Hold.LEFT]} movement left"


def _check_complexes(tables: Any, names: Names, state: Any) -> Iterator[str]:
    """At most one to a territory, damage within SB4."""
    for s in range(int(tables.n_land)):
        if not 0 <= state.complex[s] <= 2:
            yield f"{names.spaces[s]}: {int(state.complex[s])} is no state of a complex"
        most = 2 * int(tables.ipc[s]) if state.complex[s] else 0
        if not 0 <= state.damage[s] <= most:
            damage = int(state.damage[s])
            yield f"{names.spaces[s]}: damage is {damage}, at most {most} can be (SB4)"
    for s in range(int(tables.n_land), int(tables.n_spaces)):
        if state.complex[s] or state.damage[s]:
            yield f"{names.spaces[s]}: a complex lies at sea"


def _check_sums(tables: Any, names: Names, state: Any) -> Iterator[str]:
    """I3, V1: production and victory cities are those of the board."""
    owners = state.owner[: tables.n_land]
    for p, power in enumerate(names.powers):
        worth = int(tables.ipc[: tables.n_land][owners == p].astype(np.int64).sum())
        if state.production[p] != worth:
            told = int(state.production[p])
            yield f"{power}: production is {told}, its land is worth {worth} (I3)"
    sides = tables.side[owners]
    for d, side in enumerate(("axis", "allies")):
        held = int(tables.victory_city[: tables.n_land][sides == d].sum())
        if state.cities[d] != held:
            yield f"{side}: {int(state.cities[d])} victory cities are told, {held} are held (V1)"


def _check_prompt(tables: Any, names: Names, state: Any) -> Iterator[str]:
    """What is asked of whom."""
    prompt, seat, powers = int(state.prompt), int(state.seat), len(names.powers)
    if not 0 <= state.turn < powers:
        yield f"turn: it is the turn of power {int(state.turn)}: there are {powers}"
    if not 0 <= state.phase < len(Phase):
        yield f"phase {int(state.phase)} is unknown"
    if not 1 <= state.game_round <= tables.round_limit:
        yield f"round {int(state.game_round)} is beyond the limit {int(tables.round_limit)}"
    if not -1 <= prompt < len(Prompt):
        yield f"prompt {prompt} is unknown"
        return
    if prompt == Prompt.OVER:
        if state.winner < 0 or seat != -1:
            yield "the game is over: nobody is asked and the winner is named"
        return
    if state.winner != -1:
        yield "there is a winner, but the game is not over"
    if prompt < 0:
        return
    word = Prompt(prompt).name.lower()
    if not 0 <= seat < powers:
        yield f"{word} is asked of seat {seat}: there are {powers}"
    elif seat != state.turn and prompt not in ANY_TURN:
        yield f"{word} is asked of {names.powers[seat]}, whose turn it is not"


def _check_dice(tables: Any, names: Names, state: Any) -> Iterator[str]:
    """Scripted dice."""
    if not 0 <= state.dice_at <= state.dice_n <= DICE:
        yield f"{int(state.dice_at)} of {int(state.dice_n)} scripted dice are used"
        return
    dice = state.dice[: state.dice_n]
    if ((dice < 1) | (dice > 6)).any():
        yield "a scripted die shows no face of a die"
    if state.dice[state.dice_n :].any():
        yield "dice beyond those scripted left a trace"
    if state.rng == 0:
        yield "the generator has no state"
