"""warfront cooperation: how players get on with partners, and what each seat adds."""

import argparse
import shlex
from pathlib import Path
from typing import Any

from warfront.game import BadInput, Reward
from warfront_training.commands import scenarios
from warfront_training.commands.common import (
    add_game,
    add_output,
    aligned,
    bar,
    make_game,
    report_folder,
    show,
    whole,
)

GAMES = 200
MOST = 8  # agents
SIDES = ("axis", "allies")


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument(
        "agents", nargs="*", metavar="AGENT", help="staff, runs, ...: two or more play together"
    )
    parser.add_argument("--side", choices=(*SIDES, "both"), default="both", help="(default both)")
    parser.add_argument("--against", default="staff", help="who holds the other side (staff)")
    parser.add_argument(
        "--baseline", default="random", help="who takes a seat that an agent leaves (random)"
    )
    parser.add_argument(
        "--scenarios",
        metavar="NAME,...",
        help="also these scenarios, or all (see scenarios)",
    )
    parser.add_argument(
        "--reward", default="team", metavar="MODE", help="of returns in scenarios (default team)"
    )
    parser.add_argument(
        "--games", type=whole, default=GAMES, help=f"games of each seating (default {GAMES})"
    )
    parser.add_argument("--threads", type=whole, default=2, help="threads of the games (default 2)")
    parser.add_argument("--name", metavar="FOLDER", help="its folder (runs/cooperation-seed<n>)")
    add_game(parser)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Play everything, write the report, print the figures."""
    from warfront_training.cooperation.report import write_report

    _check(args)
    chosen, left_out = _scenarios(args)
    folder = report_folder(args.name, f"cooperation-seed{args.seed}")
    report = _measured(args)
    report["scenarios"] = scenarios.play(chosen, args.agents, args)
    report["left_out"] = left_out
    write_report(folder, report)
    report["report"] = (folder / "report.html").as_posix()
    show(args, report, _words(report))
    return 0


def _scenarios(args: argparse.Namespace) -> tuple[list[Any], dict[str, str]]:
    """The scenarios that are asked for, and those left out of all."""
    if args.scenarios is None:
        return [], {}
    names = [name.strip() for name in args.scenarios.split(",")]
    return scenarios.playable(names, args.agents, args.seed)


def _check(args: argparse.Namespace) -> None:
    if not 1 <= len(args.agents) <= MOST:
        raise BadInput(f"{len(args.agents)} agents: name 1 to {MOST}")
    for agent in args.agents:
        if args.agents.count(agent) > 1:
            raise BadInput(f"agent {agent!r} is named twice: name each once")
    if "human" in (*args.agents, args.against, args.baseline):
        raise BadInput("this needs no people: name agents that play by themselves")
    if args.games < 1:
        raise BadInput(f"--games {args.games}: play 1 game or more")
    Reward.parse(args.reward)


def _measured(args: argparse.Namespace) -> dict[str, Any]:
    """Cross-play of all agents and the seats of each, on each side."""
    from warfront_training.cooperation.measures import Setting, contributions, cross_play

    game, options = make_game(args)
    setting = Setting(args.game, options, args.games, args.seed, args.threads)
    sides = SIDES if args.side == "both" else (args.side,)
    several = len(args.agents) > 1
    pairs = len(args.agents) ** 2 * len(sides) if several else 0
    coalitions = sum(2 ** len(game.spec.sides[side]) for side in sides) * len(args.agents)
    with bar((pairs + coalitions) * args.games, "cooperation", args.json) as progress:
        plays = [
            cross_play(setting, args.agents, side, args.against, progress.update)
            for side in (sides if several else ())
        ]
        parts = [
            contributions(setting, agent, side, args.against, args.baseline, progress.update)
            for agent in args.agents
            for side in sides
        ]
    return {
        "command": _command(args, options),
        "game": args.game,
        "game_version": game.spec.version,
        "options": options,
        "agents": args.agents,
        "against": args.against,
        "baseline": args.baseline,
        "games": args.games,
        "seed": args.seed,
        "cross_play": plays,
        "contributions": parts,
    }


def _command(args: argparse.Namespace, options: dict[str, Any]) -> str:
    from warfront_training.presets import game_flags

    words = [*args.agents, "--side", args.side, "--against", args.against]
    words += ["--baseline", args.baseline, "--games", str(args.games), "--seed", str(args.seed)]
    if args.scenarios is not None:
        words += ["--scenarios", args.scenarios, "--reward", args.reward]
    return f"warfront cooperation {shlex.join(words)} {game_flags(args.game, options)}"


def _words(report: dict[str, Any]) -> str:
    lines = []
    if report["cross_play"]:
        rows = [["side", "self-play", "cross-play", "gap (95%)"]]
        for play in report["cross_play"]:
            low, high = play["gap"]["interval"]
            rows.append(
                [
                    play["side"],
                    f"{play['self_play']['mean']:.1%}",
                    f"{play['cross_play']['mean']:.1%}",
                    f"{play['gap']['mean']:+.1%} ({low:+.1%} to {high:+.1%})",
                ]
            )
        lines += aligned(rows)
    rows = [["agent", "side", "seat", "seat swap", "Shapley value (95%)"]]
    for part in report["contributions"]:
        for row in part["seats"]:
            low, high = row["shapley"]["interval"]
            rows.append(
                [
                    part["agent"],
                    part["side"],
                    row["seat"],
                    f"{row['swap']['mean']:+.1%}",
                    f"{row['shapley']['mean']:+.1%} ({low:+.1%} to {high:+.1%})",
                ]
            )
    lines += aligned(rows)
    if report["scenarios"]:
        lines.append(scenarios.words_of(report["scenarios"]))
    lines += scenarios.left_out_words(report["left_out"])
    return "\n".join([*lines, f"report: {Path(report['report']).as_posix()}"])
