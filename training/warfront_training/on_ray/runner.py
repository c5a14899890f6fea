"""An env runner of RLlib around our engine: many games at once, for every learner of a run."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import ray
import torch
from ray.rllib.env.env_runner import EnvRunner

from warfront_agents.checkpoint import Weights
from warfront_training.league import Pool, Record, Snapshot, check_digest, learner_seats
from warfront_training.learner import SEEDS, met_of, new_env, restore_module, turn_seed
from warfront_training.on_ray.columns import Batch, RawCollector
from warfront_training.on_ray.learner import ARGUMENT, Task
from warfront_training.on_ray.module import POLICY, module_spec
from warfront_training.torch_ppo.learner import new_teacher, shape_of


@dataclass(frozen=True)
class Orders:
    """What a runner needs to know to collect, wherever and whenever it was started.

    Attributes:
        turn, update: Of the run, and of the turn.
        weights: Reference of learner -> the state of its module.
        latest: Reference of learner -> its policy as the turn began.
        snapshots: The frozen past.
        past: Turn -> learner -> reference of the weights in that snapshot.
        records: Learner -> what came of its games against each opponent in earlier turns.
        led: The share of decisions that the teacher makes; None when lessons are over.
    """

    turn: int
    update: int
    weights: Any
    latest: Any
    snapshots: list[Snapshot]
    past: dict[int, dict[str, Any]]
    records: dict[str, Record]
    led: float | None = None


@dataclass(frozen=True)
class Played:
    """A learner's games that have ended.

    Attributes:
        finished: How many, and the sum of what was earned in them.
        met: Opponent -> games played against it, and points lost in them.
    """

    finished: tuple[float, float]
    met: dict[str, tuple[float, float]]


def sum_met(parts: Iterable[dict[str, tuple[float, float]]]) -> dict[str, tuple[float, float]]:
    """What came of the games against each opponent, over several rollouts."""
    total: dict[str, tuple[float, float]] = {}
    for met in parts:
        for name, (games, lost) in met.items():
            before = total.get(name, (0.0, 0.0))
            total[name] = (before[0] + games, before[1] + lost)
    return total


def sum_played(parts: Sequence[Played]) -> Played:
    """The games of several rollouts together."""
    games, earned = (sum(column) for column in zip(*(p.finished for p in parts), strict=True))
    return Played((games, earned), sum_met(part.met for part in parts))


@dataclass
class Collected:
    """What a runner sends back.

    Attributes:
        columns: Learner -> its decisions.
        played: Learner -> its games that have ended.
        seconds, cpu: Time that it worked, and that it had a processor for.
        fault: What went wrong, if anything: then there is nothing else.
    """

    columns: dict[str, Batch] = field(default_factory=dict)
    played: dict[str, Played] = field(default_factory=dict)
    seconds: float = 0.0
    cpu: float = 0.0
    fault: Exception | None = None


class LearnerGames:
    """One learner's games in a runner."""

    def __init__(self, task: Task, game: Any, name: str, games: int, seed: int) -> None:
        """Start the games."""
        preset, self._files = task.here()  # which last as long as these games
        seats = learner_seats(game, preset)
        self.name = name
        self.number = list(seats).index(name)
        self._preset = preset
        self._past: dict[int, dict[str, Any]] = {}
        self._opponents: list[str] = []
        self._pool = Pool(game, preset, self._read, name, self._files.agent)
        self._env = new_env(game, preset, seats[name], games, seed)
        module = module_spec(preset, shape_of(game, len(seats[name]), self._env.features)).build()
        self._module = module
        self._teacher = new_teacher(preset, game, self._env.learner_seats, seed)
        self._collector = RawCollector(
            self._env, module.net, preset.decisions, preset.credit, preset.discount, preset.gae,
            preset.shaping, self._teacher,
        )  # fmt: skip
        self._env.reset()

    def begin_turn(self, orders: Orders, latest: dict[str, Weights], seed: int) -> None:
        """Draw the opponents of a turn."""
        self._past = orders.past
        rng = np.random.default_rng(turn_seed(self._preset, orders.turn, self.number))
        record = orders.records[self.name]
        line_ups = self._pool.draw(latest, orders.snapshots, rng, record)
        self._opponents = line_ups.names
        self._env.set_opponents(line_ups.players, line_ups.rows, line_ups.weights, line_ups.names)
        self._env.seed_draws(seed)
        if self._teacher is not None:
            self._teacher.reseed(seed)

    def collect(self, weights: dict[str, Any], seed: int, led: float | None = None) -> Batch:
        """A rollout by the policy as it is now; a lesson where `led`, see `Orders`."""
        own = {name: array.copy() for name, array in weights.items()}  # the cluster's are read-only
        restore_module(POLICY, self._module, own)
        return self._collector.collect_columns(torch.Generator().manual_seed(seed), led)

    def take_played(self) -> Played:
        """The games that have ended since the last call."""
        games, earned = self._env.finished.tolist()
        met = met_of(self._opponents, self._env.met)
        self._env.finished.fill(0)
        self._env.met.fill(0)
        return Played((games, earned), met)

    def close(self) -> None:
        """Let the games go."""
        self._env.close()

    def _read(self, snapshot: Snapshot, learner: str) -> Weights:
        weights: Weights = ray.get(self._past[snapshot.turn][learner])
        check_digest(weights, snapshot.digests[learner], f"snapshot {snapshot.turn} of {learner}")
        return weights


class LeagueRunner(EnvRunner):
    """Plays a share of the games of a run, every learner's in turn.

    It keeps its running games and nothing else: all that it must know comes with `sample`, so that
    one that replaces a lost one goes on at once, with games of its own.
    """

    def __init__(self, *, config: Any, **kwargs: Any) -> None:
        """Make the games."""
        super().__init__(config=config, **kwargs)
        torch.set_num_threads(1)
        self._task: Task = config.env_config[ARGUMENT]
        self._games: list[LearnerGames] = []
        self._fault: Exception | None = None
        self._turn = -1
        try:
            self._begin(time.time_ns() % SEEDS if kwargs.get("recreated_worker") else 0)
        except Exception as error:  # told by `sample`: else Ray would start it again and again
            self._fault = error

    def _begin(self, begun: int) -> None:
        """Make the games; `begun` tells them from those of a runner that was here before."""
        task = self._task
        game = task.game()
        share = -(-task.preset.games // max(1, self.num_workers))
        seed = partial(_seed, task.seed, self.worker_index or 0, begun)
        for k, name in enumerate(learner_seats(game, task.preset)):
            self._games.append(LearnerGames(task, game, name, share, seed(k)))

    def sample(self, *, orders: Orders) -> Collected:
        """A rollout for every learner."""
        begun, cpu = time.perf_counter(), time.process_time()
        try:
            collected = self._collect(orders)
        except Exception as error:  # it would count as a lost runner
            return Collected(fault=error)
        collected.seconds = time.perf_counter() - begun
        collected.cpu = time.process_time() - cpu
        return collected

    def _collect(self, orders: Orders) -> Collected:
        if self._fault is not None:
            raise self._fault
        weights = ray.get(orders.weights)
        seed = partial(_seed, self._task.seed, self.worker_index or 0, orders.turn, orders.update)
        if orders.turn != self._turn:
            latest = ray.get(orders.latest)
            for games in self._games:
                games.begin_turn(orders, latest, seed(games.number, 1))
            self._turn = orders.turn
        collected = Collected()
        for games in self._games:
            collected.columns[games.name] = games.collect(
                weights[games.name], seed(games.number, 2), orders.led
            )
            collected.played[games.name] = games.take_played()
        return collected

    def get_spaces(self) -> dict[str, Any]:
        """Learner -> what it reads and what it chooses from."""
        specs = self.config.rl_module_spec.rl_module_specs
        return {name: (spec.observation_space, spec.action_space) for name, spec in specs.items()}

    def assert_healthy(self) -> None:
        """It has its games, or can say why not."""
        assert self._games or self._fault

    def get_metrics(self) -> dict[str, Any]:
        """Nothing: figures come with what is collected."""
        return {}

    def stop(self) -> None:
        """Let the games go."""
        for games in self._games:
            games.close()


def _seed(*numbers: int) -> int:
    """A seed that follows from numbers."""
    return int(np.random.SeedSequence(numbers).generate_state(1)[0])
