"""The pictures of a balance report."""

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib
import numpy as np
from matplotlib.figure import Figure

from warfront_training.figures import COLOURS, INK, LINES, STYLE, blank


def balance_bars(rows: Sequence[Mapping[str, Any]], low: float, high: float) -> Figure:
    """Axis win rate of each theatre set with its 95% interval; the bar is shaded."""
    with matplotlib.rc_context(STYLE):
        figure, (axis,) = blank(8.5, 0.32 * len(rows) + 1.1)
        places = np.arange(len(rows))
        rates = np.array([row["win_rate"]["axis"] for row in rows])
        error = np.abs(np.array([row["interval"]["axis"] for row in rows]).T - rates)
        axis.axvspan(low, high, color=LINES[2], alpha=0.15, lw=0)
        axis.axvline(0.5, color=INK, lw=0.8, ls=":")
        axis.errorbar(
            rates, places, xerr=error, fmt="o", color=COLOURS["axis"], ecolor=INK, capsize=3
        )
        axis.set_yticks(places, [row["name"] for row in rows])
        axis.invert_yaxis()
        axis.set_xlim(0, 1)
        axis.set_xlabel("Axis win rate")
    return figure


def first_movers(rows: Sequence[Mapping[str, Any]]) -> Figure:
    """Axis win rate when an Axis seat begins and when an Allied seat does, with 95% intervals."""
    with matplotlib.rc_context(STYLE):
        figure, (axis,) = blank(8.5, 0.4 * len(rows) + 1.3)
        places = np.arange(len(rows))
        for shift, side in ((-0.13, "axis"), (0.13, "allies")):
            parts = [row["first_turn"] for row in rows]
            rates = np.array([part["axis_wins"][side] for part in parts])
            error = np.abs(np.array([part["axis_intervals"][side] for part in parts]).T - rates)
            axis.errorbar(
                rates, places + shift, xerr=error, fmt="o", ms=5, capsize=3, ecolor=INK,
                color=COLOURS[side], label=f"{side.capitalize()} begin" + "s" * (side == "axis"),
            )  # fmt: skip
        axis.axvline(0.5, color=INK, lw=0.8, ls=":")
        axis.set_yticks(places, [row["name"] for row in rows])
        axis.set_ylim(len(rows) - 0.5, -0.5)
        axis.set_xlim(0, 1)
        axis.set_xlabel("Axis win rate")
        figure.legend(loc="outside upper center", ncols=2, fontsize=8)
    return figure


def margins(leads: Mapping[str, np.ndarray]) -> Figure:
    """How far the Axis is ahead at the end, game by game, for each theatre set."""
    with matplotlib.rc_context(STYLE):
        figure, (axis,) = blank(8.5, 2.8)
        every = np.concatenate(list(leads.values()))
        edge = max(float(np.quantile(np.abs(every), 0.99)), 0.1)
        bins = np.linspace(-edge, edge, 41)
        for (name, values), colour in zip(leads.items(), LINES, strict=False):
            axis.hist(
                np.clip(values, -edge, edge), bins, histtype="step", lw=1.6, color=colour,
                label=name, weights=np.full(len(values), 1 / len(values)),
            )  # fmt: skip
        axis.axvline(0, color=INK, lw=0.8, ls=":")
        axis.set_xlabel("lead of the Axis at the end")
        axis.set_ylabel("share of games")
        axis.legend(fontsize=8)
    return figure


def card_worths(rows: Sequence[Mapping[str, Any]], most: float) -> Figure:
    """What each card adds to its side, in points, with its 95% interval; the bar is shaded."""
    names = [f"{row['card']} ({row['seat']})" for row in rows]
    return _worths(names, rows, ("added", "added_interval"), most)


def unit_worths(rows: Sequence[Mapping[str, Any]]) -> Figure:
    """What one more unit adds to its side, in points, with its 95% interval."""
    names = [f"{row['unit']} of {row['power']}" for row in rows]
    return _worths(names, rows, ("change", "interval"), 0.0)


def _worths(
    names: Sequence[str], rows: Sequence[Mapping[str, Any]], keys: tuple[str, str], most: float
) -> Figure:
    with matplotlib.rc_context(STYLE):
        figure, (axis,) = blank(8.5, 0.24 * len(rows) + 1.1)
        places = np.arange(len(rows))
        added = 100 * np.array([row[keys[0]] for row in rows])
        error = np.abs(100 * np.array([row[keys[1]] for row in rows]).T - added)
        if most:
            axis.axvspan(-100 * most, 100 * most, color=LINES[2], alpha=0.15, lw=0)
        axis.axvline(0, color=INK, lw=0.8, ls=":")
        axis.errorbar(added, places, xerr=error, fmt="o", color=LINES[0], ecolor=INK, capsize=2)
        axis.set_yticks(places, names, fontsize=8)
        axis.set_ylim(len(rows) - 0.4, -0.6)
        axis.set_xlabel("points of win rate")
    return figure


def paired_changes(rows: Sequence[Mapping[str, Any]]) -> Figure:
    """What changed rules do to the win rate of the Axis: paired intervals over unpaired ones."""
    with matplotlib.rc_context(STYLE):
        figure, (axis,) = blank(8.5, 0.45 * len(rows) + 1.4)
        places = np.arange(len(rows))
        parts = [row["differences"]["axis_wins"] for row in rows]
        change = 100 * np.array([part["change"] for part in parts])
        for key, colour, width, label in (
            ("unpaired_interval", COLOURS["undecided"], 7, "if the games were not paired"),
            ("interval", LINES[0], 2.5, "paired games"),
        ):
            ends = 100 * np.array([part[key] for part in parts])
            alpha = 0.4 if width > 5 else 1.0
            axis.hlines(
                places, ends[:, 0], ends[:, 1], color=colour, lw=width, alpha=alpha, label=label
            )
        axis.plot(change, places, "o", color=LINES[0])
        axis.axvline(0, color=INK, lw=0.8, ls=":")
        axis.set_yticks(places, [row["name"] for row in rows])
        axis.set_ylim(len(rows) - 0.4, -0.6)
        axis.set_xlabel("change of the Axis win rate, points, with 95% intervals")
        figure.legend(loc="outside upper center", ncols=2, fontsize=8)
    return figure


def even_search(found: Mapping[str, Any]) -> Figure:
    """What the Axis scored at each value of a dial, the curve through it, and where it is even."""
    with matplotlib.rc_context(STYLE):
        figure, (axis,) = blank(8.5, 3.4)
        if found["interval"] is not None:
            axis.axvspan(*found["interval"], color=LINES[2], alpha=0.2, lw=0)
            axis.axvline(found["even"], color=LINES[2], lw=1.4)
        axis.axhline(0.5, color=INK, lw=0.8, ls=":")
        if found["curve"] is not None:
            values = np.linspace(found["low"], found["high"], 300)
            log_odds = found["curve"]["height"] + found["curve"]["slope"] * values
            axis.plot(values, 1 / (1 + np.exp(-log_odds)), color=COLOURS["axis"], lw=1, alpha=0.6)
        for step in found["steps"]:
            low, high = step["interval"]
            size = 4 + 6 * min(step["games"] / 2000, 1)
            axis.plot([step["value"]] * 2, [low, high], color=INK, lw=1)
            axis.plot(step["value"], step["axis"], "o", ms=size, color=COLOURS["axis"])
        axis.set_ylim(-0.02, 1.02)
        axis.set_xlabel(found["dial"])
        axis.set_ylabel("score of the Axis")
    return figure
