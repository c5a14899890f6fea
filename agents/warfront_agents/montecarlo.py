"""Flat Monte Carlo: random playouts of every legal action from states that may be the true one."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.battlecards.chance import random_below
from warfront.battlecards.rules import step
from warfront.battlecards.state import Prompt
from warfront.compiled import kernel
from warfront.game import BadInput, Game
from warfront_agents.agent import Planner, Sampler


@kernel
def random_legal(state: Any, mask: Any) -> int:
    """A legal action, each as likely, by the state's own chance."""
    n = 0
    for action in range(len(mask)):
        n += mask[action]
    left = random_below(state, n)
    for action in range(len(mask)):
        left -= mask[action]
        if left < 0:
            return action
    return -1


@kernel
def playout(tables: Any, state: Any, mask: Any, side: int) -> float:
    """Play at random to the end: 1 when `side` wins, 0 when it loses, a half when nobody does."""
    while state.prompt != Prompt.OVER:
        step(tables, state, mask, random_legal(state, mask))
    if state.winner == 2:
        return 0.5
    return 1.0 if state.winner == side else 0.0


@kernel
def play_all(
    tables: Any, sampled: Any, scratch: Any, mask: Any, legal: Any, side: int, value: Any
) -> None:
    """Add to `value` the outcome of one playout of every legal action from one sampled state."""
    for i in range(len(legal)):
        scratch[0] = sampled[0]
        for _ in range(i):  # another stretch of chance for each action
            random_below(scratch[0], 2)
        mask[:] = 1
        step(tables[0], scratch[0], mask, legal[i])
        value[i] += playout(tables[0], scratch[0], mask, side)


class MonteCarloAgent(Planner):
    """Chooses the action whose random playouts its side won most often."""

    def __init__(self, game: Game, seed: int = 0, playouts: int = 100) -> None:
        """Play `playouts` games at random for each legal action of a decision.

        Raises:
            BadInput: the game is not Battlecards.
        """
        if game.spec.name != "battlecards":
            raise BadInput(f"montecarlo does not play {game.spec.name!r}: use it for battlecards")
        super().__init__(game, seed)
        self.name = f"montecarlo:{playouts}"
        self.playouts = playouts
        rules: Any = game
        self.tables = rules.tables
        self._mask = np.zeros(game.spec.num_actions, np.uint8)
        self._scratch: Any = game.new_states(1)

    def reset(self, seed: int, seat: int) -> None:
        """Seed the playouts."""
        self._random = np.random.default_rng(seed)

    def plan(
        self, sample: Sampler, observation: NDArray[Any], mask: NDArray[np.uint8], seat: int
    ) -> int:
        """The legal action with the best mean outcome."""
        legal = np.flatnonzero(mask)
        value = np.zeros(len(legal))
        side = int(self.tables["side"][0][seat])
        for seed in self._random.integers(0, 2**62, self.playouts):
            play_all(
                self.tables, sample(int(seed)), self._scratch, self._mask, legal, side, value
            )  # fmt: skip
        return int(legal[value.argmax()])
