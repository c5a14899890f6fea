"""PettingZoo's face while a game is played: rewards, seats, actions, observations, copies."""

import copy
import multiprocessing
import pickle
import time
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo import test as pettingzoo_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from play import REWARDS, look, pick, play_aec, play_seeded
from toy import FREED
from warfront import IllegalAction
from warfront.aec import AllianceAEC, CheckedAEC
from warfront.game import Game

API: Any = pettingzoo_test.api_test  # type: ignore[attr-defined]
PARALLEL: Any = pettingzoo_test.parallel_api_test  # type: ignore[attr-defined]
SEED: Any = pettingzoo_test.seed_test  # type: ignore[attr-defined]
KINDS = (AllianceAEC, CheckedAEC)

OCCUPIED = {
    "turn": "us",
    "seats": {
        "german": {"deployed": ["Bf 109"]},  # no ground unit: who counterattacks meets nobody
        "british": {"vanquished_by": "Invasion of Britain"},
        "japanese": {"deployed": ["Akagi"]},
        "us": {"deployed": ["105 mm Howitzer"], "retained": ["Counterattack"]},
    },
}


@pytest.mark.parametrize("kind", KINDS)
def test_pettingzoo_api_and_seed(game: Game, kind: type[AllianceAEC]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        API(kind(game, render_mode="ansi"), num_cycles=300)
        SEED(lambda: kind(game), num_cycles=50)


def test_api_with_a_seat_that_comes_back() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        API(CheckedAEC("skirmish", scenario=FREED), num_cycles=300)


class Watched(CheckedAEC):
    """Counts how often a seat is asked that was out earlier in the same game."""

    out: frozenset[str] = frozenset()
    returned = 0

    def step(self, action: Any) -> None:
        seats = self.game.describe(self._state)["seats"]
        now = {name for name in seats if seats[name].get("vanquished_by")}
        asked = self.agent_selection
        self.returned += asked in self.out and asked not in now
        self.out |= now
        super().step(action)

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        self.out = frozenset()
        super().reset(seed, options)


def test_api_with_a_battlecards_seat_that_is_liberated() -> None:
    """Trial 16: the US free Britain, and the British are asked again while PettingZoo looks on."""
    env = Watched("battlecards", scenario=OCCUPIED)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        for _ in range(10):  # a random choice decides whether they do
            API(env, num_cycles=30)
            if env.returned:
                break
    assert env.returned > 0


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("reward", REWARDS)
def test_what_is_handed_out_sums_to_the_returns(
    two_hundred: list[tuple[Game, range]], kind: type[AllianceAEC], reward: str
) -> None:
    rng = np.random.default_rng(2)
    for game, seeds in two_hundred:
        env = kind(game, reward=reward)
        for seed in seeds:
            env.reset(seed=seed)
            handed = play_aec(env, rng)
            returns = game.returns(env._state, reward)
            assert list(handed.values()) == pytest.approx(returns.tolist(), abs=1e-5)
            if reward in ("team", "margin"):
                assert sum(handed.values()) == pytest.approx(0, abs=1e-5)


def test_a_win_pays_its_side_and_costs_the_other() -> None:
    env = CheckedAEC("skirmish", target=1)
    env.reset(seed=1)
    env.step(0)  # north gathers the only point that is needed
    assert env.rewards == {"north": 1, "east": -1, "south": 1, "west": -1}
    assert all(env.terminations.values())


def test_losses_on_another_turn_reach_the_seat_at_its_own() -> None:
    scenario = {"card": [2, 0, 1, 1], "seat": "north"}
    env = CheckedAEC("skirmish", scenario=scenario, reward="individual")
    for seed in range(20):
        env.reset(seed=seed)
        env.step(2 + 1)  # north strikes east
        if env.rewards["east"] < 0:
            assert env._cumulative_rewards["east"] == pytest.approx(-1 / 12)
            env.step(0)
            assert env._cumulative_rewards["east"] == pytest.approx(-1 / 12)
            return
    raise AssertionError("north never hit")


def test_a_fallen_seat_stays_and_is_asked_again() -> None:
    """Trials 14 and 16: a seat that is out stays in `agents`, so that it can come back."""
    env = CheckedAEC("skirmish", scenario=FREED)
    env.reset(seed=1)
    assert env.agents == ["north", "east", "south", "west"]
    env.step(6 + 2)  # north frees south
    env.step(0)
    assert env.agent_selection == "south"
    assert look(env)["action_mask"].any()


def test_a_fallen_seat_is_passed_over() -> None:
    """Trial 14: a seat that is out can be looked at like any other; its mask is empty."""
    env = CheckedAEC("skirmish", scenario=FREED)
    env.reset(seed=1)
    env.step(0)
    env.step(0)
    assert env.agent_selection == "west"
    assert not env.terminations["south"]
    assert not env.observe("south")["action_mask"].any()


def test_the_limit_truncates_every_seat() -> None:
    env = CheckedAEC("skirmish", target=100, limit=5)
    env.reset(seed=1)
    for _ in range(5):
        assert not any(env.truncations.values())
        env.step(0)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not look(env)["action_mask"].any()


@pytest.mark.parametrize("kind", KINDS)
def test_an_illegal_action_raises_and_changes_nothing(game: Game, kind: type[AllianceAEC]) -> None:
    env = kind(game)
    env.reset(seed=3)
    mask = look(env)["action_mask"]
    before, seat = env._state.tobytes(), env.agent_selection
    illegal = [int(a) for a in np.flatnonzero(mask == 0)[:3]]
    wrong: list[Any] = [*illegal, -1, len(mask), None, 1.0, "0", np.nan]
    for action in wrong:
        with pytest.raises(IllegalAction):
            env.step(action)
        assert env._state.tobytes() == before
        assert env.agent_selection == seat
    env.step(np.int32(np.flatnonzero(mask)[0]))
    assert env._state.tobytes() != before


def test_observations_lie_in_their_space(game: Game) -> None:
    """Trial 36: in their space and of its dtype, at every step and for every seat."""
    env = CheckedAEC(game)
    rng = np.random.default_rng(4)
    for seed in range(3):
        env.reset(seed=seed)
        for seat in env.agent_iter():
            for other in env.possible_agents:
                assert env.observation_space(other).contains(env.observe(other))
            _, _, terminated, truncated, _ = env.last()
            seen = look(env)
            assert seen["observation"].dtype == np.float32
            assert seen["action_mask"].dtype == np.int8
            over = terminated or truncated
            env.step(None if over else pick(seen["action_mask"], rng))
            assert env.action_space(seat) is env.action_space(seat)


def test_masks_of_seats_that_are_not_asked_are_empty(game: Game) -> None:
    env = CheckedAEC(game)
    env.reset(seed=5)
    for seat in env.agents:
        assert env.observe(seat)["action_mask"].any() == (seat == env.agent_selection)


def test_what_was_given_out_does_not_change_later(game: Game) -> None:
    env = CheckedAEC(game)
    env.reset(seed=6)
    seen = look(env)
    kept = copy.deepcopy(seen)
    env.step(pick(seen["action_mask"], np.random.default_rng(0)))
    for key, value in kept.items():
        assert np.array_equal(seen[key], value)


@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike_and_apart(game: Game, twin_of: Any) -> None:
    """Trial 30: a copy shares nothing that changes."""
    env = CheckedAEC(game, reward="individual")
    env.reset(seed=7)
    rng = np.random.default_rng(0)
    for _ in range(9):
        env.step(pick(look(env)["action_mask"], rng))
    twin = twin_of(env)
    before = env._state.tobytes()
    handed = play_aec(twin, np.random.default_rng(1))
    assert env._state.tobytes() == before
    assert len(env.agents) == len(game.spec.seats)
    assert handed == play_aec(env, np.random.default_rng(1))
    assert env._state.tobytes() == twin._state.tobytes()


@pytest.mark.serial
def test_copying_a_state_is_quick(game: Game) -> None:
    """Trial 30: under 50 microseconds."""
    state = game.new(1)
    best = min(_seconds(lambda: game.copy(state)) for _ in range(50))
    assert best < 50e-6


def _seconds(work: Any) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def test_a_spawned_process_plays_the_same(game: Game) -> None:
    env = CheckedAEC(game, reward="individual")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(play_seeded, (env, 3)) == play_seeded(env, 3)


def test_turn_based_parallel_play(game: Game) -> None:
    """Trial 17: what each seat is shown is the state as the seat before it left it."""
    env: Any = turn_based_aec_to_parallel(CheckedAEC(game))
    rng = np.random.default_rng(8)
    for seed in range(100 if game.spec.name == "skirmish" else 10):
        seen, _ = env.reset(seed=seed)
        while env.agents:
            asked = env.aec_env.agent_selection
            state = env.aec_env._state
            for seat, what in seen.items():
                fresh = game.observe(state, game.spec.seats.index(seat))
                assert np.array_equal(what["observation"], fresh)
            over = any(env.aec_env.terminations.values()) or any(env.aec_env.truncations.values())
            action = None if over else pick(seen[asked]["action_mask"], rng)
            seen, *_ = env.step(dict.fromkeys(env.agents, action))


def test_pettingzoo_parallel_api(game: Game) -> None:
    """Trial 18: PettingZoo's test of parallel environments keeps to our masks and passes."""
    PARALLEL(turn_based_aec_to_parallel(CheckedAEC(game)), num_cycles=100)


def test_parallel_play_without_masks_raises_and_changes_nothing(game: Game) -> None:
    """Trial 18: what a test that reads no masks would do is refused, and nothing has changed."""
    env: Any = turn_based_aec_to_parallel(CheckedAEC(game))
    seen, _ = env.reset(seed=1)
    mask = seen[env.aec_env.agent_selection]["action_mask"]
    before = env.aec_env._state.tobytes()
    with pytest.raises(IllegalAction):
        env.step(dict.fromkeys(env.agents, int(np.flatnonzero(mask == 0)[0])))
    assert env.aec_env._state.tobytes() == before
