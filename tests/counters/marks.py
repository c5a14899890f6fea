"""The counter of a statement, and the words that the conditions of `battlecards.toml` use.

`tests/statement_runs.py` puts this file into a copy of the game whose states have the field `ran`.
"""

from typing import Any

import numpy as np

from warfront.battlecards.state import How, Mode, Place, Prompt
from warfront.battlecards.tables import (
    ALL_BATTLES,
    BATTLES,
    SUBTYPES,
    UNITS,
    Need,
    Reach,
    Role,
)
from warfront.compiled import kernel

__all__ = ["How", "Mode", "Need", "Prompt", "Reach"]  # used by conditions only

PLAIN = np.zeros(256, np.int64)  # what is counted where the rules run as plain Python
GERMAN, BRITISH, AFRIKA_KORPS, NILE, BARBAROSSA, SOVIET, JAPANESE, US = range(8)
WEST, PACIFIC, RUSSIA, AFRICA = range(4)


@kernel
def ran(state: Any, number: int) -> None:
    """The code of a statement has run."""
    state.ran[number] += 1


@kernel
def count(seats: int) -> int:
    """Seats in a set of seats."""
    n = 0
    for seat in range(8):
        n += seats >> seat & 1
    return n


@kernel
def plays(tables: Any, power: int) -> bool:
    """Whether a power is in the game."""
    return bool(tables.seat_of[power] >= 0)


@kernel
def has(tables: Any, seats: int, power: int) -> bool:
    """Whether a power is in a set of seats."""
    seat = int(tables.seat_of[power])
    return seat >= 0 and seats >> seat & 1 != 0


@kernel
def is_card(tables: Any, b: int, theatre: int, row: int) -> bool:
    """Whether a Battlecard is that row of a theatre's battles.csv."""
    return b % BATTLES == row and bool(tables.theatre_id[b // BATTLES] == theatre)


@kernel
def is_germany(tables: Any, b: int) -> bool:
    """Whether a Battlecard is either Battle for Germany."""
    return is_card(tables, b, WEST, 1) or is_card(tables, b, RUSSIA, 1)


@kernel
def is_type(tables: Any, t: int, power: int, row: int) -> bool:
    """Whether an Arsenal card is that row of a power's deck."""
    return plays(tables, power) and bool(t == tables.seat_of[power] * UNITS + row)


@kernel
def is_german_general(tables: Any, t: int) -> bool:
    """Whether an Arsenal card is a General of either German deck."""
    power = tables.power[t // UNITS]
    return bool(tables.role[t] > Role.LEADER and (power == GERMAN or power == BARBAROSSA))


@kernel
def lends(tables: Any, seat: int, t: int) -> bool:
    """41: Rommel in Africa, Montgomery with the Army of the Nile, Patton with the British."""
    if is_type(tables, t, GERMAN, 1):
        return bool(tables.power[seat] == AFRIKA_KORPS)
    if is_type(tables, t, BRITISH, 1):
        return bool(tables.power[seat] == NILE)
    return is_type(tables, t, US, 2) and tables.power[seat] == BRITISH


@kernel
def gives(tables: Any, t: int) -> bool:
    """Whether an Arsenal card supports others."""
    for stat in range(2):
        for subtype in range(SUBTYPES):
            if tables.aura[t, stat, subtype] != 0:
                return True
    return False


@kernel
def sits_out(tables: Any, state: Any, seat: int) -> bool:
    """42: a guest in this theatre holds a General of another, who sits a combined battle out."""
    if tables.theatre[seat] == state.field:
        return False
    for t in range(tables.seats * UNITS):
        if state.deployed[seat, t] > 0 and tables.role[t] > Role.LEADER:
            if tables.theatre[t // UNITS] != state.field:
                return True
    return False


@kernel
def one_is_out(tables: Any, state: Any) -> bool:
    """26: of several attackers one has no unit of the decisive kind left."""
    left = 0
    for line in range(state.lines[0]):
        if state.alive[line] > 0 and tables.kind[state.type[line]] == state.decisive:
            left |= 1 << state.owner[line]
    return count(state.attackers) > 1 and left != state.attackers


@kernel
def holds_elsewhere(tables: Any, state: Any, loser: int, theatre: int) -> bool:
    """64: the loser of a theatre has won a card of another one."""
    for b in range(ALL_BATTLES):
        if b // BATTLES != theatre and state.place[b] == Place.AXIS + tables.side[loser]:
            if state.winners[b] >> loser & 1:
                return True
    return False


@kernel
def expelled_fights(tables: Any, state: Any) -> bool:
    """72: a power that was driven out of its theatre fights in another one."""
    for seat in range(tables.seats):
        if (state.attackers | state.defenders) >> seat & 1 and state.expelled[seat] > 0:
            if tables.theatre[seat] != state.field:
                return True
    return False


@kernel
def other_german_won(tables: Any, state: Any, seat: int) -> bool:
    """119: the German other than `seat` has beaten the enemy of his theatre."""
    for power in (GERMAN, BARBAROSSA):
        other = int(tables.seat_of[power])
        if other >= 0 and other != seat and state.victor[tables.theatre[other], 0] == other:
            return True
    return False
