"""Options that change a rule: the reserve hand, claims and raids, un-won cards of a won theatre."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from battlecards.positions import (
    WEST,
    WEST_RUSSIA,
    asked,
    at_turn,
    deployed,
    drawn,
    game_of,
    offers,
    orders,
)
from warfront.battlecards.data import load_tables
from warfront.battlecards.deck_files import CARDS
from warfront.battlecards.parties import holds_card
from warfront.battlecards.tables import UNITS
from warfront.game import BadInput, IllegalOrder
from warfront.testing import check_game, check_masks

GERMANS = ["Tiger I", "Ju 52", "Bismarck"]
OUT = {"vanquished_by": "Invasion of Britain"}
KEPT = ["Tiger I", "Tiger I", "Ju 52"]
RESERVE = {"reserve_hand": True}


def mustered(**options: Any) -> tuple[Any, Any]:
    """The German turn: a Buildup of two cards to draw and one to deploy comes up."""
    game: Any = game_of(WEST, **options)
    german: dict[str, Any] = {"deployed": [], "arsenal": ["Bf 109", "Panzer IV"] * 2}
    if options.get("reserve_hand"):
        german["reserve"] = KEPT
    buildup = next(
        name
        for name in game.loaded.play_names[0]
        if name and game.loaded.tables.verb[0, list(game.loaded.play_names[0]).index(name)] == 1
    )
    state = at_turn(game, "german", german=german, british=[], conflict={WEST: {"deck": [buildup]}})
    orders(game, state, "draw")
    return game, state


def pile(game: Any, state: Any, key: str) -> list[str]:
    """What a position lists of the Germans under `key`."""
    return sorted(game.describe(state)["seats"]["german"].get(key, []))


def test_q17_cards_not_deployed_are_kept_and_can_be_deployed_later() -> None:
    game, state = mustered(**RESERVE)
    assert asked(game, state) == ("german", "deploy")
    assert "deploy Tiger I" in offers(game, state)  # drawn in an earlier deal
    hand = pile(game, state, "hand")
    assert sorted(KEPT) == sorted(card for card in hand if card in ("Tiger I", "Ju 52"))
    while asked(game, state) == ("german", "deploy"):
        orders(game, state, "deploy Tiger I")
    assert "Tiger I" in deployed(game, state, "german")
    rest = sorted([*deployed(game, state, "german"), *pile(game, state, "reserve")])
    assert rest == hand and pile(game, state, "discard") == []


def test_q17_without_the_option_they_are_discarded() -> None:
    game, state = mustered()
    drawn_cards = pile(game, state, "hand")
    while asked(game, state) == ("german", "deploy"):
        orders(game, state, sorted(offers(game, state))[0])
    assert pile(game, state, "reserve") == []
    assert sorted([*deployed(game, state, "german"), *pile(game, state, "discard")]) == drawn_cards
    with pytest.raises(BadInput, match="reserve_hand=true"):
        game.from_position({"seats": {"german": {"deployed": [], "reserve": ["Tiger I"]}}})


def test_q17_the_opening_keeps_the_other_cards() -> None:
    game: Any = game_of(WEST, **RESERVE)
    state = game.new(3)
    while game.prompt(state) == "deploy":
        game.step(state, int(np.flatnonzero(game.legal_mask(state))[0]))
    record = game.record(state)
    assert record.reserve.reshape(-1, UNITS).sum(1)[:2].tolist() == [0, 3]
    assert not record.discard.any()


def test_q17_68_the_reserve_of_the_vanquished_is_discarded() -> None:
    game = game_of(WEST, **RESERVE)
    british = {"deployed": [], "reserve": ["Spitfire", "Spitfire"]}
    state = drawn(game, "german", "Invasion of Britain", german=["Tiger I"], british=british)
    orders(game, state, "execute")
    found = game.describe(state)["seats"]["british"]
    assert found["vanquished_by"] == "Invasion of Britain"
    assert "reserve" not in found and found["discard"].count("Spitfire") == 2


def test_t8_the_reserve_is_shown_to_allies_and_counted_by_enemies() -> None:
    game = game_of(WEST, "russia", **RESERVE)
    seats = {"german": {"deployed": [], "reserve": ["Tiger I"]}}
    one = game.from_position({"turn": "british", "seats": seats, "seed": 1})
    seats = {"german": {"deployed": [], "reserve": ["Ju 52"]}}
    two = game.from_position({"turn": "british", "seats": seats, "seed": 1})
    names = game.spec.seats
    enemy, ally = names.index("british"), names.index("german_barbarossa")
    assert game.view(one, ally)["seats"]["german"]["reserve"] == {"Tiger I": 1}
    assert "reserve" not in game.view(one, enemy)["seats"]["german"]
    assert game.view(one, enemy)["seats"]["german"]["reserve_count"] == 1
    first, second = (game.observe(state, enemy) for state in (one, two))
    assert np.array_equal(first, second)  # what is kept differs, what the enemy sees does not
    assert not np.array_equal(game.observe(one, ally), game.observe(two, ally))


def test_q17_games_with_a_reserve_are_sound() -> None:
    game = game_of(WEST, "pacific", **RESERVE)
    check_game(game, games=1, seed=5, every=30)
    check_masks(game, states=300, seed=5)


def returned(**options: Any) -> tuple[Any, Any]:
    """A Battlecard that came back, drawn by the Germans who won the theatre; the US can be hit."""
    game = game_of(**options)
    seats: dict[str, Any] = {"german": GERMANS, "british": OUT, "us": ["Iowa"]}
    back = {"axis": ["Battle for France"]}
    return game, drawn(game, "german", "Battle for France", returned=back, **seats)


def test_75_76_claims_only_or_raids_wherever_one_can() -> None:
    raids = {"raid us ground+air", "raid us air+sea"}
    assert offers(*returned()) == {"claim", *raids}
    assert offers(*returned(raid_choice="raid")) == raids
    game, state = returned(raid_choice="claim")
    assert "Battle for France" in [
        card["card"] for card in game.describe(state)["stacks"]["axis"]
    ]  # the only choice is taken without asking


def test_q36_with_nobody_to_raid_the_card_is_claimed_all_the_same() -> None:
    game = game_of(raid_choice="raid")
    seats: dict[str, Any] = {"german": GERMANS, "british": OUT, "us": []}
    back = {"axis": ["Battle for France"]}
    state = drawn(game, "german", "Battle for France", returned=back, **seats)
    stack = [card["card"] for card in game.describe(state)["stacks"]["axis"]]
    assert "Battle for France" in stack


@pytest.mark.parametrize("fought", [True, False])
def test_q33_139_an_unwon_card_of_a_won_theatre(fought: bool) -> None:
    """Normandy: the British are out, the US could still land alone."""
    game = game_of(unwon_fought=fought)
    us = ["Marine Division", "Iowa"]
    seats: dict[str, Any] = {"german": GERMANS, "british": OUT, "us": us}
    state = drawn(game, "german", "Invasion of Normandy", **seats)
    assert asked(game, state) == (("us", "execute") if fought else ("german", "claim"))


def test_q17_q25_q33_75_the_options_are_part_of_the_version() -> None:
    versions = {
        game_of(WEST, **options).spec.version
        for options in ({}, RESERVE, {"raid_choice": "raid"}, {"unwon_fought": False}, WAITS)
    }
    assert len(versions) == 5
    with pytest.raises(BadInput, match="use claim_or_raid, claim or raid"):
        game_of(WEST, raid_choice="plunder")


def test_76_an_order_for_a_raid_is_refused_where_only_claims_are() -> None:
    game = game_of(*WEST_RUSSIA, raid_choice="claim")
    seats: dict[str, Any] = {"german": GERMANS, "british": OUT, "soviet": ["T-34"]}
    state = at_turn(game, "german", **seats)
    with pytest.raises(IllegalOrder):
        game.order(state, "raid soviet ground+air")


@pytest.mark.parametrize(("size", "still_asked"), [(1, False), (2, True)])
def test_q28_the_size_of_an_aid_package_is_an_option(size: int, still_asked: bool) -> None:
    game = game_of(*WEST_RUSSIA, aid_size=size)
    state = at_turn(game, "german", german=GERMANS, british=["Spitfire"])
    orders(game, state, "aid german_barbarossa", "add Tiger I")
    assert (game.prompt(state) == "aid") is still_asked
    assert deployed(game, state, "german_barbarossa") == ["Tiger I"]
    state = at_turn(game, "german", german=GERMANS, british=["Spitfire"])
    with pytest.raises(IllegalOrder):  # more than a package holds
        game.order(state, "aid german_barbarossa Tiger I, Ju 52, Bismarck")
    assert deployed(game, state, "german_barbarossa") == []


WAITS = {"card_needs": True}


def britain(held: dict[str, Any], **options: Any) -> tuple[Any, Any]:
    """The Germans have drawn the Invasion of Britain, which waits for the Battle of Britain."""
    game = game_of(WEST, **options)
    seats: dict[str, Any] = {"german": GERMANS, "british": ["British Infantry"]}
    return game, drawn(game, "german", "Invasion of Britain", **held, **seats)


@pytest.mark.parametrize(
    ("held", "executed"),
    [
        ({}, False),
        ({"stacks": {"allies": ["Battle of Britain"]}}, False),
        ({"stacks": {"axis": ["Battle for France"]}}, False),
        ({"stacks": {"axis": ["Battle of Britain"]}}, True),
    ],
)
def test_q25_with_the_option_a_card_waits_for_the_one_it_names(
    held: dict[str, Any], executed: bool
) -> None:
    game, state = britain(held, **WAITS)
    assert (game.prompt(state) == "execute") is executed
    assert asked(*britain(held)) == ("german", "execute")  # as a rule it waits for none


def test_q25_a_claimed_or_returned_card_is_waited_for_no_more() -> None:
    for side in ("axis", "allies"):
        returned_card = {"returned": {side: ["Battle of Britain"]}}
        assert asked(*britain(returned_card, **WAITS)) == ("german", "execute")
    game: Any = game_of(*WEST_RUSSIA, **WAITS)
    seats: dict[str, Any] = {"german": GERMANS, "british": OUT, "soviet": ["T-34"]}
    back = {"axis": ["Battle of Britain"]}
    state = drawn(game, "german", "Battle of Britain", returned=back, **seats)
    orders(game, state, "claim")
    tables, card = game.loaded.tables, game.loaded.battle_names.index("Invasion of Britain")
    holders = [side for side in (0, 1) if holds_card(tables, game.record(state), card, side)]
    assert holders == [0]


def test_q25_q27_an_ordinary_counterattack_waits_too_a_liberation_does_not() -> None:
    lost = {"card": "Invasion of Britain", "winners": ["british"], "involved": ["german"]}
    german = {"deployed": GERMANS, "retained": ["Counterattack"]}
    order = "counterattack Invasion of Britain"
    for held, offered in (([], False), (["Battle of Britain"], True)):
        game = game_of(WEST, **WAITS)
        stacks = {"allies": [lost], "axis": held}
        state = at_turn(game, "german", stacks=stacks, german=german, british=["Spitfire"])
        assert (order in offers(game, state)) is offered
    game = game_of(**WAITS)
    us = {"deployed": ["M4 Sherman"], "retained": ["Counterattack"]}
    state = at_turn(game, "us", us=us, german=GERMANS, british=OUT)
    assert order in offers(game, state)  # though no ally holds the Battle of Britain


def test_q25_a_card_that_is_not_in_play_is_not_waited_for(tmp_path: Path) -> None:
    text = (CARDS / WEST / "battles.csv").read_text(encoding="utf-8")
    (tmp_path / WEST).mkdir()
    old, new = "decisive after Battle of Britain", "decisive after Battle of Taranto"
    (tmp_path / WEST / "battles.csv").write_text(text.replace(old, new), encoding="utf-8")
    for expansion in (False, True):
        tables = load_tables([WEST], tmp_path, {"expansion": expansion, **WAITS}).tables
        waits = [int(b) for b in np.flatnonzero(tables.after >= 0)]
        assert waits == ([0, 1] if expansion else [1])  # the Battle for Germany waits as well


def test_q25_games_with_cards_to_wait_for_are_sound() -> None:
    game = game_of(WEST, "pacific", **WAITS)
    check_game(game, games=1, seed=5, every=30)
    check_masks(game, states=300, seed=5)


@pytest.mark.deep
@pytest.mark.parametrize("options", [RESERVE, WAITS], ids=str)
def test_q17_q25_such_games_are_sound_at_every_decision(options: dict[str, Any]) -> None:
    check_game(game_of(WEST, "pacific", **options), games=2, seed=5)
