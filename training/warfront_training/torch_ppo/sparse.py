"""What is zero is not multiplied: the first layer's features and the last layer's actions.

In Battlecards one feature in twelve is not zero and four actions in two hundred are legal. Axes:
N row, K number that is not zero, F feature, W width, A action.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from warfront.compiled import kernel


@kernel
def gather_filled(
    features: NDArray[np.float32],
    places: NDArray[np.int32],
    values: NDArray[np.float32],
    starts: NDArray[np.int64],
    first: int,
) -> None:
    """Write what is not zero in features [n, F] as rows first, first + 1, ... of a table.

    Row r holds places[starts[r]:starts[r + 1]] and the values there; starts[first] is set already.
    There must be room for n * F numbers more.
    """
    k = starts[first]
    for i in range(features.shape[0]):
        for f in range(features.shape[1]):
            value = features[i, f]
            places[k] = f
            values[k] = value
            k += int(value != 0)
        starts[first + i + 1] = k


@kernel
def spread_filled(
    places: NDArray[np.int32],
    values: NDArray[np.float32],
    starts: NDArray[np.int64],
    rows: NDArray[np.int64],
    out: NDArray[np.float32],
) -> None:
    """Write the table's rows [n] into out [n, F], zeros included."""
    for i in range(rows.shape[0]):
        out[i] = np.float32(0)
        for k in range(starts[rows[i]], starts[rows[i] + 1]):
            out[i, places[k]] = values[k]


@kernel
def multiply_filled(
    places: NDArray[np.int32],
    values: NDArray[np.float32],
    starts: NDArray[np.int64],
    rows: NDArray[np.int64],
    weights: NDArray[np.float32],
    bias: NDArray[np.float32],
    out: NDArray[np.float32],
) -> None:
    """Write the table's rows [n] times weights [F, W] plus bias [W] into out [n, W]."""
    for i in range(rows.shape[0]):
        sums = out[i]
        for j in range(sums.shape[0]):
            sums[j] = bias[j]
        k, end = starts[rows[i]], starts[rows[i] + 1]
        while k + 4 <= end:  # four at a time: the sums are read and written less often
            a, b = weights[places[k]], weights[places[k + 1]]
            c, d = weights[places[k + 2]], weights[places[k + 3]]
            va, vb, vc, vd = values[k], values[k + 1], values[k + 2], values[k + 3]
            for j in range(sums.shape[0]):
                sums[j] += va * a[j] + vb * b[j] + vc * c[j] + vd * d[j]
            k += 4
        while k < end:
            a, va = weights[places[k]], values[k]
            for j in range(sums.shape[0]):
                sums[j] += va * a[j]
            k += 1


@kernel
def add_gradient(
    places: NDArray[np.int32],
    values: NDArray[np.float32],
    starts: NDArray[np.int64],
    rows: NDArray[np.int64],
    gradients: NDArray[np.float32],
    out: NDArray[np.float32],
) -> None:
    """Add the table's rows [n], transposed, times gradients [n, W] to out [F, W]."""
    for i in range(rows.shape[0]):
        gradient = gradients[i]
        for k in range(starts[rows[i]], starts[rows[i] + 1]):
            sums, value = out[places[k]], values[k]
            for j in range(gradient.shape[0]):
                sums[j] += value * gradient[j]


@kernel
def choose_legal(
    logits: NDArray[np.float32],
    legal: NDArray[np.bool_],
    actions: NDArray[np.int64],
    logs: NDArray[np.float32],
    entropies: NDArray[np.float32],
    chances: NDArray[np.float32],
) -> None:
    """Log probabilities [n] of actions among the legal ones, entropies [n] and chances [n, A].

    Chances are written only where an action is legal.
    """
    for i in range(logits.shape[0]):
        most = np.float32(-np.inf)
        for a in range(logits.shape[1]):
            if legal[i, a]:
                most = max(most, logits[i, a])
        total = np.float32(0)
        for a in range(logits.shape[1]):
            if legal[i, a]:
                chances[i, a] = math.exp(logits[i, a] - most)
                total += chances[i, a]
        size = np.float32(math.log(total)) + most
        entropy = np.float32(0)
        for a in range(logits.shape[1]):
            if legal[i, a]:
                chances[i, a] /= total
                entropy -= chances[i, a] * (logits[i, a] - size)
        logs[i] = logits[i, actions[i]] - size
        entropies[i] = entropy


@kernel
def add_choice_gradient(
    inputs: NDArray[np.float32],
    weights: NDArray[np.float32],
    legal: NDArray[np.bool_],
    actions: NDArray[np.int64],
    chances: NDArray[np.float32],
    entropies: NDArray[np.float32],
    of_logs: NDArray[np.float32],
    of_entropies: NDArray[np.float32],
    to_inputs: NDArray[np.float32],
    to_weights: NDArray[np.float32],
    to_bias: NDArray[np.float32],
) -> None:
    """Add the gradients of `choose_legal` after a linear layer, inputs [n, W] to logits.

    of_logs and of_entropies [n] are the gradients of what it gave; to_inputs [n, W], to_weights
    [A, W] and to_bias [A] are added to.
    """
    for i in range(inputs.shape[0]):
        seen, back = inputs[i], to_inputs[i]
        for a in range(legal.shape[1]):
            if not legal[i, a]:
                continue
            chance = chances[i, a]
            log = np.float32(math.log(max(chance, np.float32(1e-38))))
            gain = -of_logs[i] * chance - of_entropies[i] * chance * (log + entropies[i])
            if a == actions[i]:
                gain += of_logs[i]
            to_bias[a] += gain
            row, sums = weights[a], to_weights[a]
            for j in range(seen.shape[0]):
                back[j] += gain * row[j]
                sums[j] += gain * seen[j]


@dataclass
class Table:
    """Features of many decisions without their zeros (see `gather_filled`)."""

    places: NDArray[np.int32]
    values: NDArray[np.float32]
    starts: NDArray[np.int64]
    features: int

    @staticmethod
    def empty(rows: int, features: int) -> "Table":
        """Room for as many rows, an eighth of their features filled; it grows."""
        room = rows * features // 8 + features
        starts = np.zeros(rows + 1, np.int64)
        return Table(np.zeros(room, np.int32), np.zeros(room, np.float32), starts, features)

    def put(self, first: int, features: NDArray[np.float32]) -> None:
        """Write features [n, F] as rows first, first + 1, ...; those before must be there."""
        need = int(self.starts[first]) + features.size
        if need > len(self.places):
            more = need + len(self.places) // 2
            self.places = np.resize(self.places, more)
            self.values = np.resize(self.values, more)
        gather_filled(features, self.places, self.values, self.starts, first)

    def dense(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """These rows with their zeros, [n, F]."""
        out = np.empty((len(rows), self.features), np.float32)
        spread_filled(self.places, self.values, self.starts, rows, out)
        return out


class Filled(torch.autograd.Function):
    """A linear layer over rows of a table."""

    @staticmethod
    def forward(
        ctx: Any, weight: torch.Tensor, bias: torch.Tensor, table: Table, rows: NDArray[np.int64]
    ) -> torch.Tensor:
        """Weight [W, F] with F outermost in memory, bias [W], rows [n] -> [n, W]."""
        ctx.table, ctx.rows, ctx.shape = table, rows, weight.shape
        out = np.empty((len(rows), len(bias)), np.float32)
        multiply_filled(
            table.places, table.values, table.starts, rows, _array(weight).T, _array(bias), out
        )
        return torch.from_numpy(out)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        """Gradients of weight and bias."""
        (gradient,) = gradients
        table, (width, features) = ctx.table, ctx.shape
        out = np.zeros((features, width), np.float32)
        add_gradient(
            table.places, table.values, table.starts, ctx.rows, _array(gradient.contiguous()), out
        )
        return torch.from_numpy(out).T, gradient.sum(dim=0), None, None


class Choice(torch.autograd.Function):
    """A linear layer to logits, and how likely and how open the choice among the legal ones is."""

    @staticmethod
    def forward(
        ctx: Any, inputs: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor,
        legal: torch.Tensor, actions: torch.Tensor,
    ) -> tuple[torch.Tensor, torch.Tensor]:  # fmt: skip
        """Log probabilities [n] and entropies [n] of inputs [n, W], weight [A, W], bias [A]."""
        logits = torch.nn.functional.linear(inputs, weight, bias)
        logs, entropies = np.empty((2, len(inputs)), np.float32)
        chances = np.empty(logits.shape, np.float32)
        choose_legal(_array(logits), _array(legal), _array(actions), logs, entropies, chances)
        ctx.kept = (inputs, weight, legal, actions, chances, entropies)
        return torch.from_numpy(logs), torch.from_numpy(entropies)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        """Gradients of inputs, weight and bias."""
        inputs, weight, legal, actions, chances, entropies = ctx.kept
        to_inputs, to_weight = torch.zeros_like(inputs), torch.zeros_like(weight)
        to_bias = torch.zeros(len(weight))
        of_logs, of_entropies = (_array(gradient.contiguous()) for gradient in gradients)
        add_choice_gradient(
            _array(inputs), _array(weight), _array(legal), _array(actions), chances, entropies,
            of_logs, of_entropies, _array(to_inputs), _array(to_weight), _array(to_bias),
        )  # fmt: skip
        return to_inputs, to_weight, to_bias, None, None


def _array(tensor: torch.Tensor) -> NDArray[Any]:
    return tensor.detach().numpy()
