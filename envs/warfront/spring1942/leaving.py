"""Whether pieces have anywhere to go from a space; transports aside (transports.py)."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.grades import is_fresh, is_spent
from warfront.spring1942.reach import can_march, can_sail
from warfront.spring1942.state import Phase
from warfront.spring1942.status import is_hostile_zone
from warfront.spring1942.steps import can_flit, can_step, count_free
from warfront.spring1942.tables import SPENT_FIRST

_COMBAT_MOVE = int(Phase.COMBAT_MOVE)
_INFANTRY, _ARTILLERY, _TANK, _AA_GUN, _FIGHTER, _BOMBER = range(6)
_SUBMARINE, _DESTROYER, _CRUISER, _CARRIER, _BATTLESHIP = range(6, 11)
_AIR, _SHIPS, _KINDS = 4, 6, 11  # first kinds not by land, never on land, without grades
_ON_LAND, _AT_SEA = SPENT_FIRST  # columns of `spent`: of each kind without movement left


@kernel
def can_leave(tables: Any, state: Any, sight: Any, u: int, left: int, s: int) -> bool:
    """Whether a unit of that grade has anywhere to go from s."""
    if left == 0:
        return False
    if tables.domain[u] != 1:
        for k in range(tables.degree[s]):
            if can_step(tables, state, sight, u, left, s, k):
                return True
        return False
    for k in range(tables.degree[s]):  # most can go next door
        if can_flit(tables, state, sight, u, left, s, int(tables.neighbour[s, k])):
            return True
    for to in range(tables.n_spaces):
        if 1 < tables.dist[s, to] <= left and can_flit(tables, state, sight, u, left, s, to):
            return True
    return False


@kernel
def is_movable(tables: Any, state: Any, sight: Any, s: int) -> bool:
    """Whether a piece can leave s: first those are asked together that all go by one rule."""
    if tables.is_sea[s] != 0:
        return is_movable_at_sea(tables, state, sight, s)
    return is_movable_on_land(tables, state, sight, s)


@kernel
def is_movable_on_land(tables: Any, state: Any, sight: Any, s: int) -> bool:
    """Land units, then aircraft; kinds of which none has movement left cost no branch."""
    row, spent = state.army[s, state.turn], state.spent[s]
    ready = row[_INFANTRY] ^ spent[_ON_LAND[_INFANTRY]]
    ready |= row[_ARTILLERY] ^ spent[_ON_LAND[_ARTILLERY]]
    ready |= row[_TANK] ^ spent[_ON_LAND[_TANK]]
    if state.phase != _COMBAT_MOVE:  # AA guns stay in phase 2
        ready |= row[_AA_GUN] ^ spent[_ON_LAND[_AA_GUN]]
    if ready != 0 and can_any_march(tables, state, s):
        return True
    ready = row[_FIGHTER] ^ spent[_ON_LAND[_FIGHTER]]
    ready |= row[_BOMBER] ^ spent[_ON_LAND[_BOMBER]]
    return ready != 0 and can_one_leave(tables, state, sight, s, _AIR, _SHIPS)


@kernel
def is_movable_at_sea(tables: Any, state: Any, sight: Any, s: int) -> bool:
    """Ships that carry nothing, then each kind by itself."""
    row, spent = state.army[s, state.turn], state.spent[s]
    ready = row[_SUBMARINE] ^ spent[_AT_SEA[_SUBMARINE]]
    ready |= row[_DESTROYER] ^ spent[_AT_SEA[_DESTROYER]]
    ready |= row[_CRUISER] ^ spent[_AT_SEA[_CRUISER]]
    ready |= row[_BATTLESHIP] ^ spent[_AT_SEA[_BATTLESHIP]]
    if ready != 0 and can_any_sail(tables, state, s):
        return True
    ready |= row[_FIGHTER] ^ spent[_AT_SEA[_FIGHTER]]
    ready |= row[_BOMBER] ^ spent[_AT_SEA[_BOMBER]]
    ready |= row[_CARRIER] ^ spent[_AT_SEA[_CARRIER]]
    return ready != 0 and can_one_leave(tables, state, sight, s, _AIR, _KINDS)


@kernel
def can_any_march(tables: Any, state: Any, s: int) -> bool:
    """Whether land units of s have anywhere to go (`can_march`)."""
    for k in range(tables.degree[s]):
        if can_march(tables, state, _INFANTRY, s, int(tables.neighbour[s, k])):
            return True
    return False


@kernel
def can_any_sail(tables: Any, state: Any, s: int) -> bool:
    """Whether ships have anywhere to go from s where no fighter could miss them (`can_ship`).

    False says nothing of zones with a battle, nor of submarines in phase 4.
    """
    if state.phase == _COMBAT_MOVE and is_hostile_zone(state, s):
        return False
    for k in range(tables.degree[s]):
        if can_sail(tables, state, _DESTROYER, s, k):
            return True
    return False


@kernel
def can_one_leave(tables: Any, state: Any, sight: Any, s: int, first: int, end: int) -> bool:
    """Whether a piece of the kinds first..end-1 can leave s, kind by kind."""
    row = state.army[s, state.turn]
    fresh = is_fresh(state, s)
    for u in range(first, end):
        if row[u] == 0 or is_spent(tables, state, s, u):
            continue
        if fresh:
            if can_leave(tables, state, sight, u, int(tables.move[u]), s):
                return True
            continue
        for left in range(int(tables.move[u]), 0, -1):
            if count_free(tables, state, s, u, left) > 0:
                if can_leave(tables, state, sight, u, left, s):
                    return True
    return False
