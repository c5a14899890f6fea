"""The drawn table: whose cards lie open to whom, hands, stacks, and who is asked."""

from itertools import pairwise

import pytest

import warfront
from scenes import keys
from warfront.battlecards.mats import _places
from warfront.drawing import to_svg

WON = {"card": "Invasion of Britain", "theatre": "western_europe", "winners": ["german"]}
POSITION = {
    "turn": "us",
    "prompt": "turn_start",
    "seats": {
        "us": {"deployed": ["MacArthur", "Marine Division"], "retained": ["Counterattack"]},
        "japanese": {"deployed": ["Yamashita"]},
        "british": {"vanquished_by": WON["card"]},
    },
    "stacks": {"axis": [WON]},
}


def test_a_spectator_sees_every_card_and_an_enemy_only_backs() -> None:
    game = warfront.make_game("battlecards")
    state = game.from_position(POSITION)
    whole, enemy = keys(game.picture(state)), keys(game.picture(state, 0))
    assert {"card:us:MacArthur", "card:us:Counterattack", "card:japanese:Yamashita"} <= set(whole)
    assert not any(key.startswith("card:us:") for key in enemy)
    assert enemy["back:us:us"].title == "2 face-down cards of US"
    assert "MacArthur" not in to_svg(game.picture(state, 0))
    assert "card:japanese:Yamashita" in enemy  # an ally's


def test_points_stacks_the_vanquished_and_the_question() -> None:
    game = warfront.make_game("battlecards")
    groups = keys(game.picture(game.from_position(POSITION)))
    assert f"battle:{WON['card']}" in groups
    assert "Axis 14 of 78 points" in groups["score"].svg()
    assert "Axis stack · 1 battle<" in groups["stack:axis"].svg()
    assert "vanquished: Invasion of Britain" in groups["seat:british"].svg()
    assert "asked" in groups["seat:us"].svg() and "asked" not in groups["seat:german"].svg()
    assert "US is asked: draw, send aid or counterattack" in groups["question"].svg()


def test_a_hand_that_is_drawn_lies_open_where_allies_hide_theirs() -> None:
    game = warfront.make_game("battlecards", options={"allied_hands": False})
    state = game.new(1)
    for _ in range(40):
        if game.prompt(state) == "deploy" and game.seat(state) == 3:
            break
        game.step(state, int(game.legal_mask(state).argmax()))
    hand = game.view(state, 3)["deal"]["hand"]
    assert hand and not game.view(state, 1)["deal"]["hand"]
    words = keys(game.picture(state))["question"].svg()
    assert next(iter(hand)) in words and "a hidden hand" not in words


@pytest.mark.parametrize("count", [1, 9, 24, 56, 64])
def test_however_many_cards_lie_on_a_mat_each_has_a_line(count: int) -> None:
    """In the mat, one behind another, high enough for a name."""
    places = _places(count, (0, 0, 362, 164))
    assert len(places) == count
    for x, y, wide, high in places:
        assert x >= 0 and y >= 0 and x + wide <= 362 and y + high <= 164 and high >= 10
    for before, after in pairwise(places):
        beside = after[0] >= before[0] + before[2] and after[1] == before[1]
        assert beside or after[1] >= before[1] + before[3]
