"""What must hold through every random phase 3: nothing appears, nothing is counted wrongly."""

import random
from typing import Any

import numpy as np

from warfront import make_game
from warfront.spring1942.actions import Act
from warfront.spring1942.conquest import recount
from warfront.spring1942.state import Hold, Phase, Prompt
from warfront.spring1942.tables import POWERS, UNITS, Unit

GUN = Unit.AA_GUN.value


def pieces(state: Any) -> Any:
    """All pieces of every power, cargo among them: [p, u]."""
    count = state.army.astype(int).sum(axis=0)
    for row in state.transports:
        for k in range(2):
            if row[Hold.CARGO + k] >= 0:
                count[row[Hold.WHOSE + k], row[Hold.CARGO + k]] += 1
    return count


def check_counts(game: Any, state: Any) -> None:
    """I3, V1: production and cities as counted anew; transports in the table as on the board."""
    again = np.array([state]).view(np.recarray)[0]
    recount(game.loaded.tables, again)
    assert (state.production == again.production).all()
    assert (state.cities == again.cities).all()
    rows = [row for row in state.transports if row[Hold.OWNER] >= 0]
    found = np.zeros_like(state.army[:, :, Unit.TRANSPORT])
    for row in rows:
        found[row[Hold.SPACE], row[Hold.OWNER]] += 1
    assert (found == state.army[:, :, Unit.TRANSPORT]).all()


def check_battle(before: Any, after: Any) -> None:
    """Between two decisions of phase 3 pieces are only lost; guns only change hands."""
    change = pieces(after) - pieces(before)
    guns = change[:, GUN].copy()
    change[:, GUN] = 0
    assert (change <= 0).all()
    assert guns.sum() == 0
    assert (after.army >= 0).all() and (after.force >= 0).all() and (after.dying >= 0).all()
    assert (after.spent >= 0).all() and (after.damaged <= after.army[:, :, Unit.BATTLESHIP]).all()
    if after.battle < 0:
        assert not after.force.any() and not after.dying.any() and not after.hits.any()
        assert not after.named.any() and not after.submerged.any()


def check_force(state: Any) -> None:
    """Units in a battle are on the board, hit and submerged ones and raiders apart."""
    s = int(state.battle)
    if s < 0:
        return
    held = state.force + state.dying
    held[:, Unit.SUBMARINE] += state.submerged
    assert (held <= state.army[s]).all()
    assert held.shape == (POWERS, UNITS)


def pick(rng: random.Random, state: Any, legal: list[int]) -> int:
    """At random, but phases without a fight are cut short, and moves go where enemies stand."""
    if legal[0] == Act.DONE and state.phase not in (Phase.COMBAT_MOVE, Phase.COMBAT):
        return legal[0]
    if state.prompt == Prompt.MOVE_TO:
        return rng.choice([a for a in legal if state.enemy[a - Act.SPACE]] or legal)
    return rng.choice(legal)


def play(scenario: str, seed: int, most: int) -> int:
    """A random game; returns the decisions seen in phase 3."""
    game: Any = make_game("spring1942", scenario=scenario)
    rng = random.Random(seed)
    states = game.new(seed=seed)
    seen = 0
    for _ in range(most):
        if game.done(states):
            break
        before = states.copy().view(np.recarray)[0]
        legal = np.flatnonzero(game.legal_mask(states)).tolist()
        game.step(states, pick(rng, before, legal))
        state = states.view(np.recarray)[0]
        if before.phase == Phase.COMBAT:
            if state.phase == Phase.COMBAT and state.turn == before.turn:
                check_battle(before, state)
                seen += 1
            check_force(state)
        check_counts(game, state)
    return seen


def test_i3_v1_c2_random_mini_games_keep_their_counts() -> None:
    """Trial 33: cities, income and ownership reckoned anew at every step."""
    assert sum(play("mini", seed, 3000) for seed in range(12)) > 40


def test_i3_v1_c2_a_random_full_game_keeps_its_counts() -> None:
    assert play("opening", 5, 4000) > 10
