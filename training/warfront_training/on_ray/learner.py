"""RLlib's PPO learner over our columns; what it gathers is kept as the other trainers' is."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from ray.rllib.algorithms.ppo.ppo import LEARNER_RESULTS_VF_EXPLAINED_VAR_KEY
from ray.rllib.algorithms.ppo.torch.ppo_torch_learner import PPOTorchLearner
from ray.rllib.core.columns import Columns
from ray.rllib.core.learner.learner import ENTROPY_KEY, POLICY_LOSS_KEY, VF_LOSS_KEY
from ray.rllib.core.learner.training_data import TrainingData
from ray.rllib.evaluation.postprocessing import Postprocessing
from ray.rllib.policy.sample_batch import MultiAgentBatch, SampleBatch
from ray.rllib.utils.metrics import NUM_ENV_STEPS_SAMPLED_LIFETIME
from ray.rllib.utils.torch_utils import explained_variance

import warfront
from warfront_agents.checkpoint import Weights
from warfront_agents.features import Features
from warfront_training.league import baselines_of, learner_seats
from warfront_training.learner import (
    SEEDS,
    module_arrays,
    optimizer_arrays,
    restore_module,
    restore_optimizer,
)
from warfront_training.on_ray.columns import LESSON, unpacked
from warfront_training.on_ray.luggage import PATHS, Luggage, Unpacked, pack, unpack
from warfront_training.on_ray.module import POLICY
from warfront_training.on_ray.tasks import check_version
from warfront_training.presets import Preset, game_options

ARGUMENT = "warfront"  # our own entry in RLlib's dictionaries of settings
LESSON_LOSS = "lesson_loss"


@dataclass(frozen=True)
class Task:
    """What every process of a run must know.

    Attributes:
        preset: The run's.
        luggage: Files of its game, its opponents and its teacher.
        seed: Seeds what is drawn outside of turns.
        version: Of the game, where the run was begun.
    """

    preset: Preset
    luggage: Luggage
    seed: int
    version: str

    def here(self) -> tuple[Preset, Unpacked]:
        """The preset with the paths that hold on this machine, and the files they lead to."""
        files = unpack(self.luggage)
        made = files.options(game_options(self.preset))
        moved = {key: made[key] for key in PATHS if key in made}
        return replace(self.preset, **moved, teacher=files.agent(self.preset.teacher)), files

    def game(self) -> Any:
        """The game, made here.

        Raises:
            BadInput: It is of another version than where the run was begun.
        """
        preset, _ = self.here()
        game = warfront.make_game(preset.game, **game_options(preset))
        check_version(game.spec.version, self.version)
        return game


def new_task(preset: Preset) -> Task:
    """The task of a run, its files read here."""
    options = game_options(preset)
    version = warfront.make_game(preset.game, **options).spec.version
    agents = [*baselines_of(preset.pool), *filter(None, [preset.teacher])]
    return Task(preset, pack(agents, options), preset.seed % SEEDS, version)


class LeagueLearner(PPOTorchLearner):
    """Learns all modules of a run; each has an optimizer of its own."""

    def build(self) -> None:
        """Make modules and optimizers."""
        task: Task = self.config.learner_config_dict[ARGUMENT]
        game = self._game = task.game()
        self._features = Features(game, task.preset.estimates)
        self._seats = {
            name: [game.spec.seats.index(seat) for seat in seats]
            for name, seats in learner_seats(game, task.preset).items()
        }
        self._told: dict[str, list[dict[str, torch.Tensor]]] = {}  # of a lesson's minibatches
        super().build()

    def configure_optimizers_for_module(self, module_id: str, config: Any = None) -> None:
        """Adam, as our other trainers set it up."""
        params = self.get_parameters(self._module[module_id])
        self.register_optimizer(
            module_id=module_id,
            optimizer=torch.optim.Adam(params, eps=1e-5),
            params=params,
            lr_or_lr_schedule=config.lr,
        )

    def _make_batch_if_necessary(self, training_data: TrainingData) -> MultiAgentBatch:
        """The batch as tensors on the learner's device, features filled in here."""
        parts = {
            name: SampleBatch(unpacked(dict(part), self._game, self._features, self._seats[name]))
            for name, part in training_data.batch.policy_batches.items()
        }
        batch = MultiAgentBatch(parts, env_steps=training_data.batch.env_steps())
        return self._convert_batch_type(batch)

    def compute_loss_for_module(
        self, *, module_id: str, config: Any, batch: dict[str, Any], fwd_out: dict[str, Any]
    ) -> torch.Tensor:
        """PPO's loss of a minibatch; that of our own `lesson_loss` where it is of a lesson."""
        loss: torch.Tensor
        if LESSON not in batch:
            loss = super().compute_loss_for_module(
                module_id=module_id, config=config, batch=batch, fwd_out=fwd_out
            )
            return loss
        module = self.module[module_id].unwrapped()
        chances = module.get_train_action_dist_cls().from_logits(
            fwd_out[Columns.ACTION_DIST_INPUTS]
        )
        values = module.compute_values(batch, embeddings=fwd_out[Columns.EMBEDDINGS])
        targets = batch[Postprocessing.VALUE_TARGETS]
        value_loss = torch.nn.functional.mse_loss(values, targets)
        unlike = -chances.logp(batch[Columns.ACTIONS]).mean()
        told = {
            LESSON_LOSS: unlike,
            VF_LOSS_KEY: value_loss,
            LEARNER_RESULTS_VF_EXPLAINED_VAR_KEY: explained_variance(targets, values),
            ENTROPY_KEY: chances.entropy().mean(),
        }
        self._told.setdefault(module_id, []).append({k: v.detach() for k, v in told.items()})
        loss = unlike + config.vf_loss_coeff * value_loss
        return loss

    def before_gradient_based_update(self, *, timesteps: dict[str, Any]) -> None:
        """Begin an update, of which nothing is told yet."""
        self._told.clear()
        super().before_gradient_based_update(timesteps=timesteps)

    def after_gradient_based_update(self, *, timesteps: dict[str, Any]) -> None:
        """End an update; of a lesson the means of the last pass are logged, as with torch."""
        for name, told in self._told.items():
            last = told[-max(1, round(len(told) / self.config.num_epochs)) :]
            means = {key: torch.stack([each[key] for each in last]).mean() for key in last[0]}
            self.metrics.log_dict(means, key=name, window=1)
        self._told.clear()
        super().after_gradient_based_update(timesteps=timesteps)

    def states(self) -> dict[str, dict[str, NDArray[Any]]]:
        """The networks of all learners, as arrays by name, of the types that they have."""
        return {name: module_arrays(POLICY, self.module[name].unwrapped()) for name in self._seats}

    def policies(self) -> dict[str, Weights]:
        """Learner -> what a checkpoint of it holds."""
        return {name: self.module[name].unwrapped().net.weights() for name in self._seats}

    def pack(self, name: str) -> dict[str, NDArray[Any]]:
        """A learner's networks and optimizer, as arrays by name."""
        (optimizer,) = (found for _, found in self.get_optimizers_for_module(name))
        return {
            **module_arrays(POLICY, self.module[name].unwrapped()),
            **optimizer_arrays(optimizer),
        }

    def unpack(self, name: str, arrays: dict[str, NDArray[Any]], steps: int) -> None:
        """Go on from `pack`, with the rates that belong to so many decisions."""
        (optimizer,) = (found for _, found in self.get_optimizers_for_module(name))
        restore_module(POLICY, self.module[name].unwrapped(), arrays)
        restore_optimizer(optimizer, arrays)
        self.after_gradient_based_update(timesteps={NUM_ENV_STEPS_SAMPLED_LIFETIME: steps})
        self.metrics.reduce()  # no update was made: what that has logged is of none


def figures_of(results: dict[str, Any], lesson: bool = False) -> dict[str, float]:
    """The figures of an update that a run logs, under the words of the other trainers.

    Args:
        results: What the learner has logged of a module; RLlib has a NaN there for all that it
            logged in an earlier update and not in this one.
        lesson: Whether it was a lesson.
    """
    words = {
        "entropy": "entropy",
        **({LESSON_LOSS: LESSON_LOSS} if lesson else {POLICY_LOSS_KEY: "policy_loss"}),
        "vf_loss": "value_loss",
        "vf_explained_var": "explained_variance",
        "default_optimizer_learning_rate": "learning_rate",
    }
    figures = {}
    for key, word in words.items():
        value: Any = results.get(key)
        value = value.peek() if hasattr(value, "peek") else value
        if value is not None:
            figures[word] = float(np.mean(np.asarray(value, np.float64)))
    return figures
