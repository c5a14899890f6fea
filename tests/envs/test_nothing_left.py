"""Trial 5: a seat with no units and no cards has exactly one thing to do: to let it pass."""

from itertools import combinations

import numpy as np
import pytest

import warfront
from play import pick
from warfront.game import Game, State

THEATRES = ("western_europe", "pacific", "russia", "north_africa")
NOTHING: dict[str, list[str]] = {"deployed": [], "retained": [], "arsenal": []}
PHASES = ("purchase", "combat_move", "noncombat_move", "mobilize")


def offered(game: Game, state: State) -> list[str]:
    legal = np.flatnonzero(game.legal_mask(state)).tolist()
    return [game.action_text(state, action) for action in legal]


@pytest.mark.parametrize("theatres", [*combinations(THEATRES, 1), THEATRES])
def test_with_nothing_left_a_turn_is_to_draw_the_conflict_card(theatres: tuple[str, ...]) -> None:
    game = warfront.make_game("battlecards", theatres=theatres)
    seats = {seat: NOTHING for seat in game.spec.seats}
    rng = np.random.default_rng(0)
    for seat in game.spec.seats:
        state = game.from_position({"turn": seat, "seats": seats})
        assert game.spec.seats[game.seat(state)] == seat
        assert offered(game, state) == ["draw"]
        for _ in range(20):  # nor does anybody get stuck later
            game.step(state, pick(game.legal_mask(state), rng))


@pytest.mark.parametrize("scenario", ["mini", "opening"])
@pytest.mark.parametrize("phase", PHASES)
def test_with_nothing_left_a_phase_is_done(scenario: str, phase: str) -> None:
    game = warfront.make_game("spring1942", scenario=scenario)
    for seat in game.spec.seats:
        position = {"scenario": scenario, "base": "empty", "seat": seat, "phase": phase}
        assert offered(game, game.from_position(position)) == ["done"]
