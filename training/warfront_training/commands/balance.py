"""warfront balance: how even the theatre sets are, by games of one agent on every seat."""

import argparse
import shlex
import sys
from typing import Any

from warfront.game import BadInput
from warfront_training.commands.common import (
    add_game,
    add_output,
    aligned,
    bar,
    game_options,
    report_folder,
    show,
    whole,
)


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("--all-sets", action="store_true", help="all 15 theatre sets")
    parser.add_argument(
        "--games", type=whole, default=1000, help="games a measurement (default 1000)"
    )
    parser.add_argument("--agent", default="staff", help="who sits on every seat (default staff)")
    parser.add_argument(
        "--first-seat", action="store_true", help="also measure what the first turn is worth"
    )
    parser.add_argument(
        "--cards",
        action="store_true",
        help="also put the median unit of its deck in the place of each card in turn",
    )
    parser.add_argument("--name", metavar="FOLDER", help="folder of the report (runs/balance-...)")
    parser.add_argument("--threads", type=whole, default=2, help="threads of the games (default 2)")
    add_game(parser)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Measure, write the report, print the tables; exit status 1 when a bar is missed."""
    from warfront_training import balance, card_worth
    from warfront_training.balance_report import write_report

    _check(args)
    folder = report_folder(args.name, f"balance-seed{args.seed}")
    options = game_options(args)
    theatres = options.pop("theatres", balance.DEFAULT_SET)
    sets = balance.ALL_SETS if args.all_sets else (theatres,)
    trial = balance.Trial(options, args.agent, args.games, args.seed, args.threads)
    for which in sets:
        balance.check(trial, which, args.first_seat)
    measured = [2 if args.first_seat else 1 for _ in sets]
    if args.cards:
        measured += [1 + len(card_worth.stands(trial, which)) for which in sets]
    report: dict[str, Any] = {
        "command": "warfront " + shlex.join(sys.argv[1:]),
        "agent": args.agent,
        "games": args.games,
        "seed": args.seed,
        "sets": [],
    }
    with bar(args.games * sum(measured), "balance", args.json) as progress:
        trial = balance.Trial(
            options, args.agent, args.games, args.seed, args.threads, progress.update
        )
        for which in sets:
            report["sets"].append(balance.measure_set(trial, which, args.first_seat))
            if args.cards:
                rows = card_worth.measure_cards(trial, which)
                report.setdefault("cards", []).extend(rows)
    report["misses"] = balance.misses(report)
    write_report(folder, report)
    report["report"] = (folder / "report.html").as_posix()
    show(args, report, _words(report))
    return 1 if report["misses"] else 0


def _check(args: argparse.Namespace) -> None:
    if args.game != "battlecards":
        raise BadInput(f"--game {args.game}: balance is measured for battlecards")
    if args.games < 1:
        raise BadInput(f"--games {args.games}: play 1 game or more")
    if args.all_sets and args.theatres is not None:
        raise BadInput("--all-sets plays all theatre sets: leave --theatres out")
    if args.scenario is not None:
        raise BadInput("--scenario begins in the middle of a game: balance plays whole games")


def _words(report: dict[str, Any]) -> str:
    from warfront_training.balance_report import (
        CARD_COLUMNS,
        SET_COLUMNS,
        card_cells,
        heaviest,
        set_cells,
    )

    rows = [["theatres", *SET_COLUMNS], *map(set_cells, report["sets"])]
    lines = aligned(rows)
    if "cards" in report:
        cards = [["card", *CARD_COLUMNS], *map(card_cells, heaviest(report["cards"])[:20])]
        lines += ["", "the 20 heaviest cards:", *aligned(cards)]
    lines += ["", *(f"missed: {miss}" for miss in report["misses"])]
    return "\n".join([*lines, f"report: {report['report']}"])
