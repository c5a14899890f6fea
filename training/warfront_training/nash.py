"""Nash averaging: the mixture of greatest entropy that nobody beats, of an antisymmetric game."""

import numpy as np
from numpy.typing import NDArray

from warfront.game import BadInput

Array = NDArray[np.float64]
LAST = 1e-12  # where the ways end
NEAR = 1e-6  # the steps that are small enough to tell which rows bind
SAME = 1e-9  # singular values below this are none
BOUND = 0.9  # share of the way to the boundary that a step may go


def nash_average(payoffs: Array) -> Array:
    """The symmetric equilibrium of greatest entropy.

    Args:
        payoffs: float64 [n, n], antisymmetric: what the row gets against the column.

    Returns:
        float64 [n] shares p, sum 1, with payoffs @ p <= 0.

    Raises:
        BadInput: The table is not antisymmetric.
    """
    table = np.asarray(payoffs, np.float64)
    square = table.ndim == 2 and table.shape[0] == table.shape[1] and table.size > 0
    if not square or not np.array_equal(table, -table.T):
        raise BadInput("Nash averaging needs an antisymmetric table: what I win from you, you lose")
    greatest = np.abs(table).max()
    if greatest == 0:
        return np.full(len(table), 1 / len(table))
    table = table / greatest
    inner, slack = _central_path(table)
    held = inner > slack
    share = np.zeros(len(table))
    share[held] = _most_even(table[np.ix_(held, held)], table[np.ix_(~held, held)], inner[held])
    return share


def _central_path(table: Array) -> tuple[Array, Array]:
    """Follow p s = t / n with s = t - table @ p from even shares (t large) to an equilibrium.

    It ends inside the set of equilibria: a player has a share p if he has one in any of them, and
    loses s against the mixture if he has none (Goldman and Tucker); the other of the two vanishes.
    """
    n = len(table)
    t = 4.0
    p = np.full(n, 1 / n)
    slack = t - table @ p
    while True:
        for _ in range(50):
            off, short = t / n - p * slack, t - table @ p - slack
            if np.abs(off).max() < 0.1 * t / n and np.abs(short).max() < 1e-3 * t:
                break
            step = np.linalg.solve(np.diag(slack) - p[:, None] * table, off - p * short)
            step_slack = short - table @ step
            size = _within(np.append(p, slack), np.append(step, step_slack))
            p, slack = p + size * step, slack + size * step_slack
        if t == LAST:
            return p, slack
        t = max(LAST, t / 3)


def _most_even(equal: Array, less: Array, start: Array) -> Array:
    """Shares p of greatest entropy with sum 1, equal @ p = 0 and less @ p <= 0.

    A primal-dual path from a start that obeys all of it strictly leads near the answer and tells
    which rows of `less` bind there; with those as equations Newton's steps go on to the answer.
    """
    rows, aims = _equations(equal)
    p, y = start / start.sum(), np.zeros(len(rows))
    slack = np.maximum(-less @ p, 1e-9)
    force = 0.1 / slack
    for _ in range(200):
        gap = float(np.mean(slack * force)) if len(less) else 0.0
        ratio, off_slack = force / slack, less @ p + slack
        off = np.log(p) + 1 + rows.T @ y + less.T @ (0.2 * gap / slack + ratio * off_slack)
        hessian = np.diag(1 / p) + less.T @ (ratio[:, None] * less)
        whole = np.block([[hessian, rows.T], [rows, np.zeros((len(rows), len(rows)))]])
        solved = np.linalg.solve(whole, -np.append(off, rows @ p - aims))
        step, step_y = solved[: len(p)], solved[len(p) :]
        step_slack = -off_slack - less @ step
        step_force = (0.2 * gap - force * step_slack) / slack - force
        size = _within(
            np.concatenate([p, slack, force]), np.concatenate([step, step_slack, step_force])
        )
        p, y = p + size * step, y + size * step_y
        slack, force = slack + size * step_slack, force + size * step_force
        if gap < LAST and np.abs(step).max() < (NEAR if len(less) else LAST):
            break
    if len(less):
        return _most_even(np.vstack([equal, less[slack < force]]), less[:0], p)
    return np.asarray(p / p.sum())


def _equations(equal: Array) -> tuple[Array, Array]:
    """Independent rows of equal @ p = 0 and sum(p) = 1, and their right sides."""
    _, sizes, basis = np.linalg.svd(equal)
    rows = np.vstack([basis[: len(sizes)][sizes > SAME], np.ones(equal.shape[1])])
    return rows, np.append(np.zeros(len(rows) - 1), 1.0)


def _within(values: Array, steps: Array) -> float:
    """The length of a step, 1 at most, that leaves everything positive."""
    falling = steps < 0
    if not falling.any():
        return 1.0
    return float(min(1.0, BOUND * np.min(-values[falling] / steps[falling])))
