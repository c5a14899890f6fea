import copy
import pickle
import warnings
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from stable_baselines3 import PPO
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.monitor import Monitor

from play import REWARDS, make_toy_side, pick
from toy import HighestAgent, LowestAgent, ToyGame
from warfront import BadInput, IllegalAction
from warfront.game import Game
from warfront.side import SideEnv


def play(env: SideEnv, rng: np.random.Generator) -> tuple[float, list[str]]:
    """Play on to the end: the sum of rewards, and the seats that were asked."""
    total, seats = 0.0, []
    while True:
        _, reward, terminated, truncated, info = env.step(pick(env.action_masks(), rng))
        total += float(reward)
        seats.append(info["seat"])
        if terminated or truncated:
            return total, seats


@pytest.mark.parametrize("illegal", ["raise", "truncate"])
@pytest.mark.parametrize("side", ["axis", "allies"])
def test_gymnasium_check_env(game: Game, side: str, illegal: str) -> None:
    """Trial 22: its samples are legal ones, and `illegal` says what other actions do."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        check_env(SideEnv(game, side, "random", illegal, render_mode="ansi"))


def test_gymnasium_registry() -> None:
    theatres = ("western_europe", "pacific")
    env = gymnasium.make(
        "warfront/Battlecards-v0", side="allies", opponents="random", theatres=theatres
    )
    env.reset(seed=1, options={"reward": "margin"})
    masks = env.unwrapped.action_masks()  # type: ignore[attr-defined]
    assert masks.dtype == np.bool_
    _, _, _, _, info = env.step(int(masks.argmax()))
    assert info["seat"] in ("british", "us")


@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_sum_to_the_side_return(two_hundred: list[tuple[Game, range]], reward: str) -> None:
    rng = np.random.default_rng(1)
    for game, seeds in two_hundred:
        envs = {side: SideEnv(game, side, "random", reward=reward) for side in ("axis", "allies")}
        for seed in seeds:
            side = ("axis", "allies")[seed % 2]
            env = envs[side]
            mine = [game.spec.seats.index(seat) for seat in game.spec.sides[side]]
            env.reset(seed=seed)
            total, seats = play(env, rng)
            assert total == pytest.approx(game.returns(env._state, reward)[mine].mean(), abs=1e-5)
            assert set(seats) <= set(game.spec.sides[side])


def test_the_learner_sees_what_its_asked_seat_sees(game: Game) -> None:
    env = SideEnv(game, "allies", "random")
    seen, info = env.reset(seed=2)
    rng = np.random.default_rng(0)
    for _ in range(30):
        state, seat = env._state, game.spec.seats.index(info["seat"])
        assert np.array_equal(seen, game.observe(state, seat))
        assert game.decode(seen) == game.view(state, seat)
        if game.done(state):
            return
        assert np.array_equal(info["action_mask"], game.legal_mask(state))
        assert info["action_mask"].dtype == np.int8
        seen, _, _, _, info = env.step(pick(info["action_mask"], rng))


def test_losses_on_the_enemys_turn_are_in_the_reward() -> None:
    scenario = {"card": [0, 2, 0, 2], "credit": [4, 0, 4, 0], "seat": "north"}
    rewards = []
    for seed in range(30):
        env = SideEnv("skirmish", "axis", HighestAgent(), scenario=scenario, reward="individual")
        env.reset(seed=seed)
        before = env._return
        _, reward, *_ = env.step(1)  # north swaps its card, which earns nothing
        rewards.append(float(reward))
        assert before == 0
    assert min(rewards) < max(rewards)


def test_an_illegal_action_raises_and_changes_nothing(game: Game) -> None:
    env = SideEnv(game, "axis", "random")
    env.reset(seed=3)
    before = env._state.tobytes()
    illegal: list[Any] = [int(np.flatnonzero(~env.action_masks())[0]), -1, game.spec.num_actions]
    for action in [*illegal, None, 0.0]:
        with pytest.raises(IllegalAction):
            env.step(action)
        assert env._state.tobytes() == before
    env.step(int(env.action_masks().argmax()))


def test_an_illegal_action_truncates_where_that_is_wanted(game: Game) -> None:
    env = SideEnv(game, "axis", "random", illegal="truncate")
    env.reset(seed=3)
    before = env._state.tobytes()
    action = int(np.flatnonzero(~env.action_masks())[0])
    _, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated, info["illegal"]) == (0.0, False, True, True)
    assert env._state.tobytes() == before
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset()


def test_seeds_fix_all_that_follows(game: Game) -> None:
    traces = []
    for _ in range(2):
        env = SideEnv(game, "axis", "random")
        trace = []
        for seed in (5, None, None):
            env.reset(seed=seed)
            rng = np.random.default_rng(0)
            play(env, rng)
            trace.append(env._state.tobytes())
        traces.append(trace)
    assert traces[0] == traces[1]
    assert len(set(traces[0])) == 3


def test_options_stay_through_later_resets() -> None:
    """Trial 41, through a wrapper of Gymnasium."""
    env = gymnasium.wrappers.RecordEpisodeStatistics(SideEnv("skirmish", opponents="random"))
    inner = env.unwrapped
    assert isinstance(inner, SideEnv)
    env.reset(seed=1, options={"target": 3, "reward": "margin"})
    env.reset()
    assert isinstance(inner.game, ToyGame)
    assert inner.game.target == 3
    assert inner._setup.reward == "margin"
    with pytest.raises(BadInput, match="unexpected"):
        env.reset(options={"goal": 3})


def test_opponents_by_seat(toy: ToyGame) -> None:
    lowest, highest = LowestAgent(), HighestAgent()
    env = SideEnv(toy, "allies", {"north": lowest, "south": highest})
    env.reset(seed=1)
    env.step(0)
    assert lowest.resets == highest.resets == []  # each env seats its own copies
    with pytest.raises(BadInput, match="north"):
        SideEnv(toy, "allies", {"north": lowest})
    with pytest.raises(BadInput, match="west"):
        SideEnv(toy, "allies", {"north": lowest, "south": lowest, "west": lowest})
    with pytest.raises(BadInput, match="agent 'nobody' is unknown"):
        SideEnv(toy, "allies", "nobody")


def test_bad_arguments(toy: ToyGame) -> None:
    with pytest.raises(BadInput, match="use axis or allies"):
        SideEnv(toy, "entente", "random")
    with pytest.raises(BadInput, match="use raise or truncate"):
        SideEnv(toy, "axis", "random", illegal="ignore")
    with pytest.raises(BadInput, match="ansi"):
        SideEnv(toy, "axis", "random", render_mode="human")
    env = SideEnv(toy, "axis", "random")
    for call in (env.action_masks, env.render, lambda: env.step(0)):
        with pytest.raises(ResetNeeded):
            call()


def test_an_illegal_opponent_is_named(toy: ToyGame) -> None:
    class Wrong(LowestAgent):
        def act(self, *_: Any) -> int:
            return 999

    env = SideEnv(toy, "allies", Wrong())
    with pytest.raises(IllegalAction, match="agent 'Wrong' chose action 999"):
        env.reset(seed=1)


@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike_and_apart(game: Game, twin_of: Any) -> None:
    env = SideEnv(game, "axis", "random")
    env.reset(seed=4)
    env.action_space.seed(9)
    env.step(int(env.action_masks().argmax()))
    twin = twin_of(env)
    before = env._state.tobytes()
    assert int(twin.action_space.sample()) == int(env.action_space.sample())
    result = play(twin, np.random.default_rng(1))
    assert env._state.tobytes() == before
    assert result == play(env, np.random.default_rng(1))


def test_samples_are_legal_and_the_space_leaves_the_environment_behind(game: Game) -> None:
    env = SideEnv(game, "axis", "random")
    env.reset(seed=4)
    for _ in range(20):
        assert env.action_masks()[env.action_space.sample()]
    plain = pickle.loads(pickle.dumps(env.action_space))
    assert type(plain) is spaces.Discrete
    assert plain.n == game.spec.num_actions


def test_evaluation_without_masks_raises() -> None:
    """Trial 21: an evaluation that forgets the masks fails instead of going on for ever."""
    env = Monitor(make_toy_side())
    model = PPO("MlpPolicy", env, seed=0, device="cpu")
    with pytest.raises(IllegalAction):
        evaluate_policy(model, env, n_eval_episodes=20, deterministic=False)


def test_partial_builds_the_same_environment(toy: ToyGame) -> None:
    build = partial(SideEnv, toy, side="axis", opponents="random")
    one, _ = build().reset(seed=1)
    two, _ = pickle.loads(pickle.dumps(build))().reset(seed=1)
    assert np.array_equal(one, two)


def test_what_is_no_agent_is_refused(game: Game) -> None:
    with pytest.raises(BadInput, match="opponent 5 is no agent"):
        SideEnv(game, opponents=5)
