"""The learner that is wholly ours: collect, learn, and go on exactly after a stop."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from warfront.game import BadInput, Game
from warfront_agents.acting_net import ActingNet
from warfront_agents.board_net import BoardNet
from warfront_agents.checkpoint import Weights
from warfront_agents.features import Board, Features
from warfront_agents.networks import PolicyNet
from warfront_training.learner import (
    Learner,
    module_arrays,
    optimizer_arrays,
    pick_device,
    restore_module,
    restore_optimizer,
)
from warfront_training.presets import Preset
from warfront_training.seating import Player
from warfront_training.torch_ppo.policy import ActorCritic
from warfront_training.torch_ppo.rollout import Collector
from warfront_training.torch_ppo.update import Settings, update


class TorchLearner(Learner):
    """Learns by our own PPO."""

    def _begin(self, seed: int) -> None:
        preset = self.preset
        self.steps = 0
        self._told: dict[str, float] = {}
        self._device = pick_device(preset.device)
        torch.manual_seed(seed)
        shape = shape_of(self.env.game, len(self.env.learner_seats), self.env.features)
        self.policy = new_policy(preset, shape).to(self._device)
        self._optimizer = torch.optim.Adam(self.policy.parameters(), preset.learning_rate, eps=1e-5)
        self._settings = Settings(
            preset.epochs, preset.batch, preset.clip, preset.value_weight, preset.max_gradient
        )
        self._teacher = new_teacher(preset, self.env.game, self.env.learner_seats, seed)
        self.collector = Collector(
            self.env, self.policy, preset.decisions, preset.credit, preset.discount, preset.gae,
            preset.shaping, self._teacher,
        )  # fmt: skip
        self._seed(seed)
        self.env.reset()

    def weights(self) -> Weights:
        """The acting part of the policy, and its critic where that sees no more."""
        return self.policy.weights()

    def _seed(self, seed: int) -> None:
        self._draws = torch.Generator().manual_seed(seed % 2**63)
        if self._teacher is not None:
            self._teacher.reseed(seed)
        self._rng = np.random.default_rng(seed)

    def _update(self, left: float) -> None:
        rate = self.learning_rate(left)
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        rollout = self.collector.collect(self._draws, teacher_share(self.preset, self.steps))
        self.steps += self.collector.count
        told = update(
            self.policy, self._optimizer, rollout, self._settings, self.entropy_weight(left),
            self._rng,
        )  # fmt: skip
        self._told = {**told, "learning_rate": rate}

    def _figures(self) -> dict[str, float]:
        return self._told

    def _state(self) -> dict[str, NDArray[Any]]:
        kept = {f"collector.{name}": array for name, array in self.collector.pack().items()}
        return {
            **module_arrays("policy", self.policy),
            **optimizer_arrays(self._optimizer),
            **kept,
            "counters": np.array([self.steps], np.int64),
        }

    def _restore(self, arrays: dict[str, NDArray[Any]]) -> None:
        restore_module("policy", self.policy, arrays)
        restore_optimizer(self._optimizer, arrays)
        self.collector.unpack({name: arrays[f"collector.{name}"] for name in self.collector.pack()})
        (self.steps,) = arrays["counters"].tolist()


def new_teacher(preset: Preset, game: Game, seats: list[int], seed: int) -> Player | None:
    """The player that a preset names as teacher of these seats, if it does.

    Raises:
        BadInput: It is unknown, cannot sit there, or remembers games of its own, so that a run
            could not go on exactly after a stop.
    """
    if not preset.teacher:
        return None
    teacher = Player(preset.teacher, game, seed)
    teacher.check_seats(seats)
    if teacher.keeps_games:
        raise BadInput(
            f"teacher = {preset.teacher!r} remembers its games: name one that answers for any "
            "position, such as staff or a trained policy without memory"
        )
    return teacher


def teacher_share(preset: Preset, steps: int) -> float | None:
    """The share of decisions that the teacher makes after so many; None when lessons are over."""
    if steps >= preset.lessons:
        return None
    return 1.0 - steps / preset.lessons * (1.0 - preset.final_teacher_share)


@dataclass(frozen=True)
class Shape:
    """What the networks of a learner read and choose from.

    Attributes:
        size: Features.
        actions: Actions of the game.
        seats: Seats of the learner.
        blocks: Entities, see `PolicyNet`.
        board: The map, see `BoardNet`, where the game has one.
    """

    size: int
    actions: int
    seats: int
    blocks: tuple[NDArray[np.int64], ...]
    board: Board | None = None


def shape_of(game: Game, seats: int, features: Features) -> Shape:
    """The shape of a learner with so many seats of a game that reads these features."""
    return Shape(features.size, game.spec.num_actions, seats, features.blocks, features.board)


def new_policy(preset: Preset, shape: Shape) -> ActorCritic:
    """The networks that a preset describes, weights drawn from torch's generator."""
    widths = [preset.trunk, *preset.layers]
    actor: ActingNet
    if preset.encoder == "board":
        if shape.board is None:
            raise BadInput(f'encoder = "board" reads a map, and {preset.game} has none: use entity')
        actor = BoardNet(shape.size, shape.actions, widths, shape.board)
    else:
        blocks = shape.blocks if preset.encoder == "entity" else ()
        actor = PolicyNet(shape.size, shape.actions, widths, blocks, preset.recurrent)
    central = preset.critic == "central"
    return ActorCritic(actor, shape.size, shape.seats, preset.layers, central)
