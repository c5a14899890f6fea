"""The rule book is whole: every statement is proven and shown, and every proof names one."""

import importlib
from collections import Counter

import pytest

from battlecards.rulebook import (
    CODE,
    PAGE,
    list_tests,
    numbers_of,
    read_cases,
    read_tests,
    statements,
    write_page,
)
from warfront.battlecards.options import BY_NAME

KNOWN = {statement.number for statement in statements()}


def test_the_rules_are_numbered_1_to_142() -> None:
    assert [statement.number for statement in statements(False)] == [str(n) for n in range(1, 143)]
    assert max(Counter(statement.number for statement in statements()).values()) == 1


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("test_05_06_b1_cards", ["5", "6", "B1"]),
        ("test_95_to_98_q29_x", ["95", "96", "97", "98", "Q29"]),
        ("test_the_7_samurai", []),
    ],
)
def test_a_name_tells_its_numbers(name: str, numbers: list[str]) -> None:
    assert numbers_of(name) == numbers


def test_every_statement_is_proven() -> None:
    proven = {number for case in read_cases() for number in case.rules}
    bare = [rule.number for rule in statements() if not list_tests(rule.number)]
    assert [number for number in bare if number not in proven] == []


def test_every_rule_test_and_case_names_known_statements() -> None:
    for name, numbers in read_tests().items():
        assert numbers or not name.startswith("test_rules_"), f"{name} names no statement"
        assert set(numbers) <= KNOWN, f"{name} names an unknown statement"
    for case in read_cases():
        assert case.rules, f"{case.id} names no statement"
        assert set(case.rules) <= KNOWN, f"{case.id} names an unknown statement"


def test_the_code_and_the_options_named_are_there() -> None:
    for statement in statements():
        for where in statement.where:
            module, _, name = where.partition(".")
            if where.startswith("cards/"):
                assert (CODE / where).is_file(), where
            else:
                found = importlib.import_module(f"warfront.battlecards.{module}")
                assert hasattr(found, name), where
        assert set(statement.options) <= BY_NAME.keys(), statement.number


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == write_page(), "run `make rulebook`"
