"""The named options of Battlecards: where the rule book is silent, a value that its owner can set.

Every decision of ours that is a number or a yes/no stands here once, with its origin in the rule
book (Q: a decision where the sources are silent; a plain number: a statement).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from warfront.battlecards.tables import POWERS
from warfront.game import BadInput

Value = int | bool | str

FIRST = "first"  # the power that comes first in the turn order


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


OPTIONS = (
    Option("die", 10, "Q1", "sides of the die that every shot rolls", 4, 20),
    Option("threshold", 6, "Q1", "roll + attack - defence that hits", 2, 20),
    Option("rout_margin", 1, "Q6", "a miss by at most this forces the target to withdraw", 0, 9),
    Option("rounds", 8, "Q9", "combat rounds of a battle; then the aggressor fails", 1, 20),
    Option("hand_limit", 5, "Q21", "Retained Actions a seat may keep", 1, 10),
    Option("aid_size", 3, "Q28", "cards at most in an aid package", 1, 10),
    Option("first_seat", FIRST, "T2, T5", "who has the first turn", choices=(FIRST, *POWERS)),
    Option("game_rounds", 60, "ours", "turns of every seat; then the game is undecided", 1, 200),
    Option("decision_limit", 50_000, "ours", "decisions; then undecided", 1_000, 1_000_000),
    Option("setup_draw", 6, "T1, 99", "cards drawn at set-up and on liberation", 1, 20),
    Option("setup_deploy", 3, "T1, 99", "cards deployed of those", 1, 20),
    Option("failed_scores", True, "Q24", "the defenders score a battle that the aggressor lost"),
    Option(
        "hitler_from",
        "german_barbarossa",
        "43, Q41",
        "from which deck Hitler goes when the two Germans differ",
        choices=("german", "german_barbarossa"),
    ),
    Option("sabotage_roll", 5, "K7", "a roll of at least this makes Sabotage succeed", 1, 20),
    Option("any_liberator", False, "95", "any ally may liberate, not just those listed"),
    Option("once_ever", False, "136", "a liberator's condition holds once it has ever held"),
    Option("alone_combined", True, "Q43", "attacking alone, the card stays a combined battle"),
    Option("all_defend", True, "135", "a Counterattack meets all defenders that the card calls"),
    Option("expansion", False, "P7, V3", "the Western European expansion's cards are in play"),
)
BY_NAME = {option.name: option for option in OPTIONS}


def _find(name: str) -> Option:
    if name not in BY_NAME:
        raise BadInput(f"option {name} is unknown: use one of {', '.join(BY_NAME)}")
    return BY_NAME[name]


def parse_options(texts: Iterable[str]) -> dict[str, Value]:
    """The options of KEY=VALUE texts, as the command line gives them.

    Raises:
        BadInput: a text is not KEY=VALUE, a key is unknown or given twice, a value not allowed.
    """
    options: dict[str, Value] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        name = key.strip()
        if not equals:
            raise BadInput(f"option {text!r} has no value: use KEY=VALUE, for instance die=10")
        option = _find(name)
        if name in options:
            raise BadInput(f"option {name} is given twice: give it once")
        options[name] = option.check(value.strip())
    return options


def check_options(given: Mapping[str, object], powers: tuple[str, ...]) -> dict[str, Value]:
    """Every option with its value for a game of these powers: defaults where none is given.

    Raises:
        BadInput: an unknown option, a value out of range, or values that contradict one another.
    """
    for name in given:
        _find(name)
    options = {
        option.name: option.check(given.get(option.name, option.default)) for option in OPTIONS
    }
    for smaller, larger in (
        ("setup_deploy", "setup_draw"),
        ("threshold", "die"),
        ("sabotage_roll", "die"),
        ("rout_margin", "threshold"),
    ):
        if int(options[smaller]) > int(options[larger]):
            raise BadInput(
                f"options {smaller}={options[smaller]} and {larger}={options[larger]} contradict "
                f"one another: {smaller} must be at most {larger}"
            )
    if options["first_seat"] not in (FIRST, *powers):
        raise BadInput(
            f"option first_seat={options['first_seat']} is not in this game: "
            f"use {FIRST} or one of {', '.join(powers)}"
        )
    if options["expansion"] and "german" not in powers:
        raise BadInput(
            "option expansion=true needs the theatre western_europe: add it or leave the option out"
        )
    return options
