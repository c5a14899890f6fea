"""What is measured of cooperation: cross-play, the worth of each seat, and scenarios."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import warfront
from warfront.game import BadInput, Game
from warfront_training.cooperation.events import events_of, new_watch
from warfront_training.cooperation.numbers import Array, Figure, level, mean, points, shapley
from warfront_training.cooperation.scenarios import Scenario
from warfront_training.match import SIDES, Games, play_match, wilson
from warfront_training.seating import agent_name

Agent = str | Any
Progress = Callable[[int], Any] | None
MOST_COALITIONS = 16


@dataclass(frozen=True)
class Setting:
    """What all measures of a report have in common.

    Attributes:
        game: The game.
        options: How it is made.
        games: Games of each seating, the same seeds for all.
        seed: Seeds games and agents.
        threads: Threads of the games.
    """

    game: str
    options: dict[str, Any]
    games: int = 200
    seed: int = 0
    threads: int = 2

    def make_game(self) -> Game:
        """The game."""
        return warfront.make_game(self.game, **self.options)

    def play(self, seatings: Sequence[dict[str, Agent]], **more: Any) -> list[Games]:
        """Play the same games under each seating."""
        return play_match(
            self.game, self.options, seatings, self.games, self.seed, self.threads, **more
        )


def halves(game: Game, side: str) -> tuple[list[str], list[str]]:
    """A side's seats in turn order, dealt to two partners in turn."""
    seats = game.spec.sides[side]
    return list(seats[::2]), list(seats[1::2])


def cross_play(
    setting: Setting,
    agents: Sequence[Agent],
    side: str,
    against: Agent = "staff",
    progress: Progress = None,
) -> dict[str, Any]:
    """Every agent as the partner of every agent on one side, against the same enemy.

    Args:
        setting: What is played.
        agents: Two or more agents or runs.
        side: axis or allies.
        against: Who holds the other side.
        progress: Called with the number of games that have just finished.

    Returns:
        `pairs`, one row for each first and second partner; `self_play`, `cross_play` and `gap`
        (self-play less cross-play) with 95% intervals, the seed being the unit: they are about
        these agents, not about others that were trained alike.

    Raises:
        BadInput: There are fewer than two agents, or one cannot sit there.
    """
    if len(agents) < 2:
        raise BadInput("cross-play needs partners from different runs: name 2 agents or more")
    game = setting.make_game()
    first, second = halves(game, side)
    pairs = [(i, j) for i in range(len(agents)) for j in range(len(agents))]
    seatings = [
        dict.fromkeys(game.spec.seats, against)
        | dict.fromkeys(first, agents[i])
        | dict.fromkeys(second, agents[j])
        for i, j in pairs
    ]
    played = setting.play(seatings, progress=progress)
    scores = np.array([points(games, SIDES[side]) for games in played])
    alike = np.array([i == j for i, j in pairs])
    own, cross = scores[alike].mean(0), scores[~alike].mean(0)
    names = [agent_name(agent) for agent in agents]
    return {
        "side": side,
        "against": agent_name(against),
        "first_seats": first,
        "second_seats": second,
        "agents": names,
        "games": setting.games,
        "pairs": [
            {"first": names[i], "second": names[j], **level(score)}
            for (i, j), score in zip(pairs, scores, strict=True)
        ],
        "self_play": level(own),
        "cross_play": level(cross),
        "gap": mean(own - cross),
    }


def contributions(
    setting: Setting,
    agent: Agent,
    side: str,
    against: Agent = "staff",
    baseline: Agent = "random",
    progress: Progress = None,
) -> dict[str, Any]:
    """What each seat of an alliance adds: seat swaps, Shapley values, and what the allies did.

    Every coalition of the side's seats is played by the agent, the rest of the side by the
    baseline, over the same seeds.

    Args:
        setting: What is played.
        agent: The agent.
        side: axis or allies.
        against: Who holds the other side.
        baseline: Who takes a seat that the agent leaves.
        progress: Called with the number of games that have just finished.

    Returns:
        `full` and `empty`, points of the whole side held by the agent and by the baseline; for
        each seat `swap` (what is lost when the baseline takes it) and `shapley`, whose sum is
        full less empty; `events` of the games in which the agent holds all seats.
    """
    game = setting.make_game()
    members = list(game.spec.sides[side])
    coalitions = range(1 << len(members))
    seatings = [
        dict.fromkeys(game.spec.seats, against)
        | {seat: agent if c >> k & 1 else baseline for k, seat in enumerate(members)}
        for c in coalitions
    ]
    watch = new_watch(game, len(seatings) * setting.games)
    played = setting.play(seatings, progress=progress, watch=watch)
    worth = np.array([points(games, SIDES[side]) for games in played])
    shares, last = shapley(worth), len(coalitions) - 1
    rows = [
        {
            "seat": seat,
            "swap": mean(worth[last] - worth[last ^ 1 << k]),
            "shapley": mean(shares[k]),
        }
        for k, seat in enumerate(members)
    ]
    return {
        "agent": agent_name(agent),
        "side": side,
        "against": agent_name(against),
        "baseline": agent_name(baseline),
        "games": setting.games,
        "full": level(worth[last]),
        "empty": level(worth[0]),
        "seats": rows,
        "coalitions": [_coalition(members, c, worth[c]) for c in coalitions],
        "events": events_of(watch, game, slice(last * setting.games, None)),
    }


def _coalition(members: list[str], bits: int, worth: Array) -> Figure:
    seats = [seat for k, seat in enumerate(members) if bits >> k & 1]
    return {"seats": seats, **level(worth)}


def run_scenario(
    scenario: Scenario,
    focal: Sequence[Agent],
    games: int = 200,
    seed: int = 0,
    reward: str = "team",
    threads: int = 2,
    progress: Progress = None,
) -> dict[str, Any]:
    """Put each agent on the focal seats of a scenario, over the same seeds.

    Args:
        scenario: Who else sits where.
        focal: The agents to test, one after the other.
        games: Games of each.
        seed: Seeds games and agents.
        reward: What the returns are: team, margin, individual or mixed:<weight>.
        threads: Threads of the games.
        progress: Called with the number of games that have just finished.

    Returns:
        A row for each agent: `focal_return` (per focal seat), `partner_return` (per other seat of
        the side), `enemy_return`, `win_rate` and the `events`.
    """
    setting = Setting(scenario.game, scenario.options, games, seed, threads)
    game = scenario.make_game()
    watch = new_watch(game, len(focal) * games)
    seatings = [scenario.seating(agent) for agent in focal]
    played = setting.play(seatings, progress=progress, reward=reward, watch=watch)
    side = scenario.side
    groups = {"focal": list(scenario.focal), "partner": [], "enemy": []}
    for seat in scenario.seats:
        groups["partner" if seat in game.spec.sides[side] else "enemy"].append(seat)
    rows = []
    for k, result in enumerate(played):
        wins = float(result.wins(SIDES[side]).sum())
        row: dict[str, Any] = {"focal": agent_name(focal[k])}
        for name, seats in groups.items():
            numbers = [game.spec.seats.index(seat) for seat in seats]
            row[f"{name}_return"] = mean(result.returns[:, numbers].mean(1)) if seats else None
        row["win_rate"] = {"share": wins / games, "interval": list(wilson(wins, games))}
        row["events"] = events_of(watch, game, slice(k * games, (k + 1) * games))
        rows.append(row)
    return {
        "scenario": scenario.name,
        "version": scenario.version,
        "title": scenario.title,
        "description": scenario.description,
        "game": scenario.game,
        "game_version": game.spec.version,
        "options": scenario.options,
        "side": side,
        "focal_seats": groups["focal"],
        "seats": scenario.seats,
        "reward": reward,
        "games": games,
        "seed": seed,
        "rows": rows,
    }
