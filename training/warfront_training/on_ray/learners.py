"""The learners of a run on a cluster, under the same face as those in processes here."""

import dataclasses
import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import ray
from numpy.typing import NDArray

from warfront.game import BadInput
from warfront_agents.checkpoint import Weights
from warfront_training.kept import kept_of, pack_arrays, unpack_arrays
from warfront_training.league import Record, Snapshot, read_snapshot
from warfront_training.learner import TurnResult
from warfront_training.on_ray.algorithm import Update, new_algorithm
from warfront_training.on_ray.cluster import is_head_there, processors
from warfront_training.on_ray.learner import LeagueLearner, new_task
from warfront_training.on_ray.runner import Orders, sum_met
from warfront_training.presets import Preset
from warfront_training.torch_ppo.learner import teacher_share


class RayLearners:
    """All learners of a run, see `workers.Workers`; arguments as for `start_workers`.

    Attributes:
        updates: What each update of the last turn was made of.
    """

    def __init__(self, names: list[str], preset: Preset, folder: Path, total: int) -> None:
        """Start the runners."""
        self._names, self._preset, self._folder = names, preset, folder
        task = new_task(preset)
        self._game = task.game()
        self._algorithm = new_algorithm(task, total, runners_of(preset), gpus_of(preset))
        self._past: dict[int, dict[str, Any]] = {}
        self.updates: list[Update] = []

    def call(self, method: str, arguments: dict[str, tuple[Any, ...]]) -> dict[str, Any]:
        """Call a method of all learners.

        Raises:
            BadInput: As they raise.
            ConnectionError: No runner is left.
        """
        if method == "take_turn":
            records = {name: given[3] for name, given in arguments.items()}
            turn, latest, snapshots, _ = next(iter(arguments.values()))
            return dict(self._take_turn(turn, latest, snapshots, records))
        own = getattr(self, f"_{method}")
        return {name: own(name, *given) for name, given in arguments.items()}

    def close(self) -> None:
        """Let the runners go; those of a lost cluster go by themselves."""
        if is_head_there():
            self._algorithm.stop()
        shutil.rmtree(self._algorithm.logdir, ignore_errors=True)  # empty: a run has its own log

    def _take_turn(
        self,
        turn: int,
        latest: dict[str, Weights],
        snapshots: list[Snapshot],
        records: dict[str, Record],
    ) -> dict[str, TurnResult]:
        self._put_past(snapshots)
        orders = Orders(turn, 0, None, ray.put(latest), snapshots, self._past, records)
        self.updates = []
        for update in range(self._preset.updates_per_turn):
            weights = ray.put(self._of_learner(LeagueLearner.states))
            led = teacher_share(self._preset, self._algorithm.steps)
            self._algorithm.orders = dataclasses.replace(
                orders, update=update, weights=weights, led=led
            )
            self._algorithm.train()
            self.updates.append(self._algorithm.last)
            if lost := self._algorithm.last.lost:
                words = "an env runner was" if lost == 1 else f"{lost} env runners were"
                print(
                    f"warfront train: {words} lost, Ray starts another, training goes on",
                    file=sys.stderr,
                )
        policies = self._of_learner(LeagueLearner.policies)
        return {
            name: TurnResult(
                policies[name], self._algorithm.steps, self._figures(name), self._met(name)
            )
            for name in self._names
        }

    def _put_past(self, snapshots: list[Snapshot]) -> None:
        """Put snapshots that are new to the cluster there, read back from the disk and checked."""
        for snapshot in snapshots:
            if snapshot.turn not in self._past:
                self._past[snapshot.turn] = {
                    name: ray.put(read_snapshot(self._folder, snapshot, name))
                    for name in self._names
                }

    def _figures(self, name: str) -> dict[str, float]:
        updates = self.updates
        games, earned = np.sum([update.played[name].finished for update in updates], axis=0)
        decisions = sum(sum(update.decisions.values()) for update in updates)
        sampling = sum(update.sampling for update in updates)
        learning = sum(update.learning for update in updates)
        return {
            **updates[-1].figures[name],
            "games": float(games),
            "return": float(earned / games) if games else 0.0,
            "learner_idle": sampling / (sampling + learning),
            "decisions_per_second": decisions / (sampling + learning),
            "bytes_per_decision": sum(update.moved for update in updates) / decisions,
        }

    def _met(self, name: str) -> dict[str, tuple[float, float]]:
        """What came of a learner's games against each opponent in the turn."""
        return sum_met(update.played[name].met for update in self.updates)

    def _of_learner(self, question: Callable[[LeagueLearner], Any]) -> Any:
        """What the learner answers; where there are several, all know the same."""
        return answered(next(iter(self._algorithm.learner_group.foreach_learner(question))))

    def _weights(self, name: str) -> Weights:
        weights: Weights = self._of_learner(LeagueLearner.policies)[name]
        return weights

    def _pack(self, name: str) -> bytes:
        arrays: dict[str, NDArray[Any]] = self._of_learner(partial(LeagueLearner.pack, name=name))
        counters = {"counters": np.array([self._algorithm.steps], np.int64)}
        return pack_arrays({**arrays, **counters}, kept_of(self._game, self._preset, name))

    def _unpack(self, name: str, data: bytes, origin: str) -> None:
        arrays = unpack_arrays(data, kept_of(self._game, self._preset, name), origin)
        (self._algorithm.steps,) = arrays.pop("counters").tolist()
        found = self._algorithm.learner_group.foreach_learner(
            LeagueLearner.unpack, name=name, arrays=arrays, steps=self._algorithm.steps
        )
        for each in found:
            answered(each)


def answered(given: Any) -> Any:
    """What a learner answered; what kept it from answering is raised."""
    if not given.ok:
        raise given.get()
    return given.get()


def runners_of(preset: Preset) -> int:
    """How many processes play: as the preset says, else one a CPU but the learner's."""
    runners = preset.runners or max(1, processors() - 1)
    if runners > preset.games:
        raise BadInput(f"{runners} runners for {preset.games} games: set runners or games")
    if runners > processors():
        print(
            f"warfront train: {runners} runners wait for as many CPUs, the cluster has "
            f"{processors()}", file=sys.stderr,
        )  # fmt: skip
    return runners


def gpus_of(preset: Preset) -> float:
    """GPUs of the learner: one where the cluster has one and the preset wants it.

    Raises:
        BadInput: A GPU is wanted and the cluster has none.
    """
    there = ray.cluster_resources().get("GPU", 0) > 0
    if preset.device == "cuda" and not there:
        raise BadInput('device = "cuda", but the cluster has no GPU: use auto or cpu')
    return 1.0 if there and preset.device != "cpu" else 0.0
