"""What the signs of the map in the terminal mean."""

import textwrap
from collections.abc import Sequence

from warfront.spring1942.board import chart_of, far_neighbours
from warfront.spring1942.codes import codes_of
from warfront.spring1942.data import Loaded
from warfront.spring1942.tables import UNIT_NAMES, UNITS

LETTERS = {"ussr": "R", "germany": "G", "uk": "B", "japan": "J", "usa": "A"}
UNIT_SIGNS = "iatgfbSDCVWT"  # small: by land and air; large: ships


def legend_of(loaded: Loaded, coded: Sequence[int], columns: int, middle: str = "") -> list[str]:
    """The lines below a map.

    Args:
        loaded: the components of the game.
        coded: the spaces shown by their codes.
        columns: of the terminal.
        middle: the space in the middle, where only a part of the world is shown.
    """
    codes, spaces = codes_of(loaded.spaces), loaded.spaces
    powers = loaded.powers
    first = LETTERS[powers[0]]
    units = [
        f"{sign} {name.replace('_', ' ')}"
        for sign, name in zip(UNIT_SIGNS, UNIT_NAMES[:UNITS], strict=True)
    ]
    parts = {
        "powers": ", ".join(f"{LETTERS[power]} {power}" for power in powers),
        "units": ", ".join(units),
        "signs": f"{first}8*# {powers[0]} holds it, 8 IPCs, victory city, complex; ! enemies meet; "
        f"{first}3i1t its 3 infantry and 1 tank; {first}=9 its 9 units (no room for more)",
        "codes": ", ".join(f"{codes[s]} {spaces[s]}" for s in sorted(coded)),
        "round": _apart(loaded),
        "shown": f"what lies around {middle}; in wider terminals the whole world" * bool(middle),
    }
    found = [""]
    for title, words in parts.items():
        if words:
            found += textwrap.wrap(
                f"{title:<8}{words}", columns - 1, subsequent_indent=" " * 8,
                break_long_words=False, break_on_hyphens=False,
            )  # fmt: skip
    return [*found, "        more of one space: `map SPACE`; all in tables: `board`"]


def _apart(loaded: Loaded) -> str:
    """The zones that lie side by side though the map shows them apart."""
    board = loaded.scenario.board
    far = far_neighbours(chart_of(loaded.scenario.name, board), board.spaces)
    pairs = {frozenset((zone, other)) for zone, others in far.items() for other in others}
    shown = sorted(sorted(pair, key=_number) for pair in pairs)
    shown.sort(key=lambda pair: _number(pair[0]))
    words = ", ".join("-".join(pair) for pair in shown)
    return f"side by side though apart on the map: {words}" if words else ""


def _number(zone: str) -> tuple[int, str]:
    """Zones in the order of their numbers."""
    digits = "".join(sign for sign in zone if sign.isdecimal())
    return int(digits or 0), zone
