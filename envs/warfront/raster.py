"""Pixels of a picture: its shapes drawn with Pillow in the light palette, twice as fine, shrunk."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.drawing import Scene, Shape
from warfront.game import BadInput
from warfront.glyphs import GLYPHS
from warfront.palette import COLOURS, STYLES, Style

_FINE = 2  # drawn so many times larger, for smooth edges
_PLAIN = str.maketrans({"×": "x", "–": "-", "−": "-"})  # what Pillow's own type lacks
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


def draw(scene: Scene, scale: float) -> NDArray[np.uint8]:
    """The picture as uint8 [height * scale, width * scale, 3].

    Raises:
        BadInput: Pillow is not installed, or the scale makes no picture.
    """
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise BadInput(
            "pixels need Pillow, which is not installed: pip install 'warfront[render]'"
        ) from None
    if not 0.05 <= scale <= 8:
        raise BadInput(f"scale {scale!r} makes no picture: use 0.05 to 8")
    wide, high = round(scene.width * scale), round(scene.height * scale)
    image = Image.new("RGB", (wide * _FINE, high * _FINE), COLOURS["paper"][0])
    brush = _Brush(ImageDraw.Draw(image, "RGBA"), scale * _FINE)
    for group in scene.groups:
        for shape in group.shapes:
            getattr(brush, shape[0])(shape)
    return np.asarray(image.reduce(_FINE))


@lru_cache(maxsize=64)
def _font(size: int, bold: bool) -> Any:
    """Pillow's own type; where it has only its small one, that."""
    from PIL import ImageFont

    return ImageFont.load_default(max(size, 4))


@lru_cache(maxsize=256)
def _colour(token: str | None, opacity: float) -> tuple[int, int, int, int] | None:
    if token is None:
        return None
    code = COLOURS[token][0]
    r, g, b = (int(code[k : k + 2], 16) for k in (1, 3, 5))
    return r, g, b, round(255 * opacity)


class _Brush:
    """Draws shapes by their kind; the methods bear the kinds' names."""

    def __init__(self, canvas: Any, scale: float) -> None:
        self.canvas = canvas
        self.scale = scale

    def ink(self, name: str) -> tuple[Any, Any, int]:
        """Fill, line and its width in pixels of a style."""
        style: Style = STYLES[name]
        width = max(1, round(style.width * self.scale)) if style.stroke else 0
        return _colour(style.fill, style.opacity), _colour(style.stroke, style.opacity), width

    def rect(self, shape: Shape) -> None:
        _, x, y, w, h, r, style = shape
        fill, line, width = self.ink(style)
        if w <= 0 or h <= 0:
            return
        k = self.scale
        box = (x * k, y * k, (x + w) * k, (y + h) * k)
        self.canvas.rounded_rectangle(box, r * k, fill, line, width)

    def circle(self, shape: Shape) -> None:
        _, x, y, r, style = shape
        fill, line, width = self.ink(style)
        k = self.scale
        self.canvas.ellipse(((x - r) * k, (y - r) * k, (x + r) * k, (y + r) * k), fill, line, width)

    def line(self, shape: Shape) -> None:
        _, points, style = shape
        _, line, width = self.ink(style)
        k = self.scale
        self.canvas.line([(x * k, y * k) for x, y in points], line, width, "curve")

    def polygon(self, shape: Shape) -> None:
        _, points, style = shape
        fill, line, width = self.ink(style)
        k = self.scale
        corners = [(x * k, y * k) for x, y in points]
        if fill:
            self.canvas.polygon(corners, fill)
        if line:
            self.canvas.line([*corners, corners[0], corners[1]], line, width, "curve")

    def glyph(self, shape: Shape) -> None:
        _, name, left, top, size, style = shape
        fill, _, _ = self.ink(style)
        k, unit = self.scale, size / 100
        for part in GLYPHS[name]:
            corners = [((left + x * unit) * k, (top + y * unit) * k) for x, y in part]
            self.canvas.polygon(corners, fill)

    def text(self, shape: Shape) -> None:
        _, x, y, words, size, style, anchor, bold = shape
        fill, _, _ = self.ink(style)
        k = self.scale
        font = _font(round(size * k), bold)
        stroke = max(1, round(size * k / 40)) if bold else 0
        self.canvas.text(
            (x * k, y * k), words.translate(_PLAIN), fill, font, _ANCHORS[anchor],
            stroke_width=stroke, stroke_fill=fill,
        )  # fmt: skip
