"""Where a win rate crosses one half: sequential tests at whole values of a dial, then a fit.

At a value, games are played until Wald's test tells "over half" from "under half"; bisection says
which value comes next. `crossing` then reads the even value off all games, between the values.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

SMALLEST, LARGEST = 32, 512  # games that are played between two looks at a test
Z = 1.96
MIDDLE = (0.1, 0.9)  # rates that tell where a curve crosses one half
Play = Callable[[int, int], NDArray[np.float64]]  # (value, games) -> score of each game


@dataclass(frozen=True)
class Rule:
    """What a search promises.

    Attributes:
        within: A rate this near to one half counts as even.
        error: Chance at most that any test of the search is wrong: calls a rate over half or even
            that is one half less `within` or lower, or under half or even that is one half and
            `within` or higher.
        tests: Tests at most, which share the error among them.
    """

    within: float
    error: float
    tests: int

    @property
    def share(self) -> float:
        """Chance of each of the two mistakes of one test."""
        return self.error / (2 * self.tests)

    @property
    def lead(self) -> float:
        """Wins ahead that decide a test.

        With r = (1/2 + within) / (1/2 - within) the product of r for each win and 1/r for each
        loss has mean at most 1 at every look where the rate is at most 1/2 - within, so it reaches
        1 / share with a chance of at most the share (Ville); likewise on the other side.
        """
        step = math.log((0.5 + self.within) / (0.5 - self.within))
        return -math.log(self.share) / step

    @property
    def most(self) -> int:
        """Games after which an undecided test calls the value even.

        At one half plus or minus `within` the lead would by then have decided it, but for the
        share (normal approximation).
        """
        drift, z = 2 * self.within, NormalDist().inv_cdf(1 - self.share)
        root = (z + math.sqrt(z * z + 4 * drift * self.lead)) / (2 * drift)
        return math.ceil(root * root)


@dataclass
class Step:
    """The games at one value of the dial.

    Attributes:
        value: The value.
        scores: [games] 1 for a win, 0 for a loss, 1/2 for an undecided game.
        verdict: 1 over half, -1 under half, 0 even.
    """

    value: int
    scores: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    verdict: int = 0

    @property
    def lead(self) -> float:
        """Wins less losses."""
        return float(2 * self.scores.sum() - len(self.scores))


def run_test(play: Play, value: int, rule: Rule) -> Step:
    """Play at a value until its rate is told from one half, or is seen to be even."""
    step = Step(value)
    while len(step.scores) < rule.most:
        games = min(max(len(step.scores), SMALLEST), LARGEST, rule.most - len(step.scores))
        step.scores = np.concatenate([step.scores, play(value, games)])
        if abs(step.lead) >= rule.lead:
            step.verdict = 1 if step.lead > 0 else -1
            break
    return step


def count_tests(low: int, high: int) -> int:
    """Tests that a search between two values takes at most."""
    return 2 + math.ceil(math.log2(max(high - low, 1)))


def bisect(play: Play, low: int, high: int, rule: Rule) -> tuple[list[Step], list[int]]:
    """Find the neighbouring values between which the rate crosses one half.

    Args:
        play: Plays games at a value and scores them.
        low: The smallest value.
        high: The greatest value.
        rule: When a test ends.

    Returns:
        The steps in the order played, and the values on both sides of the crossing: two
        neighbours, twice the same where a value is even, none where the ends are on the same side.
    """
    steps = [run_test(play, value, rule) for value in (low, high)]
    for step in steps:
        if step.verdict == 0:
            return steps, [step.value, step.value]
    rising = steps[1].verdict
    if steps[0].verdict == rising:
        return steps, []
    while high - low > 1:
        step = run_test(play, (low + high) // 2, rule)
        steps.append(step)
        if step.verdict == 0:
            return steps, [step.value, step.value]
        if step.verdict == rising:
            high = step.value
        else:
            low = step.value
    return steps, [low, high]


@dataclass(frozen=True)
class Crossing:
    """Where a logistic curve crosses one half.

    Attributes:
        value: Where.
        interval: Its 95% interval (Fieller).
        height: Log odds of a win at 0,
        slope: and what one more adds to them.
    """

    value: float
    interval: tuple[float, float]
    height: float
    slope: float


def crossing(steps: Sequence[Step], low: float, high: float) -> Crossing | None:
    """Where a logistic curve through the games crosses one half.

    Values whose rates are near 0 or 1 tell little of the middle and are left out. Half a win and
    half a loss are added at each value, so that a value where one side won all can be fitted.

    Args:
        steps: Games at two values or more.
        low: The interval goes no lower,
        high: and no higher.

    Returns:
        None where the curve does not slope for certain.
    """
    middle = [s for s in steps if MIDDLE[0] < s.scores.mean() < MIDDLE[1]]
    used = middle if len({s.value for s in middle}) > 1 else list(steps)
    x = np.array([float(s.value) for s in used])
    games = np.array([len(s.scores) + 1.0 for s in used])
    wins = np.array([s.scores.sum() + 0.5 for s in used])
    shift, scale = float(x.mean()), max(float(np.ptp(x)), 1.0)
    line, spread = _fit_logistic((x - shift) / scale, wins, games)
    a, b = line.tolist()
    z2 = Z * Z
    # every v with (a + b v)^2 <= z^2 var(a + b v)
    square, cross, rest = b * b - z2 * spread[1, 1], a * b - z2 * spread[0, 1], a * a
    root = cross * cross - square * (rest - z2 * spread[0, 0])
    if square <= 0 or root < 0:
        return None
    ends = [(-cross + sign * math.sqrt(root)) / square for sign in (-1, 1)]
    value, first, last = (shift + scale * v for v in (-a / b, *ends))
    slope = b / scale
    return Crossing(value, (max(first, low), min(last, high)), a - slope * shift, slope)


def _fit_logistic(
    x: NDArray[np.float64], wins: NDArray[np.float64], games: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Height and slope of the logistic curve of greatest likelihood, and their covariance."""
    design = np.stack([np.ones_like(x), x], axis=1)
    line: NDArray[np.float64] = np.zeros(2)
    for _ in range(50):
        rate = 1 / (1 + np.exp(-np.clip(design @ line, -30, 30)))
        weight = games * rate * (1 - rate)
        information: NDArray[np.float64] = design.T @ (weight[:, None] * design) + 1e-9 * np.eye(2)
        change = np.linalg.solve(information, design.T @ (wins - games * rate))
        line += np.clip(change, -2, 2)
        if np.abs(change).max() < 1e-9:
            break
    return line, np.linalg.inv(information).astype(np.float64)
