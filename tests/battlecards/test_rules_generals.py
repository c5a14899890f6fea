"""Rule E: leaders, generals and admirals; aid packages (statements 32-50, 132, 141, Q28, Q42)."""

from typing import Any

import pytest

from battlecards.positions import (
    ALL,
    ATTACKERS,
    DEFENDERS,
    NORMANDY,
    PACIFIC,
    WEST,
    army,
    asked,
    at_turn,
    deployed,
    drawn,
    fighters,
    game_of,
    landing,
    offers,
    orders,
    support,
)
from warfront.game import IllegalOrder

FRANCE = "Battle for France"


def test_38_34_macarthur_sits_out_normandy() -> None:
    game = game_of()
    state = landing(
        game,
        german=["Wehrmacht Infantry"],
        british=["British Infantry"],
        us=["MacArthur", "Marine Division"],
    )
    assert army(game, state, ATTACKERS) == {"British Infantry": 1, "Marine Division": 1}
    assert support(game, state, ATTACKERS) == {}  # no bonus
    orders(game, state, "hold", "hold")
    assert offers(game, state) == {  # he can be no target
        "hold",
        "fire Wehrmacht Infantry -> British Infantry",
        "fire Wehrmacht Infantry -> Marine Division",
    }
    view = game.view(state, game.spec.seats.index("german"))
    assert sum(view["seats"]["us"]["hidden"].values()) == 1  # not flipped


def test_39_132_sent_as_aid_before_he_fights_in_normandy() -> None:
    game = game_of()
    state = at_turn(
        game,
        "us",
        german=["Wehrmacht Infantry"],
        british=["British Infantry"],
        us=["MacArthur", "Marine Division"],
        conflict={PACIFIC: {"deck": ["Midway"]}, WEST: {"deck": [NORMANDY]}},  # Midway: no carrier
    )
    orders(game, state, "aid british MacArthur")
    assert deployed(game, state, "british") == ["British Infantry", "MacArthur"]
    assert deployed(game, state, "us") == ["Marine Division"]
    orders(game, state, "draw", "execute", "execute")
    assert army(game, state, ATTACKERS) == dict.fromkeys(
        ["British Infantry", "MacArthur", "Marine Division"], 1
    )
    assert support(game, state, ATTACKERS)["attack"]["infantry"] == 1


def test_35_a_general_sits_out_a_joint_defence_abroad() -> None:
    game = game_of()
    cards: dict[str, Any] = {
        "german": ["Wehrmacht Infantry"],
        "british": ["Montgomery"],
        "us": ["Patton", "M4 Sherman"],
    }
    state = landing(game, FRANCE, "german", **cards)
    assert army(game, state, DEFENDERS) == {"Montgomery": 1, "M4 Sherman": 1}
    assert support(game, state, DEFENDERS) == {}


def test_36_at_home_he_takes_part() -> None:
    game = game_of()
    cards: dict[str, Any] = {
        "german": ["Rommel", "Wehrmacht Infantry"],
        "british": ["Montgomery"],
        "us": ["Iowa"],
    }
    state = landing(game, **cards)
    assert army(game, state, ATTACKERS) == {"Montgomery": 1, "Iowa": 1}
    assert army(game, state, DEFENDERS) == {"Rommel": 1, "Wehrmacht Infantry": 1}


def test_35_admirals_too() -> None:
    game = game_of()
    cards: dict[str, Any] = {
        "japanese": ["Akagi"],
        "us": ["Essex", "Nimitz"],
        "british": ["Ark Royal", "Tovey"],
    }
    state = landing(game, "Coral Sea", "japanese", **cards)
    assert army(game, state, DEFENDERS) == {"Essex": 1, "Nimitz": 1, "Ark Royal": 1}


@pytest.mark.parametrize(
    ("giver", "ally", "general", "turn", "card"),
    [
        ("german", "afrika_korps", "Rommel", "afrika_korps", "Sicily"),
        ("british", "army_of_the_nile", "Montgomery", "army_of_the_nile", "Kasserine"),
        ("us", "british", "Patton", "british", FRANCE),
    ],
)
def test_37_41_rommel_montgomery_and_patton(
    giver: str, ally: str, general: str, turn: str, card: str
) -> None:
    game = game_of(*ALL)
    cards: dict[str, Any] = {
        "german": ["Wehrmacht Infantry"],
        "british": ["British Infantry"],
        "us": ["Marine Division"],
        "afrika_korps": ["90th Light Division"],
        "army_of_the_nile": ["Eighth Army Infantry"],
    }
    cards[giver] = [*cards[giver], general]
    state = at_turn(game, giver, **cards)
    orders(game, state, f"aid {ally} {general}")
    sent = game.describe(state)["seats"][ally]["deployed"]
    assert general in sent
    cards[giver].remove(general)
    cards[ally] = {"deployed": [*cards[ally], general]}
    state = landing(game, card, turn, **cards)
    assert general in army(game, state, ATTACKERS) | army(game, state, DEFENDERS)


def test_37_aid_to_another_ally_does_not_open_a_third_theatre() -> None:
    game = game_of(*ALL)
    cards: dict[str, Any] = {
        "afrika_korps": ["90th Light Division"],
        "army_of_the_nile": ["Eighth Army Infantry"],
        "british": ["British Infantry", "MacArthur"],  # aid to the British, not to the Nile
        "us": ["Marine Division"],
    }
    state = landing(game, "Sicily", "army_of_the_nile", **cards)
    assert "MacArthur" not in army(game, state, ATTACKERS)


def test_q42_alone_in_a_plain_battle_he_may_fight_abroad() -> None:
    game = game_of()
    state = at_turn(
        game,
        "us",
        german=["Wehrmacht Infantry"],
        british={"vanquished_by": "Invasion of Britain"},
        us={"deployed": ["MacArthur", "Marine Division"], "retained": ["Counterattack"]},
    )
    orders(game, state, "counterattack Invasion of Britain")
    assert army(game, state, ATTACKERS) == {"MacArthur": 1, "Marine Division": 1}


@pytest.mark.parametrize("alone_combined", [True, False])
def test_q43_acting_alone_does_not_dodge_rule_e(alone_combined: bool) -> None:
    game = game_of(alone_combined=alone_combined)
    cards: dict[str, Any] = {
        "german": ["Tiger I"],
        "british": ["British Infantry"],
        "us": ["MacArthur", "Seabees"],
    }
    state = drawn(game, "british", NORMANDY, **cards)
    orders(game, state, "decline", "execute")
    assert fighters(game, state, ATTACKERS) == ["us"]
    assert ("MacArthur" in army(game, state, ATTACKERS)) is not alone_combined


def test_q28_aid_once_a_turn_up_to_three_cards_to_one_ally_no_leaders() -> None:
    game = game_of()
    units = ["Marine Division", "Marine Division", "Iowa", "F6F Hellcat", "Patton", "Roosevelt"]
    state = at_turn(game, "us", us=units)
    assert {word for word in offers(game, state) if word.startswith("aid")} == {"aid british"}
    with pytest.raises(IllegalOrder):
        game.order(state, "aid british Roosevelt")
    with pytest.raises(IllegalOrder):
        game.order(state, "aid british Iowa, Patton, Marine Division, F6F Hellcat")
    with pytest.raises(IllegalOrder):
        game.order(state, "aid japanese Iowa")
    orders(game, state, "aid british Iowa, Patton, Marine Division")
    assert deployed(game, state, "us") == ["F6F Hellcat", "Marine Division", "Roosevelt"]
    assert asked(game, state) == ("us", "retain")  # once a turn: only drawing was left
    view = game.view(state, game.spec.seats.index("german"))
    assert sum(view["seats"]["british"]["hidden"].values()) == 3  # face down


def test_q28_the_card_lost_as_aid_goes_home_to_its_owners_discard() -> None:
    game = game_of()
    seats = {
        "german": ["Waffen SS Infantry"],
        "british": {"deployed": ["Marine Division", "Commandos"]},
    }
    state = landing(game, FRANCE, "german", dice=[10], **seats)
    while asked(game, state) != ("german", "shot"):
        orders(game, state, "hold")
    orders(game, state, "fire Waffen SS Infantry -> Marine Division")
    assert game.describe(state)["seats"]["us"]["discard"] == ["Marine Division"]
    assert deployed(game, state, "british") == ["Commandos"]


def test_q28_no_aid_with_the_vanquished_but_with_the_driven_out_us() -> None:
    game = game_of(*ALL)
    out = {"british": {"vanquished_by": "Invasion of Britain"}}
    state = at_turn(game, "us", us=["Iowa"], **out)
    assert "aid british" not in offers(game, state)
    assert "aid soviet" in offers(game, state)
    us = {"deployed": ["Iowa"], "expelled_by": "Invasion of Australia"}
    state = at_turn(game, "us", us=us)
    assert "aid british" in offers(game, state)
    state = at_turn(game, "british", us=us, british=["Commandos"])
    assert "aid us" in offers(game, state)
