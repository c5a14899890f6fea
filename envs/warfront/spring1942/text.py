"""The board as text."""

from typing import Any

from warfront.spring1942.data import Loaded


def text(loaded: Loaded, state: Any, seat: int | None = None) -> str:
    """The board as text."""
    return ""
