"""What is in play for each set of theatres, and the rules as they stand on the cards."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from warfront.battlecards.data import Loaded, load_tables
from warfront.battlecards.tables import (
    BATTLES,
    POWERS,
    SUBTYPE_KIND,
    TABLES,
    THEATRE_NAMES,
    UNITS,
    Aggressor,
    Kind,
    Need,
    Reach,
    Role,
    Stat,
    Verb,
)

SETS = [c for size in range(1, 5) for c in combinations(THEATRE_NAMES, size)]
STARTER_TARGETS = {"western_europe": 38, "pacific": 40, "russia": 38, "north_africa": 32}
ALL = load_tables(THEATRE_NAMES)


def type_of(loaded: Loaded, seat: str, name: str) -> int:
    first = loaded.seats.index(seat) * UNITS
    return first + loaded.type_names[first : first + UNITS].index(name)


def battle_of(loaded: Loaded, theatre: str, name: str) -> int:
    first = loaded.theatres.index(theatre) * BATTLES
    return first + loaded.battle_names[first : first + BATTLES].index(name)


def seats_of(loaded: Loaded, bits: Any) -> set[str]:
    return {name for seat, name in enumerate(loaded.seats) if int(bits) >> seat & 1}


# Rules D to H as they stand on the cards


def test_5_9_11_normandy() -> None:
    battle = battle_of(ALL, "western_europe", "Invasion of Normandy")
    tables = ALL.tables
    assert seats_of(ALL, tables.parties[battle, 0]) == {"german"}
    assert seats_of(ALL, tables.parties[battle, 1]) == {"british", "us"}
    assert tables.aggressor[battle] == Aggressor.ALLIES
    assert tables.attack_kinds[battle] == 0b111
    assert tables.need[battle] == Need.NON_ARTILLERY_GROUND
    assert tables.decisive[battle] == Kind.GROUND


def test_5_6_q23_the_battle_for_france() -> None:
    battle = battle_of(ALL, "western_europe", "Battle for France")
    assert seats_of(ALL, ALL.tables.parties[battle, 1]) == {"british", "us"}
    assert ALL.tables.aggressor[battle] == Aggressor.DRAWER


@pytest.mark.parametrize(
    ("theatre", "allies"),
    [("western_europe", {"british", "us"}), ("russia", {"soviet", "british", "us"})],
)
def test_20_21_121_both_copies_of_the_battle_for_germany(theatre: str, allies: set[str]) -> None:
    battle, tables = battle_of(ALL, theatre, "Battle for Germany"), ALL.tables
    germans = {"german", "german_barbarossa"}
    assert seats_of(ALL, tables.parties[battle, 0]) == germans
    assert seats_of(ALL, tables.parties[battle, 1]) == allies
    assert seats_of(ALL, tables.loser[battle]) == germans
    assert seats_of(ALL, tables.frees[battle]) == {"soviet"}
    assert seats_of(ALL, tables.freers[battle]) == {"british", "us"}


def test_q10_every_conquest_calls_ground_on_both_sides() -> None:
    tables = ALL.tables
    for battle in np.flatnonzero(tables.loser):
        assert tables.attack_kinds[battle] & 1 and tables.defend_kinds[battle] & 1
        assert tables.decisive[battle] == Kind.GROUND


AUSTRALIA = ("pacific", "Invasion of Australia")
BRITAIN = ("western_europe", "Invasion of Britain")
MOSCOW = ("russia", "Battle for Moscow")
GERMANY_LIBERATORS = {"afrika_korps": None, "japanese": AUSTRALIA}


@pytest.mark.parametrize(
    ("theatre", "name", "liberators"),
    [
        (*BRITAIN, {"us": None, "soviet": None, "army_of_the_nile": None}),
        (*AUSTRALIA, {"british": None, "us": None, "army_of_the_nile": None}),
        ("western_europe", "Battle for Germany", GERMANY_LIBERATORS),
        ("russia", "Battle for Germany", GERMANY_LIBERATORS),
        ("pacific", "Invasion of Japan", {"german": BRITAIN, "german_barbarossa": MOSCOW}),
        (*MOSCOW, {}),
        (
            "north_africa",
            "Invasion of Italy",
            {"german": None, "german_barbarossa": None, "japanese": AUSTRALIA},
        ),
        ("north_africa", "Battle for Casablanca", {"us": None, "british": None}),
    ],
)
def test_96_to_129_the_liberation_matrix(
    theatre: str, name: str, liberators: dict[str, tuple[str, str] | None]
) -> None:
    battle, tables = battle_of(ALL, theatre, name), ALL.tables
    assert seats_of(ALL, tables.liberators[battle]) == set(liberators)
    for seat, power in enumerate(ALL.seats):
        wanted = liberators.get(power)
        expected = battle_of(ALL, *wanted) if wanted else -1
        assert tables.condition[battle, seat] == expected, power


def test_70_only_the_us_is_expelled_rather_than_vanquished() -> None:
    assert np.flatnonzero(ALL.tables.expels).tolist() == [battle_of(ALL, *AUSTRALIA)]


def test_v7_v8_v9_each_side_can_be_conquered_in_each_theatre() -> None:
    for theatre in range(4):
        losers = ALL.tables.loser[theatre * BATTLES : (theatre + 1) * BATTLES]
        for side in range(2):
            resident = int(ALL.tables.resident[theatre, side])
            assert sum(int(bits) >> resident & 1 for bits in losers) == 1


def test_q12_rommel_and_montgomery() -> None:
    rommel = type_of(ALL, "german", "Rommel")
    ground = [kind == Kind.GROUND for kind in SUBTYPE_KIND]
    assert (ALL.tables.aura[rommel, Stat.DEFENCE] == np.where(ground, 2, 0)).all()
    monty = type_of(ALL, "british", "Montgomery")
    assert ALL.tables.autokill_kinds[monty] == 1 << Kind.GROUND
    assert ALL.tables.autokill_max[monty] == 4
    assert ALL.tables.autokill_needs[monty] == 0  # B12


# Sets of theatres, expansion, Hitler, Mussolini


@pytest.mark.parametrize("theatres", SETS, ids="+".join)
def test_3_4_51_every_set_of_theatres(theatres: tuple[str, ...]) -> None:
    loaded = load_tables(theatres[::-1])  # the order does not matter
    tables = loaded.tables
    assert loaded.theatres == theatres
    assert len(loaded.seats) == 2 * len(theatres) == tables.seats
    assert list(loaded.seats) == [power for power in POWERS if power in loaded.seats]  # 130
    assert tables.target == sum(STARTER_TARGETS[name] for name in theatres)
    assert (tables.copies.reshape(-1, UNITS).sum(1)[: len(loaded.seats)] == 40).all()
    deck_sizes = tables.play_copies.sum(1) + tables.present.reshape(-1, BATTLES).sum(1)
    assert (deck_sizes[: len(theatres)] == 48).all()
    for theatre in range(len(theatres)):
        for side in range(2):
            seat = tables.resident[theatre, side]
            assert tables.side[seat] == side and tables.theatre[seat] == theatre
    assert not (tables.parties >> len(loaded.seats)).any()  # 137
    assert loaded.digest == load_tables(theatres).digest


def test_52_53_the_targets_that_are_attested() -> None:
    assert load_tables(["western_europe"]).tables.target == 38
    assert load_tables(["western_europe", "pacific"]).tables.target == 78
    assert ALL.tables.target == 148


def test_54_v6_the_expansion_raises_the_target_of_its_theatre_alone_only() -> None:
    options = {"expansion": True}
    alone = load_tables(["western_europe"], options=options)
    assert alone.tables.target == 43
    assert alone.tables.points.sum() == 86
    assert load_tables(["western_europe", "pacific"], options=options).tables.target == 78


def test_43_45_hitler() -> None:
    both = load_tables(["western_europe", "russia"])
    hitlers = [type_of(both, seat, "Hitler") for seat in ("german", "german_barbarossa")]
    assert both.tables.hitler_type.tolist() == hitlers
    assert both.seats[both.tables.hitler_from] == "german_barbarossa"
    assert (both.tables.reach[hitlers] == Reach.BOTH_GERMANS).all()
    other = load_tables(["western_europe", "russia"], options={"hitler_from": "german"})
    assert other.seats[other.tables.hitler_from] == "german"
    one = load_tables(["russia", "pacific"])
    assert one.tables.hitler_type.tolist() == [-1, -1] and one.tables.hitler_from == -1
    assert "Hitler" in one.type_names


@pytest.mark.parametrize(
    ("theatres", "expansion", "holders"),
    [
        (["western_europe"], False, []),
        (["western_europe"], True, ["german"]),
        (["western_europe", "pacific"], True, ["german"]),
        (["western_europe", "north_africa"], False, ["afrika_korps"]),
        (["western_europe", "north_africa"], True, ["afrika_korps"]),
        (["north_africa"], False, ["afrika_korps"]),
    ],
)
def test_46_47_48_mussolini(theatres: list[str], expansion: bool, holders: list[str]) -> None:
    loaded = load_tables(theatres, options={"expansion": expansion})
    found = [t for t, name in enumerate(loaded.type_names) if name == "Mussolini"]
    assert [loaded.seats[t // UNITS] for t in found] == holders
    assert [int(t) for t in np.flatnonzero(loaded.tables.reach == Reach.MEDITERRANEAN)] == found


def test_names_stand_beside_the_cards_in_play_only() -> None:
    for options in ({}, {"expansion": True}):
        loaded = load_tables(["western_europe", "north_africa"], options=options)
        tables = loaded.tables
        named = [bool(name) for name in loaded.type_names]
        assert (tables.role[: len(named)] != Role.NONE).tolist() == named
        assert (tables.copies[: len(named)] > 0).tolist() == named
        assert (tables.present > 0).tolist() == [bool(name) for name in loaded.battle_names]
        for theatre, names in enumerate(loaded.play_names):
            assert (tables.verb[theatre] != Verb.NONE).tolist() == [bool(name) for name in names]


def test_the_record_is_read_only() -> None:
    assert ALL.tables.dtype == TABLES
    assert not ALL.tables.at.any()
    with pytest.raises(ValueError, match="read-only"):
        ALL.tables.die = 6
    with pytest.raises(ValueError, match="read-only"):
        ALL.tables.attack[0, 0] = 1
