"""docs/benchmarks.md and its plot from the report of a run."""

import statistics
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from plan import WHOLE, battlecards, spring1942

Report = dict[str, Any]
COLOURS = {"ours": "#1f5f8b", "peer": "#b9b4a7"}
FEW = 30  # games that must end in a measurement, and each of a batch twice: all begin at once
NAMES = {  # parts of `warfront bench`, each beside its peer in one process
    "aec_raw": "**Battlecards**, 4 seats, AEC raw_env",
    "aec_env": "**Battlecards**, 4 seats, AEC env",
    "connect_four_raw": "pettingzoo/connect_four/raw_env, beside ours",
    "connect_four_env": "pettingzoo/connect_four/env, beside ours",
    "train": "**training**, our PPO, learner decisions",
    "train_connect_four": "training, MaskablePPO and connect_four",
}


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def words(part: str) -> str:
    """A part's name for a reader."""
    kind, *rest = part.split("/")
    if kind != "batch":
        return NAMES.get(part, part)
    name, options, games, threads = rest
    seats = 2 * options.count('"') // 2 - 2 if name == "battlecards" else 5
    title = "Battlecards" if name == "battlecards" else "Spring 1942"
    return f"**{title}**, {seats} seats, batch of {games}, {threads} thread{'s' * (threads != '1')}"


def rates(report: Report, part: str) -> list[float]:
    return [row["rate"] for row in report["parts"].get(part, []) if "rate" in row]


def bars_table(report: Report) -> str:
    rows = []
    for bar in report["bars"]:
        peer = NAMES.get(bar["peer"], bar["peer"])
        if bar["reached"] is None:
            rows.append((bar["bar"], peer, f"{bar['times']:g}", "not measured", ""))
            continue
        told = f"{number(bar['median'])} ({number(bar['least'])} to {number(bar['most'])})"
        verdict = "reached" if bar["reached"] else "**missed**"
        rows.append((bar["bar"], peer, f"{bar['times']:g}", told, verdict))
    return table(("ours", "over", "bar", "times as quick, median (least to most)", ""), rows)


def spread(some: Sequence[float]) -> str:
    return f"{number(statistics.median(some))} ({number(min(some))} to {number(max(some))})"


def whole_table(report: Report) -> str:
    """Ours on two threads over a peer on every core, repetition by repetition."""
    rows = []
    for ours, peer in WHOLE:
        some = rates(report, f"whole/{peer}")
        ratios = [a / b for a, b in zip(rates(report, ours), some, strict=False)]
        if ratios:
            rows.append((words(ours), peer, spread(some), spread(ratios)))
    head = ("ours", "over", "the peer's decisions a second", "times as quick")
    return table(head, rows)


def games_a_second(part: str, found: Sequence[dict[str, Any]]) -> str:
    """The median; empty where too few games ended to tell."""
    kind, *rest = part.split("/")
    batch = int(rest[{"pgx": 1, "batch": 2}[kind]]) if kind in ("pgx", "batch") else 1
    if min(row.get("games", 0) for row in found) < max(FEW, 2 * batch):
        return ""
    return f"{statistics.median(row['games'] / row['seconds'] for row in found):,.1f}"


def lengths(report: Report) -> str:
    """Decisions that a random game takes, from a batch that plays many one after the other."""
    told = []
    for part, title in ((battlecards(64), "Battlecards with eight seats"),
                        (spring1942(64), "Spring 1942")):  # fmt: skip
        row = report["parts"].get(part, [{}])[0]
        if row.get("games", 0) >= 2 * 64:
            told.append(f"{title} about {row['decisions'] / row['games']:,.0f}")
    return "; ".join(told) or "not measured"


def environment_share(report: Report) -> str:
    """What is left to the environment of the time of our training."""
    found = [row["environment"] for row in report["parts"].get("train", []) if "environment" in row]
    if not found:
        return "not measured"
    return f"{statistics.median(found):.1%} ({min(found):.1%} to {max(found):.1%})"


def rates_table(report: Report) -> str:
    """All repeated parts, the quickest first."""
    rows = []
    for part, found in report["parts"].items():
        if part.startswith("whole/"):
            continue
        some = rates(report, part)
        if not some or len(found) < report["repetitions"]:
            failed = next((row["failed"] for row in found if "failed" in row), "")
            if failed:
                rows.append(
                    (0.0, (words(part), "failed: " + failed[:80].replace("|", "/"), *[""] * 3))
                )
            continue
        last = found[-1]
        told = spread(some)
        games = games_a_second(part, found)
        size = [str(int(last[key])) if key in last else "" for key in ("actions", "observation")]
        rows.append((statistics.median(some), (words(part), told, games, *size)))
    head = (
        "what",
        "decisions a second, median (least to most)",
        "games a second",
        "mask",
        "observation",
    )
    return table(head, [row for _, row in sorted(rows, key=lambda row: -row[0])])


def growth_table(report: Report) -> str:
    """How the batches grow with the number of games, of seats and of threads."""
    rows = []
    for part, found in report["parts"].items():
        some = rates(report, part)
        if part.startswith("batch/") and some:
            last = found[-1]
            memory = (
                f"{last['game_bytes'] / 1024:.1f} KiB ({last['state_bytes'] / 1024:.1f} the state)"
            )
            order = (part.split("/")[1], part.split("/")[2], int(part.split("/")[3]))
            rows.append((order, (words(part), number(statistics.median(some)), memory)))
    return table(("batch", "decisions a second", "memory a game"), [row for _, row in sorted(rows)])


def rounds_table(report: Report) -> str:
    """Decisions a second by the round that the games are in."""
    lines = []
    for part, found in report["parts"].items():
        if part.startswith("rounds/") and found[0].get("by_round"):
            by_round = list(found[0]["by_round"].items())
            some = by_round[:: max(1, len(by_round) // 8)]
            told = ", ".join(f"round {k}: {number(v)}" for k, v in some)
            lines.append(f"- {part.split('/')[1]}: {told}")
    return "\n".join(lines)


def middle(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The median of every figure over the repetitions that did not fail."""
    rows = [row for row in rows if "failed" not in row]
    return {key: _median([row[key] for row in rows]) for key in rows[0]} if rows else {}


def _median(found: list[Any]) -> Any:
    if isinstance(found[0], dict):
        return {key: _median([row[key] for row in found]) for key in found[0]}
    return statistics.median(found)


def where_table(report: Report) -> str:
    """Nanoseconds a decision by what they are spent on, beside the floor."""
    copied = middle(report["parts"].get("copy/", [])).get("bytes_a_second")
    lines = []
    for part, found in report["parts"].items():
        row = middle(found)
        if not part.startswith("where/") or "nanoseconds" not in row or copied is None:
            continue
        title = part.split("/")[1]
        spent, size = row["nanoseconds"], row["bytes_written"]
        writing = size / copied["in the caches"] * 1e9
        floor = writing + spent["random choice"]
        whole = spent["whole step"]
        lines += [
            (title, what, f"{value:,.0f}", f"{value / whole:.0%}") for what, value in spent.items()
        ]
        lines += [(title, f"alone: {k}", f"{value:,.0f}", "") for k, value in row["alone"].items()]
        draws = row["draws"]
        chance = f"alone: {draws['a decision']:.2f} draws of chance"
        lines.append((title, chance, f"{draws['nanoseconds']:,.1f}", ""))
        lines.append((title, f"alone: writing {size:,} bytes", f"{writing:,.0f}", ""))
        lines.append((title, "**floor**: writing them, and the choice", f"**{floor:,.0f}**", ""))
        lines.append((title, "a whole step over the floor", f"**{whole / floor:.1f} times**", ""))
    return table(("game", "what", "nanoseconds a decision", "of the step"), lines)


def plot(report: Report, path: Path) -> None:
    """Bars of all medians on a logarithmic axis, with the spread."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
    from matplotlib.patches import Patch

    rows = sorted(
        (statistics.median(some), min(some), max(some), words(part).replace("*", ""), part)
        for part in report["parts"]
        if len(some := rates(report, part)) == report["repetitions"]
        and not part.startswith(("train", "whole/"))
    )
    figure, axes = pyplot.subplots(figsize=(9, 0.24 * len(rows) + 1))
    ours = ["batch" in row[4] or row[4].startswith("aec") for row in rows]
    axes.barh(
        [row[3] for row in rows],
        [row[0] for row in rows],
        xerr=[[row[0] - row[1] for row in rows], [row[2] - row[0] for row in rows]],
        color=[COLOURS["ours" if own else "peer"] for own in ours],
        error_kw={"linewidth": 0.8, "ecolor": "#333333"},
    )
    axes.legend(
        handles=[
            Patch(color=COLOURS["ours"], label="warfront"),
            Patch(color=COLOURS["peer"], label="peers"),
        ],
        loc="lower right",
    )
    axes.set_xscale("log")
    axes.set_xlabel("decisions a second, random legal play, mask and observation included")
    axes.tick_params(axis="y", labelsize=7)
    axes.margins(y=0.01)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=130, metadata={"Software": None})
    pyplot.close(figure)


def command(report: Report, more: str = "") -> str:
    """What measures the same again."""
    words = " ".join(f"--{key} {report[key]:g}" for key in ("repetitions", "seconds", "seed"))
    return f'make bench BENCH_ARGS="{words}{more}"'


def run_again(report: Report) -> str:
    """Which parts later runs measured anew, and how; empty where none did."""
    told = [
        f" Parts named {parts} were measured in a run of their own, by"
        f" `{command(report, f' --again --only {parts}')}`."
        for parts in report.get("again", [])
    ]
    return "".join(told)


def write(report: Report, path: Path) -> None:
    """The page, and beside it img/benchmarks.png."""
    plot(report, path.parent / "img" / "benchmarks.png")
    versions = ", ".join(f"{name} {version}" for name, version in report["versions"].items())
    compiled = ", ".join(f"{k}: {v:.3g} s" for k, v in report["compile_seconds"].items())
    machine = report["machine"]
    text = f"""# Speed beside other environments

Written by `make bench`, which installs the peers at pinned versions
([peers.txt](../benchmarks/peers.txt)) in an environment of their own and measures them and warfront
in turn, here by `{command(report)}`.{run_again(report)}
Repetitions are interleaved, on one core but where two threads are named (training computes on one
thread, on whichever core). The AEC pairs that the bars compare take 1.5 s each and training a turn
of learning, whatever `--seconds` says. Everybody plays uniformly random legal moves of whole games,
resets included, with the legal mask and the full observation taken at every decision, by the
quickest calls of its library. Of warfront's decisions only those with two or more
legal actions count. Every figure of every repetition stands in
[report.json](../benchmarks/report.json).

{machine["processor"]}, {machine["cores"]} threads, Python {report["python"]}; {versions}.

## Bars
{bars_table(report)}

The environment's share of the processor time of our training: {environment_share(report)}.

## The whole machine
Warfront in one process on two threads; of each peer a process on each of the {machine["cores"]}
cores, side by side, pinned there, their decisions added up.

{whole_table(report)}

## All rates
![Decisions a second](img/benchmarks.png)

{rates_table(report)}

`mask` and `observation` are how many numbers each writes; games a second stand only where {FEW} or
more, and each of a batch twice, ended while a part was measured. Decisions of a random game:
{lengths(report)}.

## How warfront grows
Battlecards has two seats a theatre: 2, 4, 6 and 8 seats are 1, 2, 3 and 4 theatres. The games of a
batch begin together, so batches of 4,096 and 16,384 are still in the first tenth of theirs here.

{growth_table(report)}

By the round that the games are in (a batch of 64, one thread):

{rounds_table(report)}

From the start of a process to its first step: {compiled}.

## Where the time goes
One thread, a batch of 256 in the middle of its games. The floor is what it costs to write mask and
observation at the copying speed measured beside it, and to draw one of the legal moves from
the mask; what the move does to the game counts as nothing. The aim is 5 times the floor. Each
figure is the median of {report["repetitions"]} repetitions. The parts of a step add up: the next
mask is made within the move, chance is a draw or a die inside it, and Spring 1942 writes of an
observation only what has changed. What stands `alone` is made whole, time after time.

{where_table(report)}

What is left above the floor in Spring 1942: whether every fighter still finds a deck is a matching
that most moves of carriers and many flights over the sea ask anew; which of the spaces with own
pieces can move is asked of each, and branches that nobody can foretell cost more there than
numbers. In Battlecards most of a step is a whole observation: rows of cards are copied, and the
cards of 64 rows added up, at every decision.
"""
    path.write_text(text, encoding="utf-8")
