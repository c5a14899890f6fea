"""What a partner sees of many games at once, and how a habit changes what it is about to do."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.game import Game

Rows = NDArray[np.bool_]
Numbers = NDArray[np.int64]


class Sight:
    """What the partner sees of n games at once, and what it is about to do.

    Attributes:
        game: The game.
        observations: uint8 [n, observation_size].
        masks: uint8 [n, num_actions].
        actions: int32 [n], the staff's choices, changed by the habit.
    """

    def __init__(
        self,
        game: Game,
        places: dict[str, slice],
        observations: NDArray[np.uint8],
        masks: NDArray[np.uint8],
        actions: NDArray[np.int32],
    ) -> None:
        """Keep the arrays; nothing is copied."""
        self.game, self.places = game, places
        self.observations, self.masks, self.actions = observations, masks, actions
        self.seats = len(game.spec.seats)
        self.prompt: Numbers = self.piece("prompt").argmax(1)
        self.seat: Numbers = self.piece("seat").argmax(1)

    def piece(self, name: str) -> NDArray[np.uint8]:
        """A piece of the observation, [n, its size]."""
        return self.observations[:, self.places[name]]

    def others(self, name: str) -> NDArray[np.bool_]:
        """A piece that marks seats, without the seat asked, bool [n, seats]."""
        marked = self.piece(name) != 0
        marked[np.arange(len(marked)), self.seat] = False
        return marked

    def between(self, low: int, size: int) -> Rows:
        """Where the action lies in a block of the catalogue."""
        return (self.actions >= low) & (self.actions < low + size)

    def choose(self, rows: Rows, action: int) -> None:
        """Choose an action in these games where it is legal."""
        legal = rows & (self.masks[:, action] != 0)
        self.actions[legal] = action

    def choose_most(self, rows: Rows, low: int, worth: NDArray[Any]) -> None:
        """Choose the legal action of low.. with the greatest worth [n, m], where there is one."""
        legal = self.masks[:, low : low + worth.shape[1]] != 0
        best = np.where(legal, worth, -np.inf).argmax(1)
        able = rows & legal.any(1)
        self.actions[able] = low + best[able]


@dataclass(frozen=True)
class Habit:
    """What a partner does otherwise than the staff.

    Attributes:
        meaning: In words.
        change: Changes the choices.
    """

    meaning: str
    change: Callable[[Sight], None]
