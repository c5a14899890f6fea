"""Card files and options into the record `TABLES` and the names that stand beside it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from warfront.battlecards.arsenal_file import Card
from warfront.battlecards.conflict_file import EXPANSION_POINTS, POINTS, Battle, Play
from warfront.battlecards.deck_files import MEDITERRANEAN, Theatre
from warfront.battlecards.options import FIRST, RAID_CHOICES
from warfront.battlecards.tables import (
    ALL_BATTLES,
    BATTLES,
    PLAYS,
    POWER_SIDE,
    POWER_THEATRE,
    POWERS,
    TABLES,
    THEATRE_NAMES,
    UNITS,
    Reach,
    Role,
)
from warfront.game import BadInput
from warfront.option import Value


@dataclass(eq=False)
class Loaded:
    """The components of one game. Types and battles are numbered as in `TABLES`."""

    tables: Any  # np.record of dtype TABLES, read-only
    theatres: tuple[str, ...]  # in the order of THEATRE_NAMES
    seats: tuple[str, ...]  # powers, in turn order
    options: dict[str, Value]  # every option with its value
    type_names: list[str]  # [T] "" where there is no such card
    play_names: list[list[str]]  # [H][P]
    battle_names: list[str]  # [B] "" where there is no such card
    digest: str  # 16 hex digits of all that affects play, and of names that are not built in

    @property
    def bids(self) -> tuple[int, int]:
        """Points that each side has from the start."""
        return int(self.options["bid_axis"]), int(self.options["bid_allies"])


def new_loaded(
    theatres: tuple[str, ...], seats: tuple[str, ...], options: dict[str, Value]
) -> Loaded:
    """The components of a game with nothing filled in."""
    return Loaded(
        np.zeros(1, TABLES).view(np.recarray)[0],
        theatres,
        seats,
        options,
        [""] * (UNITS * len(seats)),
        [[] for _ in theatres],
        [""] * ALL_BATTLES,
        "",
    )


def fill_seats(tables: Any, numbers: tuple[int, ...], powers: Sequence[int]) -> None:
    """Seats and theatres of the game; rows without a card get what no card has."""
    tables.seats, tables.theatres = len(powers), len(numbers)
    tables.power[:], tables.seat_of[:], tables.theatre_id[:] = -1, -1, -1
    tables.resident[:] = -1
    for seat, power in enumerate(powers):
        theatre = numbers.index(POWER_THEATRE[power])
        tables.power[seat] = power
        tables.seat_of[power] = seat
        tables.side[seat] = POWER_SIDE[power]
        tables.theatre[seat] = theatre
        tables.resident[theatre, POWER_SIDE[power]] = seat
    for theatre, number in enumerate(numbers):
        tables.theatre_id[theatre] = number
        tables.mediterranean[theatre] = THEATRE_NAMES[number] in MEDITERRANEAN
    tables.attack[:] = -1
    tables.condition[:] = -1
    tables.decisive[:] = -1
    tables.after[:] = -1


def fill_theatre(loaded: Loaded, theatre: int, files: Theatre) -> None:
    """The cards of a theatre that are in play."""
    tables, expansion = loaded.tables, bool(loaded.options["expansion"])
    for side, deck in enumerate(files.decks):
        seat = int(tables.resident[theatre, side])
        for row, card in enumerate(deck):
            if _is_in_play(loaded, theatre, card):
                _fill_card(tables, seat * UNITS + row, card)
                loaded.type_names[seat * UNITS + row] = card.name
    plays = loaded.play_names[theatre]
    for row, play in enumerate(files.plays):
        if play.starter or expansion:
            _fill_play(tables, theatre, row, play)
        plays.append(play.name if play.starter or expansion else "")
    plays.extend([""] * (PLAYS - len(plays)))
    here = theatre * BATTLES
    names = [battle.name if battle.starter or expansion else "" for battle in files.battles]
    loaded.battle_names[here : here + len(names)] = names
    for row, battle in enumerate(files.battles):
        if names[row]:
            _fill_battle(loaded, here + row, battle)
            if battle.after and battle.after in names:  # one that is not in play is not waited for
                tables.after[here + row] = here + names.index(battle.after)


def _is_in_play(loaded: Loaded, theatre: int, card: Card) -> bool:
    """47, 48: Mussolini leaves Western Europe where North Africa is in play."""
    if card.special.reach == Reach.MEDITERRANEAN and "north_africa" in loaded.theatres:
        return loaded.theatres[theatre] == "north_africa"
    return card.starter or bool(loaded.options["expansion"])


def _fill_card(tables: Any, number: int, card: Card) -> None:
    tables.role[number] = card.role
    tables.copies[number] = card.copies
    tables.kind[number] = card.kind
    tables.subtype[number] = card.subtype
    tables.phase[number] = card.phase
    tables.shots[number] = card.shots
    tables.attack[number] = card.attack
    tables.defence[number] = card.defence
    special = card.special
    tables.autokill_kinds[number] = special.autokill_kinds
    tables.autokill_max[number] = special.autokill_max
    tables.autokill_needs[number] = special.autokill_needs
    tables.reach[number] = special.reach
    for stat, amount, subtypes in special.support:
        tables.aura[number, stat, list(subtypes)] += amount


def _fill_play(tables: Any, theatre: int, row: int, play: Play) -> None:
    tables.verb[theatre, row] = play.verb
    tables.play_copies[theatre, row] = play.copies
    tables.amount[theatre, row] = play.amount
    tables.deploy[theatre, row] = play.deploy
    tables.stat[theatre, row] = play.stat
    tables.play_kinds[theatre, row] = play.kinds


def _fill_battle(loaded: Loaded, number: int, battle: Battle) -> None:
    tables = loaded.tables
    tables.present[number] = 1
    tables.points[number] = battle.points
    tables.aggressor[number] = battle.aggressor
    tables.parties[number] = [_seats(tables, bits) for bits in battle.parties]
    tables.attack_kinds[number] = battle.attack_kinds
    tables.defend_kinds[number] = battle.defend_kinds
    tables.decisive[number] = battle.decisive
    tables.need[number] = battle.need
    tables.loser[number] = _seats(tables, battle.loser)
    tables.expels[number] = battle.expels
    tables.frees[number] = _seats(tables, battle.frees)
    tables.freers[number] = _seats(tables, battle.freers)


def _seats(tables: Any, powers: int) -> int:
    """Bits of powers as bits of the seats of this game; absent powers are passed over (137)."""
    return sum(
        1 << int(tables.seat_of[power])
        for power in range(len(POWERS))
        if powers >> power & 1 and tables.seat_of[power] >= 0
    )


def fill_liberators(loaded: Loaded, files: Sequence[Theatre]) -> None:
    """95: who may undo a conquest, and after which of his own."""
    tables = loaded.tables
    for theatre, cards in enumerate(files):
        for row, battle in enumerate(cards.battles):
            number = theatre * BATTLES + row
            for power, condition in battle.liberators.items():
                seat = int(tables.seat_of[power])
                if seat < 0 or not tables.present[number]:
                    continue
                tables.liberators[number] |= 1 << seat
                if condition:
                    tables.condition[number, seat] = _find_condition(loaded, power, condition)


def _find_condition(loaded: Loaded, power: int, condition: str) -> int:
    """The Battlecard of the liberator's own theatre that must stand won before (109, 116, 126).

    -1 for one of an expansion that is not in play: it is not waited for.
    """
    home = loaded.theatres.index(THEATRE_NAMES[POWER_THEATRE[power]]) * BATTLES
    names = loaded.battle_names[home : home + BATTLES]
    return home + names.index(condition) if condition in names else -1


def fill_options(loaded: Loaded) -> None:
    """The options and the points that win (51-54); BadInput when a bid has won already."""
    tables, options = loaded.tables, loaded.options
    for name in TABLES.names or ():
        if name in options and name not in ("first_seat", "hitler_from", "raid_choice"):
            tables[name] = int(options[name])
    tables.raid_choice = RAID_CHOICES.index(str(options["raid_choice"]))
    first = options["first_seat"]
    tables.first_seat = 0 if first == FIRST else loaded.seats.index(str(first))
    numbers = [THEATRE_NAMES.index(name) for name in loaded.theatres]
    if not tables.begin_draw:
        tables.begin_draw = max(min(2 + len(numbers), 5), int(tables.setup_deploy))
    points = sum(POINTS[number] for number in numbers)
    if len(numbers) == 1 and options["expansion"]:
        points += EXPANSION_POINTS[numbers[0]]  # alone, half of what is in play (V6)
    tables.target = points // 2
    for name, bid in zip(("bid_axis", "bid_allies"), loaded.bids, strict=True):
        if bid >= tables.target:
            raise BadInput(
                f"option {name}={bid} wins at once, the target is {tables.target}: use less"
            )


def fill_hitler(loaded: Loaded) -> None:
    """43: where both Germans hold a Hitler, one of them goes; the rules ask from which deck."""
    tables, seats = loaded.tables, loaded.seats
    tables.hitler_type[:], tables.hitler_from = -1, -1
    germans = [seats.index(name) for name in ("german", "german_barbarossa") if name in seats]
    hitlers = [
        seat * UNITS + row
        for seat in germans
        for row in range(UNITS)
        if tables.role[seat * UNITS + row] == Role.LEADER
        and tables.reach[seat * UNITS + row] == Reach.BOTH_GERMANS
    ]
    if len(hitlers) == 2:
        tables.hitler_type[:] = hitlers
        tables.hitler_from = seats.index(str(loaded.options["hitler_from"]))
