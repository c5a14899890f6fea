"""One learner: its games, a turn of training against the league, and what is kept of it on disk."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

import warfront
from warfront.game import BadInput, Game
from warfront_agents.checkpoint import Weights
from warfront_agents.features import Features
from warfront_training.kept import kept_of, pack_arrays, unpack_arrays
from warfront_training.league import Pool, Record, Snapshot, learner_seats, read_snapshot
from warfront_training.presets import Preset, game_options
from warfront_training.seating import Player
from warfront_training.vec_env import SideVecEnv

# Torch and stable-baselines3 take no larger seeds; a prime, so that no two low seeds meet.
SEEDS = 2**32 - 5


@dataclass
class TurnResult:
    """What a turn of training gives back."""

    weights: Weights  # the policy as it is now
    steps: int  # learner decisions so far
    figures: dict[str, float]  # of the last update, and of the games finished in the turn
    met: dict[str, tuple[float, float]]  # opponent -> games played against it, points lost


class Learner:
    """A learner of a run, with its opponents; how it learns is its subclass's.

    Args:
        name: A side, or a seat where each seat learns by itself.
        preset: The run's preset.
        folder: The run's folder (snapshots are read from it).
        total: Learner decisions in the whole training.
    """

    steps: int  # learner decisions so far

    def __init__(self, name: str, preset: Preset, folder: Path, total: int) -> None:
        """Begin with a policy that knows nothing."""
        self.name = name
        self.preset = preset
        self._total = total
        game = warfront.make_game(preset.game, **game_options(preset))
        seats = learner_seats(game, preset)
        self._number = list(seats).index(name)
        seed = (preset.seed * 64 + self._number) % SEEDS
        self._pool = Pool(game, preset, partial(read_snapshot, folder), name)
        self._kept = kept_of(game, preset, name)
        self.env = new_env(game, preset, seats[name], preset.games, seed)
        self._begin(seed)

    def take_turn(
        self, turn: int, latest: dict[str, Weights], snapshots: list[Snapshot], record: Record
    ) -> TurnResult:
        """Train for one turn.

        Everything drawn in it follows from the run's seed and the turn, so that a resumed run
        draws the same.

        Args:
            turn: Number of the turn, from 0.
            latest: The policies of all learners as the turn begins.
            snapshots: The frozen past.
            record: What came of this learner's games against each opponent in earlier turns.
        """
        seed = turn_seed(self.preset, turn, self._number)
        line_ups = self._pool.draw(latest, snapshots, np.random.default_rng(seed), record)
        self.env.set_opponents(line_ups.players, line_ups.rows, line_ups.weights, line_ups.names)
        self.env.seed_draws(seed)
        self._seed(seed)
        for _ in range(self.preset.updates_per_turn):
            self._update(max(0.0, 1.0 - self.steps / self._total))
        met = met_of(line_ups.names, self.env.met)
        games, earned = self.env.finished
        figures = {
            **self._figures(),
            "games": float(games),
            "return": float(earned / games) if games else 0.0,
        }
        return TurnResult(self.weights(), self.steps, figures, met)

    def pack(self) -> bytes:
        """All that `unpack` needs to go on exactly: weights, optimizer, counters and games."""
        games = {f"games.{name}": array for name, array in self.env.pack().items()}
        return pack_arrays({**self._state(), **games}, self._kept)

    def unpack(self, data: bytes, origin: str) -> None:
        """Go on from `pack`; `origin` is named when the data are of another learner or game."""
        arrays = unpack_arrays(data, self._kept, origin)
        games = {name: arrays.pop(name) for name in list(arrays) if name.startswith("games.")}
        self.env.unpack({name.removeprefix("games."): array for name, array in games.items()})
        self._restore(arrays)

    def close(self) -> None:
        """Let its games go."""
        self.env.close()

    def learning_rate(self, left: float) -> float:
        """The rate with this share of the training left."""
        preset = self.preset
        fall = preset.learning_rate - preset.final_learning_rate
        return preset.final_learning_rate + left * fall

    def entropy_weight(self, left: float) -> float:
        """What entropy is worth with this share of the training left."""
        preset = self.preset
        return preset.final_entropy + left * (preset.entropy - preset.final_entropy)

    def weights(self) -> Weights:
        """The acting part of the policy, and its critic where that sees no more (`PolicyNet`)."""
        raise NotImplementedError

    def _begin(self, seed: int) -> None:
        """Make the policy."""
        raise NotImplementedError

    def _seed(self, seed: int) -> None:
        """Seed all that is drawn in a turn."""
        raise NotImplementedError

    def _update(self, left: float) -> None:
        """Collect one rollout and learn from it; `left` is the share of the training still left."""
        raise NotImplementedError

    def _figures(self) -> dict[str, float]:
        """Figures of the last update."""
        raise NotImplementedError

    def _state(self) -> dict[str, NDArray[Any]]:
        """What is to be kept beside the games, as arrays by name."""
        raise NotImplementedError

    def _restore(self, arrays: dict[str, NDArray[Any]]) -> None:
        """Go on from `_state`."""
        raise NotImplementedError


def met_of(names: Sequence[str], met: NDArray[np.float64]) -> dict[str, tuple[float, float]]:
    """Opponent -> games played against it and points lost, of [line-up] (games, returns)."""
    return {
        name: (float(games), float(min(games, max(0.0, (games - earned) / 2))))
        for name, (games, earned) in zip(names, met, strict=True)
        if games
    }


def new_learner(name: str, preset: Preset, folder: Path, total: int) -> Learner:
    """The learner that a preset's `trainer` asks for; arguments as for `Learner`.

    Raises:
        BadInput: That trainer works on a cluster only.
    """
    if preset.trainer == "rllib":
        raise BadInput('trainer = "rllib" trains on Ray: add --on ray')
    if preset.trainer == "torch":
        from warfront_training.torch_ppo.learner import TorchLearner

        return TorchLearner(name, preset, folder, total)
    from warfront_training.sb3_learner import Sb3Learner

    return Sb3Learner(name, preset, folder, total)


def new_env(game: Game, preset: Preset, seats: list[str], games: int, seed: int) -> SideVecEnv:
    """So many games of a preset in which these seats learn, against random for a beginning."""
    batch = warfront.make_batch(
        preset.game,
        n=games,
        threads=1,  # waking a second thread costs more than it saves on steps this small
        seed=seed,
        reward=preset.reward,
        **game_options(preset),
    )
    env = SideVecEnv(
        game, batch, seats, shaping=preset.shaping, discount=preset.discount,
        carries=preset.undecided == "carry", features=Features(game, preset.estimates),
    )  # fmt: skip
    anybody = np.zeros((1, len(game.spec.seats)), np.intp)
    env.set_opponents([Player("random", game, seed)], anybody, np.ones(1), ["random"])
    env.seed_draws(seed)
    return env


def turn_seed(preset: Preset, turn: int, number: int) -> int:
    """Seeds all that the learner of this number draws in a turn."""
    return ((preset.seed * 100_003 + turn) * 64 + number) % SEEDS


def module_arrays(prefix: str, module: torch.nn.Module) -> dict[str, NDArray[Any]]:
    """The weights of a module as arrays by name."""
    return {
        f"{prefix}.{name}": array.detach().cpu().numpy().copy()
        for name, array in module.state_dict().items()
    }


def optimizer_arrays(optimizer: torch.optim.Optimizer) -> dict[str, NDArray[Any]]:
    """What an optimizer has gathered, as arrays by name."""
    return {
        f"optimizer.{number}.{key}": torch.as_tensor(value).cpu().numpy().copy()
        for number, row in optimizer.state_dict()["state"].items()
        for key, value in row.items()
    }


def restore_module(prefix: str, module: torch.nn.Module, arrays: dict[str, NDArray[Any]]) -> None:
    """Go on from `module_arrays`."""
    module.load_state_dict(
        {name: torch.from_numpy(arrays[f"{prefix}.{name}"]) for name in module.state_dict()}
    )


def restore_optimizer(optimizer: torch.optim.Optimizer, arrays: dict[str, NDArray[Any]]) -> None:
    """Go on from `optimizer_arrays`."""
    state: dict[int, dict[str, torch.Tensor]] = {}
    for name, array in arrays.items():
        if name.startswith("optimizer."):
            _, number, key = name.split(".", 2)
            state.setdefault(int(number), {})[key] = torch.from_numpy(array)
    groups = optimizer.state_dict()["param_groups"]
    optimizer.load_state_dict({"state": state, "param_groups": groups})


def pick_device(name: str) -> torch.device:
    """The device of a name; `auto` is the GPU where there is one.

    Raises:
        BadInput: A GPU is wanted and there is none.
    """
    there = torch.cuda.is_available()
    if name == "cuda" and not there:
        raise BadInput('device = "cuda", but torch finds no GPU here: use auto or cpu')
    return torch.device("cuda" if there and name != "cpu" else "cpu")
