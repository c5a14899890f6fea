"""Sequential tests on a known curve: their errors, what bisection finds, and the interval."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from warfront_training.sequential import (
    LARGEST,
    SMALLEST,
    Rule,
    Step,
    bisect,
    count_tests,
    crossing,
    run_test,
)

Curve = Callable[[float], float]


def logistic(middle: float, slope: float) -> Curve:
    return lambda value: float(1 / (1 + np.exp(np.clip(-slope * (value - middle), -30, 30))))


def player(curve: Curve, seed: int, undecided: float = 0.0) -> Any:
    """Games whose score has the mean of the curve but for undecided ones, which score half."""
    rng = np.random.default_rng(seed)

    def play(value: int, games: int) -> Any:
        won = (rng.random(games) < curve(value)).astype(np.float64)
        return np.where(rng.random(games) < undecided, 0.5, won)

    return play


def test_a_test_is_seldom_wrong_where_the_rate_is_off_by_what_counts() -> None:
    rule = Rule(within=0.1, error=0.2, tests=1)
    for rate, right in ((0.6, 1), (0.4, -1)):
        play = player(lambda _, rate=rate: rate, 7)  # type: ignore[misc]
        verdicts = [run_test(play, 0, rule).verdict for _ in range(400)]
        wrong = np.mean([verdict != right for verdict in verdicts])
        assert wrong <= rule.error + 3 * np.sqrt(rule.error * (1 - rule.error) / 400)
        assert np.mean([verdict == -right for verdict in verdicts]) <= rule.share + 0.05


def test_a_test_stops_at_once_where_one_side_wins_all_and_late_at_one_half() -> None:
    rule = Rule(within=0.05, error=0.05, tests=10)
    clear = run_test(player(lambda _: 1.0, 1), 3, rule)
    assert (clear.value, clear.verdict, len(clear.scores)) == (3, 1, SMALLEST)
    level = run_test(lambda _, games: np.full(games, 0.5), 3, rule)
    assert (level.verdict, len(level.scores)) == (0, rule.most)
    assert rule.lead == pytest.approx(np.log(10 / 0.025) / np.log(0.55 / 0.45))
    assert SMALLEST < LARGEST < rule.most


def test_bisection_ends_at_neighbours_or_at_an_even_value() -> None:
    steep = logistic(5.5, 40.0)
    rule = Rule(0.05, 0.05, count_tests(-100, 100))
    steps, bracket = bisect(player(steep, 1), -100, 100, rule)
    assert bracket == [5, 6] and len(steps) <= count_tests(-100, 100) == 10
    assert [step.value for step in steps][:3] == [-100, 100, 0]
    falling: Curve = lambda value: 1 - steep(value)  # noqa: E731
    assert bisect(player(falling, 1), -100, 100, rule)[1] == [5, 6]
    _, even = bisect(player(logistic(0.0, 0.5), 1), -100, 100, rule)
    assert even == [0, 0]


def test_there_is_nothing_between_two_ends_on_the_same_side() -> None:
    steps, bracket = bisect(player(lambda _: 0.9, 1), 0, 10, Rule(0.05, 0.05, 6))
    assert bracket == [] and [step.verdict for step in steps] == [1, 1]


@pytest.mark.parametrize("undecided", [0.0, 0.2])
def test_the_interval_holds_the_true_crossing(undecided: float) -> None:
    held = []
    for seed in range(60):
        play = player(logistic(3.3, 0.08), seed, undecided)
        steps, bracket = bisect(play, -40, 40, Rule(0.08, 0.05, count_tests(-40, 40)))
        assert bracket
        steps.append(Step(4, play(4, 300)))
        found = crossing(steps, -40, 40)
        assert found is not None and found.interval[0] <= found.value <= found.interval[1]
        assert -found.height / found.slope == pytest.approx(found.value)
        held.append(found.interval[0] <= 3.3 <= found.interval[1])
    assert np.mean(held) >= 0.85  # 95% but for chance


def test_a_curve_that_does_not_slope_has_no_crossing() -> None:
    steps = [Step(value, np.repeat([0.0, 1.0], 50)) for value in (0, 1)]
    assert crossing(steps, 0, 1) is None


def test_values_that_one_side_always_wins_can_be_fitted() -> None:
    steps = [Step(0, np.zeros(40)), Step(10, np.ones(40))]
    found = crossing(steps, 0, 10)
    assert found is not None and found.value == pytest.approx(5.0)
