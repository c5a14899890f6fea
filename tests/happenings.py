"""What happened at a decision, by the statements of a game's rule book.

Read off two described positions and the words between them, so that a golden playthrough says which
rules it shows, as `STATEMENT what`.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

from warfront.game import Position


class Notes:
    """What all games' happenings share: some follow from the words or from what was asked."""

    words: ClassVar[tuple[tuple[str, str], ...]]  # how an action's words begin, what that shows
    prompts: ClassVar[dict[str, str]]  # what was asked, what that shows

    def __init__(self, game: Any) -> None:
        """Of one game."""
        self.game = game

    def between(self, before: Position, words: str, after: Position) -> list[str]:
        """Everything that a decision led to, each once."""
        found = [what for start, what in self.words if words.startswith(start)]
        found += [what for prompt, what in self.prompts.items() if before["prompt"] == prompt]
        return list(dict.fromkeys([*found, *self.told(before, words, after)]))

    def told(self, before: Position, words: str, after: Position) -> Iterable[str]:
        """What the positions tell."""
        raise NotImplementedError


def shown(text: str, star: str) -> set[str]:
    """The notes of a playthrough: the lines that begin with a star."""
    return {line.removeprefix(star) for line in text.splitlines() if line.startswith(star)}


def missing(wanted: Iterable[str], notes: Iterable[str]) -> list[str]:
    """Which of the happenings wanted (beginnings of notes, whole words) no note tells."""
    told = [f"{note} " for note in notes]
    return [what for what in wanted if not any(note.startswith(f"{what} ") for note in told)]
