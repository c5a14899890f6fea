"""Ratings: known skills come back, errors are as stated, results made by hand are exact."""

import numpy as np
import pytest
from numpy.typing import NDArray

from warfront.game import BadInput
from warfront_training.ratings import (
    POINTS,
    Ratings,
    on_scale,
    points_interval,
    rate,
    rate_by_side,
    results_of,
)

GAMES = 5000
REPEATS = 40


def fitted(skill: NDArray[np.float64], sizes: tuple[int, int], side: float, seed: int) -> Ratings:
    """Ratings from games of teams drawn at random."""
    rng = np.random.default_rng(seed)
    seated = rng.permuted(np.tile(np.arange(len(skill)), (GAMES, 1)), axis=1)
    axis, allies = seated[:, : sizes[0]], seated[:, sizes[0] : sum(sizes)]
    gap = skill[axis].mean(axis=1) - skill[allies].mean(axis=1) + side
    won = (rng.random(GAMES) < 1 / (1 + np.exp(-gap))).astype(float)
    return rate(results_of(len(skill), axis.tolist(), allies.tolist(), won))


@pytest.mark.parametrize("sizes", [(4, 4), (2, 3)])
def test_known_skills_are_recovered_within_two_sigma(sizes: tuple[int, int]) -> None:
    """Trial 43: over many tournaments 2 sigma hold 95.4% of the skills, without bias."""
    skill = np.linspace(-1.5, 1.5, 10)
    off = []
    for seed in range(REPEATS):
        found = fitted(skill, sizes, 0.4, seed)
        side = (found.side - 0.4) / found.side_error
        off.append(np.append((found.strength - skill) / found.error, side))
    inside = np.abs(off) < 2
    assert 0.93 < inside.mean() < 0.98
    assert inside[:, -1].mean() > 0.85
    assert np.abs(np.mean(off, axis=0)).max() < 4 / np.sqrt(REPEATS)
    assert np.sqrt(np.mean(np.square(off))) == pytest.approx(1, abs=0.12)
    assert np.abs(off).max() < 4.5


def test_of_two_players_the_odds_are_those_of_the_games() -> None:
    """60 of 80 won as Axis, 20 of 80 lost as Allies: strength ln 3 apart, no side term."""
    results = results_of(2, [[0], [1]], [[1], [0]], [60, 20], [80, 80])
    found = rate(results, prior=1e6)
    assert found.strength == pytest.approx([np.log(3) / 2, -np.log(3) / 2])
    assert found.side == pytest.approx(0)
    assert found.chance([0], [1]) == pytest.approx(0.75)
    # the variance of log odds of 160 games at 3/4; half the gap has half the error
    assert found.error == pytest.approx([0.5 / np.sqrt(160 * 0.75 * 0.25)] * 2)
    assert found.side_error == pytest.approx(1 / np.sqrt(160 * 0.75 * 0.25))


def test_the_side_term_is_that_of_equal_players() -> None:
    found = rate(results_of(2, [[0], [1], [0]], [[1], [0], [0]], [70, 70, 7], [100, 100, 10]), 1e6)
    assert found.strength == pytest.approx([0, 0])
    assert found.side == pytest.approx(np.log(7 / 3))


def test_an_undecided_game_is_half_a_win_for_both() -> None:
    halves = rate(results_of(2, [[0]] * 3, [[1]] * 3, [1, 0.5, 0.5]))
    games = rate(results_of(2, [[0]] * 3, [[1]] * 3, [1, 1, 0]))
    assert halves.strength == pytest.approx(games.strength)
    assert halves.side == pytest.approx(games.side)


def test_a_team_is_the_mean_of_its_seats() -> None:
    """A player on both seats of a side weighs as alone; a team of two as their middle."""
    alone = rate(results_of(2, [[0], [1]], [[1], [0]], [60, 30], [80, 80]))
    doubled = rate(results_of(2, [[0, 0], [1, 1]], [[1, 1, 1], [0, 0, 0]], [60, 30], [80, 80]))
    assert doubled.strength == pytest.approx(alone.strength)
    found = fitted(np.array([1.0, 0.0, -1.0, 0.0]), (1, 2), 0.0, 7)
    middle = found.strength[1:3].mean()
    expected = 1 / (1 + np.exp(-(found.strength[0] - middle + found.side)))
    assert found.chance([0], [1, 2]) == pytest.approx(expected)


def test_one_who_wins_everything_stays_finite_and_first() -> None:
    found = rate(results_of(3, [[0], [1], [0]], [[1], [2], [2]], [50, 25, 50], [50, 50, 50]))
    assert np.isfinite(found.strength).all() and found.strength.argmax() == 0
    assert (found.error < 3).all() and found.strength.mean() == pytest.approx(0)


def test_more_games_of_the_same_kind_halve_the_error() -> None:
    few = rate(results_of(2, [[0]], [[1]], [60], [100]), 1e6)
    many = rate(results_of(2, [[0]], [[1]], [240], [400]), 1e6)
    assert many.strength + many.side / 2 == pytest.approx(few.strength + few.side / 2)
    rows = results_of(2, [[0], [1]], [[1], [0]], [60, 50], [100, 100])
    more = results_of(2, [[0], [1]], [[1], [0]], [240, 200], [400, 400])
    assert rate(more, 1e6).error == pytest.approx(rate(rows, 1e6).error / 2)


def test_a_player_of_one_side_shows_by_side() -> None:
    """Player 0 is strong as Axis and weak as Allies; over both sides he is as good as the rest."""
    axis, allies = [[0], [0], [1], [2], [1], [2]], [[1], [2], [0], [0], [2], [1]]
    results = results_of(3, axis, allies, [80, 80, 80, 80, 50, 50], [100] * 6)
    both, by_side = rate(results), rate_by_side(results)
    assert both.strength == pytest.approx([0, 0, 0], abs=1e-9)
    assert by_side.strength[0] > 0.5 and by_side.strength[3] < -0.5
    assert by_side.strength[:3].sum() == pytest.approx(0)
    assert by_side.strength[3:].sum() == pytest.approx(0)
    fits = by_side.strength[0] - by_side.strength[4] + by_side.side
    assert 1 / (1 + np.exp(-fits)) == pytest.approx(0.8, abs=0.01)


def test_the_scale_is_the_usual_one() -> None:
    assert on_scale(0) == 1500
    assert on_scale(np.log(10)) - on_scale(0) == pytest.approx(400)
    low, high = points_interval(0.0, 1.0)
    assert high - 1500 == pytest.approx(1.96 * POINTS) == pytest.approx(1500 - low)


@pytest.mark.parametrize(
    ("axis", "allies", "points", "remedy"),
    [
        ([[0]], [[1], [0]], [1], "as many of each"),
        ([[]], [[1]], [1], "one or more players"),
        ([[2]], [[1]], [1], "0 to 1"),
        ([[0]], [[1]], [1.5], "from 0"),
        ([[0]], [[1]], [float("nan")], "from 0"),
    ],
)
def test_results_that_do_not_fit_are_refused(
    axis: list[list[int]], allies: list[list[int]], points: list[float], remedy: str
) -> None:
    with pytest.raises(BadInput, match=remedy):
        results_of(2, axis, allies, points)
    with pytest.raises(BadInput, match="above 0"):
        rate(results_of(2, [[0]], [[1]], [1]), prior=0)
