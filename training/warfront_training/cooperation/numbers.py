"""The arithmetic of cooperation: Shapley values, ratios over games, and their 95% intervals."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront_training.match import Games, mean_interval, share_interval, wilson

Array = NDArray[np.float64]
Figure = dict[str, Any]
Z = 1.96
ROUNDING = 1e-12  # what differs by less is equal


def points(games: Games, side: int) -> Array:
    """What a side got of each game: 1 won, 0 lost, a half undecided, float64 [games]."""
    return np.where(games.winner == side, 1.0, np.where(games.winner < 0, 0.5, 0.0))


def mean(values: NDArray[Any]) -> Figure:
    """Mean of independent values and its interval."""
    middle, low, high = mean_interval(np.asarray(values, np.float64))
    return {"mean": middle, "interval": [low, high]}


def level(values: NDArray[Any]) -> Figure:
    """Mean of independent points from 0 to 1 and its interval."""
    middle, low, high = share_interval(np.asarray(values, np.float64))
    return {"mean": middle, "interval": [low, high]}


def count(values: NDArray[Any]) -> Figure:
    """Mean of what is counted in each game; its interval ends at 0."""
    told = mean(values)
    return {**told, "interval": [max(0.0, told["interval"][0]), told["interval"][1]]}


def ratio(so: NDArray[Any], of: NDArray[Any]) -> Figure:
    """A share of what happened in all games, its interval with the game as the unit.

    Where all games had the same share, which leaves nothing to tell them apart by, it is Wilson's.

    Args:
        so: How often it was so, [games].
        of: How often it could have been, [games].
    """
    total = float(of.sum())
    if total == 0:
        return {"share": None, "interval": None, "of": 0}
    share = float(so.sum()) / total
    error = Z * float(np.sqrt(np.sum(((so - share * of) / total) ** 2)))
    ends = (max(0.0, share - error), min(1.0, share + error))
    if error < ROUNDING:
        ends = wilson(float(so.sum()), int(total))
    return {"share": share, "interval": list(ends), "of": int(total)}


def difference(
    so: NDArray[Any], of: NDArray[Any], other: NDArray[Any], of_other: NDArray[Any]
) -> Figure:
    """One share less another of the same games, its interval with the game as the unit.

    Where all games had the same share, as where it is of one battle, the intervals of both shares
    are put together instead (Newcombe's hybrid score interval).
    """
    totals = float(of.sum()), float(of_other.sum())
    if min(totals) == 0:
        return {"mean": None, "interval": None}
    shares = float(so.sum()) / totals[0], float(other.sum()) / totals[1]
    rests = (so - shares[0] * of) / totals[0], (other - shares[1] * of_other) / totals[1]
    middle = shares[0] - shares[1]
    below = above = Z * float(np.sqrt(np.sum((rests[0] - rests[1]) ** 2)))
    if min(np.abs(rest).max() for rest in rests) < ROUNDING:
        (low, high), (least, most) = (
            ratio(*arm)["interval"] for arm in ((so, of), (other, of_other))
        )
        below = float(np.hypot(shares[0] - low, most - shares[1]))
        above = float(np.hypot(high - shares[0], shares[1] - least))
    return {"mean": middle, "interval": [max(-1.0, middle - below), min(1.0, middle + above)]}


def shapley(values: Array) -> Array:
    """What each member adds on average over all orders in which the members may come.

    Args:
        values: float64 [2**members, ...], the worth of each coalition; bit k of the row says
            whether member k is in it.

    Returns:
        float64 [members, ...]; the sum is the worth of all less the worth of none.
    """
    members = len(values).bit_length() - 1
    if len(values) != 1 << members or members < 1:
        raise ValueError(f"{len(values)} coalitions: give the worth of all 2**members")
    found = np.zeros((members, *values.shape[1:]))
    for coalition in range(len(values)):
        size = coalition.bit_count()
        weight = 1 / (members * math.comb(members - 1, size)) if size < members else 0.0
        for member in range(members):
            if not coalition >> member & 1:
                found[member] += weight * (values[coalition | 1 << member] - values[coalition])
    return found
