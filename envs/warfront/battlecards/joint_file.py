"""joint.csv: what the units of a power gain or lose in a game of several theatres."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from warfront.battlecards.arsenal_file import SUBTYPE_WORDS
from warfront.battlecards.card_rows import KINDS, Row, read_rows
from warfront.battlecards.tables import (
    POWER_THEATRE,
    POWERS,
    SUBTYPE_KIND,
    THEATRE_NAMES,
    UNITS,
    Role,
    Subtype,
)

COLUMNS = ("theatres", "power", "units", "attack", "defence")
MOST = 2  # that a figure may change by
HIGHEST = 12  # figure of a card
COMMANDERS = (Subtype.GENERAL, Subtype.ADMIRAL)


@dataclass(frozen=True)
class Handicap:
    """One row: in a game of exactly these theatres, units of a deck have other figures."""

    theatres: int  # bits of THEATRE_NAMES
    power: int
    subtypes: tuple[int, ...]
    attack: int
    defence: int


def read_joint(path: Path) -> list[Handicap]:
    """The rows of a joint.csv, in the order of the file.

    Raises:
        BadInput: any mistake in the file.
    """
    rows = read_rows(path, COLUMNS, named=False)
    handicaps = [_read_handicap(row) for row in rows]
    seen: dict[tuple[int, int, tuple[int, ...]], int] = {}
    for row, handicap in zip(rows, handicaps, strict=True):
        key = (handicap.theatres, handicap.power, handicap.subtypes)
        if key in seen:
            raise row.wrong(
                f"these units of {POWERS[handicap.power]} stand in row {seen[key]} for the same "
                "theatres: put both figures into one row"
            )
        seen[key] = row.number
    return handicaps


def _read_handicap(row: Row) -> Handicap:
    theatres = row.bits("theatres", THEATRE_NAMES)
    power = row.word("power", POWERS)
    if theatres.bit_count() < 2:
        raise row.wrong(
            f"theatres is {row.text('theatres')!r}: name two or more, "
            "for a theatre alone change the cards themselves"
        )
    if not theatres >> POWER_THEATRE[power] & 1:
        home = THEATRE_NAMES[POWER_THEATRE[power]]
        raise row.wrong(f"{POWERS[power]} has no deck in these theatres: add {home}")
    attack = row.integer_or("attack", -MOST, MOST, 0)
    defence = row.integer_or("defence", -MOST, MOST, 0)
    if attack == defence == 0:
        raise row.wrong("attack and defence change nothing: fill in one or leave the row out")
    return Handicap(theatres, power, _subtypes(row), attack, defence)


def _subtypes(row: Row) -> tuple[int, ...]:
    """The subtypes of a cell's kinds and subtypes; Generals and Admirals keep their figures."""
    bits = row.bits("units", (*KINDS, *SUBTYPE_WORDS))
    if not bits:
        raise row.wrong(f"units is blank: name kinds ({', '.join(KINDS)}) or subtypes")
    named = (
        subtype
        for subtype in Subtype
        if bits >> SUBTYPE_KIND[subtype] & 1 or bits >> (len(KINDS) + subtype) & 1
    )
    found = tuple(int(subtype) for subtype in named if subtype not in COMMANDERS)
    if not found:
        raise row.wrong("Generals and Admirals keep their figures: name other units")
    return found


def apply_joint(tables: Any, handicaps: Sequence[Handicap], in_play: int) -> None:
    """Change the figures of the cards in play; an attack that a card has not stays absent."""
    for handicap in handicaps:
        if handicap.theatres != in_play:
            continue
        first = int(tables.seat_of[handicap.power]) * UNITS
        for t in range(first, first + UNITS):
            if tables.role[t] == Role.UNIT and tables.subtype[t] in handicap.subtypes:
                can = tables.attack[t] >= 0
                attack = np.clip(tables.attack[t] + handicap.attack, 0, HIGHEST)
                tables.attack[t] = np.where(can, attack, tables.attack[t])
                tables.defence[t] = np.clip(tables.defence[t] + handicap.defence, 0, HIGHEST)
