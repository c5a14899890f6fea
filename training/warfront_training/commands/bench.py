"""warfront bench: how fast it is, each figure beside its floor."""

import argparse

from warfront_training.commands.common import add_game, add_output, show


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    add_game(parser)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Measure; exit status 1 when a bar is missed."""
    from warfront_training import bench

    result = bench.run(seed=args.seed, quiet=args.json)
    show(args, result, bench.words(result))
    return 1 if result["falls_short"] else 0
