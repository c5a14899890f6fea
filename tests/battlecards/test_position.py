"""Positions: every state described and read back byte for byte, partial ones, and refusals."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from play import pick
from warfront import BadInput, make_game
from warfront.battlecards.names import Names
from warfront.battlecards.tables import UNITS

WEST_PACIFIC = ("western_europe", "pacific")
ALL = ("western_europe", "pacific", "russia", "north_africa")


@cache
def game_of(*theatres: str) -> Any:
    return make_game("battlecards", theatres=theatres or WEST_PACIFIC)


def round_trip(game: Any, state: Any) -> None:
    position = json.loads(json.dumps(game.describe(state)))
    assert game.from_position(position).tobytes() == state.tobytes(), position
    assert game.problems(state) == []


@pytest.mark.parametrize(
    "theatres", [("north_africa",), WEST_PACIFIC, ("russia", "western_europe"), ALL]
)
def test_every_state_of_random_games_round_trips_and_is_sound(theatres: tuple[str, ...]) -> None:
    """Trial 32: who is asked what, in battles too, comes back from text byte for byte."""
    game = game_of(*theatres)
    rng = np.random.default_rng(1)
    prompts = set()
    state = game.new(1)
    for seed in range(400):
        round_trip(game, state)
        prompts.add(game.prompt(state))
        if game.done(state):
            state = game.new(seed)
            continue
        game.step(state, pick(game.legal_mask(state), rng))
    assert {"deploy", "execute", "shot"} <= prompts


def test_the_example_of_the_contract() -> None:
    game = game_of()
    position = {
        "theatres": ["western_europe", "pacific"],
        "options": {},
        "turn": "british",
        "prompt": "turn_start",
        "seats": {
            "us": {
                "deployed": ["MacArthur", "Marine Division"],
                "retained": ["Counterattack"],
                "arsenal": ["Marine Division"],
                "discard": [],
                "aid_from": {"MacArthur": "us"},
                "vanquished_by": None,
            }
        },
        "conflict": {"western_europe": {"deck": ["Invasion of Normandy"], "discard": []}},
        "stacks": {
            "axis": [
                {"card": "Battle for France", "theatre": "western_europe", "winners": ["german"]}
            ],
            "allies": [],
        },
        "dice": [7, 3],
    }
    state = game.from_position(position)
    assert (game.prompt(state), game.spec.seats[game.seat(state)]) == ("turn_start", "british")
    found = game.describe(state)
    assert sorted(found["seats"]["us"]["deployed"]) == ["MacArthur", "Marine Division"]
    assert found["seats"]["us"]["retained"] == ["Counterattack"]
    assert found["points"] == {"axis": 10, "allies": 0}
    assert (found["dice"], found["dice_left"]) == ([7, 3], 2)
    assert len(found["seats"]["german"]["deployed"]) == 3  # the default set-up
    assert len(found["seats"]["german"]["discard"]) == 1  # begin_draw
    assert len(found["seats"]["british"]["discard"]) == 3
    round_trip(game, state)
    game.order(state, "draw")
    assert game.prompt(state) == "execute"  # the fixed top card was drawn


def test_aid_from_names_the_deck_of_a_card() -> None:
    game = game_of()
    seats = {"british": {"deployed": ["MacArthur"], "aid_from": {"MacArthur": "us"}}}
    state = game.from_position({"turn": "german", "seats": seats})
    british = game.spec.seats.index("british")
    card = int(np.flatnonzero(game.record(state).deployed[british])[0])
    assert card // UNITS == game.spec.seats.index("us")
    assert game.describe(state)["seats"]["british"]["aid_from"] == {"MacArthur": "us"}


def test_names_of_two_decks_mean_the_own_card_unless_marked() -> None:
    game = game_of("russia", "western_europe")
    cards = list(game.loaded.type_names)
    tiger = cards.index("Tiger I")
    german, barbarossa = tiger // UNITS, game.spec.seats.index("german_barbarossa")
    other = barbarossa * UNITS + tiger % UNITS
    cards[other] = "Tiger I"
    names = Names(replace(game.loaded, type_names=cards))
    for holder in range(len(game.spec.seats)):
        for card in (tiger, other, cards.index("Rommel")):
            assert names.card_of(names.card(card, holder), holder) == card
    assert names.card(other, barbarossa) == names.card(tiger, german) == "Tiger I"
    assert names.card(other, german) == "Tiger I (german_barbarossa)"
    with pytest.raises(BadInput, match=r"write Tiger I \(german\)"):
        names.card_of("Tiger I", game.spec.seats.index("soviet"))


def test_one_hitler_is_out_when_both_germans_play() -> None:
    game = game_of("russia", "western_europe")
    state = game.from_position({"turn": "german"})
    assert game.describe(state)["seats"]["german_barbarossa"]["removed"] == ["Hitler"]
    state = game.from_position({"seats": {"german_barbarossa": {"deployed": ["Hitler"]}}})
    assert game.describe(state)["seats"]["german"]["removed"] == ["Hitler"]
    both = {seat: {"deployed": ["Hitler"]} for seat in ("german", "german_barbarossa")}
    with pytest.raises(BadInput, match="both Hitlers"):
        game.from_position({"seats": both})


def test_the_same_seed_gives_the_same_position_and_others_differ() -> None:
    game = game_of()
    states = [game.from_position({"turn": "us", "seed": seed}).tobytes() for seed in (1, 1, 2)]
    assert states[0] == states[1] != states[2]


def test_an_opening_is_a_new_game() -> None:
    game = game_of()
    state = game.from_position({"base": "opening", "seed": 4})
    assert state.tobytes() == game.new(4).tobytes()


def test_set_up_from_a_stacked_deck() -> None:
    game = game_of()
    top = ["Rommel", "Hitler"]
    state = game.from_position({"prompt": "setup", "seats": {"german": {"arsenal": top}}})
    assert game.prompt(state) == "deploy"
    hand = game.view(state, 0)["deal"]["hand"]
    assert {"Rommel", "Hitler"} <= set(hand) and sum(hand.values()) == 4


def test_a_battle_without_prompt_runs_to_its_first_choice() -> None:
    game = game_of()
    position = {
        "turn": "german",
        "seats": {
            "german": {"deployed": ["Waffen SS Infantry", "Wehrmacht Infantry"]},
            "british": {"deployed": ["Guards Infantry"]},
            "us": {"deployed": ["Marine Division"]},
        },
        "battle": {"card": "Invasion of Normandy", "attackers": ["us"]},
    }
    state = game.from_position(position)
    battle = game.describe(state)["battle"]
    assert battle["attackers"] == ["us"]
    assert [line["card"] for line in battle["lines"]["attackers"]] == ["Marine Division"]
    assert game.prompt(state) in ("shot", "battle_card")
    round_trip(game, state)


def test_a_vanquished_seat_has_nothing_and_its_conqueror_the_card() -> None:
    game = game_of()
    out = {"british": {"vanquished_by": "Invasion of Britain"}}
    state = game.from_position({"turn": "us", "seats": out})
    found = game.describe(state)
    assert found["seats"]["british"]["deployed"] == []
    assert [card["card"] for card in found["stacks"]["axis"]] == ["Invasion of Britain"]
    assert found["won_by"]["western_europe"] == {"axis": "german"}
    round_trip(game, state)


def test_positions_from_files(tmp_path: Any) -> None:
    game = game_of()
    state = game.from_position({"turn": "us", "dice": [1, 10]})
    path = tmp_path / "position.json"
    path.write_text(json.dumps(game.describe(state)))
    assert game.from_position(path).tobytes() == state.tobytes()
    toml = tmp_path / "position.toml"
    toml.write_text('turn = "us"\ndice = [1, 10]\n')
    assert game.from_position(toml).tobytes() == state.tobytes()
    with pytest.raises(BadInput, match="JSON or TOML"):
        game.from_position(tmp_path / "missing.json")


REFUSALS: list[tuple[dict[str, Any], str]] = [
    ({"seat_": 1}, "'seat_' is unknown"),
    ({"base": "closing"}, "use opening"),
    ({"theatres": ["russia"]}, "make the game with those theatres"),
    ({"options": {"die": 6}}, "make the game with that option"),
    ({"options": {"dice": 6}}, "did you mean die"),
    ({"turn": "brittish"}, "did you mean british"),
    ({"seats": {"soviet": {}}}, "seat 'soviet' is unknown"),
    ({"seats": {"us": {"deploy": []}}}, "did you mean deployed"),
    ({"seats": {"us": {"deployed": ["Marine Divisoin"]}}}, "did you mean Marine Division"),
    ({"seats": {"us": {"deployed": ["MacArthur"] * 2}}}, "leave out one"),
    ({"seats": {"us": {"deployed": ["MacArthur"], "discard": ["MacArthur"]}}}, "leave out one"),
    ({"seats": {"us": {"discard": ["Rommel"]}}}, "us card 'Rommel' is unknown"),
    ({"seats": {"us": {"deployed": "MacArthur"}}}, "is no list"),
    ({"seats": {"us": {"retained": ["Draft Notice"]}}}, "seats.us.retained"),
    ({"seats": {"us": {"retained": ["Counterattack"] * 9}}}, "leave out one"),
    ({"seats": {"us": {"vanquished_by": "Coral Sea"}}}, "does not drive out us"),
    ({"seats": {"german": {"deployed": ["Roosevelt"]}}}, "Leader Roosevelt of another deck"),
    ({"seats": {"us": {"deployed": [], "seen": ["MacArthur"]}}}, "were seen"),
    ({"stacks": {"axis": ["Midway"], "allies": ["Midway"]}}, "leave out one"),
    ({"stacks": {"axis": [{"card": "Midway", "winners": ["us"]}]}}, "of that side"),
    ({"stacks": {"axis": ["Mid"]}}, "did you mean Midway"),
    ({"stacks": {"axis": ["Midway"]}, "points": {"axis": 3}}, "points.axis is 3"),
    ({"conflict": {"pacific": {"deck": ["Battle for France"]}}}, "conflict.pacific.deck"),
    ({"turn": "us", "dice": [11]}, "use numbers from 1 to 10"),
    ({"turn": "us", "dice": [1] * 65}, "at most 64"),
    ({"turn": "us", "rng": "0"}, "write a number from 1"),
    ({"turn": "us", "seed": -1}, "whole number from 0"),
    ({"prompt": "shoot"}, "prompt 'shoot' is unknown"),
    ({"prompt": "shot", "battle": {"card": "Midway"}}, "battle.lines is missing"),
    ({"prompt": "execute"}, "no battle is active"),
    ({"prompt": "retain"}, "no Conflict card is active"),
    ({"prompt": "turn_start", "turn": "us", "seat": "british"}, "whose turn it is not"),
    ({"battle": {"card": "Midway", "mode": "counter"}}, "list it in stacks"),
    ({"battle": {"cart": "Midway"}}, "battle.cart is unknown"),
    ({"battle": {"card": "Midway", "round": 9}}, "battle.round has no effect"),
    ({"turn": "us", "round": 1_000_000_000}, "round is 1000000000, the last one is 100: mend"),
]


@pytest.mark.parametrize(("position", "words"), REFUSALS)
def test_what_is_wrong_is_named_in_one_line(position: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput) as error:
        game_of().from_position(position)
    message = str(error.value)
    assert words in message and "\n" not in message and message.startswith("position")


def _fault(record: Any, field: str, index: Any, change: int) -> None:
    record[field][index] = int(record[field][index]) + change


FAULTS: list[tuple[str, Any, int, str]] = [
    ("deck", 0, 1, "copies lie about"),
    ("discard", 60, 1, "copies lie about"),
    ("retained", (0, 0), 1, "copies, its deck has"),
    ("play_discard", (1, 0), 1, "copies, its deck has"),
    ("points", 0, 5, "its stack is worth"),
    ("place", 0, -1, "is nowhere"),
    ("place", 0, 4, "not the active battle"),
    ("winners", 0, 1, "in no stack"),
    ("vanquished", 0, 1, "cannot be driven out"),
    ("victor", (0, 0), 2, "cannot be won"),
    ("top", (0, 0), 3, "left a trace"),
    ("conflict_top", (0, 0), 3, "left a trace"),
    ("dice", 0, 3, "behind the last"),
    ("type", 0, 3, "left lines behind"),
    ("hand", 0, 1, "hand_seat names nobody"),
]


@pytest.mark.parametrize(("field", "index", "change", "words"), FAULTS)
def test_each_fault_of_a_state_is_named(field: str, index: Any, change: int, words: str) -> None:
    """Trial 33: running totals that have drifted from what they count are found at once."""
    game = game_of()
    state = game.from_position({"turn": "us"})
    assert game.problems(state) == []
    record = game.record(state)
    _fault(record, field, index, change)
    assert any(words in fault for fault in game.problems(state)), game.problems(state)


def test_contradictions_in_a_battle_are_named() -> None:
    game = game_of()
    seats = {"german": {"deployed": ["Tiger I"]}, "us": {"deployed": ["Marine Division"]}}
    begin = {"turn": "us", "seats": seats, "battle": {"card": "Invasion of Normandy"}}
    position = game.describe(game.from_position(begin))
    assert position["prompt"] == "shot"
    position["battle"]["lines"]["defenders"][0]["alive"] = 2
    with pytest.raises(BadInput, match="2 fight, 1 are deployed"):
        game.from_position(position)
    position["battle"]["lines"]["defenders"][0]["alive"] = 1
    with pytest.raises(BadInput, match="battle.round is 9, the last one is 8: mend"):
        game.from_position({**position, "battle": {**position["battle"], "round": 9}})
    position["battle"]["shooter"] = {"seat": "german", "card": "Rommel"}
    with pytest.raises(BadInput, match="is in no line"):
        game.from_position(position)
    position["battle"]["lines"]["attackers"] = []
    with pytest.raises(BadInput, match="is in no line|nobody"):
        game.from_position(position)


WRONG_KINDS: list[tuple[dict[str, Any], str]] = [
    ({"theatres": [[], {}]}, "make the game with those theatres"),
    ({"points": {"axis": []}}, "is no count"),
    ({"turn": None, "battle": {"card": "Invasion of Normandy"}}, "turn is missing"),
    ({"battle": {"card": "Battle for France", "kinds": {"attackers": [None]}}}, "kind None"),
    ({"turn": "us", "prompt": "deploy", "seats": {"us": {"hand": []}}}, "."),
]


@pytest.mark.parametrize(("position", "words"), WRONG_KINDS)
def test_values_of_a_wrong_kind_are_refused(position: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        game_of().from_position(position)


@pytest.mark.parametrize("position", [5, None, ["us"], True])
def test_what_is_no_position_is_refused(position: Any) -> None:
    with pytest.raises(BadInput, match="neither a table nor the path"):
        game_of().from_position(position)


def test_a_position_at_which_nothing_can_be_decided_is_refused() -> None:
    game = game_of()
    position = game.describe(game.new(3))
    assert position["prompt"] == "deploy"
    position["seats"]["german"]["hand"] = []
    with pytest.raises(BadInput, match="nothing can be decided"):
        game.from_position(position)


def test_a_scenario_that_is_over_is_refused() -> None:
    game = make_game("battlecards", theatres=("pacific",), options={"game_rounds": 1})
    state, rng = game.new(1), np.random.default_rng(1)
    while not game.done(state):
        game.step(state, pick(game.legal_mask(state), rng))
    with pytest.raises(BadInput, match="over"):
        make_game(
            "battlecards",
            theatres=("pacific",),
            options={"game_rounds": 1},
            scenario=game.describe(state),
        )


def test_the_example_of_the_documentation() -> None:
    page = (Path(__file__).parents[2] / "docs" / "rules" / "positions.md").read_text("utf-8")
    game = game_of()
    state = game.from_position(json.loads(page.split("```json")[1].split("```")[0]))
    assert (game.prompt(state), game.spec.seats[game.seat(state)]) == ("shot", "british")
    for key in game.describe(state)["battle"]:
        assert f"`{key}`" in page.split("## Inside a battle")[1]
