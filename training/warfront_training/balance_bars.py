"""The bars of balance, and which of them a report holds, misses, or has too few games to tell.

They are bars of Battlecards with the same player on both sides. A figure is an estimate: a bar is
missed where its whole 95% interval lies beyond, held where it lies within, open where it reaches
over the bar.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from warfront_training.balance_tables import percent, points
from warfront_training.match import wilson

LOW, HIGH = 0.45, 0.55  # win rate of the Axis
UNDECIDED = 0.02
FIRST_TURN = 0.05
CARD = 0.06
LEADER = "leader"  # a role that the bar of cards leaves out
KINDS = ("standard", "total")  # of victory, that all occur
RARE = 0.01  # a kind that was not seen and is certainly rarer does not occur

HELD, MISSED, OPEN = "held", "missed", "open"

WORDS = (
    f"Bars: Axis {LOW:.0%} to {HIGH:.0%}, under {UNDECIDED:.0%} undecided, both kinds of victory, "
    f"the first turn worth less than {100 * FIRST_TURN:.0f} points, no card but a Leader more than "
    f"{100 * CARD:.0f}."
)


@dataclass(frozen=True)
class Verdict:
    """What a report says of one bar.

    Attributes:
        state: HELD, MISSED or OPEN.
        words: The figure with its interval, and the bar.
    """

    state: str
    words: str


def judge(interval: Sequence[float], least: float, most: float) -> str:
    """What an interval says of the bar that the value lies from `least` to `most`."""
    low, high = interval
    if high < least or low > most:
        return MISSED
    return HELD if least <= low and high <= most else OPEN


def is_barred(report: dict[str, Any]) -> bool:
    """Whether the bars are about this report."""
    return bool(
        report.get("game", "battlecards") == "battlecards"
        and report.get("axis") == report.get("allies")
    )


def listed(report: dict[str, Any]) -> dict[str, list[str]]:
    """What a report misses and what it leaves open, in words: `misses` and `open`."""
    found = list(verdicts(report)) if is_barred(report) else []
    return {
        "misses": [verdict.words for verdict in found if verdict.state == MISSED],
        "open": [verdict.words for verdict in found if verdict.state == OPEN],
    }


def verdicts(report: dict[str, Any]) -> Iterator[Verdict]:
    """The verdict on each bar of a report, set by set, then card by card."""
    for row in report["sets"]:
        for verdict in set_verdicts(row):
            yield Verdict(verdict.state, f"{row['name']}: {verdict.words}")
    for row in report.get("cards", ()):
        moved = points(row["change"], row["interval"])
        yield Verdict(
            card_state(row["role"], row["interval"]),
            f"{row['name']}: {row['card']} ({row['seat']}, {row['role']}): the median unit in its "
            f"place moves the win rate by {moved} points, bar {100 * CARD:.0f}",
        )


def card_state(role: str, interval: list[float]) -> str:
    """What the interval of a card's change of the win rate says; empty where no bar is about it."""
    return "" if role == LEADER else judge(interval, -CARD, CARD)


def set_verdicts(row: dict[str, Any]) -> Iterator[Verdict]:
    """The verdict on each bar of a theatre set."""
    rate, interval = row["win_rate"], row["interval"]
    axis, undecided = interval["axis"], interval["undecided"]
    yield Verdict(
        judge(axis, LOW, HIGH),
        f"the Axis wins {percent(rate['axis'], axis)}, bar {LOW:.0%} to {HIGH:.0%}",
    )
    yield Verdict(
        judge(undecided, 0.0, UNDECIDED),
        f"{percent(rate['undecided'], undecided)} undecided, bar under {UNDECIDED:.0%}",
    )
    rarest = wilson(0, row["games"])[1]
    for kind in KINDS:
        if kind not in row["victories"]:
            state = MISSED if rarest < RARE else OPEN
            yield Verdict(state, f"no {kind} victory in {row['games']:,} games")
    if "first_turn" in row:
        first = row["first_turn"]
        yield Verdict(
            judge(first["interval"], -FIRST_TURN, FIRST_TURN),
            f"the first turn is worth {points(first['worth'], first['interval'])} points, "
            f"bar under {100 * FIRST_TURN:.0f}",
        )
