"""The pictures of a cooperation report, in the style of all reports."""

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib
import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from warfront_training.figures import COLOURS, INK, LINES, STYLE, blank

DARK = "#1d2733"  # words on a coloured cell, on a light page and a dark one


def partner_grids(plays: Sequence[Mapping[str, Any]]) -> Figure:
    """Points of a side by [first partner, second partner], a grid a side."""
    names = plays[0]["agents"]
    with matplotlib.rc_context(STYLE):
        figure, axes = blank(4.4 * max(len(plays), 2), 0.6 * len(names) + 1.6, len(plays))
        for axis, play in zip(axes, plays, strict=True):
            means = {(pair["first"], pair["second"]): pair["mean"] for pair in play["pairs"]}
            grid = np.array([[means[a, b] for b in names] for a in names])
            shades = LinearSegmentedColormap.from_list("points", ["#f2efe6", COLOURS[play["side"]]])
            axis.pcolormesh(grid, cmap=shades, vmin=0, vmax=1, edgecolors="none")
            for (row, column), value in np.ndenumerate(grid):
                own = row == column
                axis.text(
                    column + 0.5, row + 0.5, f"{100 * value:.0f}%", ha="center", va="center",
                    color=DARK, fontweight="bold" if own else "normal",
                )  # fmt: skip
            places = np.arange(len(names)) + 0.5
            axis.set_xticks(places, names, rotation=20 if len(names) > 2 else 0)
            axis.set_yticks(places, names)
            axis.invert_yaxis()
            axis.set_title(play["side"].capitalize())
            axis.set_ylabel(", ".join(play["first_seats"]))
            axis.set_xlabel(", ".join(play["second_seats"]))
            axis.grid(visible=False)
    return figure


def seat_bars(parts: Sequence[Mapping[str, Any]]) -> Figure:
    """What each seat adds, by swap and by Shapley value, with 95% intervals; a panel a side."""
    sides = list(dict.fromkeys(part["side"] for part in parts))
    agents = list(dict.fromkeys(part["agent"] for part in parts))
    with matplotlib.rc_context(STYLE):
        figure, axes = blank(4.6 * max(len(sides), 2), 3.6, len(sides))
        for axis, side in zip(axes, sides, strict=True):
            shown = [part for part in parts if part["side"] == side]
            seats = [row["seat"] for row in shown[0]["seats"]]
            places = np.arange(len(seats))
            width = 0.8 / (2 * len(agents))
            for number, part in enumerate(shown):
                for k, (key, hatch) in enumerate((("swap", ""), ("shapley", "///"))):
                    value = np.array([row[key]["mean"] for row in part["seats"]])
                    ends = np.array([row[key]["interval"] for row in part["seats"]]).T
                    axis.bar(
                        places + (2 * number + k + 0.5) * width - 0.4, value, 0.9 * width,
                        yerr=np.abs(ends - value), color=LINES[number % len(LINES)], hatch=hatch,
                        alpha=0.65 if hatch else 1.0, ecolor=INK, edgecolor=INK, lw=0.5, capsize=2,
                        label=f"{part['agent']}, {'Shapley value' if hatch else 'seat swap'}",
                    )  # fmt: skip
            axis.axhline(0, color=INK, lw=0.8)
            axis.set_xticks(places, seats, rotation=15 if len(seats) > 2 else 0)
            axis.set_title(side.capitalize())
            axis.grid(axis="x", visible=False)
        axes[0].set_ylabel("points a game")
        handles, labels = axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside upper center", ncols=2, fontsize=8)
    return figure


def aid_bars(parts: Sequence[Mapping[str, Any]]) -> Figure:
    """Battles won with aid in the lines and without, attacking and defending; no bar: no battle."""
    with matplotlib.rc_context(STYLE):
        groups = [(part, role) for part in parts for role in ("attacking", "defending")]
        figure, (axis,) = blank(8.5, 0.42 * len(groups) + 1.1)
        kinds = {"with_aid": ("with aid", LINES[2]), "without_aid": ("without", LINES[3])}
        for k, (key, (_, colour)) in enumerate(kinds.items()):
            for place, (part, role) in enumerate(groups):
                figures = part["events"]["battles"][part["side"]][role][key]
                if figures["share"] is None:
                    continue
                low, high = figures["interval"]
                axis.barh(
                    place + 0.36 * k - 0.18, figures["share"], 0.32, color=colour, ecolor=INK,
                    xerr=[[figures["share"] - low], [high - figures["share"]]], capsize=3,
                )  # fmt: skip
        words = [f"{part['agent']}, {part['side'].capitalize()}, {role}" for part, role in groups]
        axis.set_yticks(range(len(groups)), words, fontsize=8)
        axis.set_ylim(len(groups) - 0.4, -0.6)
        axis.set_xlim(0, 1.02)
        axis.set_xlabel("battles won, with 95% intervals")
        axis.grid(axis="y", visible=False)
        # made by hand: in few games a kind may have no bar at all
        handles = [Patch(color=colour, label=label) for label, colour in kinds.values()]
        figure.legend(handles=handles, loc="outside upper center", ncols=2, fontsize=8)
    return figure


def scenario_dots(results: Sequence[Mapping[str, Any]]) -> Figure:
    """Win rate of each focal agent in each scenario, with 95% intervals."""
    agents = [row["focal"] for row in results[0]["rows"]]
    with matplotlib.rc_context(STYLE):
        figure, (axis,) = blank(8.5, 0.34 * len(results) * max(1, len(agents) / 2) + 1.3)
        places = np.arange(len(results))
        for k, (agent, colour) in enumerate(zip(agents, LINES * len(agents), strict=False)):
            rows = [result["rows"][k]["win_rate"] for result in results]
            share = np.array([row["share"] for row in rows])
            error = np.abs(np.array([row["interval"] for row in rows]).T - share)
            at = places + 0.5 * (k + 0.5) / len(agents) - 0.25
            axis.errorbar(
                share, at, xerr=error, fmt="o", ms=4, color=colour, capsize=2, label=agent
            )
        axis.axvline(0.5, color=INK, lw=0.8, ls=":")
        axis.set_yticks(places, [f"{row['scenario']}-v{row['version']}" for row in results])
        axis.invert_yaxis()
        axis.set_xlim(0, 1)
        axis.set_xlabel("games that the focal side won")
        figure.legend(loc="outside upper center", ncols=3, fontsize=8)
    return figure
