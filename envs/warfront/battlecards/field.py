"""The field of a battle: opening and closing it, and the lines of both armies."""

from typing import Any

from warfront.battlecards.parties import is_combined, takes_part
from warfront.battlecards.state import Mode, Place, Stage
from warfront.battlecards.tables import BATTLES, UNITS
from warfront.compiled import kernel


@kernel
def open_battle(tables: Any, state: Any, mode: int, side: int) -> None:
    """Note how the battle came about; the parties are still to be asked."""
    b = state.battle
    state.mode = mode
    state.field = b // BATTLES
    state.attack_side = side
    state.kinds[0] = tables.attack_kinds[b]
    state.kinds[1] = tables.defend_kinds[b]
    state.decisive = tables.decisive[b]
    state.willing = 0
    state.stage = Stage.ASK


@kernel
def close_battle(state: Any) -> None:
    """No battle is on; Q16: the survivors turn face down again (they may be remembered)."""
    state.battle = -1
    state.mode = Mode.NONE
    state.field = -1
    state.attack_side = -1
    state.attackers = 0
    state.defenders = 0
    state.pending = 0
    state.willing = 0
    state.kinds[:] = 0
    state.decisive = -1
    state.combat_round = 0
    state.phase = 0
    state.firing = 0
    state.shooter = -1
    state.nexts = 0
    state.yields = 0
    for line in range(state.lines[0] + state.lines[1]):
        state.owner[line] = 0
        state.type[line] = 0
        state.alive[line] = 0
        state.unfired[line] = 0
    state.lines[:] = 0
    state.bonus[:] = 0
    state.orders[:] = 0


@kernel
def drop_battle(state: Any) -> None:
    """Q22, 137: a Battlecard that is declined or cannot be fought is discarded."""
    state.place[state.battle] = Place.DISCARD
    close_battle(state)
    state.stage = Stage.NEXT_TURN


@kernel
def muster(tables: Any, state: Any, army: int) -> None:
    """10, 28, 38: flip all called kinds of an army's seats but those Rule E leaves out."""
    seats = state.defenders if army else state.attackers
    side = 1 - state.attack_side if army else state.attack_side
    combined = is_combined(tables, state.mode, state.battle, side, seats)
    line = state.lines[0] + state.lines[1]
    start = line
    for seat in range(tables.seats):
        if not seats >> seat & 1:
            continue
        for t in range(tables.seats * UNITS):
            if state.deployed[seat, t] == 0 or not state.kinds[army] >> tables.kind[t] & 1:
                continue
            if takes_part(tables, seat, t, state.field, combined):
                state.owner[line] = seat
                state.type[line] = t
                state.alive[line] = state.deployed[seat, t]
                state.unfired[line] = 0
                state.seen[seat, t] = state.deployed[seat, t]
                line += 1
    state.lines[army] = line - start


@kernel
def first_line(state: Any, army: int) -> int:
    """Index of an army's first line; the attackers' lines come first."""
    return state.lines[0] if army else 0


@kernel
def end_line(state: Any, army: int) -> int:
    """Index after an army's last line."""
    return state.lines[0] + state.lines[1] if army else state.lines[0]


@kernel
def is_beaten(tables: Any, state: Any, army: int) -> bool:
    """Q10, 25-27: no unit of the decisive kind is left to an army (destroyed or withdrawn)."""
    for line in range(first_line(state, army), end_line(state, army)):
        if state.alive[line] > 0 and tables.kind[state.type[line]] == state.decisive:
            return False
    return True


@kernel
def kinds_alive(tables: Any, state: Any, army: int) -> int:
    """The kinds an army still has in the battle, as Kinds bits."""
    kinds = 0
    for line in range(first_line(state, army), end_line(state, army)):
        if state.alive[line] > 0:
            kinds |= 1 << tables.kind[state.type[line]]
    return kinds
