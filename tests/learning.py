"""What the tests of training share: a small learner's environment."""

from typing import Any

import numpy as np

import warfront
from warfront.game import Game
from warfront_training.seating import Player
from warfront_training.vec_env import SideVecEnv


def new_env(
    game: Game,
    side: str = "axis",
    opponent: Any = "random",
    n: int = 24,
    reward: str = "team",
    **extra: Any,
) -> SideVecEnv:
    batch = warfront.Batch(game, n, seed=11, reward=reward)
    line_up = np.zeros((1, len(game.spec.seats)), np.intp)
    player = Player(opponent, game, 3)
    seats = game.spec.sides.get(side, [side])
    return SideVecEnv(game, batch, seats, [player], line_up, np.ones(1), seed=2, **extra)
