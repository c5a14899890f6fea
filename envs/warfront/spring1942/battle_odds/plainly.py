"""Battles without submarines: all hits are alike, and both sides lose units down one line."""

from typing import Any

import numpy as np

from warfront.compiled import kernel
from warfront.spring1942.battle_odds.ending import GO_ON, judge
from warfront.spring1942.battle_odds.fire import reckon_fire
from warfront.spring1942.battle_odds.lane import LEAST
from warfront.spring1942.battle_odds.lean import inner
from warfront.spring1942.battle_odds.side import ANY, FIRE_AIR, FIRE_OTHER
from warfront.spring1942.battle_odds.sweep import (
    NEGLIGIBLE,
    Battle,
    add_row,
    borrow_battle,
    settle,
)

PLAIN_FIRE = FIRE_OTHER | FIRE_AIR


@kernel
def add_up(chance: Any, low: int, high: int) -> float:
    """The chance of low to high hits."""
    total = 0.0
    for hits in range(low, high + 1):
        total += chance[hits]
    return total


@inner
def shoot_plainly(
    battle: Battle, given: Any, low: int, high: int, a: int, d: int, p: float
) -> None:
    """Both sides fire; the defender's states stand in a line.

    `given` is float64 [hits], the chance of so many hits of the attacker, of `low` to `high`.
    """
    into, theirs = battle.start, battle.defender.states[d]
    taken = battle.defender.chance[PLAIN_FIRE, d]
    while low < high and p * given[low] < LEAST:
        low += 1
    while low < high and p * given[high] < LEAST:
        high -= 1
    last = into.shape[1] - 1
    end = max(low, min(high + 1, last - d))
    rest = add_up(given, end, high)
    row, top = a, int(theirs.high[PLAIN_FIRE])
    for hits in range(top + 1):
        following = int(battle.attacker.successor[ANY, row])
        share = p * (taken[hits] if following >= 0 else add_up(taken, hits, top))
        if share >= LEAST:
            add_row(into[row], d, given, low, end, share)
            into[row, last] += share * rest
        if following < 0:
            return
        row = following


@inner
def settle_plainly(battle: Battle, a: int, d: int) -> None:
    """All rounds that begin in one pair of states: a round that changes nothing comes back."""
    p = battle.start[a, d]
    mine = battle.attacker.states[a]
    how = judge(mine, battle.defender.states[d], battle.terms, True)
    if how != GO_ON:
        settle(battle, a, d, how, p)
        return
    reckon_fire(battle.attacker, a, PLAIN_FIRE)
    reckon_fire(battle.defender, d, PLAIN_FIRE)
    given = battle.attacker.chance[PLAIN_FIRE, a]
    low, high = int(mine.low[PLAIN_FIRE]), int(mine.high[PLAIN_FIRE])
    stays = given[0] * battle.defender.chance[PLAIN_FIRE, d, 0]
    shoot_plainly(battle, given, low, high, a, d, p / (1.0 - stays))


@kernel
def settle_all_plainly(battle: Battle) -> None:
    """Fight on from all states to the end, in one pass."""
    battle = borrow_battle(battle)
    for a in range(battle.start.shape[0]):
        for d in range(battle.start.shape[1]):
            if battle.start[a, d] >= NEGLIGIBLE:
                settle_plainly(battle, a, d)


@kernel
def begin_plainly(battle: Battle, fought: bool) -> None:
    """Battles that end are settled; all others go on."""
    battle = borrow_battle(battle)
    for a in range(battle.start.shape[0]):
        for d in range(battle.start.shape[1]):
            p = battle.start[a, d]
            if p < NEGLIGIBLE:
                continue
            mine, theirs = battle.attacker.states[a], battle.defender.states[d]
            how = judge(mine, theirs, battle.terms, fought)
            if how != GO_ON:
                settle(battle, a, d, how, p)
            else:
                battle.mid[a, d] += p
            battle.start[a, d] = 0.0


@kernel
def add_bombardment(fire: Any, low: int, high: int, bombard: Any, given: Any) -> None:
    """Fill `given` with the chances of so many hits of a fire, `low` to `high`, and bombardment."""
    given[:] = 0.0
    for hits in range(low, high + 1):
        add_row(given, hits, bombard, 0, len(bombard), fire[hits])


@kernel
def end_plainly(battle: Battle, bombard: Any) -> None:
    """All fire; the victims of a bombardment still fire in this round (AM5)."""
    battle = borrow_battle(battle)
    fire = battle.attacker.chance[PLAIN_FIRE]
    given = np.zeros(fire.shape[1] + len(bombard))
    for a in range(battle.start.shape[0]):
        mine, known = battle.attacker.states[a], False
        for d in range(battle.start.shape[1]):
            p = battle.mid[a, d]
            if p < NEGLIGIBLE:
                continue
            battle.mid[a, d] = 0.0
            reckon_fire(battle.attacker, a, PLAIN_FIRE)
            reckon_fire(battle.defender, d, PLAIN_FIRE)
            low, high = int(mine.low[PLAIN_FIRE]), int(mine.high[PLAIN_FIRE])
            if not known:
                add_bombardment(fire[a], low, high, bombard, given)
                known = True
            shoot_plainly(battle, given, low, high + len(bombard) - 1, a, d, p)
