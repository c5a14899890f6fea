"""The policy of our MaskablePPO: a lean masked actor-critic, and its export to a plain network."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from warfront_agents.acting_net import mask_logits
from warfront_agents.checkpoint import Weights
from warfront_agents.masks import check_masks
from warfront_agents.networks import sample_masked
from warfront_training.presets import Preset


class Trunk(BaseFeaturesExtractor):
    """The first layer, shared by policy and value."""

    def __init__(self, observation_space: spaces.Box, width: int) -> None:
        """Width of the layer."""
        super().__init__(observation_space, width)
        self.layer = nn.Linear(observation_space.shape[0], width)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """[n, F] -> [n, width]."""
        return torch.relu(self.layer(features))


def networks_of(preset: Preset) -> dict[str, Any]:
    """How stable-baselines3 makes the networks that a preset describes (`policy_kwargs`)."""
    return {
        "features_extractor_class": Trunk,
        "features_extractor_kwargs": {"width": preset.trunk},
        "net_arch": {"pi": preset.layers, "vf": preset.layers},
        "activation_fn": nn.ReLU,
    }


class MaskedPolicy(MaskableActorCriticPolicy):
    """The masked actor-critic without the detours of a distribution object.

    The same masked logits serve acting and evaluating, so the first ratio of an update is 1.
    """

    def _logits(self, obs: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        features = self.extract_features(obs)
        latent_pi, latent_vf = self.mlp_extractor(features)
        logits = mask_logits(self.action_net(latent_pi), masks)
        return logits, self.value_net(latent_vf)

    def _legal(self, obs: torch.Tensor, masks: Any) -> torch.Tensor:
        size = int(self.action_space.n)  # type: ignore[attr-defined]
        if masks is not None and np.shape(masks) == (size,):
            masks = np.asarray(masks)[None]  # of a single observation
        return torch.from_numpy(check_masks(masks, (obs.shape[0], size)))

    def forward(
        self, obs: torch.Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Actions [n], values [n, 1] and log probabilities [n].

        Raises:
            ValueError: The masks are missing or malformed.
        """
        logits, values = self._logits(obs, self._legal(obs, action_masks))
        if deterministic:
            actions = logits.argmax(dim=1)
        else:
            actions = sample_masked(logits, torch.rand(len(obs)))
        logs = torch.log_softmax(logits, dim=1)
        return actions, values, logs.gather(1, actions.unsqueeze(1)).squeeze(1)

    def evaluate_actions(
        self, obs: torch.Tensor, actions: torch.Tensor, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Values [n, 1], log probabilities [n] and entropies [n] of actions taken."""
        if action_masks is None:
            raise ValueError("a masked policy needs the masks of legal actions: pass action_masks")
        logits, values = self._logits(obs, action_masks.to(torch.bool))
        logs = torch.log_softmax(logits, dim=1)
        chosen = logs.gather(1, actions.long().reshape(-1, 1)).squeeze(1)
        entropy = -(torch.softmax(logits, dim=1) * logs).sum(dim=1)  # masked: exactly 0
        return values, chosen, entropy

    def _predict(
        self, observation: Any, deterministic: bool = False, action_masks: Any = None
    ) -> torch.Tensor:
        """Actions for observations, as `predict` wants them; masks are required."""
        return self.forward(observation, deterministic, action_masks)[0]


def export_weights(policy: MaskableActorCriticPolicy) -> Weights:
    """A policy and its critic as a plain network, features to logits and value (`PolicyNet`)."""
    extractor = policy.mlp_extractor
    parts = {
        "layers": (policy.features_extractor, extractor.policy_net, policy.action_net),
        "critic": (extractor.value_net, policy.value_net),
    }
    return {
        f"{part}.{k}.{name}": array.detach().cpu().numpy().copy()
        for part, modules in parts.items()
        for k, linear in enumerate(_linears(modules))
        for name, array in linear.named_parameters()
    }


def _linears(modules: Iterable[nn.Module]) -> list[nn.Linear]:
    return [part for each in modules for part in each.modules() if isinstance(part, nn.Linear)]
