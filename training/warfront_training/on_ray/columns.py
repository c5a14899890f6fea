"""Decisions on their way from those who play to those who learn: bytes rather than floats."""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from ray.rllib.core.columns import Columns
from ray.rllib.evaluation.postprocessing import Postprocessing

from warfront.game import Game
from warfront_agents.features import Features
from warfront_training.on_ray.module import MASKS, SEATS, VIEWS
from warfront_training.torch_ppo.policy import ActorCritic
from warfront_training.torch_ppo.rollout import Collector, Rollout
from warfront_training.vec_env import SideVecEnv

Batch = dict[str, NDArray[Any]]

# What the engine gives of each decision, without its zeros: uint16 [N, K] where, uint8 [N, K] what.
# Rows with fewer numbers than K are filled up with a place behind the last.
PLACES, NUMBERS = "places", "numbers"
BITS = "bits"  # uint8 [N, A / 8], legal actions, eight a byte
LESSON = "lesson"  # bool [N], true; only in lessons, where the actions are the teacher's


class RawCollector(Collector):
    """A `Collector` that also keeps what the engine gave of each decision."""

    def __init__(self, env: SideVecEnv, policy: ActorCritic, decisions: int, *more: Any) -> None:
        """Make room for it; arguments as for `Collector`."""
        super().__init__(env, policy, decisions, *more)
        size = env.game.spec.observation_size
        self._raw = np.zeros(((decisions + 2) * env.num_envs, size), np.uint8)

    def _look(self, games: NDArray[np.intp], seats: NDArray[Any], rows: slice) -> Any:
        self._raw[rows] = self._env.batch.observations[games]
        return super()._look(games, seats, rows)

    def collect_columns(self, draws: torch.Generator, led: float | None = None) -> Batch:
        """A rollout as columns; arguments as for `collect`."""
        rollout = self.collect(draws, led)
        assert rollout.seen.rows is not None
        return columns_of(rollout, self._raw[rollout.seen.rows])


def columns_of(rollout: Rollout, raw: NDArray[np.uint8]) -> Batch:
    """A rollout as it travels; the views of a central critic travel as features."""
    columns = {
        **without_zeros(raw),
        BITS: np.packbits(rollout.seen.legal.numpy(), axis=1),
        SEATS: rollout.seen.seats.numpy().astype(np.int8),
        Columns.ACTIONS: rollout.actions.numpy().astype(np.int16),
        Columns.ACTION_LOGP: rollout.logs.numpy(),
        Postprocessing.ADVANTAGES: rollout.advantages.numpy(),
        Postprocessing.VALUE_TARGETS: (rollout.advantages + rollout.values).numpy(),
    }
    if rollout.seen.views.shape[1]:
        columns[VIEWS] = rollout.seen.views.numpy()
    if rollout.lesson:
        columns[LESSON] = np.ones(len(raw), np.bool_)
    return columns


def without_zeros(raw: NDArray[np.uint8]) -> Batch:
    """Observations uint8 [N, O] as PLACES and NUMBERS."""
    n, size = raw.shape
    rows, found = np.nonzero(raw)
    counts = np.bincount(rows, minlength=n)
    column = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    places = np.full((n, counts.max(initial=0)), size, np.uint16)
    numbers = np.zeros(places.shape, np.uint8)
    places[rows, column] = found
    numbers[rows, column] = raw[rows, found]
    return {PLACES: places, NUMBERS: numbers}


def with_zeros(columns: Batch, size: int) -> NDArray[np.uint8]:
    """The observations uint8 [N, size] again."""
    raw = np.zeros((len(columns[PLACES]), size + 1), np.uint8)
    np.put_along_axis(raw, columns[PLACES].astype(np.int64), columns[NUMBERS], axis=1)
    return raw[:, :size]


def joined(parts: list[Batch], size: int) -> Batch:
    """The columns of several rollouts, one behind the other; observations have `size` numbers."""
    widest = max(part[PLACES].shape[1] for part in parts)
    fill = {PLACES: size, NUMBERS: 0}
    found = {}
    for name in parts[0]:
        arrays = [part[name] for part in parts]
        if name in fill:
            arrays = [
                np.pad(array, ((0, 0), (0, widest - array.shape[1])), constant_values=fill[name])
                for array in arrays
            ]
        found[name] = np.concatenate(arrays)
    return found


def unpacked(columns: Batch, game: Game, features: Features, seats: list[int]) -> Batch:
    """The columns that a module learns from.

    Args:
        columns: As they travelled.
        game: The game.
        features: Its feature map.
        seats: Numbers of the learner's seats in the game.
    """
    spec = game.spec
    gains = columns[Postprocessing.ADVANTAGES]
    n = len(gains)
    raw = with_zeros(columns, spec.observation_size)
    batch = {
        Columns.OBS: features(raw, np.array(seats, np.int8)[columns[SEATS]]),
        MASKS: np.unpackbits(columns[BITS], axis=1, count=spec.num_actions).view(np.bool_),
        SEATS: columns[SEATS].astype(np.int64),
        Columns.ACTIONS: columns[Columns.ACTIONS].astype(np.int64),
        Columns.ACTION_LOGP: columns[Columns.ACTION_LOGP],
        # RLlib reads the old logits only for a KL term that is switched off.
        Columns.ACTION_DIST_INPUTS: np.zeros((n, 1), np.float32),
        Postprocessing.ADVANTAGES: (gains - gains.mean()) / (gains.std() + 1e-8),
        Postprocessing.VALUE_TARGETS: columns[Postprocessing.VALUE_TARGETS],
    }
    for name in (VIEWS, LESSON):
        if name in columns:
            batch[name] = columns[name]
    return batch


def size_of(columns: Batch) -> int:
    """Bytes that travel."""
    return sum(array.nbytes for array in columns.values())
