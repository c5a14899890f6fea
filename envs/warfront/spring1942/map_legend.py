"""What the signs of the map in the terminal mean."""

import textwrap
from collections.abc import Collection, Sequence

from warfront.spring1942.codes import codes_of
from warfront.spring1942.data import Loaded
from warfront.spring1942.tables import UNIT_NAMES, UNITS

LETTERS = {"ussr": "R", "germany": "G", "uk": "B", "japan": "J", "usa": "A"}
UNIT_SIGNS = "iatgfbSDCVWT"  # small: by land and air; large: ships
Pair = frozenset[str]


def legend_of(
    loaded: Loaded, apart: Collection[Pair], coded: Sequence[int], columns: int, note: str = ""
) -> list[str]:
    """The lines below a map, the powers first.

    Args:
        loaded: the components of the game.
        apart: neighbours that do not touch on it.
        coded: the spaces shown by their codes.
        columns: of the terminal.
        note: what is shown, where that is not the whole world.
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
        f"{letter}3i1t its 3 infantry and 1 tank; where they have no room {letter}=9 its 9 units, "
        "all=9 everybody's",
        "codes": ", ".join(f"{codes[s]} {spaces[s]}" for s in sorted(coded)),
        "joined": _joined(apart),
        "shown": note,
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


def _joined(pairs: Collection[Pair]) -> str:
    """Zones that lie side by side though the map shows them apart."""
    rows = sorted([_number(zone) for zone in sorted(pair, key=_number)] for pair in pairs)
    words = ", ".join("-".join(zone for _, zone in row) for row in rows)
    return f"side by side, round the world or by canal, though apart here: {words}" * bool(words)


def _number(zone: str) -> tuple[int, str]:
    """Zones in the order of their numbers."""
    digits = "".join(sign for sign in zone if sign.isdecimal())
    return int(digits or 0), zone
