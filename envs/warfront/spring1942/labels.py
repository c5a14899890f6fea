"""Names of spaces on the drawn board, and their marks: income, victory city, complex, damage."""

from functools import lru_cache

from warfront.drawing import Group, Point, shorten, width_of
from warfront.spring1942.board import Chart, Room
from warfront.spring1942.map_file import Space

NAME, MARKS, FAR = 12.5, 13.0, 10.0  # heights of the lines of a label
SHORTER = (
    ("Islands", "Is."), ("Island", "I."), ("Western", "W."), ("Eastern", "E."), ("Central", "C."),
    ("Southern", "S."), ("West ", "W. "), ("East ", "E. "), ("South ", "S. "), ("New ", "N. "),
    ("French", "Fr."), ("Italian", "It."), ("Equatorial", "Eq."), ("Madagascar", "Madag."),
    ("Union", "Un."), ("United", "U."), ("Kingdom", "K."), (" S.S.R.", ""),
)  # fmt: skip
LEAST, LARGE, LARGEST = 10.5, 12.5, 14.0  # sizes of names
TINY, ROOMY = 16.0, 64.0  # up to this room names are the least, from that height the largest
SMALL = 44.0  # a space with less room has its label above and its units below itself


@lru_cache(maxsize=4000)
def label_group(
    space: Space,
    chart: Chart,
    has_complex: bool,
    damage: int,
    far: tuple[str, ...],
    shift: Point = (0.0, 0.0),
) -> Group:
    """The label of a space.

    Args:
        space: The space.
        chart: The board.
        has_complex: An industrial complex stands there.
        damage: How much it is damaged.
        far: Neighbours of a sea zone that do not touch it on the board.
        shift: How far from its usual place it stands, see `label_places`.
    """
    if space.sea:
        return _zone(space, chart, far, shift)
    group = Group(f"name:{space.id}", _title(space, damage))
    x, y, wide, high = chart.rooms[space.id]
    zoom = chart.zoom
    marks = _marks(space, has_complex, damage)
    words, size = _words(space, chart.rooms[space.id], zoom)
    x, top = x + shift[0], y + shift[1] - high / 2
    if min(wide, high) < SMALL and not marks:
        top -= NAME
    half = width_of(words, size, space.capital) / 2
    middle = min(max(x, half), chart.width - half)
    bold = space.capital
    group.text(middle, top + NAME * zoom * 0.8, words, size, "fill_ink", "middle", bold=bold)
    _draw_marks(group, x, top + NAME * zoom, marks, zoom)
    return group


def _words(space: Space, room: Room, zoom: float) -> tuple[str, float]:
    """The name of a space and its size: as large as it fits, rather short than small."""
    _, _, wide, high = room
    most = LEAST if min(wide, high) <= TINY else LARGEST if high >= ROOMY else LARGE
    across = max(wide + 14, 76 * zoom)
    words = space.name
    for long, short in ((" ", " "), *SHORTER):
        words = words.replace(long, short)
        size = most * zoom
        while size > LEAST * zoom and width_of(words, size, space.capital) > across:
            size -= 0.5
        if width_of(words, size, space.capital) <= across:
            return words, size
    return shorten(words, size, across, space.capital), size


def stack_room(space: Space, room: Room, zoom: float, has_far: bool) -> Room:
    """What of a space's room is left for its units, below its label.

    Args:
        space: The space.
        room: Its room.
        zoom: The board's.
        has_far: Its label names zones that do not touch it.
    """
    x, y, wide, high = room
    taken = NAME * zoom
    if has_far:
        taken += FAR
    elif not space.sea and (space.ipc or space.victory_city):
        taken += MARKS * zoom
    if high - taken >= 18:
        return x, y + taken / 2, wide, high - taken
    return x, y - high / 2 + taken + 9, wide, 18.0


def _zone(space: Space, chart: Chart, far: tuple[str, ...], shift: Point) -> Group:
    """The number of a sea zone, and those it reaches round the world or through a canal."""
    group = Group(f"name:{space.id}", space.name)
    x, y, _, high = chart.rooms[space.id]
    x, top = x + shift[0], max(y - high / 2, 2.0) + shift[1]
    number = space.id.removeprefix("sz")
    zoom = chart.zoom
    group.text(x, top + 11 * zoom, number, 11.5 * zoom, "fill_zone", "middle", bold=True)
    if far:
        words = "to " + " ".join(other.removeprefix("sz") for other in far)
        half = width_of(words, 9) / 2 + 3
        left = min(max(x, half), chart.width - half)
        group.text(left, top + 11 * zoom + FAR, words, 9, "fill_zone", "middle")
    return group


def _title(space: Space, damage: int) -> str:
    """The tooltip of a territory."""
    parts = [space.name, f"{space.ipc} IPC"]
    if space.victory_city:
        parts.append(f"victory city {space.victory_city}")
    if space.capital:
        parts.append(f"capital of {space.owner}")
    if damage:
        parts.append(f"damage {damage}")
    return ", ".join(parts)


def _marks(space: Space, has_complex: bool, damage: int) -> list[tuple[str, str, float]]:
    """The marks of a territory: kind, words and width."""
    found = []
    if space.ipc:
        found.append(("ipc", str(space.ipc), 13.0))
    if space.victory_city:
        found.append(("star", "", 13.0))
    if has_complex:
        found.append(("complex", "", 14.0))
    if damage:
        words = f"-{damage}"
        found.append(("damage", words, width_of(words, 10, True) + 2))
    return found


def _draw_marks(
    group: Group, x: float, top: float, marks: list[tuple[str, str, float]], zoom: float
) -> None:
    """A row of marks, its middle at x."""
    at = x - sum(width for _, _, width in marks) * zoom / 2
    for kind, words, width in marks:
        middle = at + width * zoom / 2
        if kind == "ipc":
            size = 8.5 if len(words) == 1 else 7.5
            group.circle(middle, top + 6.5 * zoom, 6 * zoom, "badge")
            group.text(middle, top + 9.5 * zoom, words, size * zoom, "fill_ink", "middle")
        elif kind == "star":
            group.glyph("star", middle - 7 * zoom, top - 0.5 * zoom, 14 * zoom, "fill_black")
            group.glyph("star", middle - 5.2 * zoom, top + 1.4 * zoom, 10.4 * zoom, "fill_gold")
        elif kind == "complex":
            group.glyph(
                "industrial_complex", middle - 6 * zoom, top, 12.5 * zoom, "fill_ink"
            )  # fmt: skip
        else:
            group.text(at, top + 10 * zoom, words, 10 * zoom, "fill_alarm", bold=True)
        at += width * zoom
