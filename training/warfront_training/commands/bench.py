"""warfront bench: how fast it is, each figure beside its floor."""

import argparse

from warfront_training.commands.common import add_game, add_output, game_options, show, whole


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument(
        "--repetitions", type=whole, default=3, help="how often each part is measured (default 3)"
    )
    parser.add_argument("--cold", action="store_true", help="also time the compilation")
    add_game(parser)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Measure; exit status 1 when a bar is missed."""
    from warfront_training import bench

    options = {"name": args.game, **game_options(args)}
    result = bench.run(args.seed, options, args.repetitions, args.cold, quiet=args.json)
    show(args, result, bench.words(result))
    return 1 if result["falls_short"] else 0
