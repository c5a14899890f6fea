"""Who rolled which dice at what number, as tables and replays tell it, is what the rules rolled."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

import warfront
from play import pick
from warfront.spring1942.volleys import dice_lines
from warfront_training.web.happenings import dice_of

Die = tuple[str, int, int]  # who rolled it ("": not told), at what number, what fell
SETTINGS: tuple[tuple[dict[str, Any], int], ...] = (({"scenario": "mini"}, 45), ({}, 25))
SCRIPTED = 60  # dice that a position holds at most


def rolled(settings: dict[str, Any], most: int) -> list[dict[str, Any]]:
    """Decisions of random play at which dice fell, and what is told of them."""
    game: Any = warfront.make_game("spring1942", **settings)
    rng = np.random.default_rng(2)
    rows: list[dict[str, Any]] = []
    for seed in range(20):
        state = game.new(seed)
        while not game.done(state) and len(rows) < most:
            before, action = game.copy(state), pick(game.legal_mask(state), rng)
            game.step(state, action)
            dice = dice_of(game, before, state)
            if 0 < len(dice) <= SCRIPTED:
                told = dice_lines(game, before, action, state, dice)
                asked = {**game.describe(before), "dice": dice}
                rows.append({"settings": settings, "before": asked, "action": action, "told": told})
    return rows


def told_dice(lines: list[str]) -> list[Die]:
    """Each die of some lines."""
    found: list[Die] = []
    for line in lines:
        said = re.fullmatch(r"dice(?: in \S+?)?(?:, (.+) at (\d+))?: ([\d ]+)", line)
        assert said is not None, line
        found += [(said[1] or "", int(said[2] or 0), int(die)) for die in said[3].split()]
    return found


def test_volleys_are_those_that_the_rules_rolled() -> None:
    """B1 to B3, AA1 to AA3, AM2: against `count_hits` as it is called in plain Python."""
    rows = [row for settings, most in SETTINGS for row in rolled(settings, most)]
    plain = subprocess.run(
        [sys.executable, str(Path(__file__).parent / "plain_fire.py")],
        input=json.dumps(rows), text=True, capture_output=True, timeout=600,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    assert plain.returncode == 0, plain.stderr
    sure = 0
    for row, volleys in zip(rows, json.loads(plain.stdout), strict=True):
        fell = [(who, need, die) for who, need, dice in volleys for die in dice]
        told = told_dice(row["told"])
        assert [die for *_, die in told] == [die for *_, die in fell], row
        for said, real in zip(told, fell, strict=True):
            assert said[0] == "" or said == real, (row["told"], volleys)
            sure += said[0] != ""
    assert len(rows) == sum(most for _, most in SETTINGS) and sure > 60
