"""warfront bot: an agent that answers other programs, JSON lines on standard input and output."""

import argparse
import contextlib
import sys

from warfront.game import BadInput
from warfront_training.commands.common import add_game, add_output, make_game


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("agent", metavar="AGENT", help="staff, search:100, a run, ...")
    add_game(parser)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Answer until the input ends (docs/protocol.md)."""
    from warfront_agents.bots.serve import serve

    if args.json:
        raise BadInput("warfront bot writes nothing but JSON lines anyway: leave --json out")
    if args.agent == "human":
        raise BadInput("human cannot answer here, where a program asks: name another agent")
    game, _ = make_game(args)
    out = sys.stdout

    def say(line: str) -> None:
        out.write(line + "\n")
        out.flush()

    with contextlib.redirect_stdout(sys.stderr):  # what an agent prints is no message
        serve(game, args.agent, args.seed, sys.stdin.buffer, say)
    return 0
