"""warfront export: a trained policy as an ONNX file, or among those that ship."""

import argparse
from pathlib import Path
from typing import Any

from warfront.game import BadInput
from warfront_training.commands.common import add_game, add_output, bar, given, show, whole


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("policy", metavar="RUN", help="a run folder or a checkpoint file")
    parser.add_argument("--onnx", metavar="FILE", help="the ONNX file to write")
    parser.add_argument(
        "--trained", metavar="NAME", help="ship a run as the agent trained:NAME (see its README)"
    )
    parser.add_argument(
        "--games", type=whole, default=0,
        help="with --trained: paired games against each baseline of its preset (default none)",
    )  # fmt: skip
    parser.add_argument("--side", metavar="SIDE", help="axis or allies alone (default: all seats)")
    parser.add_argument(
        "--states", type=whole, default=2_000,
        help="positions on which the file is compared with the policy (default 2000)",
    )  # fmt: skip
    add_game(parser)
    add_output(parser)
    parser.set_defaults(game=None)


def run(args: argparse.Namespace) -> int:
    """Export, compare, say what was written."""
    if (args.onnx is None) == (args.trained is None):
        raise BadInput(
            "say what to write, one at a time: warfront export RUN --onnx FILE.onnx, or "
            "--trained NAME"
        )
    if given(args, "game", "theatres", "decks", "scenario", "option"):
        raise BadInput("a policy says itself for which game it was trained: give no game options")
    if args.states < 1:
        raise BadInput(f"--states {args.states}: compare on 1 position or more")
    if args.trained is not None:
        return _ship(args)
    from warfront_training.exporting import read_policies

    if args.games:
        raise BadInput("--games measures what ships: use it with --trained")
    target = Path(args.onnx)
    if target.suffix != ".onnx":
        raise BadInput(f"--onnx {args.onnx}: end its name in .onnx, by which it is known")
    if target.exists():
        raise BadInput(f"{target} exists already: name another file")
    if not target.resolve().parent.is_dir():
        raise BadInput(f"{target.parent} is no folder: make it, or name another file")
    exported = read_policies(Path(args.policy), args.side)
    result = exported.write_onnx(target, args.states, args.seed)
    show(args, result, _words(result))
    return 0


def _ship(args: argparse.Namespace) -> int:
    """Put a run among the policies that ship."""
    from warfront_training.exporting import read_policies
    from warfront_training.presets import read_preset
    from warfront_training.shipping import ship, table

    if args.games < 0 or args.side is not None:
        raise BadInput("--trained ships all seats of a run: leave --side out, and --games from 0")
    run = Path(args.policy)
    exported = read_policies(run)
    kept = run / "preset.toml"
    seatings = 2 * len(read_preset(kept).baselines) if kept.is_file() else 0
    with bar(seatings * args.games, "games", args.json) as progress:
        card = ship(
            exported, run, args.trained, args.games, args.states, args.seed, progress.update
        )
    show(args, card, table([card]))
    return 0


def _words(result: dict[str, Any]) -> str:
    return "\n".join(
        [
            f"{result['file']}: {', '.join(result['plays'])} of {result['game']} "
            f"{result['version']}, {result['bytes'] / 1e6:.1f} MB",
            f"  in: {', '.join(result['inputs'])}; out: {', '.join(result['outputs'])}",
            f"  {result['states']} positions: the same choice in {result['same']}, probabilities "
            f"within {result['probability']:.1e}, {result['milliseconds']:.2f} ms a decision",
        ]
    )
