"""The kernels and the reference, driven through the same game in step.

Chance is an input to both. Dice are scripted through the record's queue, and the order of the decks
is fixed, as a position may do. What the kernels still draw by themselves (from a deck that was
refilled within a step, or that is left free; the unit of a strike, the card of a disruption) is
found in their next position; where it does not tell outcomes apart, every possible one is tried.
All else the reference computes: who is asked what, which answers there are, what follows from them.

At each decision the seat, the prompt, the words of all legal actions and the whole position must be
the same, value by value; that is what equal hashes would say, and names what differs.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

from reference.battlecards.described import Decoder, Position, of_table
from reference.battlecards.game import Reference
from reference.battlecards.table import Pile
from warfront.battlecards.face import BattlecardsGame
from warfront.battlecards.state import DICE, Place
from warfront.battlecards.tables import BATTLES, UNITS

Chooser = Callable[[Any, list[str]], int]  # random generator, words -> index


HANDS = 12  # cards that one seat can have drawn in a step
WORDING = ("prompt", "seat", "turn", "play")  # with the shooter, all that words depend on
TRIES = 300  # orders of hidden outcomes tried at one step


class Difference(AssertionError):
    """The two games differ."""


class Ambiguous(AssertionError):
    """The outcomes of chance cannot be told from the next position."""


class Observed:
    """Chance as the fixed decks and the kernels' next position show it."""

    def __init__(self) -> None:
        self.after: Position = {}
        self.dice: list[int] = []
        self.decks: dict[str, list[str]] = {}  # the fixed order, the last is drawn first
        self.given: list[Any] = []  # outcomes to repeat before any is found
        self.outcomes: list[Any] = []
        self.forks: list[tuple[int, list[Any]]] = []  # outcomes not tried: place, what else

    def begin(
        self,
        given: Sequence[Any],
        after: Position | None = None,
        dice: Sequence[int] = (),
        decks: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        """A new step: the first outcomes if they are known, what it led to, rolls and decks."""
        self.after, self.dice = after or {}, list(dice)
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
        return [
            [*self.outcomes[:place], outcome] for place, rest in self.forks for outcome in rest
        ]

    def roll(self) -> int:
        """The next scripted roll."""
        roll = self._take(lambda: [self.dice[0]])
        del self.dice[:1]
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
        found = [order.pop() for _ in range(min(count, len(order)))]
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


@dataclass
class Pair:
    """A kernel game and a reference game at the same decision."""

    game: BattlecardsGame
    decoder: Decoder
    rng: Any
    theatres: Sequence[str]
    options: Mapping[str, Any]
    state: Any = None
    mask: Any = None
    reference: Any = None
    rolls: list[int] = field(default_factory=list)
    fixed: bool = True  # whether the order of the decks is
    unchanged: Any = None
    decks: dict[str, list[str]] = field(default_factory=dict)
    history: list[tuple[str | None, list[Any]]] = field(default_factory=list)
    texts: dict[tuple[int, ...], dict[int, str]] = field(default_factory=dict)
    offered: dict[str, int] = field(default_factory=dict)  # the legal actions by their words
    forked: int = 0

    def start(self, seed: int) -> None:
        """Both games at their first decision."""
        self.state = self.game.new(seed)
        self.mask = self.game.legal_mask(self.state)
        self._script()
        self.decks, self.history = {}, []
        self._follow(None, [])
        self._fix_decks()

    def _script(self) -> None:
        """New scripted rolls for the next steps."""
        self.rolls = self.rng.integers(1, self.options_die() + 1, DICE).tolist()
        self.state["dice"][0] = self.rolls
        self.state["dice_n"], self.state["dice_at"] = DICE, 0

    def options_die(self) -> int:
        """Sides of the die."""
        return int(self.game.loaded.options["die"])

    def step(self, words: str) -> None:
        """Carry out an action in both. Raises Difference."""
        if self.state["dice_at"][0] > DICE // 2:
            self._script()
        at = int(self.state["dice_at"][0])
        self.game.step_masked(self.state, self.mask, self.offered[words])
        self._follow(words, self.rolls[at : int(self.state["dice_at"][0])])
        if self.fixed:
            self._fix_decks()

    def _fix_decks(self) -> None:
        """Put every deck that is not wholly ordered into an order, as a position may."""
        state, decoder = self.state, self.decoder
        raw = [state[name].tobytes() for name in ("deck", "play_deck", "place")]
        if raw == self.unchanged:
            return
        self.unchanged = raw
        cards = (decoder.cards, state["top"][0], state["top_n"][0])
        for i, seat in enumerate(decoder.seats):
            at = i * UNITS
            self._fix(seat, i, state["deck"][0, at : at + UNITS], at, *cards)
        plays = (state["conflict_top"][0], state["conflict_top_n"][0])
        for i, theatre in enumerate(decoder.theatres):
            battles = state["place"][0, i * BATTLES : (i + 1) * BATTLES] == Place.DECK
            counts = np.concatenate([state["play_deck"][0, i], battles])
            self._fix(theatre, i, counts, 0, decoder.conflict[i], *plays)

    def _fix(
        self, deck: str, row: int, counts: Any, at: int, names: list[str], top: Any, size: Any
    ) -> None:
        """Order one deck, unless it is ordered; what was drawn is taken off the known order."""
        total = int(counts.sum())
        if size[row] == total:
            del self.decks.setdefault(deck, [])[total:]
            return
        codes = np.repeat(np.arange(len(counts)), counts) + at
        self.rng.shuffle(codes)
        size[row] = total
        top[row, :total] = codes
        self.decks[deck] = [names[code] for code in codes.tolist()]

    def legal(self) -> dict[str, int]:
        """The kernels' legal actions by their words, which follow from a few fields."""
        state = self.state
        shooter = int(state["type"][0, state["shooter"][0]])
        context = (*(int(state[name][0]) for name in WORDING), shooter)
        texts = self.texts.setdefault(context, {})
        found = {}
        for action in self.mask.nonzero()[0].tolist():
            if action not in texts:
                texts[action] = self.game.words.text(self.game.record(state), action)
            found[texts[action]] = action
        return found

    def _follow(self, words: str | None, dice: list[int]) -> None:
        """Bring the reference to the kernels' decision and compare."""
        after = self.decoder.position(self.state)
        chance = Observed() if self.reference is None else self.reference.table.chance
        untried: list[list[Any]] = [[]]
        faults: list[str] = []
        while untried and len(faults) < TRIES:
            if words is None or faults:
                self._rebuild(chance)
            chance.begin(untried.pop(), after, dice, self.decks)
            fault = self._advance(words, after)
            if not fault:
                self.history.append((words, chance.outcomes))
                return
            faults.append(f"{fault} (chance: {chance.outcomes})")
            untried += chance.others()
            self.forked += 1
        raise Difference(f"after {words!r}: {min(faults, key=_distance)}")

    def _rebuild(self, chance: Observed) -> None:
        """A reference that has gone through all of the history."""
        self.reference = Reference(self.theatres, chance, self.options)
        for words, outcomes in self.history:
            chance.begin(outcomes)
            self._answer(words)

    def _answer(self, words: str | None) -> None:
        if words is None:
            self.reference.start()
        else:
            self.reference.answer(words)

    def _advance(self, words: str | None, after: Position) -> str:
        """Answer and compare; the first difference in words, "" for none."""
        chance = self.reference.table.chance
        try:
            self._answer(words)
        except (AssertionError, LookupError, ValueError) as error:
            return f"the reference fails: {error!r}"
        found = of_table(self.reference.table, self.reference.question)
        if chance.dice:
            return f"the kernels rolled {chance.dice} more; " + compare(found, after)
        return compare(found, after) or self._compare_words()

    def _compare_words(self) -> str:
        question = self.reference.question
        mine = set(question.options) if question else set()
        self.offered = self.legal()
        theirs = set(self.offered)
        if mine == theirs:
            return ""
        return f"only the reference offers {mine - theirs}, only the kernels {theirs - mine}"


def _distance(fault: str) -> tuple[bool, int]:
    return fault.startswith("the reference fails"), len(fault)


def compare(found: Position, wanted: Position) -> str:
    """How the reference's position differs from the kernels'."""
    if found == wanted:
        return ""
    faults = []
    for key in {**found, **wanted}:
        mine, theirs = found.get(key, "nothing"), wanted.get(key, "nothing")
        if mine != theirs:
            if isinstance(mine, dict) and isinstance(theirs, dict):
                faults.append(f"{key}: {compare(mine, theirs)}")
            else:
                faults.append(f"{key}: reference {mine}, kernels {theirs}")
    return "; ".join(faults)
