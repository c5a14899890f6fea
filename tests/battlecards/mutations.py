"""Proofs by switching off: each edit of tests/mutations/battlecards.toml, and the tests it breaks.

`python tests/battlecards/mutations.py` (or `make proofs`) tries every edit, two at a time, and writes
docs/rules/proofs.md; with numbers behind it, only the edits of those statements, to the screen.
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

from battlecards.rulebook import ROOT, list_cases, list_tests

EDITS = ROOT / "tests" / "mutations" / "battlecards.toml"
PAGE = ROOT / "docs" / "rules" / "proofs.md"
CASE_TEST = "test_cases.py::test_case"
SOUND = "test_mutations.py::test_the_game_runs"
SLOW = ("test_rules_in_play.py", "test_rules_chance.py")  # whole random games, many draws

INTRODUCTION = """\
# Each statement switched off

For every statement of the [rule book](battlecards.md) the code or card file that holds it is changed
(`tests/mutations/battlecards.toml` has the edits), the tests and cases that bear its number are run,
and those that then fail are listed. `make check-deep` does so anew and fails when a list is empty;
`make proofs` writes this page. A test runs several times where it has parameters; it is listed once.

| statement | what the changed game does | tests and cases that fail |
|---|---|---|
"""


@dataclass(frozen=True)
class Edit:
    """One change to the code or the cards, and the statements it goes against."""

    statements: tuple[str, ...]
    wrong: str
    file: str
    old: str
    new: str

    @property
    def id(self) -> str:
        """Short and unique."""
        return "-".join(self.statements)


def read_edits() -> list[Edit]:
    """All edits, in the order of their statements."""
    edits = tomllib.loads(EDITS.read_text(encoding="utf-8"))["edit"]
    return [
        Edit(tuple(e["statements"]), e["wrong"], e["file"], e["old"], e["new"]) for e in edits
    ]


def proofs_of(number: str) -> list[str]:
    """The quick tests and the cases that bear a number, as pytest takes them."""
    tests = [name for name in list_tests(number) if not name.startswith(SLOW)]
    cases = [f"{CASE_TEST}[{case.id}]" for case in list_cases(number)]
    return [f"tests/battlecards/{name}" for name in tests + cases]


def apply_edit(edit: Edit, envs: Path) -> None:
    """Make the change in a copy of the `envs` folder; `old` must stand there exactly once."""
    path = envs / "warfront" / "battlecards" / edit.file
    text = path.read_text(encoding="utf-8")
    if text.count(edit.old) != 1:
        raise ValueError(f"{edit.file} has {edit.old!r} {text.count(edit.old)} times, not once")
    path.write_text(text.replace(edit.old, edit.new), encoding="utf-8")


def try_edit(edit: Edit) -> dict[str, list[str]]:
    """Apply an edit to a copy and run what bears its statements: those that fail, by statement."""
    with tempfile.TemporaryDirectory() as folder:
        envs = Path(folder) / "envs"
        shutil.copytree(ROOT / "envs", envs, ignore=shutil.ignore_patterns("__pycache__"))
        apply_edit(edit, envs)
        failed = _run(envs, {proof for number in edit.statements for proof in proofs_of(number)})
    if SOUND in failed:  # then the rest proves nothing
        failed = set()
    return {
        number: sorted({name for name in failed if _bears(name, number)})
        for number in edit.statements
    }


def _bears(name: str, number: str) -> bool:
    return f"tests/battlecards/{name}" in proofs_of(number)


def _run(envs: Path, proofs: set[str]) -> set[str]:
    """The tests that fail against another copy of the environments, without their parameters."""
    roots = [envs, ROOT / "agents", ROOT / "training", ROOT / "tests"]
    settings = {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(map(str, roots))}
    command = [sys.executable, "-m", "pytest", "-q", "-rfE", "--tb=no", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, *sorted(proofs), f"tests/battlecards/{SOUND}"],
        cwd=ROOT,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in (0, 1):
        print(f"pytest could not run:\n{done.stdout}\n{done.stderr}", file=sys.stderr)
        return {SOUND}
    lines = [line for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return {_name(line.split(" ", 1)[1].split(" - ")[0]) for line in lines}


def _name(node: str) -> str:
    """`file::test`, of cases with their id."""
    name = node.removeprefix("tests/battlecards/")
    return name if name.startswith(CASE_TEST) else name.split("[")[0]


def _row(edit: Edit, number: str, failed: list[str]) -> str:
    tests = [f"`{name.split('::')[1]}`" for name in failed if not name.startswith(CASE_TEST)]
    cases = [name.split("[")[1].rstrip("]") for name in failed if name.startswith(CASE_TEST)]
    return f"| {number} | {edit.wrong} | {', '.join([*tests, *cases]) or '**none**'} |"


def main(numbers: list[str]) -> None:
    """Try the edits (of some statements) and write down what failed."""
    edits = [e for e in read_edits() if not numbers or set(numbers) & set(e.statements)]
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(try_edit, edits))
    rows = {
        number: _row(edit, number, failed)
        for edit, found in zip(edits, results, strict=True)
        for number, failed in found.items()
    }
    table = "\n".join(rows[number] for number in sorted(rows, key=int))
    if numbers:
        print(table)
    else:
        PAGE.write_text(INTRODUCTION + table + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
