"""The rule book: its statements, the tests and cases that bear their numbers, and its page.

`python tests/battlecards/rulebook.py` (or `make rulebook`) writes docs/rules/battlecards.md anew
from docs/rules/battlecards.toml, the names of the tests and the `rules` of the cases.
"""

import ast
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "docs" / "rules" / "battlecards.toml"
PAGE = ROOT / "docs" / "rules" / "battlecards.md"
TESTS = ROOT / "tests" / "battlecards"
CASES = ROOT / "tests" / "cases" / "battlecards"
CODE = ROOT / "envs" / "warfront" / "battlecards"

INTRODUCTION = """\
# The rule book of Battlecards

Every rule of the games with several theatres, in our own words, with where it comes from, where
it stands in the code and what proves it. Tests and cases are named by the numbers; a check fails
when a statement has none, or a test or case names no statement.

Sources: S and a number is that line of the published rules for several theatres; FAQ the
publisher's questions and answers of 2003; CB a review of 2003; MT a player's variant; all else is
ours. "Implied" follows from the text without standing in it. [Options](cards.md#options) stand at
what they change; [decisions.md](decisions.md) tells how we play what no source settles. Code is
under `envs/warfront/battlecards`, tests under `tests/battlecards`, cases under
`tests/cases/battlecards`.
"""


@dataclass(frozen=True)
class Statement:
    """One numbered sentence of the rules."""

    number: str
    text: str
    source: str
    where: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    forbids: bool = False


@dataclass(frozen=True)
class Section:
    """A heading and its statements; facts are the sentences that the 142 rest on."""

    title: str
    statements: tuple[Statement, ...]
    facts: bool


@dataclass(frozen=True)
class Case:
    """What a case says of itself: the statements it is of, and what kinds of step it has."""

    id: str
    file: str
    rules: tuple[str, ...]
    kinds: frozenset[str]

    @property
    def shows(self) -> bool:
        """It shows what comes of something that may be done."""
        return bool(self.kinds & {"expect", "offered", "legal"})

    @property
    def refuses(self) -> bool:
        """It shows that something may not be done."""
        return bool(self.kinds & {"refused", "not_offered", "faulty"})


@cache
def read_sections() -> tuple[Section, ...]:
    """The rule book as it stands in its data file."""
    content = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    found = []
    for key in ("section", "facts"):
        for section in content[key]:
            statements = tuple(
                Statement(
                    one["number"],
                    one["text"],
                    one["source"],
                    tuple(one.get("where", ())),
                    tuple(one.get("options", ())),
                    one.get("forbids", False),
                )
                for one in section["statement"]
            )
            found.append(Section(section["title"], statements, key == "facts"))
    return tuple(found)


def statements(facts: bool | None = None) -> list[Statement]:
    """The statements of the sections: the rules, the facts, or (None) both."""
    sections = [s for s in read_sections() if facts is None or s.facts == facts]
    return [statement for section in sections for statement in section.statements]


def numbers_of(name: str) -> list[str]:
    """The statements a test's name begins with: `test_95_to_98_q29_x` has 95, 96, 97, 98, Q29."""
    found: list[str] = []
    words = iter(name.removeprefix("test_").split("_"))
    for word in words:
        if word == "to":
            last = int(next(words))
            found += map(str, range(int(found[-1]) + 1, last + 1))
        elif re.fullmatch(r"[kbtvpq]?\d+", word):
            found.append(word.lstrip("0").upper())
        else:
            break
    return found


@cache
def read_tests() -> dict[str, tuple[str, ...]]:
    """`file::name` of every test of the game, with the numbers its name bears."""
    found = {}
    for file in sorted(TESTS.glob("test_*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found[f"{file.name}::{node.name}"] = tuple(numbers_of(node.name))
    return found


@cache
def read_cases() -> tuple[Case, ...]:
    """Every case of the game."""
    found = []
    for file in sorted(CASES.glob("*.toml")):
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]:
            kinds = {kind for step in case.get("steps", ()) for kind in step}
            kinds |= {"faulty"} & case.keys()
            rules = tuple(case.get("rules", ()))
            found.append(Case(case["id"], file.name, rules, frozenset(kinds)))
    return tuple(found)


def list_tests(number: str) -> list[str]:
    """The tests that bear a number, as `file::name`."""
    return [name for name, numbers in read_tests().items() if number in numbers]


def list_cases(number: str) -> list[Case]:
    """The cases that name a number."""
    return [case for case in read_cases() if number in case.rules]


def _code(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _entry(statement: Statement) -> str:
    """One statement as a list item."""
    lines = [f"- **{statement.number}** {statement.text} ({statement.source})"]
    held = [_code(statement.where)] if statement.where else []
    if statement.options:
        held.append(f"options {_code(statement.options)}")
    if held:
        lines.append("  Code: " + "; ".join(held))
    tests = [name.split("::")[1] for name in list_tests(statement.number)]
    cases = [case.id for case in list_cases(statement.number)]
    if tests:
        lines.append(f"  Tests: {_code(tests)}")
    if cases:
        lines.append(f"  Cases: {', '.join(cases)}")
    return "\\\n".join(lines)


def write_page() -> str:
    """The whole page."""
    parts = [INTRODUCTION]
    for section in read_sections():
        if section.facts and not any(s.facts for s in read_sections()[: len(parts) - 1]):
            parts[-1] += "\n# What the rules rest on\n"
        entries = "\n".join(map(_entry, section.statements))
        parts.append(f"## {section.title}\n\n{entries}\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(write_page(), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: {len(statements(False))} statements")
