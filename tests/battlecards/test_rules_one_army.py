"""Rule D: several parties as one army (statements 23-31, 40, 42, 133, 135, Q11)."""

import pytest

from battlecards.positions import (
    AFRICA,
    AMERICANS,
    ATTACKERS,
    BRITONS,
    DEFENDERS,
    GERMANS,
    NORMANDY,
    PACIFIC,
    RUSSIA,
    WEST,
    WEST_RUSSIA,
    army,
    asked,
    at_turn,
    deployed,
    drawn,
    fighters,
    game_of,
    offers,
    orders,
    points,
    stack,
)
from warfront.game import Game, IllegalOrder, State


def test_23_allies_fire_in_any_interleaving() -> None:
    game = game_of()
    cards = {"british": ["British Infantry", "Guards Infantry"], "us": ["Marine Division"]}
    deep = ["Wehrmacht Infantry"] * 4
    state = drawn(game, "german", NORMANDY, german=deep, dice=[1, 1, 1], **cards)
    orders(game, state, "execute", "execute")
    assert asked(game, state) == ("british", "shot")
    orders(game, state, "fire British Infantry -> Wehrmacht Infantry")
    orders(game, state, "fire Marine Division -> Wehrmacht Infantry")  # between two British shots
    assert asked(game, state) == ("british", "shot")
    orders(game, state, "fire Guards Infantry -> Wehrmacht Infantry")
    assert asked(game, state) == ("german", "shot")
    assert game.describe(state)["dice_left"] == 0


@pytest.mark.plain
def test_23_the_last_of_eight_seats_may_be_let_first() -> None:
    game = game_of(WEST, PACIFIC, RUSSIA, AFRICA)
    cards = {"british": ["British Infantry"], "us": ["Marine Division"]}
    state = drawn(game, "german", NORMANDY, german=["Wehrmacht Infantry"] * 4, **cards)
    orders(game, state, "execute", "execute")
    assert asked(game, state) == ("british", "shot")
    assert "yield" in offers(game, state)
    orders(game, state, "yield")
    assert asked(game, state) == ("us", "shot")


def test_24_allies_support_each_others_units() -> None:
    game = game_of()
    cards = {"british": ["British Infantry", "Montgomery"], "us": ["Marine Division"]}
    aid = {"british": {"deployed": [*cards["british"], "MacArthur"]}, "us": cards["us"]}
    state = drawn(game, "german", NORMANDY, german=["Wehrmacht Infantry"], **aid)
    orders(game, state, "execute", "execute")
    bonus = game.describe(state)["battle"]["bonus"][ATTACKERS]
    assert bonus["attack"]["infantry"] == 1  # MacArthur's, for British and US infantry alike


def hit_only_britons(dice: list[int]) -> tuple[Game, State]:
    """A Normandy landing in which the German fires at the one British unit."""
    game = game_of()
    state = drawn(
        game,
        "german",
        NORMANDY,
        german=["Waffen SS Infantry"],
        british=["British Infantry"],
        us=["Marine Division"],
        dice=dice,
    )
    orders(game, state, "execute", "execute", "hold", "hold")
    orders(game, state, "fire Waffen SS Infantry -> British Infantry")
    return game, state


@pytest.mark.parametrize("die", [10, 4])  # destroyed; forced to withdraw (4 + 5 - 4 = 5)
def test_25_26_27_b6_the_german_wins_only_when_no_ally_has_ground_units_left(die: int) -> None:
    game, state = hit_only_britons([die, die])
    assert asked(game, state) == ("british", "withdraw")  # one US unit still fights: not won
    left = army(game, state, ATTACKERS)
    assert left == {"Marine Division": 1}
    orders(game, state, "fight on", "fight on", "hold")
    orders(game, state, "fire Waffen SS Infantry -> Marine Division")
    if die == 4:  # 4 + 5 - 5 = 4: a plain miss on the better unit
        assert army(game, state, ATTACKERS) == {"Marine Division": 1}
        return
    assert stack(game, state, "axis") == [NORMANDY]


def test_25_aircraft_and_ships_do_not_hold_a_beachhead() -> None:
    game = game_of()
    state = drawn(
        game,
        "german",
        NORMANDY,
        german=["Waffen SS Infantry"],
        british=["British Infantry"],
        us=["Iowa"],
        dice=[10],
    )
    orders(game, state, "execute", "execute", "hold", "hold")
    orders(game, state, "fire Waffen SS Infantry -> British Infantry")
    assert stack(game, state, "axis") == [NORMANDY]
    assert deployed(game, state, "us") == ["Iowa"]


def test_28_42_called_defenders_are_not_asked_and_hold_nothing_back() -> None:
    game = game_of()
    everything = {
        "german": ["Waffen SS Infantry"],
        "british": ["British Infantry", "Spitfire", "King George V"],
        "us": ["Marine Division", "MacArthur", "F6F Hellcat", "Iowa"],
    }
    state = drawn(game, "german", "Battle for France", **everything)
    assert asked(game, state) == ("german", "execute")
    orders(game, state, "execute")
    assert fighters(game, state, DEFENDERS) == ["british", "us"]
    units = ["British Infantry", "Spitfire", "Marine Division", "F6F Hellcat"]
    assert army(game, state, DEFENDERS) == dict.fromkeys(units, 1)  # 31: only MacArthur sits out


def test_29_30_31_the_us_cannot_opt_out_of_the_bulge() -> None:
    game = game_of()
    state = at_turn(
        game,
        "german",
        german={"deployed": ["Waffen SS Infantry"], "retained": ["Counterattack"]},
        british=["British Infantry"],
        us=["Marine Division", "Patton"],
        stacks={
            "allies": [
                {
                    "card": "Battle for France",
                    "winners": ["british"],
                    "involved": ["german", "british"],
                }
            ]
        },
    )
    orders(game, state, "counterattack Battle for France")
    assert fighters(game, state, ATTACKERS) == ["german"]
    assert fighters(game, state, DEFENDERS) == ["british", "us"]
    assert army(game, state, DEFENDERS) == {"British Infantry": 1, "Marine Division": 1}


def test_135_option_only_the_winners_defend() -> None:
    game = game_of(all_defend=False)
    won = {"card": "Battle for France", "winners": ["british"], "involved": ["german", "british"]}
    state = at_turn(
        game,
        "german",
        german={"deployed": ["Waffen SS Infantry"], "retained": ["Counterattack"]},
        british=["British Infantry"],
        us=["Marine Division"],
        stacks={"allies": [won]},
    )
    orders(game, state, "counterattack Battle for France")
    assert fighters(game, state, DEFENDERS) == ["british"]


def test_133_in_battle_for_germany_the_other_germans_generals_sit_out() -> None:
    game = game_of(*WEST_RUSSIA)
    cards = {
        "german": ["Rommel", "Tiger I"],
        "german_barbarossa": ["Manstein", "Panther"],
        "british": BRITONS,
        "soviet": ["Rifle Division"],
    }
    state = drawn(game, "british", "Battle for Germany", **cards)
    orders(game, state, "execute")
    assert army(game, state, DEFENDERS) == {"Rommel": 1, "Tiger I": 1, "Panther": 1}
    state = drawn(game, "soviet", "Battle for Germany", **cards)
    while game.prompt(state) == "execute":
        orders(game, state, "execute")
    assert army(game, state, DEFENDERS) == {"Manstein": 1, "Tiger I": 1, "Panther": 1}


def test_q11_nothing_to_fight_is_won_at_once() -> None:
    game = game_of()
    state = drawn(game, "german", "Invasion of Norway", german=["Bf 109", "Wehrmacht Infantry"])
    orders(game, state, "execute")
    assert stack(game, state, "axis") == ["Invasion of Norway"]
    assert points(game, state) == {"axis": 6, "allies": 0}


def test_q11_on_nothing_to_fight_no_card_is_played() -> None:
    game = game_of()
    british = {"deployed": ["Churchill"], "retained": ["Empty Fuel Dumps"]}
    german = {"deployed": ["Wehrmacht Infantry"], "retained": ["Dawn Barrage"]}
    state = drawn(game, "german", "Invasion of Norway", german=german, british=british)
    orders(game, state, "execute")
    assert stack(game, state, "axis") == ["Invasion of Norway"]
    assert game.describe(state)["seats"]["german"]["retained"] == ["Dawn Barrage"]


def test_40_there_is_no_aid_during_a_battle() -> None:
    game = game_of()
    state = drawn(game, "british", NORMANDY, german=GERMANS, british=BRITONS, us=AMERICANS)
    assert offers(game, state) == {"execute", "decline"}
    with pytest.raises(IllegalOrder):
        game.order(state, "aid us British Infantry")
