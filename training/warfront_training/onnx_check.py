"""An exported policy beside the one that it was made from, on positions of games."""

import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from warfront.game import Game
from warfront_agents.learned import PolicyAgent
from warfront_agents.onnx_agent import OnnxPolicy
from warfront_training.walks import Judged, walk

SINGLE = 50  # decisions that are timed one by one


@dataclass
class Agreement:
    """What the comparison found.

    Attributes:
        states: Positions compared.
        probability, value: The largest differences.
        same: Positions with the same choice.
        milliseconds: Median time of a single decision, on one thread.
    """

    states: int = 0
    probability: float = 0.0
    value: float = 0.0
    same: int = 0
    milliseconds: float = 0.0


def compare(
    exported: OnnxPolicy, policy: PolicyAgent, game: Game, states: int, seed: int
) -> Agreement:
    """Compare on decisions of games (see `walk`).

    Args:
        exported: The policy out of an ONNX file.
        policy: The same, as it was trained.
        game: The game.
        states: How many decisions of its seats.
        seed: Seeds the games.
    """
    found = Agreement()
    for judged in walk(policy, game, states, seed):
        if not found.states:
            found.milliseconds = _time_single(exported, judged)
        memory = judged.memory if judged.memory.shape[1] else None
        told = exported.run(judged.observations, judged.masks, judged.seats, memory)
        chances = np.exp(judged.logits - judged.logits.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        found.states += len(judged.seats)
        found.same += int((judged.choices == told["action"]).sum())
        found.probability = max(found.probability, _furthest(chances, told["probabilities"]))
        if judged.values is not None:
            found.value = max(found.value, _furthest(judged.values, told["value"]))
    return found


def _furthest(ours: NDArray[np.float32], theirs: NDArray[np.float32]) -> float:
    return float(np.abs(ours - theirs).max())


def _time_single(exported: OnnxPolicy, judged: Judged) -> float:
    """Milliseconds of the first of these decisions alone, the median of several."""
    memory = judged.memory[:1] if judged.memory.shape[1] else None
    took = []
    for _ in range(SINGLE):
        begun = time.perf_counter()
        exported.run(judged.observations[:1], judged.masks[:1], judged.seats[:1], memory)
        took.append(time.perf_counter() - begun)
    return 1000 * float(np.median(took))
