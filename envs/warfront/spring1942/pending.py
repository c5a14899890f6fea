"""Which battles are still to be fought, and in what order (CC1-CC3).

Nothing keeps a list: a battle is pending because of what stands on the board, so none can be left
over when its units have gone.
"""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import SLOTS, Act
from warfront.spring1942.amphibious import is_going
from warfront.spring1942.grades import has_units
from warfront.spring1942.present import COMBAT, FIGHTING, TROOPS
from warfront.spring1942.raid import can_raid, count_raiders
from warfront.spring1942.state import Engage, Fought, Hold
from warfront.spring1942.tables import UNITS, Unit
from warfront.spring1942.zones import is_hostile


@kernel
def has_enemies(tables: Any, state: Any, s: int, units: int) -> bool:
    """Whether enemies of the active power have any of these kinds of units in s."""
    for p in range(tables.n_powers):
        if tables.side[p] != tables.side[state.turn]:
            for u in range(UNITS):
                if units >> u & 1 and state.army[s, p, u] > 0:
                    return True
    return False


@kernel
def has_own(state: Any, s: int, units: int) -> bool:
    """Whether the active power has any of these kinds of units in s."""
    for u in range(UNITS):
        if units >> u & 1 and state.army[s, state.turn, u] > 0:
            return True
    return False


@kernel
def is_sea_pending(tables: Any, state: Any, z: int) -> bool:
    """CC2, CM10, CM11, S8: own units in a hostile zone, or in one whose ships they attack."""
    if state.fought[z] & Fought.BATTLE or not has_own(state, z, COMBAT):
        return False
    if is_hostile(tables, state, z):
        return True
    return state.engage[z] == Engage.ATTACK and has_enemies(tables, state, z, COMBAT)


@kernel
def is_land_pending(tables: Any, state: Any, s: int) -> bool:
    """CC2, CC3, A5: own units in enemy land; aircraft alone fight only where somebody defends."""
    if state.fought[s] & Fought.BATTLE or tables.side[state.owner[s]] == tables.side[state.turn]:
        return False
    if has_own(state, s, TROOPS):
        return True
    aircraft = state.army[s, state.turn, Unit.FIGHTER.value]
    aircraft += state.army[s, state.turn, Unit.BOMBER.value] - count_raiders(state, s)
    return aircraft > 0 and has_enemies(tables, state, s, FIGHTING)


@kernel
def is_pending(tables: Any, state: Any, s: int) -> bool:
    """CC2: whether a battle is still to be fought in a space."""
    if tables.is_sea[s]:
        return is_sea_pending(tables, state, s)
    return is_land_pending(tables, state, s)


@kernel
def has_pending(tables: Any, state: Any) -> bool:
    """CC2: whether any raid, landing or battle is left."""
    for slot in range(SLOTS):
        row = state.transports[slot]
        if row[Hold.GOING.value] or row[Hold.GOING.value + 1]:
            return True
    for s in range(tables.n_spaces):
        if has_units(state, s, state.turn) and is_pending(tables, state, s):
            return True
    for s in range(tables.n_land):
        if can_raid(state, s):
            return True
    return False


@kernel
def can_battle(tables: Any, state: Any, mask: Any) -> None:
    """CC1: raids first, then assaults with their sea battles, then the rest, in any order."""
    found = False
    for s in range(tables.n_land):
        if can_raid(state, s):
            mask[Act.SPACE + s] = 1
            found = True
    if found or can_assault(tables, state, mask):
        return
    for s in range(tables.n_spaces):
        if has_units(state, s, state.turn) and is_pending(tables, state, s):
            mask[Act.SPACE + s] = 1


@kernel
def can_assault(tables: Any, state: Any, mask: Any) -> bool:
    """CC1, CC2: sea battles that a landing waits for, and landings that wait for none."""
    found = False
    for slot in range(SLOTS):
        t = state.transports[slot, Hold.TARGET.value]
        if t < 0 or not is_going(state, slot, t):
            continue
        found = True
        z = state.transports[slot, Hold.SPACE.value]
        if is_sea_pending(tables, state, z):
            mask[Act.SPACE + z] = 1
        elif not is_waiting(tables, state, t):
            mask[Act.SPACE + t] = 1
    return found


@kernel
def is_waiting(tables: Any, state: Any, t: int) -> bool:
    """CC2: whether a landing in t waits for a sea battle."""
    for slot in range(SLOTS):
        if is_going(state, slot, t):
            if is_sea_pending(tables, state, state.transports[slot, Hold.SPACE.value]):
                return True
    return False
