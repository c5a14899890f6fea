"""A board cut into squares, each of a space: where units have room, and the board as JSON."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.spring1942.borders import Arc, rings_of

WIDTH, HEIGHT = 1600, 775
WATER, LAKE = -1, -2  # squares that are no space's
Cells = NDArray[np.int64]  # [rows, columns], the index of a space


def rooms_of(
    cells: Cells, spaces: list[str], square: int, taken: NDArray[np.bool_] | None = None
) -> dict[str, tuple[int, int, int, int]]:
    """The largest upright box inside each space, as x and y of its middle, width and height.

    Args:
        cells: the board.
        spaces: the ids of the spaces.
        square: units a side of a square.
        taken: squares to keep out of where a space has others: the units of an islet stand there.
    """
    found = {}
    for index, space in enumerate(spaces):
        own = cells == index
        if taken is not None and (own & ~taken).any():
            own &= ~taken
        sums = np.pad(own.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
        best = (0, 0, 0, 0, 0)
        for tall in range(1, 40):
            for wide in (tall, round(1.5 * tall), 2 * tall):
                best = max(best, _fit(sums, tall, wide))
        _, row, column, tall, wide = best
        place = (column + wide / 2, row + tall / 2, wide, tall)
        found[space] = tuple(round(value * square) for value in place)
    return found  # type: ignore[return-value]


def _fit(sums: Cells, tall: int, wide: int) -> tuple[int, int, int, int, int]:
    """A place for a box of squares in a space, given its summed squares: size, row, column."""
    if wide >= sums.shape[1] or tall >= sums.shape[0]:
        return (0, 0, 0, 0, 0)
    count = sums[tall:, wide:] - sums[:-tall, wide:] - sums[tall:, :-wide] + sums[:-tall, :-wide]
    rows, columns = np.nonzero(count == tall * wide)
    if not len(rows):
        return (0, 0, 0, 0, 0)
    middle = np.hypot(rows - rows.mean(), columns - columns.mean()).argmin()
    return (tall * wide, int(rows[middle]), int(columns[middle]), tall, wide)


def written(spaces: list[str], rooms: dict[str, Any], arcs: list[Arc]) -> dict[str, Any]:
    """The board as JSON: stretches of border once, and each space's rings of them."""
    names = [*spaces, None]
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "arcs": [
            {
                "between": [names[max(arc.left, -1)], names[max(arc.right, -1)]],
                "points": [round(value, 1) for point in arc.points for value in point],
            }
            for arc in arcs
        ],
        "spaces": {
            space: {
                "room": rooms[space],
                "rings": rings_of(arcs, index),
            }
            for index, space in enumerate(spaces)
        },
        "lakes": rings_of(arcs, LAKE),
    }
