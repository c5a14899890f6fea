"""Amphibious assaults: cargo goes ashore, ships bombard (AM1-AM6, AM9, T7, MN13)."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import SLOTS, Act
from warfront.spring1942.fire import count_hits
from warfront.spring1942.fleet import drop_cargo, sort_fleet
from warfront.spring1942.grades import add_units, count_moved
from warfront.spring1942.present import Shot
from warfront.spring1942.state import Fought, Hold, Prompt
from warfront.spring1942.tables import Unit
from warfront.spring1942.zones import is_hostile

_CRUISER = Unit.CRUISER.value
_BATTLESHIP = Unit.BATTLESHIP.value


@kernel
def is_going(state: Any, slot: int, t: int) -> bool:
    """CM25: whether cargo of a transport is announced to land in t."""
    row = state.transports[slot]
    if row[Hold.OWNER.value] < 0 or row[Hold.TARGET.value] != t:
        return False
    return bool(row[Hold.GOING.value] or row[Hold.GOING.value + 1])


@kernel
def can_land_from(tables: Any, state: Any, z: int) -> bool:
    """AM1, T7: no battle was needed in the zone, or the attacker cleared it."""
    if state.fought[z] & Fought.BATTLE:
        return bool(state.fought[z] & Fought.WON)
    return not is_hostile(tables, state, z)


@kernel
def do_landing(tables: Any, state: Any, t: int) -> None:
    """AM1: announced cargo goes ashore; where the zone was not cleared it stays aboard."""
    for slot in range(SLOTS):
        if is_going(state, slot, t):
            z = int(state.transports[slot, Hold.SPACE.value])
            if can_land_from(tables, state, z):
                land_cargo(tables, state, slot, z, t)
            else:
                call_off(state, slot)
    sort_fleet(state)


@kernel
def land_cargo(tables: Any, state: Any, slot: int, z: int, t: int) -> None:
    """AM7, AM9, MN13: the announced cargo stands in t, without movement, as come by sea."""
    row = state.transports[slot]
    for place in (1, 0):  # taking the second off moves nothing
        if row[Hold.GOING.value + place]:
            u = row[Hold.CARGO.value + place]
            add_units(tables, state, t, u, 0, 1)
            state.seaborne[t, u] += 1
            state.landed[t, place_of(tables, t, z)] += 1
            drop_cargo(state, slot, place)


@kernel
def call_off(state: Any, slot: int) -> None:
    """AM1: the landing is off; the cargo stays aboard (the caller puts the table in order)."""
    row = state.transports[slot]
    row[Hold.TARGET.value] = -1
    row[Hold.GOING.value] = 0
    row[Hold.GOING.value + 1] = 0


@kernel
def place_of(tables: Any, s: int, n: int) -> int:
    """The index of a space among the neighbours of s."""
    k = 0
    while tables.neighbour[s, k] != n:
        k += 1
    return k


@kernel
def column_of(u: int) -> int:
    """The column of `bombarded` for cruisers or battleships."""
    return 1 if u == _BATTLESHIP else 0


@kernel
def count_ships_left(state: Any, z: int, u: int) -> int:
    """AM2: cruisers or battleships of the attacker in z that have not bombarded or fought."""
    return int(state.army[z, state.turn, u] - state.bombarded[z, column_of(u)])


@kernel
def may_bombard(tables: Any, state: Any, t: int, k: int) -> bool:
    """AM2, AM3, AM4: a landing from the k-th neighbour that a ship can still support."""
    z = tables.neighbour[t, k]
    if state.landed[t, k] == 0 or state.fought[z] & Fought.BATTLE:
        return False
    return count_ships_left(state, z, _CRUISER) > 0 or count_ships_left(state, z, _BATTLESHIP) > 0


@kernel
def ask_bombard(tables: Any, state: Any) -> bool:
    """AM2: zone by zone, the next ship that may bombard; False: all zones are through."""
    t = state.battle
    while state.asking < tables.degree[t]:
        if may_bombard(tables, state, t, state.asking):
            state.seat = state.turn
            state.prompt = Prompt.BOMBARD
            return True
        state.asking += 1
    return False


@kernel
def can_bombard(tables: Any, state: Any, mask: Any) -> None:
    """AM2: a cruiser or battleship of the zone, or no more from it."""
    z = tables.neighbour[state.battle, state.asking]
    for u in (_CRUISER, _BATTLESHIP):
        if count_ships_left(state, z, u) > 0:
            mask[Act.UNIT + u] = 1
    mask[Act.DONE] = 1


@kernel
def do_bombard(tables: Any, state: Any, u: int) -> None:
    """AM3, NCM1: one shot for one unit landed from its zone; the ship moves no more this turn."""
    state.landed[state.battle, state.asking] -= 1
    z = tables.neighbour[state.battle, state.asking]
    state.bombarded[z, column_of(u)] += 1
    if count_moved(tables, state, z, u) < state.bombarded[z, column_of(u)]:
        add_units(tables, state, z, u, int(tables.move[u]), -1)
        add_units(tables, state, z, u, 0, 1)
    state.named[state.turn, u] += 1


@kernel
def do_bombard_done(state: Any) -> None:
    """AM2: no more ships of this zone bombard."""
    state.asking += 1


@kernel
def roll_bombardment(tables: Any, state: Any) -> None:
    """AM2, AM5: the ships chosen fire; the hits are given out before the first round."""
    for u in (_CRUISER, _BATTLESHIP):
        n = state.named[state.turn, u]
        state.named[state.turn, u] = 0
        state.hits[Shot.ANY.value] += count_hits(tables, state, n, tables.attack[u])
