"""The pictures of a report, as SVG that takes its text colour from the page around it."""

import io
import re
from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib
import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

INK = "#123457"  # stands for the page's text colour; replaced by currentColor
COLOURS = {"axis": "#c2703d", "allies": "#3d7ab8", "undecided": "#8a8a8a"}
VICTORY_ORDER = ("axis", "undecided", "allies")
LINES = ("#3d7ab8", "#c2703d", "#4f9d69", "#9466b0", "#b8a13d", "#5fb0b0")

STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "warfront",
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.25,
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "legend.frameon": False,
}


def to_svg(figure: Figure) -> str:
    """The figure as an inline SVG element."""
    target = io.StringIO()
    with matplotlib.rc_context(STYLE):
        figure.savefig(target, format="svg", metadata={"Date": None, "Creator": None})
    svg = target.getvalue()
    svg = svg[svg.index("<svg") :].replace(INK, "currentColor")
    return re.sub(r'width="[\d.]+pt" height="[\d.]+pt"', "", svg, count=1)


def blank(width: float, height: float, columns: int = 1) -> tuple[Figure, Any]:
    """A figure of this size in inches, and its pictures side by side."""
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        axes = figure.subplots(1, columns, squeeze=False)[0]
    return figure, axes


def learning_curves(
    rows: Sequence[Mapping[str, Any]], baselines: Sequence[str], games: int
) -> Figure:
    """Win rate of each side against each baseline over its training, with 95% bands."""
    with matplotlib.rc_context(STYLE):
        figure, axes = blank(9, 3.4, 2)
        steps = np.array([row["steps"] for row in rows]) / 1e6
        for axis, side in zip(axes, ("axis", "allies"), strict=True):
            for baseline, colour in zip(baselines, LINES, strict=False):
                rate = np.array([row[f"{side}_vs_{baseline}"] for row in rows])
                spread = 1.96 * np.sqrt(np.maximum(rate * (1 - rate), 0.01) / games)
                axis.plot(steps, rate, color=colour, marker="o", ms=3, label=f"against {baseline}")
                axis.fill_between(
                    steps, rate - spread, rate + spread, color=colour, alpha=0.15, lw=0
                )
            axis.axhline(0.5, color=INK, lw=0.8, ls=":")
            axis.set_ylim(0, 1.02)
            axis.set_title(f"{side.capitalize()} learner")
            axis.set_xlabel("learner decisions (millions)")
            axis.set_ylabel("win rate")
        axes[0].legend(loc="lower right", fontsize=8)
    return figure


def win_bars(final: Mapping[str, Mapping[str, Any]]) -> Figure:
    """Final win rates as Axis, as Allies and over both sides, with 95% intervals."""
    with matplotlib.rc_context(STYLE):
        figure, (axis,) = blank(7.5, 3.2)
        names = list(final)
        places = np.arange(len(names))
        shown = (("axis", COLOURS["axis"]), ("allies", COLOURS["allies"]), ("both", "#4f9d69"))
        for number, (side, colour) in enumerate(shown):
            rate = np.array([final[name][side]["win_rate"] for name in names])
            interval = np.array([final[name][side]["interval"] for name in names]).T
            error = np.abs(interval - rate)
            label = "both sides" if side == "both" else f"as {side.capitalize()}"
            axis.bar(
                places + (number - 1) * 0.27, rate, 0.25, yerr=error, color=colour, capsize=3,
                ecolor=INK, label=label,
            )  # fmt: skip
        axis.axhline(0.5, color=INK, lw=0.8, ls=":")
        axis.set_xticks(places, [f"against {name}" for name in names])
        axis.set_ylim(0, 1.05)
        axis.set_ylabel("win rate")
        axis.grid(axis="x", visible=False)
        figure.legend(loc="outside upper center", ncols=3, fontsize=8)
    return figure


def margin_boxes(margins: Mapping[str, tuple[np.ndarray, np.ndarray]]) -> Figure:
    """Lead in points over the target, of our side, game by game."""
    with matplotlib.rc_context(STYLE):
        figure, (axis,) = blank(7.5, 3.0)
        for number, (as_axis, as_allies) in enumerate(margins.values()):
            for shift, side, values in ((-0.2, "axis", as_axis), (0.2, "allies", as_allies)):
                axis.boxplot(
                    [values], positions=[number + shift], widths=0.32, showfliers=False,
                    patch_artist=True,
                    boxprops={"facecolor": COLOURS[side], "edgecolor": INK},
                    medianprops={"color": INK}, whiskerprops={"color": INK},
                    capprops={"color": INK},
                )  # fmt: skip
        axis.axhline(0, color=INK, lw=0.8, ls=":")
        axis.set_xticks(range(len(margins)), [f"against {name}" for name in margins])
        axis.set_ylabel("our lead over the target")
        axis.grid(axis="x", visible=False)
        for side in ("axis", "allies"):
            axis.plot([], [], "s", color=COLOURS[side], label=f"as {side.capitalize()}")
        figure.legend(loc="outside upper center", ncols=2, fontsize=8)
    return figure


def lengths(games: Mapping[str, np.ndarray], label: str) -> Figure:
    """Distribution of game lengths against each opponent."""
    with matplotlib.rc_context(STYLE):
        figure, (axis,) = blank(7.5, 3.0)
        every = np.concatenate(list(games.values()))
        bins = np.linspace(0, float(np.quantile(every, 0.99)) + 1, 40)
        for (name, values), colour in zip(games.items(), LINES, strict=False):
            axis.hist(
                np.minimum(values, bins[-1]), bins, histtype="step", color=colour, lw=1.6,
                label=name, weights=np.full(len(values), 1 / len(values)),
            )  # fmt: skip
        axis.set_xlabel(label)
        axis.set_ylabel("share of games")
        axis.legend(fontsize=8)
    return figure


def victories(table: Mapping[str, Mapping[str, Mapping[str, int]]]) -> Figure:
    """Who won by which victory: one bar a match-up, shares of its games."""
    with matplotlib.rc_context(STYLE):
        figure, (axis,) = blank(8.5, 0.45 * len(table) + 1.1)
        kinds = sorted({kind for row in table.values() for kind in row})
        shades = dict(zip(kinds, (1.0, 0.6, 0.35, 0.8), strict=False))
        labelled: set[str] = set()
        for place, row in enumerate(table.values()):
            total = sum(sum(cell.values()) for cell in row.values())
            left = 0.0
            for side, kind in ((side, kind) for side in VICTORY_ORDER for kind in kinds):
                share = row.get(kind, {}).get(side, 0) / total
                if share == 0:
                    continue
                words = kind if kind == side else f"{side.capitalize()}, {kind}"
                axis.barh(
                    place, share, left=left, color=COLOURS[side], height=0.7,
                    alpha=1.0 if kind == side else shades[kind],
                    label="_" if words in labelled else words,
                )  # fmt: skip
                labelled.add(words)
                left += share
        axis.set_yticks(range(len(table)), list(table))
        axis.invert_yaxis()
        axis.set_xlim(0, 1)
        axis.set_xlabel("share of games")
        axis.grid(axis="y", visible=False)
        figure.legend(loc="outside right upper", fontsize=8)
    return figure


def rating_bars(rows: Sequence[Mapping[str, Any]]) -> Figure:
    """Ratings over both sides, as Axis and as Allies, with their 95% intervals."""
    with matplotlib.rc_context(STYLE):
        figure, (axis,) = blank(8.5, 0.5 * len(rows) + 1.3)
        places = np.arange(len(rows))
        shown = (("both sides", LINES[2]), ("as_axis", "axis"), ("as_allies", "allies"))
        for number, (key, colour) in enumerate(shown):
            parts = [row.get(key, row) for row in rows]
            values = np.array([part["rating"] for part in parts])
            error = np.abs(np.array([part["interval"] for part in parts]).T - values)
            axis.errorbar(
                values, places + 0.22 * (number - 1), xerr=error, fmt="o", ms=4, capsize=3,
                color=COLOURS.get(colour, colour), label=key.replace("as_a", "as A"),
            )  # fmt: skip
        axis.axvline(1500, color=INK, lw=0.8, ls=":")
        axis.set_yticks(places, [row["agent"] for row in rows])
        axis.invert_yaxis()
        axis.set_xlabel("rating")
        figure.legend(loc="outside upper center", ncols=3, fontsize=8)
    return figure


def score_grid(names: Sequence[str], score: np.ndarray) -> Figure:
    """Points of the Axis, [axis agent, allied agent], as a table of colours."""
    colours = [COLOURS["allies"], "#f2efe6", COLOURS["axis"]]
    with matplotlib.rc_context(STYLE):
        figure, (axis,) = blank(8.5, 0.55 * len(names) + 1.3)
        shades = LinearSegmentedColormap.from_list("sides", colours)
        axis.pcolormesh(score, cmap=shades, vmin=0, vmax=1, edgecolors="none")
        for (row, column), value in np.ndenumerate(score):
            axis.text(
                column + 0.5, row + 0.5, f"{100 * value:.0f}%", ha="center", va="center",
                color="#1d2733",
            )  # fmt: skip
        places = np.arange(len(names)) + 0.5
        axis.set_xticks(places, names, rotation=20 if len(names) > 4 else 0)
        axis.set_yticks(places, names)
        axis.invert_yaxis()
        axis.set_xlabel("Allies")
        axis.set_ylabel("Axis")
        axis.grid(visible=False)
    return figure


def share_bars(rows: Sequence[Mapping[str, Any]]) -> Figure:
    """Shares of each agent by alpha-rank and Nash averaging, with intervals."""
    with matplotlib.rc_context(STYLE):
        figure, (axis,) = blank(8.5, 0.4 * len(rows) + 1.3)
        places = np.arange(len(rows))
        for number, (key, label) in enumerate((("alpha_rank", "alpha-rank"), ("nash", "Nash"))):
            shares = np.array([row[key]["share"] for row in rows])
            ends = np.array([row[key]["interval"] for row in rows])
            at = places + 0.36 * number - 0.18
            axis.barh(at, shares, 0.32, color=LINES[number + 2], label=label)
            axis.hlines(at, ends[:, 0], ends[:, 1], color=INK, lw=1)
        axis.set_yticks(places, [row["agent"] for row in rows])
        axis.invert_yaxis()
        axis.set_xlim(0, 1.01)
        axis.set_xlabel("share")
        axis.grid(axis="y", visible=False)
        axis.legend(fontsize=8)
    return figure
