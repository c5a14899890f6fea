"""A theatre is won: what its loser gives up and what goes on (63-74, 138, 139, Q24, Q31, Q32)."""

from typing import Any

import pytest

from battlecards.positions import (
    AFRICA,
    ALL,
    PACIFIC,
    RUSSIA,
    WEST,
    asked,
    deployed,
    drawn,
    game_of,
    offers,
    orders,
    out_by,
    pile,
    points,
    run_to,
    stack,
)
from warfront.game import Game, State

BRITAIN = "Invasion of Britain"
AUSTRALIA = "Invasion of Australia"
JAPAN = "Invasion of Japan"
GERMANY = "Battle for Germany"


def won(game: Game, turn: str, card: str, **listed: Any) -> State:
    """`card` drawn, executed by all who are asked, and won at once for want of defenders."""
    state = drawn(game, turn, card, **listed)
    while not game.done(state) and game.prompt(state) == "execute":
        orders(game, state, "execute")
    return state


def test_63_64_65_74_the_losers_cards_of_that_theatre_go_back() -> None:
    game = game_of()
    stacks = {
        "allies": [
            {"card": "Battle for France", "winners": ["british", "us"]},
            {"card": "Market Garden", "winners": ["us"]},  # not won by the loser
            {"card": "Coral Sea", "winners": ["british"]},  # another theatre's
            {"card": "Battle of Britain", "winners": ["british"]},
        ]
    }
    cards = {"german": ["Tiger I"], "us": ["Iowa"], "british": ["Spitfire"]}
    state = won(game, "german", BRITAIN, stacks=stacks, **cards)
    assert sorted(stack(game, state, "allies")) == ["Coral Sea", "Market Garden"]
    assert {"Battle for France", "Battle of Britain"} <= set(pile(game, state, WEST))
    assert points(game, state) == {"axis": 14, "allies": 14}
    assert game.describe(state)["returned"] == {"axis": ["Battle for France", "Battle of Britain"]}


def test_74_the_us_too_gives_its_pacific_cards_back() -> None:
    game = game_of()
    stacks = {
        "allies": [
            {"card": "Midway", "winners": ["us"]},
            {"card": "Market Garden", "winners": ["us"]},
        ]
    }
    state = won(
        game, "japanese", AUSTRALIA, japanese=["Imperial Infantry"], us=["Iowa"], stacks=stacks
    )
    assert stack(game, state, "allies") == ["Market Garden"]
    assert "Midway" in pile(game, state, PACIFIC)
    assert points(game, state) == {"axis": 14, "allies": 6}


def test_66_67_68_69_the_loser_surrenders_and_has_no_more_turns() -> None:
    game = game_of()
    cards = {
        "german": ["Tiger I"],
        "british": {
            "deployed": ["Spitfire", "King George V", "Churchill", "Iowa"],
            "retained": ["Counterattack"],
        },
        "us": ["Marine Division"],
        "japanese": ["Akagi"],
    }
    state = won(game, "german", BRITAIN, **cards)
    assert out_by(game, state, "british") == BRITAIN
    assert deployed(game, state, "british") == []
    assert deployed(game, state, "german") == ["Iowa", "King George V", "Spitfire", "Tiger I"]
    seats = game.describe(state)["seats"]
    assert seats["british"]["retained"] == []
    assert seats["british"]["discard"] == ["Churchill"]  # Q30: no Leader serves the enemy
    turns = [game.describe(state)["turn"]]
    for _ in range(300):
        turns.append(game.describe(state)["turn"])
        game.step(state, int(game.legal_mask(state).nonzero()[0][0]))
        if out_by(game, state, "british") is None or game.done(state):
            break
    assert set(turns) == {"german", "japanese", "us"}


def test_q31_several_winners_the_resident_gets_the_forces() -> None:
    game = game_of(*ALL)
    cards = {"german": ["Bf 109"], "german_barbarossa": ["S-boats"], "us": ["Marine Division"]}
    cards |= {"british": ["Commandos"], "soviet": ["T-34"], "japanese": ["Akagi"]}
    state = won(game, "british", GERMANY, **cards)
    assert deployed(game, state, "british") == ["Bf 109", "Commandos", "S-boats"]
    state = drawn(game, "british", GERMANY, **cards)
    orders(game, state, "decline", "execute")
    assert deployed(game, state, "us") == ["Bf 109", "Marine Division", "S-boats"]
    assert game.describe(state)["won_by"][WEST] == {"allies": "us"}  # Q37
    state = won(game, "soviet", GERMANY, **cards)
    assert deployed(game, state, "soviet") == ["Bf 109", "S-boats", "T-34"]
    assert game.describe(state)["won_by"] == {
        WEST: {"allies": "british"},
        RUSSIA: {"allies": "soviet"},
        PACIFIC: {},
        AFRICA: {},
    }


def test_70_71_72_the_us_goes_on_after_australia() -> None:
    game = game_of()
    cards = {"japanese": ["Imperial Infantry"], "us": ["Iowa"], "german": ["Wehrmacht Infantry"]}
    state = won(game, "japanese", AUSTRALIA, **cards)
    seats = game.describe(state)["seats"]
    assert seats["us"]["expelled_by"] == AUSTRALIA
    assert seats["us"]["vanquished_by"] is None
    assert deployed(game, state, "us") == ["Iowa"]
    assert asked(game, state) == ("us", "turn_start")
    us = {"deployed": ["Marine Division"], "expelled_by": AUSTRALIA}
    state = drawn(game, "british", "Invasion of Normandy", us=us, german=["Tiger I"])
    orders(game, state, "decline")  # the British; their allies may still land
    assert asked(game, state) == ("us", "execute")


def test_73_but_not_in_the_pacific() -> None:
    game = game_of()
    us = {"deployed": ["Marine Division", "Essex"], "expelled_by": AUSTRALIA}
    cards = {"japanese": ["Imperial Infantry", "Akagi"], "british": ["Ark Royal"], "us": us}
    state = drawn(game, "us", "Guadalcanal", **cards)  # Q34: Japan has the choice
    assert asked(game, state) == ("japanese", "claim")
    state = drawn(game, "us", "Coral Sea", **cards)  # the British may still fight it (Q33)
    assert game.describe(state)["battle"]["pending"] == ["british"]
    state = drawn(game, "japanese", "Coral Sea", **cards)
    assert game.describe(state)["battle"]["defenders"] == ["british"]


def test_q32_jointly_won_cards_go_back_if_the_vanquished_was_among_the_winners() -> None:
    game = game_of()
    for winners, back in ((["british", "us"], True), (["us"], False)):
        stacks = {"allies": [{"card": "Battle for France", "winners": winners}]}
        state = won(game, "german", BRITAIN, german=["Tiger I"], us=["Iowa"], stacks=stacks)
        assert ("Battle for France" in pile(game, state, WEST)) is back


def fight_and_lose(game: Game, state: State) -> State:
    """The attackers execute, all hold their fire, and the attackers withdraw at once."""
    while game.prompt(state) == "execute":
        orders(game, state, "execute")
    run_to(game, state, "withdraw")
    while not game.done(state) and game.prompt(state) == "withdraw":
        orders(game, state, "withdraw")
    return state


@pytest.mark.parametrize("failed_scores", [True, False])
def test_q24_a_failed_attack_scores_for_the_defenders(failed_scores: bool) -> None:
    game = game_of(failed_scores=failed_scores)
    cards = {"german": ["Tiger I"], "british": ["Cromwell"], "us": ["M4 Sherman"]}
    state = fight_and_lose(game, drawn(game, "german", "Invasion of Norway", **cards))
    if failed_scores:
        assert stack(game, state, "allies") == ["Invasion of Norway"]
        assert points(game, state) == {"axis": 0, "allies": 6}
    else:
        assert stack(game, state, "allies") == []
        assert "Invasion of Norway" in pile(game, state, WEST)


@pytest.mark.parametrize(("turn", "card"), [("german", BRITAIN), ("us", JAPAN), ("us", GERMANY)])
def test_138_q24_a_card_that_wins_a_theatre_comes_back_instead(turn: str, card: str) -> None:
    game = game_of()
    cards = {"german": ["Tiger I"], "british": ["Cromwell"], "us": ["M4 Sherman"]}
    cards["japanese"] = ["Imperial Infantry"]
    turn = "british" if card == GERMANY else turn
    state = fight_and_lose(game, drawn(game, turn, card, **cards))
    assert card in pile(game, state, PACIFIC if card == JAPAN else WEST)
    assert points(game, state) == {"axis": 0, "allies": 0}


def test_139_a_won_theatre_unmanned_battle_is_claimed_or_raided() -> None:
    game = game_of()
    cards: dict[str, Any] = {"german": ["Tiger I"], "us": ["Marine Division"]}
    cards["british"] = {"vanquished_by": BRITAIN}
    state = drawn(game, "german", "Invasion of Norway", **cards)
    assert offers(game, state) == {"claim", "raid us ground+air"}
    state = drawn(game, "german", "Invasion of Normandy", **cards)  # the US alone may still land
    assert asked(game, state) == ("us", "execute")
