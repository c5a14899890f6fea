"""A network that reads a map space by space (`BoardNet`), as nodes of an ONNX graph."""

from typing import TYPE_CHECKING

import numpy as np

from warfront_agents.acting_net import layer_widths
from warfront_agents.board_net import NEIGHBOURS
from warfront_agents.checkpoint import Weights

if TYPE_CHECKING:
    from warfront_training.onnx_graph import Builder


def add_board(build: "Builder", features: str, weights: Weights) -> tuple[str, str]:
    """What sums up the board [n, width], and the logits [n, A]."""
    kinds = sum(name.startswith("places_") for name in weights)
    told = [
        build.add("Gather", features, build.hold(weights[f"places_{kind}"]), axis=1)
        for kind in range(kinds)
    ]
    codes = _codes(build, told, weights)
    rest = build.add("Gather", features, build.hold(weights["rest"]), axis=1)
    read = build.add("Concat", rest, _pooled(build, codes), axis=1)
    whole = build.dense(read, weights, "whole", relu=True)
    touching = build.hold(weights["touching"].astype(np.float32) * np.float32(NEIGHBOURS))
    around = build.add("MatMul", touching, _each(build, codes, weights, "around"))
    context = build.add("MatMul", whole, build.hold(weights["context.weight"].T))
    context = build.add("Unsqueeze", context, build.whole(1))
    more = build.add("Add", _each(build, codes, weights, "own"), around)
    codes = build.add("Add", codes, build.add("Relu", build.add("Add", more, context)))
    summed = build.add(
        "Concat", whole, _pooled(build, codes), _chosen(build, told, codes, weights), axis=1
    )
    last = len(layer_widths(weights))
    for k in range(last):
        summed = build.dense(summed, weights, f"layers.{k}", relu=True)
    logits = build.dense(summed, weights, f"layers.{last}", relu=False)
    return summed, build.add("Add", logits, _named(build, summed, codes, weights))


def _each(build: "Builder", codes: str, weights: Weights, layer: str) -> str:
    """A linear layer, space by space."""
    out = build.add("MatMul", codes, build.hold(weights[f"{layer}.weight"].T))
    bias = weights.get(f"{layer}.bias")
    return out if bias is None else build.add("Add", out, build.hold(bias))


def _codes(build: "Builder", told: list[str], weights: Weights) -> str:
    """What the first layer makes of each space and of what can come to it, [n, E, CODE]."""
    amounts = build.add(
        "Concat",
        *(
            build.add("MatMul", each, build.hold(weights[f"amounts_{kind}"]))
            for kind, each in enumerate(told)
        ),
        axis=1,
    )
    arrivals = _arrivals(build, amounts, weights)
    parts, first = [], 0
    for kind, each in enumerate(told):
        end = first + len(weights[f"places_{kind}"])
        bounds = build.whole(first), build.whole(end), build.whole(1)
        own = build.add("Slice", arrivals, *bounds)
        parts.append(
            _each(build, build.add("Concat", each, own, axis=2), weights, f"spaces.{kind}")
        )
        first = end
    summed = build.add("Concat", *parts, axis=1)
    return build.add("Relu", build.add("Add", summed, build.hold(weights["identity"])))


def _arrivals(build: "Builder", amounts: str, weights: Weights) -> str:
    """[n, E, Q] -> [n, E, R], a product for each way, then in the order of `comes`."""
    comes = weights["comes"]
    ways = sorted(set(comes[:, 0].tolist()))
    parts, order = [], []
    for way in ways:
        rows = np.flatnonzero(comes[:, 0] == way)
        what = build.add("Gather", amounts, build.hold(comes[rows, 1]), axis=2)
        near = build.hold(weights["near"][way].astype(np.float32))
        parts.append(build.add("MatMul", near, what))
        order.extend(rows.tolist())
    place = np.argsort(np.array(order))
    return build.add("Gather", build.add("Concat", *parts, axis=2), build.hold(place), axis=2)


def _pooled(build: "Builder", codes: str) -> str:
    mean = build.add("ReduceMean", codes, axes=[1], keepdims=0)
    return build.add("Concat", mean, build.add("ReduceMax", codes, axes=[1], keepdims=0), axis=1)


def _chosen(build: "Builder", told: list[str], codes: str, weights: Weights) -> str:
    """The spaces that the choice is of, [n, marks * CODE]."""
    marks, _ = weights["numbers"].tolist()
    bounds = build.whole(0), build.whole(marks), build.whole(2)
    seen = build.add("Concat", *(build.add("Slice", each, *bounds) for each in told), axis=1)
    turned = build.add("Transpose", seen, perm=[0, 2, 1])
    return build.add("Flatten", build.add("MatMul", turned, codes), axis=1)


def _named(build: "Builder", summed: str, codes: str, weights: Weights) -> str:
    """What is added to the logits [n, A]: something for each space, 0 for other actions."""
    _, first = weights["numbers"].tolist()
    aim = build.add("Unsqueeze", build.dense(summed, weights, "aim", relu=False), build.whole(1))
    seen = build.add("Relu", build.add("Add", _each(build, codes, weights, "look"), aim))
    named = build.add("Squeeze", _each(build, seen, weights, "point"), build.whole(2))
    actions = len(weights[f"layers.{len(layer_widths(weights))}.bias"])
    behind = actions - first - len(weights["identity"])
    return build.add("Pad", named, build.whole(0, first, 0, behind))
