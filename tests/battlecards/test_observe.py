"""Observations and views: complete, decodable, and blind to what is hidden."""

import json
from functools import cache
from typing import Any

import numpy as np
import pytest

from play import pick
from warfront import make_game
from warfront.battlecards.known import known, read
from warfront.battlecards.pieces import PIECES, Piece, layout, observation_size, pieces
from warfront.battlecards.tables import TABLES
from warfront.battlecards.values import attack_of, defence_of, roll_needed

WEST_PACIFIC = ("western_europe", "pacific")
ALL = ("western_europe", "pacific", "russia", "north_africa")


@cache
def game_of(*theatres: str) -> Any:
    return make_game("battlecards", theatres=theatres or WEST_PACIFIC)


@cache
def closed_game() -> Any:
    """Two theatres where allies hide their hands; cards drawn are kept: more to hide."""
    return make_game("battlecards", options={"allied_hands": False, "reserve_hand": True})


def seats_of(game: Any) -> range:
    return range(len(game.spec.seats))


def test_pieces_cover_the_observation_without_gaps() -> None:
    assert list(PIECES) == list(Piece)
    assert len(Piece) < TABLES["at"].shape[0]
    game = game_of()
    found = list(pieces(game.loaded.tables).values())
    assert found[0].start == 0 and found[-1].stop == game.spec.observation_size
    assert all(a.stop == b.start for a, b in zip(found, found[1:], strict=False))
    at = layout(8, 4)
    assert at[len(Piece)] == at[-1] == observation_size(8, 4)


@pytest.mark.parametrize("theatres", [("pacific",), WEST_PACIFIC, ALL])
def test_kernel_view_and_decode_agree_on_every_state(theatres: tuple[str, ...]) -> None:
    check_sight(game_of(*theatres), 300)


def test_kernel_view_and_decode_agree_where_allied_hands_are_hidden() -> None:
    check_sight(closed_game(), 150)


def check_sight(game: Any, steps: int) -> None:
    """Compiled observation, plain knowledge, view and decoded view are the same, step by step."""
    tables = game.loaded.tables
    rng = np.random.default_rng(2)
    state = game.new(2)
    for step in range(steps):
        for seat in seats_of(game):
            seen = game.observe(state, seat)
            assert (seen == np.round(seen)).all() and 0 <= seen.min() and seen.max() <= 255
            numbers, wanted = read(tables, seen), known(tables, game.record(state), seat)
            for piece in Piece:
                assert np.array_equal(numbers[piece], wanted[piece]), (piece, game.prompt(state))
            if step % 5 == 0:
                view = game.view(state, seat)
                assert game.decode(seen) == view == json.loads(json.dumps(view))
        if game.done(state):
            state = game.new(step)
            continue
        game.step(state, pick(game.legal_mask(state), rng))


def test_the_buffer_is_overwritten_wholly() -> None:
    game = game_of()
    state = game.new(3)
    clean, dirty = (np.full(game.spec.observation_size, fill, np.uint8) for fill in (0, 99))
    for out in (clean, dirty):
        game.observe_into(state, 1, out)
    assert np.array_equal(clean, dirty)


def _alike(game: Any, one: Any, two: Any, seat: str) -> bool:
    number = game.spec.seats.index(seat)
    alike = np.array_equal(game.observe(one, number), game.observe(two, number))
    assert alike == (game.view(one, number) == game.view(two, number))
    return alike


def _pair(first: dict[str, Any], second: dict[str, Any], **rest: Any) -> tuple[Any, Any]:
    """Two positions that differ in what german has."""
    quiet: dict[str, dict[str, list[str]]] = {
        seat: {"deployed": []} for seat in ("british", "japanese", "us")
    }
    states = [
        game_of().from_position({**rest, "seats": {**quiet, "german": german}})
        for german in (first, second)
    ]
    return states[0], states[1]


def test_face_down_cards_are_hidden_from_the_enemy_only() -> None:
    one, two = _pair({"deployed": ["Tiger I"]}, {"deployed": ["Ju 52"]}, turn="us")
    assert _alike(game_of(), one, two, "british") and _alike(game_of(), one, two, "us")
    assert not _alike(game_of(), one, two, "german") and not _alike(game_of(), one, two, "japanese")
    assert game_of().view(one, 1)["seats"]["german"]["hidden"] == {"german": 1}


def test_b1_q45_cards_that_were_shown_and_leaders_stay_known() -> None:
    one, two = _pair(
        {"deployed": ["Tiger I", "Ju 52"], "seen": ["Tiger I"]},
        {"deployed": ["Tiger I", "Ju 52"], "seen": ["Ju 52"]},
        turn="us",
    )
    assert not _alike(game_of(), one, two, "us")
    assert not _alike(game_of(), one, two, "german")  # who knows what the enemy has seen
    one, two = _pair({"deployed": ["Hitler"]}, {"deployed": ["Tiger I"]}, turn="us")
    assert game_of().view(one, 3)["seats"]["german"]["deployed"] == {"Hitler": 1}
    assert not _alike(game_of(), one, two, "us")


def test_the_backs_show_whose_deck_a_hidden_card_is_of() -> None:
    aid = {"deployed": ["A6M Zero"], "aid_from": {"A6M Zero": "japanese"}}
    one, two = _pair(aid, {"deployed": ["Tiger I"]}, turn="us")
    assert not _alike(game_of(), one, two, "us")
    assert game_of().view(one, 3)["seats"]["german"]["hidden"] == {"japanese": 1}


def test_retained_cards_are_hidden_from_the_enemy_but_counted() -> None:
    names = game_of().loaded.play_names[0]
    tables = game_of().loaded.tables
    kept = [name for i, name in enumerate(names) if 2 <= tables.verb[0, i] <= 5]
    one, two = _pair(
        {"deployed": [], "retained": [kept[0]]}, {"deployed": [], "retained": [kept[-1]]}, turn="us"
    )
    assert _alike(game_of(), one, two, "british")
    assert not _alike(game_of(), one, two, "japanese")
    assert game_of().view(one, 1)["seats"]["german"]["retained_count"] == 1
    drawn = [
        game_of().from_position({"turn": "german", "prompt": "retain", "play": name})
        for name in (kept[0], kept[-1])
    ]
    assert _alike(game_of(), drawn[0], drawn[1], "us")
    assert not _alike(game_of(), drawn[0], drawn[1], "japanese")


def test_a_hand_being_deployed_is_hidden_from_the_enemy_but_counted() -> None:
    one, two = _pair(
        {"deployed": [], "hand": ["Tiger I", "Ju 52"]},
        {"deployed": [], "hand": ["Tiger I", "Bf 109"]},
        turn="german",
        prompt="deploy",
        to_deploy=1,
    )
    assert _alike(game_of(), one, two, "us") and not _alike(game_of(), one, two, "japanese")
    assert game_of().view(one, 3)["deal"]["drawn"] == 2


def _closed_pair(first: dict[str, Any], second: dict[str, Any], **rest: Any) -> tuple[Any, Any]:
    quiet: dict[str, Any] = {seat: {"deployed": []} for seat in ("british", "japanese", "us")}
    one, two = (
        closed_game().from_position({**rest, "seats": {**quiet, "german": german}})
        for german in (first, second)
    )
    return one, two


def _hands() -> dict[str, tuple[Any, Any]]:
    """What differs -> two positions that differ in what german holds in hand."""
    names, verbs = game_of().loaded.play_names[0], game_of().loaded.tables.verb[0]
    kept = [name for i, name in enumerate(names) if 2 <= verbs[i] <= 5]
    deal = {"turn": "german", "prompt": "deploy", "to_deploy": 1}
    hands = [{"deployed": [], "hand": ["Tiger I", card]} for card in ("Ju 52", "Bf 109")]
    retained = [{"deployed": [], "retained": [card]} for card in (kept[0], kept[-1])]
    reserve = [{"deployed": [], "reserve": [card]} for card in ("Ju 52", "Bf 109")]
    drawn = [{"turn": "german", "prompt": "retain", "play": card} for card in (kept[0], kept[-1])]
    empty: dict[str, Any] = {"deployed": []}
    return {
        "hand": _closed_pair(hands[0], hands[1], **deal),
        "retained": _closed_pair(retained[0], retained[1], turn="us"),
        "reserve": _closed_pair(reserve[0], reserve[1], turn="us"),
        "just drawn": (
            _closed_pair(empty, empty, **drawn[0])[0], _closed_pair(empty, empty, **drawn[1])[0]
        ),
    }  # fmt: skip


def test_hands_are_hidden_from_allies_without_the_option_allied_hands() -> None:
    """T8: hands differ for their owner alone; deployed cards stay open to the side."""
    game = closed_game()
    for what, (one, two) in _hands().items():
        assert not _alike(game, one, two, "german"), what
        for other in ("japanese", "british", "us"):
            assert _alike(game, one, two, other), (what, other)
    one, two = _closed_pair({"deployed": ["Tiger I"]}, {"deployed": ["Ju 52"]}, turn="us")
    assert not _alike(game, one, two, "japanese") and _alike(game, one, two, "us")
    one, _ = _hands()["retained"]
    assert "retained" not in game.view(one, 2)["seats"]["german"]
    assert game.view(one, 2)["seats"]["german"]["retained_count"] == 1
    assert "retained: 1 hidden" in game.text(one, 2) and "retained: 1 hidden" not in game.text(
        one, 0
    )


def test_resampling_deals_hidden_allied_hands_anew_and_nothing_that_is_seen() -> None:
    game = closed_game()
    rng, state, changed = np.random.default_rng(5), game.new(5), 0
    for step in range(400):
        if step % 4 == 0:
            for seat in seats_of(game):
                other = game.resample(state, seat, step)
                assert game.problems(other) == []
                assert np.array_equal(game.observe(state, seat), game.observe(other, seat))
                ally = (seat + 2) % 4
                changed += not np.array_equal(game.observe(state, ally), game.observe(other, ally))
        if game.done(state):
            state = game.new(step)
            continue
        game.step(state, pick(game.legal_mask(state), rng))
    assert changed > 50


def test_versions_tell_what_seats_see_apart_and_stay_as_they_were() -> None:
    hidden = make_game("battlecards", options={"allied_hands": False}).spec.version
    shown = make_game("battlecards", options={"allied_hands": True}).spec.version
    assert shown == game_of().spec.version != hidden


def test_order_of_decks_dice_and_generator_are_hidden_from_all() -> None:
    one, two = _pair(
        {"deployed": [], "arsenal": ["Tiger I", "Ju 52"]},
        {"deployed": [], "arsenal": ["Ju 52", "Tiger I"]},
        turn="us",
    )
    for field, value in (("rng", 5), ("decisions", 7), ("dice_n", 1)):
        game_of().record(two)[field] = value
    for seat in game_of().spec.seats:
        assert _alike(game_of(), one, two, seat)


def test_large_numbers_do_not_wrap() -> None:
    """Trial 36: numbers above what a byte holds."""
    game = game_of()
    state = game.from_position({"turn": "us"})
    record = game.record(state)
    record.game_round, record.points[0] = 300, 260
    view = game.decode(game.observe(state, 3))
    assert (view["round"], view["points"]["axis"]) == (300, 260)


def test_a_general_does_not_lend_himself_his_support() -> None:
    game = game_of()
    seats = {
        "german": {"deployed": ["Rommel", "Waffen SS Infantry"]},
        "us": {"deployed": ["Marine Division"]},
    }
    battle = {"card": "Invasion of Normandy", "attackers": ["us"]}
    state = game.from_position({"turn": "us", "seats": seats, "battle": battle})
    assert game.prompt(state) == "shot"
    tables, record = game.loaded.tables, game.record(state)
    lines = range(int(record.lines.sum()))
    by_name = {game.loaded.type_names[record.type[i]]: i for i in lines}
    rommel, infantry = by_name["Rommel"], by_name["Waffen SS Infantry"]
    for line, lent in ((rommel, 0), (infantry, 2)):
        printed = int(tables.defence[record.type[line], 0])
        assert defence_of(tables, record, 1, line, 0) == printed + lent
    marine = by_name["Marine Division"]
    need = roll_needed(
        tables, attack_of(tables, record, 0, marine, 0), defence_of(tables, record, 1, infantry, 0)
    )
    if int(record.shooter) == marine:
        assert game.view(state, 0)["fight"]["needs"]["Waffen SS Infantry"] == need
