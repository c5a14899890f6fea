"""How the active power sees a space: friendly or hostile (G6, G8), and who stands in it."""

from typing import Any

import numpy as np

from warfront.compiled import kernel
from warfront.spring1942.state import Enemy

_COMBAT, _DESTROYER, _LIGHT = int(Enemy.COMBAT), int(Enemy.DESTROYER), int(Enemy.LIGHT)
_GUN, _SUBMARINE = int(Enemy.GUN), int(Enemy.SUBMARINE)
_FAR = 127


@kernel
def enemy_bits(tables: Any, state: Any, s: int) -> int:
    """The bits of Enemy for a space, counted anew."""
    side = int(tables.side[state.turn])
    light, destroyers, large, submarines, fighting, guns = 0, 0, 0, 0, 0, 0
    for p in range(tables.n_powers):
        if tables.side[p] != side:
            row = state.army[s, p]
            if tables.is_sea[s]:
                submarines |= row[6]
                destroyers |= row[7]
                large |= row[8] | row[9] | row[10]
                light |= row[11]
            else:
                fighting |= row[0] | row[1] | row[2] | row[4] | row[5]
                guns |= row[3]
    bits = _COMBAT if fighting | destroyers | large != 0 else 0
    bits |= _DESTROYER if destroyers != 0 else 0
    bits |= _SUBMARINE if submarines != 0 else 0
    bits |= _LIGHT if submarines | light != 0 else 0
    return bits | (_GUN if guns != 0 else 0)


@kernel
def refresh_enemies(tables: Any, state: Any) -> None:
    """Count `enemy` of every space anew: at a turn's start, after battles and conquests."""
    for s in range(tables.n_spaces):
        state.enemy[s] = enemy_bits(tables, state, s)


@kernel
def is_own_side(tables: Any, state: Any, p: int) -> bool:
    """Whether a power (-1: nobody) is of the active power's side."""
    return p >= 0 and tables.side[p] == tables.side[state.turn]


@kernel
def is_friendly_land(tables: Any, state: Any, s: int) -> bool:
    """G6: land controlled by the active power's side."""
    return is_own_side(tables, state, int(state.owner[s]))


@kernel
def is_hostile_zone(state: Any, s: int) -> bool:
    """G8: an enemy surface warship makes a sea zone hostile; submarines and transports do not."""
    return state.enemy[s] & _COMBAT != 0


@kernel
def takes_aircraft(tables: Any, state: Any, s: int) -> bool:
    """NCM7, NCM8, NCM9: land that was friendly at the start of the turn, and still is."""
    return is_own_side(tables, state, int(state.owner_at_start[s])) and is_own_side(
        tables, state, int(state.owner[s])
    )


@kernel
def refresh_landdist(tables: Any, state: Any) -> None:
    """NCM7: the flight from each space to the nearest land that takes aircraft."""
    for s in range(tables.n_spaces):
        state.landdist[s] = _FAR
    for land in range(tables.n_land):
        if takes_aircraft(tables, state, land):
            for s in range(np.uint64(tables.n_spaces)):  # no branch: the loop is a few wide moves
                far, known = tables.dist[land, s], state.landdist[s]
                state.landdist[s] = far if far < known else known


@kernel
def is_canal_open(tables: Any, state: Any, canal: int) -> bool:
    """CM12: a canal is open when the side held all its land at the start of the turn, and holds it.

    A canal of -1 is none: always open.
    """
    if canal < 0:
        return True
    for k in range(2):
        land = int(tables.canal_land[canal, k])
        if land >= 0 and not takes_aircraft(tables, state, land):
            return False
    return True


@kernel
def can_fight(state: Any, s: int) -> bool:
    """Whether the active power has a unit in a zone that can fight: transports cannot."""
    row = state.army[s, state.turn]
    for u in range(4, 11):
        if row[u] > 0:
            return True
    return False
