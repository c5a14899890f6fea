"""warfront evaluate: agents against agents over many games, with 95% intervals."""

import argparse
from typing import Any

from warfront.game import BadInput
from warfront_training.commands.common import (
    add_game,
    add_output,
    bar,
    check_answerable,
    make_game,
    read_seats,
    show,
    whole,
)


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("axis", nargs="?", help="agent of the Axis: staff, search:100, a run, ...")
    parser.add_argument("allies", nargs="?", help="agent of the Allies")
    parser.add_argument("--games", type=whole, default=1000, help="games to play (default 1000)")
    parser.add_argument("--seats", metavar="SEAT=AGENT,...", help="seat agents one by one")
    parser.add_argument(
        "--two-sided", action="store_true", help="also play the same games with the sides swapped"
    )
    parser.add_argument("--threads", type=whole, default=2, help="threads of the games (default 2)")
    add_game(parser)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Play and print the figures."""
    from warfront_training.match import play_match, sides_seating, summary, two_sided

    game, options = make_game(args)
    if args.games < 1:
        raise BadInput(f"--games {args.games}: play 1 game or more")
    if args.axis is None and args.allies is None and args.seats is None:
        raise BadInput("nobody to play: use warfront evaluate AXIS ALLIES, or --seats")
    if args.two_sided and args.seats is not None:
        raise BadInput("--two-sided swaps AXIS and ALLIES: leave --seats out")
    axis, allies = args.axis, args.axis if args.allies is None else args.allies
    seating = sides_seating(game, axis, allies) if axis is not None else {}
    seating |= read_seats(args.seats, game) if args.seats is not None else {}
    check_answerable(seating.values())
    seatings = [seating]
    if args.two_sided:
        seatings.append(sides_seating(game, allies, axis))
    with bar(args.games * len(seatings), "games", args.json) as progress:
        played = play_match(
            args.game, options, seatings, args.games, args.seed, args.threads, progress.update
        )
    result = {
        **summary(played[0]),
        "seed": args.seed,
        "game": args.game,
        "game_version": game.spec.version,
    }
    if args.two_sided:
        mean, low, high = two_sided(*played)
        result["swapped"] = summary(played[1])
        result["two_sided"] = {"agent": axis, "win_rate": mean, "interval": [low, high]}
    show(args, result, _words(result))
    return 0


def _words(result: dict[str, Any]) -> str:
    lines = []
    for figures in (result, result.get("swapped")):
        if figures is None:
            continue
        seats = ", ".join(f"{seat} {agent}" for seat, agent in figures["seating"].items())
        lines.append(f"{figures['games']} games: {seats}")
        for name, rate in figures["win_rate"].items():
            low, high = figures["interval"][name]
            lines.append(f"  {name:<10}{rate:7.1%}   ({low:.1%} to {high:.1%})")
        lines.append(
            f"  margin {figures['margin']:+.2f}, {figures['length']:.0f} decisions and "
            f"{figures['rounds']:.0f} rounds a game, "
            f"{figures['games_per_second']:.0f} games a second"
        )
    if "two_sided" in result:
        both = result["two_sided"]
        low, high = both["interval"]
        lines.append(
            f"{both['agent']} over both sides: {both['win_rate']:.1%} ({low:.1%} to {high:.1%})"
        )
    return "\n".join(lines)
