"""Every statement of the rule book is missed when it is switched off."""

from collections import Counter

import numpy as np
import pytest

from battlecards.mutations import CASE_TEST, PAGE, Edit, proofs_of, read_edits, try_edit
from battlecards.positions import game_of
from battlecards.rulebook import CODE, statements
from play import advance

EDITS = read_edits()


def test_the_game_runs() -> None:
    """Tried with every edit: one that breaks the whole game proves no rule."""
    game = game_of()
    state = game.new(3)
    advance(game, state, np.random.default_rng(3), 300)
    assert game.describe(state)["turn"] in game.spec.seats


def test_every_statement_is_switched_off_by_some_edit() -> None:
    count = Counter(number for edit in EDITS for number in edit.statements)
    assert [rule.number for rule in statements(False) if not count[rule.number]] == []
    assert set(count) <= {rule.number for rule in statements(False)}
    assert max(Counter(edit.id for edit in EDITS).values()) == 1


@pytest.mark.parametrize("edit", EDITS, ids=[edit.id for edit in EDITS])
def test_what_an_edit_changes_stands_there_once(edit: Edit) -> None:
    text = (CODE / edit.file).read_text(encoding="utf-8")
    assert text.count(edit.old) == 1
    assert edit.new != edit.old
    assert edit.wrong


def test_the_page_of_proofs_has_no_empty_list() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    rows = {line.split(" | ")[0].strip("| "): line for line in lines if line[2:3].isdigit()}
    assert set(rows) == {rule.number for rule in statements(False)}
    assert not any("**none**" in row for row in rows.values())


@pytest.mark.deep
@pytest.mark.parametrize("edit", EDITS, ids=[edit.id for edit in EDITS])
def test_switched_off_it_is_missed(edit: Edit) -> None:
    for number, failed in try_edit(edit).items():
        assert failed, f"no test and no case misses statement {number}: {edit.wrong}"


def test_cases_are_among_the_proofs() -> None:
    assert f"tests/battlecards/{CASE_TEST}[bc-d11]" in proofs_of("26")
