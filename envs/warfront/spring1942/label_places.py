"""Which labels of the drawn board stand aside, so that they cover neither each other nor units.

A label stands at the top of its space's room. Where it would meet another label, or the plate that
two kinds of units make in a space, it moves to where it meets least: a name beside its island, the
number of a sea zone within its zone, the name of a larger land by a little.
"""

from collections.abc import Iterator
from functools import lru_cache

from warfront.drawing import Group, Point, width_of
from warfront.spring1942.board import Chart, Room, far_neighbours
from warfront.spring1942.labels import SMALL, label_group, stack_room
from warfront.spring1942.map_file import Space
from warfront.spring1942.stacks import plate_size

Box = tuple[float, float, float, float]  # left, top, right, low
HERE = (0.0, 0.0)
GAP = 3.0  # between a label and what it stands beside
LIGHT = 0.5  # what a plate weighs beside a label: it is not always there


@lru_cache(maxsize=8)
def label_shifts(chart: Chart, spaces: tuple[Space, ...]) -> dict[str, Point]:
    """How far the labels of a board stand from their usual places: those that do not stay there."""
    far = far_neighbours(chart, spaces)
    groups = {s.id: label_group(s, chart, False, 0, far.get(s.id, ())) for s in spaces}
    labels = {name: box_of(group) for name, group in groups.items()}
    plates = [_plate(space, chart, space.id in far) for space in spaces]
    found = {}
    for space in sorted(spaces, key=lambda space: (space.sea, is_small(chart.rooms[space.id]))):
        home = labels.pop(space.id)
        others = list(labels.values())

        def cost(shift: Point, home: Box = home, others: list[Box] = others) -> float:
            box = moved(home, shift)
            wider = (box[0] - GAP, box[1], box[2] + GAP, box[3])  # or two names read as one
            covered = sum(common(wider, other) for other in others)
            covered += LIGHT * sum(common(box, plate) for plate in plates)
            return covered + abs(shift[0]) + abs(shift[1])

        best = HERE
        if cost(HERE) > 0:
            best = min(_candidates(space, chart, home), key=cost)
        if best != HERE:
            found[space.id] = best
        labels[space.id] = moved(home, best)
    return found


def is_small(room: Room) -> bool:
    """Whether a space is too small to hold its label."""
    return min(room[2], room[3]) < SMALL


def _candidates(space: Space, chart: Chart, home: Box) -> Iterator[Point]:
    """The shifts that a label may take, the usual place first; it stays on the board."""
    yield HERE
    room = chart.rooms[space.id]
    if space.sea:
        tried = [(10.0 * i, 8.0 * k) for k in range(-3, 7) for i in range(-6, 7)]
        kept = [shift for shift in tried if _lies_in(chart, space.id, moved(home, shift))]
    elif is_small(room):
        kept = list(_beside(room, home))
    else:
        kept = [(4.0 * i, 4.0 * k) for k in range(-2, 3) for i in range(-5, 6)]
    for shift in kept:
        left, top, right, low = moved(home, shift)
        if left >= 0 and top >= 0 and right <= chart.width and low <= chart.height:
            yield shift


def _beside(room: Room, home: Box) -> Iterator[Point]:
    """Shifts of a label round a small room: to the right and left of it, above and below."""
    x, y, wide, high = room
    left, top, right, low = home
    for height in (-1.0, -0.5, 0.0, 0.5, 1.0):
        down = y + height * high / 2 - (top + low) / 2
        yield x + wide / 2 + GAP - left, down
        yield x - wide / 2 - GAP - right, down
    for part in (-0.6, -0.3, 0.0, 0.3, 0.6):
        across = part * (right - left)
        yield across, y - high / 2 - GAP - low
        yield across, y + high / 2 + GAP - top
        yield across, 0.0


def _lies_in(chart: Chart, space: str, box: Box) -> bool:
    """Whether the corners of a box lie in a space."""
    left, top, right, low = box
    corners = ((left, top), (right, top), (left, low), (right, low))
    return all(any(holds(ring, at) for ring in chart.cells[space]) for at in corners)


def holds(ring: tuple[Point, ...], at: Point) -> bool:
    """Whether a point lies within a closed line: a ray from it crosses the line an odd time."""
    x, y = at
    odd = False
    for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            odd = not odd
    return odd


def _plate(space: Space, chart: Chart, has_far: bool) -> Box:
    """Where two kinds of units of one power would stand in a space."""
    x, y, wide, high = stack_room(space, chart.rooms[space.id], chart.zoom, has_far)
    across, tall = plate_size((x, y, wide, high), 2, chart.zoom)
    return x - across / 2, y - tall / 2, x + across / 2, y + tall / 2


def box_of(label: Group) -> Box:
    """The box that a label covers: its words, and its marks."""
    boxes: list[Box] = []
    for kind, *shape in label.shapes:
        if kind == "text":
            x, y, words, size, _, anchor, bold = shape
            wide = width_of(words, size, bold)
            left = x - wide / 2 if anchor == "middle" else x
            boxes.append((left, y - 0.75 * size, left + wide, y + 0.2 * size))
        elif kind == "circle":
            x, y, radius, _ = shape
            boxes.append((x - radius, y - radius, x + radius, y + radius))
        elif kind == "glyph":
            _, x, y, size, _ = shape
            boxes.append((x, y, x + size, y + size))
    lefts, tops, rights, lows = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(lows)


def moved(box: Box, shift: Point) -> Box:
    """A box elsewhere."""
    (left, top, right, low), (x, y) = box, shift
    return left + x, top + y, right + x, low + y


def common(a: Box, b: Box) -> float:
    """The area that two boxes share."""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0
