"""What one seat has seen happen in a game, in words, for those who keep no memory themselves."""

from typing import Any

from warfront.game import Game

LONGEST = 400  # lines; older ones are forgotten


class History:
    """Lines of what differed from one decision of a seat to its next, and of its own choices.

    Args:
        game: The game; one with a `news` tells what differs.
    """

    def __init__(self, game: Game) -> None:
        """Nothing has happened."""
        self._game = game
        self._news = getattr(game, "news", None)
        self._last: Any = None
        self.lines: list[str] = []

    def see(self, state: Any, seat: int) -> None:
        """Look at a state that agrees with what the seat knows now."""
        if self._last is not None and self._news is not None:
            self._add(self._news(self._last, state, seat))
        self._last = self._game.copy(state)

    def chose(self, words: str) -> None:
        """Note an own choice."""
        self._add([f"you: {words}"])

    def _add(self, lines: list[str]) -> None:
        self.lines = [*self.lines, *lines][-LONGEST:]
