"""The reference game: set-up, the order of turns, and the face that the comparison plays on.

Written from the rule book and the list of decisions alone. `Reference.question` is what is asked,
`Reference.go_on(words)` answers it and goes to the next question or the end.
"""

from reference.battlecards import turn
from reference.battlecards.cards import HOME, Components, side_of
from reference.battlecards.outcome import deal_first
from reference.battlecards.table import (
    Asking,
    Chance,
    Deck,
    Fought,
    GameOver,
    Question,
    Seat,
    Table,
    put,
    take,
)


class Reference:
    """One game of the reference."""

    def __init__(self, parts: Components, chance: Chance) -> None:
        self.table = Table(
            parts=parts,
            chance=chance,
            seats={
                name: Seat(name, side_of(name), HOME[name], dict(parts.decks[name]))
                for name in parts.seats
            },
            theatres={name: Deck(dict(parts.conflict[name])) for name in parts.theatres},
            battles={label: Fought() for label in parts.battles},
            options=parts.options,
        )
        self.question: Question | None = None
        self._course = play(self.table)

    def skip_set_up(self) -> None:
        """Begin with the first turn; the table lies as somebody has laid it."""
        self._course = take_turns(self.table)

    def go_on(self, words: str | None) -> None:
        """Answer in the words of an option (None: begin), and go to the next question."""
        if words is not None:
            assert self.question is not None and words in self.question.options, words
        try:
            self.question = next(self._course) if words is None else self._course.send(words)
        except GameOver:
            self.question = None


def play(table: Table) -> Asking:
    """A whole game."""
    yield from set_up(table)
    yield from take_turns(table)


def set_up(table: Table) -> Asking:
    """43, T1: Hitler goes from one deck; everybody draws six and deploys three."""
    hitlers = table.parts.hitlers
    if len(hitlers) > 1:
        options = {f"remove Hitler {seat}": seat for seat in hitlers}
        for seat in hitlers:
            table.votes[seat] = yield from table.ask(seat, "hitler", options)
        votes = set(table.votes.values())
        loser = votes.pop() if len(votes) == 1 else table.options["hitler_from"]
        take(table.seats[loser].deck, hitlers[loser])
        put(table.seats[loser].removed, hitlers[loser])
    yield from deal_first(table)


def take_turns(table: Table) -> Asking:
    """130: turns in order, vanquished seats passed over (67), until the game is over."""
    order = list(table.parts.seats)
    first = table.options["first_seat"]
    start = 0 if first == "first" else order.index(first)
    order = order[start:] + order[:start]
    while True:
        if table.round == table.options["game_rounds"]:
            table.end("nobody", "undecided")
        table.round += 1
        for seat in order:
            if not table.is_vanquished(seat):
                table.turn = seat
                yield from turn.take_turn(table, seat)
