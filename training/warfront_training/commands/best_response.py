"""warfront best-response: how much learners trained against a frozen agent win, on a budget."""

import argparse
import math
import shlex
import sys
from typing import Any

from warfront.game import BadInput
from warfront_training.commands.common import (
    add_game,
    add_output,
    aligned,
    report_folder,
    show,
    whole,
)
from warfront_training.commands.train import changes_of

STEPS, MINUTES = 300_000, 30.0


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("agent", help="random, greedy, staff, a run, ...: it stays as it is")
    parser.add_argument(
        "--steps", type=whole, default=STEPS, help=f"decisions of each learner (default {STEPS:,})"
    )
    parser.add_argument(
        "--minutes", type=float, default=MINUTES, help=f"stop then (default {MINUTES:g})"
    )
    parser.add_argument(
        "--games", type=whole, default=1000, help="games of each final match (default 1000)"
    )
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="change a key of the preset"
    )
    parser.add_argument("--name", metavar="RUN", help="folder of the run (runs/best-response-...)")
    add_game(parser)
    add_output(parser)
    parser.set_defaults(game=None)


def run(args: argparse.Namespace) -> int:
    """Train, measure, write the report, print the bound."""
    from warfront_training.best_response import figures_of, respond, response_preset
    from warfront_training.response_report import COLUMNS, bound, cells, write_report

    if args.steps < 1 or args.games < 2:
        raise BadInput("use --steps 1 or more and --games 2 or more")
    if not (math.isfinite(args.minutes) and args.minutes > 0):
        raise BadInput(f"--minutes {args.minutes:g}: use a number above 0")
    changes: list[Any] = [*args.set, *changes_of(args)]
    game = args.game or "battlecards"
    preset = response_preset(args.agent, game, args.steps, args.minutes, args.seed, changes)
    folder = report_folder(args.name, f"best-response-seed{args.seed}")
    response = respond(preset, folder, args.games, quiet=args.json)
    report = {"command": "warfront " + shlex.join(sys.argv[1:]), **figures_of(response)}
    write_report(folder, report, preset.measure_games)
    report["report"] = (folder / "report.html").as_posix()
    rows = [list(COLUMNS), *(cells(side, row) for side, row in report["sides"].items())]
    lines = [*aligned(rows), bound(report), f"report: {report['report']}"]
    show(args, report, "\n".join(lines))
    return 0
