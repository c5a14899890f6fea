"""Who may liberate whom: the matrix in all 15 theatre sets (95-98, 101-104, 107-129, 136)."""

from itertools import combinations
from typing import Any

import pytest

from battlecards.conquests import (
    AUSTRALIA,
    BRITAIN,
    GERMANY,
    JAPAN,
    MOSCOW,
    RULES,
    VICTIM,
    armed,
    fallen,
)
from battlecards.positions import (
    ALL,
    INFANTRY,
    RUSSIA,
    WEST,
    WEST_PACIFIC,
    at_turn,
    game_of,
    offers,
)
from warfront.battlecards.parties import can_counterattack
from warfront.battlecards.tables import UNITS
from warfront.game import Game, State

SETS = [theatres for n in (1, 2, 3, 4) for theatres in combinations(ALL, n)]


def may_liberate(game: Game, battle: str, name: str, conquered: tuple[str, ...] = ()) -> bool:
    """Whether a seat with a Counterattack is offered the battle."""
    seats = fallen(game, battle, conquered)
    if isinstance(seats[name], dict) and "vanquished_by" in seats[name]:
        return _may_rise(game, battle, name, at_turn(game, _standing(game, seats), **seats))
    seats[name] = armed(seats[name], name)
    state = at_turn(game, name, **seats)
    return any(word.startswith(f"counterattack {battle}") for word in offers(game, state))


def _standing(game: Game, seats: dict[str, Any]) -> str:
    """A seat that is not out."""
    return next(name for name in game.spec.seats if not isinstance(seats[name], dict))


def _may_rise(game: Any, battle: str, name: str, state: State) -> bool:
    """Whether the rule would let a vanquished seat liberate, had it units at all."""
    record, seat = game.record(state), game.spec.seats.index(name)
    home = game.spec.seats.index(name) * UNITS
    unit = home + game.loaded.type_names[home : home + UNITS].index(INFANTRY[name])
    record.deployed[seat, unit] = 1
    number = game.loaded.battle_names.index(battle)
    return bool(can_counterattack(game.loaded.tables, record, seat, number))


@pytest.mark.parametrize("theatres", SETS, ids=["+".join(t) for t in SETS])
def test_95_to_129_who_may_liberate_whom_in_every_theatre_set(theatres: tuple[str, ...]) -> None:
    """The matrix: 96-98, 101-104, 107-110, 115-120, 123-129."""
    game = game_of(*theatres)
    home = {GERMANY: RUSSIA if WEST not in theatres else WEST}
    for battle, (theatre, _, liberators) in RULES.items():
        if home.get(battle, theatre) not in theatres:
            continue
        if len(theatres) == 1:
            continue  # that conquest ended the game
        for name in game.spec.seats:
            first = liberators.get(name)
            here = first is None or VICTIM[first] in game.spec.seats
            conquests = (first,) if first and here else ()
            expected = name in liberators and here
            assert may_liberate(game, battle, name, conquests) is expected, (battle, name)
            if first and here:  # 110, 116, 126: not before
                assert not may_liberate(game, battle, name), (battle, name)


def test_119_each_germans_right_depends_on_his_own_theatre() -> None:
    game = game_of(*ALL)
    assert not may_liberate(game, JAPAN, "german", (MOSCOW,))
    assert not may_liberate(game, JAPAN, "german_barbarossa", (BRITAIN,))
    assert may_liberate(game, JAPAN, "german", (BRITAIN, MOSCOW))


def test_95_option_any_ally_may_liberate() -> None:
    game = game_of(*ALL, any_liberator=True)
    assert may_liberate(game, AUSTRALIA, "soviet")
    assert may_liberate(game, JAPAN, "afrika_korps")
    assert not may_liberate(game, BRITAIN, "british")


@pytest.mark.parametrize("once_ever", [True, False])
def test_136_the_condition_must_still_stand(once_ever: bool) -> None:
    game = game_of(*ALL, once_ever=once_ever)
    seats = fallen(game, GERMANY)
    seats["japanese"] = armed(seats["japanese"], "japanese")
    seats["us"] = [INFANTRY["us"]]  # Australia was won once and is free again
    state = at_turn(game, "japanese", conquests=[AUSTRALIA, f"{GERMANY} ({WEST})"], **seats)
    offered = any(word.startswith("counterattack") for word in offers(game, state))
    assert offered is once_ever


def test_123_no_counterattack_frees_the_soviets() -> None:
    game = game_of(*ALL)
    for name in ("british", "us", "army_of_the_nile"):
        assert not may_liberate(game, MOSCOW, name)


def test_107_no_other_vanquished_player_acts_at_all() -> None:
    for theatres in (WEST_PACIFIC, ALL):
        game = game_of(*theatres)
        assert not may_liberate(game, BRITAIN, "british")
        assert not may_liberate(game, JAPAN, "japanese")
        assert may_liberate(game, AUSTRALIA, "us")
