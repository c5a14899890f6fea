"""The table for people: what it shows, and that it shows no more than a seat may know."""

from functools import cache
from typing import Any

import numpy as np

from play import pick
from warfront import make_game
from warfront.battlecards.face import BattlecardsGame
from warfront.battlecards.view import open_view


@cache
def game_of(*theatres: str) -> Any:
    return make_game("battlecards", theatres=theatres)


def test_no_line_is_wider_than_a_terminal() -> None:
    game = game_of("western_europe", "pacific", "russia", "north_africa")
    rng = np.random.default_rng(3)
    state = game.new(3)
    for step in range(600):
        if step % 10 == 0:
            for seat in (None, game.seat(state)):
                text = game.text(state, None if seat is None else max(seat, 0))
                assert max(len(line) for line in text.split("\n")) <= 100
        if game.done(state):
            state = game.new(step)
            continue
        game.step(state, pick(game.legal_mask(state), rng))


def test_a_seat_sees_its_side_and_the_backs_of_the_enemy() -> None:
    game = game_of("western_europe", "pacific")
    seats = {
        "german": {"deployed": ["Tiger I", "Hitler"], "retained": ["Counterattack"]},
        "british": {"deployed": ["Guards Infantry"]},
    }
    state = game.from_position({"turn": "british", "seats": seats, "stacks": {"axis": ["Midway"]}})
    whole, british = game.text(state), game.text(state, 1)
    assert "Tiger I" in whole and "Counterattack" in whole
    assert "Tiger I" not in british and "1 hidden (german)" in british and "Hitler" in british
    assert "Guards Infantry" in british and "Midway 10 (japanese)" in british
    assert "10 of 78" in british and "british is asked: draw" in british


def test_all_cards_open_are_open_where_allies_hide_their_hands() -> None:
    """T8: with and without `allied_hands` the same state is told alike, to all and to nobody."""
    closed, shown = (
        BattlecardsGame(options={"allied_hands": on, "reserve_hand": True}) for on in (False, True)
    )
    rng, state, asked = np.random.default_rng(6), closed.new(6), set()
    for _ in range(200):
        if closed.done(state):
            break
        seat, prompt = closed.seat(state), closed.prompt(state)
        asked.add((prompt, closed.spec.seats[seat]))
        assert closed.text(state) == shown.text(state)
        seen, own = open_view(closed.loaded, closed.record(state)), closed.view(state, seat)
        assert seen == open_view(shown.loaded, shown.record(state))
        assert (seen["play"], seen["deal"]) == (own["play"], own["deal"])
        assert all({"retained", "reserve"} <= set(force) for force in seen["seats"].values())
        public = closed.public_view(state)
        assert public == shown.public_view(state)
        assert not any("retained" in force for force in public["seats"].values())
        if prompt in ("retain", "discard"):
            assert seen["play"] and public["play"] is None
            assert f"[{seen['play']}]" in closed.text(state)
        if prompt == "deploy":
            assert seen["deal"]["hand"] and not public["deal"]["hand"]
        closed.step(state, pick(closed.legal_mask(state), rng))
    assert {prompt for prompt, _ in asked} >= {"retain", "deploy"}
    assert {seat for prompt, seat in asked if prompt == "retain"} >= {"japanese", "us"}


def test_a_battle_stands_side_by_side_with_its_shooter_marked() -> None:
    game = game_of("western_europe", "pacific")
    seats = {
        "german": {"deployed": ["Tiger I"]},
        "us": {"deployed": ["Marine Division"]},
    }
    battle = {"card": "Invasion of Normandy", "attackers": ["us"]}
    text = game.text(game.from_position({"turn": "us", "seats": seats, "battle": battle}))
    assert "attackers: us (ground+air+sea)" in text and "| defenders: german" in text
    assert "* 1 " in text and "to fire" in text and ", hit on " in text


def test_what_came_of_an_action_is_told() -> None:
    """Rolls with their outcome, battles by name, turns."""
    game = game_of("pacific")
    rng = np.random.default_rng(8)
    state, came = game.new(8), {"lost": 0, "missed": 0, "withdraw": 0}
    while min(came.values()) < 2:
        action = pick(game.legal_mask(state), rng)
        words, before = game.action_text(state, action), game.copy(state)
        game.step(state, action)
        seat = int(rng.integers(2))
        told = game.tale(before, action, state, seat)
        was, now = game.view(before, seat), game.view(state, seat)
        assert (f"round {now['round']}, turn of {now['turn']}" in told) == (
            now["turn"] != was["turn"]
        )
        begun = now["fight"] and now["battle"] != was["battle"]
        assert bool(begun) == any(f"the battle is {now['battle']}" in line for line in told)
        shot = words.startswith("fire") and now["prompt"] != "owner"
        assert shot == (told[:1] != [] and told[0].startswith("rolls "))
        if shot:
            came[_check_roll(told[0], game.describe(before), game.describe(state))] += 1
        if game.done(state):
            state = game.new(int(rng.integers(99)))


def _check_roll(line: str, was: Any, now: Any) -> str:
    """Compare a told roll with the positions; returns what came of it."""
    roll, need = int(line.split()[1].strip(",")), int(line.split()[4].strip(":"))
    assert 1 <= roll <= 10 and (roll >= need) == line.endswith("is lost")
    if now.get("battle") and now["battle"]["card"] == was["battle"]["card"]:  # goes on
        assert _discarded(now) - _discarded(was) == (roll >= need)
    return line.split()[-1]


def _discarded(position: Any) -> int:
    return sum(len(force["discard"]) for force in position["seats"].values())
