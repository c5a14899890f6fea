"""Card files as rows of words and numbers; complaints name the file, the row and the remedy."""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from warfront.battlecards.tables import POWERS
from warfront.game import BadInput

SETS = ("starter", "expansion")
KINDS = ("ground", "air", "sea")
ORDER_WORDS = (  # whole orders, and what a person at the terminal may type instead of one
    *("draw", "pass", "done", "retain", "execute", "decline", "next", "yield", "hold", "autokill"),
    *("withdraw", "fight on", "claim", "board", "quit", "exit"),
)
VERBS = ("deploy", "add", "discard", "owner", "aid", "counterattack", "fire", "autokill", "raid",
         "play", "remove Hitler")  # what orders begin with  # fmt: skip
LONGEST_NAME = 60  # letters that the table has room for


@dataclass(frozen=True)
class Row:
    """One row of a card file; `number` counts as a spreadsheet does, the heading is row 1."""

    file: str
    number: int
    cells: dict[str, str]

    def wrong(self, what: str) -> BadInput:
        """The error that says what is wrong in this row and what would be right."""
        return BadInput(f"{self.file}, row {self.number}: {what}")

    def text(self, column: str) -> str:
        """The words of a cell."""
        return self.cells[column]

    def blank(self, *columns: str, why: str) -> None:
        """Insist that these cells are empty."""
        for column in columns:
            if self.cells[column]:
                raise self.wrong(
                    f"{column} is {self.cells[column]!r} but {why}: leave {column} blank"
                )

    def integer(self, column: str, low: int, high: int) -> int:
        """The whole number of a cell."""
        text = self.cells[column]
        number = int(text) if text.removeprefix("-").isdecimal() and text.isascii() else None
        if number is None or not low <= number <= high:
            raise self.wrong(f"{column} is {text!r}: use a whole number from {low} to {high}")
        return number

    def integer_or(self, column: str, low: int, high: int, empty: int) -> int:
        """The whole number of a cell, `empty` where it is blank."""
        return self.integer(column, low, high) if self.cells[column] else empty

    def yes(self, column: str) -> bool:
        """Whether a cell says yes; otherwise it must be blank."""
        text = self.cells[column]
        if text not in ("", "yes"):
            raise self.wrong(f"{column} is {text!r}: use yes or leave it blank")
        return text == "yes"

    def word(self, column: str, allowed: Sequence[str]) -> int:
        """Which of the allowed words stands in a cell."""
        return self.one_of(column, self.cells[column], allowed)

    def one_of(self, what: str, word: str, allowed: Sequence[str]) -> int:
        """Which of the allowed words `word` is."""
        if word not in allowed:
            raise self.wrong(f"{what} {word!r} is unknown: use {', '.join(allowed)}")
        return allowed.index(word)

    def parts(self, column: str) -> list[str]:
        """The parts of a cell between plus signs; none for a blank cell."""
        text = self.cells[column]
        return [part.strip() for part in text.split("+")] if text else []

    def bits(self, column: str, allowed: Sequence[str]) -> int:
        """A set of words between plus signs, as bits of their places in `allowed`."""
        return self.bits_of(column, self.parts(column), allowed)

    def bits_of(self, what: str, words: Iterable[str], allowed: Sequence[str]) -> int:
        """A set of words as bits of their places in `allowed`."""
        bits = 0
        for word in words:
            bit = 1 << self.one_of(what, word, allowed)
            if bits & bit:
                raise self.wrong(f"{what} names {word} twice: name it once")
            bits |= bit
        return bits

    def name(self) -> str:
        """The card's name, fit to stand in an order."""
        text = self.cells["name"]
        if not text:
            raise self.wrong("name is blank: give the card a name")
        if not text.isprintable():
            raise self.wrong(
                f"name {text!r} holds a line break or another character that cannot be printed: "
                "leave it out"
            )
        what = "a number" if text.isdecimal() else ""
        what = "an order" if text.casefold() in ORDER_WORDS else what
        what = "a seat" if text.casefold() in POWERS else what
        if what:
            raise self.wrong(f"name {text!r} is {what} at the table: choose another")
        if len(text) > LONGEST_NAME:
            raise self.wrong(
                f"name {text[:20] + '...'!r} has {len(text)} characters: use at most {LONGEST_NAME}"
            )
        if not any(letter.isalpha() for letter in text):
            raise self.wrong(f"name {text!r} holds no letter: choose another")
        if any(mark in text for mark in (",", "->", " on ")):
            raise self.wrong(
                f"name {text!r} holds a comma, '->' or ' on ', which orders use: choose another"
            )
        return text

    def starter(self) -> bool:
        """Whether the card belongs to the starter set, not to an expansion."""
        return self.word("set", SETS) == 0


def read_rows(path: Path, columns: Sequence[str], named: bool = True) -> list[Row]:
    """The rows of a CSV file that must have exactly these columns, in this order.

    `named`: each row is a card, with a name of its own.

    Raises:
        BadInput: no such file, other columns, a row too long or short, a name that stands twice.
    """
    lines = _read_lines(path)
    if not lines or [cell.strip() for cell in lines[0][1]] != list(columns):
        found = lines[0][1] if lines else []
        raise BadInput(f"{path}, row 1: {_heading_fault(found, columns)}")
    rows: list[Row] = []
    names: dict[str, int] = {}
    for number, cells in lines[1:]:
        if not any(cells):
            continue
        if len(cells) != len(columns):
            raise BadInput(
                f"{path}, row {number}: {len(cells)} cells stand here: "
                f"use {len(columns)}, one for each column"
            )
        row = Row(str(path), number, dict(zip(columns, (c.strip() for c in cells), strict=True)))
        if named:
            _note_name(row, names)
        rows.append(row)
    return rows


def _note_name(row: Row, names: dict[str, int]) -> None:
    """Put a row's name among `names` (name -> row number); refuse one that stands there already."""
    key = row.name().casefold()
    if key in names:
        raise row.wrong(
            f"{row.name()!r} already stands in row {names[key]}: raise its copies or rename it"
        )
    names[key] = row.number


def _read_lines(path: Path) -> list[tuple[int, list[str]]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as handle:
            reader = csv.reader(handle, strict=True)
            return [(reader.line_num, cells) for cells in reader]
    except FileNotFoundError:
        raise BadInput(f"{path}: no such file: put the card file there") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}): check the file") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"{path}: is not a CSV file in UTF-8 ({error}): save it as one") from None


def _heading_fault(found: Sequence[str], columns: Sequence[str]) -> str:
    given = [cell.strip() for cell in found]
    missing = [column for column in columns if column not in given]
    extra = [column for column in given if column not in columns]
    fault = "the columns stand in another order"
    if missing:
        fault = f"column {missing[0]} is missing"
    elif extra:
        fault = f"column {extra[0]!r} is not known"
    return f"{fault}: the columns must be {','.join(columns)}"
