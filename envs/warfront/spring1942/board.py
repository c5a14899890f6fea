"""Where the spaces of a scenario lie on the drawn board: cells, borders, and room for units."""

import json
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from warfront.drawing import Point
from warfront.spring1942.layout import lay_out
from warfront.spring1942.map_file import Board, Space
from warfront.spring1942.scenario import MAPS

FOLDER = Path(__file__).parent / "boards"
Room = tuple[float, float, float, float]


@dataclass(frozen=True)
class Border:
    """A stretch of border between two spaces; None is the board's frame or a lake."""

    between: tuple[str | None, str | None]
    points: tuple[Point, ...]


@dataclass(frozen=True, eq=False)
class Chart:
    """A board as it is drawn.

    Attributes:
        width: units across.
        height: units down.
        cells: the polygons of each space, those nobody may enter included.
        borders: every stretch of border, once.
        rooms: of each space, a box inside it: x and y of its middle, width and height.
        lakes: waters that are no space.
    """

    width: float
    height: float
    cells: dict[str, tuple[tuple[Point, ...], ...]]
    borders: tuple[Border, ...]
    rooms: dict[str, Room]
    lakes: tuple[tuple[Point, ...], ...] = ()

    @cached_property
    def zoom(self) -> float:
        """How much larger than usual names and units can be: 1 on a full board, 1.7 at most."""
        sizes = sorted(min(room[2], room[3]) for room in self.rooms.values())
        return min(max(sizes[len(sizes) // 2] / 70, 1.0), 1.7)


def chart_of(name: str, board: Board) -> Chart:
    """The chart of a scenario: a stored one that has all its spaces, or one laid out for it.

    Args:
        name: The scenario's name, whose chart is tried first.
        board: Its map.
    """
    for stored in dict.fromkeys([name, *MAPS]):
        if stored in MAPS and set(board.ids()) <= set(_stored(stored).cells):
            return _stored(stored)
    return _laid_out(board)


@lru_cache(maxsize=4)
def _stored(name: str) -> Chart:
    """A chart of `boards/`."""
    return read_chart(json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")))


@lru_cache(maxsize=4)
def _laid_out(board: Board) -> Chart:
    """The chart of a map of one's own, made once."""
    return read_chart(lay_out(board))


@lru_cache(maxsize=8)
def far_neighbours(chart: Chart, spaces: tuple[Space, ...]) -> dict[str, tuple[str, ...]]:
    """Sea zones that lie side by side but do not touch on the board: round the world, canals."""
    touching = {frozenset(border.between) for border in chart.borders}
    seas = {space.id for space in spaces if space.sea}
    found = {}
    for space in spaces:
        apart = tuple(
            other
            for other in space.next_to
            if other in seas and frozenset((space.id, other)) not in touching
        )
        if space.sea and apart:
            found[space.id] = apart
    return found


def read_chart(raw: dict[str, Any]) -> Chart:
    """The chart of what `mapmaker.make_board` gives."""
    lines = [
        tuple(zip(arc["points"][::2], arc["points"][1::2], strict=True)) for arc in raw["arcs"]
    ]
    cells = {
        space: _outer([_ring(ring, lines) for ring in row["rings"]])
        for space, row in raw["spaces"].items()
    }
    borders = tuple(
        Border((arc["between"][0], arc["between"][1]), line)
        for arc, line in zip(raw["arcs"], lines, strict=True)
    )
    rooms = {space: tuple(row["room"]) for space, row in raw["spaces"].items()}
    lakes = tuple(_ring(ring, lines) for ring in raw["lakes"])
    return Chart(raw["width"], raw["height"], cells, borders, rooms, lakes)


def _ring(ring: list[int], lines: list[tuple[Point, ...]]) -> tuple[Point, ...]:
    """The corners of a closed line of stretches, each a number from 1, minus: backwards."""
    corners: list[Point] = []
    for number in ring:
        line = lines[abs(number) - 1]
        corners += line[:-1] if number > 0 else line[:0:-1]
    return tuple(corners)


def _outer(rings: list[tuple[Point, ...]]) -> tuple[tuple[Point, ...], ...]:
    """The rings without those round a hole, which run the other way: what lies in it is drawn."""
    areas = [_area(ring) for ring in rings]
    way = max(areas, key=abs)
    return tuple(ring for ring, area in zip(rings, areas, strict=True) if area * way > 0)


def _area(ring: tuple[Point, ...]) -> float:
    """Twice the area within a ring, its sign the way it runs."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1], strict=True))
