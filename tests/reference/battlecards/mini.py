"""A game small enough to be counted and solved whole, by the kernels and by the reference.

The Russian Front with built-in cards, laid out by a position: a Conflict deck of three or four
cards (six in the largest game), one or two units a side, an Arsenal deck of three to six cards
whose order is known, a die of four sides, one or two combat rounds, one or two turns each. All
cards lie open in it (the solver chooses with full knowledge of the state), so that what the real
game hides does not matter; what chance will bring is known to nobody. Chance is every roll and
every draw of a Conflict card; Arsenal draws are certain.

The value is the expected margin of points, German over Soviet, when both play for it at their best;
it is an exact fraction.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from reference.battlecards.cards import read
from reference.battlecards.described import Decoder
from reference.battlecards.game import Reference
from reference.battlecards.play import game_of
from reference.battlecards.table import Fought, Pile
from warfront.battlecards.state import DICE
from warfront.battlecards.tables import UNITS

RUSSIA = "russia"
GERMAN, SOVIET = "german_barbarossa", "soviet"
Arsenal = Mapping[str, tuple[str, ...]]  # the whole decks of both seats, from the top


@dataclass(frozen=True)
class Setting:
    """One small game."""

    conflict: tuple[str, ...]  # the Conflict deck; all other cards are on the discard
    german: tuple[str, ...]  # deployed at the start
    soviet: tuple[str, ...]
    won: tuple[str, ...] = ()  # Battlecards that the German has won from the Soviet
    retained: tuple[str, ...] = ()  # by the Soviet
    german_deck: tuple[str, ...] = ("Landser Infantry",) * 4  # the whole Arsenal, from the top
    soviet_deck: tuple[str, ...] = ("Guards Rifles",) * 3
    rounds: int = 1  # of a battle
    game_rounds: int = 1

    @property
    def options(self) -> dict[str, int]:
        """The options of the game."""
        small = {"die": 4, "threshold": 3, "sabotage_roll": 2}
        return {**small, "rounds": self.rounds, "game_rounds": self.game_rounds}

    @property
    def arsenal(self) -> Arsenal:
        """The Arsenal decks of the seats."""
        return {GERMAN: self.german_deck, SOVIET: self.soviet_deck}

    @property
    def deployed(self) -> dict[str, tuple[str, ...]]:
        """What the seats have in front."""
        return {GERMAN: self.german, SOVIET: self.soviet}


class Tree(Protocol):
    """A game as a tree: what can be chosen, and what may come of it."""

    def root(self) -> Iterator[tuple[Fraction, Any]]:
        """The first nodes, each with its probability."""

    def options(self, node: Any) -> list[str]:
        """What can be chosen at a node; nothing at a leaf."""

    def after(self, node: Any, words: str) -> Iterator[tuple[Fraction, Any]]:
        """What may come of a choice, each with its probability."""

    def side(self, node: Any) -> str:
        """Whose choice it is."""

    def margin(self, node: Any) -> int:
        """Points of the axis over the allies at a leaf."""


@dataclass
class Count:
    """What the whole tree holds."""

    decisions: int = 0
    outcomes: int = 0  # of chance, one for a choice without any
    leaves: int = 0


def solve(tree: Tree) -> tuple[Fraction, Count]:
    """The value of the game and the size of its tree."""
    count = Count()
    return _expected(tree, tree.root(), count), count


def value_after(tree: Tree, node: Any, words: str) -> Fraction:
    """What a choice is worth when both sides play at their best."""
    return _expected(tree, tree.after(node, words), Count())


def _expected(tree: Tree, nodes: Iterator[tuple[Fraction, Any]], count: Count) -> Fraction:
    total = whole = Fraction(0)
    for chance, node in nodes:
        count.outcomes += 1
        whole += chance
        total += chance * _value(tree, node, count)
    assert whole == 1, f"the chances add up to {whole}"
    return total


def _value(tree: Tree, node: Any, count: Count) -> Fraction:
    options = tree.options(node)
    if not options:
        count.leaves += 1
        return Fraction(tree.margin(node))
    count.decisions += 1
    best = max if tree.side(node) == "axis" else min
    return best(_expected(tree, tree.after(node, words), count) for words in sorted(options))


def rest_of(whole: Pile, *taken: Sequence[str]) -> list[str]:
    """What is left of a deck when these cards are taken."""
    cards = [label for label, count in whole.items() for _ in range(count)]
    for label in (label for row in taken for label in row):
        cards.remove(label)
    return cards


class Branch(Exception):
    """Chance decides here: what may happen, and how often of how many times."""

    def __init__(self, outcomes: dict[Any, int]) -> None:
        super().__init__(outcomes)
        self.outcomes = outcomes


class Given:
    """Chance that follows given outcomes and asks for more where they end."""

    def __init__(self, die: int, decks: Arsenal) -> None:
        self.die = die
        self.decks = decks
        self.outcomes: list[Any] = []
        self.at = 0

    def _next(self, possible: dict[Any, int]) -> Any:
        if len(possible) == 1:
            return next(iter(possible))
        if self.at == len(self.outcomes):
            raise Branch(possible)
        self.at += 1
        return self.outcomes[self.at - 1]

    def roll(self) -> int:
        """Any face."""
        return int(self._next({face: 1 for face in range(1, self.die + 1)}))

    def conflict(self, theatre: str, pile: Pile) -> str:
        """Any card of the deck."""
        return str(self._next(dict(pile)))

    def arsenal(self, seat: str, pile: Pile, count: int) -> list[str]:
        """Certain: the next cards of the deck; none of them comes back in so short a game."""
        left = self.decks[seat][-sum(pile.values()) :]
        assert dict(pile) == Counter(left)
        return list(left[:count])

    def struck(self, seat: str, pile: Pile) -> str:
        """There are no strikes."""
        raise NotImplementedError

    def disrupted(self, seat: str, pile: Pile) -> str:
        """There are no disruptions."""
        raise NotImplementedError


Path = tuple[tuple[str | None, tuple[Any, ...]], ...]


class ReferenceTree:
    """The reference; a node is a path from the start, played anew whenever it is looked at."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.parts = read((RUSSIA,), setting.options)
        self.last: tuple[Path, Reference] | None = None

    def _play(self, path: Path) -> Reference:
        """The reference at the end of a path; Branch where chance decides beyond it."""
        if self.last and self.last[0] == path:
            return self.last[1]
        chance = Given(self.setting.options["die"], self.setting.arsenal)
        reference = Reference(self.parts, chance)
        table = reference.table
        for name, seat in table.seats.items():
            seat.removed = {}
            seat.deck = dict(Counter(self.setting.arsenal[name]))
            seat.deployed = dict.fromkeys(self.setting.deployed[name], 1)
        deck = table.theatres[RUSSIA]
        setting = self.setting
        left = rest_of(deck.deck, setting.conflict, setting.won, setting.retained)
        deck.deck = dict.fromkeys(setting.conflict, 1)
        deck.discard = {label: left.count(label) for label in left}
        table.seats[SOVIET].retained = dict.fromkeys(setting.retained, 1)
        for label in table.battles:
            if label in setting.won:
                table.battles[label] = Fought("axis", (GERMAN,), (GERMAN, SOVIET))
            elif label in left:
                table.battles[label].place = "discard"
        reference.skip_set_up()
        for words, outcomes in path:
            chance.outcomes, chance.at = list(outcomes), 0
            reference.go_on(words)
        self.last = (path, reference)
        return reference

    def _outcomes(self, path: Path, words: str | None, so_far: tuple[Any, ...]) -> Any:
        step: Path = (*path, (words, so_far))
        try:
            self._play(step)
        except Branch as branch:
            total = sum(branch.outcomes.values())
            for outcome, count in branch.outcomes.items():
                for chance, node in self._outcomes(path, words, (*so_far, outcome)):
                    yield chance * Fraction(count, total), node
        else:
            yield Fraction(1), step

    def root(self) -> Iterator[tuple[Fraction, Path]]:
        """The first questions."""
        yield from self._outcomes((), None, ())

    def options(self, node: Path) -> list[str]:
        """The answers of the question."""
        question = self._play(node).question
        return list(question.options) if question else []

    def after(self, node: Path, words: str) -> Iterator[tuple[Fraction, Path]]:
        """What follows an answer."""
        yield from self._outcomes(node, words, ())

    def side(self, node: Path) -> str:
        """The side of the seat asked."""
        reference = self._play(node)
        assert reference.question is not None
        return reference.table.seats[reference.question.seat].side

    def margin(self, node: Path) -> int:
        """Points of the axis over the allies."""
        table = self._play(node).table
        return table.points("axis") - table.points("allies")


class KernelTree:
    """The kernels; a node is a state, chance is scripted through its dice and deck order."""

    def __init__(self, setting: Setting) -> None:
        self.die = setting.options["die"]
        self.game = game_of((RUSSIA,), tuple(setting.options.items()))
        self.decoder = Decoder(self.game)
        tables, names = self.game.loaded.tables, self.decoder
        seats: dict[str, Any] = {}
        for i, seat in enumerate(names.seats):
            copies = tables.copies[i * UNITS : (i + 1) * UNITS].tolist()
            whole = {label: n for label, n in zip(names.own[i], copies, strict=False) if n}
            deck = setting.arsenal[seat]
            rest = rest_of(whole, setting.deployed[seat], deck)
            front = list(setting.deployed[seat])
            seats[seat] = {"deployed": front, "arsenal": list(deck), "removed": rest}
        seats[SOVIET]["retained"] = list(setting.retained)
        plays = tables.play_copies[0].tolist()
        whole = {label: n for label, n in zip(names.plays[0], plays, strict=False) if n}
        whole |= {label: 1 for label in names.battles if label}
        out = (setting.conflict, setting.won, setting.retained)
        self.first = self.game.from_position(
            {
                "theatres": [RUSSIA],
                "options": setting.options,
                "turn": GERMAN,
                "seats": seats,
                "conflict": {RUSSIA: {"discard": rest_of(whole, *out)}},
                "stacks": {
                    "axis": [
                        {"card": label, "winners": [GERMAN], "involved": [GERMAN, SOVIET]}
                        for label in setting.won
                    ]
                },
            }
        )

    def root(self) -> Iterator[tuple[Fraction, Any]]:
        """The German can only draw, which the reference does by itself."""
        yield from self.after(self.first, "draw")

    def options(self, node: Any) -> list[str]:
        """The words of the legal actions."""
        return [
            self.game.action_text(node, int(a)) for a in self.game.legal_mask(node).nonzero()[0]
        ]

    def after(self, node: Any, words: str) -> Iterator[tuple[Fraction, Any]]:
        """What follows an action."""
        yield from self._outcomes(node, self.game.parse(node, words), [], [])

    def _outcomes(self, node: Any, action: int, dice: list[int], draws: list[int]) -> Any:
        """Fix rolls, then draws, as far as the step uses them: in this game rolls come first."""
        trial = self.game.copy(node)
        trial["dice"][0, : len(dice)] = dice
        trial["dice"][0, len(dice) :] = 1
        trial["dice_n"], trial["dice_at"] = DICE, 0
        deck = self._deck(trial)
        left = [code for code in deck if code not in draws]
        trial["conflict_top_n"][0, 0] = len(deck)
        trial["conflict_top"][0, 0, : len(deck)] = [*left, *reversed(draws)]
        self.game.step(trial, action)
        used = len(deck) - len(self._deck(trial))
        assert used >= 0, "the discard was shuffled: give the setting more cards"
        if trial["dice_at"][0] > len(dice):
            assert not draws
            for face in range(1, self.die + 1):
                for chance, child in self._outcomes(node, action, [*dice, face], []):
                    yield chance / self.die, child
        elif used > len(draws) and len(left) > 1:
            for code in left:
                for chance, child in self._outcomes(node, action, dice, [*draws, code]):
                    yield chance / len(left), child
        else:
            yield Fraction(1), trial

    def _deck(self, state: Any) -> list[int]:
        """The codes of the cards in the Conflict deck, of which there is one each."""
        found = self.decoder.position(state)[f"{RUSSIA}.deck"]
        return [self.decoder.conflict[0].index(label) for label in found]

    def side(self, node: Any) -> str:
        """The side of the seat asked."""
        return "axis" if self.decoder.seats[self.game.seat(node)] == GERMAN else "allies"

    def margin(self, node: Any) -> int:
        """Points of the axis over the allies."""
        axis, allies = node["points"][0].tolist()
        return int(axis - allies)
