"""The networks of learned policies: from features to the logits of all actions.

The same module learns and plays, so that what was trained is what decides. It may read cards or
spaces through an encoder that they share (`blocks`), and remember earlier decisions (`core`).
"""

from collections.abc import Sequence
from typing import cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from warfront_agents.acting_net import ActingNet, critic_widths, layer_widths, linears
from warfront_agents.board_net import board_net_like
from warfront_agents.checkpoint import Weights

CODE = 8  # numbers that an entity is summed up in


class Block(nn.Module):
    """Entities of one kind: the same small layer reads each, beside a word for which it is.

    Args:
        places: int [E, C]: the features that tell of each entity, -1 for none.
    """

    def __init__(self, places: NDArray[np.int64]) -> None:
        """Make room for the weights."""
        super().__init__()
        self.places: torch.Tensor
        self.register_buffer("places", torch.from_numpy(places.astype(np.int64)))
        self.weight = nn.Parameter(torch.empty(CODE, places.shape[1]))
        self.identity = nn.Parameter(torch.empty(places.shape[0], CODE))

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """[n, F] -> [n, E * CODE]."""
        told = features[:, self.places.clamp(min=0)] * (self.places >= 0)
        codes = torch.relu(told @ self.weight.T + self.identity)
        return codes.flatten(1)


class PolicyNet(ActingNet):
    """Features [n, F] to logits [n, A].

    Args:
        size: Features, F.
        actions: Actions, A.
        widths: Of the layers between; the first is the trunk, which a critic may share.
        blocks: Entities, each int [E, C] (see `Block`); none reads the features as they are.
        recurrent: Whether it remembers earlier decisions, in as many numbers as the trunk is wide.
        critic: Widths of the layers that value what the trunk has read; the last is one number for
            each seat, or one for all. None: it values nothing.
    """

    def __init__(
        self,
        size: int,
        actions: int,
        widths: Sequence[int],
        blocks: Sequence[NDArray[np.int64]] = (),
        recurrent: bool = False,
        critic: Sequence[int] = (),
    ) -> None:
        """Make room for the weights; `draw` draws them."""
        super().__init__()
        self.blocks = nn.ModuleList([Block(places) for places in blocks])
        rest = np.setdiff1d(np.arange(size), np.concatenate([[-1], *map(np.ravel, blocks)]))
        self.rest: torch.Tensor
        self.register_buffer("rest", torch.from_numpy(rest) if blocks else None)
        read = len(rest) + sum(len(places) * CODE for places in blocks)
        self.layers = linears([read, *widths, actions])
        self.critic = linears([widths[0], *critic])
        self.core = nn.GRU(widths[0], widths[0]) if recurrent else None

    def draw(self) -> None:
        """Draw weights to begin with: at first all legal actions are about equally likely."""
        for part in self.modules():
            if isinstance(part, Block):
                nn.init.orthogonal_(part.weight, 2**0.5)
                nn.init.normal_(part.identity, std=0.1)
            elif isinstance(part, nn.Linear):
                nn.init.orthogonal_(part.weight, 0.01 if part is self.head else 2**0.5)
                nn.init.zeros_(part.bias)

    @property
    def trunk(self) -> nn.Linear:
        """The first layer."""
        return cast(nn.Linear, self.layers[0])

    @property
    def head(self) -> nn.Linear:
        """The last layer."""
        return cast(nn.Linear, self.layers[-1])

    @property
    def width(self) -> int:
        """Numbers that the trunk gives."""
        return self.trunk.out_features

    def encode(self, features: torch.Tensor) -> torch.Tensor:
        """The trunk: [n, F] -> [n, widths[0]]."""
        if self.rest is not None:
            read = [features.index_select(1, self.rest), *(b(features) for b in self.blocks)]
            features = torch.cat(read, dim=1)
        return torch.relu(self.trunk(features))

    def decide(self, recalled: torch.Tensor) -> torch.Tensor:
        """[n, W] -> logits [n, A], illegal actions among them."""
        logits: torch.Tensor = self.head(self.consider(recalled))
        return logits

    def consider(self, recalled: torch.Tensor) -> torch.Tensor:
        """What the last layer reads: [n, W] -> [n, widths[-1]]."""
        for layer in self.layers[1:-1]:
            recalled = torch.relu(layer(recalled))
        return recalled

    def plain_layers(self) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]] | None:
        """Weights [in, out] and bias [out] of each layer, None with entities or a memory."""
        if self.rest is not None or self.core is not None:
            return None
        told = [
            (layer.weight.detach().numpy().T, layer.bias.detach().numpy()) for layer in self.layers
        ]
        return [(np.ascontiguousarray(weight), bias.copy()) for weight, bias in told]


def net_from(weights: Weights, size: int, actions: int) -> ActingNet:
    """The network that has these weights.

    Args:
        weights: Arrays by name, as `ActingNet.weights` gives them.
        size: Features that it reads.
        actions: Actions that it chooses from.

    Raises:
        ValueError: They are not the weights of such a network; says what is wrong.
    """
    like = board_net_like if "near" in weights else _policy_net_like
    with torch.device("meta"):  # nothing is drawn for what is overwritten
        net = like(weights, size, actions)
    wanted = net.state_dict()
    arrays = {name: torch.from_numpy(array.copy()) for name, array in weights.items()}
    for name in {**wanted, **arrays}:
        if name not in arrays or name not in wanted or arrays[name].shape != wanted[name].shape:
            raise ValueError(f"{name} is damaged")
        if arrays[name].dtype != wanted[name].dtype or not torch.isfinite(arrays[name]).all():
            raise ValueError(f"{name} is damaged")
    net.load_state_dict(arrays, assign=True)
    return net.requires_grad_(False).eval()


def _policy_net_like(weights: Weights, size: int, actions: int) -> PolicyNet:
    """A `PolicyNet` of the shape of these weights."""
    widths = layer_widths(weights)
    blocks = [array for name, array in weights.items() if name.endswith(".places")]
    if any(places.ndim != 2 or places.max(initial=-1) >= size for places in blocks):
        raise ValueError("its entities lie outside the features")
    recurrent = "core.weight_hh_l0" in weights
    return PolicyNet(size, actions, widths, blocks, recurrent, critic_widths(weights))


def sample_masked(logits: torch.Tensor, draws: torch.Tensor) -> torch.Tensor:
    """Draw an action per row by inverting its distribution; draws in [0, 1) are [n].

    A masked action (logit far below the others) has probability 0 and is never drawn.
    """
    cdf = torch.softmax(logits, dim=1).cumsum(dim=1)
    return torch.searchsorted(cdf, ((1.0 - draws) * cdf[:, -1]).unsqueeze(1)).squeeze(1)
