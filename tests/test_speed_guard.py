"""A guard against lost speed: decisions are held against a loop of known work in the same run."""

import time

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

import warfront

THEATRES = ("western_europe", "pacific", "russia", "north_africa")
GAMES = 64
ROUNDS = 5

# A decision (rules, mask and observation of eight seats) takes about as long as 2.3 rounds of the
# loop below. FACTOR times that is a rule or an observation that has lost its speed, not a busy
# machine.
USUAL = 2.3
FACTOR = 2.5


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


@pytest.mark.serial
def test_a_decision_costs_no_more_than_it_did() -> None:
    batch = warfront.make_batch("battlecards", n=GAMES, seed=1, theatres=THEATRES)
    batch.reset()
    rows = np.ones((64, 8192), np.uint8)
    calibrate(rows, 1)
    for _ in range(300):
        batch.step_random()
    loops, decisions = [], []
    for _ in range(ROUNDS):  # in turns, so that a busy moment slows both
        begun = time.process_time()
        calibrate(rows, 100_000)
        loops.append((time.process_time() - begun) / 100_000)
        begun = time.process_time()
        for _ in range(1000):
            batch.step_random()
        decisions.append((time.process_time() - begun) / (1000 * GAMES))
    cost = min(decisions) / min(loops)
    assert cost < USUAL * FACTOR, (
        f"a decision takes {cost:.2f} calibration rounds, usually {USUAL}: "
        f"{1e9 * min(decisions):.0f} ns a decision, {1e9 * min(loops):.0f} ns a round"
    )
    print(f"a decision takes {cost:.2f} calibration rounds ({1e9 * min(decisions):.0f} ns)")
