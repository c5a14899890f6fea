"""What must hold at every decision of random games, checked without the rules' own code."""

from typing import Any

import numpy as np
import pytest

from battlecards.positions import AFRICA, ALL, HOMES, PACIFIC, WEST_PACIFIC, WEST_RUSSIA, game_of
from play import pick
from warfront.battlecards.tables import BATTLES, UNITS, Role
from warfront.game import Game, State

SIDE = {"german": 0, "german_barbarossa": 0, "afrika_korps": 0, "japanese": 0}


def side_of(seat: str) -> int:
    """0 axis, 1 allies."""
    return SIDE.get(seat, 1)


def check_battle(game: Any, record: Any) -> None:
    """34-38, 67, 73, 80, 81: who stands in the lines of a battle."""
    tables, seats = game.loaded.tables, game.spec.seats
    card = int(record.battle)
    theatre = game.loaded.theatres[card // BATTLES]
    named = [int(bits) for bits in tables.parties[card]]
    armies = [int(record.attackers), int(record.defenders)]
    first, more = (int(n) for n in record.lines)
    for line in range(first + more):
        army = int(line >= first)
        owner, card_type = int(record.owner[line]), int(record.type[line])
        side = int(record.attack_side) if army == 0 else 1 - int(record.attack_side)
        assert side_of(seats[owner]) == side
        assert armies[army] >> owner & 1
        assert record.vanquished[owner] == 0
        assert int(record.kinds[army]) >> int(tables.kind[card_type]) & 1
        role = int(tables.role[card_type])
        assert role != Role.LEADER
        if role in (Role.GENERAL, Role.ADMIRAL):
            mode = int(record.mode)
            joint = {
                1: bin(named[side]).count("1") > 1,
                2: bin(named[side]).count("1") > 1,
                3: bin(armies[army]).count("1") > 1,
                4: False,
            }[mode]
            home = seats[card_type // UNITS]
            as_aid = home != seats[owner] and side_of(home) == side
            at_home = home in HOMES[theatre] or (as_aid and seats[owner] in HOMES[theatre])
            assert not joint or at_home
        if theatre == PACIFIC and seats[owner] == "us" and record.expelled[owner]:
            assert int(record.mode) == 3  # the liberating Counterattack
    if record.mode == 4:
        assert int(record.kinds[0]) == int(record.kinds[1]) in (3, 6)
        assert bin(armies[0]).count("1") == bin(armies[1]).count("1") == 1


def check_state(game: Any, state: State) -> None:
    """56-59, 63, 67-73, Q21: the accounts of the whole game."""
    tables, seats, record = game.loaded.tables, game.spec.seats, game.record(state)
    for side in range(2):
        worth = sum(
            int(tables.points[b]) for b in range(len(record.place)) if record.place[b] == 3 + side
        )
        assert record.points[side] == worth
        assert worth < tables.target or game.done(state)
    assert (record.retained.sum(axis=1) <= tables.hand_limit + 1).all()
    for seat, name in enumerate(seats):
        if record.vanquished[seat]:
            assert name != "us"
            assert not record.deployed[seat].any()
            assert int(record.seat) != seat
            assert int(record.turn) != seat or game.prompt(state) != "turn_start"
            by = int(record.vanquished[seat]) - 1
            assert record.place[by] == 3 + 1 - side_of(name)  # its card lies in the enemy's stack
            for b in range(len(record.place)):
                stands = b + 1 in record.vanquished or b + 1 in record.expelled  # kept (87, 88)
                if record.place[b] == 3 + side_of(name) and not stands:
                    here = b // BATTLES == int(tables.theatre[seat])
                    assert not (here and int(record.winners[b]) >> seat & 1)
        if record.expelled[seat]:
            assert name == "us"
    held = record.deck.astype(int) + record.discard + record.removed
    held += record.deployed.sum(axis=0, dtype=int)
    if record.hand_seat >= 0:
        home = int(record.hand_seat) * UNITS
        held[home : home + UNITS] += record.hand
    assert (held == tables.copies).all()
    if record.lines.any():
        check_battle(game, record)


@pytest.mark.parametrize("theatres", [WEST_PACIFIC, WEST_RUSSIA, (AFRICA, PACIFIC), ALL])
def test_34_56_57_65_67_accounts_and_lines_of_random_games(theatres: tuple[str, ...]) -> None:
    game: Any = game_of(*theatres)
    rng = np.random.default_rng(9)
    seen: set[str] = set()
    for seed in range(2):
        state = game.new(seed)
        for _ in range(1_200):
            if game.done(state):
                break
            game.step(state, pick(game.legal_mask(state), rng))
            check_state(game, state)
            seen.add(game.prompt(state))
    assert {"deploy", "execute", "shot", "withdraw", "turn_start", "aid"} <= seen


def conquered(game: Game) -> list[Any]:
    """Endgame positions in which much has been won and lost."""
    found = []
    for seed in range(4):
        seats: dict[str, Any] = {name: {"retained": ["Counterattack"]} for name in game.spec.seats}
        seats["british"] = {"vanquished_by": "Invasion of Britain"}
        if "us" in seats and seed % 2:
            seats["us"]["expelled_by"] = "Invasion of Australia"
            del seats["british"]["vanquished_by"]
        returned = {"axis": ["Battle for France"]} if not seed % 2 else {"axis": ["Midway"]}
        found.append(
            game.from_position(
                {"turn": "german", "seed": seed, "seats": seats, "returned": returned}
            )
        )
    return found


@pytest.mark.parametrize("theatres", [WEST_PACIFIC, ALL])
def test_63_67_69_73_accounts_and_lines_after_a_conquest(theatres: tuple[str, ...]) -> None:
    game: Any = game_of(*theatres)
    rng = np.random.default_rng(10)
    for state in conquered(game):
        for _ in range(600):
            if game.done(state):
                break
            game.step(state, pick(game.legal_mask(state), rng))
            check_state(game, state)
