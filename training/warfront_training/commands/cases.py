"""warfront cases: rule cases, passed or failed."""

import argparse
import json

from warfront_training.commands.common import add_game, add_output, bar, game_options, make_game


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("path", nargs="+", help="a TOML file of cases, or a folder of them")
    add_game(parser)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Run them; the last line counts them, exit status 1 if any failed."""
    from warfront_training.cases import find_cases, run_case

    make_game(args)  # refuses what is wrong on the command line
    found = [case for path in args.path for case in find_cases(path)]
    options, results = game_options(args), []
    with bar(len(found), "cases", args.json, " cases") as progress:
        for case in found:
            results.append(run_case(case, args.game, options))
            progress.update()
    failed = [result for result in results if result.fault]
    if args.json:
        rows = [{"id": r.id, "title": r.title, "fault": r.fault} for r in results]
        print(
            json.dumps({"passed": len(results) - len(failed), "failed": len(failed), "cases": rows})
        )
    else:
        for result in failed:
            print(f"FAILED {result.id} ({result.title}): {result.fault}")
        print(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0
