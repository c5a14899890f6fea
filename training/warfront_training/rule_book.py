"""The statement numbers of a game's rule book, which cases cite.

The rule books are documentation: they lie in `docs/rules` of a source tree and are no part of an
installed package. Where there is none, any number of the right form passes.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from warfront.game import BadInput

FOLDER = Path(__file__).parents[2] / "docs" / "rules"
FORM = re.compile(r"[A-Z]{0,3}[1-9]\d{0,2}")


def check_statements(rules: Any, game: str) -> None:
    """Refuse what a case says it is of, unless it is a list of statements of the game.

    Args:
        rules: The key `rules` of a case.
        game: The game the case is of.

    Raises:
        BadInput: It is no list, a number is not of the form of one, or the rule book lacks it.
    """
    if not isinstance(rules, list) or not all(isinstance(number, str) for number in rules):
        raise BadInput(f"rules {rules!r} is of the wrong kind: write a list of numbers as text")
    known = known_statements(game)
    for number in rules:
        if known and number not in known:
            raise BadInput(f"rules: {number!r} is no statement: see docs/rules/{game}.md")
        if not FORM.fullmatch(number):
            raise BadInput(f"rules: {number!r} is no statement number: write one like 23 or Q17")


@cache
def known_statements(game: str) -> frozenset[str]:
    """All numbers of a game's rule book; none where the rule book is not at hand."""
    file = FOLDER / f"{game}.toml"
    if not file.is_file():
        return frozenset()
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    sections = [*content["section"], *content["facts"]]
    return frozenset(one["number"] for section in sections for one in section["statement"])
