"""Every statement of Battlecards runs in whole games, or in a case that is made for it."""

import ast

import pytest

from statement_runs import (
    AGENTS,
    BOOK,
    GAMES,
    count_cases,
    count_games,
    find_line,
    read_games,
    read_places,
    read_rows,
)

FEW = 600  # games of the small form
OFTEN = 6_000  # runs on the page from which a statement must run in few games as well


def test_each_statement_has_one_place_in_the_code_or_none() -> None:
    told, places = read_places()
    numbers = [place.number for place in places]
    assert len(set(numbers)) == len(numbers) and not set(numbers) & told.keys()
    assert set(numbers) | told.keys() == {rule.number for rule in BOOK.statements(False)}
    for place in places:
        text = (BOOK.code / place.file).read_text(encoding="utf-8")
        at, column = find_line(ast.parse(text), text.splitlines(), place)
        assert text.splitlines()[at][column - 1 : column + 1].startswith(" ")


def test_the_page_has_every_statement_and_no_statement_that_nothing_reaches() -> None:
    told, _ = read_places()
    rows = read_rows()
    assert list(rows) == [rule.number for rule in BOOK.statements(False)]
    for number, (random, staff, cases) in rows.items():
        if number in told:
            assert told[number] in cases
        elif random + staff == 0:
            named = {word.split(" ")[0] for word in cases.split(", ")}
            assert named <= {case.id for case in BOOK.list_cases(number)}, number
            assert named


def test_the_page_is_of_at_least_a_hundred_thousand_games() -> None:
    assert read_games() >= GAMES >= 100_000


def test_what_no_game_reached_its_cases_reach() -> None:
    told, _ = read_places()
    rows = read_rows().items()
    silent = [n for n, (random, staff, _) in rows if random + staff == 0 and n not in told]
    found = count_cases(silent)
    assert [number for number in silent if not found[number]] == []


@pytest.mark.deep
def test_what_runs_often_runs_in_a_few_games_too() -> None:
    runs = count_games(FEW)
    for number, (random, staff, _) in read_rows().items():
        for agent, often in zip(AGENTS, (random, staff), strict=True):
            if often >= OFTEN:
                assert runs[number][agent], f"{number} did not run in games of {agent}"
