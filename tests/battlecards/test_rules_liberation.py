"""Rule H: who brings whom back, how, and what follows (87-129, 136, 140, 142, Q29, Q39)."""

from typing import Any

import pytest

from battlecards.conquests import (
    AUSTRALIA,
    BRITAIN,
    CASABLANCA,
    GERMANY,
    ITALY,
    JAPAN,
    MOSCOW,
    RULES,
    VICTIM,
    armed,
    fallen,
    out,
)
from battlecards.positions import (
    ALL,
    ATTACKERS,
    DEFENDERS,
    INFANTRY,
    PACIFIC,
    RUSSIA,
    WEST,
    army,
    asked,
    at_turn,
    deployed,
    drawn,
    fighters,
    game_of,
    offers,
    orders,
    out_by,
    points,
    run_to,
    stack,
)
from warfront.game import Game, State


def counter(game: Game, battle: str, name: str, defenders: list[str], **more: Any) -> State:
    """A liberating Counterattack; the occupiers have `defenders` each."""
    seats = fallen(game, battle)
    for other in seats:
        if not isinstance(seats[other], dict):
            seats[other] = [] if other != name else [INFANTRY[name]]
    seats[name] = armed(seats[name], name)
    occupier = {BRITAIN: "german", AUSTRALIA: "japanese", CASABLANCA: "afrika_korps"}.get(battle)
    occupier = occupier or {GERMANY: "british", JAPAN: "us", ITALY: "army_of_the_nile"}[battle]
    seats[occupier] = defenders
    conquests = RULES[battle][2].get(name)
    if conquests:
        seats[VICTIM[conquests]] = out(conquests)
    state = at_turn(game, name, **seats | more)
    word = next(w for w in offers(game, state) if w.startswith(f"counterattack {battle}"))
    return orders(game, state, word)


@pytest.mark.parametrize("liberator", ["us", "soviet", "army_of_the_nile"])
def test_87_88_96_99_100_the_british_draw_six_and_deploy_three(liberator: str) -> None:
    game = game_of(*ALL)
    state = counter(game, BRITAIN, liberator, ["Bf 109"])
    assert out_by(game, state, "british") is None
    assert asked(game, state) == ("british", "deploy")
    deal = game.view(state, game.spec.seats.index("british"))["deal"]
    assert sum(deal["hand"].values()) == 6
    assert deal["to_deploy"] == 3
    while game.prompt(state) == "deploy":
        game.step(state, int(game.legal_mask(state).nonzero()[0][0]))
    assert len(deployed(game, state, "british")) == 3
    assert len(game.describe(state)["seats"]["british"]["discard"]) == 3
    assert game.describe(state)["turn"] == liberator  # Q26: before his draw; his turn goes on
    assert stack(game, state, "allies") == [BRITAIN]
    assert points(game, state) == {"axis": 0, "allies": 14}
    assert game.describe(state)["won_by"][WEST] == {}  # Q39


def test_100_the_british_take_their_turn_in_the_old_order() -> None:
    game = game_of()
    state = counter(game, BRITAIN, "us", ["Bf 109"], japanese=["Akagi"])
    while game.prompt(state) == "deploy":
        game.step(state, int(game.legal_mask(state).nonzero()[0][0]))
    turns: list[str] = []
    for _ in range(60):
        turn = game.describe(state)["turn"]
        if not turns or turns[-1] != turn:
            turns.append(turn)
        game.step(state, int(game.legal_mask(state).nonzero()[0][0]))
        if game.done(state):
            break
    assert turns[:3] == ["us", "german", "british"]


@pytest.mark.parametrize("liberator", ["british", "army_of_the_nile", "us"])
def test_101_103_105_106_the_us_comes_back_and_draws_nothing(liberator: str) -> None:
    game = game_of(*ALL)
    state = counter(game, AUSTRALIA, liberator, ["A6M Zero"])
    seats = game.describe(state)["seats"]
    assert "expelled_by" not in seats["us"]
    assert game.prompt(state) != "deploy"
    assert seats["us"]["deployed"] == [INFANTRY["us"]] if liberator == "us" else True
    assert seats["us"]["discard"] == []
    assert stack(game, state, "allies") == [AUSTRALIA]
    us = [INFANTRY["us"]]
    state = drawn(game, "us", "Guadalcanal", us=us, japanese=["Imperial Infantry"])
    assert asked(game, state) == ("us", "execute")


@pytest.mark.parametrize("liberator", ["afrika_korps", "japanese"])
def test_108_109_111_112_113_both_germans_come_back(liberator: str) -> None:
    game = game_of(*ALL)
    state = counter(game, GERMANY, liberator, ["Spitfire"])
    assert out_by(game, state, "german") is out_by(game, state, "german_barbarossa") is None
    for name in ("german", "german_barbarossa"):
        assert asked(game, state) == (name, "deploy")
        deal = game.view(state, game.spec.seats.index(name))["deal"]
        assert (sum(deal["hand"].values()), deal["to_deploy"]) == (6, 3)
        for _ in range(3):
            game.step(state, int(game.legal_mask(state).nonzero()[0][0]))
        assert len(deployed(game, state, name)) == 3
    assert GERMANY in stack(game, state, "axis")
    assert GERMANY not in stack(game, state, "allies")
    found = game.describe(state)["won_by"]
    assert found[WEST] == {} or "allies" not in found[WEST]
    assert "allies" not in found[RUSSIA]


def test_114_142_the_twin_card_goes_back_into_its_deck() -> None:
    game = game_of(*ALL)
    seats = fallen(game, GERMANY)
    seats["british"], seats["us"] = ["Spitfire"], []
    seats["afrika_korps"] = armed([], "afrika_korps") | {"deployed": [INFANTRY["afrika_korps"]]}
    twin = {"card": GERMANY, "theatre": RUSSIA, "winners": ["british"]}
    state = at_turn(game, "afrika_korps", stacks={"allies": [twin]}, **seats)
    assert points(game, state)["allies"] == 28
    orders(game, state, next(w for w in offers(game, state) if w.startswith("counterattack")))
    assert points(game, state) == {"axis": 14, "allies": 0}
    place = game.record(state).place  # type: ignore[attr-defined]
    names = game.loaded.battle_names  # type: ignore[attr-defined]
    places = [int(place[b]) for b, name in enumerate(names) if name == GERMANY]
    assert sorted(places) == [1, 3]  # one in a deck, one in the axis stack
    assert names.count(GERMANY) == 2


def test_114_either_of_the_two_copies_may_be_counterattacked() -> None:
    game = game_of(*ALL)
    seats = fallen(game, GERMANY)
    seats["afrika_korps"] = armed([], "afrika_korps") | {"deployed": [INFANTRY["afrika_korps"]]}
    twin = {"card": GERMANY, "theatre": RUSSIA, "winners": ["british"]}
    state = at_turn(game, "afrika_korps", stacks={"allies": [twin]}, **seats)
    words = [word for word in offers(game, state) if word.startswith("counterattack")]
    assert len(words) == 2
    for word in words:
        tried = orders(game, game.copy(state), word)
        run_to(game, tried, "withdraw")
        assert fighters(game, tried, DEFENDERS) == ["british"]  # 91: those who invaded


@pytest.mark.parametrize(
    ("battle", "liberator", "victim", "light"),
    [
        (JAPAN, "german", "japanese", "F6F Hellcat"),
        (JAPAN, "german_barbarossa", "japanese", "F6F Hellcat"),
        (ITALY, "german", "afrika_korps", "Kittyhawk"),
        (ITALY, "german_barbarossa", "afrika_korps", "Kittyhawk"),
        (ITALY, "japanese", "afrika_korps", "Kittyhawk"),
        (CASABLANCA, "us", "army_of_the_nile", "Bf 109 F"),
        (CASABLANCA, "british", "army_of_the_nile", "Bf 109 F"),
    ],
)
def test_115_124_126_127_128_q29_the_others_draw_too(
    battle: str, liberator: str, victim: str, light: str
) -> None:
    game = game_of(*ALL)
    state = counter(game, battle, liberator, [light])
    assert out_by(game, state, victim) is None
    assert asked(game, state) == (victim, "deploy")
    deal = game.view(state, game.spec.seats.index(victim))["deal"]
    assert (sum(deal["hand"].values()), deal["to_deploy"]) == (6, 3)


def moscow_fallen(theatres: tuple[str, ...], **more: Any) -> tuple[Game, State]:
    """Battle for Germany is drawn while the Soviets are out."""
    game = game_of(*theatres)
    seats: dict[str, Any] = {"soviet": out(MOSCOW), "german": ["Bf 109"], "us": ["M4 Sherman"]}
    seats |= {"british": ["Cromwell"], "german_barbarossa": ["Panther"]}
    turn = "british" if WEST in theatres else "german_barbarossa"
    if turn == "british":
        seats["german_barbarossa"] = ["Bf 109 G"]
    seats |= more
    return game, drawn(game, turn, GERMANY, **seats)


@pytest.mark.parametrize(
    "choices", [("execute", "execute"), ("execute", "decline"), ("decline", "execute")]
)
def test_121_122_q40_germany_won_by_us_and_british_frees_the_soviets(
    choices: tuple[str, str],
) -> None:
    game, state = moscow_fallen(ALL)
    orders(game, state, *choices)
    assert out_by(game, state, "german") == f"{GERMANY} ({WEST})"
    assert out_by(game, state, "german_barbarossa") == f"{GERMANY} ({WEST})"
    assert out_by(game, state, "soviet") is None
    assert asked(game, state) == ("soviet", "deploy")
    found = game.describe(state)
    assert MOSCOW in found["conflict"][RUSSIA]["discard"]  # Q39
    assert points(game, state) == {"axis": 0, "allies": 14}
    assert found["won_by"][RUSSIA] == {"allies": "british" if choices[0] == "execute" else "us"}
    while game.prompt(state) == "deploy":
        game.step(state, int(game.legal_mask(state).nonzero()[0][0]))
    assert len(deployed(game, state, "soviet")) == 3


@pytest.mark.parametrize("us", [["25-pounder"], ["Marine Division"]])
def test_89_liberators_need_no_prerequisite_but_a_ground_unit(us: list[str]) -> None:
    game = game_of()
    seats: dict[str, Any] = {"british": out(BRITAIN), "german": ["Tiger I"]}
    cards = ["105 mm Howitzer"] if us == ["25-pounder"] else us
    seats["us"] = {"deployed": cards, "retained": ["Counterattack"]}
    state = at_turn(game, "us", **seats)
    assert f"counterattack {BRITAIN}" in offers(game, state)
    seats["us"] = {"deployed": ["Iowa", "F6F Hellcat"], "retained": ["Counterattack"]}
    state = at_turn(game, "us", **seats)
    assert f"counterattack {BRITAIN}" not in offers(game, state)


def test_90_91_92_the_liberator_attacks_alone_and_the_invader_defends() -> None:
    game = game_of(*ALL)
    seats = fallen(game, GERMANY)
    twin = f"{GERMANY} ({WEST})"
    stacks = {"allies": [{"card": GERMANY, "theatre": WEST, "winners": ["british", "us"]}]}
    seats |= {"british": ["Cromwell", "Montgomery"], "us": ["M4 Sherman", "Patton", "Essex"]}
    seats["afrika_korps"] = {"deployed": ["M13 Tank", "Messe"], "retained": ["Counterattack"]}
    state = at_turn(game, "afrika_korps", stacks=stacks, **seats)
    orders(game, state, f"counterattack {twin}")
    assert game.describe(state)["battle"]["attack_side"] == "axis"
    assert fighters(game, state, ATTACKERS) == ["afrika_korps"]
    assert fighters(game, state, DEFENDERS) == ["british", "us"]
    assert army(game, state, ATTACKERS) == {"M13 Tank": 1, "Messe": 1}  # alone: Q42
    assert army(game, state, DEFENDERS) == {"Cromwell": 1, "Montgomery": 1, "M4 Sherman": 1}


@pytest.mark.parametrize("die", [10, 4])
def test_92_repelled_when_all_attacking_ground_units_are_gone(die: int) -> None:
    game = game_of()
    seats: dict[str, Any] = {"british": out(BRITAIN), "german": ["Waffen SS Infantry"]}
    seats["us"] = {"deployed": ["US Army Infantry", "F6F Hellcat"], "retained": ["Counterattack"]}
    state = at_turn(game, "us", dice=[die], **seats)
    orders(game, state, f"counterattack {BRITAIN}", "hold", "hold")
    orders(game, state, "fire Waffen SS Infantry -> US Army Infantry")
    found = game.describe(state)
    assert game.prompt(state) not in ("shot", "withdraw")  # it is over
    assert out_by(game, state, "british") == BRITAIN
    assert stack(game, state, "axis") == [BRITAIN]  # Q26: it stays
    assert found["conflict"][PACIFIC]["discard"] == ["Counterattack"]
    assert found["turn"] == "us"


def test_140_the_liberated_can_be_vanquished_again_by_a_counterattack() -> None:
    game = game_of()
    stacks = {
        "allies": [{"card": BRITAIN, "winners": ["us"], "involved": ["german", "british", "us"]}]
    }
    german = {"deployed": ["Tiger I"], "retained": ["Counterattack"]}
    seats: dict[str, Any] = {"german": german, "british": ["Spitfire"], "us": ["Iowa"]}
    state = at_turn(game, "german", stacks=stacks, **seats)
    orders(game, state, f"counterattack {BRITAIN}")
    assert out_by(game, state, "british") == BRITAIN
    assert deployed(game, state, "german") == ["Spitfire", "Tiger I"]
    assert points(game, state) == {"axis": 14, "allies": 0}


def test_q39_liberation_ends_the_claim_on_returned_cards() -> None:
    game = game_of()
    seats: dict[str, Any] = {"british": out(BRITAIN), "german": ["Bf 109"]}
    seats["us"] = {"deployed": ["Seabees"], "retained": ["Counterattack"]}
    state = at_turn(game, "us", returned={"axis": ["Battle for France"]}, **seats)
    orders(game, state, f"counterattack {BRITAIN}")
    assert "returned" not in game.describe(state)


def test_112_both_germans_resume_their_spots_in_the_turn_order() -> None:
    game = game_of(*ALL)
    state = counter(game, GERMANY, "afrika_korps", ["Spitfire"])
    turns: list[str] = []
    for _ in range(200):
        turn = game.describe(state)["turn"]
        if turns[-1:] != [turn]:
            turns.append(turn)
        game.step(state, int(game.legal_mask(state).nonzero()[0][0]))
        if len(turns) == 9 or game.done(state):
            break
    assert turns[:3] == ["afrika_korps", "army_of_the_nile", "german_barbarossa"]
    assert turns[3:7] == ["soviet", "japanese", "us", "german"]
