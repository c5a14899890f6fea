"""Retreat (R1-R4, AM7): where to, who goes, who stays."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import SLOTS, Act
from warfront.spring1942.amphibious import call_off
from warfront.spring1942.decks import lose_guests, ride_guests
from warfront.spring1942.fleet import sort_fleet
from warfront.spring1942.grades import add_units
from warfront.spring1942.losses import is_there
from warfront.spring1942.pending import is_sea_pending
from warfront.spring1942.state import Hold, Prompt
from warfront.spring1942.tables import UNITS, Unit
from warfront.spring1942.zones import is_hostile

_FIGHTER = Unit.FIGHTER.value
_BOMBER = Unit.BOMBER.value
_TRANSPORT = Unit.TRANSPORT.value
_CRUISER = Unit.CRUISER.value
_BATTLESHIP = Unit.BATTLESHIP.value


@kernel
def count_leavers(state: Any, u: int) -> int:
    """AM7: attackers of a kind that may retreat: all but those that came by sea."""
    n = int(state.force[state.turn, u])
    if u < _FIGHTER:
        n -= state.seaborne[state.battle, u]
    return n


@kernel
def has_surface_leavers(state: Any) -> bool:
    """R2: whether land units or ships would retreat."""
    for u in range(UNITS):
        if u != _FIGHTER and u != _BOMBER and count_leavers(state, u) > 0:
            return True
    return False


@kernel
def can_retreat_to(tables: Any, state: Any, k: int) -> bool:
    """R2: a friendly neighbour from which a land unit or ship came to this battle.

    A zone where a battle of one's own is still to be fought is not one.
    """
    if not state.came_from[state.battle] >> k & 1:
        return False
    to = tables.neighbour[state.battle, k]
    if tables.is_sea[to] != tables.is_sea[state.battle]:
        return False
    if tables.is_sea[to]:
        return not is_hostile(tables, state, to) and not is_sea_pending(tables, state, to)
    return bool(tables.side[state.owner[to]] == tables.side[state.turn])


@kernel
def has_retreat(tables: Any, state: Any) -> bool:
    """R1-R3: whether the attacker has a way out; aircraft alone always can break off."""
    if not has_surface_leavers(state):
        p = state.turn
        return bool(state.force[p, _FIGHTER] > 0 or state.force[p, _BOMBER] > 0)
    return has_retreat_space(tables, state)


@kernel
def has_retreat_space(tables: Any, state: Any) -> bool:
    """R2: whether ships or overland units have a space to go to."""
    for k in range(tables.degree[state.battle]):
        if can_retreat_to(tables, state, k):
            return True
    return False


@kernel
def ask_retreat(tables: Any, state: Any) -> bool:
    """R1: press on or retreat; False: there is no choice."""
    if not has_retreat(tables, state):
        return False
    state.seat = state.turn
    state.prompt = Prompt.RETREAT
    return True


@kernel
def can_retreat(tables: Any, state: Any, mask: Any) -> None:
    """R2, R3: the spaces to retreat to; aircraft alone break off in the battle's own space."""
    mask[Act.PRESS] = 1
    if not has_surface_leavers(state):
        mask[Act.SPACE + state.battle] = 1
        return
    for k in range(tables.degree[state.battle]):
        if can_retreat_to(tables, state, k):
            mask[Act.SPACE + tables.neighbour[state.battle, k]] = 1


@kernel
def do_retreat(tables: Any, state: Any, to: int) -> None:
    """R2, R3: land units or ships go together; aircraft leave the battle but not the space."""
    p = state.turn
    s = state.battle
    state.force[p, _FIGHTER] = 0
    state.force[p, _BOMBER] = 0
    if to == s:
        return
    if tables.is_sea[s]:
        lose_guests(tables, state, s)  # A4: before those whose carrier is afloat go along
        retreat_fleet(tables, state, to)
    for u in range(UNITS):
        n = count_leavers(state, u)
        if n > 0:
            state.force[p, u] -= n
            add_units(tables, state, s, u, 0, -n)
            add_units(tables, state, to, u, 0, n)
    if tables.is_sea[s]:
        ride_guests(tables, state, s, to)


@kernel
def retreat_fleet(tables: Any, state: Any, to: int) -> None:
    """R2, AM4, B5: transports go along, landings are off; who fought will not bombard."""
    p = state.turn
    s = state.battle
    for slot in range(SLOTS):
        if is_there(state, slot, p):
            call_off(state, slot)
            state.transports[slot, Hold.SPACE.value] = to
    sort_fleet(state)
    n = state.force[p, _TRANSPORT]
    state.force[p, _TRANSPORT] = 0
    state.army[s, p, _TRANSPORT] -= n
    state.army[to, p, _TRANSPORT] += n
    state.damaged[to, p] += state.damaged[s, p]
    state.damaged[s, p] = 0
    state.bombarded[to, 0] += state.force[p, _CRUISER]
    state.bombarded[to, 1] += state.force[p, _BATTLESHIP]
