"""One move of one kind of piece from one space to another: whether it may, and what it does.

What a question looks up lies in a `sight` (lookout.py), which must stand as the board does.
"""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942 import conquest
from warfront.spring1942.addresses import scratch
from warfront.spring1942.grades import add_units, count_grade
from warfront.spring1942.landing import FREE, TROUBLED, find_deck, how_calm, least_seen
from warfront.spring1942.lookout import (
    AIRCRAFT,
    CALM,
    CARRIERS,
    SIGHT,
    add_place,
    clear_sight,
    drop_place,
    look_around,
    look_for_carriers,
)
from warfront.spring1942.places import count_all_mobile, count_excess, free_places
from warfront.spring1942.reach import (
    can_march,
    can_sail,
    forget_way,
    guests_riding,
    left_at_sea,
    left_on_land,
    take_guest,
)
from warfront.spring1942.state import Enemy, Phase
from warfront.spring1942.status import (
    enemy_bits,
    is_friendly_land,
    is_hostile_zone,
    takes_aircraft,
)
from warfront.spring1942.tables import SPENT_FIRST

_COMBAT_MOVE, _NONCOMBAT = int(Phase.COMBAT_MOVE), int(Phase.NONCOMBAT)
_COMBAT = int(Enemy.COMBAT)
_FIGHTER, _BOMBER, _CARRIER = 4, 5, 9
_CARRIERS = SPENT_FIRST[1][_CARRIER]  # columns of `spent` in a zone: none left, one left


@kernel
def count_free(tables: Any, state: Any, s: int, u: int, left: int) -> int:
    """CM27: own units of a grade in s that can still be moved; announced raiders cannot."""
    n = count_grade(tables, state, s, u, left)
    if u == _BOMBER and n > 0 and left < 6 and state.phase == _COMBAT_MOVE:
        n -= int(state.raid[s, left])
    return n


@kernel
def lands_on_deck(tables: Any, state: Any, u: int, to: int) -> bool:
    """NCM13: whether a flight in phase 4 ends on a deck: where a place is free."""
    if state.phase != _NONCOMBAT or u != _FIGHTER or tables.is_sea[to] == 0:
        return False
    return free_places(tables, state, to, 0, 0) > state.army[to, state.turn, _FIGHTER]


@kernel
def left_in_air(tables: Any, state: Any, u: int, left: int, s: int, to: int) -> int:
    """CM2, NCM13: an aircraft's range after a flight; landing on a deck in phase 4 ends it."""
    if lands_on_deck(tables, state, u, to):
        return 0
    return left - int(tables.dist[s, to])


@kernel
def tire_carriers(tables: Any, state: Any, z: int) -> None:
    """NCM13, NCM22: carriers on which fighters have landed end their movement."""
    landed = count_grade(tables, state, z, _FIGHTER, 0)
    for left in range(1, int(tables.move[_CARRIER]) + 1):
        while count_grade(tables, state, z, _CARRIER, left) > 0:
            leaving = count_all_mobile(tables, state, z)
            riding = count_excess(tables, state, z, leaving)
            if free_places(tables, state, z, leaving, riding) >= landed:
                return
            add_units(tables, state, z, _CARRIER, left, -1)
            add_units(tables, state, z, _CARRIER, 0, 1)


@kernel
def can_fly(tables: Any, state: Any, u: int, left: int, s: int, to: int) -> bool:
    """Whether an aircraft may fly from s to another space."""
    sight = scratch(SIGHT)
    clear_sight(sight)
    sight[CALM] = TROUBLED  # for one flight, to look would be more work than it saves
    return can_flit(tables, state, sight, u, left, s, to)


@kernel
def can_flit(tables: Any, state: Any, sight: Any, u: int, left: int, s: int, to: int) -> bool:
    """CM14, CM15, NCM3, NCM8, NCM14: `can_fly` for a caller with a sight of his own."""
    if to == s or tables.dist[s, to] > left:
        return False
    sea = tables.is_sea[to] != 0
    if state.phase == _NONCOMBAT and not sea and not takes_aircraft(tables, state, to):
        return False
    if state.landdist[to] <= left - tables.dist[s, to] and (u == _BOMBER or not sea):
        return True
    after = left_in_air(tables, state, u, left, s, to)
    if state.landdist[to] <= after:
        return True
    if u == _BOMBER and state.stranded == 0:
        return False
    look_around(tables, state, sight)
    if state.stranded == 0:
        deck = find_deck(tables, state, sight, to, after)
        if deck == 0:
            return False
        if deck == 2 and how_calm(tables, state, sight) != TROUBLED:
            return True
    return lands_from(tables, state, sight, u, left, s, to, after)


@kernel
def lands_from(
    tables: Any, state: Any, sight: Any, u: int, left: int, s: int, to: int, after: int
) -> bool:
    """CM15, NCM14: whether no more aircraft are lost when this one flies there.

    A carrier on which it lands can no longer fetch another (NCM13).
    """
    lands = lands_on_deck(tables, state, u, to)
    tired, slow = state.spent[to, _CARRIERS], state.spent[to, _CARRIERS + 1]
    add_units(tables, state, s, u, left, -1)
    add_units(tables, state, to, u, after, 1)
    if lands:
        tire_carriers(tables, state, to)
    new = add_place(sight, AIRCRAFT, to)
    missing = least_seen(tables, state, sight, int(state.stranded), 0)
    if new:
        drop_place(sight, AIRCRAFT, to)
    if lands:
        state.spent[to, _CARRIERS] = tired
        state.spent[to, _CARRIERS + 1] = slow
    add_units(tables, state, to, u, after, -1)
    add_units(tables, state, s, u, left, 1)
    return missing <= state.stranded


@kernel
def sail_step(tables: Any, state: Any, s: int, to: int, u: int, left: int) -> int:
    """Move one ship with the guests that must ride (CM18); returns a note for `undo_step`."""
    note = 0
    if u == _CARRIER:
        for _ in range(guests_riding(tables, state, s)):
            note = note * 8 + take_guest(tables, state, s, to) + 1
    add_units(tables, state, s, u, left, -1)
    add_units(tables, state, to, u, left_at_sea(state, u, left, to), 1)
    return note


@kernel
def undo_step(tables: Any, state: Any, s: int, to: int, u: int, left: int, note: int) -> None:
    """Take `sail_step` back."""
    add_units(tables, state, to, u, left_at_sea(state, u, left, to), -1)
    add_units(tables, state, s, u, left, 1)
    while note > 0:
        state.army[to, note % 8 - 1, _FIGHTER] -= 1
        state.army[s, note % 8 - 1, _FIGHTER] += 1
        note //= 8


@kernel
def can_ship(tables: Any, state: Any, sight: Any, u: int, left: int, s: int, k: int) -> bool:
    """CM10, CM11, CM15, NCM16, NCM20: whether a ship may sail; no fighter may lose its landing."""
    if left == 0 or not can_sail(tables, state, u, s, k):
        return False
    if u != _CARRIER and (state.phase != _COMBAT_MOVE or not is_hostile_zone(state, s)):
        return True
    if how_calm(tables, state, sight) == FREE:  # where none needs a deck, none can lose one
        return True
    to = int(tables.neighbour[s, k])
    look_around(tables, state, sight)
    look_for_carriers(tables, state, sight)
    note = sail_step(tables, state, s, to, u, left)
    new = u == _CARRIER and add_place(sight, CARRIERS, to)
    missing = least_seen(tables, state, sight, int(state.stranded), 0)
    if new:
        drop_place(sight, CARRIERS, to)
    undo_step(tables, state, s, to, u, left, note)
    return missing <= state.stranded


@kernel
def do_ship(tables: Any, state: Any, u: int, left: int, s: int, k: int) -> None:
    """CM10: a ship sails one zone; where it came from is kept for a retreat (R2)."""
    to = int(tables.neighbour[s, k])
    sail_step(tables, state, s, to, u, left)
    forget_way(tables, state, s)
    if state.enemy[to] != 0:
        state.came_from[to] |= 1 << int(tables.reverse[s, k])


@kernel
def do_march(tables: Any, state: Any, u: int, left: int, s: int, k: int, n: int) -> None:
    """CM4, CM6, C1: land units enter a territory; an undefended hostile one is taken at once.

    Where a raid is announced the conquest waits for it (CC3).
    """
    to = int(tables.neighbour[s, k])
    add_units(tables, state, s, u, left, -n)
    add_units(tables, state, to, u, left_on_land(tables, state, left, to), n)
    if is_friendly_land(tables, state, to):
        return
    state.came_from[to] |= 1 << int(tables.reverse[s, k])
    if state.enemy[to] & _COMBAT == 0 and not is_raided(state, to):
        conquest.enter(tables, state, to)
        state.enemy[to] = enemy_bits(tables, state, to)  # its guns have changed hands


@kernel
def is_raided(state: Any, s: int) -> bool:
    """CM27: whether bombers are announced to raid a territory."""
    for left in range(6):
        if state.raid[s, left] > 0:
            return True
    return False


@kernel
def do_fly(tables: Any, state: Any, u: int, left: int, s: int, to: int) -> int:
    """CM14, NCM13, NCM22: an aircraft flies; returns the range it has left."""
    lands = lands_on_deck(tables, state, u, to)
    after = left_in_air(tables, state, u, left, s, to)
    add_units(tables, state, s, u, left, -1)
    add_units(tables, state, to, u, after, 1)
    if lands:
        tire_carriers(tables, state, to)
    return after


@kernel
def can_go(tables: Any, state: Any, u: int, left: int, s: int, k: int) -> bool:
    """Whether a land unit or ship may move to the k-th neighbour."""
    sight = scratch(SIGHT)
    clear_sight(sight)
    sight[CALM] = TROUBLED
    return can_step(tables, state, sight, u, left, s, k)


@kernel
def can_step(tables: Any, state: Any, sight: Any, u: int, left: int, s: int, k: int) -> bool:
    """`can_go` for a caller with a sight of his own."""
    if left == 0:
        return False
    if tables.domain[u] == 0:
        return can_march(tables, state, u, s, int(tables.neighbour[s, k]))
    return can_ship(tables, state, sight, u, left, s, k)
