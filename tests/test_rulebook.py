"""The rule books are whole: every statement is proven and shown, and every proof names one."""

import importlib
from collections import Counter

import pytest

from rulebook import BOOKS, Book, numbers_of
from warfront.option import Option

EACH = pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
ISSUED = {
    "battlecards": [str(n) for n in range(1, 143)],
    "spring1942": [
        f"{letters}{number}"
        for letters, last in (
            ("G", 11), ("P", 5), ("CM", 28), ("CC", 3), ("AA", 6), ("SB", 7), ("B", 10), ("S", 9),
            ("T", 7), ("A", 5), ("AM", 9), ("R", 4), ("C", 4), ("L", 5), ("K", 12), ("V", 5),
            ("MN", 13), ("NCM", 23), ("M", 8), ("I", 3),
        )
        for number in range(1, last + 1)
    ],
}  # fmt: skip


def known(book: Book) -> set[str]:
    return {statement.number for statement in book.statements()}


@EACH
def test_the_rules_are_numbered(book: Book) -> None:
    assert [statement.number for statement in book.statements(False)] == ISSUED[book.game]
    assert max(Counter(statement.number for statement in book.statements()).values()) == 1


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("test_05_06_b1_cards", ["5", "6", "B1"]),
        ("test_95_to_98_q29_x", ["95", "96", "97", "98", "Q29"]),
        ("test_ncm8_to_ncm10_x", ["NCM8", "NCM9", "NCM10"]),
        ("test_the_7_samurai", []),
    ],
)
def test_a_name_tells_its_numbers(name: str, numbers: list[str]) -> None:
    assert numbers_of(name) == numbers


@EACH
def test_every_statement_is_proven(book: Book) -> None:
    proven = {number for case in book.cases() for number in case.rules}
    bare = [rule.number for rule in book.statements() if not book.list_tests(rule.number)]
    assert [number for number in bare if number not in proven] == []


@EACH
def test_every_rule_has_a_test(book: Book) -> None:
    rules = [rule.number for rule in book.statements(False)]
    assert [number for number in rules if not book.list_tests(number)] == []


@EACH
def test_every_rule_has_a_case(book: Book) -> None:
    rules = [rule.number for rule in book.statements(False)]
    shown = {number for case in book.cases() if case.shows for number in case.rules}
    assert [number for number in rules if number not in shown] == []


@EACH
def test_every_rule_that_forbids_has_a_case_that_is_refused(book: Book) -> None:
    refused = {number for case in book.cases() if case.refuses for number in case.rules}
    forbidding = [rule.number for rule in book.statements(False) if rule.forbids]
    assert len(forbidding) > 40
    assert [number for number in forbidding if number not in refused] == []


@EACH
def test_every_rule_test_and_case_names_known_statements(book: Book) -> None:
    for name, numbers in book.tests().items():
        assert numbers or not name.startswith("test_rules_"), f"{name} names no statement"
        assert set(numbers) <= known(book), f"{name} names an unknown statement"
    for case in book.cases():
        assert case.rules, f"{case.id} names no statement"
        assert set(case.rules) <= known(book), f"{case.id} names an unknown statement"


@EACH
def test_the_code_and_the_options_named_are_there(book: Book) -> None:
    module = importlib.import_module(f"warfront.{book.game}.options")
    options = {option.name for option in module.OPTIONS if isinstance(option, Option)}
    for statement in book.statements():
        for where in book.where(statement):
            name, _, attribute = where.partition(".")
            if where.startswith("cards/"):
                assert (book.code / where).is_file(), where
            else:
                found = importlib.import_module(f"warfront.{book.game}.{name}")
                assert hasattr(found, attribute), where
        assert set(statement.options) <= options, statement.number


@EACH
def test_the_page_is_up_to_date(book: Book) -> None:
    assert book.page.read_text(encoding="utf-8") == book.write(), "run `make rulebook`"
