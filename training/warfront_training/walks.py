"""Positions of games that a policy plays, with what it says of each."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import warfront
from warfront.game import Game
from warfront_agents.learned import PolicyAgent

GAMES = 64  # played at once


@dataclass(frozen=True)
class Judged:
    """Decisions of a policy's seats, and what it says of them. Axes: N decision, A action.

    Attributes:
        observations, masks, seats: [N, observation_size], [N, A], [N]; valid until the next.
        memory: float32 [N, M], what the seats remembered.
        logits: float32 [N, A], masked; `values`: float32 [N], None without a critic.
    """

    observations: NDArray[Any]
    masks: NDArray[np.uint8]
    seats: NDArray[np.int8]
    memory: NDArray[np.float32]
    logits: NDArray[np.float32]
    values: NDArray[np.float32] | None

    @property
    def choices(self) -> NDArray[np.int64]:
        """The likeliest action of each, [N]."""
        likeliest: NDArray[np.int64] = self.logits.argmax(axis=1)
        return likeliest


def walk(policy: PolicyAgent, game: Game, states: int, seed: int) -> Iterator[Judged]:
    """Decisions of games in which about half of the policy's moves are its own, all else random.

    Args:
        policy: The policy.
        game: The game.
        states: Decisions of its seats in all.
        seed: Seeds the games and the coins.
    """
    batch = warfront.Batch(game, min(GAMES, states), seed=seed)
    batch.reset()
    plays = np.array([policy.plays(seat) for seat in range(len(game.spec.seats))])
    memory = np.zeros((batch.n, len(plays), policy.memory_size), np.float32)
    coins, left = np.random.default_rng(seed), states
    while left:
        actions = batch.random_actions().copy()
        mine = np.flatnonzero(plays[batch.seats])[:left]
        if len(mine):
            seats = batch.seats[mine]
            seen, known = (batch.observations[mine], batch.masks[mine], seats), memory[mine, seats]
            logits, values, memory[mine, seats] = policy.judge(*seen, known)
            judged = Judged(*seen, known, logits, values)
            yield judged
            left -= len(mine)
            own = coins.random(len(mine)) < 0.5
            actions[mine[own]] = judged.choices[own]
        batch.step(actions)
        memory[batch.terminated | batch.truncated] = 0
