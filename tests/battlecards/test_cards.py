"""The printed cards, read as the component list."""

from collections import Counter

import pytest

from warfront.battlecards.arsenal_file import Card, read_arsenal
from warfront.battlecards.conflict_file import read_battles, read_plays
from warfront.battlecards.deck_files import CARDS
from warfront.battlecards.tables import (
    SUBTYPE_KIND,
    THEATRE_NAMES,
    UNITS,
    Aggressor,
    Kind,
    Role,
    Subtype,
    Verb,
)

DECKS = [(theatre, side) for theatre in THEATRE_NAMES for side in ("axis", "allies")]


def deck(theatre: str, side: str) -> list[Card]:
    return read_arsenal(CARDS / theatre / f"{side}.csv")


@pytest.mark.parametrize(("theatre", "side"), DECKS)
def test_q20_an_arsenal_deck_has_40_cards_of_about_20_units(theatre: str, side: str) -> None:
    cards = [card for card in deck(theatre, side) if card.starter]
    assert sum(card.copies for card in cards) == 40
    assert 20 <= len(cards) <= UNITS
    assert sum(card.role == Role.LEADER for card in cards) == 1
    assert any(card.role == Role.GENERAL for card in cards)
    kinds: Counter[int] = Counter()
    for card in cards:
        if card.role != Role.LEADER:
            kinds[card.kind] += card.copies
    assert 18 <= kinds[Kind.GROUND] <= 22
    assert 10 <= kinds[Kind.AIR] <= 11
    assert 6 <= kinds[Kind.SEA] <= 11
    subtypes = {card.subtype for card in cards}
    assert {Subtype.INFANTRY, Subtype.ARMOUR, Subtype.ARTILLERY, Subtype.FIGHTER} <= subtypes
    assert {card.phase for card in cards} >= {1, 2, 3, 4}


@pytest.mark.parametrize(("theatre", "side"), DECKS)
def test_figures_suit_a_ten_sided_die(theatre: str, side: str) -> None:
    for card in deck(theatre, side):
        if card.role != Role.LEADER:
            assert all(attack == -1 or 2 <= attack <= 7 for attack in card.attack), card.name
            assert max(card.attack) >= 2, card.name
            assert all(2 <= defence <= 7 for defence in card.defence), card.name
            assert SUBTYPE_KIND[card.subtype] == card.kind


def strength(cards: list[Card]) -> int:
    return sum(
        card.copies
        * (sum(max(attack, 0) * card.shots for attack in card.attack) + sum(card.defence))
        for card in cards
        if card.starter and card.role != Role.LEADER
    )


@pytest.mark.parametrize("theatre", THEATRE_NAMES)
def test_the_decks_of_a_theatre_are_about_equally_strong(theatre: str) -> None:
    axis, allies = strength(deck(theatre, "axis")), strength(deck(theatre, "allies"))
    assert abs(axis - allies) <= 0.05 * allies
    mean = sum(strength(deck(*which)) for which in DECKS) / len(DECKS)
    assert abs(axis - mean) <= 0.1 * mean


def test_card_names_are_unique_but_for_hitler_and_mussolini() -> None:
    names = Counter(card.name for which in DECKS for card in deck(*which))
    assert {name for name, count in names.items() if count > 1} == {"Hitler", "Mussolini"}


@pytest.mark.parametrize(
    ("theatre", "side", "name"),
    [
        ("western_europe", "axis", "Hitler"),
        ("western_europe", "axis", "Rommel"),
        ("western_europe", "axis", "Waffen SS Infantry"),
        ("western_europe", "axis", "Mussolini"),
        ("western_europe", "axis", "Cavour"),
        ("western_europe", "allies", "Montgomery"),
        ("russia", "axis", "Hitler"),
        ("north_africa", "axis", "Mussolini"),
        ("pacific", "allies", "MacArthur"),
        ("pacific", "allies", "Patton"),
    ],
)
def test_attested_names_are_in_their_decks(theatre: str, side: str, name: str) -> None:
    assert name in [card.name for card in deck(theatre, side)]


def test_t11_the_army_of_the_nile_holds_british_and_us_cards() -> None:
    nations = Counter(card.nation for card in deck("north_africa", "allies"))
    assert set(nations) == {"british", "us"}
    assert min(nations.values()) >= 4


@pytest.mark.parametrize("theatre", THEATRE_NAMES)
def test_q20_a_conflict_deck_has_48_cards(theatre: str) -> None:
    plays = read_plays(CARDS / theatre / "conflict.csv")
    battles = read_battles(CARDS / theatre / "battles.csv", THEATRE_NAMES.index(theatre))
    count: Counter[Verb] = Counter()
    for play in plays:
        count[play.verb] += play.copies
    assert sum(count.values()) + sum(battle.starter for battle in battles) == 48
    assert count[Verb.BUILDUP] == 20
    sizes = {(play.amount, play.deploy) for play in plays if play.verb == Verb.BUILDUP}
    assert sizes == {(3, 1), (4, 2), (6, 3)}  # Q18
    drawn = sum(play.amount * play.copies for play in plays if play.verb == Verb.BUILDUP)
    assert drawn == 4 * 20
    assert count[Verb.COUNTERATTACK] == 4
    retained = (Verb.COUNTERATTACK, Verb.BONUS, Verb.GROUNDED, Verb.ROUT)
    assert sum(count[verb] for verb in retained) == 12
    assert count[Verb.SABOTAGE] == 2
    assert {"Counterattack", "Sabotage"} <= {play.name for play in plays}


POINTS = {
    "western_europe": {
        "Invasion of Britain": 14,
        "Battle for Germany": 14,
        "Invasion of Normandy": 10,
        "Battle for France": 10,
        "Battle of Britain": 8,
        "Battle of the Atlantic": 8,
        "Invasion of Norway": 6,
        "Market Garden": 6,
        "Battle for the Mediterranean": 6,
        "Battle of Taranto": 4,
    },
    "pacific": {
        "Invasion of Australia": 14,
        "Invasion of Japan": 14,
        "Midway": 10,
        "Philippines": 10,
        "Pearl Harbor": 8,
        "Coral Sea": 8,
        "Guadalcanal": 8,
        "Iwo Jima": 8,
    },
    "russia": {
        "Battle for Moscow": 14,
        "Battle for Germany": 14,
        "Stalingrad": 12,
        "Kursk": 10,
        "Leningrad": 10,
        "Kiev": 8,
        "Sevastopol": 8,
    },
    "north_africa": {
        "Battle for Casablanca": 12,
        "Invasion of Italy": 12,
        "El Alamein": 10,
        "Tobruk": 8,
        "Kasserine": 8,
        "Sicily": 8,
        "Gazala": 6,
    },
}


@pytest.mark.parametrize("theatre", THEATRE_NAMES)
def test_the_points_tables(theatre: str) -> None:
    battles = read_battles(CARDS / theatre / "battles.csv", THEATRE_NAMES.index(theatre))
    assert {battle.name: battle.points for battle in battles} == POINTS[theatre]
    expansion = {battle.name for battle in battles if not battle.starter}
    expected = {"Battle for the Mediterranean", "Battle of Taranto"}
    assert expansion == (expected if theatre == "western_europe" else set())


@pytest.mark.parametrize("theatre", THEATRE_NAMES)
def test_neither_side_has_more_battles_of_its_own(theatre: str) -> None:
    battles = read_battles(CARDS / theatre / "battles.csv", THEATRE_NAMES.index(theatre))
    own = [
        sum(b.points for b in battles if b.starter and b.aggressor == side)
        for side in (Aggressor.AXIS, Aggressor.ALLIES)
    ]
    assert abs(own[0] - own[1]) <= 4
