"""The scripted players of Spring 1942: they read the board aright and stay frozen."""

import hashlib

import numpy as np
import pytest

import warfront
from play import pick
from warfront.spring1942.state import LAYOUT
from warfront.spring1942.tables import SPACES
from warfront_agents.agent import make_agent
from warfront_agents.spring1942.board import read_board
from warfront_agents.staff.spring1942 import VERSION
from warfront_training.match import play_match, sides_seating, two_sided

# Choices of each staff version on the same states; a change of the staff is a new version.
CHOICES = {1: "1db5004da550b7c6", 2: "1e4edaab8427ac32", 3: "ddd28f319a3204ce"}
READ = (
    *("turn", "phase", "prompt", "seat", "here", "there", "unit", "grade", "slot", "cargo"),
    *("ipcs", "production", "purchased", "owner_at_start", "captured", "complex", "damage"),
    *("engage", "came_from", "raid", "produced", "army", "spent", "battle"),
)


def test_the_board_is_read_back_from_the_observation() -> None:
    game = warfront.make_game("spring1942", scenario="mini")
    state, board = game.new(3), np.zeros(1, LAYOUT).view(np.recarray)
    tables = game.tables  # type: ignore[attr-defined]
    rng = np.random.default_rng(1)
    for _ in range(300):
        if game.done(state):
            break
        seat = game.seat(state)
        obs = np.ascontiguousarray(game.observe(state, seat), np.uint8)
        read_board(tables[0], obs, board[0])
        for name in READ + (("force", "hits") if board[0].battle >= 0 else ()):
            read, true = np.asarray(board[0][name]), np.asarray(state[0][name])
            if read.shape[:1] == (SPACES,):
                read, true = read[: tables[0].n_spaces], true[: tables[0].n_spaces]
            assert np.array_equal(read, true), name
        game.step(state, pick(game.legal_mask(state), rng))


def staff_choices() -> str:
    """A digest of what the staff chooses at 1,200 decisions of games half its own, half random."""
    batch = warfront.make_batch("spring1942", n=20, seed=3)
    batch.reset()
    staff = make_agent("staff", batch.game)
    digest = hashlib.sha256()
    for _ in range(60):
        chosen = staff.act_batch(batch.observations, batch.masks, batch.seats)
        assert batch.masks[np.arange(20), chosen].all()
        digest.update(chosen.tobytes())
        batch.step(chosen)
        for _ in range(5):
            batch.step_random()
    return digest.hexdigest()[:16]


def test_the_staff_of_spring_1942_is_frozen() -> None:
    assert staff_choices() == CHOICES[VERSION], "another staff is another VERSION"


@pytest.mark.parametrize(
    ("better", "worse", "bar"), [("staff", "random", 0.95), ("staff", "greedy", 0.7)]
)
def test_the_ladder_of_scripted_players(better: str, worse: str, bar: float) -> None:
    game = warfront.make_game("spring1942")
    seatings = [sides_seating(game, better, worse), sides_seating(game, worse, better)]
    as_axis, as_allies = play_match("spring1942", {}, seatings, 25, seed=11)
    assert two_sided(as_axis, as_allies)[0] >= bar
