"""What all networks of learned policies share: what they are asked, and how illegal actions go."""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from warfront_agents.checkpoint import Weights

MASKED = -1e8  # the logit of an illegal action: its probability is exactly 0 in float32


class ActingNet(nn.Module):
    """What every policy does, whatever it reads: it encodes, remembers, decides and values.

    Attributes:
        critic: Layers that value what `summary` gives; empty where it values nothing.
        core: What remembers earlier decisions, if anything does.
    """

    critic: nn.ModuleList
    core: nn.GRU | None

    @property
    def head(self) -> nn.Linear:
        """The last layer."""
        raise NotImplementedError

    @property
    def width(self) -> int:
        """Numbers that a critic reads."""
        raise NotImplementedError

    def draw(self) -> None:
        """Draw weights to begin with: at first all legal actions are about equally likely."""
        raise NotImplementedError

    def encode(self, features: torch.Tensor) -> torch.Tensor:
        """What is made of a decision: [n, F] -> [n, X]."""
        raise NotImplementedError

    def decide(self, recalled: torch.Tensor) -> torch.Tensor:
        """[n, X] -> logits [n, A], illegal actions among them."""
        raise NotImplementedError

    def summary(self, recalled: torch.Tensor) -> torch.Tensor:
        """The part that a critic reads: [n, X] -> [n, width]."""
        return recalled

    @property
    def memory_size(self) -> int:
        """Numbers that it remembers for each seat of each game, 0 without memory."""
        return 0 if self.core is None else self.core.hidden_size

    def recall(
        self, encoded: torch.Tensor, memory: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """One decision each: [n, X] and memory [n, M] -> [n, X] and the memory afterwards."""
        if self.core is None:
            return encoded, memory
        told, after = self.core(encoded[None], memory[None])
        return encoded + told[0], after[0]

    @torch.no_grad()
    def logits(
        self, features: NDArray[np.float32], legal: NDArray[np.bool_], memory: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Masked logits [n, A] for play, and the memory [n, M] afterwards."""
        recalled, after = self.recall(self.encode(torch.from_numpy(features)), memory)
        return mask_logits(self.decide(recalled), torch.from_numpy(legal)), after

    @torch.no_grad()
    def values(
        self, features: NDArray[np.float32], heads: NDArray[np.int64], memory: torch.Tensor
    ) -> torch.Tensor:
        """Values [n] of decisions before they are made; heads [n]: each seat's place in `plays`.

        Raises:
            ValueError: It values nothing.
        """
        if not len(self.critic):
            raise ValueError("this network has no critic: it came without, or the critic sees more")
        recalled, _ = self.recall(self.encode(torch.from_numpy(features)), memory)
        seen = self.summary(recalled)
        for layer in self.critic[:-1]:
            seen = torch.relu(layer(seen))
        all_heads: torch.Tensor = self.critic[-1](seen)
        if all_heads.shape[1] == 1:
            return all_heads[:, 0]
        return all_heads.gather(1, torch.from_numpy(heads)[:, None])[:, 0]

    def plain_layers(self) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]] | None:
        """Weights [in, out] and bias [out] of each layer; None: it is more than layers."""
        return None

    def weights(self) -> Weights:
        """All arrays by name, copied."""
        return {name: array.cpu().numpy().copy() for name, array in self.state_dict().items()}


def linears(sizes: Sequence[int]) -> nn.ModuleList:
    """Layers one after the other; none for a single size."""
    return nn.ModuleList([nn.Linear(a, b) for a, b in zip(sizes[:-1], sizes[1:], strict=True)])


def mask_logits(logits: torch.Tensor, legal: torch.Tensor) -> torch.Tensor:
    """Logits whose illegal actions have probability 0."""
    return logits.masked_fill(~legal, MASKED)


def layer_widths(weights: Weights) -> list[int]:
    """Widths of the layers before the last.

    Raises:
        ValueError: There are none.
    """
    count = sum(name.startswith("layers.") and name.endswith(".weight") for name in weights)
    names = [f"layers.{k}.bias" for k in range(count - 1)]
    if not names or any(np.ndim(weights.get(name, 0)) == 0 for name in names):
        raise ValueError("it has no layers")
    return [len(weights[name]) for name in names]


def critic_widths(weights: Weights) -> list[int]:
    """Widths of the critic's layers, none where there is no critic."""
    heads = sum(name.startswith("critic.") and name.endswith(".bias") for name in weights)
    return [np.size(weights.get(f"critic.{k}.bias", 0)) for k in range(heads)]
