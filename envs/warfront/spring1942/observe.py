"""What one seat may know, whole numbers from 0 to 255: all of the board (`pieces.py` names it)."""

from typing import Any

import numpy as np

from warfront.compiled import kernel
from warfront.spring1942.actions import SLOTS
from warfront.spring1942.addresses import as_numbers, as_words
from warfront.spring1942.changes import BOARD, MOVED, place_of
from warfront.spring1942.pieces import (
    BYTE,
    LAND_SPENT,
    LAND_STACK,
    SEA_FIRST,
    SEA_SPENT,
    SEA_STACK,
    Piece,
)
from warfront.spring1942.state import HOLDS
from warfront.spring1942.tables import GOODS, POWERS, SPACES, SPENT, UNITS

_COVERED = int(Piece.LAND)  # from here on every number is written, so that none need be cleared
_END = len(Piece)
_SPENT_WORDS = SPENT // 4


@kernel
def _put_number(out: Any, at: int, number: int) -> None:
    """A number that may pass 255."""
    out[at] = min(number, BYTE)
    rest = max(number - BYTE, 0)
    out[at + 1] = min(rest // 256, BYTE)
    out[at + 2] = rest % 256


@kernel
def _clear(out: Any, first: int, end: int) -> None:
    for i in range(np.uint64(first), np.uint64(end)):
        out[i] = 0


@kernel
def _mark(out: Any, at: int, index: int) -> None:
    """One-hot, blank below 0."""
    if index >= 0:
        out[at + index] = 1


@kernel
def _put_course(tables: Any, state: Any, seat: int, out: Any) -> None:
    """Who is asked what, and how the game stands."""
    at = tables.at
    _mark(out, at[Piece.PROMPT], int(state.prompt))
    _mark(out, at[Piece.PHASE], int(state.phase))
    _mark(out, at[Piece.OBSERVER], seat)
    _mark(out, at[Piece.SEAT], int(state.seat))
    _mark(out, at[Piece.TURN], int(state.turn))
    out[at[Piece.ROUND]] = state.game_round
    out[at[Piece.ROUND] + 1] = tables.round_limit
    for side in range(2):
        out[at[Piece.CITIES] + side * 2] = state.cities[side]
        out[at[Piece.CITIES] + side * 2 + 1] = tables.victory[side]
    out[at[Piece.RESULT]] = state.winner + 1
    out[at[Piece.RESULT] + 1] = state.how
    for p in range(tables.n_powers):
        _put_number(out, at[Piece.IPCS] + 3 * p, int(state.ipcs[p]))
        _put_number(out, at[Piece.PRODUCTION] + 3 * p, int(state.production[p]))
    for u in range(GOODS):
        out[at[Piece.PURCHASED] + u] = min(int(state.purchased[u]), BYTE)


@kernel
def _put_choice(tables: Any, state: Any, out: Any) -> None:
    """What the choice is of."""
    at = tables.at
    _mark(out, at[Piece.HERE], int(state.here))
    _mark(out, at[Piece.THERE], int(state.there))
    _mark(out, at[Piece.UNIT], int(state.unit))
    _mark(out, at[Piece.GRADE], int(state.grade))
    out[at[Piece.CHOSEN]] = state.slot + 1
    out[at[Piece.CHOSEN] + 1] = state.cargo + 1
    out[at[Piece.CHOSEN] + 2] = min(int(state.stranded), BYTE)
    out[at[Piece.CHOSEN] + 3] = state.closing


@kernel
def _put_battle(tables: Any, state: Any, out: Any) -> None:
    """The battle that is fought."""
    at = tables.at
    space = int(state.battle)
    out[at[Piece.BATTLE] + space] = 1
    fight = at[Piece.FIGHT]
    out[fight] = state.battle_step
    out[fight + 1] = min(int(state.combat_round), BYTE)
    out[fight + 2] = state.asking
    out[fight + 3] = state.chosen_power + 1
    out[fight + 4] = state.chosen_unit + 1
    out[fight + 5] = state.naming
    for kind in range(3):
        out[at[Piece.HITS] + kind] = min(int(state.hits[kind]), BYTE)
    for p in range(tables.n_powers):
        out[at[Piece.SUBMERGED] + p] = state.submerged[p]
        for u in range(UNITS):
            cell = p * UNITS + u
            out[at[Piece.FORCE] + cell] = state.force[p, u]
            out[at[Piece.DYING] + cell] = state.dying[p, u]
            out[at[Piece.NAMED] + cell] = state.named[p, u]
    for u in range(4):
        out[at[Piece.SEABORNE] + u] = state.seaborne[space, u]
    for k in range(16):
        out[at[Piece.LANDED] + k] = state.landed[space, k]


@kernel
def _copy(out: Any, to: int, row: Any, first: int, n: int) -> None:
    """Numbers that lie together in a state and in an observation; a loop the compiler widens."""
    at, start = np.uint64(to), np.uint64(first)
    for i in range(np.uint64(n)):
        out[at + i] = row[start + i]


@kernel
def _is_blank(row: Any, size: int) -> bool:
    """Whether all numbers are 0."""
    bits = row[0]
    for i in range(1, size):
        bits |= row[i]
    return bits == 0


@kernel
def _put_spaces(tables: Any, state: Any, out: Any) -> None:
    """Holders, complexes and what happened this turn, space by space."""
    at = tables.at
    land, powers = int(tables.n_land), int(tables.n_powers)
    owner, start = int(at[Piece.OWNER]), int(at[Piece.START])
    for s in range(land):
        out[owner + powers * s + int(state.owner[s])] = 1
    for s in range(np.uint64(land)):
        out[np.uint64(start) + s] = state.owner_at_start[s] + 1
    _copy(out, at[Piece.CAPTURED], state.captured, 0, land)
    _copy(out, at[Piece.COMPLEX], state.complex, 0, land)
    _copy(out, at[Piece.DAMAGE], state.damage, 0, land)
    _copy(out, at[Piece.PRODUCED], state.produced, 0, land)
    _copy(out, at[Piece.RAID], as_numbers(state.raid), 0, 6 * land)
    _put_traces(tables, state, out)


@kernel
def _put_traces(tables: Any, state: Any, out: Any) -> None:
    """What happened this turn at sea, and where attackers came from."""
    at = tables.at
    land, spaces, powers = int(tables.n_land), int(tables.n_spaces), int(tables.n_powers)
    _copy(out, at[Piece.FOUGHT], state.fought, 0, spaces)
    _copy(out, at[Piece.ENGAGE], state.engage, land, spaces - land)
    bombarded = as_numbers(state.bombarded)
    _copy(out, at[Piece.BOMBARDED], bombarded, 2 * land, 2 * (spaces - land))
    if not _is_blank(as_numbers(state.came_from), SPACES):
        to = np.uint64(at[Piece.CAME_FROM])
        for s in range(np.uint64(spaces)):
            came = state.came_from[s]
            out[to] = came & BYTE
            out[to + np.uint64(1)] = (came >> 8) & BYTE
            to += np.uint64(2)
    if not _is_blank(as_words(state.damaged), SPACES * POWERS // 4):
        damaged = np.uint64(at[Piece.DAMAGED])
        for s in range(land, spaces):
            for p in range(powers):
                out[damaged] = state.damaged[s, p]
                damaged += np.uint64(1)


@kernel
def _put_fleet(tables: Any, state: Any, out: Any) -> None:
    """The transports, as long as the table is filled; rows beyond are blank."""
    n = 0
    while n < SLOTS and state.transports[n, 0] >= 0:
        n += 1
    at, rows = np.uint64(tables.at[Piece.TRANSPORTS]), as_numbers(state.transports)
    for i in range(np.uint64(n * HOLDS)):  # one loop over all rows, which the compiler widens
        out[at + i] = np.uint8(rows[i] + 1)


@kernel
def _put_eight(out: Any, to: Any, row: Any, first: int) -> None:
    """Eight numbers; all are read before one is written, so that the compiler can join them."""
    a, b, c, d = row[first], row[first + 1], row[first + 2], row[first + 3]
    e, f, g, h = row[first + 4], row[first + 5], row[first + 6], row[first + 7]
    out[to], out[to + np.uint64(1)], out[to + np.uint64(2)], out[to + np.uint64(3)] = a, b, c, d
    to += np.uint64(4)
    out[to], out[to + np.uint64(1)], out[to + np.uint64(2)], out[to + np.uint64(3)] = e, f, g, h


@kernel
def _put_stacks(tables: Any, state: Any, out: Any) -> None:
    """All units; a row of six is written as eight, and the next one writes over the rest."""
    land, powers = int(tables.n_land), int(tables.n_powers)
    to = np.uint64(tables.at[Piece.LAND])
    for s in range(land):
        for p in range(powers):
            _put_eight(out, to, state.army[s, p], 0)
            to += np.uint64(LAND_STACK)
    to = np.uint64(tables.at[Piece.SEA])
    for s in range(land, int(tables.n_spaces)):
        for p in range(powers):
            _put_eight(out, to, state.army[s, p], SEA_FIRST)
            to += np.uint64(SEA_STACK)


@kernel
def _put_moved(tables: Any, state: Any, out: Any) -> None:
    """The active power's units that have moved, by the movement they have left: few at a time."""
    land, to = int(tables.n_land), int(tables.at[Piece.LAND_MOVED])
    _clear(out, to, tables.at[_END])
    spent, row = as_words(state.spent), 0  # a row is SPENT bytes
    for s in range(tables.n_spaces):
        columns = LAND_SPENT if s < land else SEA_SPENT
        some = spent[row] | spent[row + 1] | spent[row + 2]
        if some | spent[row + 3] | spent[row + 4] != 0:
            at, moved = np.uint64(to), state.spent[s]
            _put_eight(out, at, moved, 0)
            if s < land:
                _put_eight(out, at + np.uint64(LAND_SPENT - 8), moved, LAND_SPENT - 8)
            else:
                _put_eight(out, at + np.uint64(8), moved, 8)
                _put_eight(out, at + np.uint64(SEA_SPENT - 8), moved, SEA_SPENT - 8)
        row += _SPENT_WORDS
        to += columns


@kernel
def observe_into(tables: Any, state: Any, seat: int, out: Any) -> None:
    """Write what `seat` may know.

    Args:
        tables: the TABLES record of the game, with `at` filled from `layout`.
        state: a LAYOUT record.
        seat: the seat that looks.
        out: uint8 [observation_size], C-contiguous; overwritten wholly.
    """
    _clear(out, 0, tables.at[_COVERED])
    _put_course(tables, state, seat, out)
    _put_choice(tables, state, out)
    if state.battle >= 0:
        _put_battle(tables, state, out)
    _put_spaces(tables, state, out)
    _put_fleet(tables, state, out)
    _put_stacks(tables, state, out)
    _put_moved(tables, state, out)


@kernel
def _put_place(tables: Any, state: Any, s: int, out: Any) -> None:
    """What moves change of a space: its units, how far they have moved, raiders, whence they came.

    The numbers of a space alone: unlike in a whole observation nothing writes over the next one's.
    """
    at, land, powers = tables.at, int(tables.n_land), int(tables.n_powers)
    came = at[Piece.CAME_FROM] + 2 * s
    out[came] = state.came_from[s] & BYTE
    out[came + 1] = (state.came_from[s] >> 8) & BYTE
    if s < land:
        _copy(out, at[Piece.RAID] + 6 * s, state.raid[s], 0, 6)
        _copy(out, at[Piece.LAND_MOVED] + LAND_SPENT * s, state.spent[s], 0, LAND_SPENT)
        for p in range(powers):
            to = at[Piece.LAND] + LAND_STACK * (s * powers + p)
            _copy(out, to, state.army[s, p], 0, LAND_STACK)
        return
    _copy(out, at[Piece.SEA_MOVED] + SEA_SPENT * (s - land), state.spent[s], 0, SEA_SPENT)
    for p in range(powers):
        to = at[Piece.SEA] + SEA_STACK * ((s - land) * powers + p)
        _copy(out, to, state.army[s, p], SEA_FIRST, SEA_STACK)


@kernel
def observe_change(tables: Any, state: Any, seat: int, change: int, out: Any) -> None:
    """Write anew what a step has changed (changes.py); `out` was right before it.

    Arguments as for `observe_into`.
    """
    if change == BOARD:
        observe_into(tables, state, seat, out)
        return
    _clear(out, 0, tables.at[Piece.OWNER])
    _put_course(tables, state, seat, out)
    _put_choice(tables, state, out)
    if change >= MOVED:
        _put_place(tables, state, place_of(change, 0), out)
        _put_place(tables, state, place_of(change, 1), out)
        _put_fleet(tables, state, out)
