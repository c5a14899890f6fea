"""Matches as tasks of a cluster: the local tables, whatever dies."""

import json
import os
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from on_ray_cluster import wait_for_lines
from warfront.game import BadInput
from warfront_training import trial
from warfront_training.cli import main
from warfront_training.on_ray.address import read_address
from warfront_training.on_ray.luggage import pack
from warfront_training.tournament import new_plan, play, schedule

pytestmark = pytest.mark.ray

AGENTS = ("random", "greedy", "staff")
FILES = ("report.json", "report.html", "ratings.csv", "pairings.csv")


def tournament(folder: Path, games: int, *words: str) -> list[str]:
    return ["tournament", *AGENTS, "--games", str(games), "--name", str(folder), *words]


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


def test_a_ray_of_one_s_own_and_this_node_s_cluster_have_the_local_table(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAY_ADDRESS", cluster.flag.removeprefix("ray:"))  # what `auto` finds
    for where in ("", "ray:auto", "ray"):
        words = ["--on", where] if where else []
        folder = tmp_path / (where.replace(":", "-") or "here")
        assert main([*tournament(folder, 20, *words), "--json"]) == 0
        for name in FILES:
            assert (folder / name).read_bytes() == (tmp_path / "here" / name).read_bytes(), name


def test_a_match_whose_process_dies_is_played_again(cluster: Any, tmp_path: Path) -> None:
    from warfront_training.on_ray.cluster import connected
    from warfront_training.on_ray.matches import Packed, play_packed, played_on_ray
    from warfront_training.on_ray.tasks import spread

    plan = new_plan("battlecards", {}, ["random", "greedy"], 20, 3)
    todo = schedule(plan)[:2]

    def dies_once(packed: Packed, match: Any) -> Any:
        marker = tmp_path / f"{match.axis}-{match.allies}"
        if not marker.exists():
            marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return play_packed(packed, match)

    with connected(read_address(cluster.flag)):
        rows = list(spread(dies_once, Packed(plan, pack(plan.agents, plan.options)), todo))
        other = replace(plan, game_version="0-other")
        with pytest.raises(BadInput, match=r"the node [0-9.]+ plays version .* 0-other"):
            list(played_on_ray(other, todo))
    assert len(list(tmp_path.iterdir())) == 2
    wanted = [play(plan, match) for match in todo]
    assert sorted(map(json.dumps, rows)) == sorted(map(json.dumps, wanted))


def counted(play: Callable[..., Any], found: list[int]) -> Callable[..., Any]:
    """The same function, its calls counted."""

    def call(*given: Any, **named: Any) -> Any:
        found.append(1)
        return play(*given, **named)

    return call


def test_a_study_of_balance_killed_and_resumed_on_a_cluster_has_the_local_figures(
    cluster: Any, start: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    from warfront_training.on_ray.measurements import Measurer

    words = "--games 60 --first-seat --cards Hitler,Rommel --seed 0".split()
    there, here = tmp_path / "there", tmp_path / "here"
    driver = start("balance", *words, "--name", str(there), "--on", cluster.flag)
    end = time.monotonic() + 600
    while not list((there / "played").glob("*.npz")):
        assert driver.poll() is None and time.monotonic() < end
        time.sleep(0.02)
    driver.send_signal(signal.SIGKILL)
    driver.wait(timeout=30)
    before = len(list((there / "played").glob("*.npz")))
    local: list[int] = []
    remote: list[int] = []
    monkeypatch.setattr(trial, "play_measurement", counted(trial.play_measurement, local))
    monkeypatch.setattr(Measurer, "play", counted(Measurer.play, remote))
    figures = []
    for more in ([*words, "--name", str(here)], ["--resume", str(there), "--on", cluster.flag]):
        capfd.readouterr()
        main(["balance", *more, "--json"])
        report = json.loads(capfd.readouterr().out)
        del report["command"], report["report"]
        for row in report["sets"]:
            del row["games_per_second"]  # a time
        figures.append(report)
    assert figures[0] == figures[1] and len(figures[0]["cards"]) == 2
    assert 1 <= before < len(local) and len(remote) == len(local) - before
