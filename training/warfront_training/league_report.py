"""What a run's report says of its league: snapshots against each other, rings, who was met."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from warfront_training import figures
from warfront_training.league import Record, share_lost
from warfront_training.page import section, table
from warfront_training.tournament_report import cycle_part

MOST = 12  # opponents in the table of those met


def league_part(report: Mapping[str, Any]) -> list[str]:
    """The parts of the page, as HTML."""
    return [*_cross_part(report["snapshots"]), *_met_part(report["league"])]


def _cross_part(cross: Mapping[str, Any] | None) -> list[str]:
    if cross is None:
        return []
    score, undecided = np.array(cross["score"]), np.array(cross["undecided"])
    names = cross["players"]
    i, j = np.unravel_index(int(undecided.argmax()), undecided.shape)
    note = (
        "Rows: who plays the Axis. Columns: who plays the Allies. Points of the Axis, an undecided "
        f"game counting half; {cross['games']} games a pairing on the same seeds. "
        f"Undecided: {undecided.mean():.1%} of all games"
    )
    if undecided.any():
        note += f", most of them {names[i]} against {names[j]} ({undecided[i, j]:.1%})"
    return [
        section("Snapshots against each other", figures.score_grid(names, score), f"{note}."),
        *cycle_part(cross["cycles"]),
    ]


def _met_part(league: Mapping[str, Record]) -> list[str]:
    """Of each learner's points against an opponent, the share lost of late."""
    met: list[tuple[float, list[str]]] = []
    for who, record in league.items():
        for name, (games, lost) in record.items():
            share = share_lost(record, name)
            plain = f"{lost / games if games else 0:.1%}"
            met.append((share, [f"{who} - {name}", f"{games:.0f}", plain, f"{share:.1%}"]))
    if not met:
        return []
    rows = [row for _, row in sorted(met, key=lambda entry: -entry[0])[:MOST]]
    head = ["Learner - opponent", "games", "points lost", "lost, as drawn by"]
    note = (
        "Games of training, a tenth of their weight lost with each turn; the hardest first. The "
        "last column counts two more games, one of them lost, and is what `priority` draws by."
    )
    return ["<h2>Whom the learners lost to</h2>", table(head, rows), f"<p class='soft'>{note}</p>"]
