"""The plain fields of a state as a position writes them: one table for reading and for writing."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from warfront.game import BadInput
from warfront.naming import count_of, list_of, pick, table_of
from warfront.position_fields import INT, Codec, Field, maybe, words
from warfront.spring1942.names import Names
from warfront.spring1942.state import BattleStep, Did, Engage, Fought, How, Naming, Phase, Prompt
from warfront.spring1942.tables import GRADE_FIRST, GRADE_LEFT, GRADE_UNIT, SIDE_NAMES, UNIT_NAMES

PHASES = ("turn_start", "purchase", "combat_move", "combat", "noncombat_move", "mobilize", "income")
PHASE_ALIASES = {
    "purchase_units": "purchase",
    "conduct_combat": "combat",
    "noncombat": "noncombat_move",
    "mobilize_new_units": "mobilize",
    "collect_income": "income",
}
RESULTS = (*SIDE_NAMES, "nobody")


def bits(enum: type[IntEnum], what: str) -> Codec:
    """A set of an enum's bits as a list of words."""
    known = {member.name.lower(): int(member) for member in enum}

    def read(names: Names, found: Any) -> int:
        chosen = list_of(found, what)
        return sum(known[list(known)[pick(word, list(known), what)]] for word in set(chosen))

    return Codec(lambda names, value: [w for w, bit in known.items() if value & bit], read)


def _write_grade(names: Names, grade: int) -> str:
    return f"{UNIT_NAMES[GRADE_UNIT[grade]]}:{GRADE_LEFT[grade]}"


def _read_grade(names: Names, text: Any) -> int:
    unit, colon, left = str(text).partition(":")
    grade = GRADE_FIRST[names.unit(unit)] + int(left) if left.isdecimal() else -1
    if not colon or grade < 0 or _write_grade(names, grade) != f"{unit}:{left}":
        raise BadInput(f"grade {text!r} is none: write a unit and its movement left, as tank:1")
    return grade


def _read_phase(names: Names, text: Any) -> int:
    return pick(PHASE_ALIASES.get(text, text) if isinstance(text, str) else text, PHASES, "phase")


def read_counts(names: Names, found: Any, where: str, read: Callable[[Any], int]) -> dict[int, int]:
    """A table of name to count, by number."""
    counts: dict[int, int] = {}
    for name, number in table_of(found, where).items():
        counts[read(name)] = count_of(number, f"{where}.{name}")
    return counts


POWER = maybe(Codec(lambda names, p: names.powers[p], lambda names, text: names.power(text)))
SPACE = maybe(Codec(lambda names, s: names.spaces[s], lambda names, text: names.space(text)))
GOODS = maybe(Codec(lambda names, u: UNIT_NAMES[u], lambda names, text: names.goods(text)))
GRADE = maybe(Codec(_write_grade, _read_grade))
RESULT = maybe(
    Codec(lambda names, value: RESULTS[value], lambda names, text: pick(text, RESULTS, "winner"))
)
PHASE = Codec(lambda names, value: PHASES[value], _read_phase)
PROMPT = words(Prompt, "prompt")
ENGAGE = words(Engage, "engage")
FOUGHT = bits(Fought, "fought")
DID = bits(Did, "did")
MAYBE_INT = maybe(INT)

TOP_FIELDS = (
    Field("decisions", "decisions", INT, 0),
    Field("round", "game_round", INT, 1),
    Field("turn", "turn", POWER, 0),
    Field("phase", "phase", PHASE, Phase.NEXT_TURN),
    Field("prompt", "prompt", PROMPT, -1),
    Field("seat", "seat", POWER, -1),
    Field("winner", "winner", RESULT, -1),
    Field("how", "how", words(How, "how"), How.NONE),
    Field("here", "here", SPACE, -1),
    Field("there", "there", SPACE, -1),
    Field("unit", "unit", GOODS, -1),
    Field("grade", "grade", GRADE, -1),
    Field("cargo", "cargo", MAYBE_INT, -1),
    Field("stranded", "stranded", INT, 0),
    Field("closing", "closing", INT, 0),
    Field("by_hand", "by_hand", INT, 0),
)
ALWAYS = ("round", "turn", "phase", "prompt", "seat", "winner")

# of a battle; the default is the value when no battle is on
BATTLE_FIELDS = (
    Field("space", "battle", SPACE, -1),
    Field("step", "battle_step", words(BattleStep, "step"), 0),
    Field("round", "combat_round", INT, 0),
    Field("naming", "naming", words(Naming, "naming"), 0),
    Field("asking", "asking", INT, 0),
    Field("power", "chosen_power", POWER, -1),
    Field("unit", "chosen_unit", GOODS, -1),
)

# plain numbers of a space; the default is that of an empty one
SPACE_FIELDS = (
    Field("damage", "damage", INT, 0),
    Field("produced", "produced", INT, 0),
    Field("engage", "engage", ENGAGE, Engage.OPEN),
    Field("fought", "fought", FOUGHT, 0),
    Field("captured", "captured", INT, 0),
)

HIT_KINDS = ("ships", "no_submarines", "any")  # what a hit not yet assigned may take
