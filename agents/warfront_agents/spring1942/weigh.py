"""What a planned attack should bring, by exact odds where they are cheap enough."""

from typing import Any

import numpy as np

from warfront.compiled import kernel
from warfront.spring1942.battle_odds.plan import (
    ATTACKER,
    ATTACKER_LOSS,
    DEFENDER,
    DEFENDER_LOSS,
    RESULTS,
    weigh_plan,
)
from warfront.spring1942.battle_odds.sweep import CONQUEST

_AA_GUN, _BATTLESHIP, _DAMAGE = 3, 10, 12
EXACT = 26  # hits of both sides up to which a battle is reckoned exactly
# who is lost first, on land and at sea; a battleship's first hit costs nothing
LOST_ON_LAND = (0, 1, 2, 4, 5)
LOST_AT_SEA = (12, 6, 7, 4, 8, 5, 9, 10, 11)


@kernel
def fill_side(plan: Any, which: int, units: Any, sound: int) -> None:
    """A side of the plan from its counts [12]; `sound` battleships have yet to be damaged."""
    n = 0
    for at in range(9 if plan.sea else 5):
        u = LOST_AT_SEA[at] if plan.sea else LOST_ON_LAND[at]
        count = sound if u == _DAMAGE else int(units[u])
        for _ in range(count):
            plan.items[which, n] = u
            n += 1
    plan.count[which] = n


@kernel
def fill_values(tables: Any, plan: Any, s: int) -> None:
    """Unit values; the battle in s is fought to the end."""
    for u in range(12):
        plan.value[ATTACKER, u] = tables.attack[u]
        plan.value[DEFENDER, u] = tables.defence[u]
        plan.cost[u] = tables.cost[u]
    plan.sea = tables.is_sea[s]
    plan.aa = 0
    plan.may_retreat = 0
    plan.leave_at = -1


@kernel
def fill_attack(tables: Any, board: Any, notes: Any, plan: Any, target: int) -> None:
    """The force in the notes against all that stands in the target space."""
    fill_values(tables, plan, target)
    units = np.zeros((2, 12), np.int64)
    guns = 0
    for u in range(12):
        units[ATTACKER, u] = int(notes.force[u])
    for p in range(tables.n_powers):
        if tables.side[p] != tables.side[board.turn]:
            guns += board.army[target, p, _AA_GUN]
            for u in range(12):
                units[DEFENDER, u] += board.army[target, p, u]
    for which in range(2):
        sound = units[which, _BATTLESHIP] if tables.hits[_BATTLESHIP] > 1 else 0
        fill_side(plan, which, units[which], sound)
    plan.aa = guns > 0 and tables.is_sea[target] == 0


@kernel
def weigh_attack(tables: Any, board: Any, notes: Any, plan: Any, target: int, gain: float) -> float:
    """What the attack in the notes should bring; `gain` is the guess that stands if it is large."""
    fill_attack(tables, board, notes, plan, target)
    if plan.count[ATTACKER] + plan.count[DEFENDER] > EXACT or plan.count[DEFENDER] == 0:
        return gain
    results = np.zeros(RESULTS)
    weigh_plan(plan, results)
    sea = tables.is_sea[target] != 0
    prize = 0.0 if sea else results[CONQUEST] * notes.worth[target]
    gain = prize + results[DEFENDER_LOSS] - notes.thrift * results[ATTACKER_LOSS]
    if notes.wary != 0.0 and not sea:
        value = 0.0
        for at in range(plan.count[ATTACKER]):
            value += tables.cost[plan.items[ATTACKER, at]]
        left = 1.0 - results[ATTACKER_LOSS] / max(value, 1.0)
        gain -= results[CONQUEST] * counter_loss(notes, target, left)
    return float(gain)


@kernel
def counter_loss(notes: Any, target: int, left: float) -> float:
    """What a counter-attack may cost: the troops that stay, and what was won."""
    force = notes.force
    troops = (force[0] + force[1] + force[2]) * left
    guard = troops * (2.0 * force[0] + 2.0 * force[1] + 3.0 * force[2]) * left / 6.0
    threat = notes.threat[target]
    if threat <= 0.0:
        return 0.0
    risk = threat / (threat + guard + 0.01)
    value = (3.0 * force[0] + 4.0 * force[1] + 5.0 * force[2]) * left
    risk *= notes.caution
    return float(risk * (notes.risk_units * value + notes.risk_land * notes.worth[target]))
