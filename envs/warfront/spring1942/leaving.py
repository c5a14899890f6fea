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
_INFANTRY, _ARTILLERY, _TANK, _AA_GUN, _AIR = range(5)  # from _AIR on: not by land
_SUBMARINE, _DESTROYER, _CRUISER, _BATTLESHIP = 6, 7, 8, 10
_SHIPS, _KINDS = 6, 11  # first kind that is not on land, and that has no grades
# columns of `spent`: those of a kind without movement left
_SPENT_INFANTRY, _SPENT_ARTILLERY, _SPENT_TANK, _SPENT_AA_GUN = SPENT_FIRST[0][:4]
_SPENT_SUBMARINE, _SPENT_DESTROYER, _SPENT_CRUISER = SPENT_FIRST[1][6:9]
_SPENT_BATTLESHIP = SPENT_FIRST[1][10]


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
        return can_any_sail(tables, state, s) or can_one_leave(
            tables, state, sight, s, _AIR, _KINDS
        )
    return can_any_march(tables, state, s) or can_one_leave(tables, state, sight, s, _AIR, _SHIPS)


@kernel
def can_any_march(tables: Any, state: Any, s: int) -> bool:
    """Whether a land unit can leave s (`can_march`); no branch asks for one kind alone."""
    row, spent = state.army[s, state.turn], state.spent[s]
    ready = row[_INFANTRY] ^ spent[_SPENT_INFANTRY]
    ready |= row[_ARTILLERY] ^ spent[_SPENT_ARTILLERY]
    ready |= row[_TANK] ^ spent[_SPENT_TANK]
    if state.phase != _COMBAT_MOVE:  # AA guns stay in phase 2
        ready |= row[_AA_GUN] ^ spent[_SPENT_AA_GUN]
    if ready == 0:
        return False
    for k in range(tables.degree[s]):
        if can_march(tables, state, _INFANTRY, s, int(tables.neighbour[s, k])):
            return True
    return False


@kernel
def can_any_sail(tables: Any, state: Any, s: int) -> bool:
    """Whether a ship can leave s that no fighter could miss there (`can_ship`), by its looks.

    False says nothing of carriers, of zones with a battle, and of submarines in phase 4.
    """
    if state.phase == _COMBAT_MOVE and is_hostile_zone(state, s):
        return False
    row, spent = state.army[s, state.turn], state.spent[s]
    ready = row[_SUBMARINE] ^ spent[_SPENT_SUBMARINE]
    ready |= row[_DESTROYER] ^ spent[_SPENT_DESTROYER]
    ready |= row[_CRUISER] ^ spent[_SPENT_CRUISER]
    ready |= row[_BATTLESHIP] ^ spent[_SPENT_BATTLESHIP]
    if ready == 0:
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
