"""Set-up, turns and Conflict cards (T1-T12, K1-K13, 1-4, 130, 131, Q17-Q21, Q28, Q45)."""

from itertools import combinations
from typing import Any

import pytest

from battlecards.positions import (
    AFRICA,
    ALL,
    HOMES,
    PACIFIC,
    RUSSIA,
    WEST,
    asked,
    at_turn,
    deployed,
    drawn,
    game_of,
    offers,
    orders,
    pile,
    run_to,
)
from warfront import BadInput, make_game
from warfront.battlecards.tables import PLAYS, UNITS, Role

ORDER = [
    "german",
    "british",
    "afrika_korps",
    "army_of_the_nile",
    "german_barbarossa",
    "soviet",
    "japanese",
    "us",
]
SETS = [theatres for n in (1, 2, 3, 4) for theatres in combinations(ALL, n)]


@pytest.mark.parametrize("theatres", SETS, ids=["+".join(t) for t in SETS])
def test_01_02_03_04_130_t2_t4_t5_fifteen_sets_in_turn_order(theatres: tuple[str, ...]) -> None:
    game = game_of(*theatres)
    home = {seat for theatre in theatres for seat in HOMES[theatre]}
    assert list(game.spec.seats) == [seat for seat in ORDER if seat in home]
    assert len(game.spec.seats) == 2 * len(theatres)
    state = game.new(1)
    while game.prompt(state) in ("hitler", "deploy"):
        game.step(state, int(game.legal_mask(state).nonzero()[0][0]))
    assert game.describe(state)["turn"] == game.spec.seats[0]  # T2, T5


@pytest.mark.parametrize("bad", [(), (WEST, WEST), ("atlantic",), ("west",)])
def test_03_other_sets_are_refused(bad: tuple[str, ...]) -> None:
    with pytest.raises(BadInput):
        make_game("battlecards", theatres=bad)


@pytest.mark.parametrize("axis", [4, 6])
def test_t1_q17_q19_set_up_draws_six_deploys_exactly_three_discards_the_rest(axis: int) -> None:
    game = game_of(begin_draw=axis)
    state = game.new(5)
    for name in game.spec.seats:
        assert asked(game, state) == (name, "deploy")
        seat = game.spec.seats.index(name)
        hand = game.view(state, seat)["deal"]["hand"]
        drawn = axis if name in game.spec.sides["axis"] else 6
        assert sum(hand.values()) == drawn
        while asked(game, state) == (name, "deploy"):
            game.step(state, int(game.legal_mask(state).nonzero()[0][0]))
        if name != "us":
            table = game.describe(state)["seats"][name]
            assert len(table["deployed"]) == 3
            assert len(table["discard"]) == drawn - 3


def test_q20_deck_sizes() -> None:
    game: Any = game_of(*ALL)
    tables = game.loaded.tables
    for seat in range(8):
        assert tables.copies[seat * UNITS : (seat + 1) * UNITS].sum() == 40
    for theatre in range(4):
        battles = tables.present[theatre * 12 : (theatre + 1) * 12].sum()
        assert tables.play_copies[theatre].sum() + battles == 48


def test_130_turns_pass_in_order_and_rounds_count() -> None:
    game = game_of(*ALL)
    state = at_turn(game, "german", **{name: [] for name in ORDER})
    turns = ["german"]
    for _ in range(8):
        if game.prompt(state) == "turn_start":
            orders(game, state, "draw")
        assert game.prompt(state) == "retain"
        position = game.describe(state)
        assert position["turn"] == turns[-1]
        orders(game, state, "pass")
        position = game.describe(state)
        turns.append(position["turn"])
        for theatre in position["conflict"]:
            position["conflict"][theatre]["deck"] = ["Counterattack"]
            position["conflict"][theatre]["discard"] = []
        state = game.from_position(position)
    assert turns == [*ORDER, "german"]
    assert game.describe(state)["round"] == 2


def test_131_t3_t7_everyone_draws_from_his_own_theatres_deck() -> None:
    game = game_of(*ALL)
    own = {
        WEST: "Dawn Barrage",
        PACIFIC: "Smoke Screen",
        RUSSIA: "Deep Battle",
        AFRICA: "Night March",
    }
    for theatre, pair in HOMES.items():
        for seat in pair:
            conflict = {name: {"deck": [card]} for name, card in own.items()}
            state = at_turn(game, seat, conflict=conflict)
            orders(game, state, "draw")
            assert asked(game, state) == (seat, "retain")
            assert game.describe(state)["play"] == own[theatre]


@pytest.mark.parametrize(
    ("card", "draw", "deploy"),
    [("Conscription", 3, 1), ("Lend-Lease", 4, 2), ("Total War Economy", 6, 3)],
)
def test_k2_t10_q18_q19_military_buildup(card: str, draw: int, deploy: int) -> None:
    game = game_of()
    state = drawn(game, "german", card, german=["Tiger I"])
    assert asked(game, state) == ("german", "deploy")
    deal = game.view(state, 0)["deal"]
    assert (sum(deal["hand"].values()), deal["to_deploy"]) == (draw, deploy)
    assert card in pile(game, state, WEST)
    while asked(game, state) == ("german", "deploy"):
        game.step(state, int(game.legal_mask(state).nonzero()[0][0]))
    table = game.describe(state)["seats"]["german"]
    assert len(table["deployed"]) == 1 + deploy
    assert len(table["discard"]) == draw - deploy


def test_q17_the_arsenal_discard_is_shuffled_back_when_the_deck_is_out() -> None:
    game: Any = game_of()
    cards = [
        name
        for t, name in enumerate(game.loaded.type_names[:UNITS])
        for _ in range(int(game.loaded.tables.copies[t]))
    ]
    front, rest = cards[:1], cards[1:]
    state = drawn(game, "german", "Conscription", german={"deployed": front, "discard": rest[:-2]})
    assert sum(game.view(state, 0)["deal"]["hand"].values()) == 3
    assert game.describe(state)["seats"]["german"]["discard"] == []


def test_q19_a_short_deck_deploys_what_there_is() -> None:
    game: Any = game_of()
    cards = [
        name
        for t, name in enumerate(game.loaded.type_names[:UNITS])
        for _ in range(int(game.loaded.tables.copies[t]))
    ]
    state = drawn(game, "german", "Total War Economy", german={"deployed": cards[:-2]})
    assert len(deployed(game, state, "german")) == 40  # two were left, both are deployed


def test_t12_the_conflict_discard_is_recycled() -> None:
    game: Any = game_of(WEST)
    tables = game.loaded.tables
    names = game.loaded.play_names[0]
    discard = [
        n for row, n in enumerate(names[:PLAYS]) for _ in range(int(tables.play_copies[0, row]))
    ]
    discard += [name for name in game.loaded.battle_names[:12] if name]
    conflict = {WEST: {"deck": [], "discard": discard}}
    state = at_turn(game, "german", conflict=conflict, german=["Tiger I"])
    view = game.view(state, 0)["theatres"][WEST]
    assert view["deck"] == 0
    orders(game, state, "draw")
    assert len(pile(game, state, WEST)) <= 2


def test_k3_t3_a_retained_action_is_kept_or_let_go() -> None:
    game = game_of()
    state = drawn(game, "german", "Radar Chain", german=["Tiger I"], british=["Cromwell"])
    assert offers(game, state) == {"retain", "pass"}
    kept = orders(game, game.copy(state), "retain")
    assert game.describe(kept)["seats"]["german"]["retained"] == ["Radar Chain"]
    orders(game, state, "pass")
    assert game.describe(state)["seats"]["german"]["retained"] == []
    assert "Radar Chain" in pile(game, state, WEST)


def test_q21_the_sixth_retained_card_costs_one_of_choice() -> None:
    game = game_of()
    held = ["Counterattack", "Counterattack", "Dawn Barrage", "Wolf Pack", "Fighter Sweep"]
    german = {"deployed": ["Tiger I"], "retained": held}
    state = drawn(game, "german", "Radar Chain", german=german, british=["Cromwell"])
    orders(game, state, "retain")
    assert asked(game, state) == ("german", "discard")
    assert offers(game, state) == {f"discard {name}" for name in {*held, "Radar Chain"}}
    orders(game, state, "discard Counterattack")
    retained = game.describe(state)["seats"]["german"]["retained"]
    assert sorted(retained) == sorted([*held[1:], "Radar Chain"])
    assert pile(game, state, WEST) == ["Counterattack"]
    state = drawn(game, "german", "Radar Chain", german=german | {"retained": held[1:]})
    orders(game, state, "retain")
    assert game.prompt(state) != "discard"  # five may be held


@pytest.mark.parametrize(("die", "gone"), [(4, False), (5, True), (10, True)])
def test_k7_k8_sabotage_takes_a_leader_on_a_roll(die: int, gone: bool) -> None:
    game = game_of()
    seats = {"british": ["Churchill", "Montgomery", "Cromwell"], "us": ["Roosevelt", "Iowa"]}
    state = drawn(game, "german", "Sabotage", german=["Hitler"], dice=[die], **seats)
    assert asked(game, state) == ("german", "immediate_card")
    assert offers(game, state) == {"play Sabotage on Churchill", "play Sabotage on Roosevelt"}
    orders(game, state, "play Sabotage on Roosevelt")
    assert ("Roosevelt" not in deployed(game, state, "us")) is gone
    assert ("Roosevelt" in game.describe(state)["seats"]["us"]["discard"]) is gone
    assert "Sabotage" in pile(game, state, WEST)


def test_k7_a_general_can_be_sabotaged_once_he_was_seen() -> None:
    game = game_of()
    british = {"deployed": ["Montgomery", "Cromwell"], "seen": ["Montgomery"]}
    state = drawn(game, "german", "Sabotage", british=british, us=["Roosevelt"], dice=[9])
    orders(game, state, "play Sabotage on Montgomery")
    assert deployed(game, state, "british") == ["Cromwell"]


def test_k4_without_a_target_an_immediate_action_is_just_discarded() -> None:
    game = game_of()
    state = drawn(game, "german", "Sabotage", german=["Tiger I"], british=["Montgomery"])
    assert "Sabotage" in pile(game, state, WEST)
    assert game.describe(state)["turn"] == "british"


def test_k4_recon_shows_strike_hits_rally_brings_back_disrupt_takes() -> None:
    game = game_of()
    seats: dict[str, Any] = {
        "german": ["Tiger I"],
        "british": ["Cromwell", "Spitfire"],
        "us": ["Iowa"],
    }
    state = drawn(game, "german", "Enigma Intercepts", **seats)
    orders(game, state, "play Enigma Intercepts on british")
    view = game.view(state, 0)["seats"]
    assert view["british"]["deployed"] == {"Cromwell": 1, "Spitfire": 1}
    assert view["us"]["hidden"] == {"us": 1}
    state = drawn(game, "german", "Airfields Cratered", **seats)
    orders(game, state, "play Airfields Cratered on british")
    assert deployed(game, state, "british") == ["Cromwell"]
    seats["german"] = {"deployed": ["Tiger I"], "discard": ["Rommel", "Hitler", "Bf 109"]}
    state = drawn(game, "german", "Field Hospitals", **seats)
    assert offers(game, state) == {
        "play Field Hospitals on Rommel",
        "play Field Hospitals on Bf 109",
    }
    orders(game, state, "play Field Hospitals on Rommel")
    assert deployed(game, state, "german") == ["Rommel", "Tiger I"]
    seats["us"] = {"deployed": ["Iowa"], "retained": ["Counterattack"]}
    seats["british"] = {"deployed": ["Cromwell"], "retained": ["Counterattack"]}
    state = drawn(game, "german", "Double Agents", **seats)
    orders(game, state, "play Double Agents on us")
    assert game.describe(state)["seats"]["us"]["retained"] == []
    assert "Counterattack" in pile(game, state, PACIFIC)


def test_k13_nothing_costs_anything() -> None:
    """Whatever is in hand may be deployed, whoever it is."""
    game = game_of(begin_draw=6)
    top = ["Hitler", "Bismarck", "Rommel", "Ju 52", "Tiger I", "Nebelwerfer"]
    state = game.from_position({"prompt": "setup", "seats": {"german": {"arsenal": top}}})
    assert offers(game, state) == {f"deploy {name}" for name in top}


def test_t8_q45_allies_see_each_others_cards_enemies_only_backs() -> None:
    game = game_of()
    british = {"deployed": ["Cromwell", "Churchill"], "retained": ["Counterattack"]}
    state = at_turn(game, "german", german=["Tiger I"], british=british)
    allied = game.view(state, game.spec.seats.index("us"))["seats"]["british"]
    assert allied["deployed"] == {"Churchill": 1, "Cromwell": 1}
    assert allied["retained"] == {"Counterattack": 1}
    enemy = game.view(state, game.spec.seats.index("german"))["seats"]["british"]
    assert enemy["deployed"] == {"Churchill": 1}  # Leaders lie open
    assert enemy["hidden"] == {"british": 1}
    assert enemy["retained_count"] == 1
    assert "retained" not in enemy


def test_t2_130_first_seat_is_an_option() -> None:
    game = game_of(first_seat="japanese")
    state = game.new(2)
    while game.prompt(state) == "deploy":
        game.step(state, int(game.legal_mask(state).nonzero()[0][0]))
    assert game.describe(state)["turn"] == "japanese"
    assert game.describe(state)["round"] == 1
    state = at_turn(game, "british", british=["Cromwell"], japanese=["Akagi"])
    orders(game, state, "draw", "pass")
    run_to(game, state, "turn_start", "retain")
    assert (game.describe(state)["turn"], game.describe(state)["round"]) == ("japanese", 2)


def test_k8_leaders_generals_and_admirals_are_told_apart() -> None:
    game: Any = game_of(*ALL)
    role = {name: int(game.loaded.tables.role[t]) for t, name in enumerate(game.loaded.type_names)}
    for name in ("Hitler", "Mussolini", "Churchill", "Stalin"):
        assert role[name] == Role.LEADER
    for name in ("Rommel", "Montgomery", "Patton", "MacArthur"):
        assert role[name] == Role.GENERAL
    for name in ("Nimitz", "Yamamoto", "Doenitz"):
        assert role[name] == Role.ADMIRAL
