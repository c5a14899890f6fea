"""The report of a tournament: report.json, ratings.csv, pairings.csv and the leaderboard page."""

import html
import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront_agents.bots.faults import KINDS, add_reports, faults_line
from warfront_training import figures
from warfront_training.csv_rows import csv_text
from warfront_training.match import mean_interval, wilson
from warfront_training.nash import nash_average
from warfront_training.page import page, section, table, write
from warfront_training.population import (
    ALPHA,
    POPULATION,
    Table,
    alpha_rank,
    alpha_rank_of_populations,
    cycles,
)
from warfront_training.presets import game_flags
from warfront_training.ratings import (
    POINTS,
    Ratings,
    Z,
    on_scale,
    points_interval,
    rate,
    rate_by_side,
    results_of,
)
from warfront_training.tournament import Plan, Row, table_of

DRAWS = 100  # tables drawn for the intervals of the shares
SHOWN = 5  # cycles on the page
Array = NDArray[np.float64]


def figures_of(plan: Plan, rows: list[Row]) -> dict[str, Any]:
    """All figures of a finished tournament; the same plan gives the same figures.

    Args:
        plan: The plan.
        rows: Its matches.
    """
    results = table_of(plan, rows)
    n = len(plan.agents)
    everyone = [[i] for i in range(n)]
    played = results_of(
        n,
        [everyone[i] for i in range(n) for _ in range(n)],
        everyone * n,
        results.points.sum(axis=2).ravel(),
        np.full(n * n, float(results.games)),
    )
    ratings, by_side = rate(played), rate_by_side(played)
    leaders = _leaderboard(plan, results, ratings, by_side)
    profiles = alpha_rank_of_populations([results.score, 1 - results.score])
    shares = {"axis": profiles.sum(axis=1), "allies": profiles.sum(axis=0)}
    return {
        "command": command_of(plan),
        "game": plan.game,
        "game_version": plan.game_version,
        "options": plan.options,
        "agents": plan.agents,
        "checkpoints": plan.checkpoints,
        "seed": plan.seed,
        "games_per_pairing": plan.games,
        "games": plan.games * n * n,
        "side_term": {
            "points": POINTS * ratings.side,
            "interval": [POINTS * (ratings.side + z * ratings.side_error) for z in (-Z, Z)],
        },
        "table": leaders,
        "pairings": _pairings(plan, results, rows, ratings),
        "alpha_rank": {
            "alpha": ALPHA,
            "population": POPULATION,
            "by_side": {
                side: dict(zip(plan.agents, share.tolist(), strict=True))
                for side, share in shares.items()
            },
        },
        "cycles": [
            {**asdict(cycle), "players": [plan.agents[i] for i in cycle.players]}
            for cycle in cycles(results)
        ],
        "faults": _faults(rows),
    }


def _faults(rows: list[Row]) -> dict[str, Row]:
    """What each outside program did wrong in all matches; it is out in as many as `disqualified`.

    Where its logs lie is left out: the figures of a tournament do not depend on that.
    """
    found: dict[str, Row] = {}
    for row in rows:
        for agent, report in row.get("faults", {}).items():
            found[agent] = add_reports(found[agent], report) if agent in found else report
    return {agent: {k: v for k, v in row.items() if k != "log"} for agent, row in found.items()}


def fault_lines(report: Mapping[str, Any]) -> list[str]:
    """A line for each outside program that lost decisions."""
    return [faults_line(agent, row) for agent, row in report["faults"].items() if row["lost"]]


def command_of(plan: Plan) -> str:
    """The command that plays this tournament."""
    flags = f"--games {plan.games} --seed {plan.seed} {game_flags(plan.game, plan.options)}"
    return f"warfront tournament {shlex.join(plan.agents)} {flags}"


def _leaderboard(plan: Plan, results: Table, ratings: Ratings, by_side: Ratings) -> list[Row]:
    """One row an agent, the strongest first."""
    n = len(plan.agents)
    ranks = {"alpha_rank": alpha_rank(results.both), "nash": nash_average(results.log_odds)}
    drawn: dict[str, list[Array]] = {name: [] for name in ranks}
    for draw in results.resampled(DRAWS, plan.seed):
        drawn["alpha_rank"].append(alpha_rank(draw.both))
        drawn["nash"].append(nash_average(draw.log_odds))
    against_nash = results.log_odds @ ranks["nash"]
    rows = []
    for i, agent in enumerate(plan.agents):
        others = [j for j in range(n) if j != i]
        as_axis, as_allies = results.points[i, others], 1 - results.points[others, i]
        row: Row = {
            "agent": agent,
            "rating": on_scale(ratings.strength[i]),
            "interval": points_interval(ratings.strength[i], ratings.error[i]),
        }
        for side, k, points in (("axis", i, as_axis), ("allies", n + i, as_allies)):
            row[f"as_{side}"] = {
                "rating": on_scale(by_side.strength[k]),
                "interval": points_interval(by_side.strength[k], by_side.error[k]),
                **_score(points.mean(axis=0)),
            }
        row |= _score((as_axis.mean(axis=0) + as_allies.mean(axis=0)) / 2)
        for name, share in ranks.items():
            ends = np.quantile([draw[i] for draw in drawn[name]], (0.025, 0.975))
            row[name] = {"share": float(share[i]), "interval": ends.tolist()}
        row["log_odds_against_nash"] = float(against_nash[i])
        rows.append(row)
    return sorted(rows, key=lambda row: -row["rating"])


def _score(points: Array) -> Row:
    """Mean points with their interval, the seed being the unit."""
    mean, low, high = mean_interval(points)
    return {"score": mean, "score_interval": [max(0.0, low), min(1.0, high)]}


def _pairings(plan: Plan, results: Table, rows: list[Row], ratings: Ratings) -> list[Row]:
    """One row for each Axis agent and Allied agent."""
    found = []
    for i, axis in enumerate(plan.agents):
        for j, allies in enumerate(plan.agents):
            mine = [row for row in rows if (row["axis"], row["allies"]) == (axis, allies)]
            winner = np.concatenate([row["winner"] for row in mine])
            wins = {side: int((winner == k).sum()) for k, side in enumerate(("axis", "allies"))}
            found.append(
                {
                    "axis": axis,
                    "allies": allies,
                    "games": plan.games,
                    "axis_wins": wins["axis"],
                    "allied_wins": wins["allies"],
                    "undecided": plan.games - sum(wins.values()),
                    "score": float(results.score[i, j]),
                    "interval": list(wilson(float(results.points[i, j].sum()), plan.games)),
                    "expected": ratings.chance([i], [j]),
                    "margin": float(np.concatenate([row["margin"] for row in mine]).mean()),
                    "length": float(np.concatenate([row["decisions"] for row in mine]).mean()),
                }
            )
    return found


def write_report(folder: Path, report: dict[str, Any]) -> None:
    """Write report.json, report.html, ratings.csv and pairings.csv into the folder.

    Args:
        folder: The tournament's folder.
        report: What `figures_of` gives.
    """
    write(folder / "report.json", json.dumps(report, indent=2, ensure_ascii=False) + "\n")
    write(folder / "ratings.csv", csv_text(report["table"]))
    write(folder / "pairings.csv", csv_text(report["pairings"]))
    write(folder / "report.html", page("warfront: tournament", _body(report)))


COLUMNS = (
    "rating", "as Axis", "as Allies", "score", "as Axis", "as Allies", "alpha-rank", "Nash"
)  # fmt: skip


def cells(row: Mapping[str, Any]) -> list[str]:
    """One agent as the words of a table: its name, then COLUMNS."""
    axis, allies = row["as_axis"], row["as_allies"]
    return [
        row["agent"],
        *(_rating(part) for part in (row, axis, allies)),
        *(_percent(part["score"], part["score_interval"]) for part in (row, axis, allies)),
        *(_percent(row[name]["share"], row[name]["interval"]) for name in ("alpha_rank", "nash")),
    ]


def _rating(part: Mapping[str, Any]) -> str:
    low, high = part["interval"]
    return f"{part['rating']:.0f} ({low:.0f} to {high:.0f})"


def _percent(value: float, interval: Sequence[float]) -> str:
    return f"{value:.1%} ({interval[0]:.1%} to {interval[1]:.1%})"


def _body(report: dict[str, Any]) -> list[str]:
    rows, agents = report["table"], [row["agent"] for row in report["table"]]
    scores = {(p["axis"], p["allies"]): p["score"] for p in report["pairings"]}
    grid = np.array([[scores[axis, allies] for allies in agents] for axis in agents])
    side = report["side_term"]
    low, high = side["interval"]
    head = (
        f"{report['game'].capitalize()}, game version {report['game_version']}: {len(agents)} "
        f"agents, each against each on both sides and against itself, "
        f"{report['games_per_pairing']:,} games a pairing on the same seeds, {report['games']:,} "
        f"games, seed {report['seed']}. Between equal agents the Axis is {side['points']:+.0f} "
        f"points ({low:+.0f} to {high:+.0f}) stronger."
    )
    return [
        f"<h1>Tournament</h1><p class='soft'>{html.escape(head)}</p>",
        table(["Agent", *COLUMNS], [cells(row) for row in rows]),
        section("Ratings", figures.rating_bars(rows), RATING_NOTE),
        section("Points of the Axis", figures.score_grid(agents, grid), GRID_NOTE),
        section("Alpha-rank and Nash averaging", figures.share_bars(rows), _share_note(report)),
        *cycle_part(report["cycles"]),
        *_fault_part(report),
        f"<h2>How these figures were made</h2><pre>{html.escape(report['command'])}</pre>",
    ]


RATING_NOTE = (
    "Bradley-Terry with a side term, undecided games half a win; 1500 is the mean agent of this "
    "tournament, 400 points are 10 to 1. As Axis and as Allies: two strengths an agent, each among "
    "those of that side. 95% intervals of the observed information."
)
GRID_NOTE = "Rows: who plays the Axis. Columns: who plays the Allies. Undecided games count half."


def _share_note(report: dict[str, Any]) -> str:
    rank = report["alpha_rank"]
    sides = "; ".join(
        f"{side.capitalize()}: " + ", ".join(f"{a} {s:.1%}" for a, s in shares.items() if s > 5e-4)
        for side, shares in rank["by_side"].items()
    )
    return (
        f"Alpha-rank of the points over both sides (alpha {rank['alpha']:g}, populations of "
        f"{rank['population']}) and the most even Nash mixture of the log odds; 95% intervals "
        f"of {DRAWS} draws of the seeds. Alpha-rank with a population for each side - {sides}."
    )


def _fault_part(report: dict[str, Any]) -> list[str]:
    """What outside programs did wrong; nothing where none played."""
    if not report["faults"]:
        return []
    rows = [
        [agent, *(f"{row[key]:,}" for key in FAULT_COLUMNS)]
        for agent, row in report["faults"].items()
    ]
    lines = "".join(f"<li>{html.escape(line)}</li>" for line in fault_lines(report))
    return [
        f"<h2>Faults of programs</h2><p class='soft'>{html.escape(FAULT_NOTE)}</p>",
        table(["Agent", *(key.capitalize() for key in FAULT_COLUMNS)], rows),
        f"<ul>{lines}</ul>" if lines else "",
    ]


FAULT_COLUMNS = ("asked", "lost", *KINDS, "restarts", "disqualified")
FAULT_NOTE = (
    "Decisions that each program was asked for and lost; its fallback made them. Disqualified: in "
    "how many matches it had so many faults that it was not asked any more."
)


def cycle_words(cycle: Mapping[str, Any]) -> str:
    """A cycle in words."""
    first, second, third = cycle["players"]
    wins = ", ".join(f"{score:.1%}" for score in cycle["scores"])
    sure = "" if cycle["certain"] else "; within the intervals it may be none"
    return f"{first} beats {second} beats {third} beats {first} ({wins}{sure})"


def cycle_part(found: list[dict[str, Any]]) -> list[str]:
    """The rings of three as a part of a page."""
    if not found:
        return ["<h2>Cycles</h2><p>No three players beat each other in a ring.</p>"]
    lines = "".join(f"<li>{html.escape(cycle_words(cycle))}</li>" for cycle in found[:SHOWN])
    return [
        f"<h2>Cycles</h2><p class='soft'>{len(found)} rings of three, points over both sides; "
        f"those with the clearest weakest win:</p><ul>{lines}</ul>"
    ]
