"""What `render` gives in each mode: text, an SVG picture, or its pixels; of one drawing code."""

from importlib.util import find_spec
from typing import Any

from warfront.drawing import to_array, to_svg
from warfront.game import BadInput, Game, State

MODES = ("ansi", "rgb_array", "svg")
FPS = 4  # decisions a second in a video


def check_mode(mode: Any) -> None:
    """Refuse a render mode that is unknown or needs what is not installed.

    Raises:
        BadInput: One line: what is wrong and what would be right.
    """
    if mode not in (None, *MODES):
        known = ", ".join(repr(name) for name in MODES)
        raise BadInput(f"render_mode {mode!r} is unknown: use None or one of {known}")
    if mode == "rgb_array" and find_spec("PIL") is None:
        raise BadInput(
            "render_mode 'rgb_array' needs Pillow, which is not installed: "
            "pip install 'warfront[render]', or use 'svg' or 'ansi'"
        )


def render_state(game: Game, state: State, mode: str) -> Any:
    """The whole game in a mode: str for ansi and svg, uint8 [900, 1600, 3] for rgb_array."""
    if mode == "ansi":
        return game.text(state)
    picture = game.picture(state)
    return to_svg(picture) if mode == "svg" else to_array(picture)
