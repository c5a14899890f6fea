"""The scripted players: as good as the results say, and the staff frozen by version."""

import hashlib

import numpy as np
import pytest

import warfront
from warfront_agents.agent import make_agent
from warfront_agents.staff.battlecards import VERSION
from warfront_training.match import play_match, sides_seating, two_sided

# Choices of each staff version on the same states; a change of the staff is a new version. Those
# states are of the built-in decks and rules: with others the same staff has another digest.
CHOICES = {1: "c8884c9ed16f7ef0"}


def staff_choices() -> str:
    """A digest of what the staff chooses at 4,000 decisions of random games of all theatres."""
    theatres = ("western_europe", "pacific", "russia", "north_africa")
    batch = warfront.make_batch("battlecards", n=40, seed=3, theatres=theatres)
    batch.reset()
    staff = make_agent("staff", batch.game)
    digest = hashlib.sha256()
    for _ in range(100):
        chosen = staff.act_batch(batch.observations, batch.masks, batch.seats)
        assert batch.masks[np.arange(40), chosen].all()
        digest.update(chosen.tobytes())
        for _ in range(20):
            batch.step_random()
    return digest.hexdigest()[:16]


def test_the_staff_is_frozen() -> None:
    assert staff_choices() == CHOICES[VERSION], "another staff is another VERSION"


@pytest.mark.parametrize(
    ("better", "worse", "bar"), [("greedy", "random", 0.75), ("staff", "greedy", 0.65)]
)
def test_the_ladder_of_scripted_players(better: str, worse: str, bar: float) -> None:
    game = warfront.make_game("battlecards")
    seatings = [sides_seating(game, better, worse), sides_seating(game, worse, better)]
    as_axis, as_allies = play_match("battlecards", {}, seatings, 500, seed=11)
    assert two_sided(as_axis, as_allies)[0] >= bar
