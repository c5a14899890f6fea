"""Draws a board: from outlines of coasts and a few points of each space to cells with borders.

    python -m warfront.spring1942.mapmaker opening

reads `boards/opening.toml` and what it is based on, and writes `boards/opening.json`, which
`board.py` reads. The board is cut into small squares; land goes to the nearest point of the spaces
on its coast, water to the sea zone that is nearest by sea. Then the squares' borders are traced,
and every stretch of border between two spaces is smoothed once, for both.
"""

import heapq
import json
import sys
import tomllib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.spring1942.board import FOLDER
from warfront.spring1942.borders import trace
from warfront.spring1942.cells import HEIGHT, LAKE, WATER, WIDTH, Cells, rooms_of, written

SQUARE = 4  # units a side


def make_board(name: str, seas: set[str]) -> dict[str, Any]:
    """The board of a file in `boards/`, as it is written there as JSON.

    Args:
        name: The file's name without its ending.
        seas: Which of its spaces are sea zones.
    """
    source = _read(name)
    spaces = list(source["points"])
    places = {
        space: [_place(source, *point) for point in points]
        for space, points in source["points"].items()
    }
    cells = _land(source, spaces, places)
    zones = [space for space in spaces if space in seas and space not in source["waters"].values()]
    _flood(cells, spaces, {zone: places[zone] for zone in zones})
    _mend(cells, spaces, places, seas)
    return written(
        spaces, rooms_of(cells, spaces, SQUARE, _round_islets(source, places)), trace(cells, SQUARE)
    )


def _read(name: str) -> dict[str, Any]:
    """A board's source over its base: the base gives outlines, the board says whose they are."""
    own = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    base = tomllib.loads((FOLDER / f"{own['base']}.toml").read_text(encoding="utf-8"))
    return {**base, "outlines": base["coasts"], "lakes": base["waters"], **own}


def _place(source: dict[str, Any], longitude: float, latitude: float) -> tuple[float, float]:
    """Where a point of the world lies on the board."""
    xs, ys = np.array(source["longitudes"]), np.array(source["latitudes"])[::-1]
    return (
        float(np.interp(longitude, xs[:, 0], xs[:, 1])),
        float(np.interp(latitude, ys[:, 0], ys[:, 1])),
    )


def _centres() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The middles of the squares, x and y [rows, columns]."""
    rows, columns = -(-HEIGHT // SQUARE), WIDTH // SQUARE
    y, x = np.mgrid[0:rows, 0:columns]
    return (x + 0.5) * SQUARE, (y + 0.5) * SQUARE


def _inside(outline: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which squares have their middle inside an outline [points, 2]."""
    x, y = _centres()
    inside = np.zeros(x.shape, bool)
    for (x0, y0), (x1, y1) in zip(outline, np.roll(outline, 1, axis=0), strict=True):
        if y0 == y1:
            continue
        crosses = (y0 > y) != (y1 > y)
        inside ^= crosses & (x < (x1 - x0) * (y - y0) / (y1 - y0) + x0)
    return inside


def _wavy(x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[Any, Any]:
    """The middles moved a little to and fro, so that borders are not straight."""
    return (
        x + 5 * np.sin(y / 17 + 1) + 3 * np.sin(y / 7.3 + x / 31),
        y + 5 * np.sin(x / 19 + 2) + 3 * np.sin(x / 8.1 - y / 29),
    )


def _land(source: dict[str, Any], spaces: list[str], places: dict[str, Any]) -> Cells:
    """Land and inland water by the index of its space; the sea stays WATER."""
    x, y = _centres()
    waved = _wavy(x, y)
    cells = np.full(x.shape, WATER)
    for coast, owners in source["coasts"].items():
        outline = np.array([_place(source, *point) for point in source["outlines"][coast]])
        far = np.stack([_distance(waved, places[space]) for space in owners])
        nearest = np.array([spaces.index(space) for space in owners])[far.argmin(0)]
        cells = np.where(_inside(outline), nearest, cells)
    for lake, outline in source["lakes"].items():
        zone = source["waters"].get(lake)
        inside = _inside(np.array([_place(source, *point) for point in outline]))
        cells[inside] = LAKE if zone is None else spaces.index(zone)
    for space, (longitude, latitude, radius) in source["islets"].items():
        if space in places:
            cx, cy = _place(source, longitude, latitude)
            cells[np.hypot(x - cx, y - cy) < radius] = spaces.index(space)
    return cells


def _round_islets(source: dict[str, Any], places: dict[str, Any]) -> NDArray[np.bool_]:
    """The squares round the islets, where their names and units stand."""
    x, y = _centres()
    taken = np.zeros(x.shape, bool)
    for space, (longitude, latitude, _) in source["islets"].items():
        if space in places:
            cx, cy = _place(source, longitude, latitude)
            taken |= (np.abs(x - cx) < 32) & (y > cy - 30) & (y < cy + 38)
    return taken


def _distance(waved: tuple[Any, Any], points: list[tuple[float, float]]) -> Any:
    """How far each square is from the nearest of some points."""
    return np.min([np.hypot(waved[0] - x, waved[1] - y) for x, y in points], axis=0)


def _flood(cells: Cells, spaces: list[str], zones: dict[str, Any]) -> None:
    """Give all WATER to the zone that is nearest by sea; what no zone reaches becomes LAKE."""
    rows, columns = cells.shape
    x, y = _wavy(*_centres())
    queue: list[tuple[float, int, int, int]] = []
    for name, points in zones.items():
        for px, py in points:
            row, column = int(py // SQUARE), min(int(px // SQUARE), columns - 1)
            if cells[row, column] != WATER:
                print(f"{name}: the point at {px:.0f}, {py:.0f} is not at sea")
                continue
            heapq.heappush(queue, (0.0, row, column, spaces.index(name)))
    while queue:
        far, row, column, zone = heapq.heappop(queue)
        if cells[row, column] != WATER:
            continue
        cells[row, column] = zone
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            r, c = row + dr, column + dc
            if 0 <= r < rows and 0 <= c < columns and cells[r, c] == WATER:
                step = np.hypot(x[r, c] - x[row, column], y[r, c] - y[row, column])
                heapq.heappush(queue, (far + float(step), r, c, zone))
    cells[cells == WATER] = LAKE


def _mend(cells: Cells, spaces: list[str], places: dict[str, Any], seas: set[str]) -> None:
    """Give splinters, parts of a space without any of its points, to their neighbours."""
    rows, columns = cells.shape
    home = np.zeros(cells.shape, bool)
    for index, space in enumerate(spaces):
        for x, y in places[space]:
            start = (min(int(y // SQUARE), rows - 1), min(int(x // SQUARE), columns - 1))
            if cells[start] == index and not home[start]:
                _spread(cells, home, start)
    lost = (cells >= 0) & ~home
    for row, column in np.argwhere(lost).tolist():
        sea = spaces[cells[row, column]] in seas
        near = _around(cells, home, row, column)
        fit = [c for c in near if c >= 0 and (spaces[c] in seas) == sea]
        if fit:
            cells[row, column] = fit[0]


def _spread(cells: Cells, home: NDArray[np.bool_], start: tuple[int, int]) -> None:
    """Mark the connected part of a space that holds a square."""
    stack, index = [start], cells[start]
    home[start] = True
    while stack:
        row, column = stack.pop()
        for r, c in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if 0 <= r < cells.shape[0] and 0 <= c < cells.shape[1]:
                if cells[r, c] == index and not home[r, c]:
                    home[r, c] = True
                    stack.append((r, c))


def _around(cells: Cells, home: NDArray[np.bool_], row: int, column: int) -> list[int]:
    """The spaces that have squares at home nearest to one, nearest first."""
    for reach in range(1, 40):
        r0, c0 = max(row - reach, 0), max(column - reach, 0)
        part = cells[r0 : row + reach + 1, c0 : column + reach + 1]
        found = part[home[r0 : row + reach + 1, c0 : column + reach + 1]]
        if len(found):
            values, counts = np.unique(found, return_counts=True)
            return [int(v) for v in values[counts.argsort()[::-1]]]
    return []


def text_of(board: dict[str, Any]) -> str:
    """A board as JSON text, a stretch of border or a space a line."""
    dump = json.dumps
    arcs = ",\n".join(dump(arc, separators=(",", ":")) for arc in board["arcs"])
    rows = ",\n".join(
        f"{dump(name)}:{dump(row, separators=(',', ':'))}" for name, row in board["spaces"].items()
    )
    head = f'"width":{board["width"]},"height":{board["height"]}'
    lakes = f'"lakes":{dump(board["lakes"])}'
    return f'{{{head},\n"arcs":[\n{arcs}\n],\n"spaces":{{\n{rows}\n}},\n{lakes}}}\n'


def main(names: list[str]) -> None:
    """Write the boards of these names."""
    from warfront.spring1942.scenario import load_scenario

    for name in names:
        seas = {space.id for space in load_scenario(name).board.spaces if space.sea}
        text = text_of(make_board(name, seas))
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
