"""Named rule options, the same for every game: what may stand for one and how it is read."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from warfront.game import BadInput

Value = int | bool | str


@dataclass(frozen=True)
class Option:
    """One option: a whole number in a range, a yes/no (bool default), or one of some words."""

    name: str
    default: Value
    origin: str
    meaning: str
    low: int = 0
    high: int = 1
    choices: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """What may stand for it, in words."""
        if self.choices:
            return ", ".join(self.choices[:-1]) + f" or {self.choices[-1]}"
        if isinstance(self.default, bool):
            return "true or false"
        return f"a whole number from {self.low} to {self.high}"

    def check(self, value: object) -> Value:
        """`value` as this option takes it: text is read, the right Python type is passed through.

        Raises:
            BadInput: it is neither, or out of range.
        """
        if self.choices:
            read: Value | None = value if isinstance(value, str) and value in self.choices else None
        elif isinstance(self.default, bool):
            read = _read_bool(value)
        else:
            read = _read_int(value, self.low, self.high)
        if read is None:
            raise BadInput(f"option {self.name}={value} is not allowed: use {self.allowed}")
        return read


_BOOLS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def _read_bool(value: object) -> bool | None:
    return _BOOLS.get(str(value).strip().lower()) if isinstance(value, bool | int | str) else None


def _read_int(value: object, low: int, high: int) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    try:
        number = int(value)
    except ValueError:
        return None
    return number if low <= number <= high else None


def _find(options: Sequence[Option], name: str) -> Option:
    for option in options:
        if option.name == name:
            return option
    known = ", ".join(option.name for option in options)
    raise BadInput(f"option {name} is unknown: use one of {known}")


def parse_texts(options: Sequence[Option], texts: Iterable[str]) -> dict[str, Value]:
    """The values of KEY=VALUE texts, as the command line gives them.

    Raises:
        BadInput: a text is not KEY=VALUE, a key is unknown or given twice, a value not allowed.
    """
    found: dict[str, Value] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        name = key.strip()
        if not equals:
            example = f"{options[0].name}={options[0].default}"
            raise BadInput(f"option {text!r} has no value: use KEY=VALUE, for instance {example}")
        option = _find(options, name)
        if name in found:
            raise BadInput(f"option {name} is given twice: give it once")
        found[name] = option.check(value.strip())
    return found


def fill_in(options: Sequence[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """Every option with its value: the default where none is given.

    Raises:
        BadInput: an unknown option or a value out of range.
    """
    for name in given:
        _find(options, name)
    return {option.name: option.check(given.get(option.name, option.default)) for option in options}
