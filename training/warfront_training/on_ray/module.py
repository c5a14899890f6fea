"""The networks of a learner as an RLModule of RLlib: masked logits, and values by seat."""

from typing import Any

import gymnasium
import numpy as np
import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule

from warfront_agents.acting_net import mask_logits
from warfront_training.presets import Preset
from warfront_training.torch_ppo.learner import Shape, new_policy
from warfront_training.torch_ppo.policy import ActorCritic, Seen

# Columns of a batch beside RLlib's own.
MASKS, SEATS, VIEWS = "action_mask", "seats", "views"
POLICY = "policy"  # what the names of a module's arrays begin with, see `module_arrays`


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """An `ActorCritic`: what our own PPO learns with, and what its checkpoints are read by.

    Its batches hold features (`obs`), the mask of legal actions, the deciding seat's number among
    the learner's, and the features of all the learner's seats where the critic is central.
    """

    def setup(self) -> None:
        """Draw the weights."""
        self.net: ActorCritic = new_policy(self.model_config["preset"], self.model_config["shape"])

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        encoded = self.net.actor.encode(batch[Columns.OBS])
        logits = mask_logits(self.net.actor.decide(encoded), batch[MASKS])
        return {Columns.ACTION_DIST_INPUTS: logits, Columns.EMBEDDINGS: encoded}

    def compute_values(
        self, batch: dict[str, Any], embeddings: torch.Tensor | None = None
    ) -> torch.Tensor:
        """Values [n] of the deciding seats."""
        if embeddings is None:
            embeddings = self.net.actor.encode(batch[Columns.OBS])
        nothing = torch.empty(0)
        views = batch[VIEWS] if self.net.central else nothing
        return self.net.judge(
            Seen(batch[Columns.OBS], batch[MASKS], batch[SEATS], views), embeddings
        )


def module_spec(preset: Preset, shape: Shape) -> RLModuleSpec:
    """How RLlib makes the module of a learner."""
    return RLModuleSpec(
        module_class=MaskedModule,
        observation_space=gymnasium.spaces.Box(-np.inf, np.inf, (shape.size,), np.float32),
        action_space=gymnasium.spaces.Discrete(shape.actions),
        model_config={"preset": preset, "shape": shape},
    )
