"""Partners with a habit: the staff, but for one thing that they always or never do.

They sit beside a player whose cooperation is measured, by name `partner:<habit>`. A habit looks
only at the observation and the mask, remembers nothing, and changes the staff's choice where the
rules allow it.
"""

import importlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.game import BadInput, Game, View
from warfront_agents.agent import Agent, make_agent
from warfront_agents.partners.sight import Habit, Sight

__all__ = ["Habit", "PartnerAgent", "Sight", "habits"]

GAMES = ("battlecards", "spring1942")  # those with habits


def habits(game: str) -> dict[str, Habit]:
    """The habits that partners of a game may have, by name; none in a game without any."""
    if game not in GAMES:
        return {}
    found: dict[str, Habit] = _module(game).HABITS
    return found


def _module(game: str) -> Any:
    return importlib.import_module(f"warfront_agents.partners.{game}")


class PartnerAgent(Agent):
    """The staff with a habit, by name `partner:<habit>`; the same sight gets the same answer."""

    def __init__(self, game: Game, seed: int = 0, habit: str = "") -> None:
        """Make the staff that it is otherwise.

        Raises:
            BadInput: There is no such habit in this game.
        """
        known = habits(game.spec.name)
        if habit not in known:
            right = f"use one of {', '.join(known)}" if known else "there are none in this game"
            raise BadInput(f"partner:{habit}: {habit!r} is no habit of {game.spec.name}: {right}")
        super().__init__(game, seed)
        self.name = f"partner:{habit}"
        self._habit = known[habit]
        self._staff = make_agent("staff", game, seed)
        loaded: Any = game.loaded  # type: ignore[attr-defined]
        self._places: dict[str, slice] = _module(game.spec.name).pieces(loaded.tables)

    def act(self, view: View, observation: NDArray[Any], mask: NDArray[np.uint8]) -> int:
        """Choose for one game."""
        return int(self.act_batch(observation[None], mask[None], np.zeros(1, np.int8))[0])

    def act_batch(
        self, observations: NDArray[Any], masks: NDArray[np.uint8], seats: NDArray[np.int8]
    ) -> NDArray[np.int32]:
        """Choose for n games: [n, observation_size] whole numbers, [n, num_actions], [n]."""
        narrow = np.ascontiguousarray(observations, np.uint8)
        actions: NDArray[np.int32] = self._staff.act_batch(narrow, masks, seats)
        self._habit.change(Sight(self.game, self._places, narrow, masks, actions))
        return actions
