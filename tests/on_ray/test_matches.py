"""Matches as tasks of a cluster: the local tables, whatever dies."""

import json
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from warfront_training.cli import main

pytestmark = pytest.mark.ray

AGENTS = ("random", "greedy", "staff")
FILES = ("report.json", "report.html", "ratings.csv", "pairings.csv")


def tournament(folder: Path, games: int, *words: str) -> list[str]:
    return ["tournament", *AGENTS, "--games", str(games), "--name", str(folder), *words]


def wait_for_lines(file: Path, lines: int, seconds: float = 600) -> None:
    """Wait until so many matches are on record."""
    end = time.monotonic() + seconds
    while not file.exists() or len(file.read_text().splitlines()) < lines:
        assert time.monotonic() < end, f"{file} has not {lines} lines after {seconds:.0f} s"
        time.sleep(0.05)


def test_a_tournament_killed_and_resumed_on_a_cluster_has_the_local_table(
    cluster: Any, start: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(tournament(tmp_path / "here", 200, "--json")) == 0
    there = tmp_path / "there"
    driver = start(*tournament(there, 200, "--on", cluster.flag))
    matches = there / "matches.jsonl"
    wait_for_lines(matches, 2)
    driver.send_signal(signal.SIGKILL)
    driver.wait(timeout=30)
    before = matches.read_text().splitlines()
    assert 2 <= len(before) < 18
    capfd.readouterr()
    assert main(["tournament", "--resume", str(there), "--on", cluster.flag, "--json"]) == 0
    output = capfd.readouterr()
    assert len(output.out.splitlines()) == 1 and json.loads(output.out)["table"]
    assert not output.err, "a quiet end"
    after = matches.read_text().splitlines()
    assert after[: len(before)] == before and len(after) == 18  # no match was played twice
    for name in FILES:
        assert (there / name).read_bytes() == (tmp_path / "here" / name).read_bytes(), name


def test_a_study_of_balance_on_a_cluster_has_the_local_figures(
    cluster: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    words = "--games 60 --first-seat --cards Hitler,Rommel --json".split()
    figures = []
    for folder, more in (("here", []), ("there", ["--on", cluster.flag])):
        main(["balance", *words, "--name", str(tmp_path / folder), *more])
        report = json.loads(capfd.readouterr().out)
        del report["command"], report["report"]
        for row in report["sets"]:
            del row["games_per_second"]  # a time
        figures.append(report)
    assert figures[0] == figures[1] and len(figures[0]["cards"]) == 2
