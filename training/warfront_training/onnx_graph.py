"""Learned policies as ONNX graphs: from observations and masks to choices, nothing else needed.

The graph holds the feature map too: it finds out from the observation whose it is and sums it up as
`warfront_agents.features` does. With several networks (one a side, or one a seat) each row is
answered by the network of its seat.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.game import BadInput, Game
from warfront_agents.acting_net import MASKED
from warfront_agents.checkpoint import Facts, Weights
from warfront_agents.features import Features, Plan
from warfront_agents.files import write_whole
from warfront_training.onnx_board import add_board

OPSET = 17  # onnxruntime 1.12 and later read it
IR_VERSION = 8


class Builder:
    """A graph that grows node by node; values go by their names."""

    def __init__(self, onnx: Any) -> None:
        """Begin with nothing; `onnx` is the package of that name."""
        self._onnx = onnx
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def hold(self, array: Any) -> str:
        """A constant of the graph."""
        name = f"c{len(self.constants)}"
        self.constants.append(self._onnx.numpy_helper.from_array(np.array(array), name))
        return name

    def whole(self, *numbers: int) -> str:
        """Whole numbers as a constant int64 [n]."""
        return self.hold(np.array(numbers, np.int64))

    def add(self, kind: str, *inputs: str, named: str = "", skip: int = 0, **how: Any) -> str:
        """A node; returns the name of its output, the one behind `skip` that are not asked for."""
        name = named or f"v{len(self.nodes)}"
        outputs = [*[""] * skip, name]
        self.nodes.append(self._onnx.helper.make_node(kind, list(inputs), outputs, **how))
        return name

    def dense(self, seen: str, weights: Weights, layer: str, relu: bool) -> str:
        """A linear layer of a network."""
        weight, bias = (self.hold(weights[f"{layer}.{part}"]) for part in ("weight", "bias"))
        told = self.add("Gemm", seen, weight, bias, transB=1)
        return self.add("Relu", told) if relu else told


def _add_features(build: Builder, plan: Plan, estimated: bool) -> tuple[str, str]:
    """The seats [n] that look, and the features [n, F] of what they see."""
    seats = len(plan.target)
    used = np.flatnonzero((plan.target >= 0).any(axis=0))
    looks = build.add("Gather", "observation", build.hold(plan.observer + np.arange(seats)), axis=1)
    seat = build.add("ArgMax", looks, axis=1, keepdims=0)
    read = build.add("Gather", "observation", build.hold(used), axis=1)
    bounds = build.hold(np.float32(0)), build.hold(np.float32(255))
    number = build.add("Cast", build.add("Clip", read, *bounds), to=7)  # int64
    row = build.hold(plan.curve[used].astype(np.int64) * plan.curves.shape[1])
    curves = build.hold(plan.curves.reshape(-1))
    adds = build.add("Gather", curves, build.add("Add", number, row))
    target = build.add("Gather", build.hold(plan.target[:, used].astype(np.int64)), seat)
    width = build.hold(np.maximum(plan.width[used], 1).astype(np.int64))
    choice = build.add("Sub", build.add("Min", number, width), build.whole(1))
    nowhere = build.add(
        "Or",
        build.add("Less", target, build.whole(0)),
        build.add("Equal", number, build.whole(0)),
    )
    beyond = build.whole(plan.size)  # a place behind the features, for what adds to none
    place = build.add("Where", nowhere, beyond, build.add("Add", target, choice))
    count = build.add("Shape", seat)
    room = build.add("Concat", count, build.whole(plan.size + 1), axis=0)
    empty = build.add("Expand", build.hold(np.float32(0)), room)
    summed = build.add("ScatterElements", empty, place, adds, axis=1, reduction="add")
    told = build.add("Slice", summed, build.whole(0), beyond, build.whole(1))
    return seat, build.add("Concat", told, "estimates", axis=1) if estimated else told


def _encode(build: Builder, features: str, weights: Weights) -> str:
    """The trunk, behind the entities where the network knows any."""
    if "rest" in weights:
        parts = [build.add("Gather", features, build.hold(weights["rest"]), axis=1)]
        count = sum(name.endswith(".places") for name in weights)
        for k in range(count):
            places = weights[f"blocks.{k}.places"]
            weight, identity = (weights[f"blocks.{k}.{part}"] for part in ("weight", "identity"))
            told = build.add("Gather", features, build.hold(np.maximum(places, 0)), axis=1)
            told = build.add("Mul", told, build.hold((places >= 0).astype(np.float32)))
            codes = build.add("MatMul", told, build.hold(weight.T))
            codes = build.add("Relu", build.add("Add", codes, build.hold(identity)))
            parts.append(build.add("Flatten", codes, axis=1))
        features = build.add("Concat", *parts, axis=1)
    return build.dense(features, weights, "layers.0", relu=True)


def _recall(build: Builder, encoded: str, weights: Weights) -> tuple[str, str]:
    """What the rest of the network reads, and the memory afterwards ("": it has none)."""
    size = _memory_size(weights)
    if not size:
        return encoded, ""
    order = np.r_[size : 2 * size, 0:size, 2 * size : 3 * size]  # ONNX: update gate, reset, new
    ours = [weights[f"core.{kind}_l0"][order] for kind in ("weight_ih", "weight_hh")]
    bias = np.concatenate([weights[f"core.bias_{kind}_l0"][order] for kind in ("ih", "hh")])
    one = build.whole(0)
    step = build.add("Unsqueeze", encoded, one)
    before = build.add("Unsqueeze", "memory", one)
    held = [build.hold(array[None]) for array in (*ours, bias)]
    after = build.add(
        "GRU", step, *held, "", before, skip=1, hidden_size=size, linear_before_reset=1
    )
    after = build.add("Squeeze", after, one)
    return build.add("Add", encoded, after), after


def _count(weights: Weights, part: str) -> int:
    """How many layers of this name a network has."""
    return sum(name.startswith(f"{part}.") and name.endswith(".bias") for name in weights)


def _memory_size(weights: Weights) -> int:
    return int(weights["core.weight_hh_l0"].shape[1]) if "core.weight_hh_l0" in weights else 0


def _layers(build: Builder, seen: str, weights: Weights, part: str, first: int) -> str:
    """The layers `part.first` and those behind it; the last one has no curve."""
    count = _count(weights, part)
    for k in range(first, count):
        seen = build.dense(seen, weights, f"{part}.{k}", relu=k < count - 1)
    return seen


def _value(build: Builder, seen: str, seat: str, weights: Weights, seats: NDArray[np.int64]) -> str:
    """The value [n] of each row, by the head of its seat; `seats` are the network's own."""
    heads = _layers(build, seen, weights, "critic", 0)
    last = _count(weights, "critic") - 1
    if len(weights[f"critic.{last}.bias"]) == 1:
        return build.add("Squeeze", heads, build.whole(1))
    place = np.zeros(int(seats.max()) + 1, np.int64)
    place[np.sort(seats)] = np.arange(len(seats))
    top = build.whole(int(seats.max()))  # rows of other networks' seats are not read
    head = build.add("Gather", build.hold(place), build.add("Min", seat, top))
    picked = build.add("GatherElements", heads, build.add("Unsqueeze", head, build.whole(1)),
                       axis=1)  # fmt: skip
    return build.add("Squeeze", picked, build.whole(1))


def _add_network(
    build: Builder, features: str, seat: str, weights: Weights, seats: NDArray[np.int64]
) -> dict[str, str]:
    """Logits, memory afterwards and value of one network for all rows; "" for what it lacks."""
    after = ""
    if "near" in weights:
        seen, logits = add_board(build, features, weights)
    else:
        seen, after = _recall(build, _encode(build, features, weights), weights)
        logits = _layers(build, seen, weights, "layers", 1)
    return {
        "logits": logits,
        "memory_after": after,
        "value": _value(build, seen, seat, weights, seats) if _count(weights, "critic") else "",
    }


def _choose_rows(build: Builder, told: list[dict[str, str]], mine: list[str], what: str) -> str:
    """Each row's answer, by the network of its seat; "" where a network has none."""
    answers = [each[what] for each in told]
    if not all(answers):
        return ""
    found = answers[0]
    for answer, own in zip(answers[1:], mine[1:], strict=True):
        column = own if what == "value" else build.add("Unsqueeze", own, build.whole(1))
        found = build.add("Where", column, answer, found)
    return found


def write_onnx(path: Any, game: Game, policies: Sequence[tuple[Facts, Weights]]) -> None:
    """Write checkpoints of one run as an ONNX file.

    Inputs: `observation` float32 [n, observation_size], `action_mask` int8 [n, num_actions], and
    with memory `memory` float32 [n, M], zero where a game begins, and with estimates `estimates`
    float32 [n, X], as `Features.estimate` reckons them. Outputs: `logits` (masked) and
    `probabilities` float32 [n, num_actions], `action` int64 [n] the likeliest, `value` float32 [n]
    where every network has a critic of its own, and `memory_after` [n, M].

    Args:
        path: The file to write.
        game: The game that they play.
        policies: Facts and weights of each, for seats of their own.

    Raises:
        BadInput: The package onnx is missing, the game's observation does not say whose it is, or
            the networks remember differently much.
    """
    try:
        import onnx
    except ModuleNotFoundError as error:
        raise BadInput("ONNX files need the package onnx: pip install 'warfront[onnx]'") from error
    features = Features.of(game, policies[0][0].features)
    plan = features.plan
    if plan.observer < 0:
        raise BadInput(
            f"{game.spec.name}: its observation does not say which seat looks, as an ONNX file "
            "needs: export policies of battlecards or spring1942"
        )
    sizes = {_memory_size(weights) for _, weights in policies}
    if len(sizes) > 1:
        raise BadInput("some of the networks remember and some do not: export one side at a time")
    build = Builder(onnx)
    outputs = _outputs(build, game, features, policies)
    model = _model(onnx, build, game, features, outputs, sizes.pop())
    onnx.helper.set_model_props(model, _props(policies))
    onnx.checker.check_model(model, full_check=True)
    write_whole(path, model.SerializeToString())


def _outputs(
    build: Builder, game: Game, features: Features, policies: Sequence[tuple[Facts, Weights]]
) -> dict[str, str]:
    """The graph itself; the outputs that it has."""
    seat, read = _add_features(build, features.plan, features.estimates is not None)
    told, mine = [], []
    for facts, weights in policies:
        seats = np.array([game.spec.seats.index(name) for name in facts.plays])
        told.append(_add_network(build, read, seat, weights, seats))
        own = np.isin(np.arange(len(game.spec.seats)), seats)
        mine.append(build.add("Gather", build.hold(own), seat))
    legal = build.add("Cast", "action_mask", to=9)  # bool
    raw = _choose_rows(build, told, mine, "logits")
    build.add("Where", legal, raw, build.hold(np.float32(MASKED)), named="logits")
    build.add("Softmax", "logits", axis=1, named="probabilities")
    build.add("ArgMax", "logits", axis=1, keepdims=0, named="action")
    found = {name: name for name in ("logits", "probabilities", "action")}
    for name in ("value", "memory_after"):
        answer = _choose_rows(build, told, mine, name)
        if answer:
            found[name] = build.add("Identity", answer, named=name)
    return found


def _model(
    onnx: Any, build: Builder, game: Game, features: Features, outputs: dict[str, str], memory: int
) -> Any:
    number = onnx.TensorProto
    spec = game.spec
    shapes = {
        "observation": (number.FLOAT, ["n", spec.observation_size]),
        "action_mask": (number.INT8, ["n", spec.num_actions]),
        "memory": (number.FLOAT, ["n", memory]),
        "estimates": (number.FLOAT, ["n", features.size - features.plan.size]),
        "logits": (number.FLOAT, ["n", spec.num_actions]),
        "probabilities": (number.FLOAT, ["n", spec.num_actions]),
        "action": (number.INT64, ["n"]),
        "value": (number.FLOAT, ["n"]),
        "memory_after": (number.FLOAT, ["n", memory]),
    }
    inputs = ["observation", "action_mask"]
    inputs += ["memory"] if memory else []
    inputs += ["estimates"] if features.estimates is not None else []
    infos = {name: onnx.helper.make_tensor_value_info(name, *shape) for name, shape in
             shapes.items()}  # fmt: skip
    graph = onnx.helper.make_graph(
        build.nodes, "policy", [infos[name] for name in inputs],
        [infos[name] for name in outputs], build.constants,
    )  # fmt: skip
    return onnx.helper.make_model(
        graph,
        opset_imports=[onnx.helper.make_opsetid("", OPSET)],
        ir_version=IR_VERSION,
        producer_name="warfront",
    )


def _props(policies: Sequence[tuple[Facts, Weights]]) -> dict[str, str]:
    """What the file says of itself: the game, its version and options, and all facts."""
    facts = joined([facts for facts, _ in policies])
    return {
        "game": facts.game,
        "version": facts.version,
        "options": json.dumps(facts.options),
        "facts": json.dumps(asdict(facts)),
    }


def joined(facts: Sequence[Facts]) -> Facts:
    """The facts of several checkpoints of one run as those of one policy."""
    first = facts[0]
    return Facts(
        **{
            **asdict(first),
            "plays": [seat for each in facts for seat in each.plays],
            "learner": "+".join(each.learner for each in facts),
        }
    )
