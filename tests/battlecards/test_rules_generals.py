"""Rule E: leaders, generals and admirals; aid packages (statements 32-50, 132, 141, Q28, Q42)."""

from typing import Any

import pytest

from battlecards.positions import (
    AFRICA,
    ALL,
    ATTACKERS,
    DEFENDERS,
    PACIFIC,
    RUSSIA,
    WEST,
    WEST_PACIFIC,
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
)
from warfront.game import Game, IllegalOrder, State

NORMANDY = "Invasion of Normandy"
FRANCE = "Battle for France"


def landing(game: Game, card: str = NORMANDY, turn: str = "british", **seats: Any) -> State:
    """A joint battle that everybody called executes."""
    state = drawn(game, turn, card, **seats)
    while game.prompt(state) == "execute":
        orders(game, state, "execute")
    return state


def support(game: Game, state: State, which: str) -> dict[str, dict[str, int]]:
    """The bonuses in force for an army."""
    found: dict[str, dict[str, int]] = game.describe(state)["battle"]["bonus"][which]
    return found


def test_32_33_leaders_of_all_who_take_part_and_of_nobody_else() -> None:
    game = game_of()
    cards = {
        "german": ["Wehrmacht Infantry"],
        "british": ["Churchill", "British Infantry"],
        "us": ["Roosevelt", "Marine Division"],
    }
    state = landing(game, **cards)
    assert support(game, state, ATTACKERS)["defence"]["infantry"] == 2
    state = drawn(game, "british", NORMANDY, **cards)
    orders(game, state, "execute", "decline")
    assert support(game, state, ATTACKERS)["defence"]["infantry"] == 1
    cards["japanese"] = ["Tojo"]
    state = landing(game, **cards)
    assert support(game, state, DEFENDERS) == {}


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
    cards = {
        "german": ["Wehrmacht Infantry"],
        "british": ["Montgomery"],
        "us": ["Patton", "M4 Sherman"],
    }
    state = landing(game, FRANCE, "german", **cards)
    assert army(game, state, DEFENDERS) == {"Montgomery": 1, "M4 Sherman": 1}
    assert support(game, state, DEFENDERS) == {}


def test_36_at_home_he_takes_part() -> None:
    game = game_of()
    cards = {"german": ["Rommel", "Wehrmacht Infantry"], "british": ["Montgomery"], "us": ["Iowa"]}
    state = landing(game, **cards)
    assert army(game, state, ATTACKERS) == {"Montgomery": 1, "Iowa": 1}
    assert army(game, state, DEFENDERS) == {"Rommel": 1, "Wehrmacht Infantry": 1}


def test_35_admirals_too() -> None:
    game = game_of()
    cards = {"japanese": ["Akagi"], "us": ["Essex", "Nimitz"], "british": ["Ark Royal", "Tovey"]}
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
    cards = {
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
    cards = {"german": ["Tiger I"], "british": ["British Infantry"], "us": ["MacArthur", "Seabees"]}
    state = drawn(game, "british", NORMANDY, **cards)
    orders(game, state, "decline", "execute")
    assert fighters(game, state, ATTACKERS) == ["us"]
    assert ("MacArthur" in army(game, state, ATTACKERS)) is not alone_combined


def test_43_one_of_two_hitlers_goes_by_the_germans_choice() -> None:
    game = game_of(*WEST_RUSSIA)
    for first, second, gone in [
        ("german", "german", "german"),
        ("german_barbarossa", "german_barbarossa", "german_barbarossa"),
        ("german", "german_barbarossa", "german_barbarossa"),  # they differ: the default
        ("german_barbarossa", "german", "german_barbarossa"),
    ]:
        state = game.new(3)
        assert asked(game, state) == ("german", "hitler")
        orders(game, state, f"remove Hitler {first}")
        assert asked(game, state) == ("german_barbarossa", "hitler")
        orders(game, state, f"remove Hitler {second}")
        seats = game.describe(state)["seats"]
        removed = [name for name in seats if seats[name].get("removed")]
        assert removed == [gone]
        assert seats[gone]["removed"] == ["Hitler"]


def test_q41_option_whose_hitler_goes_when_they_differ() -> None:
    game = game_of(*WEST_RUSSIA, hitler_from="german")
    state = orders(game, game.new(3), "remove Hitler german", "remove Hitler german_barbarossa")
    assert game.describe(state)["seats"]["german"]["removed"] == ["Hitler"]


@pytest.mark.parametrize("theatres", [WEST_PACIFIC, (WEST,), (RUSSIA,), (RUSSIA, AFRICA)])
def test_45_with_one_german_theatre_no_hitler_goes(theatres: tuple[str, ...]) -> None:
    game = game_of(*theatres)
    state = game.new(3)
    assert game.prompt(state) != "hitler"
    seats = game.describe(state)["seats"]
    assert not any(table.get("removed") for table in seats.values())
    assert list(game.loaded.type_names).count("Hitler") == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("holder", ["german", "german_barbarossa"])
def test_44_hitler_serves_both_germans(holder: str) -> None:
    game = game_of(*ALL)
    cards: dict[str, list[str]] = {
        "german": ["Wehrmacht Infantry"],
        "german_barbarossa": ["Landser Infantry"],
        "british": ["British Infantry"],
        "soviet": ["Rifle Division"],
        "afrika_korps": ["90th Light Division"],
        "army_of_the_nile": ["Eighth Army Infantry"],
    }
    cards[holder] = [*cards[holder], "Hitler"]
    for turn, card in (("german", FRANCE), ("german_barbarossa", "Kursk")):
        state = landing(game, card, turn, **cards)
        assert support(game, state, ATTACKERS)["attack"]["infantry"] == 1
    state = landing(game, "Tobruk", "afrika_korps", **cards)
    assert support(game, state, ATTACKERS) == {}  # no German battle


def has_mussolini(game: Game, seat: str) -> bool:
    """Whether a seat's deck holds him."""
    home = game.spec.seats.index(seat) * 28
    return "Mussolini" in game.loaded.type_names[home : home + 28]  # type: ignore[attr-defined]


def test_46_47_48_mussolini_is_in_the_right_deck() -> None:
    assert not has_mussolini(game_of(*WEST_PACIFIC), "german")
    assert has_mussolini(game_of(*WEST_PACIFIC, expansion=True), "german")
    for expansion in (False, True):
        game = game_of(WEST, AFRICA, expansion=expansion)
        assert not has_mussolini(game, "german")
        assert has_mussolini(game, "afrika_korps")


def test_49_50_mussolini_counts_in_west_and_africa_only() -> None:
    game = game_of(*ALL)
    cards = {
        "german": ["Wehrmacht Infantry"],
        "german_barbarossa": ["Landser Infantry"],
        "japanese": ["Imperial Infantry"],
        "afrika_korps": ["Mussolini", "90th Light Division"],
        "british": ["British Infantry"],
        "soviet": ["Rifle Division"],
        "us": ["Marine Division"],
        "army_of_the_nile": ["Eighth Army Infantry"],
    }
    for turn, card, counts in [
        ("german", FRANCE, True),
        ("british", NORMANDY, True),
        ("afrika_korps", "Tobruk", True),
        ("german_barbarossa", "Kursk", False),
        ("japanese", "Philippines", False),
    ]:
        state = landing(game, card, turn, **cards)
        axis = ATTACKERS if game.describe(state)["battle"]["attack_side"] == "axis" else DEFENDERS
        bonus = support(game, state, axis).get("defence", {}).get("infantry", 0)
        assert bonus == counts, card


def test_49_141_also_in_a_raid_sparked_by_a_western_card() -> None:
    game = game_of(*WEST_PACIFIC, expansion=True)
    for card, home, counts in ((NORMANDY, "german", True), ("Midway", "japanese", False)):
        out: dict[str, Any] = {
            "british": {"vanquished_by": "Invasion of Britain"},
            "us": ["Seabees"],
        }
        if home == "japanese":
            out = {"us": {"deployed": ["Seabees"], "expelled_by": "Invasion of Australia"}}
            out["british"] = ["Commandos"]
        german = ["Mussolini", "Wehrmacht Infantry"]
        out |= {"german": german, "japanese": ["Imperial Infantry"]}
        state = drawn(game, home, card, returned={"axis": [card]}, **out)
        orders(game, state, f"raid {'us' if home == 'german' else 'british'} ground+air")
        bonus = support(game, state, ATTACKERS).get("defence", {}).get("infantry", 0)
        assert bonus == counts


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
