"""How often the code of each statement of Battlecards runs in whole games, and in its own cases.

`python tests/statement_runs.py [games]` (or `make statement-runs`) plays that many games, half of
them random and half between staff agents, over all theatre sets, in a copy of the code with a
counter for each statement (tests/counters says where), and writes docs/rules/battlecards_runs.md.
Statements that none of them reached are looked for in the cases that bear their numbers.
"""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rulebook import BOOKS, DOCS, ROOT

COUNTERS = ROOT / "tests" / "counters"
PAGE = DOCS / "battlecards_runs.md"
BOOK = BOOKS["battlecards"]
GAMES = 100_000
AGENTS = ("random", "staff")
PACKAGE = "warfront/battlecards"
FIELD = '        ("dice", np.uint8, (DICE,)),\n'
RESTART = "        states[i] = blank[0]\n"

INTRODUCTION = """\
# How often each statement runs

Counted in {random:,} random games and {staff:,} games between staff agents, over all 15 theatre
sets, by a counter at the code of each statement of the [rule book](battlecards.md) and, where that
code serves more than the statement, on the condition that the statement has come to bear
(`tests/counters/battlecards.toml`). What no game reached is reached by the cases named, as often
as stated. `make statement-runs` writes this page; `make check-deep` plays fewer games.

| statement | random games | staff games | cases |
|---|---|---|---|
"""


@dataclass(frozen=True)
class Place:
    """Where a statement's code is: a counter goes before a line of a function."""

    number: str
    file: str
    function: str
    line: str
    when: str


def read_places() -> tuple[dict[str, str], list[Place]]:
    """Statements that have no code in a game, with the reason; the places of all others."""
    content = tomllib.loads((COUNTERS / "battlecards.toml").read_text(encoding="utf-8"))
    places = []
    for number, (where, line, when) in content["ran"].items():
        module, function = where.split(".")
        places.append(Place(number, f"{module}.py", function, line, when))
    return content["told"], places


def find_line(tree: ast.Module, lines: list[str], place: Place) -> tuple[int, int]:
    """Before which line of a file a counter goes, from 0, and how far in."""
    functions = [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name == place.function
    ]
    assert len(functions) == 1, f"{place.number}: no function {place.function} in {place.file}"
    body = functions[0].body
    if not place.line:
        return body[1].lineno - 1, body[1].col_offset  # after the docstring
    text = place.line.removeprefix("^")
    found = [
        node
        for node in ast.walk(functions[0])
        if isinstance(node, ast.stmt) and lines[node.lineno - 1].strip().startswith(text)
    ]
    assert len(found) == 1, f"{place.number}: {text!r} begins {len(found)} statements"
    node: ast.stmt = found[0]
    if isinstance(node, ast.If | ast.For | ast.While) and not place.line.startswith("^"):
        node = node.body[0]
    return node.lineno - 1, node.col_offset


def count_in(path: Path, places: list[tuple[int, Place]]) -> None:
    """Put counters into a file."""
    text = path.read_text(encoding="utf-8")
    lines, tree = text.splitlines(), ast.parse(text)
    inserts: list[tuple[int, str]] = []
    for counter, place in places:
        at, column = find_line(tree, lines, place)
        call = f"ran(state, {counter})"
        inserts.append((at, " " * column + (f"if {place.when}:" if place.when else call)))
        if place.when:
            inserts.append((at, " " * (column + 4) + call))
    last = max(node.end_lineno or 0 for node in tree.body if isinstance(node, ast.ImportFrom))
    inserts.append((last, f"from {PACKAGE.replace('/', '.')}.marks import {', '.join(_words())}"))
    for at in sorted({at for at, _ in inserts}, reverse=True):
        lines[at:at] = [line for where, line in inserts if where == at]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@cache
def _words() -> list[str]:
    """All names that the file of marks defines, or takes from elsewhere for the conditions."""
    words: list[str] = []
    for node in ast.parse((COUNTERS / "marks.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            words.append(node.name)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
            words += [name.id for name in node.targets[0].elts if isinstance(name, ast.Name)]
        elif (
            isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("warfront")
        ):
            words += [alias.name for alias in node.names if alias.name != "kernel"]
    return words


def replace(path: Path, old: str, new: str) -> None:
    """Change a text that stands once in a file."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path.name}: {old!r}"
    path.write_text(text.replace(old, new), encoding="utf-8")


@contextmanager
def counted_copy(plain: bool) -> Iterator[Path]:
    """A copy of `envs` that counts: in the states, or (plain Python) in `marks.PLAIN`."""
    _, places = read_places()
    with tempfile.TemporaryDirectory() as folder:
        envs = Path(folder) / "envs"
        shutil.copytree(ROOT / "envs", envs, ignore=shutil.ignore_patterns("__pycache__"))
        game = envs / PACKAGE
        shutil.copy(COUNTERS / "marks.py", game / "marks.py")
        by_file: dict[str, list[tuple[int, Place]]] = defaultdict(list)
        for counter, place in enumerate(places):
            by_file[place.file].append((counter, place))
        for file, found in by_file.items():
            count_in(game / file, found)
        if plain:
            replace(game / "marks.py", "state.ran[number] += 1", "PLAIN[number] += 1")
        else:
            size = f"{FIELD}        ('ran', np.int64, ({len(places)},)),\n"
            replace(game / "state.py", FIELD, size)
            keep = "            blank[0].ran[k] = states[i].ran[k]\n"
            loop = f"        for k in range({len(places)}):\n{keep}{RESTART}"
            replace(game / "engine.py", RESTART, loop)
        for path in game.glob("*.py"):
            os.utime(path, (0, 0))  # the same copy again finds what was compiled for it
        yield envs


def run_copy(envs: Path, plain: bool, *words: str) -> dict[str, list[int]]:
    """What tests/counters/count.py prints, run against a copy."""
    roots = [envs, ROOT / "agents", ROOT / "training", ROOT / "tests"]
    settings = {"PYTHONPATH": os.pathsep.join(map(str, roots))}
    if plain:
        settings["NUMBA_DISABLE_JIT"] = "1"
    command = [sys.executable, str(COUNTERS / "count.py"), *words]
    done = subprocess.run(
        command, env={**os.environ, **settings}, check=True, stdout=subprocess.PIPE, text=True
    )
    found: dict[str, list[int]] = json.loads(done.stdout)
    return found


def count_games(games: int) -> dict[str, dict[str, int]]:
    """By statement: how often its code ran in the games of each kind, half of them each."""
    _, places = read_places()
    with counted_copy(plain=False) as envs:
        found = run_copy(envs, False, "games", str(games // 2))
    return {
        place.number: {agent: found[agent][counter] for agent in AGENTS}
        for counter, place in enumerate(places)
    }


def count_cases(numbers: list[str]) -> dict[str, dict[str, int]]:
    """By statement: how often each case that bears its number runs its code, where it does."""
    _, places = read_places()
    counter = {place.number: at for at, place in enumerate(places)}
    wanted = {case.id for number in numbers for case in BOOK.list_cases(number)}
    if not wanted:
        return {number: {} for number in numbers}
    with counted_copy(plain=True) as envs:
        found = run_copy(envs, True, "cases", *sorted(wanted))
    return {
        number: {
            case.id: found[case.id][counter[number]]
            for case in BOOK.list_cases(number)
            if found[case.id][counter[number]]
        }
        for number in numbers
    }


def write(games: int, runs: Mapping[str, Mapping[str, int]]) -> None:
    """Write the page."""
    told, _ = read_places()
    silent = [number for number, found in runs.items() if not any(found.values())]
    cases = count_cases(silent)
    rows = []
    for statement in BOOK.statements(False):
        number = statement.number
        if number in told:
            rows.append(f"| {number} | | | no code of its own: {told[number]} |")
            continue
        named = ", ".join(f"{case} ({n})" for case, n in cases.get(number, {}).items())
        if number in silent and not named:
            named = "**none**"
        random, staff = (f"{runs[number][agent]:,}" for agent in AGENTS)
        rows.append(f"| {number} | {random} | {staff} | {named} |")
    head = INTRODUCTION.format(random=games // 2, staff=games // 2)
    PAGE.write_text(head + "\n".join(rows) + "\n", encoding="utf-8")


def read_games() -> int:
    """How many games the page says it is of."""
    found = re.search(
        r"^Counted in ([\d,]+) random games and ([\d,]+) games between staff agents,",
        PAGE.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    return sum(int(number.replace(",", "")) for number in found.groups()) if found else 0


def read_rows() -> dict[str, tuple[int, int, str]]:
    """By statement: what the page says of random games, staff games and cases."""
    found = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 4 and cells[0].isdecimal():
            random, staff = (int(cell.replace(",", "") or 0) for cell in cells[1:3])
            found[cells[0]] = (random, staff, cells[3])
    return found


if __name__ == "__main__":
    total = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    write(total, count_games(total))
