"""What one seat may know, whole numbers from 0 to 255: all of the board (`pieces.py` names it)."""

from typing import Any

import numpy as np

from warfront.compiled import kernel
from warfront.spring1942.actions import SLOTS
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
from warfront.spring1942.tables import GOODS, UNITS

_COVERED = int(Piece.LAND)  # from here on every number is written, so that none need be cleared


@kernel
def _put_number(out: Any, at: int, number: int) -> None:
    """A number that may pass 255."""
    out[at] = min(number, BYTE)
    rest = max(number - BYTE, 0)
    out[at + 1] = min(rest // 256, BYTE)
    out[at + 2] = rest % 256


@kernel
def _clear(out: Any, end: int) -> None:
    for i in range(np.uint64(end)):
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
def _put_spaces(tables: Any, state: Any, out: Any) -> None:
    """Holders, complexes and what happened this turn, space by space."""
    at = tables.at
    land, powers = int(tables.n_land), int(tables.n_powers)
    for s in range(land):
        out[at[Piece.OWNER] + s * powers + state.owner[s]] = 1
        out[at[Piece.START] + s] = state.owner_at_start[s] + 1
        out[at[Piece.CAPTURED] + s] = state.captured[s]
        out[at[Piece.COMPLEX] + s] = state.complex[s]
        out[at[Piece.DAMAGE] + s] = state.damage[s]
        out[at[Piece.PRODUCED] + s] = state.produced[s]
        for left in range(6):
            out[at[Piece.RAID] + s * 6 + left] = state.raid[s, left]
    for s in range(tables.n_spaces):
        out[at[Piece.FOUGHT] + s] = state.fought[s]
        out[at[Piece.CAME_FROM] + 2 * s] = state.came_from[s] & BYTE
        out[at[Piece.CAME_FROM] + 2 * s + 1] = (state.came_from[s] >> 8) & BYTE
    for s in range(land, tables.n_spaces):
        z = s - land
        out[at[Piece.ENGAGE] + z] = state.engage[s]
        out[at[Piece.BOMBARDED] + 2 * z] = state.bombarded[s, 0]
        out[at[Piece.BOMBARDED] + 2 * z + 1] = state.bombarded[s, 1]
        for p in range(powers):
            out[at[Piece.DAMAGED] + z * powers + p] = state.damaged[s, p]


@kernel
def _put_fleet(tables: Any, state: Any, out: Any) -> None:
    """The transports, as long as the table is filled; rows beyond are blank."""
    at = int(tables.at[Piece.TRANSPORTS])
    for slot in range(SLOTS):
        if state.transports[slot, 0] < 0:
            break
        for column in range(HOLDS):
            out[at + slot * HOLDS + column] = state.transports[slot, column] + 1


@kernel
def _put_stacks(tables: Any, state: Any, out: Any) -> None:
    """All units, and the active power's that have moved: short rows of fixed length."""
    land, powers = int(tables.n_land), int(tables.n_powers)
    to = np.uint64(tables.at[Piece.LAND])
    moved = np.uint64(tables.at[Piece.LAND_MOVED])
    for s in range(np.uint64(land)):
        for p in range(np.uint64(powers)):
            for u in range(LAND_STACK):
                out[to + np.uint64(u)] = state.army[s, p, u]
            to += np.uint64(LAND_STACK)
        for column in range(LAND_SPENT):
            out[moved + np.uint64(column)] = state.spent[s, column]
        moved += np.uint64(LAND_SPENT)
    to = np.uint64(tables.at[Piece.SEA])
    moved = np.uint64(tables.at[Piece.SEA_MOVED])
    for s in range(np.uint64(land), np.uint64(tables.n_spaces)):
        for p in range(np.uint64(powers)):
            for u in range(SEA_STACK):
                out[to + np.uint64(u)] = state.army[s, p, SEA_FIRST + u]
            to += np.uint64(SEA_STACK)
        for column in range(SEA_SPENT):
            out[moved + np.uint64(column)] = state.spent[s, column]
        moved += np.uint64(SEA_SPENT)


@kernel
def observe_into(tables: Any, state: Any, seat: int, out: Any) -> None:
    """Write what `seat` may know.

    Args:
        tables: the TABLES record of the game, with `at` filled from `layout`.
        state: a LAYOUT record.
        seat: the seat that looks.
        out: uint8 [observation_size], C-contiguous; overwritten wholly.
    """
    _clear(out, tables.at[_COVERED])
    _put_course(tables, state, seat, out)
    _put_choice(tables, state, out)
    if state.battle >= 0:
        _put_battle(tables, state, out)
    _put_spaces(tables, state, out)
    _put_fleet(tables, state, out)
    _put_stacks(tables, state, out)
