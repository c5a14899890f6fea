"""warfront balance: how even a game is, what its parts are worth, and what would make it even."""

import argparse
import json
import math
import shlex
import shutil
import sys
from functools import partial
from pathlib import Path
from typing import Any

from warfront.game import BadInput
from warfront_training.commands.common import (
    add_game,
    add_on,
    add_output,
    aligned,
    bar,
    check_answerable,
    elsewhere,
    game_options,
    read_pairs,
    report_folder,
    show,
    whole,
)

MOST_OPEN = 8  # bars that are not settled, in the terminal; the report names all
# What a resumed study does not take from the one that was broken off.
OF_NOW = ("command", "run", "json", "name", "on", "resume", "threads", "usual")


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("--all-sets", action="store_true", help="all 15 theatre sets")
    parser.add_argument(
        "--games", type=whole, default=1000, help="games a measurement (default 1000)"
    )
    parser.add_argument("--agent", default="staff", help="who sits on every seat (default staff)")
    for side in ("axis", "allies"):
        parser.add_argument(
            f"--{side}", metavar="AGENT", help=f"who plays the {side.capitalize()} instead"
        )
    parser.add_argument(
        "--first-seat", action="store_true", help="also measure what the first turn is worth"
    )
    parser.add_argument(
        "--cards",
        nargs="?",
        const="",
        metavar="NAME,...",
        help="battlecards: also put the median unit of its deck in the place of each card in turn",
    )
    parser.add_argument(
        "--units",
        nargs="?",
        const="",
        metavar="UNIT,...",
        help="spring1942: also add one unit in turn (UNIT, POWER:UNIT or POWER:UNIT:SPACE)",
    )
    _add_against(parser)
    _add_even(parser)
    parser.add_argument("--name", metavar="FOLDER", help="folder of the report (runs/balance-...)")
    parser.add_argument("--resume", metavar="FOLDER", help="go on with the study there")
    parser.add_argument("--threads", type=whole, default=2, help="threads of the games (default 2)")
    add_on(parser)
    add_game(parser)
    add_output(parser)
    usual = {action.dest: action.default for action in parser._actions}
    parser.set_defaults(usual=usual)


def _add_against(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("a second rule set, on the same seeds")
    group.add_argument(
        "--against-option", action="append", default=[], metavar="KEY=VALUE", help="its option"
    )
    group.add_argument("--against-decks", metavar="FOLDER", help="its card files")
    group.add_argument("--against-scenario", metavar="FILE", help="its scenario (spring1942)")


def _add_even(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what makes it even")
    group.add_argument(
        "--even",
        nargs="?",
        const="bid",
        metavar="DIAL[=LOW:HIGH]",
        help="bid (the default), a whole-number option, or POWER:UNIT[:SPACE] of spring1942",
    )
    group.add_argument(
        "--within", type=share, default=0.05, help="this near to one half is even (default 0.05)"
    )
    group.add_argument(
        "--error", type=share, default=0.05, help="chance that a test is wrong (default 0.05)"
    )


def share(text: str) -> float:
    """A share of the command line."""
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise argparse.ArgumentTypeError(f"{text!r} is no share: write one, for instance 0.05")
    return found


def run(args: argparse.Namespace) -> int:
    """Measure, write the report, print the tables; exit status 1 when a bar is missed."""
    from warfront_training.balance_report import write_report
    from warfront_training.balance_store import PLAYED

    folder = _resumed(args) if args.resume is not None else None
    if folder is not None and (folder / "report.json").is_file():
        return _show_finished(args, folder)
    _check(args)
    check_answerable([args.agent])
    with elsewhere(args) as away:
        total = _check_study(args)
        if folder is None:
            folder = _begun(args)
        hint = f"go on with: warfront balance --resume {folder}"
        if away is not None:
            hint += f" --on {args.on}"
            away(hint)
        try:
            measured = _measure(args, folder, total, away is not None)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(hint) from None
    report = {"command": "warfront " + shlex.join(sys.argv[1:]), **measured.report}
    measured.report = report
    write_report(folder, measured)
    shutil.rmtree(folder / PLAYED, ignore_errors=True)
    _show(args, folder, report)
    return 1 if report["misses"] else 0


def _show(args: argparse.Namespace, folder: Path, report: dict[str, Any], first: str = "") -> None:
    report["report"] = (folder / "report.html").as_posix()
    show(args, report, first + _words(report))


def _show_finished(args: argparse.Namespace, folder: Path) -> int:
    """Leave a finished study as it is, and say what it found."""
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    _show(args, folder, report, f"{folder} is finished, its report stays as it is\n")
    return 1 if report["misses"] else 0


def _begun(args: argparse.Namespace) -> Path:
    """The folder of a new study."""
    from warfront_training.balance_store import write_asked

    folder = report_folder(args.name, f"balance-seed{args.seed}")
    folder.mkdir(parents=True, exist_ok=True)
    asked = {key: value for key, value in vars(args).items() if key not in OF_NOW}
    write_asked(folder, asked)
    return folder


def _resumed(args: argparse.Namespace) -> Path:
    """The folder of a study that goes on; the arguments become those that it began with."""
    from warfront_training.balance_store import read_asked

    asked = read_asked(Path(args.resume))
    if args.name is not None or any(
        getattr(args, key) != args.usual[key] for key in asked if key in args.usual
    ):
        raise BadInput("--resume goes on as the study began: give only --threads, --on and --json")
    for key, value in asked.items():
        setattr(args, key, value)
    return Path(args.resume)


def _check_study(args: argparse.Namespace) -> int | None:
    from warfront_training.balance_study import check_study

    return check_study(_study(args))


def _measure(args: argparse.Namespace, folder: Path, total: int | None, away: bool) -> Any:
    """All measurements, those that are missing played here or on the cluster."""
    from warfront_training.balance_store import Store
    from warfront_training.balance_study import run_study
    from warfront_training.trial import play_measurement

    with bar(total, "balance", args.json) as progress:
        tell, at_once = progress.update, 1
        play: Any = partial(play_measurement, threads=args.threads, progress=tell)
        if away:
            from warfront_training.on_ray.measurements import AT_ONCE, Measurer

            play, at_once = Measurer(tell).play, AT_ONCE
        return run_study(_study(args, Store(folder, play, tell).play, at_once))


def _study(args: argparse.Namespace, play: Any = None, at_once: int = 1) -> Any:
    """What the command line asks."""
    from warfront_training import balance
    from warfront_training.balance_study import Study
    from warfront_training.trial import Trial

    options = game_options(args)
    sets: tuple[tuple[str, ...], ...] = ((),)
    if args.game == "battlecards":
        theatres = options.pop("theatres", balance.DEFAULT_SET)
        sets = balance.ALL_SETS if args.all_sets else (theatres,)
    trial = Trial(
        options, args.agent, args.games, args.seed, args.threads, None, args.game,
        args.axis, args.allies, play, at_once,
    )  # fmt: skip
    return Study(
        trial, sets, args.first_seat, _names(args.cards), _names(args.units),
        _against(args, trial), args.even, args.within, args.error,
    )  # fmt: skip


def _names(text: str | None) -> list[str] | None:
    """`Tiger I,Panther` as names; None when the option was not given."""
    if text is None:
        return None
    return [word.strip() for word in text.split(",") if word.strip()]


def _against(args: argparse.Namespace, trial: Any) -> dict[str, Any] | None:
    """What differs in the second rule set; None when there is none."""
    changes: dict[str, Any] = {}
    if args.against_option:
        changes["options"] = trial.with_options(
            **dict(read_pairs(args.against_option, "--against-option"))
        )
    if args.against_decks is not None:
        changes["decks"] = args.against_decks
    if args.against_scenario is not None:
        changes["scenario"] = args.against_scenario
    return changes or None


def _check(args: argparse.Namespace) -> None:
    cards = args.game == "battlecards"
    if args.all_sets and not cards:
        raise BadInput(f"--all-sets plays the theatre sets of battlecards: {args.game} has none")
    if args.all_sets and args.theatres is not None:
        raise BadInput("--all-sets plays all theatre sets: leave --theatres out")
    if cards and (args.scenario is not None or args.against_scenario is not None):
        raise BadInput("--scenario begins in the middle of a game: balance plays whole games")


def _words(report: dict[str, Any]) -> str:
    from warfront_training.balance_tables import TABLES, even_words, set_rows

    lines = aligned(set_rows(report["sets"]))
    for key, table in TABLES.items():
        if key in report:
            lines += ["", table.title, *aligned(table.rows(report[key], 20))]
    lines += [even_words(found) for found in report.get("even", ())]
    lines += [
        "",
        *(f"missed: {miss}" for miss in report["misses"]),
        *_open_lines(report.get("open", [])),
    ]
    return "\n".join([*lines, f"report: {report['report']}"])


def _open_lines(unsettled: list[str]) -> list[str]:
    """The bars that the games played do not settle."""
    if not unsettled:
        return []
    lines = [f"not settled: {line}" for line in unsettled[:MOST_OPEN]]
    if len(unsettled) > MOST_OPEN:
        lines.append(f"not settled: {len(unsettled) - MOST_OPEN} bars more, all in the report")
    return [*lines, "what is not settled, more games would tell (--games)"]
