"""A guard against lost speed: decisions are held against a loop of known work in the same run."""

import time
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

import warfront

OPTIONS: dict[str, dict[str, Any]] = {
    "battlecards": {"theatres": ("western_europe", "pacific", "russia", "north_africa")},
    "spring1942": {},
}
GAMES = 64
STEPS = 600
ROUNDS = 40
LOOPS = 20_000

# Rounds of the loop below that a decision (rules, mask and observation) takes on a quiet machine.
USUAL = {"battlecards": 2.15, "spring1942": 3.2}
FALL = 0.3  # of decisions a second: more is a rule or an observation that has lost its speed


@numba.njit(nogil=True)
def calibrate(rows: NDArray[np.uint8], rounds: int) -> int:
    """Copy and add up 8 KB, and 100 dependent steps, a round: what a decision is made of."""
    word = np.uint64(1)
    for k in range(rounds):
        source, target = rows[k % 64], rows[(k + 1) % 64]
        total = np.int64(0)
        for i in range(rows.shape[1]):
            target[i] = source[i]
            total += np.int64(source[i])
        for _ in range(100):
            word ^= word << np.uint64(13)
            word ^= word >> np.uint64(7)
            word ^= word << np.uint64(17)
        source[0] = np.uint8(word & np.uint64(1)) + np.uint8(total & np.int64(1))
    return int(word)


class Guarded:
    """A batch whose slices all play the same decisions, from the start of its games."""

    def __init__(self, name: str) -> None:
        self.batch = warfront.make_batch(name, n=GAMES, seed=1, **OPTIONS[name])
        self.rows = np.ones((64, 8192), np.uint8)
        calibrate(self.rows, 1)
        self.batch.reset(1)
        self.batch.step_random()

    def cost(self, step: Callable[[], None]) -> float:
        """Calibration rounds a decision: the least of many short slices, that quiet ones are in."""
        loops, decisions = [], []
        for _ in range(ROUNDS):  # in turns, so that a busy moment slows both
            loops.append(_seconds(lambda: calibrate(self.rows, LOOPS)) / LOOPS)
            self.batch.reset(1)
            decisions.append(_seconds(lambda: _repeat(step)) / (STEPS * GAMES))
        return min(decisions) / min(loops)


def _repeat(step: Callable[[], None]) -> None:
    for _ in range(STEPS):
        step()


def _seconds(work: Callable[[], Any]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


@pytest.mark.serial
@pytest.mark.parametrize("name", USUAL)
def test_a_decision_costs_no_more_than_it_did(name: str) -> None:
    guarded = Guarded(name)
    cost = guarded.cost(guarded.batch.step_random)
    most = USUAL[name] / (1 - FALL)
    assert cost < most, (
        f"a decision of {name} takes {cost:.2f} calibration rounds, usually {USUAL[name]}, "
        f"at most {most:.2f}"
    )


@pytest.mark.serial
def test_a_slower_step_is_seen() -> None:
    """Two fifths of the decisions a second lost, by work added to every step."""
    guarded, name = Guarded("battlecards"), "battlecards"
    added = int(GAMES * USUAL[name] * (1 / 0.6 - 1))

    def slower() -> None:
        guarded.batch.step_random()
        calibrate(guarded.rows, added)

    assert guarded.cost(slower) > USUAL[name] / (1 - FALL)
