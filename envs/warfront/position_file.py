"""Positions from files: JSON or TOML, for every game."""

import json
import tomllib
from pathlib import Path

from warfront.game import BadInput, Position


def read_position(position: Position | str | Path) -> Position:
    """The position itself, or that of a JSON or TOML file.

    Raises:
        BadInput: the file cannot be read or holds no table.
    """
    if isinstance(position, dict):
        return position
    if not isinstance(position, str | Path):
        raise BadInput(f"position {position!r} is neither a table nor the path of a file of one")
    path = Path(position)
    try:
        text = path.read_text(encoding="utf-8")
        found = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except (OSError, ValueError) as error:
        raise BadInput(f"position {path}: {error}; give a JSON or TOML file") from None
    if not isinstance(found, dict):
        raise BadInput(f"position {path} holds no table: write what Game.describe gives")
    return found
