"""Lines of text of a given width, the words of each power in its colour where that is asked."""

from collections.abc import Sequence
from typing import Any

from warfront.terminal import ink

WIDTH = 100
COLOURS = {"ussr": "red", "germany": "cyan", "uk": "yellow", "japan": "magenta", "usa": "green"}
FIRST = 28  # columns of the names of a list
Words = tuple[str, str]  # what is said, and of which power; "bold", or "" for nobody


class Page:
    """Lays out lines; escapes take no room."""

    def __init__(self, powers: Sequence[str], colour: bool) -> None:
        """Keep whether there are colours."""
        self.inks = {power: COLOURS.get(power, "blue") for power in powers} if colour else {}
        if colour:
            self.inks["bold"] = "bold"

    def ink(self, words: str, of: str) -> str:
        """Words in the colour of a power."""
        return ink(words, self.inks.get(of, "plain"))

    def flow(self, first: str, parts: Sequence[Words], at: int, wide: int = -1) -> list[str]:
        """A row: its first cells, then words that go on in column `at` on as many lines as needed.

        Args:
            first: the first cells as they stand.
            parts: what follows; blanks that may not be broken are no-break spaces.
            at: the column in which it begins on every line.
            wide: the columns that `first` takes, where it holds escapes.
        """
        rows: list[list[Words]] = [[]]
        used = 0
        for words, of in parts:
            for word in words.split(" "):
                if used and used + 1 + len(word) > WIDTH - at:
                    rows.append([])
                    used = 0
                used += len(word) + (used > 0)
                rows[-1].append((word, of))
        gap = at - (len(first) if wide < 0 else wide)
        lines = [first + " " * max(gap, 1 if first and parts else 0) + self._join(rows[0])]
        return lines + [" " * at + self._join(row) for row in rows[1:]]

    def _join(self, row: list[Words]) -> str:
        """The words of a line, those of one power in one stroke."""
        strokes: list[list[str]] = []
        owners: list[str] = []
        for word, of in row:
            if owners and owners[-1] == of:
                strokes[-1].append(word)
            else:
                strokes.append([word])
                owners.append(of)
        inked = (self.ink(" ".join(s), of) for s, of in zip(strokes, owners, strict=True))
        return " ".join(inked).replace("\u00a0", " ")

    def rule(self, title: str) -> "list[str]":
        """The line above a part."""
        return [f"-- {title} " + "-" * (WIDTH - 4 - len(title))]

    def list(self, title: str, rows: Sequence[tuple[str, Sequence[Words]]]) -> list[str]:
        """A titled list of names and what is said of each; nothing where there are no rows."""
        if not rows:
            return []
        lines = ["", *self.rule(title)]
        for name, parts in rows:
            lines += self.flow(f"  {name}", parts, FIRST)
        return lines


def each(parts: Sequence[Words], mark: str = ",") -> list[Words]:
    """The parts of a list with a mark after each but the last."""
    return [
        (words + mark if k + 1 < len(parts) else words, of) for k, (words, of) in enumerate(parts)
    ]


def count(numbers: Any, labels: Sequence[str]) -> str:
    """`3 inf, 1 tank`, none of them broken over two lines."""
    return ", ".join(f"{int(n)}\u00a0{labels[u]}" for u, n in enumerate(numbers) if n)
