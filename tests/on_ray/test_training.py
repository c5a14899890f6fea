"""Training on a cluster: the bar, lost workers, killed drivers, masks, checkpoints."""

import json
import os
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import warfront
from on_ray_cluster import wait_for_turn
from warfront.battlecards.deck_files import CARDS
from warfront.game import BadInput
from warfront_agents.checkpoint import digest_weights, read_checkpoint
from warfront_agents.features import Features
from warfront_agents.learned import LearnedAgent
from warfront_training.cli import main
from warfront_training.league import Snapshot, snapshot_path
from warfront_training.on_ray.address import read_address
from warfront_training.presets import game_options, load_preset
from warfront_training.train import Run, new_run

pytestmark = pytest.mark.ray

BAR = 0.90  # of games won against random over both sides, as for the preset quickstart
SMALL = [
    *("games=32", "decisions=16", "batch=256", "updates_per_turn=1", "snapshot_every=1"),
    *("measure_every=2", "measure_games=10", "report_games=10", "cross_games=0", "runners=2"),
    'baselines=["random"]',
]


def changes(words: list[str]) -> list[str]:
    return [part for word in words for part in ("--set", word)]


def runners() -> Iterator[int]:
    """Processes of env runners that belong to this test session: they know its token."""
    token = os.environ["RAY_AUTH_TOKEN"].encode()
    for entry in Path("/proc").iterdir():
        try:
            if (
                entry.name.isdecimal()
                and b"ray::LeagueRunner" in (entry / "cmdline").read_bytes()
                and token in (entry / "environ").read_bytes()
            ):
                yield int(entry.name)
        except OSError:
            continue  # it has ended meanwhile


def watch_runners(driver: Any, seen: set[int]) -> None:
    """Note all runners there are until the driver has ended."""
    while driver.poll() is None:
        seen.update(runners())
        time.sleep(0.5)


def test_quickstart_passes_its_bar_though_a_worker_dies(
    cluster: Any, start: Any, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    words = ["steps=320000", "minutes=60", "runners=2", 'baselines=["random"]', "measure_every=100"]
    words += ["measure_games=50", "report_games=500", "cross_games=0"]
    driver = start(
        "train", "quickstart", "--on", cluster.flag, "--name", str(folder), *changes(words)
    )
    wait_for_turn(folder, 1, driver)
    first = set(runners())
    seen: set[int] = set()
    watching = threading.Thread(target=watch_runners, args=(driver, seen))
    watching.start()
    os.kill(min(first), signal.SIGKILL)
    _, errors = driver.communicate(timeout=1500)
    watching.join()
    assert driver.returncode == 0, errors
    assert "lost, Ray starts another, training goes on" in errors
    assert len(first) == 2 and len(seen - first) == 1, "one that came back plays to the end"
    report = json.loads((folder / "report.json").read_text())
    assert report["learner_decisions"] == {"axis": 327680, "allies": 327680}
    assert report["final"]["random"]["both"]["win_rate"] >= BAR
    assert "ray" in report["versions"] and (folder / "report.html").is_file()


def test_a_killed_driver_goes_on_with_league_and_counters_whole(
    cluster: Any, start: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Its cards lie beside it, where no node would find them by their path."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(CARDS / "pacific", "cards/pacific")
    cards = Path("cards/pacific/axis.csv")
    cards.write_text(cards.read_text(encoding="utf-8").replace("Tojo", "Togo"), encoding="utf-8")
    folder = tmp_path / "run"
    words = changes([*SMALL, 'theatres=["pacific"]', "decks=cards", "steps=3072"])  # six turns
    driver = start("train", "quickstart", "--on", cluster.flag, "--name", str(folder), *words)
    before = wait_for_turn(folder, 3, driver)
    driver.send_signal(signal.SIGKILL)
    driver.communicate(timeout=30)
    snapshots = {
        path: path.read_bytes() for path in sorted((folder / "checkpoints").glob("*-0000[123].npz"))
    }
    assert len(snapshots) == 6
    capfd.readouterr()
    assert main(["train", "--resume", str(folder)]) == 2
    assert "add --on ray" in capfd.readouterr().err
    assert main(["train", "--resume", str(folder), "--on", cluster.flag, "--json"]) == 0
    state = json.loads((folder / "resume" / "state.json").read_text())
    assert state["turn"] == 6 and [s["turn"] for s in state["snapshots"]] == [1, 2, 3, 4, 5, 6]
    assert state["snapshots"][: before["turn"]] == before["snapshots"]
    assert state["rows"][: len(before["rows"])] == before["rows"]
    assert state["seconds"] > before["seconds"]
    for path, data in snapshots.items():
        assert path.read_bytes() == data, "later weights never overwrite a snapshot"
    for kept in state["snapshots"]:
        for name, digest in kept["digests"].items():
            _, weights = read_checkpoint(snapshot_path(folder, kept["turn"], name))
            assert digest_weights(weights) == digest
    with np.load(folder / "resume" / "turn-00006" / "axis.npz") as arrays:
        assert arrays["counters"].tolist()[0] >= 3072
        assert any(name.startswith("optimizer.") for name in arrays.files)
    report = json.loads((folder / "report.json").read_text())
    assert report["final"]["random"]["both"] and (folder / "report.html").is_file()


def whole_turns(run: Run, learners: Any, turns: int) -> Any:
    """So many turns, each against a snapshot of the one before; gives the last results."""
    run.policies = learners.call("weights", dict.fromkeys(run.seats, ()))
    for turn in range(turns):
        given: Any = (turn, run.policies, run.snapshots, {})
        results = learners.call("take_turn", dict.fromkeys(run.seats, given))
        run.policies = {name: result.weights for name, result in results.items()}
        run._write_newest()
        digests = {
            name: run._write_policy(name, snapshot_path(run.folder, turn, name))
            for name in run.seats
        }
        run.snapshots.append(Snapshot(turn, digests))
    return results


@pytest.mark.parametrize("more", [[], ["game=spring1942", "theatres=[]", "scenario=mini"]])
def test_masks_hold_and_checkpoints_play_as_the_module_does(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: list[str]
) -> None:
    """Trial 23: the engine raises on any illegal action, which would end one of three turns."""
    from warfront_training.on_ray.cluster import connected
    from warfront_training.on_ray.learner import LeagueLearner
    from warfront_training.on_ray.learners import RayLearners

    seen: list[Any] = []
    make = LeagueLearner._make_batch_if_necessary

    def kept(self: Any, training_data: Any) -> Any:
        seen.append(make(self, training_data))
        return seen[-1]

    monkeypatch.setattr(LeagueLearner, "_make_batch_if_necessary", kept)
    kind = ["critic=central", "teacher=staff", "lessons=1024"] if more else ["encoder=entity"]
    preset = load_preset("quickstart", [*SMALL, "trainer=rllib", *kind, *more])
    run = new_run(preset, tmp_path / "run")
    with connected(read_address(cluster.flag)):
        learners = RayLearners(list(run.seats), preset, run.folder, 3 * run.turn_steps)
        results = whole_turns(run, learners, 3)
        packed = learners.call("pack", dict.fromkeys(run.seats, ()))
        module = learners._algorithm.learner_group._learner.module
        check_masks_of(seen, module)
        check_lessons(seen, preset)
        for name, seats in run.seats.items():
            check_same_actions(run, name, seats, module[name])
        check_restored(learners, packed, run)
        check_changed_snapshot(learners, run)
        learners.close()
    assert all(result.figures["entropy"] > 0 for result in results.values())


def test_a_learner_in_a_process_of_its_own_trains(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the cluster has a GPU; here it has none, so it learns on a CPU."""
    import ray
    from ray.exceptions import RayError

    from warfront_training.on_ray import algorithm, learners
    from warfront_training.on_ray.cluster import connected
    from warfront_training.on_ray.learner import Task, new_task

    new_config = algorithm.new_config

    def apart(*given: Any) -> Any:
        return new_config(*given).learners(num_learners=1, num_gpus_per_learner=0)

    monkeypatch.setattr(algorithm, "new_config", apart)
    changes = [*SMALL, "runners=1", "trainer=rllib"]
    preset = load_preset("quickstart", changes)
    run = new_run(preset, tmp_path / "run")
    with connected(read_address(cluster.flag)):
        workers = learners.RayLearners(list(run.seats), preset, run.folder, 3 * run.turn_steps)
        first = workers.call("weights", dict.fromkeys(run.seats, ()))
        results = whole_turns(run, workers, 2)
        assert workers._algorithm.learner_group.is_remote
        check_restored(workers, workers.call("pack", dict.fromkeys(run.seats, ())), run)
        os.kill(workers._of_learner(lambda _: os.getpid()), signal.SIGKILL)
        with pytest.raises(RayError):  # `connected` makes one line of it
            whole_turns(run, workers, 1)
        workers.close()
        task = new_task(preset)
        other = replace(task, version="0-other")
        monkeypatch.setattr(learners, "new_task", lambda _: other)
        monkeypatch.setattr(Task, "game", lambda _: run.game)  # here, not there
        with pytest.raises(BadInput, match=r"the node [0-9.]+ plays version .* 0-other"):
            learners.RayLearners(list(run.seats), preset, run.folder, run.turn_steps)
    assert not ray.is_initialized()
    for name, result in results.items():
        assert result.figures["entropy"] > 0
        assert digest_weights(result.weights) != digest_weights(first[name])


def test_a_runner_that_plays_another_version_ends_the_training(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from warfront_training.on_ray import learners
    from warfront_training.on_ray.cluster import connected
    from warfront_training.on_ray.learner import Task, new_task

    preset = load_preset("quickstart", [*SMALL, "trainer=rllib"])
    run = new_run(preset, tmp_path / "run")
    other = replace(new_task(preset), version="0-other")
    monkeypatch.setattr(learners, "new_task", lambda _: other)
    monkeypatch.setattr(Task, "game", lambda _: run.game)  # here, not there
    with connected(read_address(cluster.flag)):
        workers = learners.RayLearners(list(run.seats), preset, run.folder, run.turn_steps)
        with pytest.raises(BadInput, match=r"the node [0-9.]+ plays version .* 0-other"):
            whole_turns(run, workers, 1)
        workers.close()


def check_lessons(seen: list[Any], preset: Any) -> None:
    """Two turns of 512 decisions are lessons of 1,024, the third is none."""
    for turn, batch in enumerate(seen):
        for part in batch.policy_batches.values():
            assert ("lesson" in part) == (turn * 512 < preset.lessons)


def check_masks_of(seen: list[Any], module: Any) -> None:
    assert len(seen) == 3
    for batch in seen:
        for name, part in batch.policy_batches.items():
            mask, actions = part["action_mask"], part["actions"]
            assert mask.gather(1, actions[:, None]).all(), "only legal actions were taken"
            logits = module[name].forward_train(part)["action_dist_inputs"]
            chances = torch.softmax(logits, dim=1)
            assert (chances[~mask] == 0).all() and torch.isfinite(chances).all()
            assert (mask.sum(dim=1) > 1).any()


def check_same_actions(run: Run, name: str, seats: list[str], module: Any) -> None:
    """The checkpoint as a local agent against the RLModule, on 1,000 states."""
    options = game_options(run.preset)
    batch = warfront.make_batch(run.preset.game, n=64, seed=5, **options)
    batch.reset()
    rng = np.random.default_rng(1)
    agent = LearnedAgent.load(run.folder / "checkpoints" / f"{name}.npz", run.game)
    features, mine = Features(run.game), [run.game.spec.seats.index(seat) for seat in seats]
    compared = 0
    while compared < 1000:
        rows = np.flatnonzero(np.isin(batch.seats, mine))
        if len(rows):
            observations, masks, asked = (
                batch.observations[rows],
                batch.masks[rows],
                batch.seats[rows],
            )
            given = {
                "obs": torch.from_numpy(features(observations, asked)),
                "action_mask": torch.from_numpy(masks.astype(bool)),
            }
            wanted = module.forward_inference(given)["action_dist_inputs"].argmax(dim=1).numpy()
            assert (agent.act_batch(observations, masks, asked) == wanted).all()
            compared += len(rows)
        weights = rng.random(batch.masks.shape) * batch.masks
        batch.step(weights.argmax(axis=1).astype(np.int32))


def check_restored(learners: Any, packed: dict[str, bytes], run: Run) -> None:
    """What is packed goes back to where it was, whatever was learned meanwhile."""
    wanted = learners.call("weights", dict.fromkeys(run.seats, ()))
    given: Any = (3, run.policies, run.snapshots, {})
    learners.call("take_turn", dict.fromkeys(run.seats, given))
    other = learners.call("weights", dict.fromkeys(run.seats, ()))
    learners.call("unpack", {name: (data, name) for name, data in packed.items()})
    again = learners.call("weights", dict.fromkeys(run.seats, ()))
    for name in run.seats:
        digests = [digest_weights(found[name]) for found in (wanted, other, again)]
        assert digests[0] == digests[2] != digests[1]
    assert learners.call("pack", dict.fromkeys(run.seats, ())) == packed
    with pytest.raises(BadInput, match="was saved for learner allies"):
        learners.call("unpack", {"axis": (packed["allies"], "file")})


def check_changed_snapshot(learners: Any, run: Run) -> None:
    path = snapshot_path(run.folder, 2, "axis")
    path.write_bytes(snapshot_path(run.folder, 1, "axis").read_bytes())
    learners._past.clear()
    given: Any = (4, run.policies, run.snapshots, {})
    with pytest.raises(BadInput, match="has changed since it was written"):
        learners.call("take_turn", dict.fromkeys(run.seats, given))
