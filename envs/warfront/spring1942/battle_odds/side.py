"""One side of a battle as a chain of states: what is lost when, in a stated casualty order.

A side's units stand in one order, first to be lost first. What a shot may hit splits them into
three rows, each in that order: surface (all else), submarines (aircraft alone cannot hit them, S5)
and aircraft (submarines cannot hit them, S4). Every shot takes the unit of the earliest rank among
the rows it may hit, so the state of a side is wholly told by how many of each row are lost, and
whether its submarines have left the battle (S3). On land all units are in the surface row; only
where an AA gun fires, fighters and bombers stand apart, since it shoots each kind down first.
Transports rank last (T2); the first hit on a battleship is an item of its own, DAMAGE (B5).

Axes: n reachable state (numbered so that losses only lead upwards), t token, k kind of hit.
"""

from typing import Any, NamedTuple

import numpy as np
from numba.extending import overload
from numpy.typing import NDArray

from warfront.compiled import kernel
from warfront.spring1942.battle_odds.lean import EIGHT, new_eights

# Tokens: the units in the order of the game's unit list, and a battleship's first hit.
INFANTRY, ARTILLERY, TANK, AA_GUN, FIGHTER, BOMBER = range(6)
SUBMARINE, DESTROYER, CRUISER, CARRIER, BATTLESHIP, TRANSPORT = range(6, 12)
DAMAGE = 12
TOKENS = 13

SURFACE_ROW, SUB_ROW, AIR_ROW = range(3)
ON_LAND, AT_SEA, UNDER_GUNS = range(3)  # what splits a side into rows
ANY, SHIPS, NO_SUBS = range(3)  # kinds of hits: on anything, by submarines, by unaided aircraft
FIRE_OTHER, FIRE_SUB, FIRE_AIR = 1, 2, 4  # bits: whose fire is meant


STATE = np.dtype(  # what every pair of states asks for stands first, in one or two cache lines
    [
        ("fighting", np.int32),  # units in the battle but for transports
        ("boats", np.int32),  # transports
        ("subs", np.int32),  # submarines in the battle
        ("destroyers", np.int32),
        ("planes", np.int32),  # aircraft; on land 0, nothing distinguishes them there
        ("able", np.int32),  # bits of the rows that have dice
        ("dive", np.int32),  # the same with its submarines submerged, -1 where that is excluded
        ("ships_first", np.int32),  # hits of any kind before one would take an aircraft
        ("others_first", np.int32),  # the same of a submarine
        ("low", np.int32, (8,)),  # [fire bits] fewest hits that matter, -1 not yet reckoned
        ("high", np.int32, (8,)),  # [fire bits] most hits that matter
        ("many", np.int32, (8,)),  # [fire bits] dice that can hit
        ("dice", np.int32, (3, 7)),  # [row, value] dice that hit at a value
        ("left", np.int32, (TOKENS,)),  # what is left, submerged submarines included
    ],
    align=True,
)


class Side(NamedTuple):
    """A side's states and the chances of its fire; built by `new_side`."""

    states: Any  # STATE [n]
    successor: NDArray[np.int32]  # [k, n] state after one hit; -1 where nothing can be hit
    chance: NDArray[np.float64]  # [fire bits, n, hits] filled where `low` is not -1
    eights: NDArray[np.float64]  # the same as [row, 8]
    first: NDArray[np.int32]  # [i, j] state after AA fire at so many fighters and bombers
    path: NDArray[np.int64]  # [hits] room for the states that hits lead to


def new_records(n: int) -> Any:
    """Blank states [n]."""
    return np.zeros(n, STATE).view(np.recarray)


# Compiled code reads fields by name without a view.
overload(new_records)(lambda n: lambda n: np.zeros(n, STATE))


@kernel
def row_of(token: int, split: int) -> int:
    """S4, S5, AA2: the row a token stands in."""
    if split == UNDER_GUNS:
        return SUB_ROW if token == FIGHTER else AIR_ROW if token == BOMBER else SURFACE_ROW
    if split == ON_LAND:
        return SURFACE_ROW
    if token == SUBMARINE:
        return SUB_ROW
    return AIR_ROW if token == FIGHTER or token == BOMBER else SURFACE_ROW


@kernel
def line_up(items: Any, split: int, row: Any, rank: Any, size: Any) -> None:
    """Fill the rows [3, length] with tokens and their ranks in the whole order."""
    for place in range(len(items)):
        which = row_of(items[place], split)
        row[which, size[which]] = items[place]
        rank[which, size[which]] = place
        size[which] += 1


@kernel
def next_row(rank: Any, size: Any, lost: Any, kind: int) -> int:
    """The row that a hit of this kind takes from; -1 when it is lost (B10)."""
    best = -1
    for which in range(3):
        if lost[which] == size[which] or (which == SUB_ROW and lost[3]):
            continue
        if (kind == SHIPS and which == AIR_ROW) or (kind == NO_SUBS and which == SUB_ROW):
            continue
        if best < 0 or rank[which, lost[which]] < rank[best, lost[best]]:
            best = which
    return best


@kernel
def cell_of(size: Any, lost: Any) -> int:
    """Number of a state in the box of all losses."""
    return ((lost[0] * (size[1] + 1) + lost[1]) * (size[2] + 1) + lost[2]) * 2 + lost[3]


@kernel
def open_cell(size: Any, cell: int, lost: Any) -> None:
    """The losses [4] of a cell: surface, submarines, aircraft, submerged."""
    lost[3] = cell % 2
    cell //= 2
    lost[2] = cell % (size[2] + 1)
    cell //= size[2] + 1
    lost[1] = cell % (size[1] + 1)
    lost[0] = cell // (size[1] + 1)


@kernel
def walk(rank: Any, size: Any, kinds: Any, dives: bool, step: Any, number: Any) -> int:
    """Find the reachable cells: step [cell, 4] leads to cells, number [cell] counts them.

    Cells to begin with have the number 0, all others -1.
    """
    lost = np.zeros(4, np.int64)
    cells = len(number)
    found = 0
    for cell in range(cells):  # losses only lead to higher cells
        if number[cell] < 0:
            continue
        number[cell] = found
        found += 1
        open_cell(size, cell, lost)
        for kind in range(3):
            which = next_row(rank, size, lost, kind)
            if which < 0 or not kinds[kind]:
                continue
            lost[which] += 1
            step[cell, kind] = cell_of(size, lost)
            number[step[cell, kind]] = 0
            lost[which] -= 1
        if dives and lost[3] == 0 and lost[SUB_ROW] < size[SUB_ROW]:
            step[cell, 3] = cell + 1
            number[cell + 1] = 0
    return found


@kernel
def count_dice(state: Any, value: Any, support: int, sea: bool) -> None:
    """B2, B3: how many dice of each row hit at each value."""
    for token in range(DAMAGE):
        count = state.left[token]
        row = row_of(token, AT_SEA if sea else ON_LAND)
        if count == 0 or token == AA_GUN or (row == SUB_ROW and state.subs == 0):
            continue
        if token == INFANTRY:
            raised = min(count, state.left[ARTILLERY]) * support
            state.dice[row, min(value[token] + 1, 6)] += raised
            count -= raised
        state.dice[row, value[token]] += count
    for row in range(3):
        for at in range(1, 7):
            if state.dice[row, at] > 0:
                state.able |= 1 << row


@kernel
def fill_state(state: Any, units: Any, row: Any, lost: Any, sea: bool) -> None:
    """What is left in a state, and the sums that the rounds ask for."""
    state.low[:] = -1
    state.left[:] = units
    for which in range(3):
        for at in range(lost[which]):
            state.left[row[which, at]] -= 1
    state.boats = state.left[TRANSPORT]
    state.destroyers = state.left[DESTROYER]
    if sea:
        state.planes = state.left[FIGHTER] + state.left[BOMBER]
    if lost[3] == 0:
        state.subs = state.left[SUBMARINE]
    state.fighting = state.subs
    for token in range(DAMAGE):
        if token != SUBMARINE and token != TRANSPORT and token != AA_GUN:
            state.fighting += state.left[token]


@kernel
def fill_order(side: Side, total: int) -> None:
    """How many hits a state takes before one would fall on an aircraft, or on a submarine."""
    states = side.states
    for at in range(len(states) - 1, -1, -1):  # hits lead to higher numbers
        following = side.successor[ANY, at]
        if following < 0:
            states[at].ships_first = total
            states[at].others_first = total
            continue
        if states[following].planes == states[at].planes:
            states[at].ships_first = states[following].ships_first + 1
        if states[following].subs == states[at].subs:
            states[at].others_first = states[following].others_first + 1


@kernel
def new_side(
    items: Any, value: Any, support: int, split: int, kinds: Any, dives: bool, planes: Any
) -> Side:
    """Build all reachable states of a side; state 0 is the whole side.

    Args:
        items: int64 [total] tokens, one for each hit the side can take, the first to be lost first.
        value: int64 [t] what its dice must not exceed.
        support: 1 when artillery raises infantry.
        split: which rows are told apart.
        kinds: int64 [k] which kinds of hits can occur at all; others would only add states.
        dives: whether its submarines may leave the battle.
        planes: int64 [2] most fighters and bombers that AA fire may have shot down; else zeros.
    """
    total = len(items)
    units = np.zeros(TOKENS, np.int64)
    for at in range(total):
        units[items[at]] += 1
    row = np.zeros((3, total + 1), np.int64)
    rank = np.zeros((3, total + 1), np.int64)
    size = np.zeros(3, np.int64)
    line_up(items, split, row, rank, size)
    cells = (size[0] + 1) * (size[1] + 1) * (size[2] + 1) * 2
    step = np.full((cells, 4), -1, np.int64)
    number = np.full(cells, -1, np.int64)
    lost = np.zeros(4, np.int64)
    first = np.zeros((planes[0] + 1, planes[1] + 1), np.int32)
    for lost[1], lost[2] in np.ndindex(first.shape):
        number[cell_of(size, lost)] = 0
    n = walk(rank, size, kinds, dives, step, number)
    for lost[1], lost[2] in np.ndindex(first.shape):
        first[lost[1], lost[2]] = number[cell_of(size, lost)]
    length = (total + 2 + EIGHT - 1) // EIGHT
    eights = new_eights(8 * n * length)
    chance = eights.reshape(8, n, length * EIGHT)
    path = np.zeros(total + 1, np.int64)
    side = Side(new_records(n), np.full((3, n), -1, np.int32), chance, eights, first, path)
    for cell in range(cells):
        if number[cell] < 0:
            continue
        open_cell(size, cell, lost)
        state = side.states[number[cell]]
        fill_state(state, units, row, lost, split == AT_SEA)
        count_dice(state, value, support, split == AT_SEA)
        for kind in range(3):
            following = step[cell, kind]
            if following >= 0:
                side.successor[kind, number[cell]] = number[following]
        state.dive = number[cell + 1] if step[cell, 3] >= 0 else -1
    fill_order(side, total)
    return side
