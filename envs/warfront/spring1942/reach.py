"""Where a piece may go in one move; what it has left there. Landing is looked at in landing.py."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import SLOTS
from warfront.spring1942.grades import count_grade, count_moved
from warfront.spring1942.state import Did, Enemy, Hold, Phase
from warfront.spring1942.status import is_canal_open, is_friendly_land, is_hostile_zone

_COMBAT_MOVE, _NONCOMBAT = int(Phase.COMBAT_MOVE), int(Phase.NONCOMBAT)
_DESTROYER, _COMBAT, _GUN = int(Enemy.DESTROYER), int(Enemy.COMBAT), int(Enemy.GUN)
_AA_GUN, _FIGHTER, _SUBMARINE = 3, 4, 6


@kernel
def can_march(tables: Any, state: Any, u: int, s: int, to: int) -> bool:
    """CM5, CM13, NCM4, NCM5, NCM23: whether a land unit in s may enter the territory next door."""
    if tables.is_sea[to]:
        return False
    if state.phase == _COMBAT_MOVE and u == _AA_GUN:
        return False
    if state.phase == _COMBAT_MOVE and state.enemy[s] & _COMBAT == 0:
        return True
    return is_friendly_land(tables, state, to)


@kernel
def left_on_land(tables: Any, state: Any, left: int, to: int) -> int:
    """CM4, CM6, CM7: hostile land stops a unit, but for a tank where nothing at all stands."""
    if is_friendly_land(tables, state, to):
        return left - 1
    if state.enemy[to] & (_COMBAT | _GUN) != 0 or state.complex[to] > 0:
        return 0
    return left - 1


@kernel
def can_sail(tables: Any, state: Any, u: int, s: int, k: int) -> bool:
    """CM10, CM11, CM12, NCM16, NCM17: whether a ship in s may enter its k-th neighbour."""
    to = int(tables.neighbour[s, k])
    if not tables.is_sea[to]:
        return False
    if tables.canal[s, k] >= 0 and not is_canal_open(tables, state, int(tables.canal[s, k])):
        return False
    return state.phase == _COMBAT_MOVE or u == _SUBMARINE or not is_hostile_zone(state, to)


@kernel
def left_at_sea(state: Any, u: int, left: int, to: int) -> int:
    """CM4, CM9, NCM18: a hostile zone stops a ship; a submarine only where a destroyer is."""
    bits = int(state.enemy[to])
    if bits & _COMBAT == 0:
        return left - 1
    if u == _SUBMARINE and bits & _DESTROYER == 0:
        return left - 1
    return 0


@kernel
def forget_way(tables: Any, state: Any, s: int) -> None:
    """R2: a zone that all who came have left was come to from nowhere."""
    if state.came_from[s] == 0:
        return
    for u in range(_SUBMARINE, 11):
        if count_moved(tables, state, s, u) > 0:
            return
    for slot in range(SLOTS):
        row = state.transports[slot]
        if row[Hold.OWNER.value] == state.turn and row[Hold.SPACE.value] == s:
            if row[Hold.DID.value] & Did.MOVED.value:
                return
    state.came_from[s] = 0


@kernel
def count_carriers(tables: Any, state: Any, s: int) -> int:
    """Carriers of the active power's side in a zone."""
    n = 0
    for p in range(tables.n_powers):
        if tables.side[p] == tables.side[state.turn]:
            n += int(state.army[s, p, 9])
    return n


@kernel
def count_guests(tables: Any, state: Any, s: int) -> int:
    """Fighters of the active power's allies in a zone: they stand on decks there."""
    n = 0
    for p in range(tables.n_powers):
        if p != state.turn and tables.side[p] == tables.side[state.turn]:
            n += int(state.army[s, p, 4])
    return n


@kernel
def count_landed(tables: Any, state: Any, s: int) -> int:
    """NCM13: own fighters that keep their places on the decks of a zone in phase 4."""
    return count_grade(tables, state, s, _FIGHTER, 0) if state.phase == _NONCOMBAT else 0


@kernel
def guests_riding(tables: Any, state: Any, s: int) -> int:
    """CM18: guests that ride along when one own carrier leaves s: those the rest cannot hold."""
    guests = count_guests(tables, state, s)
    rest = 2 * (count_carriers(tables, state, s) - 1) - count_landed(tables, state, s)
    return min(2, guests, max(0, guests - rest))


@kernel
def take_guest(tables: Any, state: Any, s: int, to: int) -> int:
    """Move one guest fighter from s to `to`; returns whose it is."""
    for p in range(tables.n_powers):
        if p != state.turn and tables.side[p] == tables.side[state.turn]:
            if state.army[s, p, 4] > 0:
                state.army[s, p, 4] -= 1
                state.army[to, p, 4] += 1
                return p
    return -1
