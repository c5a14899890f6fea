"""How the command lines of the pages are run by the tests: as they stand, or in a short form.

A short form is the line itself: `INSTEAD` puts cheap words for costly ones, and `MORE` adds words
behind it, of which the last counts where two say the same. `ELSEWHERE` names what another test or
recipe runs.
"""

import contextlib
import http.client
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
import time
import tomllib
import warnings
import webbrowser
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from doc_blocks import ROOT, split
from warfront_training.cli import main, new_parser
from warfront_training.presets import load_preset


def sets(keys: str) -> str:
    """Keys of a preset as a command line takes them."""
    return " ".join(f"--set {shlex.quote(key)}" for key in keys.split())


LEARNER = "games=4 decisions=8 batch=32 epochs=1 updates_per_turn=1 trunk=16 layers=[16] threads=1"
# What is looked for in a line (its program without a folder), and the words that it gets.
INSTEAD = (
    (r"\bsearch:\d+", "search:1"),
    ("mapmaker opening mini", "mapmaker mini"),  # `test_picture` draws both
)
MORE = (
    (r"^warfront (train|best-response) ", sets(f"{LEARNER} measure_games=2")),
    (r"^warfront train ", sets('steps=32 report_games=2 cross_games=0 baselines=["random"]')),
    (r"^warfront train .*--on ray", sets("runners=1")),
    (r"^warfront best-response ", "--steps 32 --games 2"),
    (r"^warfront (evaluate|balance|cooperation) ", "--games 2 --threads 1"),
    (r"^warfront cooperation ", "--side axis"),
    (r"^warfront scenarios .*--focal", "--games 2 --threads 1"),
    (r"^warfront evaluate .*search:", "--games 1"),
    (r"^warfront tournament (?!--resume)", "--games 2"),
    (r"^warfront tournament .*bot:", "--games 1"),
    (r"^warfront tournament ", "--processes 1"),
    (r"^warfront (balance|best-response) .*--game spring1942", "--option round_limit=1"),
    (r"^warfront balance .*--even", "--within 0.4 --error 0.4"),
    (r"^warfront balance .*--units", "--units germany:infantry"),
    (r"^warfront export ", "--states 20"),
    (r"^warfront replay .*--gif", "--pictures 3"),
    (r"^warfront bench", "--repetitions 1"),
    (r"^warfront web(?!.*--port)", "--port 0"),
    (r"^pip install ", "--dry-run --no-index --disable-pip-version-check"),  # all of it is here
    (r"^python\S* -m venv ", "--without-pip"),
    (r"^python benchmarks/run.py", "--repetitions 1 --seconds 0.01 --peers ./peers"),
    (r"^python benchmarks/run.py(?!.*--only)", "--only copy/"),
    (r"^python benchmarks/run.py(?!.*--out)", "--out build/page.md --report build/report.json"),
)  # fmt: skip
# Status 1 of these says that a bar is missed; of a short form that means nothing.
JUDGES = ("balance", "bench")
# A person who takes the first of the choices for a while, and a program that asks once.
TYPED = {
    "play": "1\n" * 12 + "quit\n",
    "bot": '{"type": "decide", "id": 1, "position": {"turn": "us", "theatres": ["pacific"]}}\n',
}
RAY = "tests/on_ray/test_doc_lines.py, which `make test-ray` runs"
# Lines that are not run here, and what runs them.
ELSEWHERE = {
    "make test": "the recipe that runs this test",
    ".venv-ray/bin/pip install -e '.[train,ray]' -c constraints-ray.txt": "make test-ray",
    ".venv-ray/bin/warfront": RAY,  # and all lines that begin so, and below
    "ray ": RAY,
}


def elsewhere(line: str) -> str | None:
    """What runs a line that is not run here."""
    return next((what for start, what in ELSEWHERE.items() if line.startswith(start)), None)


def short(line: str) -> str:
    """The line in the form in which it is run, its program without a folder."""
    line = re.sub(r"^\S*/bin/", "", line)
    more = [words for pattern, words in MORE if re.search(pattern, line)]
    for pattern, words in INSTEAD:
        line = re.sub(pattern, words, line)
    return " ".join([line, *more])


def carry_out(line: str, patch: pytest.MonkeyPatch) -> None:
    """Run a line of a page in the current folder; it fails where it would fail a reader."""
    if elsewhere(line):
        return
    echoed, pipe, command = line.partition(" | ")
    if pipe:
        assert echoed.startswith("echo ")
        run_warfront(split(short(command)), patch, split(echoed)[1] + "\n")
        return
    check_own_words(re.sub(r"^\S*/bin/", "", line))
    words = split(short(line))
    program = re.sub(r"[\d.]+$", "", words[0]) or words[0]
    assert program in PROGRAMS, f"a command of no known kind: {line}"
    PROGRAMS[program](words, patch)


def check_own_words(line: str) -> None:
    """What the short form would hide: numbers and keys of a preset as the page has them."""
    if not line.startswith("warfront "):
        return
    args = new_parser().parse_args(split(line)[1:])
    for number in re.findall(r"--(?:games|threads|processes|states|steps)[ =](\S+)", line):
        assert int(number) > 0, line
    if args.command == "train" and args.preset:
        load_preset(args.preset, args.set)


def run_warfront(words: list[str], patch: pytest.MonkeyPatch, typed: str | None = None) -> None:
    """A command of ours, in this process."""
    command, said = words[1], io.StringIO()
    with patch.context() as own, contextlib.redirect_stdout(said):
        typed = TYPED.get(command, "") if typed is None else typed
        own.setattr(sys, "stdin", keys := io.TextIOWrapper(io.BytesIO(typed.encode())))
        if command == "bench":
            measure_briefly(own)
        status = show_page(words, own, said) if command == "web" else main(words[1:])
        assert not typed or keys.buffer.tell(), "nobody was asked"
    assert status in ((0, 1) if command in JUDGES else (0,)), (words, status)
    if "--json" in words:
        json.loads(said.getvalue())
    if command == "bot":
        assert json.loads(said.getvalue())["id"] == 1


def show_page(words: list[str], patch: pytest.MonkeyPatch, said: io.StringIO) -> int:
    """The page's server: started, asked once over the loopback interface, and stopped."""
    import uvicorn

    started: list[Any] = []
    opened: list[str] = []
    ended: list[int] = []

    class Server(uvicorn.Server):
        def __init__(self, config: Any) -> None:
            super().__init__(config)
            started.append(self)

    patch.setattr(uvicorn, "Server", Server)
    patch.setattr(webbrowser, "open", opened.append)
    thread = threading.Thread(target=lambda: ended.append(main(words[1:])))
    thread.start()
    while thread.is_alive() and not (started and started[0].started):
        time.sleep(0.01)
    assert started, said.getvalue()
    try:
        port, path = re.findall(r"http://127\.0\.0\.1:(\d+)(/\S+)", said.getvalue())[0]
        line = http.client.HTTPConnection("127.0.0.1", int(port), timeout=60)
        line.request("GET", path)
        assert b"<script" in line.getresponse().read()
        line.close()
    finally:
        started[0].should_exit = True
        thread.join()
    assert bool(opened) == ("--no-browser" not in words)
    return ended[0]


def measure_briefly(patch: pytest.MonkeyPatch) -> None:
    """The parts of the benchmark in this process, each for a moment and with a small learner."""
    from warfront_training import bench, bench_parts, presets

    whole = presets.load_preset
    patch.setattr(bench_parts, "SECONDS", 0.02)
    patch.setattr(bench_parts, "STAFF_WARM_UP", 100)
    patch.setitem(bench_parts.GAMES, "battlecards", 16)
    patch.setattr(
        presets, "load_preset", lambda name, more=(): whole(name, [*more, *LEARNER.split()])
    )

    def measure(part: str, options: dict[str, Any], seed: int) -> dict[str, float]:
        figures = bench_parts.PARTS[part](seed, options)
        return {"seconds": 1.0} if "now" in figures else figures

    patch.setattr(bench, "_measure", measure)


def recipe(words: list[str], stale: str = "") -> list[str]:
    """The commands that `make` would run, its environments being there but for a stale one."""
    if shutil.which("make") is None:
        pytest.skip("no make here")
    there = [
        f"{name}/.installed" for name in (".venv", ".venv-bench", ".venv-ray") if name != stale
    ]
    command = ["make", "--no-print-directory", "--dry-run", *(f"-o{file}" for file in there)]
    command += ["-W", "pyproject.toml"] if stale else []
    settings = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    done = subprocess.run(
        [*command, *words], cwd=ROOT, env=settings, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.replace("\\\n", " ").splitlines()


def run_make(words: list[str], patch: pytest.MonkeyPatch) -> None:
    """Every command of the recipe as if it stood in the page."""
    for line in recipe(words[1:]):
        carry_out(line, patch)


def run_python(words: list[str], patch: pytest.MonkeyPatch) -> None:
    """A module or a script, in a process of its own; boards are drawn where they do no harm."""
    if words[1:3] == ["-m", "warfront.spring1942.mapmaker"]:
        draw_boards(words[3:], patch)
    else:
        subprocess.run([sys.executable, *words[1:]], check=True)


def draw_boards(names: list[str], patch: pytest.MonkeyPatch) -> None:
    """Draw the boards anew from copies of their sources: they are those that ship."""
    from warfront.spring1942 import board, mapmaker

    shipped = board.FOLDER
    shutil.copytree(shipped, "boards", ignore=shutil.ignore_patterns("*.json"))
    patch.setattr(mapmaker, "FOLDER", Path("boards"))
    mapmaker.main(names)
    for name in names:
        assert (
            Path("boards", f"{name}.json").read_bytes() == (shipped / f"{name}.json").read_bytes()
        )


def run_pip(words: list[str], _: pytest.MonkeyPatch) -> None:
    """pip finds the extra, and all that it needs among what is installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    known = set(project["optional-dependencies"])
    wanted = re.fullmatch(r"warfront\[([\w,]+)\]", words[2])
    assert words[1] == "install" and wanted and set(wanted[1].split(",")) <= known, words
    assert all(word.startswith("--") for word in words[3:]), words
    if set(metadata.metadata("warfront").get_all("Provides-Extra", [])) != known:
        warnings.warn("installed from an older pyproject.toml: `make install`", stacklevel=1)
        return
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True)
    assert done.returncode == 0 and "WARNING" not in done.stderr, done.stderr


def enter_environment(words: list[str], _: pytest.MonkeyPatch) -> None:
    """In a shell that has read `activate` the command is found."""
    subprocess.run(["sh", "-c", f". {words[1]} && command -v warfront"], check=True)


PROGRAMS: dict[str, Callable[[list[str], pytest.MonkeyPatch], None]] = {
    "warfront": run_warfront,
    "make": run_make,
    "python": run_python,
    "pip": run_pip,
    ".": enter_environment,
}
