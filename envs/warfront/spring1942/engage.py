"""CM10, O7: zones with only enemy submarines or transports: attack them or ignore them."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.landing import least_missing
from warfront.spring1942.state import Enemy, Engage, Phase, Prompt

_LIGHT, _COMBAT = int(Enemy.LIGHT), int(Enemy.COMBAT)
_ATTACK, _OPEN = int(Engage.ATTACK), int(Engage.OPEN)
_COMBAT_MOVE = int(Phase.COMBAT_MOVE)
_TRANSPORT = 11


@kernel
def can_engage(tables: Any, state: Any, z: int) -> bool:
    """CM10, O7, S6: whether a zone is still to be decided on: own units there could hit some."""
    if state.engage[z] != _OPEN or state.enemy[z] & _LIGHT == 0 or state.enemy[z] & _COMBAT != 0:
        return False
    row = state.army[z, state.turn]
    for u in range(6, 11):
        if row[u] > 0:
            return True
    if row[4] == 0 and row[5] == 0:
        return False
    for p in range(tables.n_powers):
        if tables.side[p] != tables.side[state.turn] and state.army[z, p, _TRANSPORT] > 0:
            return True
    return False


@kernel
def next_zone(tables: Any, state: Any) -> int:
    """The first zone still to be decided on, -1 none."""
    if state.phase != _COMBAT_MOVE:
        return -1
    for z in range(tables.n_land, tables.n_spaces):
        if can_engage(tables, state, z):
            return z
    return -1


@kernel
def ask_engage(state: Any, z: int) -> None:
    """CM10: attack or ignore what is in the zone."""
    state.here = z
    state.prompt = Prompt.ENGAGE.value
    state.seat = state.turn


@kernel
def can_attack(tables: Any, state: Any, z: int) -> bool:
    """CM15: a carrier that would fight cannot be where a fighter needs it in phase 4."""
    state.engage[z] = _ATTACK
    missing = least_missing(tables, state, int(state.stranded), 0)
    state.engage[z] = _OPEN
    return missing <= state.stranded


@kernel
def do_engage(state: Any, attack: bool) -> None:
    """CM10: the decision on the zone."""
    state.engage[state.here] = _ATTACK if attack else Engage.IGNORE.value
    state.here = -1
