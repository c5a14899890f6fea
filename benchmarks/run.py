"""Measure the peers and warfront in turn, in one run: `make bench`.

Writes report.json (every figure of every repetition) and docs/benchmarks.md with its plot. Each
part runs in a process of its own, pinned to one core where the system can (but what uses two
threads); repetitions are interleaved, so that a machine that slows down slows both.
"""

import argparse
import importlib.metadata
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import page
from plan import BARS, ONCE, OURS, PAIRS, PEERS, WHERE, WHOLE
from tqdm import tqdm

HERE = Path(__file__).parent
Rows = dict[str, list[dict[str, Any]]]


def command(part: str, seconds: float, seed: int, peers: str) -> list[str]:
    """How a part is started: peers by the interpreter of their own environment."""
    if part in PAIRS:
        return [sys.executable, "-m", "warfront_training.bench_parts", part, str(seed), "@"]
    if part in PEERS:
        return [peers, str(HERE / "peers.py"), part, str(seconds), str(seed)]
    return [sys.executable, str(HERE / "ours.py"), part, str(seconds), str(seed)]


def measure(part: str, seconds: float, seed: int, peers: str, core: int = 0) -> dict[str, Any]:
    """The figures of one part, or `failed` with the last line it said."""
    if part.startswith("whole/"):
        return measure_whole(part.removeprefix("whole/"), seconds, seed, peers)
    words = command(part, seconds, seed, peers)
    if words[-1] == "@":
        words[-1] = json.dumps({"game" if part.startswith("aec") else "name": "battlecards"})
    threads = 2 if part.endswith("/2") and part.startswith("batch") else 1
    if threads == 1 and shutil.which("taskset") and not part.startswith("train"):
        words = ["taskset", "-c", str(core), *words]
    begun = time.perf_counter()
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        return {"failed": lines[-1]}
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    for key in ("steps", "decisions"):
        if part in PAIRS and key in figures:
            figures["rate"] = figures[key]
    if "seconds" in figures and "decisions" in figures:
        figures["rate"] = figures["decisions"] / figures["seconds"]
    figures["process_seconds"] = time.perf_counter() - begun
    return figures


def measure_whole(peer: str, seconds: float, seed: int, peers: str) -> dict[str, Any]:
    """A peer in a process on each core, side by side: their decisions a second together."""
    cores = os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as pool:
        started = [
            pool.submit(measure, peer, seconds, seed + 1000 * core, peers, core)
            for core in range(cores)
        ]
    found = [each.result() for each in started]
    failed = [each for each in found if "failed" in each]
    if failed:
        return failed[0]
    return {"rate": sum(each["rate"] for each in found), "processes": cores}


def rate(rows: Rows, part: str) -> list[float | None]:
    """Decisions a second of a part in all repetitions; of the quickest where it names several.

    None stands for a repetition that failed.
    """
    names = [
        name for name in rows if name == part or (part.endswith("/") and name.startswith(part))
    ]
    found = [[row.get("rate") for row in rows[name]] for name in names]
    return max(found, key=lambda rates: statistics.median([r or 0.0 for r in rates]), default=[])


def judge(rows: Rows) -> list[dict[str, Any]]:
    """Each bar with the median and the spread of the ratios, repetition by repetition."""
    told = []
    for bar in BARS:
        pairs = zip(rate(rows, bar.ours), rate(rows, bar.peer), strict=False)
        ratios = [a / b for a, b in pairs if a and b]
        if not ratios:
            told.append({"bar": bar.words, "peer": bar.peer, "times": bar.times, "reached": None})
            continue
        told.append(
            {
                "bar": bar.words,
                "peer": bar.peer,
                "times": bar.times,
                "median": statistics.median(ratios),
                "least": min(ratios),
                "most": max(ratios),
                "reached": statistics.median(ratios) >= bar.times,
            }
        )
    return told


def versions(peers: str) -> dict[str, str]:
    """Versions of what was measured and of what runs it."""
    names = ("pettingzoo", "rlcard", "open_spiel", "pgx", "jax", "catanatron", "catanatron_gym")
    told = f"[n + '=' + m.version(n) for n in {names!r}]"
    asked = f"import importlib.metadata as m; print(*{told})"
    done = subprocess.run([peers, "-c", asked], capture_output=True, text=True)
    found = dict(word.split("=") for word in done.stdout.split())
    ours = ("warfront", "numba", "numpy", "torch", "stable_baselines3", "sb3_contrib", "pettingzoo")
    return found | {f"{name} (ours)": importlib.metadata.version(name) for name in ours}


def processor() -> str:
    """What the system calls its processor."""
    known = Path("/proc/cpuinfo")
    lines = known.read_text().splitlines() if known.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def compile_times() -> dict[str, float]:
    """Seconds from the start of a process to its first step, cold and warm, of both games."""
    import tempfile

    told = {}
    for name in ("battlecards", "spring1942"):
        with tempfile.TemporaryDirectory() as empty:
            for state in ("cold", "warm"):
                begun = time.time()
                done = subprocess.run(
                    [sys.executable, "-m", "warfront_training.bench_parts", "start", "0",
                     json.dumps({"name": name})],
                    env={**os.environ, "WARFRONT_CACHE": empty}, check=True, capture_output=True,
                )  # fmt: skip
                told[f"{name} {state}"] = json.loads(done.stdout)["now"] - begun
    return told


def is_named(part: str, words: Sequence[str]) -> bool:
    """Whether the name of a part holds one of these words."""
    return any(word in part for word in words)


def renewed(kept: Path, report: dict[str, Any], parts: Sequence[str]) -> dict[str, Any]:
    """A report that is there already, with the parts of a later one in the place of its own."""
    old: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
    rows = {**old["parts"], **report["parts"]}
    return {
        **old,
        "parts": rows,
        "bars": judge(rows),
        "again": [*old.get("again", []), " ".join(parts)],
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, judge and write: 0 when every bar is reached, or left out by --only, else 1."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peers", default=".venv-bench/bin/python", help="the peers' Python")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each measurement")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--only", nargs="+", default=[""], help="parts whose names hold one of these"
    )
    parser.add_argument(
        "--again", action="store_true",
        help="with --only: measure these parts anew, and keep the others as --report has them",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, default=Path("docs/benchmarks.md"))
    parser.add_argument("--report", type=Path, default=Path("benchmarks/report.json"))
    args = parser.parse_args(arguments)
    if args.repetitions < 1 or args.seconds <= 0:
        parser.error("measure 1 time or more, for more than 0 seconds")
    some = args.only != [""]
    if args.again and not (some and args.report.is_file()):
        parser.error("--again wants --only PARTS, and a report that is there already")
    whole = dict.fromkeys(f"whole/{peer}" for _, peer in WHOLE)
    repeated = [
        part for part in (*PAIRS, *PEERS, *OURS, *whole, *WHERE) if is_named(part, args.only)
    ]
    plan = [part for _ in range(args.repetitions) for part in repeated]
    plan += [part for part in ONCE if is_named(part, args.only)]
    rows: Rows = {}
    with tqdm(plan, file=sys.stderr, disable=not sys.stderr.isatty()) as bar:
        for part in bar:
            bar.set_description(part[:40])
            seed = args.seed + len(rows.get(part, []))
            rows.setdefault(part, []).append(measure(part, args.seconds, seed, args.peers))
    report = {
        "machine": {
            "processor": processor(),
            "cores": os.cpu_count(),
        },
        "python": platform.python_version(),
        "versions": versions(args.peers),
        "repetitions": args.repetitions,
        "seconds": args.seconds,
        "seed": args.seed,
        "compile_seconds": {} if some else compile_times(),
        "bars": judge(rows),
        "parts": rows,
    }
    if args.again:
        report = renewed(args.report, report, args.only)
    args.report.parent.mkdir(parents=True, exist_ok=True)
    args.report.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    page.write(report, args.out)
    print(page.bars_table(report))
    missed = [bar for bar in report["bars"] if not bar["reached"]]
    left_out = [bar for bar in missed if bar["reached"] is None and some]
    return 1 if len(missed) > len(left_out) else 0


if __name__ == "__main__":
    sys.exit(main())
