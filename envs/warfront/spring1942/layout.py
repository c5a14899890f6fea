"""A drawn board for a map of one's own: spaces laid out by who borders on whom."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.spring1942.borders import trace
from warfront.spring1942.cells import HEIGHT, WIDTH, rooms_of, written
from warfront.spring1942.map_file import Board

SQUARE = 8
MARGIN = 90
ROUNDS = 12  # of evening out the cells


def lay_out(board: Board) -> dict[str, Any]:
    """A board of cells round points whose distances follow the steps from space to space.

    The same map gives the same board; it is read by `board.read_chart`.
    """
    spaces = board.ids()
    points = _spread(_steps(board))
    y, x = np.mgrid[0 : -(-HEIGHT // SQUARE), 0 : WIDTH // SQUARE]
    middles = np.stack([(x + 0.5) * SQUARE, (y + 0.5) * SQUARE], -1).reshape(-1, 2)
    for turn in range(ROUNDS):
        nearest = _nearest(middles, points)
        if turn + 1 < ROUNDS:
            for s in range(len(points)):
                own = middles[nearest == s]
                if len(own):
                    points[s] = own.mean(0)
    cells = nearest.reshape(x.shape)
    return written(spaces, rooms_of(cells, spaces, SQUARE), trace(cells, SQUARE))


def _steps(board: Board) -> NDArray[np.float64]:
    """Steps between all spaces [spaces, spaces]; apart from one another where there is no way."""
    number = {space: i for i, space in enumerate(board.ids())}
    steps = np.full((len(number), len(number)), np.inf)
    np.fill_diagonal(steps, 0)
    for space in board.spaces:
        for other in space.next_to:
            steps[number[space.id], number[other]] = 1
    for k in range(len(number)):
        steps = np.minimum(steps, steps[:, k : k + 1] + steps[k])
    far = steps[np.isfinite(steps)].max()
    found: NDArray[np.float64] = np.minimum(steps, far + 1)
    return found


def _spread(steps: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points on the board [spaces, 2] by classical scaling, the longer way across."""
    n = len(steps)
    centre = np.eye(n) - 1 / n
    _, vectors = np.linalg.eigh(-centre @ steps**2 @ centre / 2)
    flat = vectors[:, [-1, -2]] if n > 2 else np.eye(n, 2)
    flat = flat * np.where(flat.sum(0) < 0, -1, 1)
    ranks = flat.argsort(0).argsort(0) / max(n - 1, 1)
    low, high = flat.min(0), flat.max(0)
    even = (flat - low) / np.maximum(high - low, 1e-9)
    box = np.array([WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN])
    points: NDArray[np.float64] = MARGIN + (even + ranks) / 2 * box
    return points


def _nearest(middles: NDArray[Any], points: NDArray[Any]) -> NDArray[np.int64]:
    """The point nearest to each middle."""
    far = (middles**2).sum(1)[:, None] - 2 * middles @ points.T + (points**2).sum(1)
    found: NDArray[np.int64] = far.argmin(1)
    return found
