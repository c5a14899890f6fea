"""`warfront best-response`: learners meet nobody but the agent, and the bound is what they gain."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from warfront_training.best_response import at_least, figures_of, respond, response_preset
from warfront_training.cli import main
from warfront_training.match import play_match, sides_seating

SMALL = (
    "game=skirmish", "theatres=[]", "threads=1", "games=8", "decisions=32", "batch=64", "epochs=1",
    "updates_per_turn=1", "measure_games=6", "trunk=16", "layers=[16]",
)  # fmt: skip


def test_the_bound_is_what_the_learners_gain_on_the_agents_own_games(tmp_path: Path) -> None:
    preset = response_preset("toy:LowestAgent", "battlecards", 600, 5.0, 3, SMALL)
    assert preset.pool == {"toy:LowestAgent": 1.0} and preset.baselines == ["toy:LowestAgent"]
    response = respond(preset, tmp_path / "run", games=20, quiet=True)
    found = figures_of(response)
    game, ours, agent = response.run.game, str(tmp_path / "run"), "toy:LowestAgent"
    seatings = [
        sides_seating(game, *pair) for pair in ((ours, agent), (agent, ours), (agent, agent))
    ]
    played = play_match("skirmish", {}, seatings, 20, seed=3 + 1_000_003)
    draws = [games.wins(-1) / 2 for games in played]
    gains = [
        played[side].wins(side) + draws[side] - played[2].wins(side) - draws[2] for side in (0, 1)
    ]
    for side, gain in zip(("axis", "allies"), gains, strict=True):
        row = found["sides"][side]
        assert row["gain"] == pytest.approx(gain.mean())
        assert row["score"] - row["agent_itself"] == pytest.approx(gain.mean())
    assert found["gain"] == pytest.approx(np.mean(gains))
    assert found["at_least"] == max(0.0, at_least(gains)) <= max(0.0, found["gain"])
    assert set(found["learner_decisions"]) == {"axis", "allies"}


@pytest.mark.parametrize("games", [2, 20, 200])
def test_the_bound_is_seldom_too_high(games: int) -> None:
    """Nothing is gained in truth: little nearly always, and all is lost one time in fifty."""
    rng = np.random.default_rng(games)
    wrong = 0
    for _ in range(1_000):
        both = np.where(rng.random(games) < 1 / 51, -1.0, 0.02)
        wrong += at_least([both, both]) > 0
    assert wrong <= 71  # 5% and three standard errors


def test_the_bound_is_near_what_many_games_tell() -> None:
    """A normal interval's end is 0.463 and 0.488; the price of certainty is small."""
    for games, least in ((500, 0.43), (5_000, 0.475)):
        won = np.tile([1.0, 0.0, 1.0, 0.0, 0.5], games // 5)
        np.random.default_rng(1).shuffle(won)
        assert least < at_least([won, won]) < 0.5
    assert at_least([np.ones(2), np.ones(2)]) < 0.1
    assert at_least([np.zeros(900), np.zeros(900)]) <= 0
    assert at_least([np.zeros(0), np.zeros(0)]) == -1


def test_a_run_and_its_page_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "run"
    changes = [word for change in SMALL[1:] for word in ("--set", change)]
    arguments = ["best-response", "random", "--steps", "300", "--games", "4", "--json"]
    status = main([*arguments, "--set", "game=skirmish", *changes, "--name", str(folder)])
    report = json.loads(capsys.readouterr().out)
    assert status == 0 and report["agent"] == "random" and report["games"] == 4
    assert json.loads((folder / "report.json").read_text())["gain"] == report["gain"]
    page = (folder / "report.html").read_text()
    assert page.count("<svg") == 1 and "Best response to random" in page


@pytest.mark.parametrize(
    ("arguments", "remedy"),
    [
        ("nobody", "use random"),
        ("random --steps 0", "--steps 1 or more"),
        ("random --games 1", "--games 2 or more"),
        ("random --minutes 0", "above 0"),
        ("random --game chess", "use battlecards or spring1942"),
        ("random --set speed=9", "unknown"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(
    refuses: Callable[[str, str, str], None], arguments: str, remedy: str
) -> None:
    refuses("best-response", arguments, remedy)
