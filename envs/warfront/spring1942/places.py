"""Places for fighters at sea: whose decks, where they can still go, whom they already hold."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.grades import count_grade
from warfront.spring1942.reach import count_guests, count_landed
from warfront.spring1942.state import Engage, Phase
from warfront.spring1942.status import can_fight, is_canal_open, is_hostile_zone

_COMBAT_MOVE, _NONCOMBAT = int(Phase.COMBAT_MOVE), int(Phase.NONCOMBAT)
_ATTACK = int(Engage.ATTACK)
_CARRIER = 9


@kernel
def is_battle_ahead(tables: Any, state: Any, z: int) -> bool:
    """CM10, CM11: whether own ships that stay in this zone will fight in phase 3."""
    if state.phase != _COMBAT_MOVE or state.enemy[z] == 0:
        return False
    return is_hostile_zone(state, z) or state.engage[z] == _ATTACK


@kernel
def count_mobile(tables: Any, state: Any, z: int, left: int) -> int:
    """NCM1, NCM20, NCM21: own carriers in z that can still sail just that far in phase 4."""
    if state.phase > _NONCOMBAT or left == 0:
        return 0
    if state.phase < _NONCOMBAT:
        if left != tables.move[_CARRIER]:
            return 0
        if is_battle_ahead(tables, state, z) and tables.fought_carriers_move == 0:
            return 0
    return count_grade(tables, state, z, _CARRIER, left)


@kernel
def count_all_mobile(tables: Any, state: Any, z: int) -> int:
    """All own carriers in z that can still sail in phase 4."""
    n = 0
    for left in range(1, int(tables.move[_CARRIER]) + 1):
        n += count_mobile(tables, state, z, left)
    return n


@kernel
def count_allied_carriers(tables: Any, state: Any, z: int) -> int:
    """Carriers of the active power's allies in a zone; they stay there (CM17)."""
    n = 0
    for p in range(tables.n_powers):
        if p != state.turn and tables.side[p] == tables.side[state.turn]:
            n += int(state.army[z, p, _CARRIER])
    return n


@kernel
def free_places(tables: Any, state: Any, z: int, leaving: int, riding: int) -> int:
    """A1, NCM10, NCM12: places for own fighters in z when so many own carriers and guests leave."""
    allied = count_allied_carriers(tables, state, z)
    own = int(state.army[z, state.turn, _CARRIER]) - leaving
    guests = count_guests(tables, state, z) - riding
    if tables.own_carriers_only != 0:
        return max(0, 2 * own - max(0, guests - 2 * allied))
    return max(0, 2 * (own + allied) - guests)


@kernel
def count_excess(tables: Any, state: Any, z: int, leaving: int) -> int:
    """CM18: guests in z that must ride when so many own carriers leave it (`guests_riding`)."""
    decks = count_allied_carriers(tables, state, z) + int(state.army[z, state.turn, _CARRIER])
    guests = count_guests(tables, state, z)
    over = guests + count_landed(tables, state, z) - 2 * (decks - leaving)
    return min(2 * leaving, guests, max(0, over))


@kernel
def can_pass(tables: Any, state: Any, z: int, k: int) -> bool:
    """NCM16, CM12: whether a carrier can sail from z to its k-th neighbour in phase 4.

    In phase 2 the battles already joined are taken as won (CM15).
    """
    to = int(tables.neighbour[z, k])
    if not tables.is_sea[to] or not is_canal_open(tables, state, int(tables.canal[z, k])):
        return False
    if is_hostile_zone(state, to):
        return state.phase == _COMBAT_MOVE and can_fight(state, to)
    return True


@kernel
def capacity_left(tables: Any, state: Any, land: int) -> int:
    """M1, M3, SB5: units that can still be placed through the complex of a territory."""
    if state.complex[land] != 1 or state.owner[land] != state.turn:
        return 0
    if state.owner_at_start[land] != state.turn:
        return 0
    return max(0, int(tables.ipc[land]) - int(state.damage[land]) - int(state.produced[land]))
