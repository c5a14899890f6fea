"""A picture as simple shapes, written as SVG; `raster.py` makes pixels of the same shapes.

A `Scene` is a list of groups, drawn in order, and a group a list of shapes. A group's key names
what it shows (`space:sz5`, `card:us:MacArthur`, `seat:german`) and becomes `data-key` in the SVG;
its title is the tooltip. Shapes name a style of `palette.py`, never a colour.
"""

import html
from collections.abc import Iterable, Sequence
from typing import Any

from numpy.typing import NDArray

from warfront.glyphs import GLYPHS
from warfront.palette import COLOURS, STYLES

Point = tuple[float, float]
Shape = tuple[Any, ...]  # ("rect", x, y, w, h, r, style) and so on, see Group
_WIDE = {"m": 0.97, "w": 0.85, "M": 0.9, "W": 1.0, "@": 1.0, "%": 0.95, "–": 0.6}
_NARROW = {c: 0.3 for c in "ijl.,:;|!'I "} | {c: 0.41 for c in "ftr()-[]/"}


def width_of(words: str, size: float, bold: bool = False) -> float:
    """About how wide words stand in a sans-serif type of this size, rather too wide than narrow."""
    wide = sum(_WIDE.get(c) or _NARROW.get(c) or (0.72 if c.isupper() else 0.61) for c in words)
    return wide * size * (1.1 if bold else 1.0)


def shorten(words: str, size: float, width: float, bold: bool = False) -> str:
    """Words that fit into a width: cut off with an ellipsis where they do not."""
    if width_of(words, size, bold) <= width:
        return words
    while words and width_of(words + "…", size, bold) > width:
        words = words[:-1]
    return words.rstrip() + "…"


class Group:
    """Shapes under one key. Do not add to a group that has been drawn: its SVG is kept."""

    __slots__ = ("_svg", "key", "shapes", "title")

    def __init__(self, key: str | None = None, title: str | None = None) -> None:
        """An empty group; key and title as in the module's words."""
        self.key = key
        self.title = title
        self.shapes: list[Shape] = []
        self._svg: str | None = None

    def rect(self, x: float, y: float, w: float, h: float, style: str, r: float = 0) -> None:
        """A rectangle, its corners rounded by r."""
        self.shapes.append(("rect", x, y, w, h, r, style))

    def circle(self, x: float, y: float, r: float, style: str) -> None:
        """A circle."""
        self.shapes.append(("circle", x, y, r, style))

    def line(self, points: Iterable[Point], style: str) -> None:
        """A line through points."""
        self.shapes.append(("line", tuple(points), style))

    def polygon(self, points: Iterable[Point], style: str) -> None:
        """A closed polygon."""
        self.shapes.append(("polygon", tuple(points), style))

    def glyph(self, name: str, x: float, y: float, size: float, style: str) -> None:
        """A silhouette of `glyphs.py` in a square of this size, its upper left corner at x, y."""
        self.shapes.append(("glyph", name, x, y, size, style))

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        style: str = "fill_ink",
        anchor: str = "start",
        bold: bool = False,
    ) -> None:
        """Words on the base line y; `anchor` start, middle or end says where x lies in them."""
        self.shapes.append(("text", x, y, words, size, style, anchor, bold))

    def svg(self) -> str:
        """The group as an SVG element."""
        if self._svg is None:
            key = f' data-key="{html.escape(self.key)}"' if self.key else ""
            title = f"<title>{html.escape(self.title)}</title>" if self.title else ""
            body = "".join(_WRITERS[shape[0]](shape) for shape in self.shapes)
            self._svg = f"<g{key}>{title}{body}</g>"
        return self._svg


class Scene:
    """A picture of width x height units: groups, drawn one after another."""

    def __init__(self, width: float, height: float, title: str = "") -> None:
        """An empty picture; `title` says what it shows to those who do not see it."""
        self.width = width
        self.height = height
        self.title = title
        self.groups: list[Group] = []

    def group(self, key: str | None = None, title: str | None = None) -> Group:
        """A new group on top of what is there."""
        group = Group(key, title)
        self.groups.append(group)
        return group

    def add(self, groups: Iterable[Group]) -> None:
        """Groups on top of what is there."""
        self.groups.extend(groups)


def to_svg(scene: Scene) -> str:
    """The picture as one SVG element that needs nothing else; dark where its surroundings are."""
    body = "".join(group.svg() for group in scene.groups)
    return f"{svg_head(scene)}{body}</svg>"


def svg_head(scene: Scene) -> str:
    """The opening tag of a picture with its styles and silhouettes."""
    w, h = _num(scene.width), _num(scene.height)
    label = html.escape(scene.title or "picture")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="warfront" viewBox="0 0 {w} {h}" '
        f'width="{w}" height="{h}" role="img" aria-label="{label}"><title>{label}</title>'
        f"<style>{css()}</style><defs>{_DEFS}</defs>"
    )


def to_array(scene: Scene, scale: float = 1.0) -> NDArray[Any]:
    """The picture in light colours as pixels, uint8 [height * scale, width * scale, 3].

    Raises:
        BadInput: The package that draws them (Pillow) is not installed.
    """
    from warfront.raster import draw

    return draw(scene, scale)


def css() -> str:
    """The style sheet of the pictures: variables for the colours, a class for each style."""
    return _CSS


def _num(value: float) -> str:
    """A number as short as SVG takes it, to a tenth."""
    short = f"{value:.1f}"
    return short[:-2] if short.endswith(".0") else short


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{_num(x)},{_num(y)}" for x, y in points)


def _rect(shape: Shape) -> str:
    _, x, y, w, h, r, style = shape
    round_ = f' rx="{_num(r)}"' if r else ""
    return (
        f'<rect class="{style}" x="{_num(x)}" y="{_num(y)}" '
        f'width="{_num(w)}" height="{_num(h)}"{round_}/>'
    )


def _circle(shape: Shape) -> str:
    _, x, y, r, style = shape
    return f'<circle class="{style}" cx="{_num(x)}" cy="{_num(y)}" r="{_num(r)}"/>'


def _line(shape: Shape) -> str:
    return f'<polyline class="{shape[2]}" points="{_points(shape[1])}"/>'


def _polygon(shape: Shape) -> str:
    return f'<polygon class="{shape[2]}" points="{_points(shape[1])}"/>'


def _glyph(shape: Shape) -> str:
    _, name, x, y, size, style = shape
    place = f"translate({_num(x)} {_num(y)}) scale({size / 100:.3g})"
    return f'<use class="{style}" href="#wf-{name}" transform="{place}"/>'


def _text(shape: Shape) -> str:
    _, x, y, words, size, style, anchor, bold = shape
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text class="{style}" x="{_num(x)}" y="{_num(y)}" font-size="{_num(size)}"'
        f"{where}{weight}>{html.escape(words, quote=False)}</text>"
    )


_WRITERS = {
    "rect": _rect,
    "circle": _circle,
    "line": _line,
    "polygon": _polygon,
    "glyph": _glyph,
    "text": _text,
}


def _make_css() -> str:
    light = "".join(f"--wf-{name}:{pair[0]};" for name, pair in COLOURS.items())
    dark = "".join(f"--wf-{name}:{pair[1]};" for name, pair in COLOURS.items())
    lines = [
        f"svg.warfront{{{light}font-family:system-ui,'Segoe UI',Helvetica,Arial,sans-serif}}",
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]) svg.warfront,"
        f"svg.warfront:root{{{dark}}}}}",
        f":root[data-theme=dark] svg.warfront{{{dark}}}",
    ]
    for name, style in STYLES.items():
        fill = f"var(--wf-{style.fill})" if style.fill else "none"
        line = f"fill:{fill}"
        if style.stroke:
            line += f";stroke:var(--wf-{style.stroke});stroke-width:{style.width:g}"
            line += ";stroke-linejoin:round;stroke-linecap:round"
        if style.dash:
            line += f";stroke-dasharray:{style.dash[0]:g} {style.dash[1]:g}"
        if style.opacity < 1:
            line += f";opacity:{style.opacity:g}"
        lines.append(f"svg.warfront .{name}{{{line}}}")
    return "".join(lines)


def _make_defs() -> str:
    return "".join(
        f'<g id="wf-{name}">'
        + "".join(f'<polygon points="{_points(part)}"/>' for part in parts)
        + "</g>"
        for name, parts in GLYPHS.items()
    )


_CSS = _make_css()
_DEFS = _make_defs()
