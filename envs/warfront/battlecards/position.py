"""A position in and out of readable text (being written)."""

from typing import Any


def describe(loaded: Any, state: Any) -> dict[str, Any]:
    """The complete position."""
    raise NotImplementedError


def from_position(game: Any, position: Any) -> Any:
    """The state of a position."""
    raise NotImplementedError


def problems(loaded: Any, state: Any) -> list[str]:
    """Every fault."""
    raise NotImplementedError
