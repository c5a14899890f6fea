"""Runs: what a folder holds, resume as if never stopped, a league that comes back whole."""

import importlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import warfront
from warfront.game import BadInput
from warfront_agents.checkpoint import digest_weights, read_checkpoint, write_checkpoint
from warfront_training.match import play_match, sides_seating
from warfront_training.presets import MOST_SEED, Preset, load_preset
from warfront_training.report import count_games, write_report
from warfront_training.train import Run, new_run, resume_run

SMALL = [
    "game=skirmish", "theatres=[]", "steps=2000", "threads=1", "games=8", "decisions=32",
    "batch=64", "epochs=2", "updates_per_turn=2", "measure_every=2", "measure_games=10",
    "report_games=12", 'baselines=["random"]', "snapshot_every=1", "trunk=16", "layers=[16]",
    "cross_games=5",
]  # fmt: skip


def small(*changes: str, pool: dict[str, float] | None = None) -> Preset:
    preset = load_preset("quickstart", [*SMALL, *changes])
    return replace(preset, pool=pool or {"random": 1.0, "latest": 2.0, "past": 2.0})


class Killed(Exception):
    """Stands for a killed process."""


@pytest.fixture
def kill_after(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """kill_after(turns): the run dies after that many turns."""

    def arm(turns: int) -> None:
        whole = Run._after_turn

        def after(self: Run, *arguments: Any) -> None:
            whole(self, *arguments)
            if self.turn == turns:
                raise Killed

        monkeypatch.setattr(Run, "_after_turn", after)

    yield arm


def _digests(run: Run) -> dict[str, str]:
    return {name: digest_weights(weights) for name, weights in run.policies.items()}


def _scalars(folder: Path, tag: str) -> list[tuple[int, float]]:
    name = "tensorboard.backend.event_processing.event_accumulator"
    events = importlib.import_module(name).EventAccumulator(str(folder / "tensorboard"))
    events.Reload()
    return [(event.step, event.value) for event in events.Scalars(tag)]


@pytest.mark.parametrize("learner", ["side", "seat"])
def test_a_resumed_run_is_the_straight_run(
    tmp_path: Path, kill_after: Any, learner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trials 26 and 46: weights, learning rates and the step axis are those of one straight run."""
    preset = small(f"learner={learner}", "steps=1000")
    straight = new_run(preset, tmp_path / "straight")
    straight.train(quiet=True)
    broken = new_run(preset, tmp_path / "broken")
    kill_after(1)
    with pytest.raises(Killed):
        broken.train(quiet=True)
    monkeypatch.undo()
    resumed = resume_run(tmp_path / "broken")
    assert resumed.turn == 1
    resumed.train(quiet=True)
    assert _digests(resumed) == _digests(straight)
    assert len(_digests(straight)) == (2 if learner == "side" else 4)
    for tag in (f"{next(iter(straight.seats))}/learning_rate", "measured/axis_vs_random"):
        assert np.allclose(_scalars(resumed.folder, tag), _scalars(straight.folder, tag))
    timeless = [[{k: v for k, v in row.items() if k != "minutes"} for row in run.rows]
                for run in (resumed, straight)]  # fmt: skip
    assert timeless[0] == timeless[1]
    rates = [
        value
        for _, value in _scalars(straight.folder, f"{next(iter(straight.seats))}/learning_rate")
    ]
    assert rates == sorted(rates, reverse=True) and rates[-1] < rates[0]


def test_a_run_folder_is_complete(tmp_path: Path) -> None:
    run = new_run(small(f"seed={MOST_SEED}"), tmp_path / "run")  # any seed trains
    run.train(quiet=True)
    names = {path.name for path in run.folder.iterdir()}
    assert {"preset.toml", "versions.json", "progress.csv", "tensorboard", "checkpoints"} <= names
    assert not list(run.folder.rglob("*.part"))
    assert not [path for path in run.folder.rglob("*") if ":" in path.name]  # trial 46
    kept = json.loads((run.folder / "versions.json").read_text())
    assert kept["game_version"] == run.game.spec.version
    facts, _ = read_checkpoint(run.folder / "checkpoints" / "axis.npz")
    assert facts.plays == ["north", "south"] and facts.steps >= 2_000
    rows = (run.folder / "progress.csv").read_text().splitlines()
    assert rows[0].startswith("turn,steps,minutes,axis_vs_random") and len(rows) == 4
    with pytest.raises(BadInput, match="holds a run already"):
        new_run(small(), run.folder)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("keep")
    with pytest.raises(BadInput, match="not empty"):
        new_run(small(), tmp_path / "mine")
    with pytest.raises(BadInput, match="'nobody' is unknown"):
        new_run(small(pool={"nobody": 1.0}), tmp_path / "other")
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize("trainer", ["sb3", "torch"])
def test_nothing_is_left_in_the_folder_for_temporary_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trainer: str
) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    new_run(small(f"trainer={trainer}", "steps=64"), tmp_path / "run").train(quiet=True)
    assert list((tmp_path / "temporary").iterdir()) == []


def test_training_stops_by_time_and_says_so(tmp_path: Path) -> None:
    run = new_run(small("minutes=0.0001"), tmp_path / "run")
    run.train(quiet=True)
    assert 0 < run.turn < run.turns
    report = write_report(run, "warfront train")
    assert report["stopped_by_time"]


def test_the_report_stands_alone_and_agrees_with_its_json(tmp_path: Path) -> None:
    run = new_run(small(), tmp_path / "run")
    run.train(quiet=True)
    finished: list[int] = []
    report = write_report(run, "warfront train quickstart --set x=<1>", finished.append)
    assert sum(finished) == count_games(run) == 3 * 12 + 5 * 5 * 5  # four snapshots and the newest
    assert json.loads((run.folder / "report.json").read_text()) == json.loads(json.dumps(report))
    page = (run.folder / "report.html").read_text()
    assert page.count("<svg") == 6
    for outside in ("src=", 'href="http', "<script", "url(http", "@import"):
        assert outside not in page
    assert "x=&lt;1&gt;" in page
    assert f"{report['final']['random']['both']['win_rate']:.1%}" in page
    assert len(page) < 400_000
    low, high = report["final"]["random"]["both"]["interval"]
    assert low <= report["final"]["random"]["both"]["win_rate"] <= high
    assert load_preset(report["again"][0].split()[2]) == run.preset


def test_a_league_comes_back_whole(tmp_path: Path) -> None:
    """Trial 25: with 12 opponents, a new process sees the same win matrix."""
    preset = small(
        "steps=1600",
        "games=4",
        "decisions=16",
        "past_snapshots=12",
        pool={"random": 1.0, "past": 12.0},
    )
    run = new_run(preset, tmp_path / "run")
    run.train(quiet=True)
    assert len(run.snapshots) >= 12
    code = f"""
import sys; sys.path.insert(0, {str(Path(__file__).parents[1])!r})
import json, warfront
warfront.register_game("skirmish", "toy:ToyGame")
from pathlib import Path
from test_train import win_matrix
print(json.dumps(win_matrix(Path({str(run.folder)!r}))))
"""
    path = [str(Path(__file__).parent), *sys.path]
    output = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=120,
        env={"PYTHONPATH": ":".join(path), "PATH": "/usr/bin:/bin", "HOME": str(Path.home())},
    ).stdout  # fmt: skip
    assert json.loads(output) == win_matrix(run.folder)


def win_matrix(folder: Path) -> list[list[float]]:
    """Axis wins of the first and last snapshots against 12 Allied ones."""
    game = warfront.make_game("skirmish")
    axis = sorted(folder.glob("checkpoints/axis-*.npz"))
    allies = sorted(folder.glob("checkpoints/allies-*.npz"))[:12]
    seatings = [sides_seating(game, str(a), str(b)) for a in (axis[0], axis[-1]) for b in allies]
    results = play_match("skirmish", {}, seatings, 10, seed=3)
    wins = [float(result.wins(0).mean()) for result in results]
    return [wins[:12], wins[12:]]


def test_a_changed_snapshot_is_refused(tmp_path: Path, kill_after: Any) -> None:
    run = new_run(small(pool={"past": 1.0}), tmp_path / "run")
    kill_after(1)
    with pytest.raises(Killed):
        run.train(quiet=True)
    folder = run.folder / "checkpoints"
    shutil.copy(folder / "axis-00001.npz", folder / "kept.npz")
    facts, weights = read_checkpoint(folder / "allies-00001.npz")
    weights["layers.0.weight"][0, 0] += 1
    write_checkpoint(folder / "allies-00001.npz", facts, weights)
    with pytest.raises(BadInput, match="has changed since it was written"):
        resume_run(run.folder).train(quiet=True)


def test_resuming_what_is_no_run(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="holds no run"):
        resume_run(tmp_path)
    run = new_run(small(), tmp_path / "run")
    assert resume_run(run.folder).turn == 0  # killed before its first save
    kept = json.loads((run.folder / "versions.json").read_text())
    kept["game_version"] = "other"
    (run.folder / "versions.json").write_text(json.dumps(kept))
    with pytest.raises(BadInput, match="train anew"):
        resume_run(run.folder)


@pytest.mark.parametrize(
    "part",
    [
        "preset.toml", "versions.json", "checkpoints", "checkpoints/axis-00001.npz",
        "resume/turn-00001/allies.npz",
    ],
)  # fmt: skip
def test_a_run_that_lacks_a_part_is_refused_by_name(
    tmp_path: Path, kill_after: Any, part: str
) -> None:
    run = new_run(small("snapshot_every=1"), tmp_path / "run")
    kill_after(1)
    with pytest.raises(Killed):
        run.train(quiet=True)
    path = run.folder / part
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    with pytest.raises(BadInput) as caught:
        resume_run(run.folder)
    assert str(caught.value) == f"{path} is missing: put it back, or train anew"


def test_learners_in_processes_learn_the_same(tmp_path: Path) -> None:
    """Two processes and one give the same weights; trial 20: everything crosses a spawn."""
    changes = [
        "game=battlecards", 'theatres=["pacific"]', "steps=600", "games=8", "updates_per_turn=1",
        "measure_games=2", "measure_every=9",
    ]  # fmt: skip
    digests = []
    for threads in (1, 2):
        run = new_run(small(*changes, f"threads={threads}"), tmp_path / str(threads))
        run.train(quiet=True)
        digests.append(_digests(run))
    assert digests[0] == digests[1]


def test_training_beats_random_on_the_small_game(tmp_path: Path) -> None:
    run = new_run(
        small(
            "steps=8000", "games=32", "measure_every=100", "learning_rate=0.01",
            "measure_games=200",
        ),
        tmp_path / "run",
    )  # fmt: skip
    run.train(quiet=True)
    assert run.rows[-1]["two_sided_vs_random"] > run.rows[0]["two_sided_vs_random"] + 0.15
    assert np.isfinite(run.rows[-1]["axis_margin_vs_random"])


def test_a_run_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    run = new_run(small(), tmp_path / "run")
    pointer = run.folder / "resume" / "state.json"
    pointer.parent.mkdir()
    for file, text in ((pointer, "{"), (pointer, "{}"), (run.folder / "versions.json", "")):
        file.write_text(text)
        with pytest.raises(BadInput, match=f"{file.name} cannot be read"):
            resume_run(run.folder)
