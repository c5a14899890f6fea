"""The rule books: their statements, the tests and cases that bear their numbers, and their pages.

`python tests/rulebook.py` (or `make rulebook`) writes docs/rules/GAME.md anew from
docs/rules/GAME.toml, the names of the tests, the `rules` of the cases and, where the data names no
code, the functions whose docstring begins with a statement's number.
"""

import ast
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs" / "rules"
MARK = re.compile(r"[a-z]{0,3}\d+", re.IGNORECASE)

BATTLECARDS = """\
# The rule book of Battlecards

Every rule of the games with several theatres, in our own words, with where it comes from, where
it stands in the code and what proves it. Tests and cases are named by the numbers; a check fails
when a statement has none, or a test or case names no statement. What each of them is worth is shown
by [switching the statements off](battlecards_proofs.md), how often each bears on whole games by
[counting its runs](battlecards_runs.md); small games are [solved whole](battlecards_solved.md).

To see them at work, read the annotated playthroughs under `tests/golden/battlecards`: a line with a
star names a statement that a decision has brought about. Those whose name begins with `from` start
in the position of a case, close to what is rare: conquest, liberation, claims, raids, consent.

Sources: S and a number is that line of the published rules for several theatres; FAQ the
publisher's questions and answers of 2003; CB a review of 2003; MT a player's variant; all else is
ours. "Implied" follows from the text without standing in it. [Options](cards.md#options) stand at
what they change; [decisions.md](decisions.md) tells how we play what no source settles. Code is
under `envs/warfront/battlecards`, tests under `tests/battlecards`, cases under
`tests/cases/battlecards`.
"""
SPRING = """\
# The rule book of Spring 1942

Every rule of the first edition (2009), in our own words, with where it comes from, where it stands
in the code and what proves it. Tests and cases are named by the marks; a check fails when a
statement has none, or a test or case names no statement. Annotated playthroughs, a star before each
statement that a decision has brought about, stand under `tests/golden/spring1942`.

Sources: S1 is the published rules' part on liberation, capitals, victory and forces of several
powers, S2 that on phase 4; they have the last word. All else comes from TripleA's game of this
edition (WW2v4: its file; flag: a switch in it; engine: how the program plays; test: what its unit
tests assert), from a published rules page (GTO), a sheet on AA guns (unit sheet), or the text that
the editions of those years share (lineage). Options stand at what they change. Code is under
`envs/warfront/spring1942`, tests under `tests/spring1942`, cases under `tests/cases/spring1942`.
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
    """A heading and its statements; facts are the sentences that the rules rest on."""

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


@dataclass(frozen=True)
class Book:
    """The rule book of one game."""

    game: str
    introduction: str
    facts: str  # the heading over the facts

    @property
    def code(self) -> Path:
        """The folder of the game."""
        return ROOT / "envs" / "warfront" / self.game

    @property
    def page(self) -> Path:
        """The page that is written."""
        return DOCS / f"{self.game}.md"

    def sections(self) -> tuple[Section, ...]:
        """The rule book as it stands in its data file."""
        return _read_sections(DOCS / f"{self.game}.toml")

    def statements(self, facts: bool | None = None) -> list[Statement]:
        """The statements of the sections: the rules, the facts, or (None) both."""
        sections = [s for s in self.sections() if facts is None or s.facts == facts]
        return [statement for section in sections for statement in section.statements]

    def tests(self) -> dict[str, tuple[str, ...]]:
        """`file::name` of every test of the game, with the numbers its name bears."""
        return _read_tests(ROOT / "tests" / self.game)

    def cases(self) -> tuple[Case, ...]:
        """Every case of the game."""
        return _read_cases(ROOT / "tests" / "cases" / self.game)

    def list_tests(self, number: str) -> list[str]:
        """The tests that bear a number, as `file::name`."""
        return [name for name, numbers in self.tests().items() if number in numbers]

    def list_cases(self, number: str) -> list[Case]:
        """The cases that name a number."""
        return [case for case in self.cases() if number in case.rules]

    def where(self, statement: Statement) -> tuple[str, ...]:
        """The code that holds a statement: as said, else what names it in its docstring."""
        return statement.where or _read_code(self.code).get(statement.number, ())

    def write(self) -> str:
        """The whole page."""
        parts, facts = [self.introduction], False
        for section in self.sections():
            if section.facts and not facts:
                parts[-1] += f"\n# {self.facts}\n"
                facts = True
            entries = "\n".join(map(self._entry, section.statements))
            parts.append(f"## {section.title}\n\n{entries}\n")
        return "\n".join(parts)

    def _entry(self, statement: Statement) -> str:
        """One statement as a list item."""
        lines = [f"- **{statement.number}** {statement.text} ({statement.source})"]
        where = self.where(statement)
        held = [_code(where)] if where else []
        if statement.options:
            held.append(f"options {_code(statement.options)}")
        if held:
            lines.append("  Code: " + "; ".join(held))
        tests = [name.split("::")[1] for name in self.list_tests(statement.number)]
        cases = [case.id for case in self.list_cases(statement.number)]
        if tests:
            lines.append(f"  Tests: {_code(tests)}")
        if cases:
            lines.append(f"  Cases: {', '.join(cases)}")
        return "\\\n".join(lines)


BOOKS = {
    "battlecards": Book("battlecards", BATTLECARDS, "What the rules rest on"),
    "spring1942": Book("spring1942", SPRING, "Open points"),
}


def numbers_of(name: str) -> list[str]:
    """The statements a test's name begins with: `test_95_to_98_q29_x` has 95, 96, 97, 98, Q29."""
    found: list[str] = []
    words = iter(name.removeprefix("test_").split("_"))
    for word in words:
        if word == "to":
            first, last = (int(re.sub(r"\D", "", text)) for text in (found[-1], next(words)))
            letters = re.sub(r"\d", "", found[-1])
            found += [f"{letters}{number}" for number in range(first + 1, last + 1)]
        elif MARK.fullmatch(word):
            found.append(word.lstrip("0").upper())
        else:
            break
    return found


@cache
def _read_sections(file: Path) -> tuple[Section, ...]:
    content = tomllib.loads(file.read_text(encoding="utf-8"))
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


@cache
def _read_tests(folder: Path) -> dict[str, tuple[str, ...]]:
    found = {}
    for file in sorted(folder.glob("test_*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found[f"{file.name}::{node.name}"] = tuple(numbers_of(node.name))
    return found


@cache
def _read_cases(folder: Path) -> tuple[Case, ...]:
    found = []
    for file in sorted(folder.glob("*.toml")):
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]:
            kinds = {kind for step in case.get("steps", ()) for kind in step}
            kinds |= {"faulty"} & case.keys()
            rules = tuple(case.get("rules", ()))
            found.append(Case(case["id"], file.name, rules, frozenset(kinds)))
    return tuple(found)


@cache
def _read_code(folder: Path) -> dict[str, tuple[str, ...]]:
    """By number: the functions whose docstring begins with it, `CM12, CM13: ...`."""
    found: dict[str, tuple[str, ...]] = {}
    for file in sorted(folder.glob("*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if not isinstance(node, ast.FunctionDef | ast.ClassDef):
                continue
            head, colon, _ = (ast.get_docstring(node) or "").partition(":")
            for word in re.split(r",? +", head) if colon else ():
                if re.fullmatch(r"[A-Z]{1,3}\d+", word):
                    found[word] = (*found.get(word, ()), f"{file.stem}.{node.name}")
    return found


def _code(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


if __name__ == "__main__":
    for book in BOOKS.values():
        book.page.write_text(book.write(), encoding="utf-8")
        print(f"{book.page.relative_to(ROOT)}: {len(book.statements(False))} statements")
