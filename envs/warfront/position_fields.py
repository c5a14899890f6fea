"""How the plain fields of a state stand in a position: what is the same in every game."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from warfront.game import BadInput, Position
from warfront.naming import count_of, pick, with_key


@dataclass(frozen=True)
class Codec:
    """How a number of the state stands in a position.

    Attributes:
        write: The game's names and the number -> what a position holds.
        read: The game's names and what a position holds -> the number.
    """

    write: Callable[[Any, int], Any]
    read: Callable[[Any, Any], int]


@dataclass(frozen=True)
class Field:
    """A plain field: its key in a position, its name in LAYOUT, its value if not mentioned."""

    key: str
    name: str
    codec: Codec
    default: int

    def read(self, names: Any, found: Any) -> int:
        """The number that a position's value stands for; BadInput names the key."""
        try:
            return self.codec.read(names, found)
        except BadInput as error:
            raise BadInput(with_key(self.key, str(error))) from None


INT = Codec(lambda names, value: value, lambda names, found: count_of(found, "number"))


def words(enum: type[IntEnum], what: str) -> Codec:
    """The members of an enum by their names in lower case."""
    known = [member.name.lower() for member in enum]
    return Codec(lambda names, value: known[value], lambda names, text: pick(text, known, what))


def maybe(codec: Codec) -> Codec:
    """A codec for -1 as nothing."""
    return Codec(
        lambda names, value: None if value < 0 else codec.write(names, value),
        lambda names, found: -1 if found is None else codec.read(names, found),
    )


def describe_chance(state: Any) -> Position:
    """Scripted dice still to come, those used, and the generator."""
    found: Position = {
        "dice": [int(die) for die in state.dice[state.dice_at : state.dice_n]],
        "dice_left": int(state.dice_n - state.dice_at),
        "rng": str(int(state.rng)),
    }
    if state.dice_at:
        found["dice_used"] = [int(die) for die in state.dice[: state.dice_at]]
    return found
