"""The battle itself: chances flow from the whole armies to the ends, losses only growing.

A state of the battle is a state of either side at the start of a round. Since losses never shrink,
one pass over the states in their order settles all rounds at once: the chance of a round without
losses is taken out by the sum of its geometric series. Only a retreat after a stated number of
rounds needs a pass a round. Surprise strikes split a round in two; `mid` holds the states between.
"""

from typing import Any

import numpy as np

from warfront.compiled import kernel
from warfront.spring1942.battle_odds.ending import GO_ON, LEAVE
from warfront.spring1942.battle_odds.pair import ALL, BEGIN, END, sail, settle_pair, verdict
from warfront.spring1942.battle_odds.plainly import begin_plainly, end_plainly, settle_all_plainly
from warfront.spring1942.battle_odds.sweep import NEGLIGIBLE, Battle, borrow_battle, open_row


@kernel
def settle_rounds(battle: Battle) -> None:
    """Fight on from all states to the end, in one pass."""
    if battle.plain:
        settle_all_plainly(battle)
    else:
        sail(battle, ALL, True)


@kernel
def begin_round(battle: Battle, fought: bool) -> None:
    """Battles that end are settled; all others go to `mid` through the surprise strikes."""
    if battle.plain:
        begin_plainly(battle, fought)
    else:
        sail(battle, BEGIN, fought)


@kernel
def end_round(battle: Battle, bombard: Any) -> None:
    """All states of `mid` fire and come to the start of the next round.

    `bombard` is float64 [hits], the chance of so many hits of a bombardment, [1.0] without one.
    """
    if battle.plain:
        end_plainly(battle, bombard)
    else:
        sail(battle, END, True)


@kernel
def break_off(battle: Battle) -> None:
    """R1: the attacker retreats from whatever goes on."""
    battle = borrow_battle(battle)
    for r in range(battle.start.shape[0]):
        if not battle.come[r]:
            continue
        for c in range(battle.start.shape[1]):
            if battle.start[r, c] >= NEGLIGIBLE:
                how = verdict(battle, r, c, True)
                settle_pair(battle, r, c, LEAVE if how == GO_ON else how, battle.start[r, c])


@kernel
def fight(battle: Battle, fighters: Any, bombers: Any, bombard: Any) -> None:
    """The whole battle from the whole armies; chances of aircraft that AA fire shoots down."""
    first = battle.attacker.first
    for i in range(first.shape[0]):
        for j in range(first.shape[1]):
            open_row(battle, first[i, j])
            battle.start[first[i, j], 0] = fighters[i] * bombers[j]
    begin_round(battle, False)
    end_round(battle, bombard)
    if battle.terms.rounds == 0:
        settle_rounds(battle)
        return
    for _ in range(battle.terms.rounds - 1):
        begin_round(battle, True)
        end_round(battle, np.ones(1))
    break_off(battle)
