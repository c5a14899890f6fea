"""The compiled players of Spring 1942: a temper, and the threads that it decides on."""

import weakref
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.game import Game, View
from warfront.helpers import Helper
from warfront_agents.agent import Agent
from warfront_agents.spring1942.decide import decide_batch, new_mind

FEW = 8  # rows up to which a second thread is not worth its call


class SpringAgent(Agent):
    """A compiled player of Spring 1942; the same observation always gets the same answer."""

    temper: dict[str, float] = {}

    def __init__(self, game: Game, seed: int = 0) -> None:
        """Keep the game's tables and make room for two threads to reckon in."""
        super().__init__(game, seed)
        self.tables: Any = game.tables  # type: ignore[attr-defined]
        self._minds = [new_mind(game.spec.observation_size, self.temper) for _ in range(2)]
        self._helper: Helper | None = None

    def act(self, view: View, observation: NDArray[Any], mask: NDArray[np.uint8]) -> int:
        """Choose for one game; whose decision it is, the observation says."""
        return int(self.act_batch(observation[None], mask[None], np.zeros(1, np.int8))[0])

    def act_batch(
        self, observations: NDArray[Any], masks: NDArray[np.uint8], seats: NDArray[np.int8]
    ) -> NDArray[np.int32]:
        """Choose for n games: [n, observation_size] whole numbers, [n, num_actions], [n]."""
        n = len(masks)
        actions = np.empty(n, np.int32)
        narrow = np.ascontiguousarray(observations, np.uint8)
        legal = np.ascontiguousarray(masks, np.uint8)
        half = n if n <= FEW else n // 2
        rest = partial(self._decide, 1, narrow[half:], legal[half:], actions[half:])
        if half < n:
            self._help().start(rest)
        try:
            self._decide(0, narrow[:half], legal[:half], actions[:half])
        finally:
            if half < n:
                self._help().wait()
        return actions

    def _decide(self, k: int, observations: Any, masks: Any, actions: Any) -> None:
        """Fill `actions`, reckoning in the k-th mind."""
        decide_batch(self.tables, self._minds[k], observations, masks, actions)

    def _help(self) -> Helper:
        """The second thread."""
        if self._helper is None:
            self._helper = Helper("warfront-spring1942")
            weakref.finalize(self, self._helper.close)
        return self._helper
