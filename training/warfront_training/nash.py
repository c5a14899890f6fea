"""Nash averaging: the mixture of greatest entropy that nobody beats, of an antisymmetric game."""

import numpy as np
from numpy.typing import NDArray

from warfront.game import BadInput

Array = NDArray[np.float64]
LAST = 1e-12  # where the paths end
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
    inner = _central_path(table)
    held = inner > LAST / len(table) / inner  # p > s where p s = t / n
    share = np.zeros(len(table))
    share[held] = _most_even(table[np.ix_(held, held)], table[np.ix_(~held, held)], inner[held])
    return share


def _central_path(table: Array) -> Array:
    """Follow p (t - table p) = t / n from even shares (t large) to an equilibrium (t = 0).

    It ends inside the set of equilibria: a player has a share if he has one in any of them, and
    loses against the mixture if he has none (Goldman and Tucker).
    """
    n = len(table)
    p = np.full(n, 1 / n)
    t = 4.0
    while True:
        for _ in range(50):
            slack = t - table @ p
            off = p * slack - t / n
            if np.abs(off).max() < 1e-6 * t / n:
                break
            step = np.linalg.solve(np.diag(slack) - p[:, None] * table, -off)
            p = p + _within(p, step, slack, -table @ step) * step
        if t == LAST:
            return p
        t = max(LAST, t / 3)


def _most_even(equal: Array, less: Array, start: Array) -> Array:
    """Shares p of greatest entropy with sum 1, equal @ p = 0 and less @ p <= 0.

    A primal-dual path from a start that obeys all of it strictly.
    """
    _, sizes, basis = np.linalg.svd(equal)
    rows = np.vstack([basis[sizes > 1e-9], np.ones(len(start))])
    aims = np.append(np.zeros(len(rows) - 1), 1.0)
    p, y = start / start.sum(), np.zeros(len(rows))
    slack = np.maximum(-less @ p, 1e-9)
    force = 0.1 / slack
    for _ in range(200):
        tau = 0.2 * float(np.mean(slack * force)) if len(less) else 0.0
        off_slack = less @ p + slack
        off = np.log(p) + 1 + rows.T @ y + less.T @ force
        short = rows @ p - aims
        ratio = force / slack
        right = -off - less.T @ (tau / slack - force + ratio * off_slack)
        hessian = np.diag(1 / p) + less.T @ (ratio[:, None] * less)
        whole = np.block([[hessian, rows.T], [rows, np.zeros((len(rows), len(rows)))]])
        solved = np.linalg.solve(whole, np.append(right, -short))
        step, step_y = solved[: len(p)], solved[len(p) :]
        step_slack = -off_slack - less @ step
        step_force = (tau - force * step_slack) / slack - force
        size = _within(np.append(p, slack), np.append(step, step_slack), force, step_force)
        p, y = p + size * step, y + size * step_y
        slack, force = slack + size * step_slack, force + size * step_force
        if size == 1.0 and np.abs(step).max() < 1e-13 and tau < 1e-14:
            break
    return np.asarray(p / p.sum())


def _within(a: Array, step_a: Array, b: Array, step_b: Array) -> float:
    """The length of a step, 1 at most, that leaves everything positive."""
    values, steps = np.append(a, b), np.append(step_a, step_b)
    falling = steps < 0
    if not falling.any():
        return 1.0
    return float(min(1.0, BOUND * np.min(-values[falling] / steps[falling])))
