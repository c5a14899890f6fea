"""Generalised advantages over decisions of many games that lie in the order of time."""

import numpy as np
from numpy.typing import NDArray

from warfront.compiled import kernel


@kernel
def fill_advantages(
    chains: NDArray[np.int32],
    rewards: NDArray[np.float32],
    ends: NDArray[np.bool_],
    values: NDArray[np.float32],
    next_values: NDArray[np.float32],
    discount: float,
    gae: float,
    advantages: NDArray[np.float32],
) -> None:
    """Generalised advantages of decisions in the order of time, each chain by itself.

    A chain is what one value looks ahead along: the decisions of a game, or those of one seat in
    it. Axes: T decision, C chain. chains, rewards, ends, values and advantages are [T]; next_values
    [C] holds the value of what follows each chain's last decision, and is used up.
    """
    ahead = np.zeros(next_values.shape[0], np.float32)  # advantage of the chain's next decision
    for t in range(chains.shape[0] - 1, -1, -1):
        chain = chains[t]
        goes_on = np.float32(0.0) if ends[t] else np.float32(1.0)
        gain = rewards[t] + np.float32(discount) * goes_on * next_values[chain] - values[t]
        ahead[chain] = gain + np.float32(discount * gae) * goes_on * ahead[chain]
        advantages[t] = ahead[chain]
        next_values[chain] = values[t]
