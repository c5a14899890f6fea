"""A battle as it is stated: both sides' units in casualty order, values, terms; fought for sums.

The plan is one record, so that agents can keep one and fill it again and again.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from warfront.compiled import kernel
from warfront.spring1942.battle_odds.ending import Terms
from warfront.spring1942.battle_odds.rounds import fight, settle_rounds
from warfront.spring1942.battle_odds.side import (
    ANY,
    AT_SEA,
    BOMBER,
    DAMAGE,
    FIGHTER,
    NO_SUBS,
    ON_LAND,
    SHIPS,
    SUBMARINE,
    TOKENS,
    UNDER_GUNS,
    Side,
    new_side,
)
from warfront.spring1942.battle_odds.sweep import (
    NEGLIGIBLE,
    SUMS,
    Battle,
    new_battle,
)

MOST = 400  # hits that one side can take in all
ATTACKER, DEFENDER = 0, 1

# Axes: b side of the battle (0 attacker, 1 defender), t token.
PLAN = np.dtype(
    [
        ("count", np.int32, (2,)),  # [b] items in all
        ("items", np.int8, (2, MOST)),  # [b, i] tokens in casualty order
        ("value", np.int8, (2, TOKENS)),  # [b, t]
        ("cost", np.int8, (TOKENS,)),
        ("dives", np.int8, (2,)),  # [b] submarines submerge as soon as they may
        ("sea", np.int8),
        ("two_hits", np.int8),  # battleships are damaged first (B5)
        ("aa", np.int8),  # an AA gun fires (AA1)
        ("bombard", np.int8, (7,)),  # [value] ships that bombard at a value (AM2)
        ("may_retreat", np.int8),  # the next four: see Terms
        ("leave_at", np.int16),
        ("rounds", np.int32),
        ("partly", np.int8),
    ],
    align=True,
)
# What a battle comes to: the sums of sweep.py, then these.
ATTACKER_LOSS, DEFENDER_LOSS, RESULTS = SUMS, SUMS + 1, SUMS + 2


@kernel
def count_items(plan: Any, which: int, units: Any) -> None:
    """Fill units [t] with a side's tokens."""
    units[:] = 0
    for at in range(plan.count[which]):
        units[plan.items[which, at]] += 1


@kernel
def hit_kinds(plan: Any, which: int, kinds: Any) -> None:
    """S4, S5: the kinds of hits that can fall on a side and tell its rows apart."""
    mine, theirs = np.zeros(TOKENS, np.int64), np.zeros(TOKENS, np.int64)
    count_items(plan, which, mine)
    count_items(plan, 1 - which, theirs)
    kinds[ANY] = 1
    kinds[SHIPS] = theirs[SUBMARINE] > 0
    kinds[NO_SUBS] = theirs[FIGHTER] + theirs[BOMBER] > 0 and mine[SUBMARINE] > 0


@kernel
def hit_chances(dice: Any) -> Any:
    """Chances of so many hits, float64 [hits], of dice counted by value [7]."""
    chance = np.zeros(dice.sum() + 1)
    chance[0] = 1.0
    for value in range(1, 7):
        for _ in range(dice[value]):
            for hits in range(len(chance) - 1, 0, -1):
                chance[hits] += (chance[hits - 1] - chance[hits]) * value / 6.0
            chance[0] *= 1.0 - value / 6.0
    return chance


@kernel
def side_of(plan: Any, which: int, planes: Any) -> Side:
    """A side of the battle; `planes` [2] may have been shot down by AA fire before it."""
    kinds = np.zeros(3, np.int64)
    hit_kinds(plan, which, kinds)
    items = plan.items[which, : plan.count[which]].astype(np.int64)
    split = AT_SEA if plan.sea else UNDER_GUNS if planes.sum() > 0 else ON_LAND
    support = 1 if which == ATTACKER else 0
    return new_side(items, plan.value[which], support, split, kinds, plan.dives[which] != 0, planes)


@kernel
def likely(chances: Any) -> int:
    """The most of a kind that are worth a look."""
    most = len(chances) - 1
    while chances[most] < NEGLIGIBLE:
        most -= 1
    return most


@kernel
def fight_plan(plan: Any) -> Battle:
    """The battle of a plan, AA fire before it included."""
    fighters, bombers = aa_chances(plan, FIGHTER), aa_chances(plan, BOMBER)
    planes = np.zeros(2, np.int64)
    defender = side_of(plan, DEFENDER, planes)
    planes[0], planes[1] = likely(fighters), likely(bombers)
    attacker = side_of(plan, ATTACKER, planes)
    terms = Terms(int(plan.may_retreat), int(plan.leave_at), int(plan.rounds), int(plan.partly))
    battle = new_battle(attacker, defender, terms)
    fight(battle, fighters, bombers, hit_chances(plan.bombard))
    return battle


@kernel
def fight_on(side: Side, defender: Side, starts: Any, ends: Any, foes: Any, sums: Any) -> None:
    """AM7: those that came by sea fight to the end, in many battles that differ in their start.

    Args:
        side: the attackers that stay.
        defender: its states are those of the battle that the others left.
        starts: float64 [n, d], the chance of each of the defender's states.
        ends: float64 [n, a], filled with the chances of the side's states at the end.
        foes: float64 [d], the defender's, and
        sums: float64 [SUMS], results of all battles, which are added up.
    """
    terms = Terms(0, -1, 0, 0)  # nobody retreats any more
    for i in range(len(starts)):
        battle = new_battle(side, defender, terms)
        battle.start[0] = starts[i]
        settle_rounds(battle)
        ends[i] = battle.attacker_end
        foes += battle.defender_end
        sums += battle.sums


class Ended(NamedTuple):
    """A side after a battle."""

    states: Any  # STATE [n]


class Outcome(NamedTuple):
    """What a battle comes to; the rest of it would be slow to hand to Python."""

    attacker: Ended
    defender: Ended
    attacker_end: NDArray[np.float64]  # [a]
    defender_end: NDArray[np.float64]  # [d]
    sums: NDArray[np.float64]  # [SUMS]


@kernel
def end_plan(plan: Any) -> Outcome:
    """What the battle of a plan comes to."""
    battle = fight_plan(plan)
    mine, theirs = Ended(battle.attacker.states), Ended(battle.defender.states)
    return Outcome(mine, theirs, battle.attacker_end, battle.defender_end, battle.sums)


@kernel
def aa_chances(plan: Any, token: int) -> Any:
    """AA2, AA3: chances that so many aircraft of a kind are shot down, float64 [aircraft + 1]."""
    planes = 0
    for at in range(plan.count[ATTACKER]):
        planes += plan.items[ATTACKER, at] == token
    dice = np.zeros(7, np.int64)
    dice[1] = planes if plan.aa else 0
    return hit_chances(dice)


@kernel
def value_of(plan: Any, which: int) -> float:
    """What a side is worth in IPCs."""
    total = 0.0
    for at in range(plan.count[which]):
        total += plan.cost[plan.items[which, at]]
    return total


@kernel
def value_left(plan: Any, states: Any, ends: Any) -> float:
    """What is left of a side at the end, in IPCs."""
    total = 0.0
    for n in range(len(ends)):
        if ends[n] > 0.0:
            for token in range(DAMAGE):
                total += ends[n] * plan.cost[token] * states[n].left[token]
    return total


@kernel
def weigh_plan(plan: Any, results: Any) -> None:
    """Fill float64 [RESULTS] with what the battle comes to (not for partial retreats)."""
    results[:] = 0.0
    battle = fight_plan(plan)
    for at in range(SUMS):
        results[at] = battle.sums[at]
    left = value_left(plan, battle.attacker.states, battle.attacker_end)
    results[ATTACKER_LOSS] = value_of(plan, ATTACKER) - left
    left = value_left(plan, battle.defender.states, battle.defender_end)
    results[DEFENDER_LOSS] = value_of(plan, DEFENDER) - left
