"""The bid, option or number of units that makes a game even, found by sequential tests."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront_training.dials import Dial
from warfront_training.match import Games, mean_interval
from warfront_training.sequential import Rule, Step, bisect, count_tests, crossing
from warfront_training.trial import Trial


def scores_of(games: Games, side: int = 0) -> NDArray[np.float64]:
    """[games] 1 where the side won (0 Axis, 1 Allies), 1/2 where nobody did, else 0."""
    scores: NDArray[np.float64] = games.wins(side) + games.wins(-1) / 2
    return scores


def find_even(
    trial: Trial, theatres: Sequence[str], dial: Dial, within: float, error: float
) -> dict[str, Any]:
    """The value of a dial at which the Axis scores one half, undecided games counting half.

    Tests at both ends and by bisection between them, each on games of its own; then `trial.games`
    more at the nearest whole value, which no test has chosen the number of, and a logistic curve
    through all games.

    Args:
        trial: How it is played.
        theatres: The theatre set.
        dial: What is turned.
        within: A score this near to one half counts as even.
        error: Chance at most that any of the tests is wrong by `within` or more.

    Returns:
        `even` with its 95% `interval`, `nearest` whole value with its `score`, `bracket`, `games`
        and the `steps`. Where both ends favour the same side `even` is None and `favours` names it.
    """
    seeds = np.random.default_rng([trial.seed, 5])
    rule = Rule(within, error, count_tests(dial.low, dial.high))

    def play(value: int, games: int) -> NDArray[np.float64]:
        seed = int(seeds.integers(2**62))
        return scores_of(trial.play_some(theatres, games, seed, **dial.changes(value)))

    steps, bracket = bisect(play, dial.low, dial.high, rule)
    found: dict[str, Any] = {
        "dial": dial.name,
        "meaning": dial.meaning,
        "low": dial.low,
        "high": dial.high,
        "within": within,
        "error": error,
        "even": None,
        "interval": None,
        "curve": None,
        "nearest": None,
        "score": None,
        "bracket": bracket,
        "favours": None,
    }
    if bracket:
        nearest = _nearest(steps, dial, bracket)
        last = Step(nearest, play(nearest, trial.games))
        steps.append(last)
        fitted = crossing(steps, dial.low, dial.high)
        found |= {
            "even": float(nearest) if fitted is None else fitted.value,
            "interval": [dial.low, dial.high] if fitted is None else list(fitted.interval),
            "curve": None if fitted is None else {"height": fitted.height, "slope": fitted.slope},
            "nearest": nearest,
            "score": _score(last),
        }
    else:
        found["favours"] = "axis" if steps[0].verdict > 0 else "allies"
    tested = len(steps) - bool(bracket)
    found["games"] = sum(len(step.scores) for step in steps)
    found["steps"] = [_step_row(step, k < tested) for k, step in enumerate(steps)]
    return found


def _nearest(steps: Sequence[Step], dial: Dial, bracket: Sequence[int]) -> int:
    """The whole value nearest to the crossing that the tests' games show."""
    fitted = crossing(steps, dial.low, dial.high)
    value = sum(bracket) / 2 if fitted is None else fitted.value
    return int(min(max(round(value), dial.low), dial.high))


def _score(step: Step) -> dict[str, Any]:
    """What the Axis scores at a value, with its 95% interval."""
    mean, low, high = mean_interval(step.scores)
    return {"axis": mean, "interval": [max(low, 0.0), min(high, 1.0)], "games": len(step.scores)}


VERDICTS = {1: "over half", -1: "under half", 0: "even"}


def _step_row(step: Step, tested: bool) -> dict[str, Any]:
    return {
        "value": step.value,
        **_score(step),
        "verdict": VERDICTS[step.verdict] if tested else "played beside the tests",
    }
