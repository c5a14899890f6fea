"""The programs of one agent, one for each seat it holds, and what went between us and them."""

import sys
import time
import weakref
from typing import Any

from warfront.game import Game
from warfront_agents.bots import protocol
from warfront_agents.bots.faults import Book, Fault, faults_line
from warfront_agents.bots.log import Log
from warfront_agents.bots.process import POLITE, Program
from warfront_agents.bots.protocol import Answer, Message
from warfront_agents.bots.settings import Settings, seconds


class Line:
    """The line to the program of one seat; a program that has died is started anew."""

    def __init__(self, game: Game, seat: str, settings: Settings, book: Book, log: Log) -> None:
        """Nothing is started before it is asked."""
        self.wishes = protocol.Wishes(None, None)
        self.program: Program | None = None
        self._game, self._seat, self._settings = game, seat, settings
        self._book, self._log = book, log
        self._begun = False
        self._lost: set[int] = set()  # requests whose answers would come too late

    def open(self) -> None:
        """Start the program, unless it runs, and greet it.

        Raises:
            Fault: It does not start, or greets wrongly.
        """
        if self.program is not None:
            return
        self._book.starts += self._begun
        self._begun = True
        self._lost.clear()
        said = self._settings
        deadline = time.monotonic() + seconds(said.start_ms)
        self.program = Program(said.command, said.environment, self._log)
        greeting = protocol.hello(self._game, self._seat, said.parts, said.ms, said.game_ms)
        try:
            self.program.write(protocol.write(greeting))
            self.wishes = protocol.read_ready(protocol.read(self.program.read(deadline)))
        except Fault as fault:
            self.drop()
            raise Fault(fault.kind, f"at its start: {fault.what}") from None

    def ask(self, request: Message, limit: float) -> Answer:
        """Send a request and wait for its answer at most so many seconds.

        Raises:
            Fault: There is no good one.
        """
        assert self.program is not None
        deadline = time.monotonic() + limit
        try:
            self.program.write(protocol.write(request))
            while True:
                message = protocol.read(self.program.read(deadline))
                number = message.get("id")
                if protocol.is_whole(number) and number in self._lost:
                    self._lost.discard(number)  # the late answer to an earlier request
                    continue
                return protocol.read_answer(message, request["id"])
        except Fault as fault:
            self._lost.add(request["id"])
            if fault.ends:
                self.drop()
            raise

    def tell(self, message: Message) -> None:
        """Send what needs no answer, if the program runs."""
        if self.program is not None:
            self.program.write(protocol.write(message))

    def drop(self, polite: float = 0.0) -> None:
        """End the program; the next request starts another."""
        if self.program is not None:
            self.program.end(polite)
            self.program = None


class Desk:
    """All lines of one agent in one match.

    Args:
        game: The game.
        settings: How its programs are run.
    """

    def __init__(self, game: Game, settings: Settings) -> None:
        """Nothing is started yet."""
        self.game, self.settings = game, settings
        self.book = Book(settings.faults)
        self.log = Log(settings.log)
        self._lines: dict[int, Line] = {}
        self._games = 0
        self._requests = 0
        self._finalizer = weakref.finalize(
            self, _close, self._lines, self.book, self.log, settings.name, True
        )

    def line(self, seat: int) -> Line:
        """The line to the program on a seat."""
        if seat not in self._lines:
            name = self.game.spec.seats[seat]
            self._lines[seat] = Line(self.game, name, self.settings, self.book, self.log)
        return self._lines[seat]

    def new_game(self) -> int:
        """A number for a game on a seat."""
        self._games += 1
        return self._games

    def new_request(self) -> int:
        """A number for a request."""
        self._requests += 1
        return self._requests

    def note(self, seat: int, fault: Fault) -> None:
        """Write a fault down; a program that has too many is ended for good."""
        self.book.note(self.game.spec.seats[seat], fault)
        if self.book.out:
            _end(self._lines)

    def report(self) -> dict[str, Any]:
        """The book, with the file of the log where there is one."""
        report = self.book.report()
        path = self.log.written
        return report if path is None else report | {"log": str(path)}

    def close(self, tell: bool = False) -> None:
        """End all programs; what nobody closes is closed, and told, when nobody holds it any more.

        Args:
            tell: Write a line to standard error where there were faults.
        """
        _close(self._lines, self.book, self.log, self.settings.name, tell)


def _close(lines: dict[int, Line], book: Book, log: Log, name: str, tell: bool) -> None:
    """Say goodbye to all, end all, and tell once of the faults."""
    for line in lines.values():
        line.tell(protocol.BYE)
    _end(lines, polite=True)
    path = log.close(keep=book.total > 0)
    if tell and book.total and not book.told:
        kept = "" if path is None else f"; its standard error: {path}"
        print(f"warfront: {faults_line(name, book.report())}{kept}", file=sys.stderr)
    book.told = True


def _end(lines: dict[int, Line], polite: bool = False) -> None:
    """End the programs of these lines: all are asked to, before any is waited for."""
    for line in lines.values():
        if polite and line.program is not None:
            line.program.let_go()
    for line in lines.values():
        line.drop(POLITE if polite else 0.0)
