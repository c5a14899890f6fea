"""The card names that occur in words, for tests of what words may tell."""

import re
from typing import Any


def card_names(game: Any) -> list[str]:
    """The names of all cards of a game of Battlecards."""
    loaded = game.loaded
    return [name for row in (loaded.type_names, *loaded.play_names) for name in row if name]


def names_in(text: str, names: list[str]) -> set[str]:
    """The names that occur in a text, the longest where one holds another."""
    return set(re.findall("|".join(map(re.escape, sorted(names, key=len, reverse=True))), text))
