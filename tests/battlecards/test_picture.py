"""The drawn table: whose cards lie open to whom, hands, stacks, and who is asked."""

from typing import Any

import warfront
from warfront.drawing import Scene, to_svg

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


def keys(scene: Scene) -> dict[str, Any]:
    return {group.key: group for group in scene.groups if group.key}


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
    assert "vanquished: Invasion of Britain" in groups["seat:british"].svg()
    assert "asked" in groups["seat:us"].svg() and "asked" not in groups["seat:german"].svg()
    assert "US is asked: draw, send aid or counterattack" in groups["question"].svg()
