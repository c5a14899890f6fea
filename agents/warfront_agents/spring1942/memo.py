"""What a player planned last for a position, so that an order's parts need no plan of their own.

An order is asked for in up to four questions about one and the same position: only the first is
planned. The answer is the one that planning anew would give, for a plan follows from the position.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.compiled import kernel
from warfront.spring1942.pieces import Piece

KEPT = 1 << 12  # positions that are remembered

MEMO = np.dtype(
    [
        ("mark", np.int64, (KEPT,)),  # of the position, 0 none
        ("order", np.int32, (KEPT, 6)),  # planned there, see orders.py
    ],
    align=True,
)


def new_weights(size: int) -> NDArray[np.int64]:
    """Random weights [size] of an observation's numbers in its mark, whose sum fits 64 bits."""
    return np.random.default_rng(1942).integers(1, 2**40, size, np.int64)


@kernel
def weigh_numbers(obs: Any, weights: Any, low: int, high: int) -> int:
    """Sum of weights times numbers from low to high."""
    mark = 0
    for i in range(low, high):
        mark += weights[i] * obs[i]
    return mark


@kernel
def mark_position(tables: Any, obs: Any, weights: Any) -> int:
    """A number for all of an observation but the part of the order that is being asked for."""
    at = tables.at
    mark = weigh_numbers(obs, weights, int(at[Piece.PHASE]), int(at[Piece.HERE]))
    mark += weigh_numbers(obs, weights, int(at[Piece.CHOSEN]) + 2, len(obs))
    return mark + 1


@kernel
def recall(memo: Any, mark: int, order: Any) -> bool:
    """Fill `order` with the one planned for a position, if it is remembered."""
    k = mark % KEPT
    if memo.mark[k] != mark:
        return False
    order[:] = memo.order[k]
    return True


@kernel
def remember(memo: Any, mark: int, order: Any) -> None:
    """Keep the order planned for a position."""
    k = mark % KEPT
    memo.mark[k] = mark
    memo.order[k] = order
