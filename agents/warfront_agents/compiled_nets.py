"""Networks inside kernels: a playout asks a policy hundreds of times, one decision after another.

What is zero is not multiplied (one feature in nine is not zero, and about half of what a layer
tells), so that a decision takes some five microseconds and needs no batch. Axes: K network, L
layer, S seat, F feature, W number that a layer tells.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from warfront.compiled import kernel
from warfront.game import Game
from warfront_agents.features import Features, fill_features

Layers = Sequence[tuple[NDArray[np.float32], NDArray[np.float32]]]  # weights [in, out], bias [out]


class Nets(NamedTuple):
    """Policies, perhaps a judge of positions, the feature map they read by, and room to reckon."""

    net_of: NDArray[np.int64]  # [S] -> K, -1 where nobody has learned to play
    value: NDArray[np.int64]  # [1] the network that values positions, -1 for none
    enemy: NDArray[np.int64]  # [S] whose view of a position is read beside that of the seat asked
    layers: NDArray[np.int64]  # [K, L, 3] where its numbers begin, inputs, outputs; 0: no layer
    numbers: NDArray[np.float32]  # weights [in, out] and bias [out] of all layers
    sources: NDArray[np.int32]
    target: NDArray[np.int32]
    curve: NDArray[np.int8]
    curves: NDArray[np.float32]
    width: NDArray[np.uint8]
    seat: NDArray[np.int8]  # [1]
    features: NDArray[np.float32]  # [1, F]
    both: NDArray[np.float32]  # [2 * F] what the judge of positions reads
    told: NDArray[np.float32]  # [2, W] by layers, in turn
    filled: NDArray[np.int64]  # [W] inputs that are not zero


def new_nets(
    game: Game,
    policies: Sequence[Layers] = (),
    net_of: NDArray[np.int64] | None = None,
    value: Layers | None = None,
) -> Nets:
    """Networks for kernels; without any, nobody has learned to play and nothing is valued.

    Args:
        game: The game, whose features they read.
        policies: Each from features [F] to logits [num_actions].
        net_of: [S] -> index of its policy, -1 for none.
        value: From the features of two seats [2 * F], one of either side, to the logit of the
            first one's chance to win.
    """
    features = Features(game)
    nets = [*policies, *([value] if value is not None else [])]
    layers = np.zeros((len(nets), max([len(net) for net in nets], default=0), 3), np.int64)
    numbers, widest, at = [np.zeros(0, np.float32)], 2 * features.size, 0
    for k, net in enumerate(nets):
        for place, (weights, bias) in enumerate(net):
            layers[k, place] = at, *weights.shape
            numbers += [weights.ravel(), bias]
            at += weights.size + bias.size
            widest = max(widest, len(bias))
    seats, plan = game.spec.seats, features.plan
    none = np.full(len(seats), -1, np.int64)
    return Nets(
        none if net_of is None else net_of.astype(np.int64),
        np.array([len(policies) if value is not None else -1]),
        np.array([_first_enemy(game, seat) for seat in seats]),
        layers,
        np.concatenate(numbers),
        features.sources,
        plan.target,
        plan.curve,
        plan.curves,
        plan.width,
        np.zeros(1, np.int8),
        np.zeros((1, features.size), np.float32),
        np.zeros(2 * features.size, np.float32),
        np.zeros((2, widest), np.float32),
        np.zeros(widest, np.int64),
    )


def _first_enemy(game: Game, seat: str) -> int:
    """The first seat of the other side."""
    enemies = next(side for side in game.spec.sides.values() if seat not in side)
    return game.spec.seats.index(enemies[0])


@kernel
def row_of(numbers: Any, start: int, outs: int, i: int) -> Any:
    """The weights of a layer's input."""
    return numbers[start + i * outs : start + i * outs + outs]


@kernel
def run_layer(nets: Any, layer: Any, x: Any, y: Any) -> None:
    """Write a layer's weights times x plus its bias into y."""
    start, ins, outs = layer[0], layer[1], layer[2]
    bias = row_of(nets.numbers, start, outs, ins)
    for j in range(outs):
        y[j] = bias[j]
    n = 0
    for i in range(ins):
        nets.filled[n] = i
        n += int(x[i] != 0)
    k = 0
    while k + 4 <= n:  # four at a time: the sums are read and written less often
        f, g, h, i = nets.filled[k], nets.filled[k + 1], nets.filled[k + 2], nets.filled[k + 3]
        a, b = row_of(nets.numbers, start, outs, f), row_of(nets.numbers, start, outs, g)
        c, d = row_of(nets.numbers, start, outs, h), row_of(nets.numbers, start, outs, i)
        for j in range(outs):
            y[j] += x[f] * a[j] + x[g] * b[j] + x[h] * c[j] + x[i] * d[j]
        k += 4
    while k < n:
        f = nets.filled[k]
        a = row_of(nets.numbers, start, outs, f)
        for j in range(outs):
            y[j] += x[f] * a[j]
        k += 1


@kernel
def run_net(nets: Any, net: int, x: Any) -> Any:
    """What a network tells of x; it lies in `nets.told`, until the next."""
    layers = nets.layers[net]
    told = nets.told[0]
    for place in range(len(layers)):
        if layers[place, 2] == 0:
            break
        if place > 0:
            for j in range(layers[place, 1]):
                x[j] = max(x[j], np.float32(0.0))
        told = nets.told[place & 1]
        run_layer(nets, layers[place], x, told)
        x = told
    return told


@kernel
def read_features(nets: Any, looks: Any, seat: int) -> Any:
    """The features [F] of an observation [1, O] seen from a seat; they stay until the next."""
    nets.seat[0] = seat
    fill_features(
        looks, nets.seat, nets.sources, nets.target, nets.curve, nets.curves, nets.width,
        nets.features,
    )  # fmt: skip
    return nets.features[0]


@kernel
def read_logits(nets: Any, looks: Any, seat: int) -> Any:
    """The logits, illegal actions among them, that the seat's policy has for what it sees."""
    return run_net(nets, nets.net_of[seat], read_features(nets, looks, seat))


@kernel
def likeliest(logits: Any, mask: Any) -> int:
    """The legal action with the highest logit."""
    best = -1
    for action in range(len(mask)):
        if mask[action] > 0 and (best < 0 or logits[action] > logits[best]):
            best = action
    return best
