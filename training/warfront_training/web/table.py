"""One game at a table: its state, its record on disk, its players, and what was said of it."""

import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import warfront
from warfront.game import BadInput, Game, IllegalAction, State
from warfront.record import Record
from warfront_training.players import Players
from warfront_training.telling import tell
from warfront_training.web.catalogue import advisers
from warfront_training.web.folder import Folder, Seating, new_token
from warfront_training.web.happenings import happened, is_quiet
from warfront_training.web.viewer import Viewer

PACES = {"step": None, "slow": 1.5, "steady": 0.5, "fast": 0.0}  # seconds a decision; None: waits
PERSON = "human"


class Stale(ValueError):
    """What was asked for is of another moment of the game; nothing has changed."""


@dataclass(frozen=True)
class Fault:
    """Why agents do not go on.

    Attributes:
        words: For whoever may know all that the seat that is asked knows.
        public: For everybody else.
    """

    words: str
    public: str


@dataclass(frozen=True)
class Entry:
    """One decision as a viewer hears of it."""

    seat: str
    words: str
    more: tuple[str, ...]


class Table:
    """A game that people and agents play.

    Args:
        folder: Where games are kept.
        name: What this one is called there.
        game: The game.
        record: Its record, of which every decision is carried out.
        seating: Who holds which seat.
    """

    def __init__(
        self, folder: Folder, name: str, game: Game, record: Record, seating: Seating
    ) -> None:
        """Play the record to where it stands.

        Raises:
            BadInput: A recorded decision is illegal, or an agent cannot be made.
        """
        self.folder, self.name, self.game, self.seating = folder, name, game, seating
        self.fault: Fault | None = None  # why agents do not go on
        numbers = {seat: i for i, seat in enumerate(game.spec.seats)}
        alone = PERSON not in record.seats.values()
        self.viewers = {
            token: Viewer(tuple(numbers[seat] for seat in seats))
            for token, seats in seating.links.items()
        }
        self.viewers[seating.watch] = Viewer((), everything=alone)
        self.players = Players(game, record.seats, record.seed, people=True)
        self.advisers = advisers(game)
        self.logs: dict[str, list[Entry]] = {token: [] for token in self.viewers}
        # Decisions that stand in the file; None where it is to be written anew.
        self._written: int | None = len(record.decisions)
        self._back: list[State] = []  # before each decision that can be taken back
        self._start(record)

    @staticmethod
    def begin(
        folder: Folder,
        game: Game,
        seats: Mapping[str, str],
        seed: int,
        people: Mapping[str, str] | None = None,
        pace: str = "slow",
    ) -> "Table":
        """Begin a game and write it down.

        Args:
            folder: Where games are kept.
            game: The game.
            seats: Seat -> agent by name, or `human`.
            seed: Seeds the game and the agents.
            people: Seat -> who sits there, for seats of people; those of one person have one link.
            pace: How fast agents move.

        Raises:
            BadInput: A name stands for nothing, or for an agent that does not play this game.
        """
        Players(game, seats, seed, people=True)  # refuses before anything is written
        state = game.new(seed)
        record = Record.start(game, state, seed, seats)
        held: dict[str, list[str]] = {}
        for seat, name in seats.items():
            if name == PERSON:
                held.setdefault((people or {}).get(seat, seat), []).append(seat)
        links = {new_token(): of_one for of_one in held.values()}
        seating = Seating(links, new_token(), pace, time.time())
        stamp = time.strftime("%Y%m%d-%H%M%S")
        name = f"{stamp}-{game.spec.name}-{secrets.token_hex(2)}"
        table = Table(folder, name, game, record, seating)
        folder.begin(name, record, seating)
        return table

    @staticmethod
    def open(folder: Folder, name: str) -> "Table":
        """A game of the folder, as far as it was played.

        Raises:
            BadInput: Its files are damaged, or of other rules than these.
        """
        record, seating = folder.read(name), folder.read_seating(name)
        game = warfront.make_game(record.game, **record.options)
        if game.spec.version != record.version:
            raise BadInput(
                f"{name} is of {record.game} {record.version}, this is {game.spec.version}: "
                "go on with it in that version of warfront"
            )
        return Table(folder, name, game, record, seating)

    def _start(self, record: Record) -> None:
        """Carry out what a record holds, from its start."""
        game = self.game
        self.state = (
            game.new(record.seed)
            if record.position is None
            else game.from_position(record.position)
        )
        self.record = Record.start(game, self.state, record.seed, record.seats, record.position)
        if self.record.hash != record.hash:
            raise BadInput(f"{self.name} starts elsewhere: its record is of other rules")
        for number, decision in enumerate(record.decisions, 1):
            try:
                self._apply(decision.action)
            except IllegalAction as error:
                raise BadInput(f"{self.name}: decision {number}: {error}") from None

    @property
    def at(self) -> int:
        """How many decisions were taken."""
        return len(self.record.decisions)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.game.done(self.state)

    @property
    def asks_person(self) -> bool:
        """Whether a person is asked."""
        return not self.over and self.game.seat(self.state) in self.players.people

    def viewer(self, token: str) -> Viewer | None:
        """Whoever holds this token."""
        for known, viewer in self.viewers.items():
            if secrets.compare_digest(known.encode(), token.encode()):
                return viewer
        return None

    def can_undo(self, viewer: Viewer) -> int:
        """How many decisions the viewer can take back."""
        if self.over or self.game.seat(self.state) not in viewer.seats:
            return 0
        return len(self._back)

    def act(self, viewer: Viewer, at: int, action: int) -> None:
        """A person's decision.

        Raises:
            Stale: It is of another moment, or not this person's to take.
            IllegalAction: The mask forbids it.
        """
        self._check(viewer, at)
        self._apply(action)
        self.save()

    def order(self, viewer: Viewer, at: int, text: str) -> None:
        """A person's whole order in words: all its small decisions, or none.

        Raises:
            Stale: It is of another moment, or not this person's to give.
            IllegalOrder: Says why.
        """
        self._check(viewer, at)
        for action in self.game.order(self.game.copy(self.state), text):
            self._apply(action)
        self.save()

    def undo(self, viewer: Viewer, at: int, whole: bool = False) -> None:
        """Take back the last decision, or all that can be.

        Raises:
            Stale: Nothing can be taken back, or it is another moment.
        """
        self._check(viewer, at)
        steps = len(self._back) if whole else 1
        if not self._back:
            raise Stale("nothing can be taken back: dice have fallen, or another seat has decided")
        self.state = self._back[-steps]
        del self._back[-steps:]
        del self.record.decisions[-steps:]
        for log in self.logs.values():
            del log[-steps:]
        self._written = None
        self.save()

    def save(self) -> None:
        """Write down what the file lacks.

        Raises:
            OSError: It cannot be written; the next call tries again.
        """
        if self._written == self.at:
            return
        before, self._written = self._written, None  # until the file is whole again
        if before == self.at - 1:
            self.folder.append(self.name, self.record)
        else:
            self.record.write(self.folder.record_file(self.name))
        self._written = self.at

    def close(self) -> None:
        """Let the programs go that sit at the table; one that is asked again starts anew."""
        self.players.close(self.state)

    def ask_agent(self) -> int:
        """The action of the agent that is asked; raises AgentFailed or IllegalAction."""
        return self.players.ask(self.game.copy(self.state))

    def agent_acts(self, at: int, action: int) -> None:
        """Carry out an agent's decision; Stale when the game has gone on meanwhile."""
        if at != self.at or self.over or self.asks_person:
            raise Stale("the game has gone on")
        self._apply(action)
        self.save()

    def _check(self, viewer: Viewer, at: int) -> None:
        if self.over:
            raise Stale("the game is over")
        if self.game.seat(self.state) not in viewer.seats:
            raise Stale("another seat is asked")
        if at != self.at:
            raise Stale("the game has gone on: look again")

    def _apply(self, action: Any) -> None:
        """Carry out a decision and tell everybody what they may hear of it."""
        game, before = self.game, self.game.copy(self.state)
        seat = -1 if self.over else game.seat(before)
        self.record.step(game, self.state, action)
        action = int(action)
        if is_quiet(game, before, self.state):
            self._back.append(before)
        else:
            self._back.clear()
        told: dict[tuple[int, ...], Entry] = {}
        for token, viewer in self.viewers.items():
            ears = viewer.ears(game, seat)
            if ears not in told:
                words = tell(game, before, action, ears)
                more = happened(game, before, action, self.state, ears)
                told[ears] = Entry(game.spec.seats[seat], words, tuple(more))
            self.logs[token].append(told[ears])
