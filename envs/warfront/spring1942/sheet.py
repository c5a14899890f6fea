"""The drawn board on squares of text: whose square each is, and a box for every space's label.

The places are those of the chart, the same as the picture's (board.py). Both axes are stretched
where spaces crowd, boxes that would overlap are pushed apart, and each space holds its own box: so
no two labels can ever overlap.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.drawing import Point
from warfront.spring1942.board import Chart
from warfront.spring1942.map_file import Board, Space

BOX = (7, 3)  # columns and rows of a box, the border to its right and below it included
RICH = (8, 4)  # of land that units gather in
CAPITAL = (8, 5)
RICH_IPC = 3
SHARE = 2.2  # squares of the sheet for each square of a box
FLAT = 0.3  # rows for each column
LEAST, MOST = 79, 1.4  # columns; times the least that the spaces want
CROWD = 0.5  # how much of the stretching follows the crowd
STEPS = 2000  # of pushing boxes apart
CRUMBS = 14  # squares: smaller parts of a space without its box go to who is around them
NOBODY = -1  # squares of lakes and of land that nobody may enter
Grid = NDArray[np.int64]
Box = tuple[int, int, int, int]  # left, top, columns, rows of a label


@dataclass(frozen=True, eq=False)
class Sheet:
    """A board on squares.

    Attributes:
        own: [rows, columns], the number of the space that has the square, or NOBODY.
        boxes: of each space, the box inside it that its label may fill.
        round_world: whether the left edge goes on at the right one.
    """

    own: Grid
    boxes: tuple[Box, ...]
    round_world: bool


def sheet_of(chart: Chart, board: Board, columns: int) -> Sheet:
    """The sheet of a board, as near to so many columns as its labels allow.

    Args:
        chart: Where the spaces lie.
        board: The map.
        columns: Of the terminal; a sheet that needs more is wider, and shown in part.
    """
    sizes = _sizes(board)
    least = max(LEAST, int((SHARE * float(sizes.prod(1).sum()) / FLAT) ** 0.5))
    return _sheet(chart, board, max(least, min(columns, int(MOST * least))))


@lru_cache(maxsize=8)
def _sheet(chart: Chart, board: Board, columns: int) -> Sheet:
    """A sheet of so many columns, or of more where the boxes do not find room."""
    sizes = _sizes(board)
    while True:
        shape = (columns, int(FLAT * columns))
        axes = [_stretched(chart, board, axis, shape[axis]) for axis in (0, 1)]
        corners = _pushed_apart(chart, board, axes, sizes, shape)
        if corners is not None:
            break
        columns += columns // 10
    own = _squares(chart, board, axes, shape)
    for s, ((left, top), (wide, high)) in enumerate(zip(corners, sizes, strict=True)):
        own[top : top + high, left : left + wide] = s
    firm = [(int(left), int(top)) for left, top in corners]
    _tidy(own, firm)
    inside = _inside(own)
    boxes = tuple(
        _grown(inside, (*corner, int(wide) - 1, int(high) - 1), len(space.id))
        for space, corner, (wide, high) in zip(board.spaces, firm, sizes, strict=True)
    )
    return Sheet(own, boxes, _goes_round(own, board.spaces))


def _sizes(board: Board) -> NDArray[np.int64]:
    """Columns and rows of each space's box [spaces, 2]."""

    def size(space: Space) -> tuple[int, int]:
        if space.capital:
            return CAPITAL
        return RICH if space.ipc >= RICH_IPC or space.victory_city is not None else BOX

    return np.array([size(space) for space in board.spaces])


def _stretched(chart: Chart, board: Board, axis: int, length: int) -> tuple[Any, Any]:
    """Places on an axis of the chart, and where on the sheet they come to lie."""
    size = (chart.width, chart.height)[axis]
    places = np.linspace(0, size, 400)
    reach = size / (32, 20)[axis]
    crowd = np.zeros(len(places))
    for space in board.spaces:
        crowd += np.exp(-(((places - chart.rooms[space.id][axis]) / reach) ** 2))
    weight = CROWD * crowd / crowd.mean() + 1 - CROWD
    sums = np.concatenate([[0], np.cumsum((weight[1:] + weight[:-1]) / 2)])
    return places, sums / sums[-1] * length


def _pushed_apart(
    chart: Chart, board: Board, axes: list[tuple[Any, Any]], sizes: Any, shape: tuple[int, int]
) -> NDArray[np.int64] | None:
    """Upper left corners of boxes that do not overlap [spaces, 2]; None where there is no room."""
    middles = np.array([chart.rooms[space.id][:2] for space in board.spaces], float)
    at = np.stack([np.interp(middles[:, a], *axes[a]) for a in (0, 1)], 1)
    half = sizes / 2
    first, second = np.triu_indices(len(at), 1)
    apart = half[first] + half[second] + 0.02  # [pairs, 2]
    for _ in range(STEPS):
        off = at[first] - at[second]
        over = apart - np.abs(off)
        meet = np.flatnonzero((over[:, 0] > 0) & (over[:, 1] > 0))
        if not (over[meet].min(1) > 0.02).any():
            return np.floor(at - half + 0.5).astype(np.int64)
        over, a, b = over[meet], first[meet], second[meet]
        axis = (over / apart[meet]).argmin(1)  # along which the way out is shorter
        row = np.arange(len(meet))
        push = np.where(off[meet, axis] < 0, -0.26, 0.26) * over[row, axis]
        np.add.at(at, (a, axis), push)
        np.subtract.at(at, (b, axis), push)
        at = np.clip(at, half, np.array(shape) - half)
    return None


def _squares(
    chart: Chart, board: Board, axes: list[tuple[Any, Any]], shape: tuple[int, int]
) -> Grid:
    """Whose square each is, as the chart has it: land lies on the sea, lakes on the land."""
    across, down = (
        np.interp(np.arange(n) + 0.5, axis[1], axis[0]) for n, axis in zip(shape, axes, strict=True)
    )
    own = np.full(shape[::-1], NOBODY)
    number = {space.id: s for s, space in enumerate(board.spaces)}
    seas = {space.id for space in board.spaces if space.sea}
    for space in sorted(chart.cells, key=lambda name: name not in seas):
        for ring in chart.cells[space]:
            own[_within(ring, across, down)] = number.get(space, NOBODY)
    for ring in chart.lakes:
        own[_within(ring, across, down)] = NOBODY
    return own


def _within(ring: Sequence[Point], across: Any, down: Any) -> NDArray[np.bool_]:
    """Which squares have their middles inside a ring [rows, columns]."""
    a = np.array(ring)
    b = np.roll(a, -1, 0)
    cut = (a[:, 1] > down[:, None]) != (b[:, 1] > down[:, None])  # [rows, sides]
    inside = np.zeros((len(down), len(across)), bool)
    for row in np.flatnonzero(cut.any(1)):
        p, q = a[cut[row]], b[cut[row]]
        x = p[:, 0] + (q[:, 0] - p[:, 0]) * (down[row] - p[:, 1]) / (q[:, 1] - p[:, 1])
        inside[row] = (across[:, None] < x).sum(1) % 2 == 1
    return inside


def _tidy(own: Grid, corners: Sequence[tuple[int, int]]) -> None:
    """Give crumbs, small parts of a space away from its box, to the space that is around them."""
    seen = np.zeros(own.shape, bool)
    kept = {(top, left) for left, top in corners}
    for start in np.ndindex(own.shape):
        if seen[start] or own[start] == NOBODY:
            continue
        part, edge = _part(own, seen, start)
        if len(part) < CRUMBS and edge and not kept.intersection(part):
            to = max(sorted(set(edge)), key=edge.count)
            own[tuple(np.array(part).T)] = to


def _part(own: Grid, seen: Any, start: tuple[int, ...]) -> tuple[list[tuple[int, int]], list[int]]:
    """The connected squares of a space, and who has the squares around them, as often as it is."""
    rows, columns = own.shape
    part: list[tuple[int, int]] = []
    edge: list[int] = []
    waiting = [(int(start[0]), int(start[1]))]
    seen[start] = True
    while waiting:
        row, column = waiting.pop()
        part.append((row, column))
        near = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        for r, c in near:
            if not (0 <= r < rows and 0 <= c < columns):
                continue
            if own[r, c] != own[start]:
                edge.append(int(own[r, c]))
            elif not seen[r, c]:
                seen[r, c] = True
                waiting.append((r, c))
    return part, [owner for owner in edge if owner != NOBODY]


def _inside(own: Grid) -> Grid:
    """Whose sign each is [rows - 1, columns - 1]: that of four like squares; NOBODY's: a border."""
    first = own[:-1, :-1]
    alike = (first == own[1:, :-1]) & (first == own[:-1, 1:]) & (first == own[1:, 1:])
    return np.where(alike, first, NOBODY)


def _grown(inside: Grid, box: Box, wide: int) -> Box:
    """A box made larger within its space: as wide as a name, then higher, then wider."""
    left, top, columns, rows = box
    s = inside[top, left]

    def free(at: Box) -> bool:
        x, y, w, h = at
        fits = x >= 0 and y >= 0 and x + w <= inside.shape[1] and y + h <= inside.shape[0]
        return fits and bool((inside[y : y + h, x : x + w] == s).all())

    for most_wide, most_high in ((wide, rows), (columns, 5), (max(wide, 16), 5)):
        grows = True
        while grows:
            left, top, columns, rows = box
            tries = [(left, top, columns + 1, rows), (left - 1, top, columns + 1, rows)]
            tries += [(left, top, columns, rows + 1), (left, top - 1, columns, rows + 1)]
            fit = [t for t in tries if t[2] <= most_wide and t[3] <= most_high and free(t)]
            grows = bool(fit)
            box = fit[0] if fit else box
    return box


def _goes_round(own: Grid, spaces: Sequence[Space]) -> bool:
    """Whether most of what lies at the left edge borders on what lies at the right one."""
    ids = [space.id for space in spaces]
    ends = [(a, b) for a, b in zip(own[:, 0].tolist(), own[:, -1].tolist(), strict=True)]
    near = [a == b or (min(a, b) >= 0 and ids[b] in spaces[a].next_to) for a, b in ends]
    return 2 * sum(near) > len(near)
