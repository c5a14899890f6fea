"""The learner around stable-baselines3's MaskablePPO."""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from stable_baselines3.common.logger import Logger

from warfront_agents.checkpoint import Weights
from warfront_training.learner import (
    Learner,
    module_arrays,
    optimizer_arrays,
    restore_module,
    restore_optimizer,
)
from warfront_training.presets import Preset
from warfront_training.sb3_policy import MaskedPolicy, export_weights, networks_of
from warfront_training.sb3_rollouts import FlatBuffer, SelfPlayPPO
from warfront_training.vec_env import SideVecEnv

FIGURES = (
    *("entropy_loss", "value_loss", "approx_kl", "clip_fraction", "explained_variance"),
    "learning_rate",
)


class Sb3Learner(Learner):
    """Learns by MaskablePPO, whose policy and buffer are ours."""

    model: SelfPlayPPO

    def _begin(self, seed: int) -> None:
        self.model = _new_model(self.preset, self.env, seed)
        # its own logger makes a folder for temporary files in every process, and leaves it there
        self.model.set_logger(Logger(folder=None, output_formats=[]))
        self.model._setup_learn(self._total, None, reset_num_timesteps=False)

    @property
    def steps(self) -> int:  # type: ignore[override]
        """Learner decisions so far."""
        return int(self.model.num_timesteps)

    def weights(self) -> Weights:
        """The acting part of the policy, and its critic."""
        return export_weights(self.model.policy)

    def _seed(self, seed: int) -> None:
        torch.manual_seed(seed)
        np.random.seed(seed % 2**32)  # stable-baselines3 draws its minibatches from here

    def _update(self, left: float) -> None:
        model = self.model
        rate = self.learning_rate(left)
        model.lr_schedule = lambda _: rate
        model.ent_coef = self.entropy_weight(left)
        model.collect_rollouts(self.env, None, model.rollout_buffer, model.n_steps)
        model.train()

    def _figures(self) -> dict[str, float]:
        logged = self.model.logger.name_to_value
        return {key: float(logged[f"train/{key}"]) for key in FIGURES}

    def _state(self) -> dict[str, NDArray[Any]]:
        counters = [self.model.num_timesteps, self.model._n_updates]
        return {
            **module_arrays("policy", self.model.policy),
            **optimizer_arrays(self.model.policy.optimizer),
            "counters": np.array(counters, np.int64),
        }

    def _restore(self, arrays: dict[str, NDArray[Any]]) -> None:
        restore_module("policy", self.model.policy, arrays)
        restore_optimizer(self.model.policy.optimizer, arrays)
        self.model.num_timesteps, self.model._n_updates = arrays["counters"].tolist()


def _new_model(preset: Preset, env: SideVecEnv, seed: int) -> SelfPlayPPO:
    return SelfPlayPPO(
        MaskedPolicy,
        env,
        learning_rate=preset.learning_rate,
        n_steps=preset.decisions,
        batch_size=preset.batch,
        n_epochs=preset.epochs,
        gamma=preset.discount,
        gae_lambda=preset.gae,
        clip_range=preset.clip,
        ent_coef=preset.entropy,
        vf_coef=preset.value_weight,
        max_grad_norm=preset.max_gradient,
        rollout_buffer_class=FlatBuffer,
        policy_kwargs=networks_of(preset),
        seed=seed,
        device="cpu",
    )
