"""The report of `warfront balance`: report.json with the figures, report.html with the pictures."""

import html
import json
from pathlib import Path
from typing import Any

from warfront_training import figures
from warfront_training.balance import CARD, FIRST_TURN, HIGH, LOW, UNDECIDED
from warfront_training.page import page, section, table, write

BARS = (
    f"Bars: Axis {LOW:.0%} to {HIGH:.0%}, under {UNDECIDED:.0%} undecided, both kinds of victory, "
    f"the first turn worth less than {FIRST_TURN:.0%}, no card more than {CARD:.0%}."
)


def write_report(folder: Path, report: dict[str, Any]) -> None:
    """Write report.json and report.html into a folder.

    Args:
        folder: Made when it does not exist.
        report: What `commands.balance` measured.
    """
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "report.json", json.dumps(report, indent=2, ensure_ascii=False) + "\n")
    write(folder / "report.html", page("warfront: balance", _body(report)))


def _body(report: dict[str, Any]) -> list[str]:
    rows = report["sets"]
    head = (
        f"{report['agent']} on every seat, {report['games']:,} games a theatre set, "
        f"seed {report['seed']}. "
    )
    body = [
        f"<h1>Balance</h1><p class='soft'>{html.escape(head + BARS)}</p>",
        section(
            "Axis win rate",
            figures.balance_bars(rows, LOW, HIGH),
            "95% intervals; shaded: the bar.",
        ),
        table(["Theatres", *SET_COLUMNS], [set_cells(row) for row in rows]),
        section(
            "Who won by which victory",
            figures.victories({row["name"]: row["victories"] for row in rows}),
            "Shares of the games of each theatre set.",
        ),
    ]
    if "cards" in report:
        body += _card_part(report["cards"])
    body.append(_missed(report["misses"]))
    body.append(f"<h2>How these figures were made</h2><pre>{html.escape(report['command'])}</pre>")
    return body


SET_COLUMNS = ("Axis", "Allies", "undecided", "standard", "total", "decisions", "rounds", "first")


def set_cells(row: dict[str, Any]) -> list[str]:
    """One theatre set as the words of a table: its name, then SET_COLUMNS."""
    low, high = row["interval"]["axis"]
    kinds = [sum(row["victories"].get(kind, {}).values()) for kind in ("standard", "total")]
    first = row.get("first_turn")
    worth = "-"
    if first is not None:
        worth = f"{100 * first['worth']:+.1f} ({_pair(first['interval'])})"
    return [
        row["name"],
        f"{row['win_rate']['axis']:.1%} ({low:.1%} to {high:.1%})",
        f"{row['win_rate']['allies']:.1%}",
        f"{row['win_rate']['undecided']:.2%}",
        *(f"{kind / row['games']:.1%}" for kind in kinds),
        f"{row['length']:.0f}",
        f"{row['rounds']:.1f}",
        worth,
    ]


CARD_COLUMNS = ("seat", "copies", "stands in", "theatres", "change of its side, points", "a copy")


def heaviest(cards: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The cards by the size of the change, the greatest first."""
    return sorted(cards, key=lambda row: -abs(row["change"]))


def card_cells(row: dict[str, Any]) -> list[str]:
    """One card as the words of a table: its name, then CARD_COLUMNS."""
    change = f"{100 * row['change']:+.1f} ({_pair(row['interval'])})"
    return [
        row["card"], row["seat"], str(row["copies"]), row["median"], row["name"],
        change + (" over" if row["over"] else ""), f"{100 * row['a_copy']:+.1f}",
    ]  # fmt: skip


def _pair(interval: list[float]) -> str:
    return f"{100 * interval[0]:+.1f} to {100 * interval[1]:+.1f}"


def _card_part(cards: list[dict[str, Any]]) -> list[str]:
    rows = heaviest(cards)
    return [
        section(
            "What each card is worth",
            figures.card_changes(rows[:40], CARD),
            "Change of its side's win rate when the median unit of its deck stands in its place: "
            "the 40 heaviest cards, 95% intervals of paired games.",
        ),
        table(["Card", *CARD_COLUMNS], [card_cells(row) for row in rows]),
    ]


def _missed(misses: list[str]) -> str:
    if not misses:
        return "<p>Every bar holds.</p>"
    return "<h2>Bars missed</h2><ul>" + "".join(
        f"<li>{html.escape(miss)}</li>" for miss in misses
    ) + "</ul>"  # fmt: skip
