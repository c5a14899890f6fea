"""What lies on the table: one game of the reference as readable data, and the questions it asks.

The game itself is a set of generators (`game.py`, `turn.py`, `battle.py`, `fire.py`, `outcome.py`)
that run over a `Table` and yield a `Question` wherever a seat has more than one choice.
"""

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from reference.battlecards.cards import (
    HOME,
    SIDES,
    Battle,
    Components,
    Unit,
    enemy_of,
    side_of,
)

Pile = dict[str, int]  # how many of each card; no zeros


class Chance(Protocol):
    """Where the outcomes of chance come from; the rules only say what is possible."""

    def roll(self) -> int:
        """The die."""

    def conflict(self, theatre: str, pile: Pile) -> str:
        """The card drawn from a Conflict deck."""

    def arsenal(self, seat: str, pile: Pile, count: int) -> list[str]:
        """So many cards drawn from an Arsenal deck that has them."""

    def struck(self, seat: str, pile: Pile) -> str:
        """The deployed unit that a strike takes from a seat."""

    def disrupted(self, seat: str, pile: Pile) -> str:
        """The retained card that a seat loses."""


@dataclass
class Question:
    """A decision: who is asked what, and what each answer stands for."""

    seat: str
    prompt: str
    options: Mapping[str, Any]


Asking = Generator[Question, str, Any]


class GameOver(Exception):
    """The game is decided, or a limit is reached."""


@dataclass
class Seat:
    """What a player has."""

    name: str
    side: str
    theatre: str
    deck: Pile
    discard: Pile = field(default_factory=dict)
    hand: Pile = field(default_factory=dict)  # drawn, not yet deployed or put aside
    reserve: Pile = field(default_factory=dict)  # kept from earlier deals (option reserve_hand)
    deployed: Pile = field(default_factory=dict)
    seen: Pile = field(default_factory=dict)  # of the deployed, what the enemy has seen
    retained: Pile = field(default_factory=dict)
    removed: Pile = field(default_factory=dict)
    vanquished_by: str | None = None
    expelled_by: str | None = None


@dataclass
class Deck:
    """A theatre's Conflict cards; who won the theatre for each side."""

    deck: Pile
    discard: Pile = field(default_factory=dict)
    victor: dict[str, str | None] = field(default_factory=lambda: dict.fromkeys(SIDES))


@dataclass
class Fought:
    """What became of a Battlecard."""

    place: str = "deck"  # deck, discard, axis, allies or active
    winners: tuple[str, ...] = ()
    involved: tuple[str, ...] = ()
    returned: str | None = None  # the side that may claim it
    ever: bool = False  # the conquest happened once


@dataclass(eq=False)
class Line:
    """All copies of one card of one seat in a battle."""

    seat: str
    unit: Unit
    alive: int
    unfired: int = 0


@dataclass
class Fight:
    """The battle that is asked about or fought; [0] is the aggressor's army, [1] the other."""

    card: Battle
    mode: str  # drawn, counter, liberation or raid
    theatre: str
    attack_side: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    kinds: tuple[tuple[str, ...], tuple[str, ...]]
    decisive: str
    pending: tuple[str, ...] = ()
    willing: tuple[str, ...] = ()
    round: int = 0
    phase: int = 0
    firing: int = 0
    lines: tuple[list[Line], list[Line]] = field(default_factory=lambda: ([], []))
    support: tuple[Any, Any] = field(default_factory=lambda: ({}, {}))  # (stat, subtype) -> n
    orders: tuple[Any, Any] = field(default_factory=lambda: ({}, {}))  # (stat, kind) -> n
    shooter: Line | None = None
    nexts: int = 0
    yields: int = 0
    autokill: bool = False
    chosen: str | None = None


@dataclass
class Table:
    """One game."""

    parts: Components
    chance: Chance
    seats: dict[str, Seat]
    theatres: dict[str, Deck]
    battles: dict[str, Fought]
    options: Mapping[str, Any]
    decisions: int = 0
    round: int = 0
    turn: str | None = None
    aid_sent: bool = False
    countered: bool = False
    aid_to: str | None = None
    aid_cards: int = 0
    votes: dict[str, str] = field(default_factory=dict)
    dealing: tuple[str, ...] = ()
    to_deploy: int = 0
    play: str | None = None
    fight: Fight | None = None
    winner: str | None = None
    how: str = "none"

    def ask(self, seat: str, prompt: str, options: Mapping[str, Any]) -> Asking:
        """What a seat chooses; where there is one choice nobody is asked."""
        if len(options) == 1:
            return next(iter(options.values()))
        if self.decisions >= self.options["decision_limit"]:
            self.end("nobody", "undecided")
        words = yield Question(seat, prompt, options)
        self.decisions += 1
        return options[words]

    def end(self, winner: str, how: str) -> None:
        """The game is over."""
        self.winner, self.how = winner, how
        raise GameOver

    def unit(self, label: str) -> Unit:
        """The Arsenal card of that name."""
        return self.parts.units[label]

    def points(self, side: str) -> int:
        """What a side's stack is worth (56, 57)."""
        return sum(
            self.parts.battles[label].points
            for label, fought in self.battles.items()
            if fought.place == side
        )

    def is_vanquished(self, seat: str) -> bool:
        """Whether a seat is out of the game for now."""
        return self.seats[seat].vanquished_by is not None

    def living(self, seats: Iterable[str]) -> tuple[str, ...]:
        """Those that are not vanquished."""
        return tuple(seat for seat in seats if not self.is_vanquished(seat))

    def allies(self, seat: str) -> tuple[str, ...]:
        """The other seats of a seat's side that are not vanquished."""
        return self.living(
            other for other in self.parts.seats if other != seat and side_of(other) == side_of(seat)
        )

    def enemies(self, seat: str) -> tuple[str, ...]:
        """The seats of the other side that are not vanquished."""
        return self.living(
            other for other in self.parts.seats if side_of(other) == enemy_of(side_of(seat))
        )

    def may_fight(self, seat: str, theatre: str) -> bool:
        """67, 73: neither the vanquished, nor in his own theatre who was driven out of it."""
        found = self.seats[seat]
        expelled = found.expelled_by is not None and HOME[seat] == theatre
        return found.vanquished_by is None and not expelled

    def in_turn_order(self, seats: Iterable[str]) -> tuple[str, ...]:
        """The seats named, each once, in turn order."""
        wanted = set(seats)
        return tuple(seat for seat in self.parts.seats if seat in wanted)

    def lose(self, holder: str, label: str) -> None:
        """Q16: a deployed card is lost and goes to the discard of the deck it came from."""
        self.take_deployed(holder, label)
        put(self.seats[self.unit(label).home].discard, label)

    def take_deployed(self, holder: str, label: str) -> bool:
        """Take a copy off the table, an unseen one first; whether the enemy had seen it."""
        seat = self.seats[holder]
        seen, total = seat.seen.get(label, 0), seat.deployed[label]
        take(seat.deployed, label)
        was_seen = seen == total
        if was_seen:
            take(seat.seen, label)
        return was_seen

    def show(self, holder: str, label: str) -> None:
        """All copies that a seat has of a card are seen by the enemy."""
        seat = self.seats[holder]
        seat.seen[label] = seat.deployed[label]


def put(pile: Pile, label: str, count: int = 1) -> None:
    """Add cards to a pile."""
    if count:
        pile[label] = pile.get(label, 0) + count


def take(pile: Pile, label: str, count: int = 1) -> None:
    """Take cards from a pile that has them."""
    left = pile.get(label, 0) - count
    assert left >= 0, f"{count} of {label} are to be taken from {pile}"
    if left:
        pile[label] = left
    else:
        pile.pop(label, None)
