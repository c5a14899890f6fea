"""What a program did wrong, counted, and when it is not asked any more."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

KINDS = {
    "late": "no answer in time",
    "dead": "it could not be started, or ended",
    "nonsense": "what it wrote was no answer to the question",
    "illegal": "the action or order it named is not legal",
}
SHARE = 10  # faults beyond one in so many decisions are too many


class Fault(Exception):
    """A decision is lost.

    Attributes:
        kind: One of KINDS.
        what: What happened, in words.
        ends: Whether the program is of no use any more, so that another must be started.
    """

    def __init__(self, kind: str, what: str, ends: bool = False) -> None:
        """Keep both, the words as one line that can be printed anywhere."""
        line = " ".join("".join(sign if sign.isprintable() else " " for sign in what).split())
        super().__init__(line)
        self.kind, self.what, self.ends = kind, line, ends


class Book:
    """The faults of one agent on all seats and in all games of a match.

    Args:
        most: After so many faults, if they are more than a tenth of what it was asked, it is out.
    """

    def __init__(self, most: int) -> None:
        """An empty book."""
        self._most = most
        self.asked = 0  # decisions that were the program's to answer
        self.starts = 0  # how often a process was started in place of one that had died
        self.counts: Counter[str] = Counter()
        self.first = ""  # the first fault in words
        self.out = False  # disqualified
        self.told = False  # the faults have been told

    @property
    def total(self) -> int:
        """All faults."""
        return sum(self.counts.values())

    def note(self, seat: str, fault: Fault) -> None:
        """Write a fault down, and close the book on a program that has too many."""
        self.counts[fault.kind] += 1
        self.first = self.first or f"{seat}: {fault.what}"
        self.out = self.total >= self._most and self.total * SHARE > self.asked

    def report(self) -> dict[str, Any]:
        """The book as figures: `asked`, `lost`, each kind, `restarts`, `disqualified`, `first`."""
        return {
            "asked": self.asked,
            "lost": self.total,
            **{kind: self.counts[kind] for kind in KINDS},
            "restarts": self.starts,
            "disqualified": int(self.out),
            "first": self.first,
        }


def faults_line(name: str, report: Mapping[str, Any]) -> str:
    """One line of words for a book that is not clean."""
    kinds = ", ".join(f"{report[kind]} {kind}" for kind in KINDS if report[kind])
    line = f"agent {name} lost {report['lost']} of {report['asked']} decisions ({kinds})"
    out = "; it was disqualified" if report["disqualified"] else ""
    return f"{line}{out}; the first: {report['first']}"


def add_reports(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Two reports of the same agent as one; `disqualified` counts the matches it was out of."""
    added = ("asked", "lost", *KINDS, "restarts", "disqualified")
    return {key: one[key] + other[key] for key in added} | {"first": one["first"] or other["first"]}
