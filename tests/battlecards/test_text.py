"""The table for people: what it shows, and that it shows no more than a seat may know."""

from functools import cache
from typing import Any

import numpy as np

from warfront import make_game


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
        game.step(state, int(rng.choice(np.flatnonzero(game.legal_mask(state)))))


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
