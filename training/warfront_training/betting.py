"""A lower bound of a mean that holds however few games there are: a test by betting.

A fortune bets on every value that the mean is more than m. If it is not, the fortune grows
twentyfold with a chance of one in twenty at most, whatever the values are like; so every m at which
it does is refused (Waudby-Smith and Ramdas 2024, Estimating means of bounded random variables by
betting).
"""

import math

import numpy as np
from numpy.typing import NDArray

MOST = 0.75  # of the fortune that may be lost by one value
STEPS = 40  # halvings of the range that holds the bound


def lower_bound(values: NDArray[np.float64], error: float = 0.05) -> float:
    """The bound of the mean of independent values from 0 to 1, as they came.

    Args:
        values: float64 [n].
        error: The chance at most that the mean is less than the bound.
    """
    n = len(values)
    count = np.arange(1, n + 1)
    means = (0.5 + np.cumsum(values)) / (count + 1)
    spread = (0.25 + np.cumsum((values - means) ** 2)) / (count + 1)
    known = np.concatenate([[0.25], spread])[:n]  # before each value
    stakes = np.sqrt(2 * math.log(1 / error) / (n * known)) if n else known
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        if _is_refused(values, np.minimum(stakes, MOST / middle), middle, error):
            low = middle
        else:
            high = middle
    return low


def _is_refused(
    values: NDArray[np.float64], stakes: NDArray[np.float64], mean: float, error: float
) -> bool:
    """Whether the fortune has ever grown so much that the mean is more."""
    fortune = np.cumsum(np.log1p(stakes * (values - mean)))
    return bool(fortune.max(initial=0.0) >= math.log(1 / error))
