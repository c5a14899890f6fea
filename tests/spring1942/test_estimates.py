"""What the staff reckons, as features: against plain counts, and the same however it is asked."""

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import warfront
from exports import write_run
from warfront.game import BadInput, Game
from warfront.spring1942.tables import UNIT_NAMES
from warfront_agents.features import Features
from warfront_agents.learned import LearnedAgent
from warfront_agents.spring1942.estimates import OF_ALL, OF_SPACE

MINI = {"scenario": "mini"}
GOLDEN = "20c6283ff54e"  # of version 1; a change of this moves VERSION in estimates.py


@pytest.fixture(scope="module")
def mini() -> Game:
    return warfront.make_game("spring1942", **MINI)


def seen(game: Game, wanted: int) -> list[tuple[Any, Any, int]]:
    """(view, observation, seat) of positions of random games."""
    rng = np.random.default_rng(8)
    found: list[tuple[Any, Any, int]] = []
    state = game.new(2)
    while len(found) < wanted:
        if game.done(state):
            state = game.new(int(rng.integers(1000)))
        seat = game.seat(state)
        if rng.random() < 0.05:
            found.append((game.view(state, seat), game.observe(state, seat), seat))
        game.step(state, int(rng.choice(np.flatnonzero(game.legal_mask(state)))))
    return found


def told_of(game: Any, observations: Any) -> tuple[Any, Any]:
    """Estimates of spaces [n, E, OF_SPACE] and of positions [n, OF_ALL]."""
    found = Features(game, estimates=True).estimate(np.stack(observations))
    spaces = len(game.loaded.spaces)
    return found[:, :-OF_ALL].reshape(-1, spaces, OF_SPACE), found[:, -OF_ALL:]


def hits_of(game: Any, view: Any, space: str, sides: set[int]) -> float:
    """Hits that fighting units of these sides in a space can take, counted from the view."""
    tables, powers = game.loaded.tables, list(game.loaded.powers)
    hits = dict(zip(UNIT_NAMES, tables.hits.tolist(), strict=False))
    total = 0.0
    for power, units in view["spaces"][space].get("units", {}).items():
        if int(tables.side[powers.index(power)]) in sides:
            for unit, count in units.items():
                total += count * hits.get(unit, 0) * (unit not in ("aa_gun", "transport"))
    return total


def worth_of(game: Any, view: Any, space: str, side: str) -> float:
    """What the staff says that a territory is worth, before what decides the game."""
    tables, s = game.loaded.tables, list(game.loaded.spaces).index(space)
    worth = 1.0 + 2.5 * float(tables.ipc[s]) + 18.0 * bool(tables.victory_city[s])
    worth += 25.0 * bool(tables.capital_power[s] >= 0)
    worth += 6.0 * bool(view["spaces"][space].get("industrial_complex"))
    held, wanted = view["cities"][side]["held"], view["cities"][side]["wanted"]
    theirs = view["powers"][view["spaces"][space]["owner"]]["side"] != side
    if theirs and tables.victory_city[s] and wanted - held in (1, 2):
        worth += 120.0 / (wanted - held)
    return worth


def test_guards_and_worths_are_those_of_a_plain_count(mini: Any) -> None:
    """Of what stands there: the own side's, on enemy land the enemy's."""
    positions = seen(mini, 40)
    spaces, _ = told_of(mini, [observation for _, observation, _ in positions])
    land, compared = int(mini.loaded.tables.n_land), 0
    for (view, _, _), told in zip(positions, spaces, strict=True):
        turn = list(mini.loaded.powers).index(view["turn"])
        mine = int(mini.loaded.tables.side[turn])
        side = view["powers"][view["turn"]]["side"]
        for s, space in enumerate(mini.loaded.spaces):
            owner = view["spaces"][space].get("owner")
            friendly = s >= land or view["powers"][owner]["side"] == side
            hits = hits_of(mini, view, space, {mine} if friendly else {1 - mine})
            assert told[s, 3] * 10 == pytest.approx(hits, abs=1e-4), (view, space)
            if s < land:
                assert told[s, 4] * 25 == pytest.approx(worth_of(mini, view, space, side), abs=1e-3)
            compared += 1
    assert compared == 40 * len(mini.loaded.spaces)


def test_attacks_are_told_of_enemy_spaces_in_the_combat_move(mini: Any) -> None:
    positions = seen(mini, 200)
    spaces, _ = told_of(mini, [observation for _, observation, _ in positions])
    land, told_of_any = int(mini.loaded.tables.n_land), 0
    for (view, _, _), told in zip(positions, spaces, strict=True):
        side = view["powers"][view["turn"]]["side"]
        for s, space in enumerate(mini.loaded.spaces):
            here = view["spaces"][space]
            foes = [p for p in here.get("units", {}) if view["powers"][p]["side"] != side]
            enemy = foes if s >= land else view["powers"][here["owner"]]["side"] != side
            if told[s, 8] > 0:
                told_of_any += 1
                assert view["phase"] == "combat_move" and enemy, (view["phase"], space)
                assert 0 <= told[s, 9] <= 1 and told[s, 11] == (told[s, 10] > 0)
            else:
                assert (told[s, 8:] == 0).all()
    assert told_of_any > 20


def test_they_are_the_same_alone_and_among_others(mini: Game) -> None:
    observations = np.stack([observation for _, observation, _ in seen(mini, 12)])
    seats = np.array([seat for _, _, seat in seen(mini, 12)], np.int8)
    features, plain = Features(mini, estimates=True), Features(mini)
    together = features(observations, seats)
    assert (together[:, : plain.size] == plain(observations, seats)).all()
    assert (together[:, plain.size :] == features.estimate(observations)).all()
    for k in (11, 3, 7):
        assert (features(observations[[k]], seats[[k]]) == together[k]).all()
    assert np.isfinite(together).all() and np.abs(together).max() < 32


def test_other_estimates_are_another_version(mini: Any) -> None:
    found = told_of(mini, [observation for _, observation, _ in seen(mini, 60)])
    words = b"".join(np.round(each, 3).tobytes() for each in found)
    assert hashlib.sha256(words).hexdigest()[:12] == GOLDEN


def test_a_policy_reads_what_it_was_trained_on(mini: Game, tmp_path: Path) -> None:
    """Its file says which features; files of two kinds of runs do not sit together."""
    plain, rich = Features(mini), Features(mini, estimates=True)
    assert plain.digest != rich.digest
    assert Features.of(mini, rich.digest).estimates is not None
    assert Features.of(mini, plain.digest).estimates is None
    assert Features.of(mini, "unknown").digest == plain.digest
    run = write_run(tmp_path / "rich", mini, "estimates", MINI)
    other = write_run(tmp_path / "plain", mini, "board", MINI)
    agent = LearnedAgent.load(run, mini)
    assert agent._features.digest == rich.digest
    files = [run / "checkpoints" / "axis.npz", other / "checkpoints" / "allies.npz"]
    with pytest.raises(BadInput, match="reads other features than"):
        LearnedAgent.of(files, mini)
