"""Chance is fair and its own: dice, draws from decks, and streams of different seeds (Q1, Q17)."""

from typing import Any

import numpy as np
import pytest

from battlecards.positions import at_turn, game_of
from warfront.battlecards.chance import draw_arsenal, draw_conflict, random_below, roll
from warfront.battlecards.tables import PLAYS, UNITS

pytestmark = pytest.mark.plain

LIMIT = 5.0  # standard deviations: one in two million a figure


def far(counts: Any, expected: Any) -> float:
    """The largest deviation of counts from what was expected, in standard deviations."""
    counts, expected = np.asarray(counts, float), np.asarray(expected, float)
    total = expected.sum()
    return float(np.max(np.abs(counts - expected) / np.sqrt(expected * (1 - expected / total))))


def fresh(game: Any, seed: int) -> Any:
    """The record of a state with its own stream."""
    return game.record(game.from_position({"turn": "german", "seed": seed}))


@pytest.mark.parametrize(("options", "sides"), [({}, 10), ({"die": 6, "sabotage_roll": 4}, 6)])
def test_q1_every_face_of_the_die_is_equally_likely(options: Any, sides: int) -> None:
    game: Any = game_of(**options)
    tables, record = game.loaded.tables, fresh(game, 11)
    with np.errstate(over="ignore"):
        rolls = np.array([roll(tables, record) for _ in range(20_000)])
    assert rolls.min() == 1
    assert rolls.max() == sides
    counts = np.bincount(rolls, minlength=sides + 1)[1:]
    assert far(counts, np.full(sides, 20_000 / sides)) < LIMIT
    pairs = np.bincount((rolls[:-1] - 1) * sides + rolls[1:] - 1, minlength=sides**2)
    assert far(pairs, np.full(sides**2, 19_999 / sides**2)) < LIMIT  # no memory


@pytest.mark.parametrize("n", [2, 3, 7, 40, 48])
def test_q1_random_below_is_uniform(n: int) -> None:
    record = fresh(game_of(), 12)
    with np.errstate(over="ignore"):
        draws = [int(random_below(record, n)) for _ in range(10_000)]
    assert far(np.bincount(draws, minlength=n), np.full(n, 10_000 / n)) < LIMIT


def test_q1_first_rolls_of_neighbouring_seeds_are_independent() -> None:
    game: Any = game_of()
    with np.errstate(over="ignore"):
        states = [game.record(game.new(seed)) for seed in range(3_000)]
        rolls = np.array([roll(game.loaded.tables, record) for record in states])
    counts = np.bincount(rolls, minlength=11)[1:]
    assert far(counts, np.full(10, 300)) < LIMIT
    pairs = np.bincount((rolls[:-1] - 1) * 10 + rolls[1:] - 1, minlength=100)
    assert far(pairs, np.full(100, 29.99)) < LIMIT


def test_q1_the_generator_never_stands_still() -> None:
    record = fresh(game_of(), 13)
    seen = set()
    with np.errstate(over="ignore"):
        for _ in range(5_000):
            random_below(record, 10)
            seen.add(int(record.rng))
    assert len(seen) == 5_000
    assert 0 not in seen


def test_q17_each_card_of_an_arsenal_deck_is_equally_likely() -> None:
    game: Any = game_of()
    record = fresh(game, 14)
    record.deck[:] = game.loaded.tables.copies
    counts = np.zeros(UNITS)
    with np.errstate(over="ignore"):
        for _ in range(8_000):
            card = draw_arsenal(record, 0)
            counts[card] += 1
            record.deck[card] += 1
    copies = game.loaded.tables.copies[:UNITS].astype(float)
    known = copies > 0
    assert far(counts[known], 8_000 * copies[known] / copies.sum()) < LIMIT
    assert not counts[~known].any()


def test_t12_each_card_of_a_conflict_deck_is_equally_likely() -> None:
    game: Any = game_of()
    start = game.from_position({"turn": "german", "seed": 15})
    record = game.record(start)
    copies = game.loaded.tables.play_copies[0]
    battles = int(game.loaded.tables.present[:12].sum())
    plays, place = record.play_deck.copy(), record.place.copy()
    counts = np.zeros(PLAYS + 12)
    with np.errstate(over="ignore"):
        for _ in range(8_000):
            counts[draw_conflict(record, 0)] += 1
            record.play_deck[:], record.place[:] = plays, place
    expected = np.concatenate([copies, np.repeat([1, 0], [battles, 12 - battles])])
    known = expected > 0
    assert far(counts[known], 8_000 * expected[known] / expected.sum()) < LIMIT
    assert not counts[~known].any()


def test_q20_a_deck_is_drawn_without_replacement() -> None:
    game: Any = game_of()
    record = fresh(game, 16)
    record.deck[:] = game.loaded.tables.copies
    record.discard[:UNITS] = 0
    with np.errstate(over="ignore"):
        drawn = np.bincount([draw_arsenal(record, 0) for _ in range(40)], minlength=UNITS)
        assert draw_arsenal(record, 0) == -1
    assert (drawn == game.loaded.tables.copies[:UNITS]).all()


def test_q1_the_same_state_and_order_give_the_same_future_a_copy_its_own() -> None:
    game = game_of()
    state = at_turn(
        game, "german", german=["Tiger I"], conflict={"western_europe": {"deck": ["Conscription"]}}
    )
    twins = [game.copy(state) for _ in range(2)]
    for twin in twins:
        game.order(twin, "draw")
    assert twins[0].tobytes() == twins[1].tobytes() != state.tobytes()
