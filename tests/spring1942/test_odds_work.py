"""How much the odds of large battles at sea add up: what a clock on a busy machine cannot tell."""

from typing import Any

import numpy as np
import pytest

from spring1942.large_battles import draw_battle
from warfront.spring1942.battle_odds import call
from warfront.spring1942.battle_odds.plan import fight_plan

# Of `large_battles.py` with seed 1, the slowest of 300 before rows: battle, thousands of eights.
SLOW = {46: 1738, 124: 5327, 150: 3087, 188: 1874, 220: 1553, 248: 1328}
SLACK = 1.05  # another order of sums may drop a few ways more or less


def count_eights(number: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Eights of slots moved in a battle as `odds` has it fought."""
    rng = np.random.default_rng(1)
    for _ in range(number + 1):
        attacker, defender, words = draw_battle(rng)
    plans: list[Any] = []
    monkeypatch.setattr(call, "tell", lambda plan, stay: plans.append(plan))
    call.odds(attacker, defender, **words)
    return int(fight_plan(plans[0]).lane.work[0])


@pytest.mark.parametrize("number", SLOW)
def test_slow_battles_at_sea_add_up_no_more_than_they_did(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    thousands = count_eights(number, monkeypatch) / 1000
    assert 0 < thousands < SLACK * SLOW[number]
