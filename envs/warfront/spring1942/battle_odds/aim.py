"""Who fires at whom with what, and what becomes of the side that is hit."""

from typing import Any

import numpy as np

from warfront.compiled import kernel
from warfront.spring1942.battle_odds.ending import dives, strikes
from warfront.spring1942.battle_odds.fire import (
    Fates,
    begin_fates,
    can_fire,
    reckon_fire,
    take_first_hits,
    take_hits,
)
from warfront.spring1942.battle_odds.lean import inner
from warfront.spring1942.battle_odds.side import (
    AIR_ROW,
    ANY,
    FIRE_AIR,
    FIRE_OTHER,
    FIRE_SUB,
    NO_SUBS,
    SHIPS,
    Side,
)

SAMPLES = 16  # states of a side
Fire = tuple[int, int]  # bits: fire whose hits cannot fall on everything, and all other fire


@inner
def aim(shooter: Side, s: int, target: Side, t: int) -> Fire:
    """S4, S5, O9: what a state fires at another, its chances reckoned.

    Submarines can hit all that an army without aircraft has: then their hits are of any kind. So
    are those that would not come to what they must spare.
    """
    state, other, special, rest = shooter.states[s], target.states[t], 0, FIRE_OTHER
    fires, hits = state.subs > 0 and not strikes(state, other), 0
    if fires and other.planes > 0:
        reckon_fire(shooter, s, FIRE_SUB)
        hits = int(state.high[FIRE_SUB])
    narrow = apart = hits > other.ships_first
    if state.destroyers > 0 or other.subs == 0 or not can_fire(state, AIR_ROW):
        apart = False
    else:
        reckon_fire(shooter, s, FIRE_AIR)
        apart = apart or hits + int(state.high[FIRE_AIR]) > other.others_first
        narrow = apart and hits > 0
    if apart:
        special |= FIRE_AIR
    else:
        rest |= FIRE_AIR
    if narrow:
        special |= FIRE_SUB
    elif fires:
        rest |= FIRE_SUB
    reckon_fire(shooter, s, rest)
    return special, rest


@inner
def apply_fire(
    shooter: Side, s: int, bits: int, target: Side, kind: int, fates: Fates, tiny: float
) -> None:
    """One fire of a side upon the fates of the other's states."""
    state = shooter.states[s]
    low, high, chance = int(state.low[bits]), int(state.high[bits]), shooter.chance[bits, s]
    if high > 0 and fates.size[0] == 1 and fates.chance[0, 0] == 1.0:
        take_first_hits(target.successor, kind, chance, low, high, fates, tiny)
    elif high > 0:
        take_hits(target.successor, kind, chance, low, high, fates, tiny)


@kernel
def shoot_at(
    shooter: Side, s: int, fire: Fire, target: Side, t: int, fates: Fates, tiny: float
) -> None:
    """B1: fates of the target after all fire but surprise strikes; the narrowest hits go first."""
    begin_fates(fates, t)
    special, rest = fire
    if special & FIRE_SUB:
        apply_fire(shooter, s, FIRE_SUB, target, SHIPS, fates, tiny)
    if special & FIRE_AIR:
        apply_fire(shooter, s, FIRE_AIR, target, NO_SUBS, fates, tiny)
    apply_fire(shooter, s, rest, target, ANY, fates, tiny)


@inner
def unhit(shooter: Side, s: int, bits: int, target: Side, t: int, kind: int) -> float:
    """The chance that a fire leaves a state as it is."""
    return 1.0 if target.successor[kind, t] < 0 else float(shooter.chance[bits, s, 0])


@inner
def untouched(shooter: Side, s: int, fire: Fire, target: Side, t: int) -> float:
    """The chance that all fire but surprise strikes leaves a state as it is."""
    special, rest = fire
    stays = unhit(shooter, s, rest, target, t, ANY)
    if special & FIRE_SUB:
        stays *= unhit(shooter, s, FIRE_SUB, target, t, SHIPS)
    if special & FIRE_AIR:
        stays *= unhit(shooter, s, FIRE_AIR, target, t, NO_SUBS)
    return stays


@kernel
def longest(side: Side) -> int:
    """How many hits of any kind a side can take."""
    hits, n = 0, 0
    while side.successor[ANY, n] >= 0:
        n = side.successor[ANY, n]
        hits += 1
    return hits


@kernel
def state_after(side: Side, hits: int) -> int:
    """The state after so many hits of any kind."""
    n = 0
    for _ in range(hits):
        n = side.successor[ANY, n]
    return n


@kernel
def breaks(shooter: Any, target: Any) -> bool:
    """Whether `aim` would tell hits of a state apart, before its chances are reckoned."""
    fires = target.planes > 0 and not strikes(shooter, target)
    spared = shooter.destroyers == 0 and target.subs > 0 and can_fire(shooter, AIR_ROW)
    hits = shooter.subs if fires else 0
    more = shooter.planes if spared else 0
    return bool(hits > target.ships_first or (spared and hits + more > target.others_first))


@kernel
def is_turned(attacker: Side, defender: Side) -> bool:
    """Whether the defender's states should make the rows of the sweep: their hits may break up.

    Hits of the columns had better be of one kind. A few states of both sides are looked at.
    """
    balance = 0
    most = longest(attacker), longest(defender)
    for i, j in np.ndindex(SAMPLES, SAMPLES):
        mine = attacker.states[state_after(attacker, i * most[0] // SAMPLES)]
        theirs = defender.states[state_after(defender, j * most[1] // SAMPLES)]
        if not dives(mine, theirs) and not dives(theirs, mine):
            weight = (i * j) ** 2  # pairs after few hits of either side are few
            balance += weight * (int(breaks(theirs, mine)) - int(breaks(mine, theirs)))
    return balance > 0
