"""Chance as an input of the reference: what the kernels drew, found in their next position."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from reference.battlecards.described import Position
from reference.battlecards.table import Pile

HANDS = 12  # cards that one seat can have drawn in a step


class Ambiguous(AssertionError):
    """The outcomes of chance cannot be told from the next position."""


class Observed:
    """Chance as the fixed decks and the kernels' next position show it."""

    def __init__(self, die: int) -> None:
        self.die = die
        self.after: Position = {}
        self.dice: list[int] | None = []  # None: rolled before any could be scripted
        self.decks: dict[str, list[str]] = {}  # the fixed order, the last is drawn first
        self.given: list[Any] = []  # outcomes to repeat before any is found
        self.outcomes: list[Any] = []
        self.forks: list[tuple[int, list[Any]]] = []  # outcomes not tried: place, what else

    def begin(
        self,
        given: Sequence[Any],
        after: Position | None = None,
        dice: Sequence[int] | None = (),
        decks: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        """A new step: the first outcomes if they are known, what it led to, rolls and decks."""
        self.after, self.dice = after or {}, None if dice is None else list(dice)
        self.decks = {name: list(deck) for name, deck in (decks or {}).items()}
        self.given, self.outcomes, self.forks = list(given), [], []

    def _take(self, find: Callable[[], list[Any]]) -> Any:
        place = len(self.outcomes)
        if place < len(self.given):
            outcome = self.given[place]
        else:
            outcome, *others = find()
            if others:
                self.forks.append((place, others))
        self.outcomes.append(outcome)
        return outcome

    def others(self) -> list[list[Any]]:
        """The beginnings of outcomes that were possible as well."""
        return [[*self.outcomes[:place], outcome] for place, rest in self.forks for outcome in rest]

    def roll(self) -> int:
        """The next scripted roll, else any."""
        if self.dice is None:
            return int(self._take(lambda: list(range(1, self.die + 1))))
        known = self.dice
        roll = self._take(lambda: [known[0]])
        del known[:1]
        return int(roll)

    def conflict(self, theatre: str, pile: Pile) -> str:
        """The next card of the fixed order, else one that the deck holds less of afterwards."""
        order = self.decks.get(theatre, [])
        found = [order.pop()] if order else None
        after = self.after.get(f"{theatre}.deck", {})
        return str(self._take(lambda: found or _missing(pile, after)))

    def arsenal(self, seat: str, pile: Pile, count: int) -> list[str]:
        """The next cards of the fixed order, else those that the deck holds less of afterwards."""
        order = self.decks.get(seat, [])
        found: list[str] = []
        while order and len(found) < count:
            label = order.pop()
            if label in pile:  # Hitler may have left the deck since it was put in order
                found.append(label)
        after = self.after.get(f"{seat}.deck", {})

        def find() -> list[Any]:
            if len(found) == count:
                return [found]
            drawn = Counter(pile) - Counter(after)
            if not count <= sum(drawn.values()) <= max(count, HANDS):
                raise Ambiguous(f"{seat} drew {count} of {drawn}")
            return sorted(set(combinations(sorted(drawn.elements()), count)))

        return list(self._take(find))

    def struck(self, seat: str, pile: Pile) -> str:
        """A unit that the seat has less of afterwards."""
        return str(self._take(lambda: _missing(pile, self.after[f"{seat}.deployed"])))

    def disrupted(self, seat: str, pile: Pile) -> str:
        """A card that the seat has less of afterwards."""
        return str(self._take(lambda: _missing(pile, self.after[f"{seat}.retained"])))


def _missing(pile: Pile, after: Pile) -> list[str]:
    """What may have been taken: first of all what there is less of afterwards."""
    fewer = [label for label, count in pile.items() if after.get(label, 0) < count]
    if any(count > pile.get(label, 0) for label, count in after.items()):
        return fewer + [label for label in pile if label not in fewer]
    if not fewer:
        raise Ambiguous(f"something was taken from {pile}")
    return fewer
