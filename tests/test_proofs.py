"""Every statement of a rule book is missed when it is switched off."""

from collections import Counter

import numpy as np
import pytest

from conftest import built
from play import advance
from proofs import CASE_TEST, GAMES, Edit, proofs_of, read_edits, read_rows, try_edit
from rulebook import BOOKS

EDITS = [edit for game in GAMES for edit in read_edits(game)]
EACH = pytest.mark.parametrize("game", GAMES)
EACH_EDIT = pytest.mark.parametrize("edit", EDITS, ids=[edit.id for edit in EDITS])


@EACH
def test_the_game_runs(game: str) -> None:
    """Tried with every edit: one that breaks the whole game proves no rule."""
    made = built(game)
    state = made.new(3)
    advance(made, state, np.random.default_rng(3), 300)
    assert made.spec.name == game


@EACH
def test_every_statement_is_switched_off_by_some_edit(game: str) -> None:
    edits = read_edits(game)
    count = Counter(number for edit in edits for number in edit.statements)
    assert set(count) == {rule.number for rule in BOOKS[game].statements(False)}
    assert max(Counter(edit.id for edit in edits).values()) == 1


@EACH_EDIT
def test_what_an_edit_changes_stands_there_once(edit: Edit) -> None:
    text = (edit.book.code / edit.file).read_text(encoding="utf-8")
    assert text.count(edit.old) == 1
    assert edit.new != edit.old
    assert edit.wrong


@EACH
def test_the_page_of_proofs_has_no_empty_list(game: str) -> None:
    rows, rules = read_rows(game), [rule.number for rule in BOOKS[game].statements(False)]
    assert list(rows) == rules
    assert [number for number, row in rows.items() if "**none**" in row] == []
    wrong = {number: edit.wrong for edit in read_edits(game) for number in edit.statements}
    old = [number for number in rules if f"| {number} | {wrong[number]} | " not in rows[number]]
    assert old == [], f"run `make proofs` or `python tests/proofs.py {' '.join(old)}`"


@EACH
def test_the_page_of_proofs_names_what_is_there(game: str) -> None:
    for number, row in read_rows(game).items():
        named = row.rsplit(" | ", 1)[1].removesuffix(" |").replace("`", "").split(", ")
        tests = {name.split("::")[1] for name in BOOKS[game].list_tests(number)}
        cases = {case.id for case in BOOKS[game].list_cases(number)}
        assert set(named) <= tests | cases, f"run `python tests/proofs.py {number}`"


def test_cases_are_among_the_proofs() -> None:
    assert f"tests/battlecards/{CASE_TEST}[bc-d11]" in proofs_of(BOOKS["battlecards"], "26")


@pytest.mark.deep
@EACH_EDIT
def test_switched_off_it_is_missed(edit: Edit) -> None:
    for number, failed in try_edit(edit).items():
        assert failed, f"no test and no case misses statement {number}: {edit.wrong}"
