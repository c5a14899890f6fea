"""Make docs/img/curves.png: how runs got on against random, greedy and staff, by the clock.

Run it as `python docs/curves.py RUN...` on run folders whose measurements it shall show; runs of
one preset share a colour.
"""

import csv
import sys
from pathlib import Path

from matplotlib import rc_context

from warfront_training.figures import INK, LINES, STYLE, blank
from warfront_training.presets import read_preset

IMAGE = Path(__file__).parent / "img" / "curves.png"
BASELINES = ("random", "greedy", "staff")


def draw(runs: list[Path]) -> None:
    """A picture a baseline, a line a run."""
    presets = [read_preset(run / "preset.toml").name for run in runs]
    colours = dict(zip(dict.fromkeys(presets), LINES, strict=False))
    with rc_context(STYLE):
        figure, axes = blank(11, 3.4, len(BASELINES))
        for axis, baseline in zip(axes, BASELINES, strict=True):
            labels = set()
            for run, preset in zip(runs, presets, strict=True):
                with (run / "progress.csv").open(encoding="utf-8") as lines:
                    rows = list(csv.DictReader(lines))
                minutes = [float(row["minutes"]) for row in rows]
                rates = [float(row[f"two_sided_vs_{baseline}"]) for row in rows]
                label = preset if preset not in labels else None
                labels.add(preset)
                axis.plot(minutes, rates, color=colours[preset], marker="o", ms=2, label=label)
            axis.axhline(0.5, color=INK, lw=0.8, ls=":")
            axis.set_ylim(0, 1.02)
            axis.set_title(f"against {baseline}")
            axis.set_xlabel("minutes of training")
        axes[0].set_ylabel("win rate over both sides")
        figure.legend(*axes[0].get_legend_handles_labels(), loc="outside upper center", ncols=4)
    figure.savefig(IMAGE, dpi=120)


if __name__ == "__main__":
    draw([Path(name) for name in sys.argv[1:]])
