"""The Arsenal decks: one CSV file for each side of a theatre, a row for each different card."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from warfront.battlecards.card_rows import KINDS, VERBS, Row, read_rows
from warfront.battlecards.tables import (
    PHASES,
    SUBTYPE_KIND,
    SUBTYPES,
    UNITS,
    Reach,
    Role,
    Stat,
    Subtype,
)
from warfront.game import BadInput
from warfront.naming import closest

DECK_SIZE = 40
EXPANSION_SIZE = 12  # cards at most that an expansion adds to a deck
COLUMNS = (
    "name,nation,kind,subtype,copies,phase,shots,attack_ground,attack_air,attack_sea,"
    "defence_ground,defence_air,defence_sea,special,set"
).split(",")
NATIONS = (  # whose forces a card may show; play does not read it
    *("british", "german", "italian", "japanese", "soviet", "us", "romanian", "hungarian"),
    *("finnish", "bulgarian", "slovak", "croatian", "spanish", "french", "polish", "canadian"),
    *("australian", "new_zealand", "indian", "south_african", "belgian", "dutch", "norwegian"),
    *("danish", "czech", "greek", "yugoslav", "ethiopian", "brazilian", "mexican", "chinese"),
    *("mongolian", "thai", "philippine"),
)
LEADER = "leader"
SUBTYPE_WORDS = tuple(subtype.name.lower() for subtype in Subtype)
REACH_WORDS = tuple(reach.name.lower() for reach in Reach)
STAT_WORDS = tuple(stat.name.lower() for stat in Stat)
ROLES = {Subtype.GENERAL: Role.GENERAL, Subtype.ADMIRAL: Role.ADMIRAL}
SPECIALS = (
    "support +AMOUNT attack|defence KINDS OR SUBTYPES, autokill KINDS MAXIMUM [with SUBTYPES], "
    "reach holder|both_germans|mediterranean"
)


@dataclass(frozen=True)
class Special:
    """What a card can do beyond its numbers."""

    support: tuple[tuple[Stat, int, tuple[int, ...]], ...] = ()  # stat, amount, subtypes
    autokill_kinds: int = 0  # bits of Kind
    autokill_max: int = 0
    autokill_needs: int = 0  # bits of Subtype
    reach: Reach = Reach.HOLDER


@dataclass(frozen=True)
class Card:
    """One Arsenal card as its row says."""

    row: Row
    name: str
    nation: str
    role: Role
    kind: int  # 0 for Leaders, as the next two
    subtype: int
    copies: int
    phase: int
    shots: int
    attack: tuple[int, ...]  # by kind, -1 cannot fire
    defence: tuple[int, ...]
    special: Special
    starter: bool


def read_arsenal(path: Path) -> list[Card]:
    """The cards of a deck, in the order of its file.

    Raises:
        BadInput: any mistake in the file.
    """
    cards = [_read_card(row) for row in read_rows(path, COLUMNS)]
    if len(cards) > UNITS:
        raise BadInput(f"{path}: {len(cards)} different cards: use at most {UNITS}")
    starter = sum(card.copies for card in cards if card.starter)
    if starter != DECK_SIZE:
        raise BadInput(
            f"{path}: the copies of the starter cards add up to {starter}: "
            f"make them add up to {DECK_SIZE}"
        )
    extra = sum(card.copies for card in cards if not card.starter)
    if extra > EXPANSION_SIZE:
        raise BadInput(f"{path}: {extra} expansion cards: use at most {EXPANSION_SIZE}")
    return cards


def _read_card(row: Row) -> Card:
    name, starter = row.name(), row.starter()
    if name.casefold() in map(str.casefold, VERBS):
        raise row.wrong(f"name {name!r} begins an order at the table: choose another")
    _check_nation(row)
    if row.text("kind") == LEADER:
        return _read_leader(row, name, starter)
    kind = row.word("kind", (*KINDS, LEADER))
    subtype = Subtype(row.word("subtype", SUBTYPE_WORDS))
    if SUBTYPE_KIND[subtype] != kind:
        right = KINDS[SUBTYPE_KIND[subtype]]
        raise row.wrong(f"{row.text('subtype')} is not {KINDS[kind]}: use kind {right}")
    role = ROLES.get(subtype, Role.UNIT)
    special = _read_special(row)
    if special.reach != Reach.HOLDER:
        raise row.wrong("only Leaders have a reach: leave it out")
    attack = tuple(row.integer_or(f"attack_{word}", 0, 12, -1) for word in KINDS)
    if max(attack) < 0 and not special.support and not special.autokill_kinds:
        raise row.wrong(f"{name} can neither fire nor support: fill in an attack or a special")
    return Card(
        row,
        name,
        row.text("nation"),
        role,
        kind,
        int(subtype),
        row.integer("copies", 1, 4 if role == Role.UNIT else 1),
        row.integer("phase", 1, PHASES),
        row.integer("shots", 1, 4),
        attack,
        tuple(row.integer(f"defence_{word}", 0, 12) for word in KINDS),
        special,
        starter,
    )


def _check_nation(row: Row) -> None:
    nation = row.text("nation")
    if not nation:
        raise row.wrong("nation is blank: say whose card it is, for instance british")
    if nation not in NATIONS:
        raise row.wrong(f"nation {nation!r} is unknown: {closest(nation, NATIONS)}")


def _read_leader(row: Row, name: str, starter: bool) -> Card:
    numbers = ("subtype", "phase", "shots", *(f"{x}_{k}" for x in STAT_WORDS for k in KINDS))
    row.blank(*numbers, why="a leader does not fight")
    special = _read_special(row)
    if special.autokill_kinds or not special.support:
        raise row.wrong("a leader supports and does nothing else: use support and reach")
    copies = row.integer("copies", 1, 1)
    return Card(
        row, name, row.text("nation"), Role.LEADER, 0, 0, copies, 0, 0,
        (-1, -1, -1), (0, 0, 0), special, starter,
    )  # fmt: skip


def _read_special(row: Row) -> Special:
    support: list[tuple[Stat, int, tuple[int, ...]]] = []
    kinds = largest = needs = 0
    reach = Reach.HOLDER
    parts = [part.strip() for part in row.text("special").split(";")]
    if "" in parts and parts != [""]:
        raise row.wrong(
            f"special {row.text('special')!r} has nothing beside a semicolon: leave that out"
        )
    for text in filter(None, parts):
        match text.split():
            case ["support", amount, stat, *words] if words:
                support.append(_read_support(row, amount, stat, words))
            case ["autokill", *words] if len(words) >= 2 and not kinds:
                kinds, largest, needs = _read_autokill(row, words)
            case ["reach", word] if reach == Reach.HOLDER:
                reach = Reach(row.one_of("reach", word, REACH_WORDS))
            case ["autokill", *_] if kinds:
                raise row.wrong(
                    f"special {text!r} is a second autokill: a card has one, for instance "
                    "autokill ground + sea 4"
                )
            case ["reach", _]:
                raise row.wrong(f"special {text!r} is a second reach: a card has one")
            case _:
                raise row.wrong(f"special {text!r} is unknown: use {SPECIALS}")
    return Special(tuple(support), kinds, largest, needs, reach)


def _read_support(
    row: Row, amount: str, stat: str, words: Sequence[str]
) -> tuple[Stat, int, tuple[int, ...]]:
    if amount not in ("+1", "+2", "+3"):
        raise row.wrong(f"support of {amount!r}: use +1, +2 or +3")
    which = Stat(row.one_of("support of", stat, STAT_WORDS))
    allowed = (*KINDS, *SUBTYPE_WORDS)
    bits = row.bits_of("support for", _split(words), allowed)
    subtypes = {
        subtype
        for subtype in range(SUBTYPES)
        if bits >> SUBTYPE_KIND[subtype] & 1 or bits >> (len(KINDS) + subtype) & 1
    }
    return which, int(amount), tuple(sorted(subtypes))


def _read_autokill(row: Row, words: Sequence[str]) -> tuple[int, int, int]:
    place = words.index("with") if "with" in words else len(words)
    *kinds, largest = words[:place]
    if not (largest.isdecimal() and 1 <= int(largest) <= 12):
        raise row.wrong(f"autokill up to {largest!r}: use a whole number from 1 to 12")
    needs = row.bits_of("autokill with", _split(words[place + 1 :]), SUBTYPE_WORDS)
    if place < len(words) and not needs:
        raise row.wrong("autokill 'with' names nobody: name a subtype or leave 'with' out")
    return row.bits_of("autokill of", _split(kinds), KINDS), int(largest), needs


def _split(words: Sequence[str]) -> list[str]:
    return [part.strip() for part in " ".join(words).split("+") if part.strip()]
