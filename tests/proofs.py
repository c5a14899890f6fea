"""Proofs by switching off: each edit of tests/mutations/GAME.toml, and the tests it breaks.

`python tests/proofs.py` (or `make proofs`) tries every edit, two at a time, and writes
docs/rules/GAME_proofs.md; with numbers behind it, only the edits and rows of those statements.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from rulebook import BOOKS, DOCS, ROOT, Book

MUTATIONS = ROOT / "tests" / "mutations"
GAMES = tuple(game for game in BOOKS if (MUTATIONS / f"{game}.toml").exists())
CASE_TEST = "test_cases.py::test_case"
SOUND = "tests/test_proofs.py::test_the_game_runs"
SLOW = ("test_rules_in_play.py", "test_rules_chance.py")  # whole random games, many draws
LARGEST = "western_europe+pacific+russia+north_africa"  # of tests that end in_every_theatre_set

INTRODUCTION = """\
# Each statement switched off

For every statement of the [rule book]({game}.md) the code or data that holds it is changed
(`tests/mutations/{game}.toml` has the edits), the tests and cases that bear its number are run, and
those that then fail are listed. `make check-deep` does so anew and fails when a list is empty;
`make proofs` writes this page. A test with parameters is listed once.

| statement | what the changed game does | tests and cases that fail |
|---|---|---|
"""


@dataclass(frozen=True)
class Edit:
    """One change to the code or the data, and the statements it goes against."""

    game: str
    statements: tuple[str, ...]
    wrong: str
    file: str
    old: str
    new: str

    @property
    def id(self) -> str:
        """Short and unique."""
        return "-".join((self.game, *self.statements))

    @property
    def book(self) -> Book:
        """The rule book of the statements."""
        return BOOKS[self.game]


def read_edits(game: str) -> list[Edit]:
    """All edits of a game, in the order of their statements."""
    edits = tomllib.loads((MUTATIONS / f"{game}.toml").read_text(encoding="utf-8"))["edit"]
    return [
        Edit(game, tuple(e["statements"]), e["wrong"], e["file"], e["old"], e["new"]) for e in edits
    ]


def proofs_page(game: str) -> Path:
    """Where the results of a game stand."""
    return DOCS / f"{game}_proofs.md"


def proofs_of(book: Book, number: str) -> list[str]:
    """The quick tests and the cases that bear a number, as pytest takes them."""
    tests = [
        f"{name}[{LARGEST}]" if name.endswith("in_every_theatre_set") else name
        for name in book.list_tests(number)
        if not name.startswith(SLOW)
    ]
    cases = [f"{CASE_TEST}[{case.id}]" for case in book.list_cases(number)]
    return [f"tests/{book.game}/{name}" for name in tests + cases]


def apply_edit(edit: Edit, envs: Path) -> None:
    """Make the change in a copy of the `envs` folder."""
    path = envs / "warfront" / edit.game / edit.file
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(edit.old, edit.new), encoding="utf-8")


def try_edit(edit: Edit) -> dict[str, list[str]]:
    """Apply an edit to a copy and run what bears its statements: those that fail, by statement.

    An edit that breaks the game itself, not a rule of it, proves nothing: its lists are empty.
    """
    proofs = {number: proofs_of(edit.book, number) for number in edit.statements}
    with tempfile.TemporaryDirectory() as folder:
        envs = Path(folder) / "envs"
        shutil.copytree(ROOT / "envs", envs, ignore=shutil.ignore_patterns("__pycache__"))
        apply_edit(edit, envs)
        sound = f"{SOUND}[{edit.game}]"
        failed = _run(envs, [sound, *sorted({name for names in proofs.values() for name in names})])
    if sound in failed:
        return {number: [] for number in proofs}
    return {
        number: sorted(name for name in names if any(_is_of(one, name) for one in failed))
        for number, names in proofs.items()
    }


def _is_of(node: str, name: str) -> bool:
    """Whether a failure is of this test, with whatever parameters."""
    return node == name or node.startswith(f"{name}[")


def _run(envs: Path, names: list[str]) -> list[str]:
    """The tests that fail against another copy of the environments."""
    roots = [envs, ROOT / "agents", ROOT / "training", ROOT / "tests"]
    settings = {
        "NUMBA_DISABLE_JIT": "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # plugins cost more than the tests
        "PYTHONPATH": os.pathsep.join(map(str, roots)),
    }
    command = [sys.executable, "-m", "pytest", "-q", "-rfE", "--tb=no", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, *names],
        cwd=ROOT,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in (0, 1):
        print(f"pytest could not run:\n{done.stdout}\n{done.stderr}", file=sys.stderr)
        return names[:1]
    lines = [line for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return [line.split(" ", 1)[1].split(" - ")[0] for line in lines]


def _row(edit: Edit, number: str, failed: list[str]) -> str:
    names = [name.split("::")[1].removesuffix(f"[{LARGEST}]") for name in failed]
    tests = [f"`{name}`" for name in names if not name.startswith("test_case[")]
    cases = [name[len("test_case[") : -1] for name in names if name.startswith("test_case[")]
    return f"| {number} | {edit.wrong} | {', '.join([*tests, *cases]) or '**none**'} |"


def read_rows(game: str) -> dict[str, str]:
    """The rows that the page of a game has now, by statement."""
    page = proofs_page(game)
    lines = page.read_text(encoding="utf-8").splitlines() if page.exists() else []
    rows = [line for line in lines if line.startswith("| ")][1:]
    return {line.split(" | ")[0].removeprefix("| "): line for line in rows}


def new_rows(edits: list[Edit]) -> dict[str, str]:
    """Try the edits, two at a time: the rows of what failed, by statement."""
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(try_edit, edits))
    return {
        number: _row(edit, number, failed)
        for edit, found in zip(edits, results, strict=True)
        for number, failed in found.items()
    }


def main(numbers: list[str]) -> None:
    """Try the edits (of some statements) of every game and write down what failed."""
    for game in GAMES:
        edits = [e for e in read_edits(game) if not numbers or set(numbers) & set(e.statements)]
        rows = read_rows(game) | new_rows(edits)
        known = [rule.number for rule in BOOKS[game].statements(False)]
        table = "\n".join(rows[number] for number in known if number in rows)
        text = INTRODUCTION.format(game=game) + table + "\n"
        proofs_page(game).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
