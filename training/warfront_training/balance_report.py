"""The report of `warfront balance`: figures as JSON and CSV, and a page with the pictures."""

import html
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from warfront_training import balance_figures, figures
from warfront_training.balance_bars import CARD, HIGH, LOW, WORDS, is_barred
from warfront_training.balance_study import AS_IS, Measured, game_rows
from warfront_training.balance_tables import (
    SET_COLUMNS,
    TABLES,
    even_words,
    percent,
    promise,
    set_cells,
    victory_cells,
)
from warfront_training.csv_rows import csv_text
from warfront_training.page import page, section, table, write

PARTS = ("sets", "cards", "units", "against")  # of the report, a CSV each
SHOWN = 40  # heaviest cards in the picture
MOST_LINES = 6  # sets that one picture tells apart


def write_report(folder: Path, measured: Measured) -> None:
    """Write report.json, report.html and the CSV files into a folder.

    sets.csv, cards.csv, units.csv and against.csv hold one row a row of the tables, even.csv one a
    step of a search, games.csv one a game.

    Args:
        folder: Made when it does not exist.
        measured: What `balance_study.run_study` measured, the report with its `command`.
    """
    report = measured.report
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "report.json", json.dumps(report, indent=2, ensure_ascii=False) + "\n")
    for key in PARTS:
        if key in report:
            write(folder / f"{key}.csv", csv_text(report[key]))
    if "even" in report:
        steps = [
            {"set": found["name"], "dial": found["dial"], **step}
            for found in report["even"]
            for step in found["steps"]
        ]
        write(folder / "even.csv", csv_text(steps))
    write(folder / "games.csv", csv_text(list(game_rows(measured))))
    write(folder / "report.html", page("warfront: balance", _body(measured)))


def _body(measured: Measured) -> list[str]:
    report = measured.report
    rows = report["sets"]
    body = [
        f"<h1>Balance</h1><p class='soft'>{html.escape(_head(report))}</p>",
        _list([verdict(row) for row in rows]) if len(rows) <= MOST_LINES else "",
        section(
            "Axis win rate",
            balance_figures.balance_bars(rows, LOW, HIGH),
            f"95% intervals; shaded: {LOW:.0%} to {HIGH:.0%}.",
        ),
        table(["Set", *SET_COLUMNS], [set_cells(row) for row in rows]),
    ]
    parts: dict[str, Callable[[list[dict[str, Any]]], list[str]]] = {
        "against": _against_part,
        "even": _even_part,
        "cards": _card_part,
        "units": _unit_part,
    }
    for key, part in parts.items():
        if key in report:
            body += part(report[key])
    if "first_turn" in rows[0]:
        body.append(section("By who begins", balance_figures.first_movers(rows), "The same seeds."))
    body += [*_victory_part(rows), *_game_part(measured)]
    if is_barred(report):
        body += _bar_part(report)
    body.append(f"<h2>How these figures were made</h2><pre>{html.escape(report['command'])}</pre>")
    return body


def _head(report: dict[str, Any]) -> str:
    same = report["axis"] == report["allies"]
    who = (
        f"{report['axis']} on every seat"
        if same
        else f"{report['axis']} as Axis against {report['allies']} as Allies"
    )
    game = {"battlecards": "Battlecards", "spring1942": "Spring 1942"}.get(
        report["game"], report["game"]
    )
    return (
        f"{game}, {who}, {report['games']:,} games a measurement, seed {report['seed']}. "
        + WORDS * is_barred(report)
    )


def verdict(row: dict[str, Any]) -> str:
    """Whether a set is even, in a sentence."""
    axis, allies = (row["interval"][side] for side in ("axis", "allies"))
    rates = ", ".join(
        f"{side.capitalize()} {percent(row['win_rate'][side], row['interval'][side])}"
        for side in ("axis", "allies")
    )
    if axis[0] > allies[1]:
        return f"{row['name']}: the Axis has the better of it. {rates}."
    if allies[0] > axis[1]:
        return f"{row['name']}: the Allies have the better of it. {rates}."
    return f"{row['name']}: neither side is shown to have the better of it. {rates}."


def _list(lines: list[str]) -> str:
    return "<ul>" + "".join(f"<li>{html.escape(line)}</li>" for line in lines) + "</ul>"


def _table_of(key: str, rows: list[dict[str, Any]]) -> str:
    head, *lines = TABLES[key].rows(rows)
    return table([head[0].capitalize(), *head[1:]], lines)


def _against_part(rows: list[dict[str, Any]]) -> list[str]:
    return [
        section(
            "The changed rules",
            balance_figures.paired_changes(rows),
            "B less A on the same seeds. Wide: the interval of as many games that are not paired; "
            "games saved: the share that pairing makes unnecessary for the same interval.",
        ),
        _table_of("against", rows),
    ]


def _even_part(found: list[dict[str, Any]]) -> list[str]:
    body = []
    for each in found:
        steps = [
            [str(s["value"]), percent(s["axis"], s["interval"]), f"{s['games']:,}", s["verdict"]]
            for s in each["steps"]
        ]
        body += [
            section(
                f"What makes it even: {each['name']}",
                balance_figures.even_search(each),
                f"{even_words(each)}. {each['dial']}: {each['meaning']}. {promise(each)}",
            ),
            table(["Value", "score of the Axis", "games", "test"], steps),
        ]
    return body


def _card_part(cards: list[dict[str, Any]]) -> list[str]:
    return [
        section(
            "What each card is worth",
            balance_figures.card_worths(TABLES["cards"].heaviest(cards)[:SHOWN], CARD),
            "What the card adds to its side's win rate over the median unit of its deck in its "
            f"place: the {SHOWN} heaviest at most, 95% intervals of paired games. In the table, "
            f"over: beyond the bar of {100 * CARD:.0f} points; (?): the interval reaches over it.",
        ),
        _table_of("cards", cards),
    ]


def _unit_part(units: list[dict[str, Any]]) -> list[str]:
    return [
        section(
            "What one more unit is worth",
            balance_figures.unit_worths(TABLES["units"].heaviest(units)),
            "What one more such unit at the start adds to its side's win rate, 95% intervals of "
            "paired games.",
        ),
        _table_of("units", units),
    ]


def _victory_part(rows: list[dict[str, Any]]) -> list[str]:
    return [
        section(
            "Who won by which victory",
            figures.victories({row["name"]: row["victories"] for row in rows}),
            "Shares of the games of each set.",
        ),
        table(
            ["Set", "victory", "Axis", "Allies", "undecided"],
            [line for row in rows for line in victory_cells(row)],
        ),
    ]


def _game_part(measured: Measured) -> list[str]:
    """How long the games were and how they ended, where the sets can be told apart."""
    played = {name: games for name, rules, games in measured.games if rules == AS_IS}
    if len(played) > MOST_LINES:
        return []
    lengths = {name: games.decisions for name, games in played.items()}
    leads = {name: games.margin for name, games in played.items()}
    return [
        section("Length", figures.lengths(lengths, "decisions of a game"), "Every game."),
        section("Lead of the Axis", balance_figures.margins(leads), LEAD_NOTE),
    ]


LEAD_NOTE = (
    "Battlecards: points of the Axis less those of the Allies, over the target. Spring 1942: the "
    "lead in shares of victory cities and of income, half each, less that of the opening."
)


def _bar_part(report: dict[str, Any]) -> list[str]:
    missed, unsettled = report["misses"], report["open"]
    if not missed and not unsettled:
        return ["<p>Every bar holds, with 95% confidence each.</p>"]
    parts = {"Bars missed": missed, "Bars that so few games do not settle": unsettled}
    return [f"<h2>{head}</h2>" + _list(lines) for head, lines in parts.items() if lines]
