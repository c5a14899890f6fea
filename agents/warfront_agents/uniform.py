"""The random agent: every legal action is equally likely."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.compiled import kernel
from warfront.game import View
from warfront_agents.agent import Agent


@kernel
def choose_uniform(
    masks: NDArray[np.uint8], chances: NDArray[np.float64], actions: NDArray[np.int32]
) -> None:
    """Fill actions[i] with the legal action that chances[i] in [0, 1) falls on."""
    for i in range(masks.shape[0]):
        legal = 0
        for a in range(masks.shape[1]):
            if masks[i, a]:
                legal += 1
        left = int(chances[i] * legal)
        for a in range(masks.shape[1]):
            if masks[i, a]:
                if left == 0:
                    actions[i] = a
                    break
                left -= 1


class UniformAgent(Agent):
    """Plays a random legal action."""

    name = "random"

    def reset(self, seed: int, seat: int) -> None:
        """Seed the choices anew."""
        self._rng = np.random.default_rng((seed, seat))

    def act(self, view: View, observation: NDArray[Any], mask: NDArray[np.uint8]) -> int:
        """Choose one of the legal actions."""
        return int(self._rng.choice(np.flatnonzero(mask)))

    def act_batch(
        self, observations: NDArray[Any], masks: NDArray[np.uint8], seats: NDArray[np.int8]
    ) -> NDArray[np.int32]:
        """Choose one of the legal actions of each game."""
        actions = np.empty(len(seats), np.int32)
        choose_uniform(np.ascontiguousarray(masks), self._rng.random(len(seats)), actions)
        return actions
