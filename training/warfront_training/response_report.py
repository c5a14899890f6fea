"""The report of `warfront best-response`: report.json and a page."""

import html
import json
from pathlib import Path
from typing import Any

from warfront_training import figures
from warfront_training.balance_tables import percent, points
from warfront_training.page import page, section, table, write

COLUMNS = ("Side", "the learner scores", "the agent itself", "gain, points")
NOTE = (
    "Undecided games count half. The learner's score against the agent, that of the agent in its "
    "place, and the gain over the same seeds, with 95% intervals. A better or longer trained "
    "learner can only find more: the bound is from below, and 0 says that this one found nothing."
)


def write_report(folder: Path, report: dict[str, Any], measure_games: int) -> None:
    """Write report.json and report.html into the run's folder.

    Args:
        folder: The run's.
        report: Of `best_response.figures_of`, with the `command`.
        measure_games: Games of each point of the learning curve.
    """
    write(folder / "report.json", json.dumps(report, indent=2) + "\n")
    curves = figures.learning_curves(report["progress"], [report["agent"]], measure_games)
    head = (
        f"{report['game'].capitalize()}, game version {report['game_version']}: "
        f"{max(report['learner_decisions'].values()):,} decisions of each learner, "
        f"{report['training_minutes']:.1f} minutes, {report['games']:,} games a match, "
        f"seed {report['seed']}."
    )
    body = [
        f"<h1>Best response to {html.escape(report['agent'])}</h1>",
        f"<p class='soft'>{html.escape(head)}</p><p><b>{html.escape(bound(report))}</b></p>",
        table(list(COLUMNS), [cells(side, row) for side, row in report["sides"].items()]),
        f"<p class='soft'>{html.escape(NOTE)}</p>",
        section("What the learners learned", curves, "Win rate on other seeds, 95% bands."),
        f"<h2>How these figures were made</h2><pre>{html.escape(report['command'])}</pre>",
    ]
    write(folder / "report.html", page("warfront: best response", body))


def bound(report: dict[str, Any]) -> str:
    """What was found out, in a sentence."""
    gain = points(report["gain"], report["interval"])
    if report["at_least"] == 0:
        return (
            f"These learners found nothing to exploit in {report['agent']} with any certainty: a "
            f"gain of {gain} points over both sides."
        )
    return (
        f"{report['agent']} is exploitable by at least {100 * report['at_least']:.1f} points of "
        f"score (95% certain): a gain of {gain} points over both sides."
    )


def cells(side: str, row: dict[str, Any]) -> list[str]:
    """One side as the words of a table, as COLUMNS."""
    return [
        side.capitalize(),
        percent(row["score"], row["interval"]),
        percent(row["agent_itself"]),
        points(row["gain"], row["gain_interval"]),
    ]
