"""warfront scenarios: who sits where, with whom, against whom; list them, or play some."""

import argparse
from collections.abc import Sequence
from typing import Any

from warfront.game import BadInput, Reward
from warfront_training.commands.common import (
    add_game,
    add_output,
    aligned,
    bar,
    check_answerable,
    given,
    show,
    whole,
)


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument(
        "names", nargs="*", metavar="SCENARIO", help="names, or all; without --focal: show them"
    )
    parser.add_argument(
        "--focal", metavar="AGENT,...", help="play with these agents on the focal seats, in turn"
    )
    parser.add_argument(
        "--games", type=whole, default=200, help="games of each agent (default 200)"
    )
    parser.add_argument(
        "--reward",
        default="team",
        metavar="MODE",
        help="what returns are: team (default), margin, individual or mixed:<weight>",
    )
    parser.add_argument("--threads", type=whole, default=2, help="threads of the games (default 2)")
    add_game(parser)
    add_output(parser)
    parser.set_defaults(game=None)


def run(args: argparse.Namespace) -> int:
    """List, show or play."""
    from warfront_training.cooperation.scenarios import find_scenarios

    own = given(args, "game", "theatres", "decks", "option", "scenario")
    if own:
        raise BadInput(f"a scenario says itself how its game is made: leave out {', '.join(own)}")
    if args.focal is None:
        rows = [described(scenario) for scenario in find_scenarios(args.names or ["all"])]
        words = _shown(rows) if args.names and args.names != ["all"] else _list(rows)
        show(args, {"scenarios": rows}, words)
        return 0
    if not args.names:
        raise BadInput("--focal plays scenarios: name some, or all")
    if args.games < 1:
        raise BadInput(f"--games {args.games}: play 1 game or more")
    Reward.parse(args.reward)
    agents = read_agents(args.focal, "--focal")
    chosen, left_out = playable(args.names, agents, args.seed)
    results = play(chosen, agents, args)
    told = {"seed": args.seed, "scenarios": results, "left_out": left_out}
    show(args, told, "\n".join([words_of(results), *left_out_words(left_out)]))
    return 0


def playable(
    names: Sequence[str], agents: Sequence[str], seed: int
) -> tuple[list[Any], dict[str, str]]:
    """The scenarios of these names, before anything is played.

    Args:
        names: Names, or `all`: every one that each of the agents can play.
        agents: Who shall sit on the focal seats.
        seed: Seeds the agents.

    Returns:
        The scenarios; and of `all` those that are left out by name, with why (a policy was trained
        for another game, say).

    Raises:
        BadInput: A name is unknown, an agent cannot play what is named, or none of `all`.
    """
    from warfront_training.cooperation.scenarios import find_scenarios
    from warfront_training.match import check_seats

    chosen, left_out = [], {}
    for scenario in find_scenarios(names):
        game = scenario.make_game()
        try:
            for agent in agents:
                check_seats(game, scenario.seating(agent), seed)
            chosen.append(scenario)
        except BadInput as fault:
            left_out[scenario.name] = str(fault)
            if list(names) != ["all"]:
                raise
    if not chosen:
        raise BadInput(next(iter(left_out.values())))
    return chosen, left_out


def left_out_words(left_out: dict[str, str]) -> list[str]:
    """A line that names the scenarios left out, none where there are none."""
    if not left_out:
        return []
    why = next(iter(left_out.values()))
    return [f"left out, as not all agents can play them: {', '.join(left_out)} (the first: {why})"]


def read_agents(text: str, flag: str) -> list[str]:
    """Agents of `A,B` by name; BadInput for an empty, double or silent one."""
    names = [name.strip() for name in text.split(",")]
    if not all(names) or len(set(names)) < len(names):
        raise BadInput(
            f"{flag} {text!r}: write each agent once, with commas, as {flag} staff,greedy"
        )
    check_answerable(names)
    return names


def play(chosen: list[Any], agents: list[str], args: argparse.Namespace) -> list[dict[str, Any]]:
    """Play scenarios with a bar on the terminal."""
    from warfront_training.cooperation.measures import run_scenario

    with bar(len(chosen) * len(agents) * args.games, "scenarios", args.json) as progress:
        return [
            run_scenario(
                scenario, agents, args.games, args.seed, args.reward, args.threads, progress.update
            )
            for scenario in chosen
        ]


def described(scenario: Any) -> dict[str, Any]:
    """A scenario as data."""
    return {
        "name": scenario.name,
        "version": scenario.version,
        "title": scenario.title,
        "description": scenario.description,
        "game": scenario.game,
        "options": scenario.options,
        "focal": list(scenario.focal),
        "seats": scenario.seats,
        "digest": scenario.digest,
    }


def _list(rows: list[dict[str, Any]]) -> str:
    head = ["scenario", "version", "game", "focal seats", "what it is"]
    table = [
        [row["name"], str(row["version"]), row["game"], ", ".join(row["focal"]), row["title"]]
        for row in rows
    ]
    return "\n".join(
        [*aligned([head, *table]), "play one with: warfront scenarios NAME --focal AGENT"]
    )


def _shown(rows: list[dict[str, Any]]) -> str:
    lines = []
    for row in rows:
        lines += [f"{row['name']}, version {row['version']}: {row['title']}", row["description"]]
        made = [f"game {row['game']}"]
        if "theatres" in row["options"]:
            made.append(f"theatres {','.join(row['options']['theatres'])}")
        made += [f"{key} {value}" for key, value in row["options"].get("options", {}).items()]
        lines.append(f"  {'; '.join(made)}; digest {row['digest']}")
        lines += [f"  {seat}: the tested agent" for seat in row["focal"]]
        lines += [f"  {seat}: {agent}" for seat, agent in row["seats"].items()]
    return "\n".join(lines)


def words_of(results: list[dict[str, Any]]) -> str:
    """Scenarios that were played, one line an agent."""
    head = ["scenario", "focal agent", "wins", "95%", "focal return", "partners", "enemies"]
    rows = [head]
    for result in results:
        for row in result["rows"]:
            low, high = row["win_rate"]["interval"]
            returns = [row[f"{group}_return"] for group in ("focal", "partner", "enemy")]
            rows.append(
                [
                    f"{result['scenario']}-v{result['version']}",
                    row["focal"],
                    f"{row['win_rate']['share']:.1%}",
                    f"{low:.1%} to {high:.1%}",
                    *("-" if each is None else f"{each['mean']:+.3f}" for each in returns),
                ]
            )
    modes = sorted({result["reward"] for result in results})
    games = ", ".join(sorted({f"{result['games']:,}" for result in results}))
    note = f"{games} games an agent; returns a seat, reward {', '.join(modes)}"
    return "\n".join([*aligned(rows), note])
