"""What a liberation brings in every theatre set: cards, turns, stacks (99-114, Q29)."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from battlecards.conquests import AUSTRALIA, GERMANY, RULES, VICTIM, armed, fallen
from battlecards.positions import (
    AFRICA,
    ALL,
    FIGHTER,
    PACIFIC,
    RUSSIA,
    WEST,
    at_turn,
    game_of,
    offers,
    orders,
    theatres_of,
)
from warfront.battlecards.state import Place
from warfront.battlecards.tables import UNITS
from warfront.game import Game, State

SETS = [theatres for n in (2, 3, 4) for theatres in combinations(ALL, n)]
EVERY_SET = pytest.mark.parametrize("theatres", SETS, ids=["+".join(t) for t in SETS])
QUIET = {  # Retained Actions, of which every turn lets one go
    WEST: ["Wolf Pack", "Radar Chain"],
    PACIFIC: ["Smoke Screen", "Malaria"],
    RUSSIA: ["Deep Battle", "Blizzard"],
    AFRICA: ["Night March", "Sandstorm"],
}
INVADER = {WEST: ("german", "british"), PACIFIC: ("japanese", "us")}
INVADER |= {RUSSIA: ("german_barbarossa", "soviet"), AFRICA: ("afrika_korps", "army_of_the_nile")}


def liberations(game: Game) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    """Each battle with its theatre in this game, a liberator, and what he must have conquered."""
    here = theatres_of(game)
    for battle, (theatre, _, liberators) in RULES.items():
        if battle == GERMANY and WEST not in here:
            theatre = RUSSIA
        for name, first in liberators.items():
            known = name in game.spec.seats and (not first or VICTIM[first] in game.spec.seats)
            if theatre in here and known:
                yield battle, theatre, name, (first,) if first else ()


def victims_of(game: Game, battle: str) -> list[str]:
    """Who is out by a battle, in turn order."""
    germans = ("german", "german_barbarossa")
    names = germans if battle == GERMANY else (RULES[battle][1],)
    return [name for name in game.spec.seats if name in names]


def freed(game: Game, battle: str, theatre: str, name: str, conquests: tuple[str, ...]) -> State:
    """`name` has just won the battle again: the invader had nothing on the ground."""
    seats = fallen(game, battle, conquests)
    axis, allied = INVADER[theatre]
    invader = axis if victims_of(game, battle)[0] in (allied, "us") else allied
    seats[invader] = [FIGHTER[invader]]
    seats[name] = armed(seats[name], name)
    more: dict[str, Any] = {"conflict": {h: {"deck": QUIET[h]} for h in theatres_of(game)}}
    if battle == GERMANY and {WEST, RUSSIA} <= set(theatres_of(game)):
        copies = [{"card": GERMANY, "theatre": h, "winners": [invader]} for h in (WEST, RUSSIA)]
        more["stacks"] = {"allies": copies}
    state = at_turn(game, name, **seats, **more)
    words = [w for w in sorted(offers(game, state)) if w.startswith(f"counterattack {battle}")]
    return orders(game, state, words[-1])


def deploy_all(game: Game, state: State) -> list[tuple[str, int, int]]:
    """Answer the deals with the first card each time: who was asked, cards drawn, to deploy."""
    found: list[tuple[str, int, int]] = []
    while game.prompt(state) == "deploy":
        seat = game.seat(state)
        deal = game.view(state, seat)["deal"]
        if not found or found[-1][0] != game.spec.seats[seat]:
            found.append((game.spec.seats[seat], sum(deal["hand"].values()), deal["to_deploy"]))
        game.step(state, int(game.legal_mask(state).nonzero()[0][0]))
    return found


@EVERY_SET
def test_99_105_111_q29_the_liberated_draw_and_deploy_in_every_theatre_set(
    theatres: tuple[str, ...],
) -> None:
    game = game_of(*theatres)
    for battle, theatre, name, conquests in liberations(game):
        state = freed(game, battle, theatre, name, conquests)
        victims = victims_of(game, battle)
        dealt = [] if battle == AUSTRALIA else [(victim, 6, 3) for victim in victims]
        assert deploy_all(game, state) == dealt, (battle, name)
        seats = game.describe(state)["seats"]
        for victim in victims:
            assert not seats[victim].get("vanquished_by") and not seats[victim].get("expelled_by")
            if battle == AUSTRALIA:
                assert len(seats[victim]["deployed"]) == (name == victim)
                assert seats[victim]["discard"] == []
            else:
                assert len(seats[victim]["deployed"]) == len(seats[victim]["discard"]) == 3


@EVERY_SET
def test_100_106_112_130_everyone_has_his_place_again_in_every_theatre_set(
    theatres: tuple[str, ...],
) -> None:
    game: Any = game_of(*theatres)
    for battle, theatre, name, conquests in liberations(game):
        state = freed(game, battle, theatre, name, conquests)
        deploy_all(game, state)
        out = {VICTIM[first] for first in conquests} - {"us"}
        playing = [seat for seat in game.spec.seats if seat not in out]
        first = playing.index(name)
        turns = [name]
        while len(turns) <= len(playing):
            word = "draw" if game.prompt(state) == "turn_start" else "pass"
            game.step(state, game.parse(state, word))
            turn = game.spec.seats[game.record(state).turn]
            if turn != turns[-1]:
                turns.append(turn)
        assert turns == [*playing[first:], *playing[:first], name], (battle, name)


@EVERY_SET
def test_113_114_142_q39_the_card_changes_stacks_in_every_theatre_set(
    theatres: tuple[str, ...],
) -> None:
    game: Any = game_of(*theatres)
    for battle, theatre, name, conquests in liberations(game):
        state = freed(game, battle, theatre, name, conquests)
        record = game.record(state)
        side = int(game.loaded.tables.side[game.spec.seats.index(name)])
        copies = [b for b, known in enumerate(game.loaded.battle_names) if known == battle]
        places = sorted(int(record.place[b]) for b in copies)
        twin = [int(Place.DECK)] * (len(copies) - 1)
        assert places == [*twin, int(Place.AXIS) + side], (battle, name)
        found = game.describe(state)["won_by"][theatre]
        assert ("axis", "allies")[1 - side] not in found


@pytest.mark.parametrize("battle", sorted(set(RULES) - {AUSTRALIA}))
def test_67_107_the_vanquished_get_no_turn_to_free_themselves(battle: str) -> None:
    game: Any = game_of(*ALL)
    seats = fallen(game, battle)
    victims = [name for name in game.spec.seats if isinstance(seats[name], dict)]
    playing = [name for name in game.spec.seats if name not in victims]
    for name in playing:
        conflict = {home: {"deck": QUIET[home]} for home in ALL}
        state = orders(game, at_turn(game, name, conflict=conflict, **seats), "draw", "pass")
        after = playing[(playing.index(name) + 1) % len(playing)]
        assert game.describe(state)["turn"] == after


def whole_deck(game: Any, name: str) -> list[str]:
    """Every card of a seat's Arsenal deck, as often as it is in it."""
    home = game.spec.seats.index(name) * UNITS
    names = game.loaded.type_names[home : home + UNITS]
    return [
        card for t, card in enumerate(names) for _ in range(game.loaded.tables.copies[home + t])
    ]


def test_99_q19_with_an_empty_arsenal_the_liberated_come_back_with_nothing() -> None:
    game = game_of(WEST, PACIFIC)
    british = {"vanquished_by": "Invasion of Britain", "removed": whole_deck(game, "british")}
    us = {"deployed": ["M4 Sherman"], "retained": ["Counterattack"]}
    seats: dict[str, Any] = {"german": ["Bf 109"], "british": british, "us": us}
    state = at_turn(game, "us", japanese=["Akagi"], **seats)
    orders(game, state, "counterattack Invasion of Britain")
    found = game.describe(state)
    assert (found["prompt"], found["turn"]) == ("turn_start", "us")
    assert not found["seats"]["british"].get("vanquished_by")
    assert found["seats"]["british"]["deployed"] == []


def test_k2_q17_q19_with_an_empty_arsenal_a_buildup_brings_nothing() -> None:
    game = game_of(WEST, PACIFIC)
    front, rest = whole_deck(game, "german")[:1], whole_deck(game, "german")[1:]
    german = {"deployed": front, "removed": rest}
    conflict = {WEST: {"deck": ["Total War Economy", "Wolf Pack"]}}
    state = at_turn(game, "german", german=german, british=["Hood"], us=["Iowa"], conflict=conflict)
    orders(game, state, "draw")
    found = game.describe(state)
    assert (found["turn"], found["seats"]["german"]["deployed"]) == ("british", front)
    assert found["conflict"][WEST]["discard"] == ["Total War Economy"]
