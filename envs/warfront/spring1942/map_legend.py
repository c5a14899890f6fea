"""What the signs of the map in the terminal mean."""

import textwrap
from collections.abc import Collection, Sequence

from warfront.spring1942.board import chart_of, far_neighbours
from warfront.spring1942.codes import codes_of
from warfront.spring1942.data import Loaded
from warfront.spring1942.tables import UNIT_NAMES, UNITS

LETTERS = {"ussr": "R", "germany": "G", "uk": "B", "japan": "J", "usa": "A"}
UNIT_SIGNS = "iatgfbSDCVWT"  # small: by land and air; large: ships


def legend_of(
    loaded: Loaded, shown: Collection[int], coded: Sequence[int], columns: int, middle: str = ""
) -> list[str]:
    """The lines below a map, the powers first.

    Args:
        loaded: the components of the game.
        shown: the spaces on it.
        coded: those shown by their codes.
        columns: of the terminal.
        middle: the space in the middle, where only a part of the world is shown.
    """
    codes, spaces, first = codes_of(loaded.spaces), loaded.spaces, loaded.powers[0]
    letter = LETTERS[first]
    units = [
        f"{sign} {name.replace('_', ' ')}"
        for sign, name in zip(UNIT_SIGNS, UNIT_NAMES[:UNITS], strict=True)
    ]
    parts = {
        "units": ", ".join(units),
        "signs": f"{letter}8*# {first} holds it, 8 IPCs, victory city, complex; ! enemies meet; "
        f"{letter}3i1t its 3 infantry and 1 tank; {letter}=9 its 9 units (no room for more)",
        "codes": ", ".join(f"{codes[s]} {spaces[s]}" for s in sorted(coded)),
        "joined": _apart(loaded, {spaces[s] for s in shown}),
        "shown": f"what lies around {middle}; in wider terminals the whole world" * bool(middle),
        "more": "map SPACE tells of one space, board of all in tables",
    }
    found = [f"{'powers':<8}" + ", ".join(f"{LETTERS[p]} {p}" for p in loaded.powers)]
    for title, words in parts.items():
        if words:
            found += textwrap.wrap(
                f"{title:<8}{words}", columns - 1, subsequent_indent=" " * 8,
                break_long_words=False, break_on_hyphens=False,
            )  # fmt: skip
    return found


def _apart(loaded: Loaded, shown: Collection[str]) -> str:
    """The zones that lie side by side though the map shows them apart."""
    board = loaded.scenario.board
    far = far_neighbours(chart_of(loaded.scenario.name, board), board.spaces)
    pairs = {frozenset((zone, other)) for zone, others in far.items() for other in others}
    rows = sorted((sorted(pair, key=_number) for pair in pairs if pair & set(shown)), key=_first)
    words = ", ".join("-".join(pair) for pair in rows)
    return f"side by side, round the world or by canal, though apart here: {words}" * bool(words)


def _first(pair: Sequence[str]) -> list[tuple[int, str]]:
    return [_number(zone) for zone in pair]


def _number(zone: str) -> tuple[int, str]:
    """Zones in the order of their numbers."""
    digits = "".join(sign for sign in zone if sign.isdecimal())
    return int(digits or 0), zone
