"""The public checks over Battlecards with each of the 15 sets of theatres."""

from collections.abc import Callable
from itertools import combinations

import pytest

import warfront
from brute import try_all_actions
from warfront.aec import CheckedAEC
from warfront.battlecards import engine
from warfront.battlecards.state import Prompt
from warfront.game import Game
from warfront.testing import check_game, check_masks, check_seeding

THEATRES = ("western_europe", "pacific", "russia", "north_africa")
SETS = [chosen for size in range(1, 5) for chosen in combinations(THEATRES, size)]
STATES = 1_400  # times 15 sets: at least 20,000 a run
SOME = 60
DEEP_STATES = 67_000  # at least 1,000,000


@pytest.fixture(params=SETS, ids="+".join)
def any_set(request: pytest.FixtureRequest) -> Game:
    """Battlecards with one set of theatres."""
    return warfront.make_game("battlecards", theatres=request.param)


def test_every_promise_holds(any_set: Game) -> None:
    """Copies, packs, hashes and the acting seat's view at every decision, the rest at some."""
    every = 12 * len(any_set.spec.seats)
    assert check_game(any_set, games=1, seed=3, every=every, hidden=True) > 20


def test_all_actions_of_many_states(any_set: Game) -> None:
    """Trial 6: mask and rules agree on every action."""
    tried = try_all_actions(any_set, engine, Prompt.OVER, STATES, seed=4)
    assert tried >= STATES * any_set.spec.num_actions


def test_all_actions_of_some_states_by_the_public_check(any_set: Game) -> None:
    assert check_masks(any_set, SOME, seed=4) == SOME * any_set.spec.num_actions


def test_two_environments_never_differ(any_set: Game) -> None:
    """Trial 1: a whole game and one that follows from it, each in one set of theatres."""
    assert check_seeding(lambda: CheckedAEC(any_set), games=2, seed=7) > 20


@pytest.mark.deep
def test_every_promise_holds_at_every_decision(any_set: Game) -> None:
    assert check_game(any_set, games=20, seed=5) > 400


@pytest.mark.deep
def test_all_actions_of_very_many_states(
    any_set: Game, record_property: Callable[[str, object], None]
) -> None:
    tried = try_all_actions(any_set, engine, Prompt.OVER, DEEP_STATES, seed=6)
    told = f"{any_set.spec.seats}: {tried:,} actions tried in at least {DEEP_STATES:,} states"
    record_property("figure", told)
    assert tried >= DEEP_STATES * any_set.spec.num_actions
