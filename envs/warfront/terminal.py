"""Colours of a terminal: whether they are wanted, and words in them."""

import os
import sys
from typing import Any

INKS = {
    "plain": "",
    "bold": "1",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "magenta": "35",
    "cyan": "36",
}


def wants_colour(stream: Any = None) -> bool:
    """Whether what is written to a stream may be coloured.

    Only on a terminal, and not where the environment sets NO_COLOR (https://no-color.org) to
    anything or TERM to `dumb`.

    Args:
        stream: Where the text goes; standard output by default.
    """
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    isatty = getattr(sys.stdout if stream is None else stream, "isatty", None)
    return bool(isatty and isatty())


def ink(words: str, colour: str) -> str:
    """Words in a colour of INKS, as ANSI escapes; plain words stay as they are."""
    code = INKS[colour]
    return f"\x1b[{code}m{words}\x1b[0m" if code and words else words


def paint(words: str, fore: int, back: int, bold: bool = False) -> str:
    """Words in two of the 256 colours of terminals, before and behind, as ANSI escapes."""
    return f"\x1b[{'1;' * bold}38;5;{fore};48;5;{back}m{words}\x1b[0m"


def can_write(signs: str, stream: Any = None) -> bool:
    """Whether a stream (standard output by default) takes these signs in its encoding."""
    encoding = getattr(sys.stdout if stream is None else stream, "encoding", None) or "utf-8"
    try:
        signs.encode(encoding)
    except (UnicodeError, LookupError):
        return False
    return True
