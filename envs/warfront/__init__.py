"""WWII alliance games as multi-agent reinforcement-learning environments.

`make_game` gives the rules of one game, `make_batch` many games at once. The faces for the
frameworks are `warfront.battlecards_v0` (PettingZoo) and, once this package is imported,
`gymnasium.make("warfront/Battlecards-v0")`.
"""

from importlib.metadata import version

from warfront.batch import Batch, make_batch
from warfront.game import (
    BadInput,
    Game,
    GameSpec,
    IllegalAction,
    IllegalOrder,
    Reward,
)
from warfront.games import game_names, make_game, register_game
from warfront.registration import register_faces

register_faces()

__version__ = version("warfront")

__all__ = [
    "BadInput",
    "Batch",
    "Game",
    "GameSpec",
    "IllegalAction",
    "IllegalOrder",
    "Reward",
    "game_names",
    "make_batch",
    "make_game",
    "register_game",
]
