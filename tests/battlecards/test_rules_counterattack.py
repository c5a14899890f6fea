"""Counterattacks on battles that free nobody (K6, 29, 93, 94, 134, 135, Q26, Q27)."""

from typing import Any

import pytest

from battlecards.positions import (
    ALL,
    ATTACKERS,
    DEFENDERS,
    PACIFIC,
    RUSSIA,
    WEST,
    army,
    asked,
    at_turn,
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

NORMANDY = "Invasion of Normandy"
FRANCE = "Battle for France"
BOTH = ["german", "british", "us"]


def lost(card: str, involved: list[str], winners: list[str] | None = None) -> dict[str, Any]:
    """An axis stack with one card."""
    return {"axis": [{"card": card, "winners": winners or ["german"], "involved": involved}]}


def us_turn(card: str, involved: list[str], **seats: Any) -> tuple[Any, Any]:
    """The US with a Counterattack and the axis with `card`."""
    game = game_of()
    seats = {
        "us": ["Marine Division"],
        "british": ["British Infantry"],
        "german": ["Tiger I"],
    } | seats
    seats["us"] = {"deployed": seats["us"], "retained": ["Counterattack"]}
    return game, at_turn(game, "us", stacks=lost(card, involved), **seats)


def test_93_94_only_those_who_were_involved() -> None:
    for involved, offered in ((BOTH, True), (["german", "british"], False)):
        game, state = us_turn(FRANCE, involved)
        assert (f"counterattack {FRANCE}" in offers(game, state)) is offered


def test_94_only_what_the_enemy_holds() -> None:
    game = game_of()
    us = {"deployed": ["Marine Division"], "retained": ["Counterattack"]}
    own = {"allies": [{"card": FRANCE, "winners": ["us"], "involved": BOTH}]}
    state = at_turn(game, "us", us=us, british=["Commandos"], stacks=own)
    assert not any(word.startswith("counterattack") for word in offers(game, state))


def test_93_135_who_declined_the_battle_was_not_involved() -> None:
    game = game_of()
    seats: dict[str, Any] = {"german": ["Tiger I"], "british": ["Cromwell"], "japanese": ["Akagi"]}
    seats["us"] = {"deployed": ["M4 Sherman"], "retained": ["Counterattack"]}
    for first, offered in (("execute", True), ("decline", False)):
        state = drawn(game, "british", NORMANDY, **seats)
        orders(game, state, "execute", first)
        run_to(game, state, "withdraw")
        while game.prompt(state) == "withdraw":
            orders(game, state, "withdraw")
        assert stack(game, state, "axis") == [NORMANDY]
        while game.describe(state)["turn"] != "us":
            orders(game, state, "draw" if game.prompt(state) == "turn_start" else "pass")
        assert (f"counterattack {NORMANDY}" in offers(game, state)) is offered


def test_93_a_battle_drawn_anew_is_another_battle() -> None:
    """A party of an earlier, failed attack that declines the next one was not involved in that."""
    game = game_of()
    fought = {"Battle for Germany": ["german", "british", "us"]}
    seats: dict[str, Any] = {"german": ["Bf 109"], "british": ["Cromwell"], "us": ["M4 Sherman"]}
    conflict = {WEST: {"deck": ["Battle for Germany"]}}
    state = at_turn(game, "british", fought=fought, conflict=conflict, **seats)
    orders(game, state, "draw", "decline", "execute")
    card = game.describe(state)["stacks"]["allies"][0]
    assert (card["winners"], card["involved"]) == (["us"], ["german", "us"])


@pytest.mark.parametrize("choice", ["execute", "decline"])
def test_135_the_ally_who_was_involved_joins_or_declines(choice: str) -> None:
    game, state = us_turn(FRANCE, BOTH)
    orders(game, state, f"counterattack {FRANCE}")
    assert asked(game, state) == ("british", "execute")
    orders(game, state, choice)
    with_him = ["british", "us"] if choice == "execute" else ["us"]
    assert fighters(game, state, ATTACKERS) == with_him
    assert fighters(game, state, DEFENDERS) == ["german"]


def test_40_no_aid_is_sent_to_a_counterattack_that_is_called() -> None:
    game, state = us_turn(FRANCE, BOTH)
    assert "aid british" in offers(game, state)
    orders(game, state, f"counterattack {FRANCE}")
    assert asked(game, state) == ("british", "execute")
    assert offers(game, state) == {"execute", "decline"}


def test_135_an_ally_who_was_not_involved_is_not_asked() -> None:
    game, state = us_turn(FRANCE, ["german", "us"])
    orders(game, state, f"counterattack {FRANCE}")
    assert asked(game, state) == ("us", "shot") or game.prompt(state) == "shot"
    assert fighters(game, state, ATTACKERS) == ["us"]


@pytest.mark.parametrize(
    ("us", "able"),
    [
        (["Marine Division"], True),
        (["105 mm Howitzer"], False),
        (["Iowa"], False),
        (["Patton"], False),
    ],
)
def test_q27_ordinary_counterattacks_need_the_prerequisites(us: list[str], able: bool) -> None:
    game, state = us_turn(NORMANDY, BOTH, us=us)
    assert (f"counterattack {NORMANDY}" in offers(game, state)) is able


def test_134_rule_e_follows_the_battle_that_is_fought_again() -> None:
    game, state = us_turn(NORMANDY, ["german", "us"], us=["Marine Division", "MacArthur"])
    orders(game, state, f"counterattack {NORMANDY}")  # with a card of the Pacific deck
    assert army(game, state, ATTACKERS) == {"Marine Division": 1}
    assert pile(game, state, PACIFIC) == ["Counterattack"]
    assert game.describe(state)["battle"]["theatre"] == WEST


def test_134_the_kinds_are_those_of_the_card() -> None:
    game, state = us_turn(FRANCE, ["german", "us"], us=["Marine Division", "F6F Hellcat", "Iowa"])
    orders(game, state, f"counterattack {FRANCE}")
    assert army(game, state, ATTACKERS) == {"Marine Division": 1, "F6F Hellcat": 1}


def test_k6_q26_113_success_moves_the_card_and_the_turn_goes_on() -> None:
    game, state = us_turn(FRANCE, BOTH, german=["Bf 109"], japanese=["Akagi"])
    assert points(game, state) == {"axis": 10, "allies": 0}
    orders(game, state, f"counterattack {FRANCE}", "execute")
    assert points(game, state) == {"axis": 0, "allies": 10}
    card = game.describe(state)["stacks"]["allies"][0]
    assert card["winners"] == ["british", "us"]
    assert pile(game, state, PACIFIC) == ["Counterattack"]
    assert asked(game, state) == ("us", "turn_start")


def test_q26_failure_leaves_the_card_and_spends_the_counterattack() -> None:
    game, state = us_turn(FRANCE, BOTH, japanese=["Akagi"])
    orders(game, state, f"counterattack {FRANCE}", "decline")
    run_to(game, state, "withdraw")
    orders(game, state, "withdraw")
    assert stack(game, state, "axis") == [FRANCE]
    assert points(game, state) == {"axis": 10, "allies": 0}
    assert pile(game, state, PACIFIC) == ["Counterattack"]
    assert game.describe(state)["turn"] == "us"


def test_q26_at_most_one_a_turn() -> None:
    game = game_of()
    stacks = lost(FRANCE, BOTH)
    stacks["axis"].append({"card": NORMANDY, "winners": ["german"], "involved": BOTH})
    us = {"deployed": ["Marine Division"], "retained": ["Counterattack"] * 2}
    seats: dict[str, Any] = {"us": us, "german": ["Bf 109"], "british": ["Commandos"]}
    state = at_turn(game, "us", stacks=stacks, **seats)
    words = {word for word in offers(game, state) if word.startswith("counterattack")}
    assert words == {f"counterattack {FRANCE}", f"counterattack {NORMANDY}"}
    orders(game, state, f"counterattack {FRANCE}", "decline")
    assert asked(game, state) == ("us", "turn_start")
    assert not any(word.startswith("counterattack") for word in offers(game, state))
    assert game.describe(state)["seats"]["us"]["retained"] == ["Counterattack"]


def test_q26_only_on_the_own_turn_before_drawing() -> None:
    game, state = us_turn(FRANCE, BOTH)
    orders(game, state, "draw")
    assert not any(word.startswith("counterattack") for word in offers(game, state))
    position = game.describe(us_turn(FRANCE, BOTH)[1])
    position["turn"] = position["seat"] = "british"
    state = game.from_position(position)
    assert not any(word.startswith("counterattack") for word in offers(game, state))


def test_k6_without_a_counterattack_card_there_is_none() -> None:
    game = game_of()
    state = at_turn(game, "us", us=["Marine Division"], stacks=lost(FRANCE, BOTH))
    assert not any(word.startswith("counterattack") for word in offers(game, state))


def test_73_the_driven_out_us_counterattacks_in_the_west_but_not_in_the_pacific() -> None:
    game = game_of()
    stacks = lost(FRANCE, BOTH)
    involved = {"winners": ["japanese"], "involved": ["japanese", "us"]}
    stacks["axis"].append({"card": "Philippines", **involved})
    us = {"deployed": ["Marine Division"], "retained": ["Counterattack"]}
    us["expelled_by"] = "Invasion of Australia"  # type: ignore[assignment]
    state = at_turn(game, "us", us=us, stacks=stacks)
    words = {word for word in offers(game, state) if word.startswith("counterattack")}
    assert words == {f"counterattack {FRANCE}", "counterattack Invasion of Australia"}


def test_30_the_same_with_four_theatres_at_kasserine() -> None:
    game = game_of(*ALL)
    won = {"card": "Kasserine", "winners": ["us"], "involved": ["afrika_korps", "us"]}
    state = at_turn(
        game,
        "afrika_korps",
        afrika_korps={"deployed": ["M13 Tank"], "retained": ["Counterattack"]},
        army_of_the_nile=["Crusader"],
        us=["Seabees"],
        stacks={"allies": [won]},
    )
    orders(game, state, "counterattack Kasserine")
    assert fighters(game, state, DEFENDERS) == ["army_of_the_nile", "us"]


def test_140_a_card_held_by_liberation_while_its_losers_are_out_again_frees_nobody() -> None:
    """The axis holds one Battle for Germany, the other copy vanquished both Germans again."""
    game = game_of(*ALL)
    germany = "Battle for Germany"
    out = {"vanquished_by": f"{germany} ({RUSSIA})"}
    involved = ["german", "german_barbarossa", "british", "us", "japanese"]
    held = {"card": germany, "theatre": WEST, "winners": ["japanese"], "involved": involved}
    state = at_turn(
        game,
        "british",
        british={"deployed": ["Cromwell"], "retained": ["Counterattack"]},
        us=["Iowa"],
        japanese=["Akagi"],
        german=out,
        german_barbarossa=out,
        stacks={"axis": [held]},
    )
    orders(game, state, f"counterattack {germany} ({WEST})", "decline")
    seats = game.describe(state)["seats"]
    assert seats["german"]["vanquished_by"] == seats["german_barbarossa"]["vanquished_by"]
    assert seats["german"]["vanquished_by"] == f"{germany} ({RUSSIA})"
    assert points(game, state) == {"axis": 0, "allies": 28}
    assert stack(game, state, "allies") == [germany, germany]
