import copy
import pickle
from typing import Any, cast

import numba
import numpy as np
import pytest

from play import REWARDS
from toy import ToyGame
from warfront import BadInput, IllegalAction, make_batch
from warfront.batch import Batch, choose_random
from warfront.game import Game
from warfront.seeds import split_seed

kind_of: Any = numba.typeof


def started(game: Game, n: int = 8, threads: int = 1, reward: str = "team") -> Batch:
    batch = Batch(game, n, threads, seed=5, reward=reward)
    batch.reset()
    return batch


@pytest.mark.plain
@pytest.mark.filterwarnings("error::RuntimeWarning")
def test_a_batch_plays_the_games_that_single_states_play(game: Game) -> None:
    batch = started(game, 3)
    singles = [game.new(int(seed)) for seed in split_seed(5, 3)]
    for _ in range(40):
        for i, state in enumerate(singles):
            seat = int(batch.seats[i])
            assert batch.states[i].tobytes() == state.tobytes()
            assert seat == game.seat(state)
            assert np.array_equal(batch.masks[i], game.legal_mask(state))
            assert np.array_equal(batch.observations[i], game.observe(state, seat))
            assert game.decode(batch.observations[i]) == game.view(state, seat)
        actions = batch.random_actions().copy()
        for i, state in enumerate(singles):
            game.step(state, int(actions[i]))
        batch.step(actions)
        if (batch.terminated | batch.truncated).any():
            return


def test_threads_change_nothing(game: Game) -> None:
    one, three = started(game, 7), started(game, 7, threads=3)
    for _ in range(150):
        actions = one.random_actions().copy()
        one.step(actions)
        three.step(actions)
    assert one.states.tobytes() == three.states.tobytes()
    for name in ("masks", "observations", "seats", "returns", "rewards", "games", "final_returns"):
        assert np.array_equal(getattr(one, name), getattr(three, name)), name
    three.close()


def test_one_illegal_action_refuses_the_whole_step(game: Game) -> None:
    batch = started(game)
    actions = batch.random_actions().copy()
    before = batch.states.tobytes()
    for wrong in (int(np.flatnonzero(batch.masks[5] == 0)[0]), game.spec.num_actions, -1):
        actions[5] = wrong
        with pytest.raises(IllegalAction, match=f"game 5: action {wrong} is illegal"):
            batch.step(actions)
        assert batch.states.tobytes() == before
        assert not batch.counts.any()


@pytest.mark.parametrize("actions", [np.zeros(7, int), np.zeros((8, 1), int), np.full(8, np.nan)])
def test_actions_of_another_form_are_refused(toy: ToyGame, actions: np.ndarray) -> None:
    with pytest.raises(BadInput, match="give whole numbers"):
        started(toy).step(actions)


def test_held_games_stand_still(game: Game) -> None:
    batch = started(game)
    for _ in range(200):
        before = batch.states.tobytes(), batch.rewards.copy(), batch.masks.copy()
        held = np.arange(8) % 2 == batch.counts.sum() % 2
        actions = batch.random_actions().copy()
        actions[held] = -7
        batch.step(actions, held)
        rows = np.frombuffer(before[0], batch.states.dtype)
        for i in np.flatnonzero(held):
            assert batch.states[i].tobytes() == rows[i].tobytes()
        assert np.array_equal(batch.rewards[held], before[1][held])
        assert np.array_equal(batch.masks[held], before[2][held])
        assert not (batch.terminated | batch.truncated)[held].any()


@pytest.mark.parametrize("reward", REWARDS)
def test_what_is_delivered_sums_to_the_returns(game: Game, reward: str) -> None:
    batch = started(game, 16, reward=reward)
    handed = np.zeros((16, len(game.spec.seats)))
    rows = np.arange(16)
    checked = 0
    while checked < 200:
        handed[rows, batch.seats] += batch.rewards[rows, batch.seats]
        batch.step_random()
        for i in np.flatnonzero(batch.terminated | batch.truncated):
            handed[i] += batch.final_rewards[i]
            assert handed[i] == pytest.approx(batch.final_returns[i], abs=1e-5)
            handed[i] = 0
            checked += 1


def test_an_end_shows_the_old_game_and_the_arrays_the_new_one(game: Game) -> None:
    batch = started(game, 4)
    batch.viewers[1:] = 0, 1, 2
    ends = 0
    while ends < 12:
        actions = batch.random_actions().copy()
        before = batch.states.copy()
        seats = batch.seats.copy()
        batch.step(actions)
        for i in np.flatnonzero(batch.terminated | batch.truncated):
            old = before[i : i + 1].copy()
            game.step(old, int(actions[i]))
            viewer = int(seats[i] if i == 0 else i - 1)
            seen = game.observe(old, viewer)
            assert batch.final_seats[i] == viewer
            assert np.array_equal(batch.final_observations[i], seen)
            assert batch.terminated[i] != batch.truncated[i]
            assert batch.truncated[i] == game.truncated(old)
            assert np.array_equal(batch.final_returns[i], game.returns(old))
            assert not game.done(batch.states[i : i + 1])
            ends += 1


def test_random_choice_is_legal_and_even() -> None:
    masks = np.zeros((1, 300), np.uint8)
    masks[0, [0, 7, 255, 299]] = 1
    rng, actions = np.array([3], np.uint64), np.zeros(1, np.int32)
    counts = np.zeros(300, int)
    for _ in range(4000):
        choose_random(masks, rng, actions, 0, 1)
        counts[actions[0]] += 1
    assert counts[masks[0] == 0].sum() == 0
    assert counts[masks[0] == 1] == pytest.approx(1000, abs=150)
    choose_random(np.zeros_like(masks), rng, actions, 0, 1)
    assert actions[0] == -1


def test_a_pickled_batch_goes_on_alike(game: Game) -> None:
    batch = started(game, 4, threads=2)
    batch.step_random()
    twin = pickle.loads(pickle.dumps(batch))
    for _ in range(20):
        batch.step_random()
        twin.step_random()
    assert batch.states.tobytes() == twin.states.tobytes()


def test_kernels_take_a_copied_game_for_the_same_kind(game: Game) -> None:
    """A copy whose tables could be written would compile every kernel anew."""
    batch = started(game, 2)
    for twin in (pickle.loads(pickle.dumps(batch)), copy.deepcopy(batch)):
        for name, array in [*vars(batch).items(), *vars(batch.game).items()]:
            if isinstance(array, np.ndarray):
                other = vars(twin).get(name, vars(twin.game).get(name))
                assert kind_of(array) == kind_of(other), name


def test_resets_follow_from_the_first_seed(toy: ToyGame) -> None:
    one, two = started(toy), started(toy)
    for batch in (one, two):
        for _ in range(9):
            batch.step_random()
        batch.reset()
    assert one.states.tobytes() == two.states.tobytes()
    one.reset(seed=5)
    assert one.states.tobytes() == started(toy).states.tobytes()


def test_use_before_reset_and_bad_numbers(toy: ToyGame) -> None:
    with pytest.raises(RuntimeError, match="reset"):
        Batch(toy, 2).step([0, 0])
    with pytest.raises(BadInput, match="use 1 or more"):
        Batch(toy, 0)
    with pytest.raises(BadInput, match="threads"):
        Batch(toy, 1, threads=0)
    words: Any = "two"
    with pytest.raises(BadInput, match="n is 'two': use a whole number"):
        Batch(toy, words)
    with pytest.raises(BadInput, match="threads is 'two'"):
        Batch(toy, 1, threads=words)
    with pytest.raises(BadInput, match="reward 0 is unknown"):
        Batch(toy, 1, reward=cast(str, 0))
    with pytest.raises(BadInput, match="reward"):
        make_batch("skirmish", 1, reward="most")


@pytest.mark.parametrize("seed", ["x", 1.5, [1], [1, "x"]])
def test_seeds_are_whole_numbers(seed: Any) -> None:
    with pytest.raises(BadInput, match="seed"):
        make_batch("skirmish", 2).reset(seed)


def test_a_seed_for_each_game(game: Game) -> None:
    batch = Batch(game, 3)
    batch.reset([5, None, 6])
    for i, seed in ((0, 5), (2, 6)):
        assert game.hash(batch.states[i : i + 1]) == game.hash(game.new(seed))


def test_sizes_out_of_range() -> None:
    for n, threads in ((0, 1), (10**12, 1), (2, 0), (2, 100_000)):
        with pytest.raises(BadInput, match="at most"):
            make_batch("skirmish", n, threads)
