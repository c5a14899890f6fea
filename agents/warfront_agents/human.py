"""A person at the terminal: the position, the legal actions in words, a number to type."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.game import Game, IllegalOrder
from warfront_agents.agent import Planner, Sampler


class Quit(KeyboardInterrupt):
    """The person wants to stop: whatever is running ends as if it had been interrupted."""


def choices(game: Game, state: Any, mask: NDArray[np.uint8]) -> list[tuple[int, str]]:
    """The legal actions and their words, one line each: exactly those of the mask."""
    return [(int(action), game.action_text(state, int(action))) for action in np.flatnonzero(mask)]


class HumanAgent(Planner):
    """Asks a person. The position shown holds only what the seat may know.

    Args:
        game: The game it plays.
        seed: Not used: a person decides.
        read: Reads one line (input by default).
        write: Writes text (print by default).
    """

    name = "human"

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        read: Callable[[str], str] | None = None,
        write: Callable[[str], None] | None = None,
    ) -> None:
        """Keep where to read from and write to."""
        super().__init__(game, seed)
        self._read = read or input
        self._write = write or print

    def reset(self, seed: int, seat: int) -> None:
        """Begin a game: nothing has been shown or ordered."""
        super().reset(seed, seat)
        self._orders: list[int] = []  # what is left of a whole order
        self._shown: Any = None  # the state last shown

    def plan(
        self, sample: Sampler, observation: NDArray[Any], mask: NDArray[np.uint8], seat: int
    ) -> int:
        """Show the position and the numbered actions until a legal one, or an order, is named.

        A whole order (`buy 3 infantry`) is carried out decision by decision. Where the game has a
        `board`, what changed since the last look is told, and `board` shows all of it.

        Raises:
            Quit: The person typed `quit`, or the input ended.
        """
        if self._orders:
            action = self._orders.pop(0)
            if mask[action]:
                return action
            self._orders.clear()
        state = sample(0)
        self._show(state, seat, self._shown)
        listed = choices(self.game, state, mask)
        self._list(listed)
        while True:
            try:
                answer = self._read(f"{self.game.spec.seats[seat]}> ").strip()
            except EOFError:
                raise Quit from None
            if answer.lower() in ("quit", "exit"):
                raise Quit
            if answer.lower() == "board":
                self._show(state, seat, None)
                self._list(listed)
                continue
            if answer.isdecimal() and 1 <= int(answer) <= len(listed):
                return listed[int(answer) - 1][0]
            for action, words in listed:
                if words.lower() == answer.lower():
                    return action
            try:
                first, *self._orders = self.game.order(self.game.copy(state), answer)
                return first
            except IllegalOrder as refused:
                self._write(str(refused))
            self._write(
                f"type a number from 1 to {len(listed)}, the words of an action, board or quit"
            )

    def _list(self, listed: list[tuple[int, str]]) -> None:
        """Write the legal actions, numbered from 1."""
        for number, (_, words) in enumerate(listed, 1):
            self._write(f"{number:4d}  {words}")

    def _show(self, state: Any, seat: int, since: Any) -> None:
        """Write the position; in games that have it, the board with what changed."""
        board = getattr(self.game, "board", None)
        if board is None:
            self._write(self.game.text(state, seat))
            return
        self._write(board(state, seat, since))
        self._shown = self.game.copy(state)
