"""Whole orders: what the rules settle by themselves must be what the order says."""

from typing import Any

import pytest

from battlecards.positions import (
    asked,
    at_turn,
    deployed,
    drawn,
    game_of,
    offers,
    orders,
)
from warfront.game import Game, IllegalOrder, State


def refused(game: Game, state: State, text: str) -> None:
    """The order is refused and the state is byte-equal."""
    before = state.tobytes()
    with pytest.raises(IllegalOrder) as error:
        game.order(state, text)
    assert "\n" not in str(error.value)
    assert state.tobytes() == before


def test_aid_of_the_only_card_there_is() -> None:
    game = game_of()
    state = at_turn(game, "us", us=["MacArthur", "Roosevelt"], german=["Tiger I"])
    refused(game, state, "aid british Patton")
    orders(game, state, "aid british MacArthur")
    assert deployed(game, state, "british") == ["MacArthur"]
    assert deployed(game, state, "us") == ["Roosevelt"]


@pytest.mark.parametrize("n", [1, 2])
def test_aid_of_some_of_several_copies_of_one_card(n: int) -> None:
    game = game_of()
    state = at_turn(game, "us", us=["Marine Division"] * 3)
    orders(game, state, "aid british " + ", ".join(["Marine Division"] * n))
    assert deployed(game, state, "british") == ["Marine Division"] * n


def test_too_large_a_package() -> None:
    game = game_of()
    state = at_turn(game, "us", us=["Marine Division"])
    refused(game, state, "aid british Marine Division, Marine Division")


def landing(**seats: Any) -> tuple[Game, State]:
    """All who are called land in Normandy."""
    game = game_of()
    state = drawn(game, "british", "Invasion of Normandy", **seats)
    while game.prompt(state) == "execute":
        orders(game, state, "execute")
    return game, state


def test_autokill_with_one_possible_target_takes_no_other_name() -> None:
    game, state = landing(british=["Montgomery"], german=["Wehrmacht Infantry", "Tiger I"])
    refused(game, state, "autokill Montgomery -> Tiger I")
    refused(game, state, "autokill Montgomery -> Panther")
    orders(game, state, "autokill Montgomery -> Wehrmacht Infantry")
    assert deployed(game, state, "german") == ["Tiger I"]


def test_a_rout_with_one_possible_target_takes_no_other_name() -> None:
    british = {"deployed": ["British Infantry"], "retained": ["Empty Fuel Dumps"]}
    game, state = landing(british=british, german=["Tiger I", "Bf 109"])
    refused(game, state, "play Empty Fuel Dumps on Bf 109")
    orders(game, state, "play Empty Fuel Dumps on Tiger I")
    assert deployed(game, state, "german") == ["Bf 109", "Tiger I"]


def test_a_bonus_is_played_on_nobody() -> None:
    british = {"deployed": ["British Infantry"], "retained": ["Dawn Barrage"]}
    game, state = landing(british=british, german=["Tiger I"])
    refused(game, state, "play Dawn Barrage on Tiger I")
    orders(game, state, "play Dawn Barrage")


def test_the_owner_must_be_right() -> None:
    seats: dict[str, Any] = {"german": ["Tiger I"], "british": ["Cromwell"], "us": ["M4 Sherman"]}
    game, state = landing(**seats)
    while asked(game, state) != ("german", "shot"):
        orders(game, state, "hold")
    refused(game, state, "fire Tiger I -> Cromwell of us")
    orders(game, state, "fire Tiger I -> Cromwell of british")


def test_two_owners_must_be_told_apart() -> None:
    seats: dict[str, Any] = {
        "german": ["Tiger I"],
        "british": ["M4 Sherman"],
        "us": ["M4 Sherman"],
    }
    game, state = landing(**seats)
    while asked(game, state) != ("german", "shot"):
        orders(game, state, "hold")
    orders(game, game.copy(state), "fire Tiger I -> M4 Sherman of british")
    orders(game, state, "fire Tiger I -> M4 Sherman")
    assert asked(game, state) == ("german", "owner")
    assert offers(game, state) == {"owner british", "owner us"}


def test_every_offered_text_is_read_back() -> None:
    game = game_of()
    state = at_turn(game, "us", us=["Marine Division", "Iowa"])
    for text in offers(game, state):
        assert game.action_text(state, game.parse(state, text)) == text
