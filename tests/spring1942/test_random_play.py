"""What must hold at every decision of random play, on the mini map and on the full one."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import warfront
from brute import try_all_actions
from play import pick
from warfront.aec import CheckedAEC
from warfront.record import Record, replay
from warfront.spring1942 import engine
from warfront.spring1942.actions import NUM_ACTIONS
from warfront.spring1942.state import Hold, Phase, Prompt
from warfront.spring1942.tables import SPENT_FIRST, UNIT_DOMAIN, UNIT_MOVE, UNITS, Unit
from warfront.testing import check_game, check_seeding

FIGHTER, CARRIER, TRANSPORT = int(Unit.FIGHTER), int(Unit.CARRIER), int(Unit.TRANSPORT)
GAMES = 32
MOVES = (Phase.COMBAT_MOVE, Phase.NONCOMBAT)


def played(scenario: str, steps: int) -> Any:
    """Random games; after every step the batch is handed out."""
    batch = warfront.make_batch("spring1942", n=GAMES, seed=5, scenario=scenario)
    batch.reset()
    for _ in range(steps):
        yield batch
        batch.step_random()


def aboard(states: Any) -> Any:
    """Cargo by kind, [game, unit]."""
    rows = states["transports"]
    cargo = rows[:, :, [Hold.CARGO, Hold.CARGO + 1]].reshape(len(states), -1)
    return np.stack([(cargo == u).sum(1) for u in range(UNITS)], axis=1)


@pytest.mark.parametrize("scenario", ["mini", "opening"])
def test_i3_v1_production_and_cities_equal_the_recount(scenario: str) -> None:
    for batch in played(scenario, 600):
        tables, s = batch.game.tables[0], batch.states
        land = int(tables["n_land"])
        owner = s["owner"][:, :land]
        for p in range(int(tables["n_powers"])):
            assert ((owner == p) @ tables["ipc"][:land] == s["production"][:, p]).all()
        sides = tables["side"][owner]
        for side in (0, 1):
            cities = ((sides == side) * tables["victory_city"][:land]).sum(1)
            assert (cities == s["cities"][:, side]).all()


@pytest.mark.parametrize("scenario", ["mini", "opening"])
def test_the_board_stays_sound(scenario: str) -> None:
    for batch in played(scenario, 600):
        tables, s = batch.game.tables[0], batch.states
        land, spaces = int(tables["n_land"]), int(tables["n_spaces"])
        army = s["army"].astype(int)
        assert army.min() >= 0 and s["spent"].min() >= 0 and s["ipcs"].min() >= 0
        domain = np.array(UNIT_DOMAIN)
        assert not army[:, :land][..., domain == 2].any(), "a ship on land"
        assert not army[:, land:][..., domain == 0].any(), "a land unit at sea"
        assert not army[:, spaces:].any()
        own = army[np.arange(len(s)), :, s["turn"]]
        for u in range(11):
            for sea, where in ((0, slice(0, land)), (1, slice(land, spaces))):
                first = SPENT_FIRST[sea][u]
                if first >= 0:
                    moved = s["spent"][:, where, first : first + UNIT_MOVE[u]].sum(-1)
                    assert (moved <= own[:, where, u]).all(), f"unit {u} moved that is not there"
        assert (batch.masks.sum(1) >= 2).all(), "a choice without a choice"
        assert batch.masks.shape[1] == NUM_ACTIONS <= 512


@pytest.mark.parametrize("scenario", ["mini", "opening"])
def test_the_transports_table_agrees_with_the_board(scenario: str) -> None:
    for batch in played(scenario, 400):
        s = batch.states
        counted = np.zeros_like(s["army"][..., TRANSPORT])
        for game, rows in enumerate(s["transports"]):
            full = rows[rows[:, Hold.OWNER] >= 0]
            np.add.at(counted[game], (full[:, Hold.SPACE], full[:, Hold.OWNER]), 1)
            assert full.tolist() == sorted(full.tolist()), "rows out of order"
            assert (rows[len(full) :, Hold.OWNER] == -1).all(), "a gap in the table"
            second, first = full[:, Hold.CARGO + 1], full[:, Hold.CARGO]
            assert ((second <= 0) & (first >= second)).all(), "CM19: too much aboard"
        assert (counted == s["army"][..., TRANSPORT]).all()


@pytest.mark.parametrize("scenario", ["mini", "opening"])
def test_p1_m3_m8_units_are_conserved_but_for_buying_placing_and_losing(scenario: str) -> None:
    """Step by step within a turn: board, cargo, what waits off the board, and IPCs."""
    before: Any = None
    seen: Counter[int] = Counter()
    for batch in played(scenario, 600):
        after = holdings(batch)
        if before is not None:
            for game in np.flatnonzero((before["when"] == after["when"]).all(1)):
                old, new = (
                    {key: row[game] for key, row in each.items()} for each in (before, after)
                )
                check_goods(batch.game.tables[0], old, new, f"game {game}, {new['when']}")
                seen[int(old["phase"])] += 1
        before = after
    assert min(seen[phase] for phase in (1, 2, 3, 4, 5)) > 100, seen


def holdings(batch: Any) -> dict[str, Any]:
    """Of every game: the turn, its phase, goods [game, kind] on the board and waiting, IPCs."""
    s = batch.states
    complexes = (s["complex"] > 0).sum(1, dtype=int)[:, None]
    return {
        "when": np.stack([batch.games, s["game_round"], s["turn"]], axis=1),
        "phase": s["phase"].copy(),
        "board": np.hstack([s["army"].sum((1, 2), dtype=int) + aboard(s), complexes]),
        "waiting": s["purchased"].astype(int),
        "guns aboard": aboard(s)[:, Unit.AA_GUN].astype(int),
        "ipcs": s["ipcs"].sum(1, dtype=int),
        "damage": s["damage"].sum(1, dtype=int),
    }


def check_goods(tables: Any, old: Any, new: Any, where: str) -> None:
    """One step of one turn keeps what it may not change."""
    board, waiting = new["board"] - old["board"], new["waiting"] - old["waiting"]
    if old["phase"] == Phase.PURCHASE:  # P1, P4: what is bought or repaired is paid
        assert (board == 0).all() and (waiting >= 0).all(), where
        paid = waiting @ tables["cost"] + old["damage"] - new["damage"]
        assert old["ipcs"] - new["ipcs"] == paid, where
    elif old["phase"] == new["phase"] == Phase.MOBILIZE:  # M3: placed is what waits no more
        assert (board == -waiting).all() and (board >= 0).all(), where
    elif old["phase"] in MOVES and old["phase"] == new["phase"]:
        assert (board == 0).all() and (waiting == 0).all(), where
    else:  # battles, and the ends of phases: units are lost, guns and complexes change hands
        assert (board + waiting <= 0).all() and (waiting <= 0).all(), where
        assert board[-1] == 0 and board[Unit.AA_GUN] >= -old["guns aboard"], where


@pytest.mark.parametrize("scenario", ["mini", "opening"])
def test_ncm6_ncm10_a_turn_begins_with_every_aircraft_on_a_landing_place(scenario: str) -> None:
    seen = 0
    for batch in played(scenario, 800):
        tables, s = batch.game.tables[0], batch.states
        land, powers = int(tables["n_land"]), int(tables["n_powers"])
        fresh = s["phase"] == Phase.PURCHASE
        army = s["army"][fresh].astype(int)
        seen += len(army)
        assert not army[:, land:, :, Unit.BOMBER].any(), "a bomber at sea"
        for side in (0, 1):
            friends = [p for p in range(powers) if tables["side"][p] == side]
            fighters = army[:, land:, friends, FIGHTER].sum(-1)
            decks = army[:, land:, friends, CARRIER].sum(-1)
            assert (fighters <= 2 * decks).all(), "more fighters than places"
            foreign = tables["side"][s["owner"][fresh][:, :land]] != side
            assert not army[:, :land, friends].sum((-1, -2))[foreign].any(), "left behind"
    assert seen > 50


def test_a_turn_of_random_play_takes_few_decisions() -> None:
    batch = warfront.make_batch("spring1942", n=GAMES, seed=5)
    batch.reset()
    for _ in range(1500):
        batch.step_random()
    s = batch.states
    turns = ((s["game_round"] - 1) * 5 + s["turn"] + 1).sum() + batch.games.sum() * 100
    assert batch.counts.sum() / turns < 200


@pytest.mark.parametrize("scenario", ["mini", "opening"])
def test_every_action_in_ten_thousand_states(scenario: str) -> None:
    game = warfront.make_game("spring1942", scenario=scenario)
    tried = try_all_actions(game, engine, int(Prompt.OVER), 10_000, seed=8)
    assert tried >= 10_000 * NUM_ACTIONS


def test_two_environments_on_the_full_map_never_differ() -> None:
    game = warfront.make_game("spring1942", options={"round_limit": 1})
    assert check_seeding(lambda: CheckedAEC(game), games=2, seed=7) > 300


def test_two_rounds_on_the_full_map_keep_every_promise() -> None:
    game = warfront.make_game("spring1942", options={"round_limit": 2})
    assert check_game(game, games=1, seed=3, every=60) > 100


def test_a_record_of_the_full_map_replays(tmp_path: Path) -> None:
    game = warfront.make_game("spring1942", options={"round_limit": 1})
    state, rng = game.new(6), np.random.default_rng(6)
    record = Record.start(game, state, 6)
    while not game.done(state):
        record.step(game, state, pick(game.legal_mask(state), rng))
    record.write(tmp_path / "game.jsonl")
    again = replay(tmp_path / "game.jsonl")
    assert again.state.tobytes() == state.tobytes() and len(record.decisions) > 150
    assert record.how == "limit"
