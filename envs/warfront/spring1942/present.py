"""Who is in the battle and what can shoot at what: sets of units as bits, bit u is Unit u.

Every question of the battle's course (has it a destroyer, can it hit, who is left) is a question
about two such sets, so each is answered with a few bit operations. Army 0 attacks, army 1 defends.
"""

from enum import IntEnum
from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.tables import UNITS, Unit

ATTACKERS = 0
DEFENDERS = 1

SUBS = 1 << Unit.SUBMARINE.value
DESTROYERS = 1 << Unit.DESTROYER.value
TRANSPORTS = 1 << Unit.TRANSPORT.value
AIRCRAFT = 1 << Unit.FIGHTER.value | 1 << Unit.BOMBER.value
INFANTRY = 1 << Unit.INFANTRY.value
ARTILLERY = 1 << Unit.ARTILLERY.value
TROOPS = INFANTRY | ARTILLERY | 1 << Unit.TANK.value
WARSHIPS = (
    DESTROYERS | 1 << Unit.CRUISER.value | 1 << Unit.CARRIER.value | 1 << Unit.BATTLESHIP.value
)
SHIPS = WARSHIPS | SUBS | TRANSPORTS
FIGHTING = TROOPS | AIRCRAFT | WARSHIPS | SUBS
COMBAT = FIGHTING | TRANSPORTS  # B7: all but AA guns


class Shot(IntEnum):
    """Classes of hits, those with fewer targets first: that is the order they are given out."""

    SUB = 0  # ships only (S4)
    AIR = 1  # no submarines (S5)
    ANY = 2


SHOTS = len(Shot)


@kernel
def is_in(tables: Any, state: Any, army: int, power: int) -> bool:
    """MN2, MN3, MN5, MN6: the attacker is alone; against him stand all powers of the other side."""
    if army == ATTACKERS:
        return bool(power == state.turn)
    return bool(tables.side[power] != tables.side[state.turn])


@kernel
def units_of(tables: Any, state: Any, army: int, hit: bool) -> int:
    """S7: the kinds of units of an army in the battle; with `hit` those that wait to die too."""
    bits = 0
    for p in range(tables.n_powers):
        if is_in(tables, state, army, p):
            for u in range(len(state.force[p])):
                n = state.force[p, u]
                if hit:
                    n += state.dying[p, u]
                if n > 0:
                    bits |= 1 << u
    return bits


@kernel
def targets_of(units: int, shot: int) -> int:
    """S4, S5: the units among `units` that a class of shots can hit."""
    if shot == Shot.SUB:
        return units & SHIPS
    if shot == Shot.AIR:
        return units & ~SUBS
    return units


@kernel
def shot_of(u: int, own: int, enemy: int) -> int:
    """The class of a unit's shots; one that limits nothing against this enemy is ANY.

    Args:
        u: The unit that fires.
        own: The units of its army, as bits.
        enemy: The units it fires at, as bits.
    """
    bit = 1 << u
    if bit & SUBS and enemy & AIRCRAFT:
        return Shot.SUB.value
    if bit & AIRCRAFT and enemy & SUBS and not own & DESTROYERS:
        return Shot.AIR.value
    return Shot.ANY.value


@kernel
def armed_of(tables: Any, army: int, units: int) -> int:
    """B8: the kinds among `units` whose dice can hit at all; a scenario may give a value of 0."""
    bits = 0
    for u in range(UNITS):
        value = tables.attack[u] if army == ATTACKERS else tables.defence[u]
        if units >> u & 1 and value > 0:
            bits |= 1 << u
    if army == ATTACKERS and units & ARTILLERY:
        bits |= units & INFANTRY  # B3
    return bits & FIGHTING


@kernel
def can_hit(tables: Any, army: int, own: int, enemy: int) -> bool:
    """B8, S6: whether a unit of `own`, the units of an army, can hit one of `enemy`."""
    armed = armed_of(tables, army, own)
    if armed & (TROOPS | WARSHIPS) and enemy:
        return True
    if armed & SUBS and enemy & SHIPS:
        return True
    return bool(armed & AIRCRAFT and (enemy & ~SUBS or (own & DESTROYERS and enemy)))
