"""Battles without submarines: all hits are alike, and both sides lose units down one line."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.battle_odds.ending import GO_ON, judge
from warfront.spring1942.battle_odds.fire import reckon_fire
from warfront.spring1942.battle_odds.lean import inner
from warfront.spring1942.battle_odds.side import ANY, FIRE_AIR, FIRE_OTHER
from warfront.spring1942.battle_odds.sweep import LEAST, Battle, add_row, settle

PLAIN_FIRE = FIRE_OTHER | FIRE_AIR


@kernel
def add_up(chance: Any, low: int, high: int) -> float:
    """The chance of low to high hits."""
    total = 0.0
    for hits in range(low, high + 1):
        total += chance[hits]
    return total


@inner
def shoot_plainly(battle: Battle, into: Any, a: int, d: int, p: float) -> None:
    """`aim_shots` and `spread` without submarines: the defender's states stand in a line."""
    mine, theirs = battle.attacker.states[a], battle.defender.states[d]
    given, taken = battle.attacker.chance[PLAIN_FIRE, a], battle.defender.chance[PLAIN_FIRE, d]
    low, high = int(mine.low[PLAIN_FIRE]), int(mine.high[PLAIN_FIRE])
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
    """`settle_state` without submarines."""
    p = battle.start[a, d]
    how = judge(battle.attacker.states[a], battle.defender.states[d], battle.terms, True)
    if how != GO_ON:
        settle(battle, a, d, how, p)
        return
    reckon_fire(battle.attacker, a, PLAIN_FIRE)
    reckon_fire(battle.defender, d, PLAIN_FIRE)
    stays = battle.attacker.chance[PLAIN_FIRE, a, 0] * battle.defender.chance[PLAIN_FIRE, d, 0]
    shoot_plainly(battle, battle.start, a, d, p / (1.0 - stays))
