"""The benchmark: every figure in processes of their own, and the bars they are held against.

Figures that a bar compares are measured one after the other, several times over, so that a busy
machine slows both; a bar is held against the median.
"""

import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from typing import Any

from tqdm import tqdm

import warfront
from warfront.game import BadInput
from warfront_training.bench_bars import BARS, MEANING, PARTS, RATIOS

ALL_THEATRES = ["western_europe", "pacific", "russia", "north_africa"]
ONCE = ("copy",)  # parts that need no repetition beyond their own
Measured = dict[str, list[float]]


def run(
    seed: int = 0,
    options: dict[str, Any] | None = None,
    repetitions: int = 3,
    cold: bool = False,
    quiet: bool = False,
) -> dict[str, Any]:
    """Measure everything.

    Args:
        seed: Seeds all play.
        options: `name` of the game and how it is made; Battlecards plays the theatres that each
            part has by default.
        repetitions: How often each part is measured.
        cold: Also time the compilation (about a minute).
        quiet: Show no progress.

    Returns:
        JSON-able: `figures` by name (min, median, max), `bars` (figure, value, floor or ceiling,
        reached), `falls_short` (figures whose bar is missed), `game`, `repetitions`, `seed`,
        `machine`.

    Raises:
        BadInput: An option is refused, or what is compared with is not installed.
    """
    if repetitions < 1:
        raise BadInput(f"--repetitions {repetitions}: measure 1 time or more")
    given = {"name": "battlecards", **(options or {})}
    warfront.make_game(**given)  # refuses bad options here, in one line
    measured = _measure_parts(given, seed, repetitions, quiet)
    if cold:
        with tempfile.TemporaryDirectory() as empty:
            figures = _measure("start", _part_options("start", given), seed, empty)
        measured["cold_seconds"] = [figures["seconds"]]
    return {
        **judge(measured, given["name"]),
        "game": given["name"],
        "repetitions": repetitions,
        "seed": seed,
        "machine": {
            "processor": platform.processor() or platform.machine(),
            "cores": os.cpu_count(),
            "python": platform.python_version(),
        },
    }


def _measure_parts(given: dict[str, Any], seed: int, repetitions: int, quiet: bool) -> Measured:
    """The figures of all parts of a game, each as often as it is measured."""
    plan = [
        (name, _part_options(name, given))
        for k in range(repetitions)
        for name in PARTS[given["name"]]
        if k == 0 or name not in ONCE
    ]
    _measure("start", _part_options("start", given), seed)  # compiles what is not compiled yet
    measured: Measured = {}
    with tqdm(plan, file=sys.stderr, leave=False, disable=quiet or not sys.stderr.isatty()) as bar:
        for name, part_options in bar:
            bar.set_description(name)
            for figure, value in _measure(name, part_options, seed).items():
                measured.setdefault(f"{name}_{figure}", []).append(value)
    return measured


def judge(measured: Measured, game: str) -> dict[str, Any]:
    """Figures with their ratios, bars and what falls short, from the measured values by name."""
    values = dict(measured)
    for name, (ours, theirs) in RATIOS.items():
        if ours in values and theirs in values:
            pairs = zip(values[ours], values[theirs], strict=True)
            values[name] = [own / other for own, other in pairs]
    figures = {
        name: {
            "min": min(values[name]),
            "median": statistics.median(values[name]),
            "max": max(values[name]),
        }
        for name in MEANING
        if name in values
    }
    bars = []
    for bar in BARS[game]:
        if bar.figure not in figures:
            continue
        value = figures[bar.figure]["median"]
        reached = value <= bar.limit if bar.most else value >= bar.limit
        limit = "ceiling" if bar.most else "floor"
        bars.append({"figure": bar.figure, "value": value, limit: bar.limit, "reached": reached})
    return {
        "figures": figures,
        "bars": bars,
        "falls_short": [bar["figure"] for bar in bars if not bar["reached"]],
    }


def _part_options(part: str, given: dict[str, Any]) -> dict[str, Any]:
    """What a part is called with: the batch plays all four theatres where nothing else is said."""
    options = dict(given)
    theatres = given["name"] == "battlecards" and not options.get("scenario")
    if theatres and part in ("batch", "copy"):
        options.setdefault("theatres", ALL_THEATRES)
    if part.startswith("aec"):
        options["game"] = options.pop("name")
    return options


def _measure(
    part: str, options: dict[str, Any], seed: int, cache: str | None = None
) -> dict[str, float]:
    """The figures of one part, from a process of its own."""
    environment = dict(os.environ) if cache is None else {**os.environ, "WARFRONT_CACHE": cache}
    command: Sequence[str] = (
        *(sys.executable, "-m", "warfront_training.bench_parts", part),
        *(str(seed), json.dumps(options)),
    )
    begun = time.time()
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode == 2:
        raise BadInput(done.stderr.strip().splitlines()[-1])
    if done.returncode:
        raise RuntimeError(f"measuring {part} failed:\n{done.stderr}")
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    if "now" in figures:
        return {"seconds": figures["now"] - begun}
    return figures


def words(result: dict[str, Any]) -> str:
    """The result as a table for a person."""
    limits = {bar["figure"]: bar for bar in result["bars"]}
    lines = [f"{'median':>12} {'(least to most)':>24}"]
    for name, figure in result["figures"].items():
        spread = f"({_number(figure['min'])} to {_number(figure['max'])})"
        line = f"{_number(figure['median']):>12} {spread:>24}  {MEANING[name]}"
        if name in limits:
            bar = limits[name]
            most = "ceiling" in bar
            wanted = _number(bar["ceiling" if most else "floor"])
            verdict = "reached" if bar["reached"] else "MISSED"
            line += f": at {'most' if most else 'least'} {wanted}, {verdict}"
        lines.append(line)
    short = result["falls_short"]
    lines.append(f"falls short: {', '.join(short)}" if short else "every bar is reached")
    return "\n".join(lines)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
