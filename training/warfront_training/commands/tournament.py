"""warfront tournament: every agent against every agent on both sides, with a leaderboard."""

import argparse
from pathlib import Path
from typing import Any

from warfront.game import BadInput
from warfront_training.commands.common import (
    add_game,
    add_on,
    add_output,
    aligned,
    bar,
    elsewhere,
    game_options,
    report_folder,
    show,
    whole,
)

GAMES = 200
MOST_PROCESSES = 256
SHARES = (4, 7, 8)  # columns that the terminal shows without intervals: score, alpha-rank, Nash


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument(
        "agents", nargs="*", metavar="AGENT", help="random, staff, search:100, a run, ... (2 to 30)"
    )
    parser.add_argument("--resume", metavar="FOLDER", help="go on with the tournament there")
    parser.add_argument(
        "--games", type=whole, help=f"games of each Axis with each Allied agent (default {GAMES})"
    )
    parser.add_argument(
        "--processes", type=whole, default=2, help="matches played at once (default 2)"
    )
    parser.add_argument("--name", metavar="FOLDER", help="its folder (runs/tournament-seed<n>)")
    add_on(parser)
    add_game(parser)
    add_output(parser)
    parser.set_defaults(seed=None, game=None)


def run(args: argparse.Namespace) -> int:
    """Play what is missing, write the report, print the leaderboard."""
    from warfront_training.tournament_report import figures_of, write_report

    if not 1 <= args.processes <= MOST_PROCESSES:
        raise BadInput(f"--processes {args.processes}: use 1 or more, at most {MOST_PROCESSES}")
    with elsewhere(args) as away:
        folder, plan = _resumed(args) if args.resume is not None else _begun(args)
        hint = f"go on with: warfront tournament --resume {folder}"
        if away is not None:
            hint += f" --on {args.on}"
            away(hint)
        try:
            rows = _play(args, folder, plan, away is not None)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(hint) from None
    report = figures_of(plan, rows)
    write_report(folder, report)
    report["report"] = (folder / "report.html").as_posix()
    show(args, report, _words(report))
    return 0


def _play(args: argparse.Namespace, folder: Path, plan: Any, away: bool) -> list[Any]:
    """All matches, those that are missing played here or on the cluster."""
    from warfront_training import tournament

    spread: tournament.Spread | None = None
    if away:
        from warfront_training.on_ray.matches import played_on_ray

        spread = played_on_ray
    with bar(plan.games * len(plan.agents) ** 2, "tournament", args.json) as progress:
        return tournament.run(plan, folder, args.processes, progress.update, spread=spread)


def _begun(args: argparse.Namespace) -> tuple[Path, Any]:
    from warfront_training.tournament import begin, new_plan

    seed = args.seed or 0
    games = GAMES if args.games is None else args.games
    plan = new_plan(args.game or "battlecards", game_options(args), args.agents, games, seed)
    folder = report_folder(args.name, f"tournament-seed{seed}")
    begin(plan, folder)
    return folder, plan


def _resumed(args: argparse.Namespace) -> tuple[Path, Any]:
    from warfront_training.tournament import read_plan

    given = (args.games, args.seed, args.name, args.game)
    if args.agents or game_options(args) or any(value is not None for value in given):
        raise BadInput(
            "--resume goes on as the tournament began: give only --processes, --on and --json"
        )
    return Path(args.resume), read_plan(Path(args.resume))


def _words(report: dict[str, Any]) -> str:
    from warfront_training.tournament_report import COLUMNS, SHOWN, cells, cycle_words, fault_lines

    rows = [["agent", *COLUMNS], *map(cells, report["table"])]
    rows = [[*row[:4], *(row[k].partition(" (")[0] for k in SHARES)] for row in rows]
    lines = aligned(rows)
    side = report["side_term"]
    low, high = side["interval"]
    lines.append(f"the Axis is {side['points']:+.0f} points ({low:+.0f} to {high:+.0f}) stronger")
    lines += [f"cycle: {cycle_words(cycle)}" for cycle in report["cycles"][:SHOWN]]
    lines += fault_lines(report)
    return "\n".join([*lines, f"report: {report['report']}"])
