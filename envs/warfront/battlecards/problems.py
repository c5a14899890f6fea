"""Every fault of a state, in words: for check_game, and for positions a person has written."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.attributes import attributes_of
from warfront.battlecards.data import Loaded
from warfront.battlecards.names import Names
from warfront.battlecards.state import DICE, Mode, Place, Prompt
from warfront.battlecards.tables import (
    ALL_BATTLES,
    BATTLES,
    PLAYS,
    SIDE_NAMES,
    TYPES,
    UNITS,
    Role,
)

FIGHTING = (Prompt.BATTLE_CARD, Prompt.ROUT, Prompt.SHOT, Prompt.AUTOKILL, Prompt.OWNER)
AIMING = (Prompt.SHOT, Prompt.AUTOKILL)
STACKS = (Place.AXIS, Place.ALLIES)


def problems(loaded: Loaded, state: Any) -> list[str]:
    """Every fault of a LAYOUT record with attributes; [] when sound."""
    names = Names(loaded)
    checks: tuple[Callable[[Any, Names, Any], Iterator[str]], ...] = (
        _check_arsenals,
        _check_forces,
        _check_tops,
        _check_conflict,
        _check_battles,
        _check_conquests,
        _check_prompt,
        _check_lines,
        _check_dice,
        _check_rounds,
    )
    tables, state = attributes_of(loaded.tables), attributes_of(state)
    return [fault for check in checks for fault in check(tables, names, state)]


def _wide(array: Any) -> NDArray[np.int64]:
    return np.asarray(array).astype(np.int64)


def _check_arsenals(tables: Any, names: Names, state: Any) -> Iterator[str]:
    """Every card of every Arsenal deck is in exactly one place."""
    found = _wide(state.deck) + state.discard + state.removed + _wide(state.deployed).sum(0)
    found += state.reserve
    if state.reserve.any() and not tables.reserve_hand:
        yield "cards are kept in reserve without the option reserve_hand"
    if state.hand_seat >= 0:
        start = int(state.hand_seat) * UNITS
        found[start : start + UNITS] += state.hand
    elif state.hand.any():
        yield "cards are in a hand, but hand_seat names nobody"
    for card in np.flatnonzero(found != tables.copies):
        t = int(card)
        name = names.card(t, -1) if t < len(names.cards) else f"type {t}"
        yield f"{name}: {found[t]} copies lie about, its deck has {int(tables.copies[t])}"


def _check_forces(tables: Any, names: Names, state: Any) -> Iterator[str]:
    """What lies in front of the seats."""
    seats = len(names.seats)
    if state.deployed[seats:].any() or state.seen[seats:].any() or state.retained[seats:].any():
        yield "a seat that is not in the game has cards"
    for holder, seat in enumerate(names.seats):
        deployed, seen = state.deployed[holder], state.seen[holder]
        for t in np.flatnonzero(seen > deployed):
            name = names.card(int(t), holder)
            yield f"{seat}: {seen[t]} {name} were seen, {deployed[t]} are there"
        for t in np.flatnonzero((tables.role == Role.LEADER) & (deployed > 0)):
            name = names.card(int(t), holder)
            if t // UNITS != holder:
                yield f"{seat} has the Leader {name} of another deck"
            elif seen[t] < deployed[t]:
                yield f"{seat}: the Leader {name} does not lie open"
        if state.vanquished[holder] and _has_cards(state, holder):
            yield f"{seat} is vanquished but has cards"


def _has_cards(state: Any, seat: int) -> bool:
    reserve = state.reserve[seat * UNITS : (seat + 1) * UNITS]
    return bool(state.deployed[seat].any() or state.retained[seat].any() or reserve.any())


def _check_tops(tables: Any, names: Names, state: Any) -> Iterator[str]:
    """The cards on top of decks, whose order is fixed."""
    for seat, name in enumerate(names.seats):
        top = state.top[seat, : state.top_n[seat]]
        if (top // UNITS != seat).any() or (top < 0).any():
            yield f"{name}: a card of another deck is on top of the Arsenal"
        elif (np.bincount(top, minlength=TYPES) > state.deck).any():
            yield f"{name}: the cards on top of the Arsenal are not all in it"
        if state.top[seat, state.top_n[seat] :].any():
            yield f"{name}: cards drawn from the top of the Arsenal left a trace"
    for theatre, name in enumerate(names.theatres):
        top = state.conflict_top[theatre, : state.conflict_top_n[theatre]]
        in_deck = state.place[theatre * BATTLES : (theatre + 1) * BATTLES] == Place.DECK
        deck = np.concatenate([state.play_deck[theatre], in_deck])
        if (top < 0).any() or (np.bincount(top, minlength=PLAYS + BATTLES) > deck).any():
            yield f"{name}: the cards on top of the Conflict deck are not all in it"
        if state.conflict_top[theatre, state.conflict_top_n[theatre] :].any():
            yield f"{name}: cards drawn from the top of the Conflict deck left a trace"


def _check_conflict(tables: Any, names: Names, state: Any) -> Iterator[str]:
    """Every Conflict card that is no Battlecard is in exactly one place."""
    found = _wide(state.play_deck) + state.play_discard
    for seat in range(len(names.seats)):
        found[names.theatre_of[seat]] += state.retained[seat]
    if state.play >= 0 and state.seat >= 0 and not _is_spent(state):
        found[names.theatre_of[int(state.seat)], int(state.play)] += 1
    for h, row in np.argwhere(found != tables.play_copies):
        theatre, p = int(h), int(row)
        known = theatre < len(names.plays) and p < len(names.plays[theatre])
        name = names.plays[theatre][p] if known else f"play {p} of theatre {theatre}"
        yield f"{name}: {found[theatre, p]} copies, its deck has {tables.play_copies[theatre, p]}"


def _is_spent(state: Any) -> bool:
    """A Rout played in a battle lies on the discard while its target is chosen."""
    return int(state.mode) != Mode.NONE


def _check_battles(tables: Any, names: Names, state: Any) -> Iterator[str]:
    """Where the Battlecards are, who won them, and the points of the stacks."""
    points = list(names.bids)
    sides = [sum(1 << s for s in range(len(names.seats)) if names.side_of[s] == d) for d in (0, 1)]
    for b in range(ALL_BATTLES):
        place, winners = int(state.place[b]), int(state.winners[b])
        name = names.battle(b) if names.battles[b] else f"battle {b}"
        if (place == Place.ABSENT) == bool(tables.present[b]):
            yield f"{name} is {'nowhere' if place == Place.ABSENT else 'not in this game'}"
        if place in STACKS:
            side = place - Place.AXIS
            points[side] += int(tables.points[b])
            if not winners or winners & ~sides[side]:
                yield f"{name} is in the {SIDE_NAMES[side]} stack: its winners must be of that side"
        elif winners:
            yield f"{name} has winners but is in no stack"
        if place == Place.ACTIVE and state.battle != b:
            yield f"{name} is drawn but not the active battle"
        if state.returned[b] and (state.returned[b] > 2 or place in STACKS):
            yield f"{name} is marked as returned but is not in its Conflict deck or discard"
        if int(state.involved[b]) & ~(sides[0] | sides[1]):
            yield f"{name} was fought by a seat that is not in the game"
    for side, total in enumerate(points):
        if state.points[side] != total:
            yield f"{SIDE_NAMES[side]} has {state.points[side]} points, its stack is worth {total}"


def _check_conquests(tables: Any, names: Names, state: Any) -> Iterator[str]:
    """Who is vanquished or expelled by what, and who won the theatres."""
    for seat, name in enumerate(names.seats):
        for by, expels in ((int(state.vanquished[seat]), 0), (int(state.expelled[seat]), 1)):
            if not by:
                continue
            if by > ALL_BATTLES or not int(tables.loser[by - 1]) >> seat & 1:
                yield f"{name} cannot be driven out by battle {by - 1}"
            elif tables.expels[by - 1] != expels:
                yield f"{names.battle(by - 1)} {'vanquishes' if expels else 'only expels'} {name}"
    for theatre, name in enumerate(names.theatres):
        for side in (0, 1):
            victor = int(state.victor[theatre, side])
            if victor >= len(names.seats) or (victor >= 0 and names.side_of[victor] != side):
                yield f"{name} cannot be won by seat {victor} for the {SIDE_NAMES[side]}"


def _check_prompt(tables: Any, names: Names, state: Any) -> Iterator[str]:
    """What is asked of whom."""
    seats = len(names.seats)
    prompt, seat = int(state.prompt), int(state.seat)
    if not 0 <= prompt < len(Prompt):
        yield f"prompt {prompt} is unknown"
        return
    word = Prompt(prompt).name.lower()
    if prompt == Prompt.OVER:
        if seat != -1 or state.winner < 0:
            yield "the game is over: nobody is asked and the winner is named"
        return
    if state.winner != -1:
        yield f"there is a winner, but {word} is asked"
    if not 0 <= seat < seats:
        yield f"{word} is asked of seat {seat}: there are {seats}"
        return
    if state.vanquished[seat] and prompt != Prompt.DEPLOY:
        yield f"{names.seats[seat]} is vanquished but asked ({word})"
    turn = (Prompt.TURN_START, Prompt.AID, Prompt.RETAIN, Prompt.DISCARD)
    if prompt in turn and state.turn != seat:
        yield f"{word} is asked of {names.seats[seat]}, whose turn it is not"
    if (prompt == Prompt.DEPLOY) != (state.hand_seat >= 0) or (
        prompt == Prompt.DEPLOY and state.hand_seat != seat
    ):
        yield f"{word} is asked of {names.seats[seat]}, the hand is of seat {state.hand_seat}"
    needs_play = (Prompt.RETAIN, Prompt.IMMEDIATE_SEAT, Prompt.IMMEDIATE_CARD, Prompt.ROUT)
    if prompt in needs_play and state.play < 0:
        yield f"{word} is asked, but no Conflict card is active"
    if prompt in (*FIGHTING, Prompt.EXECUTE, Prompt.WITHDRAW, Prompt.CLAIM) and state.battle < 0:
        yield f"{word} is asked, but no battle is active"
    if prompt in FIGHTING and not state.lines.any():
        yield f"{word} is asked, but nobody stands in the battle"
    if prompt == Prompt.OWNER and state.chosen < 0:
        yield "owner is asked, but no target is chosen"


def _check_lines(tables: Any, names: Names, state: Any) -> Iterator[str]:
    """The lines of a battle agree with what is deployed and who takes part."""
    first, total = int(state.lines[0]), int(state.lines.sum())
    fields = (state.owner, state.type, state.alive, state.unfired)
    if any(field[total:].any() for field in fields):
        yield "a battle that is over left lines behind"
    pairs = set()
    for line in range(total):
        army, owner, card = int(line >= first), int(state.owner[line]), int(state.type[line])
        if not (0 <= owner < len(names.seats) and 0 <= card < len(names.cards)):
            yield f"line {line} is of no card or of no seat"
            continue
        name = f"{names.seats[owner]}'s {names.card(card, owner)}"
        bits = int(state.defenders if army else state.attackers)
        if not bits >> owner & 1:
            yield f"{name} fights for an army that {names.seats[owner]} is not in"
        if state.alive[line] > state.deployed[owner, card]:
            yield f"{name}: {state.alive[line]} fight, {state.deployed[owner, card]} are deployed"
        if not int(state.kinds[army]) >> int(tables.kind[card]) & 1:
            yield f"{name} is of a kind that the battle does not call"
        if (owner, card) in pairs:
            yield f"{name} stands in two lines"
        pairs.add((owner, card))
    if state.prompt in AIMING:
        shooter = int(state.shooter)
        span = range(first, total) if state.firing else range(first)
        if shooter not in span or state.owner[shooter] != state.seat:
            yield "the shooter is not a line of the seat that is asked"


def _check_dice(tables: Any, names: Names, state: Any) -> Iterator[str]:
    """Scripted dice show faces of the die."""
    if not 0 <= state.dice_at <= state.dice_n <= DICE:
        yield f"{state.dice_at} of {state.dice_n} scripted dice are used, there is room for {DICE}"
        return
    dice = state.dice[: state.dice_n]
    if (dice < 1).any() or (dice > tables.die).any():
        yield f"a scripted die shows no number from 1 to {tables.die}"
    if state.dice[state.dice_n :].any():
        yield "dice lie behind the last scripted one"
    if state.rng == 0:
        yield "the generator stands at 0, where it stays"


def _check_rounds(tables: Any, names: Names, state: Any) -> Iterator[str]:
    """Rounds are counted as far as the options let a game and a battle go."""
    for what, found, most in (
        ("round", state.game_round, tables.game_rounds),
        ("battle.round", state.combat_round, tables.rounds),
    ):
        if not 0 <= found <= most:
            yield f"{what} is {found}, the last one is {most}"
