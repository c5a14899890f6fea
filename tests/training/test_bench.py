"""The benchmark's verdicts; what it measures is measured by hand (`warfront bench`)."""

import json
from typing import Any

import pytest

from warfront.game import BadInput
from warfront_training import bench, bench_parts
from warfront_training.bench_bars import BARS, MEANING
from warfront_training.cli import main

GOOD: dict[str, dict[str, float]] = {
    "connect_four_raw": {"steps": 10.0},
    "aec_raw": {"steps": 40.0},
    "connect_four_env": {"steps": 5.0},
    "aec_env": {"steps": 20.0},
    "batch": {
        "decisions_1": 1e6,
        "games_1": 300.0,
        "decisions_2": 2e6,
        "games_2": 600.0,
    },
    "copy": {"nanoseconds": 100.0},
    "staff": {"games": 2000.0},
    "start": {"seconds": 1.0},
    "train": {"decisions": 8000.0, "environment": 0.03},
    "train_sb3": {"decisions": 7000.0, "environment": 0.03},
    "train_connect_four": {"decisions": 1000.0},
}


def fake(monkeypatch: pytest.MonkeyPatch, **changed: dict[str, float]) -> None:
    parts = {**GOOD, **changed}
    monkeypatch.setattr(bench, "_measure", lambda part, *_: parts[part])


def test_every_figure_has_a_meaning_and_every_bar_a_figure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fake(monkeypatch)
    told: set[str] = set()
    for game, bars in BARS.items():
        result = bench.run(options={"name": game}, repetitions=2, cold=True, quiet=True)
        told |= set(result["figures"])
        assert {bar["figure"] for bar in result["bars"]} == {bar.figure for bar in bars}
        assert all(("floor" in bar) != ("ceiling" in bar) for bar in result["bars"])
        assert result["falls_short"] == [] and result["game"] == game
        assert result["figures"]["aec_raw_ratio"]["median"] == 4.0
        assert "every bar is reached" in bench.words(result)
    assert told == set(MEANING)


def test_each_game_is_held_against_its_own_bars(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = {"decisions_1": 2e5, "games_1": 40.0, "decisions_2": 3e5, "games_2": 50.0}
    fake(monkeypatch, batch=slow, staff={"games": 3.9})
    spring = bench.run(options={"name": "spring1942"}, repetitions=1, quiet=True)
    assert spring["falls_short"] == ["staff_games"]
    cards = bench.run(repetitions=1, quiet=True)
    assert "batch_decisions_2" in cards["falls_short"] and "staff_games" in cards["falls_short"]


def test_missed_bars_are_named_and_the_status_is_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fake(
        monkeypatch,
        aec_raw={"steps": 20.0},
        train={"decisions": 8000.0, "environment": 0.2},
    )
    assert main(["bench", "--json", "--repetitions", "1"]) == 1
    result: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert result["falls_short"] == ["aec_raw_ratio", "train_environment"]
    assert "MISSED" in bench.words(result)


def test_a_bar_is_held_against_the_median() -> None:
    result = bench.judge({"start_seconds": [1.0, 2.0, 9.0]}, "battlecards")
    assert result["falls_short"] == []
    assert result["figures"]["start_seconds"] == {"min": 1.0, "median": 2.0, "max": 9.0}


def test_refuses_no_repetitions() -> None:
    with pytest.raises(BadInput, match="--repetitions 0"):
        bench.run(repetitions=0, quiet=True)


def test_bad_options_are_refused_before_anything_is_measured(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bench", "--theatres", "mars"]) == 2
    assert "mars" in capsys.readouterr().err


def test_a_part_runs_in_a_process_of_its_own() -> None:
    options = {"name": "battlecards", "theatres": ["russia"]}
    assert 0 < bench._measure("start", options, 0)["seconds"] < 120


def test_the_staff_plays_whole_games_in_a_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_parts, "SECONDS", 0.2)
    monkeypatch.setattr(bench_parts, "STAFF_WARM_UP", 150)
    monkeypatch.setitem(bench_parts.GAMES, "battlecards", 32)
    options = {"name": "battlecards", "theatres": ["pacific"]}
    assert bench_parts.staff(0, options)["games"] > 0
