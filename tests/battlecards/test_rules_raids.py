"""Claims and raids with the Battlecards of a won theatre (75-86, Q33-Q37, 139, 141)."""

from typing import Any

import pytest

from battlecards.positions import (
    ALL,
    ATTACKERS,
    DEFENDERS,
    PACIFIC,
    WEST,
    WEST_RUSSIA,
    army,
    asked,
    deployed,
    drawn,
    fighters,
    game_of,
    offers,
    orders,
    pile,
    points,
    run_to,
    stack,
)
from warfront.game import IllegalOrder

BRITAIN = "Invasion of Britain"
AUSTRALIA = "Invasion of Australia"
GERMANY = "Battle for Germany"
FRANCE = "Battle for France"
GERMANS = ["Tiger I", "Bf 109", "Bismarck"]
OUT: dict[str, Any] = {"vanquished_by": BRITAIN}
BACK = {"axis": [FRANCE]}


def returned(turn: str = "german", theatres: tuple[str, ...] = (), **more: Any) -> tuple[Any, Any]:
    """Germany has won the west; a card the British had won is drawn."""
    game = game_of(*theatres)
    seats = {"german": GERMANS, "british": OUT, "us": ["Marine Division", "F6F Hellcat", "Iowa"]}
    state = drawn(game, turn, FRANCE, returned=BACK, **seats | more)
    return game, state


def test_75_claiming_adds_its_points() -> None:
    game, state = returned()
    assert asked(game, state) == ("german", "claim")
    assert points(game, state) == {"axis": 14, "allies": 0}
    orders(game, state, "claim")
    assert points(game, state) == {"axis": 24, "allies": 0}
    assert FRANCE in stack(game, state, "axis")
    assert game.describe(state)["stacks"]["axis"][-1]["winners"] == ["german"]
    assert "returned" not in game.describe(state)
    assert game.describe(state)["turn"] == "japanese"  # 67: the British are passed over


def test_75_a_claim_can_win_the_game() -> None:
    game = game_of()
    cards = ["Battle of Britain", "Battle of the Atlantic", "Invasion of Normandy"]  # 26
    cards += ["Midway", "Philippines", "Pearl Harbor"]  # 54, and Britain 68
    seats: dict[str, Any] = {"german": GERMANS, "british": OUT, "us": ["Iowa"]}
    state = drawn(game, "german", FRANCE, returned=BACK, stacks={"axis": cards}, **seats)
    orders(game, state, "claim")
    assert game.done(state)
    assert game.describe(state)["how"] == "standard"


def test_76_80_81_a_raid_names_one_opponent_and_one_of_two_kinds() -> None:
    game, state = returned()
    assert offers(game, state) == {"claim", "raid us ground+air", "raid us air+sea"}
    for wrong in (
        "raid us ground+sea",
        "raid us ground",
        "raid us ground+air+sea",
        "raid british air+sea",
    ):
        with pytest.raises(IllegalOrder):
            game.order(state, wrong)


def test_77_the_target_is_an_ally_of_the_vanquished() -> None:
    soviet: dict[str, Any] = {"soviet": ["Rifle Division"], "army_of_the_nile": ["Crusader"]}
    own: dict[str, Any] = {
        "japanese": ["Akagi"],
        "german_barbarossa": ["Panther"],
        "afrika_korps": ["Zara-class Cruiser"],
    }
    game, state = returned(theatres=ALL, **soviet, **own)
    targets = {word.split()[1] for word in offers(game, state) if word.startswith("raid")}
    assert targets == {"us", "soviet", "army_of_the_nile"}
    game, state = returned(theatres=ALL, **own)  # those without forces are no targets
    assert {word.split()[1] for word in offers(game, state) if word.startswith("raid")} == {"us"}


@pytest.mark.parametrize("target", ["us", "soviet", "army_of_the_nile"])
@pytest.mark.parametrize("kinds", ["ground+air", "air+sea"])
def test_80_81_a_raid_meets_the_one_that_was_named_with_the_kinds_declared(
    target: str, kinds: str
) -> None:
    allies: dict[str, Any] = {
        "soviet": ["T-34", "Marat"],
        "army_of_the_nile": ["Crusader", "Warspite"],
    }
    game, state = returned(theatres=ALL, **allies)
    orders(game, state, f"raid {target} {kinds}")
    found = game.describe(state)["battle"]
    assert found["defenders"] == [target]
    assert found["kinds"] == {army: kinds.split("+") for army in (ATTACKERS, DEFENDERS)}


def test_q35_the_driven_out_us_is_no_target_for_a_pacific_card() -> None:
    game = game_of()
    us = {"deployed": ["Marine Division"], "expelled_by": AUSTRALIA}
    seats: dict[str, Any] = {"japanese": ["Imperial Infantry", "Akagi"], "us": us}
    state = drawn(
        game, "japanese", "Midway", returned={"axis": ["Midway"]}, british=["Cromwell"], **seats
    )
    assert offers(game, state) == {"claim", "raid british ground+air", "raid british air+sea"}


def test_q36_without_a_target_it_is_claimed() -> None:
    game, state = returned(us=[])
    assert FRANCE in stack(game, state, "axis")


def test_q34_the_victor_has_the_choice_whoever_drew() -> None:
    game = game_of()
    us = {"deployed": ["Marine Division"], "expelled_by": AUSTRALIA}
    seats: dict[str, Any] = {"japanese": ["Imperial Infantry"], "us": us, "british": ["Cromwell"]}
    state = drawn(game, "us", "Midway", returned={"axis": ["Midway"]}, **seats)
    assert asked(game, state) == ("japanese", "claim")


def test_79_82_the_raider_attacks_and_just_the_declared_kinds_are_flipped() -> None:
    game, state = returned()
    orders(game, state, "raid us ground+air")
    assert fighters(game, state, ATTACKERS) == ["german"]
    assert fighters(game, state, DEFENDERS) == ["us"]
    assert army(game, state, ATTACKERS) == {"Tiger I": 1, "Bf 109": 1}
    assert army(game, state, DEFENDERS) == {"Marine Division": 1, "F6F Hellcat": 1}
    game, state = returned()
    orders(game, state, "raid us air+sea")
    assert army(game, state, ATTACKERS) == {"Bismarck": 1, "Bf 109": 1}
    assert army(game, state, DEFENDERS) == {"Iowa": 1, "F6F Hellcat": 1}


def test_83_84_85_86_losses_stay_rounds_go_on_and_either_may_withdraw() -> None:
    game, state = returned()
    orders(game, state, "raid us air+sea")
    run_to(game, state, "withdraw")
    assert asked(game, state) == ("german", "withdraw")
    orders(game, state, "fight on")
    assert asked(game, state) == ("us", "withdraw")
    orders(game, state, "fight on")
    assert game.describe(state)["battle"]["round"] == 2
    run_to(game, state, "withdraw")
    orders(game, state, "withdraw")
    assert points(game, state) == {"axis": 14, "allies": 0}
    assert FRANCE in pile(game, state, WEST)
    assert deployed(game, state, "us") == ["F6F Hellcat", "Iowa", "Marine Division"]


@pytest.mark.parametrize("us", [["F6F Hellcat"], ["Iowa"]])
def test_78_86_a_won_raid_scores_nothing_and_its_card_is_discarded(us: list[str]) -> None:
    game, state = returned(us=us)
    orders(game, state, "raid us ground+air")  # nobody on the ground: won at once
    assert points(game, state) == {"axis": 14, "allies": 0}
    assert stack(game, state, "axis") == [BRITAIN]
    assert FRANCE in pile(game, state, WEST)
    assert game.describe(state)["returned"] == BACK  # it can be drawn and claimed again


def test_83_a_unit_lost_in_a_raid_is_lost() -> None:
    game, state = returned(german=["Type VII U-boats"], us=["Fletcher-class Destroyers"])
    position = game.describe(state)
    position["dice"] = [10]
    state = game.from_position(position)
    orders(game, state, "raid us air+sea")
    orders(game, state, "fire Type VII U-boats -> Fletcher-class Destroyers")
    assert deployed(game, state, "us") == []
    assert game.describe(state)["seats"]["us"]["discard"] == ["Fletcher-class Destroyers"]
    assert points(game, state) == {"axis": 14, "allies": 0}


def test_q37_allied_victors_claim_too() -> None:
    game = game_of(*ALL)
    out = {"vanquished_by": f"{GERMANY} ({WEST})"}
    seats: dict[str, Any] = {"german": out, "german_barbarossa": out}
    seats |= {"british": ["Cromwell"], "soviet": ["T-34"], "japanese": ["Akagi"]}
    seats |= {"afrika_korps": ["M13 Tank"]}
    for turn, card in (("british", FRANCE), ("soviet", "Kursk")):
        state = drawn(game, turn, card, returned={"allies": [card]}, **seats)
        who = "british"  # he alone won the card, so he won both theatres
        assert asked(game, state) == (who, "claim")
        raids = {word.split()[1] for word in offers(game, state) if word.startswith("raid")}
        assert raids == {"japanese", "afrika_korps"}


def test_139_q33_an_unwon_card_that_cannot_be_fought_is_claimed_or_raided() -> None:
    game = game_of(*WEST_RUSSIA)
    seats: dict[str, Any] = {"german": GERMANS, "british": OUT, "soviet": ["T-34"]}
    state = drawn(game, "german", "Battle of Britain", **seats)
    assert offers(game, state) == {"claim", "raid soviet ground+air", "raid soviet air+sea"}


def test_139_the_russian_battle_for_germany_can_still_free_the_soviets() -> None:
    game = game_of(*ALL)
    seats: dict[str, Any] = {"soviet": {"vanquished_by": "Battle for Moscow"}}
    seats |= {"german_barbarossa": ["Bf 109 G"], "us": ["Marine Division"], "british": ["Cromwell"]}
    state = drawn(game, "german_barbarossa", GERMANY, **seats)
    assert game.describe(state)["battle"]["pending"] == ["british", "us"]


def test_73_raids_of_the_pacific_victor_reach_only_others() -> None:
    game = game_of(PACIFIC, WEST)
    us = {"deployed": ["Marine Division"], "expelled_by": AUSTRALIA}
    state = drawn(game, "japanese", "Guadalcanal", japanese=["Akagi"], us=us, british=["Hood"])
    assert offers(game, state) == {"claim", "raid british air+sea"}


def test_138_a_claimed_conquest_does_not_lock_its_theatre() -> None:
    """Japan claims Invasion of Japan; the US, back in the Pacific, may counterattack it."""
    game = game_of()
    us: dict[str, Any] = {"deployed": ["Seabees"], "expelled_by": AUSTRALIA}
    seats: dict[str, Any] = {"japanese": ["A6M Zero"], "british": ["Hood"]}
    state = drawn(
        game, "japanese", "Invasion of Japan", us=us, **seats
    )  # claimed: nothing to raid with
    assert points(game, state) == {"axis": 28, "allies": 0}
    position = game.describe(state)
    position["seats"]["us"]["retained"] = ["Counterattack", "Counterattack"]
    position["conflict"]["pacific"].pop("deck", None)
    position["seat"], position["prompt"], position["turn"] = "us", "turn_start", "us"
    state = game.from_position(position)
    orders(game, state, f"counterattack {AUSTRALIA}")
    position = game.describe(state)
    position["countered"] = False
    state = game.from_position(position)
    orders(game, state, "counterattack Invasion of Japan")
    assert game.describe(state)["seats"]["japanese"]["vanquished_by"] == "Invasion of Japan"
