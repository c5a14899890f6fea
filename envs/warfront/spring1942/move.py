"""Phases 2 and 4: which pieces move, and where to, one small decision at a time."""

from typing import Any

import numpy as np

from warfront.compiled import kernel
from warfront.spring1942 import engage, transports
from warfront.spring1942.actions import COUNTS, SLOTS, Act
from warfront.spring1942.addresses import scratch
from warfront.spring1942.aircraft import end_noncombat
from warfront.spring1942.fleet import is_repeat
from warfront.spring1942.landing import TROUBLED, how_calm, least_missing, least_seen
from warfront.spring1942.leaving import can_leave, is_movable
from warfront.spring1942.lookout import OWN, SIGHT, clear_sight, look_around
from warfront.spring1942.state import Hold, Phase, Prompt
from warfront.spring1942.status import is_friendly_land
from warfront.spring1942.steps import (
    can_flit,
    can_step,
    count_free,
    do_fly,
    do_march,
    do_ship,
)
from warfront.spring1942.tables import GRADE_FIRST, GRADE_LEFT, GRADE_UNIT
from warfront.spring1942.turn import end_combat_move

_SPACE, _GRADE, _COUNT, _TRANSPORT = (
    int(Act.SPACE),
    int(Act.GRADE),
    int(Act.COUNT),
    int(Act.TRANSPORT),
)
_DONE, _ENGAGE, _LOAD, _CARGO, _UNIT = (
    int(Act.DONE),
    int(Act.ENGAGE),
    int(Act.LOAD),
    int(Act.CARGO),
    int(Act.UNIT),
)
_COMBAT_MOVE = int(Phase.COMBAT_MOVE)
_OWNER, _AT = int(Hold.OWNER), int(Hold.SPACE)
_KINDS = 11  # units that have grades: all but transports


@kernel
def ask_move(tables: Any, state: Any) -> None:
    """G3: the next move; once the combat moves are over, the zones still to be decided on."""
    if state.closing != 0:
        z = engage.next_zone(tables, state)
        if z >= 0:
            engage.ask_engage(state, z)
            return
        end_combat_move(tables, state)
        return
    if state.stranded > 0 and state.phase == _COMBAT_MOVE:  # a battle joined can open a way
        state.stranded = least_missing(tables, state, -1, 0)
    state.prompt = Prompt.MOVE_FROM.value
    state.seat = state.turn


@kernel
def can_move_from(tables: Any, state: Any, mask: Any) -> None:
    """G3, CM10: the spaces with something to move, a zone to decide on, or the end of the phase."""
    sight = scratch(SIGHT)
    clear_sight(sight)
    look_around(tables, state, sight)
    combat = state.phase == _COMBAT_MOVE
    for i in range(sight[OWN]):
        s = sight[OWN + 1 + i]
        if is_movable(tables, state, sight, s):
            mask[_SPACE + s] = 1
        if combat and engage.can_engage(tables, state, s):
            mask[_ENGAGE] = 1
    transports.usable_spaces(tables, state, mask)
    if combat or can_end(tables, state, sight) or not mask.any():
        mask[_DONE] = 1  # nothing can move: whoever has no deck is lost (NCM15)


@kernel
def can_end(tables: Any, state: Any, sight: Any) -> bool:
    """NCM21: phase 4 cannot end while only a carrier that has yet to move can save a fighter."""
    if how_calm(tables, state, sight) != TROUBLED:
        return True
    return least_seen(tables, state, sight, int(state.stranded), 1) <= state.stranded


@kernel
def do_move_from(tables: Any, state: Any, action: int) -> None:
    """CM1: choose a space, a zone to decide on, or end the phase."""
    if action >= _SPACE:
        state.here = action - _SPACE
        state.prompt = Prompt.MOVE_WHAT.value
    elif action == _ENGAGE:
        state.prompt = Prompt.ENGAGE_ZONE.value
    elif state.phase == _COMBAT_MOVE:
        state.closing = 1
    else:
        end_noncombat(tables, state)


@kernel
def can_engage_zone(tables: Any, state: Any, mask: Any) -> None:
    """CM10: the zones still to be decided on."""
    for z in range(tables.n_land, tables.n_spaces):
        if engage.can_engage(tables, state, z):
            mask[_SPACE + z] = 1


@kernel
def can_move_what(tables: Any, state: Any, mask: Any) -> None:
    """CM2: the kinds of pieces, by movement left, that can go anywhere from here."""
    s = int(state.here)
    sight = scratch(SIGHT)
    clear_sight(sight)
    for u in range(_KINDS):
        if state.army[s, state.turn, u] == 0:
            continue
        for left in range(1, int(tables.move[u]) + 1):
            if count_free(tables, state, s, u, left) > 0:
                if can_leave(tables, state, sight, u, left, s):
                    mask[_GRADE + GRADE_FIRST[u] + left] = 1
    for slot in range(SLOTS):
        if state.transports[slot, _OWNER] < 0:
            break
        if state.transports[slot, _AT] == s and not is_repeat(state, slot):
            if transports.can_use(tables, state, slot):
                mask[_TRANSPORT + slot] = 1


@kernel
def do_move_what(state: Any, action: int) -> None:
    """CM2: choose the pieces."""
    if action >= _TRANSPORT:
        state.slot = action - _TRANSPORT
        state.prompt = Prompt.TRANSPORT.value
    else:
        state.grade = action - _GRADE
        state.prompt = Prompt.MOVE_TO.value


@kernel
def can_move_to(tables: Any, state: Any, mask: Any) -> None:
    """CM2: where the pieces chosen can go."""
    u, left, s = GRADE_UNIT[state.grade], GRADE_LEFT[state.grade], int(state.here)
    sight = scratch(SIGHT)
    clear_sight(sight)
    if tables.domain[u] == 1:
        can_fly_to(tables, state, sight, u, left, s, mask)
        return
    for k in range(tables.degree[s]):
        if can_step(tables, state, sight, u, left, s, k):
            mask[_SPACE + int(tables.neighbour[s, k])] = 1


@kernel
def can_fly_to(tables: Any, state: Any, sight: Any, u: int, left: int, s: int, mask: Any) -> None:
    """CM2, NCM8: where an aircraft can go: wherever land is in range after it, then one by one."""
    away = np.int8(127 if state.phase == _COMBAT_MOVE else 0)  # phase 4: at once, on such land
    for to in range(np.uint64(tables.n_spaces)):  # no branch: a few wide moves
        after = np.int8(left - tables.dist[s, to])
        land = state.landdist[to]
        mask[np.uint64(_SPACE) + to] = (land <= after) & (land <= away)
    mask[_SPACE + s] = 0
    for to in range(tables.n_spaces):
        if tables.dist[s, to] <= left and mask[_SPACE + to] == 0:
            if can_flit(tables, state, sight, u, left, s, to):
                mask[_SPACE + to] = 1


@kernel
def neighbour_index(tables: Any, s: int, to: int) -> int:
    """Which neighbour of s a space is."""
    k = 0
    while tables.neighbour[s, k] != to:
        k += 1
    return k


@kernel
def do_move_to(tables: Any, state: Any, to: int) -> None:
    """CM2, CM27: ships and aircraft go one at a time; land units are counted first."""
    u, left, s = GRADE_UNIT[state.grade], GRADE_LEFT[state.grade], int(state.here)
    if tables.domain[u] == 0:
        state.there = to
        state.prompt = Prompt.MOVE_COUNT.value
        return
    if tables.domain[u] == 2:
        do_ship(tables, state, u, left, s, neighbour_index(tables, s, to))
    elif u == 5 and can_raid(tables, state, to):
        state.there = to
        state.prompt = Prompt.MOVE_RAID.value
        return
    else:
        do_fly(tables, state, u, left, s, to)
    forget(state)


@kernel
def can_raid(tables: Any, state: Any, s: int) -> bool:
    """SB1, CM27: whether a territory can be raided: enemy-held, with a complex."""
    if state.phase != _COMBAT_MOVE or tables.is_sea[s] or state.complex[s] == 0:
        return False
    return not is_friendly_land(tables, state, s)


@kernel
def do_raid(tables: Any, state: Any, raid: bool) -> None:
    """CM27: the bomber raids or attacks, not both."""
    left, to = GRADE_LEFT[state.grade], int(state.there)
    after = do_fly(tables, state, 5, left, int(state.here), to)
    if raid:
        state.raid[to, after] += 1
    forget(state)


@kernel
def can_move_count(tables: Any, state: Any, mask: Any) -> None:
    """CM2: how many land units of the grade go."""
    u, left = GRADE_UNIT[state.grade], GRADE_LEFT[state.grade]
    n = min(COUNTS, count_free(tables, state, int(state.here), u, left))
    mask[_COUNT : _COUNT + n] = 1


@kernel
def do_move_count(tables: Any, state: Any, n: int) -> None:
    """CM4, CM6: the land units go."""
    u, left, s = GRADE_UNIT[state.grade], GRADE_LEFT[state.grade], int(state.here)
    do_march(tables, state, u, left, s, neighbour_index(tables, s, int(state.there)), n)
    forget(state)


@kernel
def do_transport(tables: Any, state: Any, action: int) -> None:
    """CM21: the transport chosen sails, loads or unloads."""
    if action == _LOAD:
        state.prompt = Prompt.LOAD_FROM.value
    elif action >= _SPACE:
        z = int(state.transports[state.slot, _AT])
        k = neighbour_index(tables, z, action - _SPACE)
        transports.do_sail_on(tables, state, int(state.slot), k)
        forget(state)
    else:
        state.cargo = action - _CARGO
        state.prompt = Prompt.UNLOAD_TO.value


@kernel
def do_load_from(state: Any, land: int) -> None:
    """CM21: the coast the cargo comes from."""
    state.there = land
    state.prompt = Prompt.LOAD_UNIT.value


@kernel
def do_load_unit(tables: Any, state: Any, u: int) -> None:
    """CM20: the unit goes aboard."""
    transports.do_load(tables, state, int(state.slot), int(state.there), u)
    forget(state)


@kernel
def do_unload_to(tables: Any, state: Any, land: int) -> None:
    """CM24, NCM19: the cargo goes to that coast."""
    transports.do_unload(tables, state, int(state.slot), int(state.cargo), land)
    forget(state)


@kernel
def forget(state: Any) -> None:
    """A move is complete: nothing of its choice is left in the state."""
    state.here = -1
    state.there = -1
    state.unit = -1
    state.grade = -1
    state.slot = -1
    state.cargo = -1
