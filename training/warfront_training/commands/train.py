"""warfront train: a preset from nothing to a report, or a killed run to its end."""

import argparse
import json
import shlex
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from warfront.game import BadInput
from warfront_training.commands.common import (
    add_game,
    add_on,
    add_output,
    bar,
    elsewhere,
    read_pairs,
    show,
)

ANY_GAME = ("theatres=[]", "decks=", "scenario=", "options={}")  # a game as it is by default


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("preset", nargs="?", help="a preset of configs/, or the path of a .toml")
    parser.add_argument("--resume", metavar="RUN", help="go on with the run in this folder")
    parser.add_argument(
        "--name", metavar="RUN", help="folder of the new run (runs/<preset>-seed<n>)"
    )
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="change a key of the preset"
    )
    add_on(parser)
    add_game(parser)
    add_output(parser)
    parser.set_defaults(seed=None, game=None)


def run(args: argparse.Namespace) -> int:
    """Train, write the report, say where it is."""
    from warfront_training.report import count_games, write_report

    begin = _run_of(args)
    command = "warfront " + shlex.join(sys.argv[1:])
    with elsewhere(args) as away:
        trained = begin()
        if trained.is_finished and (trained.folder / "report.json").is_file():
            return _show_finished(args, trained.folder)
        hint = f"go on with: warfront train --resume {trained.folder}"
        if away is not None:
            hint += f" --on {args.on}"
            away(hint)
        try:
            _train(trained, away is not None, args.json)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(hint) from None
    with bar(count_games(trained), "report", args.json) as progress:
        report = write_report(trained, command, progress.update)
    report["report"] = (trained.folder / "report.html").as_posix()
    lines = [
        f"against {name}: {row['both']['win_rate']:.1%} over both sides "
        f"({row['axis']['win_rate']:.1%} as Axis, {row['allies']['win_rate']:.1%} as Allies)"
        for name, row in report["final"].items()
    ]
    show(args, report, "\n".join([*lines, f"report: {report['report']}"]))
    return 0


def _train(trained: Any, away: bool, quiet: bool) -> None:
    from warfront_training.workers import start_workers

    start: Any = start_workers
    if away:
        from warfront_training.on_ray.learners import RayLearners

        start = RayLearners
    trained.train(quiet, start)


def _show_finished(args: argparse.Namespace, folder: Path) -> int:
    """Leave a finished run as it is, and say where its report is."""
    report = {
        **json.loads((folder / "report.json").read_text(encoding="utf-8")),
        "report": (folder / "report.html").as_posix(),
    }
    show(args, report, f"{folder} is finished, its report stays as it is: {report['report']}")
    return 0


def _run_of(args: argparse.Namespace) -> Callable[[], Any]:
    """Gives the run that is asked for; a new one has not been begun yet."""
    from warfront_training.presets import load_preset
    from warfront_training.train import new_run, resume_run

    if args.resume is not None:
        if args.preset is not None or args.set or args.name is not None or changes_of(args):
            raise BadInput(
                "--resume goes on as the run began: give no preset, and only --on and --json"
            )
        run = resume_run(Path(args.resume))
        _check_place(args, run.preset.trainer)
        return lambda: run
    if args.preset is None:
        raise BadInput("no preset: use warfront train quickstart, or --resume RUN")
    changes = [*args.set, *changes_of(args)]
    if args.on is not None:
        changes.append('trainer="rllib"')
    preset = load_preset(args.preset, changes)
    if preset.game != load_preset(args.preset).game:  # what the preset says of its own game is void
        preset = load_preset(args.preset, [*ANY_GAME, *changes])
    _check_place(args, preset.trainer)
    return partial(new_run, preset, None if args.name is None else Path(args.name))


def _check_place(args: argparse.Namespace, trainer: str) -> None:
    """Refuse to train in another place than the trainer's.

    Raises:
        BadInput: Says which, or what is wrong with `--on`.
    """
    if args.on is None and trainer == "rllib":
        raise BadInput('trainer = "rllib" trains on Ray: add --on ray')
    if args.on is not None:
        from warfront_training.on_ray.address import read_address

        read_address(args.on)
        if trainer != "rllib":
            raise BadInput(f"this run began with trainer {trainer}: go on without --on")


def changes_of(args: argparse.Namespace) -> list[str]:
    """The game's options on the command line as changes of the preset."""
    changes = []
    if args.seed is not None:
        changes.append(f"seed={args.seed}")
    if args.game is not None:
        changes.append(f'game="{args.game}"')
    if args.theatres is not None:
        names = ", ".join(f'"{word.strip()}"' for word in args.theatres.split(","))
        changes.append(f"theatres=[{names}]")
    for key in ("decks", "scenario"):
        if getattr(args, key) is not None:
            changes.append(f'{key}="{Path(getattr(args, key)).as_posix()}"')
    for key, value in read_pairs(args.option, "--option"):
        changes.append(f"options.{key}={value}")
    return changes
