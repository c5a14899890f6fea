"""warfront replay: a recorded game in words, or checked hash by hash."""

import argparse
from typing import Any

from warfront.game import BadInput
from warfront_training.commands.common import add_game, add_output, given, show


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("file", help="a game record")
    parser.add_argument("--verify", action="store_true", help="compare every state hash")
    add_game(parser)
    add_output(parser)
    parser.set_defaults(seed=None, game=None)


def run(args: argparse.Namespace) -> int:
    """Play the record again."""
    from warfront.record import replay

    def tell(game: Any, state: Any, decision: Any) -> None:
        if not args.json:
            print(f"{decision.seat}: {decision.text}")

    if given(args, "game", "theatres", "scenario", "seed", "option"):
        raise BadInput("a record says itself how its game was made: give at most --decks")
    options = {} if args.decks is None else {"decks": args.decks}
    played = replay(args.file, verify=args.verify, each=tell, options=options)
    record, game = played.record, played.game
    returns = dict(zip(game.spec.seats, game.returns(played.state).tolist(), strict=True))
    result = {
        "file": args.file,
        "decisions": len(record.decisions),
        "verified": args.verify,
        "returns": returns,
        "over": game.done(played.state),
        "game_version": game.spec.version,
    }
    checked = ", every hash as recorded" if args.verify else ""
    show(args, result, f"{len(record.decisions)} decisions{checked}")
    return 0
