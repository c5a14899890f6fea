"""The game as a table (being written)."""

from typing import Any


def text(loaded: Any, state: Any, seat: int | None = None) -> str:
    """The table."""
    raise NotImplementedError
