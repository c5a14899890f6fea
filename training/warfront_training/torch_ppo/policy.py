"""Actor and critic: the actor is what plays, the critic is only there while it learns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from warfront.kernel_game import PLAIN
from warfront_agents.acting_net import ActingNet, mask_logits
from warfront_agents.checkpoint import Weights
from warfront_agents.masks import check_masks
from warfront_agents.networks import PolicyNet, sample_masked
from warfront_training.torch_ppo.sparse import Choice, Filled, Table


class Critic(nn.Module):
    """What a position is worth, a head for each seat.

    Args:
        inputs: Width of what it reads of a decision.
        views: How many views it reads: 1 the trunk of the deciding seat, otherwise the features of
            every seat of the learner, each summed up in the same way.
        width: What each view is summed up in, where there are several.
        layers: Widths of the layers behind.
        seats: Seats of the learner.
    """

    def __init__(
        self, inputs: int, views: int, width: int, layers: Sequence[int], seats: int
    ) -> None:
        """Draw the weights."""
        super().__init__()
        self.look = nn.Linear(inputs, width) if views else None
        sizes = [views * width if views else inputs, *layers, seats]
        self.layers = nn.ModuleList(
            [nn.Linear(a, b) for a, b in zip(sizes[:-1], sizes[1:], strict=True)]
        )
        for layer in self.modules():
            if isinstance(layer, nn.Linear):
                nn.init.orthogonal_(layer.weight, 1.0 if layer is self.layers[-1] else 2**0.5)
                nn.init.zeros_(layer.bias)

    def forward(self, seen: torch.Tensor, seats: torch.Tensor) -> torch.Tensor:
        """Values [n] of what is seen, [n, inputs] or [n, views, inputs], for the seats [n]."""
        if self.look is not None:
            seen = torch.relu(self.look(seen)).flatten(1)
        for layer in self.layers[:-1]:
            seen = torch.relu(layer(seen))
        heads: torch.Tensor = self.layers[-1](seen)
        return heads.gather(1, seats.unsqueeze(1)).squeeze(1)


@dataclass
class Seen:
    """Decisions as the policy reads them. Axes: N decision, F feature, A action, V seat's view.

    Attributes:
        features: float32 [N, F], of the seat that decides.
        legal: bool [N, A].
        seats: int64 [N], the deciding seat's number among the learner's.
        views: float32 [N, V, F], of every seat of the learner; V is 0 unless the critic is central.
        table, rows: The features without their zeros, int64 [N]; then `features` are not read.
    """

    features: torch.Tensor
    legal: torch.Tensor
    seats: torch.Tensor
    views: torch.Tensor
    table: Table | None = None
    rows: NDArray[np.int64] | None = None

    def take(self, rows: torch.Tensor) -> "Seen":
        """These rows."""
        legal, seats, views = (
            array.index_select(0, rows) for array in (self.legal, self.seats, self.views)
        )
        if self.table is None or self.rows is None:
            return Seen(self.features.index_select(0, rows), legal, seats, views)
        return Seen(self.features, legal, seats, views, self.table, self.rows[rows.numpy()])

    def to(self, device: torch.device) -> "Seen":
        """The same on a device."""
        return Seen(
            self.features.to(device),
            self.legal.to(device),
            self.seats.to(device),
            self.views.to(device),
            self.table,
            self.rows,
        )


@dataclass
class Sequences:
    """How decisions follow one another, for a policy that remembers.

    The decisions lie step by step: first the first of every sequence, the longest sequence first,
    then the second of all that have one.

    Attributes:
        counts: int64 [steps], sequences that have such a step.
        memory: float32 [sequences, M], what was remembered before each.
    """

    counts: torch.Tensor
    memory: torch.Tensor


class ActorCritic(nn.Module):
    """A policy with its critic.

    Args:
        actor: The policy.
        seats: Seats of the learner.
        layers: Widths of the critic's layers.
        central: Whether the critic reads the features of all of the learner's seats.
    """

    def __init__(self, actor: ActingNet, size: int, seats: int, layers: Sequence[int],
                 central: bool) -> None:  # fmt: skip
        """Draw the weights; size is the number of features."""
        super().__init__()
        self.actor = actor
        width = actor.width
        self.central = central
        self.critic = Critic(
            size if central else width, seats if central else 0, width, layers, seats
        )
        actor.draw()
        if isinstance(actor, PolicyNet):
            first = actor.trunk.weight
            first.data = first.data.T.contiguous().T  # a feature's lie together, see `Filled`

    def weights(self) -> Weights:
        """The actor's arrays by name, and its critic's where that reads the actor's trunk."""
        weights = self.actor.weights()
        if not self.central:
            for name, array in self.critic.layers.state_dict().items():
                weights[f"critic.{name}"] = array.cpu().numpy().copy()
        return weights

    @property
    def device(self) -> torch.device:
        """Where it is."""
        return next(self.parameters()).device

    @property
    def keeps_filled(self) -> bool:
        """Whether what it reads is kept as a `Table`: on the CPU, compiled."""
        return self.device.type == "cpu" and not PLAIN

    @property
    def skips_zeros(self) -> bool:
        """Whether it reads all features of a table at once, without the zeros."""
        actor = self.actor
        return self.keeps_filled and isinstance(actor, PolicyNet) and not actor.blocks

    @torch.no_grad()
    def act(
        self, seen: Seen, masks: Any, memory: torch.Tensor, draws: torch.Tensor | None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """Actions [n], values [n], log probabilities [n], and memory [n, M] afterwards.

        Args:
            seen: The decisions; their `legal` is filled from the masks.
            masks: [n, A] whole numbers 0 and 1, or bool.
            memory: [n, M], what each remembers.
            draws: [n], in [0, 1): chooses by the policy's distribution; None: the likeliest.

        Raises:
            ValueError: The masks are missing or malformed.
        """
        actions = self.actor.head.out_features
        legal = check_masks(masks, (len(seen.features), actions))
        seen.legal = torch.from_numpy(legal).to(self.device)
        recalled, after = self.actor.recall(self._encode(seen), memory)
        logits = mask_logits(self.actor.decide(recalled), seen.legal)
        chosen = logits.argmax(dim=1) if draws is None else sample_masked(logits, draws)
        logs = torch.log_softmax(logits, dim=1).gather(1, chosen.unsqueeze(1)).squeeze(1)
        return chosen, self.judge(seen, recalled), logs, after

    @torch.no_grad()
    def value(self, seen: Seen, memory: torch.Tensor) -> torch.Tensor:
        """Values [n] of decisions before they are made."""
        recalled, _ = self.actor.recall(self._encode(seen), memory)
        return self.judge(seen, recalled)

    def evaluate(
        self, seen: Seen, actions: torch.Tensor, sequences: Sequences | None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Values [n], log probabilities [n] and entropies [n] of actions taken.

        Args:
            seen: The decisions, in the order of `sequences` where it is given.
            actions: int64 [n].
            sequences: For a policy that remembers.
        """
        recalled = self._encode(seen)
        if self.actor.core is not None:
            assert sequences is not None
            recalled = recalled + self._recall_all(recalled, sequences)
        values = self.judge(seen, recalled)
        if self.skips_zeros:
            hidden, last = cast(PolicyNet, self.actor).consider(recalled), self.actor.head
            chosen, entropy = Choice.apply(hidden, last.weight, last.bias, seen.legal, actions)  # type: ignore[no-untyped-call]
            return values, chosen, entropy
        logits = mask_logits(self.actor.decide(recalled), seen.legal)
        logs = torch.log_softmax(logits, dim=1)
        chosen = logs.gather(1, actions.unsqueeze(1)).squeeze(1)
        return values, chosen, -(logs.exp() * logs).sum(dim=1)  # masked: exactly 0

    def _encode(self, seen: Seen) -> torch.Tensor:
        if seen.table is None or seen.rows is None:
            return self.actor.encode(seen.features)
        if not self.skips_zeros:
            return self.actor.encode(torch.from_numpy(seen.table.dense(seen.rows)))
        first = cast(PolicyNet, self.actor).trunk
        encoded: torch.Tensor = Filled.apply(first.weight, first.bias, seen.table, seen.rows)  # type: ignore[no-untyped-call]
        return torch.relu(encoded)

    def _recall_all(self, encoded: torch.Tensor, sequences: Sequences) -> torch.Tensor:
        assert self.actor.core is not None
        packed = nn.utils.rnn.PackedSequence(encoded, sequences.counts)
        told, _ = self.actor.core(packed, sequences.memory[None])
        data: torch.Tensor = told.data
        return data

    def judge(self, seen: Seen, recalled: torch.Tensor) -> torch.Tensor:
        """Values [n], given what the trunk made of the decisions, [n, W]."""
        read = seen.views if self.central else self.actor.summary(recalled)
        value: torch.Tensor = self.critic(read, seen.seats)
        return value
