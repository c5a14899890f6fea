"""A run killed at any moment and resumed ends as an unbroken one: weights, metrics, log."""

import importlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from warfront.game import BadInput
from warfront_agents.checkpoint import read_checkpoint
from warfront_training.presets import Preset, load_preset
from warfront_training.torch_ppo.learner import TorchLearner
from warfront_training.train import Run, new_run, resume_run

TINY = [
    "game=skirmish", "theatres=[]", "steps=96", "threads=1", "games=4", "decisions=8", "batch=16",
    "epochs=2", "updates_per_turn=1", "measure_every=2", "measure_games=3", "snapshot_every=1",
    'baselines=["random"]', "trunk=8", "layers=[8]", "trainer=torch", "recurrent=true",
    "critic=central", "teacher=toy:HighestAgent", "lessons=48",
]  # fmt: skip
POINTS = 10


class Killed(BaseException):
    """Stands for a killed process; nobody may catch it."""


def tiny() -> Preset:
    pool = {"random": 1.0, "latest": 1.0, "past": 2.0}
    return replace(load_preset("quickstart", TINY), pool=pool)


def at_moments(patch: pytest.MonkeyPatch, reached: Callable[[int, int], None]) -> None:
    """Call `reached(file or -1, moment)` at each moment of a run that may be its last.

    Moments are: a file is half written, it is written and not in its place, it is in its place, a
    learner has collected and not learned, it has learned.
    """
    count = iter(range(10_000))
    sync, move, update = os.fsync, Path.replace, TorchLearner._update

    def halfway(file: int) -> None:
        size = os.fstat(file).st_size
        reached(file, next(count))
        assert os.fstat(file).st_size == size
        sync(file)

    def moved(self: Path, target: Any) -> Path:
        reached(-1, next(count))
        there = move(self, target)
        reached(-1, next(count))
        return there

    def learned(self: TorchLearner, left: float) -> None:
        update(self, left)
        reached(-1, next(count))

    patch.setattr(os, "fsync", halfway)
    patch.setattr(Path, "replace", moved)
    patch.setattr(TorchLearner, "_update", learned)


def outcome(run: Run) -> dict[str, Any]:
    """All that must be equal: weights, optimizers, games, metrics, the log."""
    found: dict[str, Any] = {}
    for name in run.seats:
        with np.load(run.state_folder / f"{name}.npz") as arrays:
            found |= {f"{name}.{key}": arrays[key].tobytes() for key in arrays.files}
        _, weights = read_checkpoint(run.folder / "checkpoints" / f"{name}.npz")
        found |= {f"{name}.{key}": array.tobytes() for key, array in weights.items()}
    found["rows"] = [{k: v for k, v in row.items() if k != "minutes"} for row in run.rows]
    found["snapshots"] = run.snapshots
    module = "tensorboard.backend.event_processing.event_accumulator"
    events = importlib.import_module(module).EventAccumulator(str(run.folder / "tensorboard"))
    events.Reload()
    for tag in events.Tags()["scalars"]:
        found[tag] = [(event.step, event.value) for event in events.Scalars(tag)]
    return found


@pytest.fixture(scope="module")
def straight(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], int]:
    """What an unbroken run ends as, and how many moments it has."""
    run = new_run(tiny(), tmp_path_factory.mktemp("straight") / "run")
    moments = [0]
    with pytest.MonkeyPatch.context() as patch:
        at_moments(patch, lambda _, moment: moments.append(moment))
        run.train(quiet=True)
    return outcome(run), moments[-1] + 1


@pytest.mark.parametrize("point", range(POINTS))
def test_a_killed_run_ends_as_an_unbroken_one(
    tmp_path: Path, straight: tuple[dict[str, Any], int], point: int
) -> None:
    """Trial 26, at ten moments spread over the run, inside the writing of files among them."""
    wanted, moments = straight
    last = moments * (2 * point + 1) // (2 * POINTS)

    def reached(file: int, moment: int) -> None:
        if moment == last:
            if file >= 0:
                os.ftruncate(file, os.fstat(file).st_size // 2)
            raise Killed

    run = new_run(tiny(), tmp_path / "run")
    with pytest.MonkeyPatch.context() as patch:
        at_moments(patch, reached)
        with pytest.raises(Killed):
            run.train(quiet=True)
    resumed = resume_run(run.folder)
    assert resumed.turn < resumed.turns or last > 0.8 * moments
    resumed.train(quiet=True)
    found = outcome(resumed)
    assert found.keys() == wanted.keys()
    assert [key for key in wanted if found[key] != wanted[key]] == []


CODE = """
import os, signal, sys
sys.path[:0] = {path!r}
import pytest, warfront
warfront.register_game("skirmish", "toy:ToyGame")
from pathlib import Path
from test_resume import at_moments, tiny
from warfront_training.train import new_run

def reached(file, moment):
    if moment == {last}:
        os.kill(os.getpid(), signal.SIGKILL)

at_moments(pytest.MonkeyPatch(), reached)
new_run(tiny(), Path({folder!r})).train(quiet=True)
"""


def test_a_run_that_got_sigkill_ends_as_an_unbroken_one(
    tmp_path: Path, straight: tuple[dict[str, Any], int]
) -> None:
    wanted, moments = straight
    folder = tmp_path / "run"
    path = [str(Path(__file__).parent), *sys.path]
    code = CODE.format(path=path, last=moments * 2 // 3, folder=str(folder))
    died = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=240)
    assert died.returncode == -signal.SIGKILL, died.stderr.decode()
    resumed = resume_run(folder)
    assert 0 < resumed.turn < resumed.turns
    resumed.train(quiet=True)
    found = outcome(resumed)
    assert [key for key in wanted if found.get(key) != wanted[key]] == []


def test_a_new_run_is_there_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed while the folder is made: the same command makes it again."""

    def die(self: Path, target: Any) -> Path:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", die)
        with pytest.raises(Killed):
            new_run(tiny(), tmp_path / "run")
    assert not (tmp_path / "run").exists()
    assert new_run(tiny(), tmp_path / "run").folder.is_dir()
    assert not (tmp_path / "run.part").exists()


def test_the_state_of_another_learner_or_game_is_refused(tmp_path: Path) -> None:
    """One line: what it was saved for, what this run has, what would be right."""
    run = new_run(tiny(), tmp_path / "run")
    run.train(quiet=True)
    state = run.state_folder
    kept = (state / "axis.npz").read_bytes()
    (state / "axis.npz").write_bytes((state / "allies.npz").read_bytes())
    words = r"axis.npz was saved for learner allies, this run has axis: put back"
    with pytest.raises(BadInput, match=words):
        resume_run(run.folder).train(quiet=True)
    for damage in (kept[: len(kept) // 2], b"", b"no zip"):
        (state / "axis.npz").write_bytes(damage)
        with pytest.raises(BadInput, match=r"axis.npz is damaged .*: put it back, or train anew"):
            resume_run(run.folder).train(quiet=True)
    (state / "axis.npz").write_bytes(kept)
    (state / "axis.pt").write_bytes(b"")
    with pytest.raises(BadInput, match=r"axis.pt was saved by an older version.*train anew"):
        resume_run(run.folder)
