"""The report of a run: report.json with the figures, report.html with the pictures."""

import html
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from warfront_training import cross_table, figures
from warfront_training.league_report import league_part
from warfront_training.match import Games, sides_seating, summary, two_sided
from warfront_training.page import page, section, write
from warfront_training.presets import game_flags, game_options
from warfront_training.train import Run, versions


def write_report(run: Run, command: str, progress: Any = None) -> dict[str, Any]:
    """Play the final matches and write report.json and report.html into the run's folder.

    Args:
        run: A trained run.
        command: The command that made it.
        progress: Called with the number of games finished since the last call.

    Returns:
        The content of report.json.
    """
    games = run.preset.report_games
    seed = run.preset.seed + 1_000_003
    matches = run.play_baselines(games, seed, progress)
    ours = run.folder.as_posix()
    (mirror,) = run.play([sides_seating(run.game, ours, ours)], games, seed, progress)
    report = _figures_of(run, command, seed, matches, mirror)
    report["snapshots"] = cross_table.play_cross(run, seed, progress)
    report["league"] = run.records
    write(run.folder / "report.html", _page(run, report, matches, mirror))
    write(run.folder / "report.json", json.dumps(report, indent=2) + "\n")  # last: all is there
    return report


def count_games(run: Run) -> int:
    """Games that the report of a run takes."""
    seatings = 2 * len(run.preset.baselines) + 1
    return seatings * run.preset.report_games + cross_table.count_games(run)


def _figures_of(
    run: Run, command: str, seed: int, matches: Mapping[str, tuple[Games, Games]], mirror: Games
) -> dict[str, Any]:
    final = {}
    for name, (as_axis, as_allies) in matches.items():
        mean, low, high = two_sided(as_axis, as_allies)
        final[name] = {
            "axis": _side_figures(as_axis, "axis"),
            "allies": _side_figures(as_allies, "allies"),
            "both": {"win_rate": mean, "interval": [low, high]},
        }
    steps = run.turn * run.turn_steps
    return {
        "run": run.folder.name,
        "preset": run.preset.name,
        "game": run.preset.game,
        "theatres": run.preset.theatres,
        "command": command,
        "seed": run.preset.seed,
        "match_seed": seed,
        "games_per_seating": run.preset.report_games,
        "learner_decisions": {name: steps for name in run.seats},
        "training_minutes": run.seconds / 60,
        "decisions_per_second": steps * len(run.seats) / max(run.seconds, 1e-9),
        "stopped_by_time": run.turn < run.turns,
        "versions": versions(run.game, run.preset.trainer),
        "game_version": run.game.spec.version,
        "final": final,
        "axis_against_allies": summary(mirror),
        "progress": run.rows,
        "again": _commands(run, seed),
    }


def _commands(run: Run, seed: int) -> list[str]:
    """The commands that make the run and each final figure again."""
    folder = run.folder.as_posix()
    made = game_flags(run.preset.game, game_options(run.preset))
    flags = f"--games {run.preset.report_games} --seed {seed} {made}"
    return [
        f"warfront train {folder}/preset.toml --name {folder}-again",
        *(
            f"warfront evaluate {folder} {name} --two-sided {flags}"
            for name in run.preset.baselines
        ),
        f"warfront evaluate {folder} {flags}",
    ]


def _side_figures(games: Games, side: str) -> dict[str, Any]:
    figures_all = summary(games)
    sign = 1 if side == "axis" else -1
    low, high = sorted(sign * value for value in figures_all["margin_interval"])
    return {
        "win_rate": figures_all["win_rate"][side],
        "interval": figures_all["interval"][side],
        "undecided": figures_all["win_rate"]["undecided"],
        "margin": sign * figures_all["margin"],
        "margin_interval": [low, high],
        "length": figures_all["length"],
        "rounds": figures_all["rounds"],
        "victories": figures_all["victories"],
    }


def _page(
    run: Run, report: dict[str, Any], matches: Mapping[str, tuple[Games, Games]], mirror: Games
) -> str:
    margins = {name: (a.margin, -b.margin) for name, (a, b) in matches.items()}
    lengths = {
        f"against {name}": np.concatenate([a.decisions, b.decisions])
        for name, (a, b) in matches.items()
    } | {"Axis and Allies learners": mirror.decisions}
    won = {}
    for name, (a, b) in matches.items():
        won[f"ours - {name}"] = summary(a)["victories"]
        won[f"{name} - ours"] = summary(b)["victories"]
    won["ours - ours"] = summary(mirror)["victories"]
    curves = figures.learning_curves(run.rows, run.preset.baselines, run.preset.measure_games)
    sections = [
        ("Learning curves", curves, f"{run.preset.measure_games} games a point, 95% bands."),
        ("Win rates at the end", figures.win_bars(report["final"]), _games_note(report)),
    ]
    body = [_head(report), *[section(*part) for part in sections], _table(report)]
    more = [
        ("Points margin", figures.margin_boxes(margins), "Quartiles and whiskers over games."),
        ("Game length", figures.lengths(lengths, "decisions in a game"), _length_note(report)),
        ("Who won by which victory", figures.victories(won), "Axis player - Allied player."),
    ]
    body += [section(*part) for part in more]
    body += league_part(report)
    body.append(_origin(report))
    return page(f"warfront: {report['run']}", body)


def _head(report: dict[str, Any]) -> str:
    where = ", ".join(word.replace("_", " ") for word in report["theatres"])
    text = (
        f"{report['game'].capitalize()} in {where}: {len(report['learner_decisions'])} learners, "
        f"{next(iter(report['learner_decisions'].values())):,} decisions each, "
        f"{report['training_minutes']:.1f} minutes, "
        f"{report['decisions_per_second']:,.0f} learner decisions a second."
    )
    if report["stopped_by_time"]:
        text += " Training was stopped by the preset's limit of minutes before its steps were done."
    return f"<h1>{html.escape(report['run'])}</h1><p class='soft'>{html.escape(text)}</p>"


def _games_note(report: dict[str, Any]) -> str:
    return (
        f"{report['games_per_seating']:,} games a seating, the same seeds on both sides, 95% "
        "intervals. Both sides: the mean of the two, the pair of games being the unit."
    )


def _length_note(report: dict[str, Any]) -> str:
    mirror = report["axis_against_allies"]
    return (
        f"Our Axis against our Allies: {mirror['length']:.0f} decisions and "
        f"{mirror['rounds']:.0f} rounds a game on average."
    )


def _table(report: dict[str, Any]) -> str:
    rows = []
    for name, row in report["final"].items():
        cells = [f"<td>{html.escape(name)}</td>"]
        for side in ("axis", "allies", "both"):
            low, high = row[side]["interval"]
            up = " class='up'" if low > 0.5 else ""
            cells.append(
                f"<td{up}><b>{row[side]['win_rate']:.1%}</b> "
                f"<span class='soft'>{low:.1%} to {high:.1%}</span></td>"
            )
        cells += [f"<td>{row[side]['margin']:+.2f}</td>" for side in ("axis", "allies")]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    head = "".join(
        f"<th>{word}</th>"
        for word in ("Against", "as Axis", "as Allies", "both", "margin as Axis", "as Allies")
    )
    mirror = report["axis_against_allies"]["win_rate"]
    note = (
        f"Our Axis against our Allies: {mirror['axis']:.1%} to {mirror['allies']:.1%}, "
        f"{mirror['undecided']:.1%} undecided."
    )
    return (
        f"<div class='scroll'><table><thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div><p class='soft'>{note}</p>"
    )


def _origin(report: dict[str, Any]) -> str:
    made = ", ".join(f"{name} {version}" for name, version in report["versions"].items())
    commands = "\n".join([report["command"], "", "# again, and each figure", *report["again"]])
    return (
        f"<h2>How these figures were made</h2><pre>{html.escape(commands)}</pre>"
        f"<p class='soft'>Seed {report['seed']}, matches {report['match_seed']}. "
        f"{html.escape(made)}.</p>"
    )
