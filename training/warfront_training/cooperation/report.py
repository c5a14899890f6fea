"""The report of cooperation: report.html, report.json and the rows of its tables as CSV."""

import html
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from warfront_training.cooperation import pictures
from warfront_training.csv_rows import csv_text
from warfront_training.page import page, section, table, write

Row = dict[str, Any]


def write_report(folder: Path, report: Mapping[str, Any]) -> None:
    """Write report.html, report.json and the CSV files of the parts that there are.

    Args:
        folder: Where; made when it is not there.
        report: `command`, `game`, `game_version`, `options`, `games`, `seed` and the lists
            `cross_play`, `contributions` and `scenarios`, as `measures` gives their entries, and
            `left_out`, the names of scenarios that were asked for and not played.
    """
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "report.json", json.dumps(report, indent=2, ensure_ascii=False) + "\n")
    for name, rows in tables_of(report).items():
        if rows:
            write(folder / f"{name}.csv", csv_text(rows))
    write(folder / "report.html", page("warfront: cooperation", _body(report)))


def tables_of(report: Mapping[str, Any]) -> dict[str, list[Row]]:
    """The rows of each CSV file by its name."""
    parts, plays = report["contributions"], report["cross_play"]
    return {
        "crossplay": [
            {"side": play["side"], "against": play["against"], **pair}
            for play in plays
            for pair in play["pairs"]
        ],
        "seats": [
            {**_who(part), "baseline": part["baseline"], **row}
            for part in parts
            for row in part["seats"]
        ],
        "coalitions": [
            {**_who(part), "baseline": part["baseline"], **row}
            for part in parts
            for row in part["coalitions"]
        ],
        "aid": [{**_who(part), **row} for part in parts for row in _ours(part, "aid", "from")],
        "joint": [
            {**_who(part), "seat": row["seat"], **part["events"]["joint"][row["seat"]]}
            for part in parts
            for row in (part["seats"] if "joint" in part["events"] else [])
        ],
        "liberations": [
            {**_who(part), **row} for part in parts for row in _ours(part, "liberations", "by")
        ],
        "scenarios": [row for result in report["scenarios"] for row in scenario_rows(result)],
    }


def scenario_rows(result: Mapping[str, Any]) -> Iterator[Row]:
    """One row for each focal agent of a scenario."""
    for row in result["rows"]:
        told = {
            name: row[name] or {"mean": None, "interval": None}
            for name in ("focal_return", "partner_return", "enemy_return", "win_rate")
        }
        yield {
            "scenario": result["scenario"],
            "version": result["version"],
            "game": result["game"],
            "reward": result["reward"],
            "games": result["games"],
            "focal": row["focal"],
            **told,
        }


def _who(part: Mapping[str, Any]) -> Row:
    return {"agent": part["agent"], "side": part["side"], "against": part["against"]}


def _ours(part: Mapping[str, Any], what: str, giver: str) -> list[Row]:
    """What the agent's own side did, not the enemy."""
    own = [row["seat"] for row in part["seats"]]
    return [row for row in part["events"].get(what, []) if row[giver] in own]


def _body(report: Mapping[str, Any]) -> list[str]:
    told = (
        f"{report['game'].capitalize()}, game version {report['game_version']}, "
        f"{report['games']:,} games of each seating on the same seeds, seed {report['seed']}. "
        "All intervals are 95%; a game is the unit."
    )
    body = [f"<h1>Cooperation</h1><p class='soft'>{html.escape(told)}</p>"]
    if report["cross_play"]:
        body += _cross_part(report["cross_play"])
    if report["contributions"]:
        body += _seat_part(report["contributions"])
        body += _event_part(report["contributions"])
    if report["scenarios"]:
        body += _scenario_part(report["scenarios"])
    if report["left_out"]:
        names = ", ".join(report["left_out"])
        body.append(f"<p class='soft'>Left out, as not all agents can play them: {names}.</p>")
    command = html.escape(report["command"])
    return [*body, f"<h2>How these figures were made</h2><pre>{command}</pre>"]


CROSS_NOTE = (
    "Points of the side (a win 1, undecided a half) against {against}. Rows: who holds the seats "
    "named at the left; columns: who holds those below. On the diagonal both are one agent."
)
SEAT_NOTE = (
    "Seat swap: what the side loses when {baseline} takes the seat. Shapley value: what the seat "
    "adds on average over all orders in which the agent may come to the side's seats, the others "
    "held by {baseline}; the values of a side add up to its points with the agent on all seats "
    "less those with {baseline} on all."
)
AID_NOTE = (
    "Battles in which a card of an ally's Arsenal stood in the side's own lines, and the others. "
    "Aid goes where forces are short, so the difference is no proof of what aid does: set the "
    "agent beside partner:never_aids (scenario no_aid) for that."
)


def _cross_part(plays: Sequence[Mapping[str, Any]]) -> list[str]:
    rows = [
        [play["side"].capitalize(), *(_points(play[key]) for key in ("self_play", "cross_play")),
         _signed(play["gap"])]
        for play in plays
    ]  # fmt: skip
    note = CROSS_NOTE.format(against=plays[0]["against"])
    return [
        section("Partners from different runs", pictures.partner_grids(plays), note),
        table(["Side", "self-play", "cross-play", "gap"], rows),
    ]


def _seat_part(parts: Sequence[Mapping[str, Any]]) -> list[str]:
    rows = []
    for part in parts:
        name = f"{part['agent']}, {part['side'].capitalize()}"
        for row in part["seats"]:
            rows.append([name, row["seat"], _signed(row["swap"]), _signed(row["shapley"])])
        full, empty = _points(part["full"]), _points(part["empty"])
        rows.append([name, "all seats", f"{full} held", f"{empty} by {part['baseline']}"])
    note = SEAT_NOTE.format(baseline=parts[0]["baseline"])
    head = ["Agent", "seat", "seat swap", "Shapley value"]
    return [section("What each seat adds", pictures.seat_bars(parts), note), table(head, rows)]


def _event_part(parts: Sequence[Mapping[str, Any]]) -> list[str]:
    body = []
    if "battles" in parts[0]["events"]:
        body.append(section("Battles with aid and without", pictures.aid_bars(parts), AID_NOTE))
        body.append(table(["Agent", "role", "with aid", "without", "difference"], _aid_rows(parts)))
        body.append("<h2>Aid sent</h2>")
        body.append(
            _table(["Agent", "from", "to", "packages a game", "cards a game"], _sent(parts))
        )
        body.append("<h2>Joint attacks</h2>")
        head = ["Agent", "seat", "offered a game", "joined", "declined", "share joined"]
        body.append(_table(head, list(_joint_rows(parts))))
    body.append("<h2>Liberations</h2>")
    rows = [
        [_name(part), row["by"], row["of"], _number(row["a_game"])]
        for part in parts
        for row in _ours(part, "liberations", "by")
    ]
    body.append(_table(["Agent", "by", "of", "a game"], rows))
    return body


def _aid_rows(parts: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    return [
        [_name(part), role, *(_share(figures[key]) for key in ("with_aid", "without_aid")),
         _signed(figures["difference"])]
        for part in parts
        for role, figures in part["events"]["battles"][part["side"]].items()
    ]  # fmt: skip


def _sent(parts: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    return [
        [_name(part), row["from"], row["to"], _number(row["packages"]), _number(row["cards"])]
        for part in parts
        for row in _ours(part, "aid", "from")
    ]


def _joint_rows(parts: Sequence[Mapping[str, Any]]) -> Iterator[list[str]]:
    for part in parts:
        for row in part["seats"]:
            joint = part["events"]["joint"][row["seat"]]
            numbers = [_number(joint[key]) for key in ("offered", "joined", "declined")]
            yield [_name(part), row["seat"], *numbers, _share(joint["share_joined"])]


def _scenario_part(results: Sequence[Mapping[str, Any]]) -> list[str]:
    rows = [
        [
            f"{result['scenario']}-v{result['version']}",
            result["title"],
            row["focal"],
            _share(row["win_rate"]),
            *(_number(row[f"{group}_return"]) for group in ("focal", "partner")),
        ]
        for result in results
        for row in result["rows"]
    ]
    note = (
        "The tested agents on the focal seats, everybody else scripted. Focal return: per focal "
        f"seat and game, reward {results[0]['reward']}."
    )
    head = ["Scenario", "what it is", "focal agent", "wins", "focal return", "partners' return"]
    return [
        section("Scenarios", pictures.scenario_dots(results), note),
        table(head, rows),
    ]


def _table(head: list[str], rows: list[list[str]]) -> str:
    return table(head, rows) if rows else "<p>None.</p>"


def _name(part: Mapping[str, Any]) -> str:
    return f"{part['agent']}, {part['side'].capitalize()}"


def _points(figure: Mapping[str, Any]) -> str:
    low, high = figure["interval"]
    return f"{figure['mean']:.1%} ({low:.1%} to {high:.1%})"


def _signed(figure: Mapping[str, Any]) -> str:
    if figure["mean"] is None:
        return "-"
    low, high = figure["interval"]
    return f"{100 * figure['mean']:+.1f} ({100 * low:+.1f} to {100 * high:+.1f})"


def _share(figure: Mapping[str, Any]) -> str:
    if figure["share"] is None:
        return "-"
    low, high = figure["interval"]
    of = f" of {figure['of']:,}" if "of" in figure else ""
    return f"{figure['share']:.1%} ({low:.1%} to {high:.1%}){of}"


def _number(figure: Mapping[str, Any] | None) -> str:
    if figure is None:
        return "-"
    low, high = figure["interval"]
    if low == high == 0:
        return "0"
    return f"{figure['mean']:.2f} ({low:.2f} to {high:.2f})"
