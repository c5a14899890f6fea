"""Transports: sailing, loading and unloading, own and allied (CM19-CM28, NCM19, MN11-MN13)."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import SLOTS, Act
from warfront.spring1942.addresses import as_words
from warfront.spring1942.fleet import drop_cargo, order_cargo, settle_row
from warfront.spring1942.grades import add_units, count_grade
from warfront.spring1942.reach import can_sail, forget_way, left_at_sea
from warfront.spring1942.state import Did, Enemy, Hold, Phase
from warfront.spring1942.status import is_friendly_land, is_hostile_zone, is_own_side
from warfront.spring1942.tables import POWERS, UNITS

_OWNER, _SPACE, _LEFT, _DID, _TARGET = (
    int(Hold.OWNER),
    int(Hold.SPACE),
    int(Hold.LEFT),
    int(Hold.DID),
    int(Hold.TARGET),
)
_CARGO, _WHOSE, _FRESH, _GOING = int(Hold.CARGO), int(Hold.WHOSE), int(Hold.FRESH), int(Hold.GOING)
_LOADED, _MOVED, _UNLOADED = int(Did.LOADED), int(Did.MOVED), int(Did.UNLOADED)
_BARRED = int(Did.BARRED)
_COMBAT_MOVE, _NONCOMBAT = int(Phase.COMBAT_MOVE), int(Phase.NONCOMBAT)
_SUBMARINE_BIT = int(Enemy.SUBMARINE)
_INFANTRY, _AA_GUN, _TRANSPORT = 0, 3, 11


@kernel
def can_act(tables: Any, state: Any, slot: int) -> bool:
    """CM22, NCM19: a transport that unloaded, or was busy before phase 4, only unloads on."""
    row = state.transports[slot]
    return row[_OWNER] >= 0 and row[_DID] & (_UNLOADED | _BARRED) == 0


@kernel
def can_sail_on(tables: Any, state: Any, slot: int, k: int) -> bool:
    """CM21, CM22, CM26, MN11: whether the own transport may sail to the k-th neighbour."""
    row = state.transports[slot]
    if row[_OWNER] != state.turn or row[_LEFT] <= 0 or not can_act(tables, state, slot):
        return False
    return can_sail(tables, state, _TRANSPORT, int(row[_SPACE]), k)


@kernel
def do_sail_on(tables: Any, state: Any, slot: int, k: int) -> int:
    """CM21, CM23: transport and cargo sail one zone; returns where its row stands now."""
    row = state.transports[slot]
    s = int(row[_SPACE])
    to = int(tables.neighbour[s, k])
    row[_LEFT] = left_at_sea(state, _TRANSPORT, int(row[_LEFT]), to)
    row[_SPACE] = to
    row[_DID] |= _MOVED
    state.army[s, state.turn, _TRANSPORT] -= 1
    state.army[to, state.turn, _TRANSPORT] += 1
    forget_way(tables, state, s)
    if state.enemy[to] != 0:
        state.came_from[to] |= 1 << int(tables.reverse[s, k])
    return settle_row(state, slot)


@kernel
def has_room(state: Any, slot: int, u: int) -> bool:
    """CM19: one land unit of any kind and one infantry fit aboard."""
    first, second = state.transports[slot, _CARGO], state.transports[slot, _CARGO + 1]
    if second >= 0:
        return False
    return first < 0 or first == _INFANTRY or u == _INFANTRY


@kernel
def can_load(tables: Any, state: Any, slot: int, land: int, u: int) -> bool:
    """CM13, CM19, CM20, CM21, MN12, NCM5: whether an own unit may come aboard from a coast."""
    if state.army[land, state.turn, u] == 0 or tables.is_sea[land] != 0:
        return False
    if not has_room(state, slot, u):
        return False
    if u == _AA_GUN and state.phase == _COMBAT_MOVE:
        return False
    return count_grade(tables, state, land, u, int(tables.move[u])) > 0


@kernel
def can_load_at(tables: Any, state: Any, slot: int, land: int) -> bool:
    """CM21: whether anything may come aboard from this land; never in a hostile zone."""
    if tables.is_sea[land] or not is_friendly_land(tables, state, land):
        return False
    if as_words(state.army)[(land * POWERS + state.turn) * (UNITS // 4)] == 0:
        return False  # none of the four kinds of land units: where most coasts end
    for u in range(4):
        if can_load(tables, state, slot, land, u):
            return True
    return False


@kernel
def can_load_any(tables: Any, state: Any, slot: int) -> bool:
    """CM21: whether a transport may load here at all."""
    if not can_act(tables, state, slot) or state.transports[slot, _CARGO + 1] >= 0:
        return False
    z = int(state.transports[slot, _SPACE])
    if is_hostile_zone(state, z):
        return False
    for k in range(tables.degree[z]):
        if can_load_at(tables, state, slot, int(tables.neighbour[z, k])):
            return True
    return False


@kernel
def do_load(tables: Any, state: Any, slot: int, land: int, u: int) -> int:
    """CM20, MN11: an own unit goes aboard, its move is used up; returns where the row stands."""
    row = state.transports[slot]
    add_units(tables, state, land, u, int(tables.move[u]), -1)
    k = 0 if row[_CARGO] < 0 else 1
    row[_CARGO + k] = u
    row[_WHOSE + k] = state.turn
    row[_FRESH + k] = 1
    row[_DID] |= _LOADED
    order_cargo(state, slot)
    return settle_row(state, slot)


@kernel
def can_unload(tables: Any, state: Any, slot: int, k: int, land: int) -> bool:
    """CM13, CM22, CM24, MN12, MN13, NCM19: whether cargo k may go to a land next to the zone."""
    row = state.transports[slot]
    if tables.is_sea[land] or (row[_TARGET] >= 0 and row[_TARGET] != land):
        return False
    if state.phase == _COMBAT_MOVE:
        return not is_friendly_land(tables, state, land) and row[_CARGO + k] != _AA_GUN
    return is_friendly_land(tables, state, land)


@kernel
def can_unload_cargo(tables: Any, state: Any, slot: int, k: int) -> bool:
    """CM22, MN11, MN12: whether cargo k may go anywhere at all."""
    row = state.transports[slot]
    if row[_WHOSE + k] != state.turn or row[_GOING + k] != 0 or row[_DID] & _BARRED != 0:
        return False
    if row[_OWNER] != state.turn and row[_FRESH + k] != 0:
        return False
    z = int(row[_SPACE])
    if not is_landing_open(tables, state, z):
        return False
    for j in range(tables.degree[z]):
        if can_unload(tables, state, slot, k, int(tables.neighbour[z, j])):
            return True
    return False


@kernel
def is_landing_open(tables: Any, state: Any, z: int) -> bool:
    """NCM19, CM28: phase 4 unloads only in friendly zones; O5 can bar landings near submarines."""
    if state.phase == _NONCOMBAT:
        return not is_hostile_zone(state, z)
    if tables.submarines_stop_landings == 0 or state.enemy[z] & _SUBMARINE_BIT == 0:
        return True
    row = state.army[z, state.turn]
    return row[7] > 0 or row[8] > 0 or row[9] > 0 or row[10] > 0


@kernel
def do_unload(tables: Any, state: Any, slot: int, k: int, land: int) -> int:
    """CM20, CM22, CM25: cargo lands, or is announced to land; returns where the row stands."""
    row = state.transports[slot]
    row[_DID] |= _UNLOADED
    row[_TARGET] = land
    if state.phase == _COMBAT_MOVE:
        row[_GOING + k] = 1
        order_cargo(state, slot)
    else:
        add_units(tables, state, land, int(row[_CARGO + k]), 0, 1)
        drop_cargo(state, slot, k)
    return settle_row(state, slot)


@kernel
def is_same_cargo(state: Any, slot: int) -> bool:
    """Whether the two pieces aboard are alike, so that only the first is offered."""
    row = state.transports[slot]
    for first in (_CARGO, _WHOSE, _FRESH, _GOING):
        if row[first] != row[first + 1]:
            return False
    return True


@kernel
def can_use(tables: Any, state: Any, slot: int) -> bool:
    """Whether the active power can do anything with a transport of its side."""
    owner = int(state.transports[slot, _OWNER])
    if owner < 0 or not is_own_side(tables, state, owner):
        return False
    z = int(state.transports[slot, _SPACE])
    if owner == state.turn and state.transports[slot, _LEFT] > 0:
        for k in range(tables.degree[z]):
            if can_sail_on(tables, state, slot, k):
                return True
    if can_unload_cargo(tables, state, slot, 0) or can_unload_cargo(tables, state, slot, 1):
        return True
    return can_load_any(tables, state, slot)


@kernel
def can_transport(tables: Any, state: Any, mask: Any) -> None:
    """CM21: sail to a zone, load, or unload a piece of cargo."""
    slot = int(state.slot)
    z = int(state.transports[slot, _SPACE])
    for k in range(tables.degree[z]):
        if can_sail_on(tables, state, slot, k):
            mask[Act.SPACE.value + int(tables.neighbour[z, k])] = 1
    if can_load_any(tables, state, slot):
        mask[Act.LOAD.value] = 1
    for k in range(2):
        if can_unload_cargo(tables, state, slot, k) and not (k == 1 and is_same_cargo(state, slot)):
            mask[Act.CARGO.value + k] = 1


@kernel
def can_load_from(tables: Any, state: Any, mask: Any) -> None:
    """CM21: the coasts from which something can come aboard."""
    z = int(state.transports[state.slot, _SPACE])
    for k in range(tables.degree[z]):
        land = int(tables.neighbour[z, k])
        if can_load_at(tables, state, int(state.slot), land):
            mask[Act.SPACE.value + land] = 1


@kernel
def can_load_unit(tables: Any, state: Any, mask: Any) -> None:
    """CM19: what can come aboard from the coast chosen."""
    for u in range(4):
        if can_load(tables, state, int(state.slot), int(state.there), u):
            mask[Act.UNIT.value + u] = 1


@kernel
def can_unload_to(tables: Any, state: Any, mask: Any) -> None:
    """CM24: where the cargo chosen can go."""
    z = int(state.transports[state.slot, _SPACE])
    for k in range(tables.degree[z]):
        land = int(tables.neighbour[z, k])
        if can_unload(tables, state, int(state.slot), int(state.cargo), land):
            mask[Act.SPACE.value + land] = 1


@kernel
def usable_spaces(tables: Any, state: Any, mask: Any) -> None:
    """Mark the zones in which the active power can do something with a transport."""
    for slot in range(SLOTS):
        if state.transports[slot, _OWNER] < 0:
            return
        at = Act.SPACE.value + int(state.transports[slot, _SPACE])
        if mask[at] == 0 and can_use(tables, state, slot):
            mask[at] = 1
