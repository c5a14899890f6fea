"""Units of a space as plates: one plate a power in its colour, a silhouette and a count a kind."""

from functools import lru_cache

from warfront.drawing import Group
from warfront.spring1942.board import Room
from warfront.spring1942.tables import UNIT_NAMES

CELL, ROW = 29.0, 18.0  # a silhouette with its count
GLYPH, COUNT = 16.0, 12.5
ORDER = (0, 1, 2, 3, 4, 5, 10, 9, 8, 7, 6, 11)  # units as they stand in a plate
Stack = tuple[str, tuple[int, ...], int]  # power, counts [units], cargo aboard its transports


@lru_cache(maxsize=2000)
def stack_group(
    space: str, room: Room, stacks: tuple[Stack, ...], fight: int, zoom: float
) -> Group:
    """The plates of a space.

    Args:
        space: Its id.
        room: The box to stand in.
        stacks: Who stands there, in turn order.
        fight: 0 no enemies meet here, 1 they do, 2 this is the battle that is fought.
        zoom: How much larger than usual units are drawn on this board.
    """
    group = Group(f"stack:{space}", _words(stacks))
    x, y, _, height = room
    columns, scale = _fit([sum(n > 0 for n in counts) for _, counts, _ in stacks], room, zoom)
    rows = [-(-sum(n > 0 for n in counts) // columns) for _, counts, _ in stacks]
    tall = (sum(rows) * ROW + 2 * (len(stacks) - 1)) * scale
    across = min(columns, max(sum(n > 0 for n in counts) for _, counts, _ in stacks))
    # What is taller than its room goes beyond it below: above stand name and marks.
    left, top = x - across * CELL * scale / 2, y - min(tall, height) / 2
    at = top
    for power, counts, cargo in stacks:
        at = _plate(group, x, at, power, counts, cargo, columns, scale) + 2 * scale
    if fight:
        pad = 3 * scale
        box = (left - pad, top - pad, across * CELL * scale + 2 * pad, tall + 2 * pad)
        group.rect(*box, "fight" if fight == 2 else "meet", 6 * scale)
        size = 8 * scale
        corner = box[0] + box[2], box[1]
        group.circle(*corner, size, "fill_alarm" if fight == 2 else "badge")
        ink = "fill_white" if fight == 2 else "fill_alarm"
        group.glyph("swords", corner[0] - size * 0.7, corner[1] - size * 0.7, size * 1.4, ink)
    return group


def plate_size(room: Room, kinds: int, zoom: float) -> tuple[float, float]:
    """Width and height of the plate of one power with so many kinds of units."""
    columns, scale = _fit([kinds], room, zoom)
    return min(columns, kinds) * CELL * scale, -(-kinds // columns) * ROW * scale


def _fit(kinds: list[int], room: Room, zoom: float) -> tuple[int, float]:
    """Columns and scale at which plates of so many kinds fill a room best."""
    wide, high = max(room[2], (CELL + 4) * zoom), max(room[3], ROW * zoom)
    best = (1, 0.0)
    for columns in range(1, max(kinds) + 1):
        tall = sum(-(-n // columns) for n in kinds) * ROW + 2 * len(kinds)
        scale = min(zoom, wide / (columns * CELL), high / tall)
        if scale > best[1] + 0.01:
            best = (columns, scale)
    return best[0], max(best[1], 0.72)


def _plate(
    group: Group,
    x: float,
    y: float,
    power: str,
    counts: tuple[int, ...],
    cargo: int,
    columns: int,
    scale: float,
) -> float:
    """One power's plate, its upper edge at y; returns where it ends."""
    shown = [u for u in ORDER if counts[u]]
    rows = -(-len(shown) // columns)
    wide = min(columns, len(shown)) * CELL * scale
    high = rows * ROW * scale
    group.rect(x - wide / 2, y, wide, high, f"chip_{power}", 4 * scale)
    for k, u in enumerate(shown):
        left = x - wide / 2 + (k % columns) * CELL * scale + 1.5 * scale
        base = y + (k // columns) * ROW * scale
        group.glyph(UNIT_NAMES[u], left, base + 1 * scale, GLYPH * scale, "fill_plate")
        count = f"{counts[u]}"
        group.text(
            left + (GLYPH + 1) * scale, base + 13.6 * scale, count, COUNT * scale, "fill_plate",
            bold=True,
        )  # fmt: skip
        if u == 11 and cargo:
            group.circle(left + 3 * scale, base + 4 * scale, 2.6 * scale, "fill_gold")
    return y + high


def _words(stacks: tuple[Stack, ...]) -> str:
    """The tooltip: everybody's units in words."""
    parts = []
    for power, counts, cargo in stacks:
        units = [f"{counts[u]} {UNIT_NAMES[u].replace('_', ' ')}" for u in ORDER if counts[u]]
        aboard = f" ({cargo} aboard)" if cargo else ""
        parts.append(f"{power}: {', '.join(units)}{aboard}")
    return "; ".join(parts)
