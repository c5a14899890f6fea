"""A person at the terminal: the position, the legal actions in words, a number to type."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.game import Game, IllegalOrder
from warfront_agents.agent import Planner, Sampler
from warfront_agents.bots.words import Question
from warfront_agents.commands import answer, meant, numbered


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
        self.told: list[str] = []  # what happened, a line each, for whoever tells it

    def plan(
        self, sample: Sampler, observation: NDArray[Any], mask: NDArray[np.uint8], seat: int
    ) -> int:
        """Show the position and the numbered actions until a legal one, or an order, is named.

        A whole order (`buy 3 infantry`) is carried out decision by decision. Where the game has a
        `board`, what changed since the last look is told. Commands (`help` lists them) tell more.

        Raises:
            Quit: The person typed `quit`, the input ended, or nobody reads what is written.
        """
        if self._orders:
            action = self._orders.pop(0)
            if mask[action]:
                return action
            self._orders.clear()
        state = sample(0)
        asked = Question(self.game, state, seat, choices(self.game, state, mask), self.told)
        try:
            return self._answered(asked)
        except EOFError:
            raise Quit from None
        except BrokenPipeError as gone:
            raise Quit from gone

    def _answered(self, asked: Question) -> int:
        """Show the question until it is answered."""
        self._show(asked)
        while True:
            line = self._read(f"{self.game.spec.seats[asked.seat]}> ").strip()
            if line.lower() in ("quit", "exit"):
                raise Quit
            found = answer(asked, line)
            if found is not None:
                self._write(found)
                continue
            try:
                first, *self._orders = self._decided(asked, line)
                return first
            except IllegalOrder as refused:
                self._write(str(refused))

    def _decided(self, asked: Question, line: str) -> list[int]:
        """The decisions that a line stands for.

        Raises:
            IllegalOrder: None; one line, which names `help`.
        """
        listed = asked.legal
        most = f"1 to {len(listed)}"
        if line.isdecimal() and 1 <= int(line) <= len(listed):
            return [listed[int(line) - 1][0]]
        for action, words in listed:
            if words.lower() == line.lower():
                return [action]
        if not line or line.isdecimal():
            what = f"{line} is not on the list: t" if line else "T"
            raise IllegalOrder(f"{what}ype a number from {most}, the words of an action, or help")
        try:
            return self.game.order(self.game.copy(asked.state), self._spelt_out(line))
        except IllegalOrder as refused:
            why = str(refused).partition("; legal: ")[0]  # what is legal stands in the list above
            near = meant(self.game, line) if line.isalpha() else ""
            raise IllegalOrder(near or f"{why}; type help for what may be typed") from None

    def _spelt_out(self, line: str) -> str:
        """An order with the codes of the game's map, if it has one, written in full."""
        find: Any = getattr(self.game, "spelt_out", None)
        return find(line) if find else line

    def _show(self, asked: Question) -> None:
        """Write the position and the actions; first the map, later what has changed, if it can."""
        game: Any = self.game
        if self._shown is None and hasattr(game, "map"):
            self._write(game.map(asked.state))
        if hasattr(game, "board"):
            words = game.board(asked.state, asked.seat, self._shown)
            self._shown = game.copy(asked.state)
        else:
            words = game.text(asked.state, asked.seat)
        self._write(words + numbered(asked.legal))
