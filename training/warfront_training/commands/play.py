"""warfront play: a person in any seat against agents, in the terminal."""

import argparse
import contextlib
import sys
from pathlib import Path
from typing import Any

from warfront.game import BadInput, Game
from warfront_training import telling
from warfront_training.commands.common import add_game, add_output, make_game, read_seats, show
from warfront_training.players import Players
from warfront_training.telling import came_of


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("--seat", help="your seat (default: the first that --seats leaves)")
    parser.add_argument("--seats", metavar="SEAT=AGENT,...", help="who sits elsewhere")
    parser.add_argument(
        "--against", help="agent of all other seats (the policy that ships for this game, or staff)"
    )
    parser.add_argument("--record", metavar="FILE", help="keep a record of the game")
    add_game(parser)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Play a game."""
    from warfront.record import Record, check_writable
    from warfront_agents.human import Quit
    from warfront_agents.trained import usual_opponent

    game, _ = make_game(args)
    if args.seat is not None and args.seat not in game.spec.seats:
        raise BadInput(f"seat {args.seat!r} is unknown: use {', '.join(game.spec.seats)}")
    seats = dict.fromkeys(game.spec.seats, args.against or usual_opponent(game))
    named = read_seats(args.seats, game) if args.seats else {}
    seats |= named
    if args.seat is None and "human" not in seats.values():
        free = [seat for seat in game.spec.seats if seat not in named]
        if not free:
            raise BadInput("every seat has an agent: seat yourself with --seats SEAT=human")
        seats[free[0]] = "human"
    elif args.seat is not None:
        seats[args.seat] = "human"
    if args.record is not None and Path(args.record).exists():
        raise BadInput(f"{args.record} exists already: name another file for the record")
    if args.record is not None:
        check_writable(args.record)
    running = TerminalGame(game, seats, args.seed)
    record = Record.start(game, running.state, args.seed, seats)
    # with --json a person is asked on standard error, so that the object stands alone
    aside = contextlib.redirect_stdout(sys.stderr) if args.json else contextlib.nullcontext()
    try:
        with aside, contextlib.suppress(Quit):
            while not game.done(running.state):
                running.move(record, tell=not args.json)
    except KeyboardInterrupt:
        kept = "" if args.record is None else f"the game so far is in {args.record}"
        raise KeyboardInterrupt(kept) from None
    finally:  # also when the game is broken off
        running.leave()
        if args.record is not None:
            record.write(args.record)
    returns = dict(zip(game.spec.seats, game.returns(running.state).tolist(), strict=True))
    over = game.done(running.state)
    words = game.text(running.state) if over else "The game was left."
    show(args, {"over": over, "returns": returns, "seed": args.seed, "seats": seats}, words)
    return 0


class TerminalGame:
    """One game in the terminal and the players around it.

    Args:
        game: The game.
        seats: Seat -> agent by name.
        seed: Seeds the game and the agents.
    """

    def __init__(self, game: Game, seats: dict[str, str], seed: int) -> None:
        """Start the game."""
        self.game = game
        self.state = game.new(seed)
        self._players = Players(game, seats, seed)
        self._told: list[str] = []  # what happened, a line each; people look it up
        for seat in self._players.people:
            self._players.agents[seat].told = self._told

    def move(self, record: Any, tell: bool = True) -> None:
        """Ask for a decision, carry it out through the record, and tell what came of it."""
        action = self.choose(tell)
        before = self.game.copy(self.state)
        record.step(self.game, self.state, action)
        people = self._players.people
        for line in came_of(self.game, before, action, self.state, people) if people else ():
            self._told.append(f"  {line}")
            if tell:
                print(self._told[-1])

    def leave(self) -> None:
        """Nobody is asked any more."""
        self._players.close(self.state)

    def choose(self, tell: bool = True) -> int:
        """The action of whoever is asked; told in words if it is an agent's."""
        action = self._players.ask(self.state)
        self._told.append(telling.tell(self.game, self.state, action, self._players.people))
        if tell and self.game.seat(self.state) not in self._players.people:
            print(self._told[-1])
        return action
