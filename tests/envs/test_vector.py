from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from play import REWARDS, pick
from toy import HighestAgent, LowestAgent, ToyGame
from warfront import BadInput, IllegalAction
from warfront.game import Game
from warfront.side import SideEnv
from warfront.vector import SideVectorEnv


def choose(env: SideVectorEnv, rng: np.random.Generator) -> NDArray[np.int64]:
    return np.array([pick(mask, rng) for mask in env.action_masks()])


@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_sum_to_the_side_return(game: Game, reward: str) -> None:
    env = SideVectorEnv(32, game, "allies", "random", reward=reward)
    mine = [game.spec.seats.index(seat) for seat in game.spec.sides["allies"]]
    env.reset(seed=1)
    rng = np.random.default_rng(0)
    totals, ends = np.zeros(32), 0
    while ends < 200:
        _, rewards, terminated, truncated, infos = env.step(choose(env, rng))
        totals += rewards
        for i in np.flatnonzero(terminated | truncated):
            returns = infos["final_info"]["returns"][i, mine].mean()
            assert totals[i] == pytest.approx(returns, abs=1e-5)
            totals[i] = 0
            ends += 1


def test_every_game_waits_for_the_learner(game: Game) -> None:
    env = SideVectorEnv(5, game, "axis", "random", threads=2)
    seen, infos = env.reset(seed=2)
    rng = np.random.default_rng(0)
    mine = set(game.spec.sides["axis"])
    for _ in range(60):
        assert seen.dtype == np.float32
        assert env.observation_space.contains(seen)
        for i in range(5):
            seat = int(infos["seat"][i])
            state = env.batch.states[i : i + 1]
            assert game.spec.seats[seat] in mine
            assert np.array_equal(seen[i], game.observe(state, seat))
            assert np.array_equal(infos["action_mask"][i], game.legal_mask(state))
        seen, _, _, _, infos = env.step(choose(env, rng))
    env.close()


def test_an_end_shows_the_old_game_and_the_step_the_new_one() -> None:
    env = SideVectorEnv(3, "skirmish", "axis", LowestAgent(), target=4)
    seen, _ = env.reset(seed=3)
    ends = 0
    while ends < 20:
        before = seen
        seen, _, terminated, truncated, infos = env.step(np.zeros(3, int))
        done = terminated | truncated
        if done.any():
            assert np.array_equal(infos["_final_obs"], done)
            assert not infos["final_info"]["action_mask"].any()
        for i in np.flatnonzero(done):
            old, new = infos["final_obs"][i], seen[i]
            assert old[20] > before[i][20] >= new[20]  # decisions: the old game's, the new one's
            assert new[20] <= 3
            assert np.flatnonzero(old[:4])[0] in (0, 2)  # seen by a seat of the learner
            ends += 1


def test_an_end_is_that_of_the_environment_of_one_game(game: Game) -> None:
    """Trial 28: the ended state from the learner's seat, also where an opponent ended the game."""

    opponent = HighestAgent()
    many, one = SideVectorEnv(1, game, "allies", opponent), SideEnv(game, "allies", opponent)
    rng = np.random.default_rng(0)
    by_opponents = 0
    for seed in range(4):
        many.reset(seed=[seed])
        one.reset(seed=seed)
        over = False
        while not over:
            action = pick(one.action_masks(), rng)
            own = game.copy(one._state)
            game.step(own, action)
            seen, reward, terminated, truncated, info = one.step(action)
            _, rewards, terminations, truncations, infos = many.step([action])
            assert (rewards[0], terminations[0], truncations[0]) == (reward, terminated, truncated)
            over = terminated or truncated
        assert np.array_equal(infos["final_obs"][0], seen)
        assert game.spec.seats[infos["final_info"]["seat"][0]] == info["seat"]
        assert not infos["final_info"]["action_mask"].any()
        by_opponents += not game.done(own)
    assert by_opponents or game.spec.name == "spring1942"  # where the Axis decides last


def test_opponents_answer_the_same_alone_and_in_batches(toy: ToyGame) -> None:
    class Alone(LowestAgent):
        def act(self, view: Any, observation: NDArray[Any], mask: NDArray[np.uint8]) -> int:
            return int(np.flatnonzero(mask)[-1])

    traces = []
    for opponent in (HighestAgent(), Alone()):
        env = SideVectorEnv(4, toy, "allies", opponent)
        env.reset(seed=4)
        rng = np.random.default_rng(0)
        traces.append([env.step(choose(env, rng))[0].tobytes() for _ in range(60)])
    assert traces[0] == traces[1]


def test_seeds_fix_all_that_follows(game: Game) -> None:
    traces = []
    for threads in (1, 2):
        env = SideVectorEnv(4, game, "axis", "random", threads=threads)
        trace = []
        for seed in (5, None):
            seen, _ = env.reset(seed=seed)
            rng = np.random.default_rng(0)
            trace += [seen.tobytes(), *(env.step(choose(env, rng))[0].tobytes() for _ in range(40))]
        traces.append(trace)
        env.close()
    assert traces[0] == traces[1]


def test_an_illegal_action_raises_and_changes_nothing(game: Game) -> None:
    env = SideVectorEnv(3, game, "axis", "random")
    env.reset(seed=6)
    before = env.batch.states.tobytes()
    actions = choose(env, np.random.default_rng(0))
    actions[1] = np.flatnonzero(~env.action_masks()[1])[0]
    with pytest.raises(IllegalAction, match="game 1"):
        env.step(actions)
    assert env.batch.states.tobytes() == before


def test_options_of_reset_stay() -> None:
    env = SideVectorEnv(2, "skirmish", "axis", "random", target=4)
    env.reset(seed=1, options={"reward": "margin"})
    assert env.batch.reward == "margin" and env.game.settings["target"] == 4
    seen, _ = env.reset(options={"target": 9})
    assert env.game.settings["target"] == 9 and env.batch.reward == "margin"
    assert env.observation_space.contains(seen)
    env.reset()
    assert env.game.settings["target"] == 9
    for bad in ({"goal": 3}, {"reward": "most"}, [1], {"target": 0}):
        with pytest.raises(BadInput):
            env.reset(options=bad)  # type: ignore[arg-type]
    assert env.game.settings["target"] == 9
    env.step(choose(env, np.random.default_rng(0)))


def test_a_seed_for_each_game(game: Game) -> None:
    """A game depends on its own seed alone; None goes on, and differs from game to game."""

    class Lowest:
        def act(self, view: Any, observation: NDArray[Any], mask: NDArray[np.uint8]) -> int:
            return int(mask.argmax())

    env = SideVectorEnv(3, game, "axis", Lowest())

    def reset(seeds: list[int | None]) -> list[str]:
        env.reset(seed=seeds)
        return [game.hash(env.batch.states[i : i + 1]) for i in range(3)]

    first = reset([5, 6, 5])
    assert first[0] == first[2] != first[1]
    again = reset([6, None, 5])
    assert (again[0], again[2]) == (first[1], first[0])
    assert reset([6, None, 5])[1] != again[1]


@pytest.mark.parametrize("seed", ["x", 1.5, [1, 2, 3], [1, "x"], True])
def test_seeds_it_does_not_take(toy: ToyGame, seed: Any) -> None:
    env = SideVectorEnv(2, toy, "axis", "random")
    with pytest.raises(BadInput, match="seed"):
        env.reset(seed=seed)


@pytest.mark.parametrize(
    ("given", "remedy"),
    [
        ({"num_envs": -1}, "num_envs is -1: use 1 or more"),
        ({"num_envs": "2"}, "num_envs is '2': use a whole number"),
        ({"num_envs": 2.5}, "num_envs is 2.5: use a whole number"),
        ({"render_mode": "ansi"}, "render_mode 'ansi' is unknown: use None"),
    ],
)
def test_arguments_it_does_not_take(toy: ToyGame, given: dict[str, Any], remedy: str) -> None:
    with pytest.raises(BadInput, match=remedy):
        SideVectorEnv(game=toy, opponents="random", **given)


def test_nothing_before_reset(toy: ToyGame) -> None:
    env = SideVectorEnv(2, toy, "axis", "random")
    with pytest.raises(ResetNeeded, match="action_masks"):
        env.action_masks()
    with pytest.raises(ResetNeeded, match="step"):
        env.step([0, 0])


def test_gymnasium_make_vec() -> None:
    env = gymnasium.make_vec(
        "warfront/Battlecards-v0", 3, "vector_entry_point", opponents="random", side="allies"
    )
    seen, _ = env.reset(seed=1)
    assert seen.shape[0] == 3
    mode = gymnasium.vector.AutoresetMode.SAME_STEP
    assert env.metadata["autoreset_mode"] == mode
