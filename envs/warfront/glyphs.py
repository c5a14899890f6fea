"""Silhouettes, as polygons in a square of 100 units: no font and no image is needed for them."""

import math

Part = tuple[tuple[float, float], ...]


def _ring(x: float, y: float, r: float, corners: int = 16) -> Part:
    """A circle as a polygon."""
    turns = (2 * math.pi * k / corners for k in range(corners))
    return tuple((x + r * math.cos(turn), y + r * math.sin(turn)) for turn in turns)


def _star(x: float, y: float, r: float, points: int = 5, inner: float = 0.42) -> Part:
    """A star with a point upward."""
    corners = []
    for k in range(2 * points):
        far = r if k % 2 == 0 else r * inner
        turn = math.pi * k / points - math.pi / 2
        corners.append((x + far * math.cos(turn), y + far * math.sin(turn)))
    return tuple(corners)


def _box(x: float, y: float, w: float, h: float) -> Part:
    return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))


def _bar(x: float, y: float, to_x: float, to_y: float, width: float) -> Part:
    """A straight bar from one point to another."""
    long = math.hypot(to_x - x, to_y - y)
    dx, dy = -(to_y - y) / long * width / 2, (to_x - x) / long * width / 2
    return ((x + dx, y + dy), (to_x + dx, to_y + dy), (to_x - dx, to_y - dy), (x - dx, y - dy))


def _hull(top: float, left: float, right: float) -> Part:
    """A ship's hull down to the water line at 78."""
    return ((left, top), (right, top), (right - 10, 78), (left + 12, 78))


GLYPHS: dict[str, tuple[Part, ...]] = {
    "infantry": (
        _ring(46, 18, 11),
        ((32, 33), (60, 33), (64, 62), (58, 62), (62, 94), (50, 94), (46, 68), (40, 94), (28, 94),
         (33, 62), (27, 58)),
        _bar(62, 62, 86, 14, 7),
        _bar(56, 38, 76, 44, 9),
    ),
    "artillery": (
        _bar(34, 58, 94, 30, 11),
        ((44, 38), (56, 34), (62, 62), (48, 66)),
        _ring(46, 70, 19),
        _bar(42, 70, 6, 88, 9),
    ),
    "tank": (
        ((6, 66), (14, 54), (86, 54), (94, 66), (84, 84), (16, 84)),
        ((30, 54), (36, 36), (64, 36), (70, 54)),
        _bar(62, 43, 98, 40, 7),
    ),
    "aa_gun": (
        _bar(44, 60, 82, 10, 8),
        _bar(56, 64, 94, 18, 8),
        ((30, 58), (62, 58), (68, 76), (24, 76)),
        _box(12, 76, 72, 10),
    ),
    "fighter": (
        ((46, 8), (54, 8), (58, 34), (96, 50), (96, 60), (58, 56), (55, 78), (70, 88), (70, 94),
         (30, 94), (30, 88), (45, 78), (42, 56), (4, 60), (4, 50), (42, 34)),
    ),
    "bomber": (
        ((45, 4), (55, 4), (58, 32), (100, 46), (100, 57), (58, 54), (56, 80), (76, 90), (76, 97),
         (24, 97), (24, 90), (44, 80), (42, 54), (0, 57), (0, 46), (42, 32)),
        _box(20, 32, 8, 16),
        _box(72, 32, 8, 16),
        _box(33, 28, 7, 14),
        _box(60, 28, 7, 14),
    ),
    "submarine": (
        ((4, 64), (14, 54), (84, 54), (98, 62), (88, 76), (16, 76)),
        ((40, 54), (44, 38), (60, 38), (62, 54)),
        _bar(52, 40, 52, 22, 5),
        _bar(52, 24, 62, 24, 5),
    ),
    "transport": (
        _hull(58, 4, 96),
        _box(18, 44, 16, 14),
        _box(38, 38, 16, 20),
        ((62, 58), (62, 26), (78, 26), (78, 58)),
    ),
    "destroyer": (
        ((2, 60), (98, 54), (88, 76), (12, 76)),
        ((36, 58), (40, 42), (60, 42), (64, 58)),
        _bar(50, 42, 50, 24, 5),
        _bar(66, 52, 84, 46, 5),
    ),
    "cruiser": (
        ((2, 58), (98, 52), (88, 77), (12, 77)),
        ((30, 57), (34, 38), (50, 38), (54, 57)),
        ((58, 56), (60, 44), (70, 44), (72, 56)),
        _bar(42, 38, 42, 16, 5),
        _bar(68, 46, 92, 40, 6),
        _bar(28, 52, 8, 48, 6),
    ),
    "aircraft_carrier": (
        ((0, 50), (100, 50), (96, 60), (86, 78), (14, 78), (4, 60)),
        ((60, 50), (62, 30), (78, 30), (80, 50)),
        _bar(70, 30, 70, 16, 5),
        ((16, 44), (26, 38), (34, 44)),
        ((36, 44), (46, 38), (54, 44)),
    ),
    "battleship": (
        ((0, 56), (100, 50), (90, 80), (10, 80)),
        ((34, 56), (38, 28), (56, 28), (62, 56)),
        _bar(47, 28, 47, 8, 5),
        ((64, 54), (66, 42), (80, 42), (82, 53)),
        ((16, 55), (18, 44), (30, 44), (32, 55)),
        _bar(76, 46, 99, 38, 6),
        _bar(20, 48, 0, 42, 6),
    ),
    "industrial_complex": (
        ((6, 90), (6, 50), (30, 36), (30, 50), (54, 36), (54, 50), (70, 41), (73, 8), (85, 8),
         (90, 42), (94, 90)),
    ),
    "star": (_star(50, 52, 48),),
    "swords": (
        _bar(14, 12, 78, 84, 9), _bar(86, 12, 22, 84, 9),
        _bar(60, 90, 86, 66, 8), _bar(40, 90, 14, 66, 8),
    ),
    "ground": (
        ((6, 66), (14, 54), (86, 54), (94, 66), (84, 84), (16, 84)),
        ((30, 54), (36, 36), (64, 36), (70, 54)),
        _bar(62, 43, 98, 40, 7),
    ),
    "ussr": (_star(50, 52, 48),),
    "germany": (
        ((38, 4), (62, 4), (62, 38), (96, 38), (96, 62), (62, 62), (62, 96), (38, 96), (38, 62),
         (4, 62), (4, 38), (38, 38)),
    ),
    "uk": (
        _bar(8, 8, 92, 92, 16), _bar(92, 8, 8, 92, 16), _box(42, 2, 16, 96), _box(2, 42, 96, 16),
    ),
    "japan": (_ring(50, 50, 40, 24),),
    "usa": (((6, 10), (94, 10), (94, 50), (80, 76), (50, 96), (20, 76), (6, 50)),),
}  # fmt: skip
GLYPHS["air"] = GLYPHS["fighter"]
GLYPHS["sea"] = GLYPHS["battleship"]
GLYPHS["leader"] = GLYPHS["star"]
