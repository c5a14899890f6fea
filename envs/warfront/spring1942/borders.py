"""Borders of a board of squares: traced between junctions, smoothed, and joined to rings."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Corner = tuple[int, int]  # x and y, in squares
Point = tuple[float, float]
OUTSIDE = -3


@dataclass
class Arc:
    """A stretch of border from one junction to the next: what lies to its left and right."""

    left: int
    right: int
    ends: tuple[Corner, Corner]
    points: list[Point]


def trace(cells: NDArray[Any], square: int) -> list[Arc]:
    """All stretches of border of a board [rows, columns] of squares; its frame is border too."""
    padded = np.pad(cells, 1, constant_values=OUTSIDE)
    sides = _sides(padded)
    out: dict[Corner, list[Corner]] = defaultdict(list)
    for start, end in sides:
        out[start].append(end)
    junctions = {corner for corner, ends in out.items() if len(ends) != 2}
    rows, columns = cells.shape
    junctions |= {(x, y) for x in (0, columns) for y in (0, rows)} & set(out)
    for corner, ends in out.items():  # where a border changes from one pair to another
        if len(ends) == 2 and len({_pair(sides, corner, end) for end in ends}) != 1:
            junctions.add(corner)
    arcs: list[Arc] = []
    used: set[frozenset[Corner]] = set()
    for start in [*sorted(junctions), *sorted(out)]:
        for step in sorted(out[start]):
            if frozenset((start, step)) in used:
                continue
            if start not in junctions and any(
                frozenset((start, other)) in used for other in out[start]
            ):
                continue
            arcs.append(_follow(start, step, out, junctions, used, sides, square))
    return arcs


def _sides(padded: NDArray[Any]) -> dict[tuple[Corner, Corner], tuple[int, int]]:
    """Every unit of border, both ways round, with what lies to its left and right."""
    found = {}
    for row, column in zip(*np.nonzero(padded[1:, :] != padded[:-1, :]), strict=True):
        above, below = int(padded[row, column]), int(padded[row + 1, column])
        a, b = (int(column) - 1, int(row)), (int(column), int(row))
        found[a, b], found[b, a] = (above, below), (below, above)
    for row, column in zip(*np.nonzero(padded[:, 1:] != padded[:, :-1]), strict=True):
        west, east = int(padded[row, column]), int(padded[row, column + 1])
        a, b = (int(column), int(row) - 1), (int(column), int(row))
        found[a, b], found[b, a] = (east, west), (west, east)
    return found


def _pair(sides: dict[Any, tuple[int, int]], a: Corner, b: Corner) -> frozenset[int]:
    return frozenset(sides[a, b])


def _follow(
    start: Corner,
    step: Corner,
    out: dict[Corner, list[Corner]],
    junctions: set[Corner],
    used: set[frozenset[Corner]],
    sides: dict[Any, tuple[int, int]],
    square: int,
) -> Arc:
    """The stretch that leaves a corner by a step, to the next junction or round to itself."""
    left, right = sides[start, step]
    path = [start, step]
    used.add(frozenset((start, step)))
    while path[-1] not in junctions and path[-1] != start:
        before, here = path[-2:]
        after = next(corner for corner in out[here] if corner != before)
        used.add(frozenset((here, after)))
        path.append(after)
    points: list[Point] = [(x * square, y * square) for x, y in path]
    frame = OUTSIDE in (left, right)
    return Arc(left, right, (path[0], path[-1]), points if frame else _smooth(points, square))


def _smooth(points: list[Point], square: int) -> list[Point]:
    """A line without the steps of the squares; its ends stay where they are."""
    path = np.array(points, float)
    closed = points[0] == points[-1]
    for _ in range(6):
        middle = (path[:-2] + 2 * path[1:-1] + path[2:]) / 4
        if closed and len(path) > 3:
            end = (path[-2] + 2 * path[0] + path[1]) / 4
            path = np.vstack([end, middle, end])
        else:
            path = np.vstack([path[:1], middle, path[-1:]])
    return [(float(x), float(y)) for x, y in _thin(path, 0.25 * square / 2)]


def _thin(path: NDArray[np.float64], slack: float) -> NDArray[np.float64]:
    """The fewest of its points that keep a line within `slack` (Ramer, Douglas, Peucker)."""
    keep = np.zeros(len(path), bool)
    keep[[0, -1]] = True
    stack = [(0, len(path) - 1)]
    if len(path) > 2 and np.array_equal(path[0], path[-1]):
        far = int(np.hypot(*(path - path[0]).T).argmax())
        keep[far] = True
        stack = [(0, far), (far, len(path) - 1)]
    while stack:
        low, high = stack.pop()
        if high - low < 2:
            continue
        dx, dy = path[high] - path[low]
        long = float(np.hypot(dx, dy)) or 1.0
        rest = path[low + 1 : high] - path[low]
        off = np.abs(rest[:, 0] * dy - rest[:, 1] * dx) / long
        worst = int(off.argmax())
        if off[worst] > slack:
            middle = low + 1 + worst
            keep[middle] = True
            stack += [(low, middle), (middle, high)]
    return path[keep]


def rings_of(arcs: list[Arc], index: int) -> list[list[int]]:
    """The closed lines round a space, each a list of arcs by number from 1, minus: backwards."""
    steps = []
    for number, arc in enumerate(arcs, 1):
        if arc.left == index:
            steps.append((arc.ends[0], arc.ends[1], number))
        if arc.right == index:
            steps.append((arc.ends[1], arc.ends[0], -number))
    rings: list[list[int]] = []
    while steps:
        start, end, number = steps.pop(0)
        ring = [number]
        while end != start:
            at = next(i for i, step in enumerate(steps) if step[0] == end)
            _, end, number = steps.pop(at)
            ring.append(number)
        rings.append(ring)
    return rings
