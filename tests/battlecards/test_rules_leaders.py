"""Leaders: Hitler, Mussolini and the others (32, 33, 43-50, 141, Q41)."""

from typing import Any

import pytest

from battlecards.positions import (
    AFRICA,
    ALL,
    ATTACKERS,
    DEFENDERS,
    NORMANDY,
    RUSSIA,
    WEST,
    WEST_PACIFIC,
    WEST_RUSSIA,
    asked,
    drawn,
    game_of,
    landing,
    orders,
    support,
)
from warfront.game import Game

FRANCE = "Battle for France"


def test_32_33_leaders_of_all_who_take_part_and_of_nobody_else() -> None:
    game = game_of()
    cards: dict[str, Any] = {
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


def test_43_a_hitler_on_top_of_his_deck_goes_too() -> None:
    game = game_of(*WEST_RUSSIA)
    seats = {"german": {"arsenal": ["Rommel", "Hitler", "Tiger I"]}}
    state = game.from_position({"prompt": "hitler", "seat": "german", "seats": seats})
    orders(game, state, "remove Hitler german", "remove Hitler german")
    found = game.describe(state)["seats"]["german"]
    assert found["removed"] == ["Hitler"]
    assert "Hitler" not in found["hand"] and {"Rommel", "Tiger I"} <= set(found["hand"])
    assert game.problems(state) == []


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
    loaded = game.loaded  # type: ignore[attr-defined]
    assert list(loaded.type_names).count("Hitler") == 1
    assert loaded.tables.copies[list(loaded.type_names).index("Hitler")] == 1


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
    cards: dict[str, Any] = {
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
