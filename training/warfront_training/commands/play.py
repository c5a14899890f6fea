"""warfront play: a person in any seat against agents, in the terminal."""

import argparse
import contextlib
import sys
from pathlib import Path
from typing import Any

from warfront.game import BadInput, Game
from warfront_training.commands.common import add_game, add_output, make_game, read_seats, show

# What an enemy does at these prompts is face down: only that he did it is told.
HIDDEN = {"deploy": "deploys a card", "aid": "sends aid", "retain": "looks at a card"}
HIDDEN["discard"] = "puts a card away"
OF_A_BATTLE = ("execute", "claim", "withdraw")  # prompts whose actions do not name the battle


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("--seat", help="your seat (default: the first that --seats leaves)")
    parser.add_argument("--seats", metavar="SEAT=AGENT,...", help="who sits elsewhere")
    parser.add_argument("--against", default="staff", help="agent of all other seats (staff)")
    parser.add_argument("--record", metavar="FILE", help="keep a record of the game")
    add_game(parser)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Play a game."""
    from warfront.record import Record, check_writable
    from warfront_agents.human import Quit

    game, _ = make_game(args)
    if args.seat is not None and args.seat not in game.spec.seats:
        raise BadInput(f"seat {args.seat!r} is unknown: use {', '.join(game.spec.seats)}")
    seats = dict.fromkeys(game.spec.seats, args.against)
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
    table = Table(game, seats, args.seed)
    record = Record.start(game, table.state, args.seed, seats)
    # with --json a person is asked on standard error, so that the object stands alone
    aside = contextlib.redirect_stdout(sys.stderr) if args.json else contextlib.nullcontext()
    try:
        with aside, contextlib.suppress(Quit):
            while not game.done(table.state):
                table.move(record, tell=not args.json)
    except KeyboardInterrupt:
        kept = "" if args.record is None else f"the game so far is in {args.record}"
        raise KeyboardInterrupt(kept) from None
    finally:  # also when the game is broken off
        if args.record is not None:
            record.write(args.record)
    returns = dict(zip(game.spec.seats, game.returns(table.state).tolist(), strict=True))
    over = game.done(table.state)
    words = game.text(table.state) if over else "The game was left."
    show(args, {"over": over, "returns": returns, "seed": args.seed, "seats": seats}, words)
    return 0


class Table:
    """One game and the agents around it.

    Args:
        game: The game.
        seats: Seat -> agent by name.
        seed: Seeds the game and the agents.
    """

    def __init__(self, game: Game, seats: dict[str, str], seed: int) -> None:
        """Start the game."""
        from warfront_agents.agent import begin, make_agent

        self.game = game
        self.names = seats
        self.state = game.new(seed)
        self._agents = []
        for number, seat in enumerate(game.spec.seats):
            agent = make_agent(seats[seat], game, seed)
            begin(agent, seats[seat], seed, number, seat)
            self._agents.append(agent)
        self._people = {s for s, name in enumerate(seats[seat] for seat in game.spec.seats)
                        if name == "human"}  # fmt: skip
        self._drawn = 0

    def move(self, record: Any, tell: bool = True) -> None:
        """Ask for a decision, carry it out through the record, and tell what came of it."""
        action = self.choose(tell)
        before = self.game.copy(self.state)
        record.step(self.game, self.state, action)
        if tell:
            for line in self.tale(before, action):
                print(f"  {line}")

    def tale(self, before: Any, action: int) -> list[str]:
        """What came of an action, as all the people at the table may hear it."""
        find = getattr(self.game, "tale", None)
        if find is None:  # a game whose board tells what has changed
            return []
        heard = [find(before, action, self.state, seat) for seat in sorted(self._people)]
        return [line for line in heard[0] if all(line in lines for lines in heard)]

    def choose(self, tell: bool = True) -> int:
        """The action of whoever is asked; told in words if it is an agent's."""
        from warfront_agents.agent import ask

        game, state = self.game, self.state
        seat = game.seat(state)
        action = ask(
            self._agents[seat], self.names[game.spec.seats[seat]],
            lambda: game.view(state, seat), game.observe(state, seat), game.legal_mask(state),
            seat, self._sampler(seat), game.spec.seats[seat],
        )  # fmt: skip
        if tell and seat not in self._people:
            print(self.tell(seat, action))
        return action

    def _sampler(self, seat: int) -> Any:
        """States as the seat may imagine them, never twice the same."""

        def sample(seed: int) -> Any:
            self._drawn += 1
            return self.game.resample(self.state, seat, seed + 1_000_003 * self._drawn)

        return sample

    def tell(self, seat: int, action: int) -> str:
        """What an agent does, as the people at the table may hear it."""
        game = self.game
        name, prompt = game.spec.seats[seat], game.prompt(self.state)
        side = next(seats for seats in game.spec.sides.values() if name in seats)
        ally = all(game.spec.seats[person] in side for person in self._people)
        if prompt in HIDDEN and not ally:
            return f"{name} {HIDDEN[prompt]}"
        words = f"{name}: {game.action_text(self.state, action)}"
        if prompt in OF_A_BATTLE:
            battle = game.view(self.state, seat).get("battle")
            words += f" ({battle})" if battle else ""
        return words
