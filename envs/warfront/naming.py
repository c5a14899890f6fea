"""Names that people write: the one that was meant, and plain values from files of theirs."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from warfront.game import BadInput


def closest(text: object, names: Iterable[str]) -> str:
    """A hint at what may have been meant: the nearest names, else the first few."""
    known = [name for name in names if name]
    near = get_close_matches(str(text), known, 3, 0.5)
    if near:
        return f"did you mean {' or '.join(near)}?"
    return f"use one of {', '.join(known[:12])}{', ...' if len(known) > 12 else ''}"


def pick(text: object, names: Sequence[str], what: str) -> int:
    """The index of a name; BadInput with the nearest ones when it is unknown."""
    if isinstance(text, str) and text in names:
        return names.index(text)
    raise BadInput(f"{what} {text!r} is unknown: {closest(text, names)}")


def with_key(key: str, fault: str) -> str:
    """A fault with the key of a position at which it was found, unless it begins with that."""
    return fault if fault.startswith(f"{key} ") else f"{key}: {fault}"


def count_of(found: Any, what: str) -> int:
    """A whole number from 0; BadInput for anything else."""
    if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found < 2**31:
        raise BadInput(f"{what} {found!r} is no count: write a whole number from 0")
    return found


def list_of(found: Any, what: str) -> list[Any]:
    """A list; BadInput for anything else."""
    if not isinstance(found, list | tuple):
        raise BadInput(f"{what} {found!r} is no list: write it in square brackets")
    return list(found)


def names_of(found: Any, what: str) -> list[str]:
    """A list of names; BadInput for anything else."""
    for name in list_of(found, what):
        if not isinstance(name, str):
            raise BadInput(f"{what}: {name!r} is no name: write one in quotes")
    return list(found)


def words_of(found: Any, what: str) -> str:
    """Words for people; BadInput for anything else."""
    if not isinstance(found, str) or not found.strip():
        raise BadInput(f"{what} is {found!r}: write words in quotes, or leave it out")
    return found


def table_of(found: Any, what: str) -> dict[str, Any]:
    """A table; BadInput for anything else."""
    if not isinstance(found, dict):
        raise BadInput(f"{what} {found!r} is no table: write name = value pairs")
    return found
