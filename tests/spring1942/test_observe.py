"""Observations say all there is to know, returns what was earned since the opening."""

import numpy as np
import pytest

from play import pick
from warfront.batch import Batch
from warfront.spring1942.face import Spring1942Game
from warfront.spring1942.known import known, number_of, read
from warfront.spring1942.pieces import PIECES, Piece, pieces

MINI = Spring1942Game("mini")


def test_the_compiled_observation_is_what_plain_numpy_reckons() -> None:
    rng = np.random.default_rng(3)
    state, decision = MINI.new(3), 0
    while not MINI.done(state):
        seat = decision % 4
        seen = read(MINI.loaded.tables, MINI.observe(state, seat))
        for piece, facts in known(MINI.loaded.tables, MINI.record(state), seat).items():
            assert np.array_equal(seen[piece], facts), piece.name
        MINI.step(state, pick(MINI.legal_mask(state), rng))
        decision += 1


def test_a_batch_that_writes_only_what_a_step_changed_shows_the_whole_board() -> None:
    game = Spring1942Game()
    batch = Batch(game, n=4, seed=5)
    batch.reset()
    for _ in range(1500):
        batch.step_random()
        for i in range(batch.n):
            seen = game.observe(batch.states[i : i + 1], int(batch.seats[i]))
            assert np.array_equal(batch.observations[i], seen)


def test_pieces_fill_the_observation() -> None:
    slices = list(pieces(MINI.loaded.tables).values())
    assert [s.start for s in slices[1:]] == [s.stop for s in slices[:-1]]
    assert slices[-1].stop == MINI.spec.observation_size and set(PIECES) == set(Piece)


@pytest.mark.parametrize("number", [0, 255, 256, 510, 511, 40_000])
def test_large_numbers_are_three_small_ones(number: int) -> None:
    """Trial 36: stacks and treasuries above what a byte holds."""
    state = MINI.new(0)
    MINI.record(state).ipcs[2] = number
    parts = read(MINI.loaded.tables, MINI.observe(state, 0))[Piece.IPCS][2]
    assert number_of(parts) == number and parts.max() <= 255
    assert MINI.view(state, 1)["powers"]["japan"]["ipcs"] == number


def test_nothing_is_earned_at_the_start() -> None:
    for game in (MINI, Spring1942Game()):
        state = game.new(0)
        for reward in ("team", "margin", "individual", "mixed:0.5"):
            assert game.returns(state, reward).tolist() == [0.0] * len(game.spec.seats)


def test_margin_is_the_change_of_cities_and_income_held() -> None:
    """France, worth 4 of 48 IPCs and one city of 8, goes from the Axis to the Allies."""
    position = {"spaces": {"france": {"owner": "uk"}}}
    returns = MINI.returns(MINI.from_position(position), "margin")
    lead = (2 / 8 + 8 / 48) / 2
    assert np.allclose(returns, [-lead, lead, -lead, lead])


def test_individual_is_the_growth_of_income_and_units() -> None:
    position = {"spaces": {"france": {"owner": "uk", "units": {"uk": {"tank": 3}}}}}
    returns = MINI.returns(MINI.from_position(position), "individual")
    opening = MINI.loaded.tables.opening_value
    assert np.isclose(returns[1], (4 / 11 + 15 / opening[1]) / 2)
    assert np.isclose(returns[0], (-4 / 12 - 11 / opening[0]) / 2)
    assert returns[2] == returns[3] == 0


def test_what_waits_to_be_placed_counts_as_a_unit() -> None:
    state = MINI.new(0)
    before = float(MINI.returns(state, "individual")[0])
    MINI.order(state, "buy 2 infantry")
    gained = 6 / MINI.loaded.tables.opening_value[0] / 2
    assert np.isclose(MINI.returns(state, "individual")[0] - before, gained)


def test_resampling_changes_only_the_dice_to_come() -> None:
    state = MINI.from_position({"dice": [1, 2, 3]})
    other = MINI.resample(state, 2, 9)
    assert MINI.view(other, 2) == MINI.view(state, 2)
    assert MINI.describe(other)["dice_left"] == 0 and MINI.hash(other) != MINI.hash(state)
