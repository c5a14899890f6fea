"""Orders: the small decisions they stand for, and why one may not be carried out."""

import numpy as np
import pytest

from warfront.game import IllegalAction, IllegalOrder
from warfront.spring1942.face import Spring1942Game

GAME = Spring1942Game()


def test_an_order_is_its_small_decisions() -> None:
    state = GAME.from_position({"seat": "germany", "phase": "combat_move"})
    twin = GAME.copy(state)
    taken = GAME.order(state, "move 2 infantry belorussia -> karelia_ssr")
    for action in taken:
        GAME.step(twin, action)
    assert twin.tobytes() == state.tobytes() and len(taken) > 1
    assert GAME.describe(state)["spaces"]["karelia_ssr"]["units"]["germany"] == {"infantry": 2}


def test_a_refused_order_changes_nothing_even_after_its_first_steps() -> None:
    state = GAME.from_position({"seat": "germany", "phase": "combat_move"})
    before = state.tobytes()
    with pytest.raises(IllegalOrder, match="germany has 0 bomber in libya, not 1"):
        GAME.order(state, "move 1 infantry 1 bomber libya -> anglo_egypt")
    assert state.tobytes() == before


def test_aircraft_with_just_enough_range_go_first() -> None:
    moved = {
        "owner": "germany",
        "units": {"germany": {"fighter": 2}},
        "moved": {"fighter": {"2": 1}},
    }
    position = {"seat": "germany", "phase": "noncombat_move", "spaces": {"balkans": moved}}
    state = GAME.from_position(position)
    GAME.order(state, "move 1 fighter balkans -> germany")
    left = GAME.describe(state)["spaces"]
    assert left["germany"]["moved"] == {"fighter": {"1": 1}} and "moved" not in left["balkans"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("move 1 infantry", "is incomplete"),
        ("move 0 infantry libya -> algeria", "is incomplete"),
        ("move 1 industrial_complex germany -> balkans", "does not move"),
        ("move 1 submarine sz5 -> germany", "cannot go on land"),
        ("move 1 bomber germany -> caucasus", "not adjacent"),
        ("load 1 fighter germany -> sz5", "does not go aboard"),
        ("load 1 infantry germany -> sz5 on uk", "uk is not an ally"),
        ("unload 1 infantry sz5 -> norway", "no infantry of germany is aboard"),
        ("raid 1 fighter germany -> balkans", "only bombers raid"),
        ("place 1 tank germany", "not legal"),
        ("buy 1 tank", "not legal"),
        ("casualty tank", "not legal"),
        ("press on", "not legal"),
        ("attack sz5", "not to be decided on"),
        ("move 1 tank germany -> atlantis", "space 'atlantis' is unknown"),
    ],
)
def test_why_not(text: str, reason: str) -> None:
    state = GAME.from_position({"seat": "germany", "phase": "combat_move"})
    before = state.tobytes()
    with pytest.raises(IllegalOrder) as refused:
        GAME.order(state, text)
    assert reason in str(refused.value) and "\n" not in str(refused.value)
    assert state.tobytes() == before


def test_words_of_an_action_both_ways() -> None:
    state = GAME.from_position({"seat": "germany", "phase": "combat_move"})
    for action in np.flatnonzero(GAME.legal_mask(state)).tolist():
        assert GAME.parse(state, GAME.action_text(state, action).upper()) == action
    with pytest.raises(IllegalAction, match="'fly away' is not legal for germany"):
        GAME.parse(state, "fly away")
