"""The learner's environment: rewards, ends, masks, seats, and stock MaskablePPO on top.

Trial 29 (a normaliser whose statistics are lost between training and play) does not apply: nothing
is normalised by running statistics. Features are scaled by fixed numbers (`agents/features.py`), so
that a checkpoint holds all it needs; the features' digest in it refuses others.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from sb3_contrib.common.maskable.utils import get_action_masks
from torch.distributions import Distribution

import warfront
from learning import new_env, stock_ppo
from toy import HighestAgent, LowestAgent, ToyGame
from warfront.game import BadInput, Game, IllegalAction
from warfront_agents.uniform import UniformAgent
from warfront_training.seating import Player
from warfront_training.vec_env import SideVecEnv

ALL = ("western_europe", "pacific", "russia", "north_africa")
GAMES = 40  # whose rewards are summed, beside the 200 of whole sides


def random_steps(env: SideVecEnv, steps: int, seed: int = 0) -> list[Any]:
    """(rewards, dones, infos, observations) of random legal play."""
    return list(stepping(env, steps, seed))


def stepping(env: SideVecEnv, steps: int, seed: int = 0) -> Iterator[Any]:
    """The same, with the environment as each step leaves it."""
    agent = UniformAgent(env.game, seed)
    observations: Any = env.reset()
    for _ in range(steps):
        masks = env.action_masks()
        actions = agent.act_batch(observations, masks.view(np.uint8), env.batch.seats)
        observations, rewards, dones, infos = env.step(actions)
        yield rewards, dones, infos, observations


@pytest.mark.parametrize("reward", ["team", "margin", "individual", "mixed:0.5"])
@pytest.mark.parametrize("side", ["axis", "allies"])
def test_all_that_accrues_reaches_the_learner(
    two_hundred: list[tuple[Game, range]], side: str, reward: str
) -> None:
    """Trial 13: each of 200 games' rewards sum to the learner's mean return, whoever paid it."""
    for game, seeds in two_hundred:
        env = new_env(game, side, n=len(seeds), reward=reward)
        _check_sums(env, list(game.spec.sides[side]), len(seeds))


@pytest.mark.parametrize("reward", ["team", "individual"])
def test_all_that_accrues_reaches_a_learner_of_one_seat(reward: str) -> None:
    """Trial 13, for a learner of one seat beside strangers."""
    game = warfront.make_game("battlecards", theatres=("western_europe", "pacific"))
    _check_sums(new_env(game, "british", n=GAMES, reward=reward), ["british"], GAMES)


def _check_sums(env: SideVecEnv, learners: list[str], wanted: int) -> None:
    mine = [env.game.spec.seats.index(seat) for seat in learners]
    total, games = np.zeros(env.num_envs), 0
    agent = UniformAgent(env.game, 1)
    observations: Any = env.reset()
    while games < wanted:
        masks = env.action_masks().view(np.uint8)
        observations, rewards, dones, infos = env.step(
            agent.act_batch(observations, masks, env.batch.seats)
        )
        total += rewards
        for i in np.flatnonzero(dones):
            earned = env.batch.final_returns[i, mine].mean()
            assert total[i] == pytest.approx(earned, abs=1e-4)
            assert infos[i]["episode"]["r"] == pytest.approx(earned, abs=1e-5)
            games += 1
            total[i] = 0


def test_rewards_go_to_the_right_side(toy: ToyGame) -> None:
    """Trial 11: what the Axis wins the Allies lose, in each learner's own rewards."""
    for side, sign in (("axis", 1), ("allies", -1)):
        env = new_env(toy, side)
        agent = HighestAgent()
        observations: Any = env.reset()
        ends = []
        for _ in range(60):
            masks = env.action_masks().view(np.uint8)
            observations, rewards, dones, _ = env.step(
                agent.act_batch(observations, masks, env.batch.seats)
            )
            for i in np.flatnonzero(dones):
                winner = toy.decode(env.batch.final_observations[i])["winner"]
                ends.append(rewards[i] == (0 if winner == 2 else sign * (1 - 2 * winner)))
        assert len(ends) > 10 and all(ends)


def test_a_loss_on_the_enemys_turn_shows_before_the_next_decision(toy: ToyGame) -> None:
    """Trial 13: an enemy strike takes credit from a seat while another is on turn."""
    env = new_env(toy, "axis", HighestAgent(), reward="individual")
    assert any((rewards < 0).any() for rewards, _, _, _ in random_steps(env, 40))


@pytest.mark.parametrize("side", ["axis", "allies"])
def test_terminal_observations_belong_to_the_old_game(game: Game, side: str) -> None:
    """Trial 28: the last observation is of the finished game, the returned one of the new."""
    env = new_env(game, side, n=32)
    learns = np.isin(game.spec.seats, game.spec.sides[side])
    seen = 0
    for _, dones, infos, observations in stepping(env, 60 if game.spec.num_actions < 20 else 500):
        for i in np.flatnonzero(dones):
            terminal = infos[i]["terminal_observation"]
            assert terminal.shape == observations[i].shape
            assert (terminal != observations[i]).any()
            last, seat = env.batch.final_observations[i : i + 1], env.batch.final_seats[i : i + 1]
            view = game.decode(last[0])
            assert view["prompt"] == "over" if "prompt" in view else view["winner"] >= 0
            assert learns[seat].all()
            cut = view["winner"] in (2, "nobody")  # by a limit: only then is the value carried on
            assert infos[i]["TimeLimit.truncated"] == cut
            assert (terminal == env.features(last, seat)[0]).all()  # whoever ended it
            seen += 1
        assert not any(info for info, done in zip(infos, dones, strict=True) if not done)
        assert learns[env.batch.seats].all()
    assert seen >= 5


def test_terminal_observation_is_seen_by_a_learner_seat(toy: ToyGame) -> None:
    """Nothing that only an enemy may know reaches the learner, not even at the end."""
    env = new_env(toy, "axis", HighestAgent())
    checked = 0
    for _, dones, infos, _ in random_steps(env, 60):
        for i in np.flatnonzero(dones):
            observer = int(infos[i]["terminal_observation"][:4].argmax())
            assert toy.spec.seats[observer] in toy.spec.sides["axis"]
            checked += 1
    assert checked > 10


def test_masks_and_seats_stand_beside_each_other(game: Game) -> None:
    env = new_env(game)
    env.reset()
    masks = get_action_masks(env)
    assert masks.shape == (24, game.spec.num_actions) and masks.dtype == np.bool_
    assert (masks == env.batch.masks).all()
    before = masks.copy()
    env.step(masks.argmax(axis=1))
    assert (masks == before).all()  # not a view of what the next step changes
    with pytest.raises(IllegalAction):
        env.step(env.action_masks().argmin(axis=1))
    assert env.get_attr("render_mode") == [None] * 24
    with pytest.raises(AttributeError):
        env.env_method("render")
    with pytest.raises(AttributeError):
        env.set_attr("anything", 1)


def test_a_seat_alone_can_learn(toy: ToyGame) -> None:
    env = new_env(toy, "south", reward="individual")
    for _, _, _, _ in random_steps(env, 30):
        assert (env.batch.seats == toy.spec.seats.index("south")).all()
    with pytest.raises(BadInput, match="learner seats"):
        new_env(toy, "nobody")


def test_line_ups_are_drawn_by_weight(toy: ToyGame) -> None:
    env = new_env(toy, n=64)
    players = [Player("random", toy, 1), Player(HighestAgent(), toy, 2)]
    env.set_opponents(players, np.array([[0] * 4, [1] * 4]), np.array([1.0, 3.0]))
    env.seed_draws(4)
    random_steps(env, 80)
    games = env.met[:, 0]
    assert games.sum() == env.finished[0] > 200
    assert abs(games[1] / games.sum() - 0.75) < 0.08


def run_on(env: SideVecEnv, agent: Any, games: int) -> None:
    """Until so many games have ended since `set_opponents`, and each of those running before."""
    left = np.ones(env.num_envs, np.bool_)
    while left.any() or env.finished[0] < games:
        masks = env.action_masks().view(np.uint8)
        env.step(agent.act_batch(env.observe(), masks, env.batch.seats))
        left &= ~env.ended


def test_a_game_over_a_change_of_opponents_is_booked_for_its_own(toy: ToyGame) -> None:
    """It goes on against the line-up of the same name; where there is none, it is nobody's."""
    env, agent = new_env(toy, n=12), UniformAgent(toy, 1)
    players = [Player(HighestAgent(), toy, 1), Player(LowestAgent(), toy, 2)]
    high, low = [0] * 4, [1] * 4
    env.set_opponents(players, np.array([high, low]), np.array([1.0, 0.0]), ["high", "low"])
    env.seed_draws(4)
    env.reset()
    run_on(env, agent, 20)
    assert env.met[0].tolist() == env.finished.tolist() and not env.met[1].any()
    env.set_opponents(players, np.array([low, high]), np.array([1.0, 0.0]), ["low", "high"])
    assert (env._lineups[env._assigned] == high).all()
    run_on(env, agent, 30)
    assert env.met[1, 0] == 12  # each of the running games once, and no new one
    assert env.met.sum(axis=0) == pytest.approx(env.finished)
    env.set_opponents(players, np.array([high]), np.ones(1), ["other"])
    run_on(env, agent, 30)
    assert env.met[0, 0] == env.finished[0] - 12


def test_a_state_of_before_the_names_goes_on(toy: ToyGame) -> None:
    """Its running games are booked for nobody."""
    one, two = new_env(toy, n=6), new_env(toy, n=6)
    random_steps(one, 15)
    kept = one.pack()
    two.reset()
    two.unpack({name: kept[name] for name in kept if name not in ("env.names", "env._whole")})
    two.set_opponents(two._players, two._lineups, np.ones(1))
    run_on(two, UniformAgent(toy, 1), 20)
    assert two.met[0, 0] == two.finished[0] - 6


def test_unbatched_agents_get_an_instance_for_each_game_and_seat(toy: ToyGame) -> None:
    env = new_env(toy, "axis", LowestAgent(), n=3)
    random_steps(env, 10)
    own = env._players[0]._own
    assert {key[1] for key in own} <= {1, 3} and len(own) <= 6
    assert len({id(agent) for agent in own.values()}) == len(own)


def test_pack_and_unpack_go_on_exactly(game: Game) -> None:
    one, two = new_env(game, shaping=0.5), new_env(game, shaping=0.5)
    random_steps(one, 15)
    two.reset()
    two.unpack(one.pack())
    for env in (one, two):
        env.seed_draws(9)
    agent = HighestAgent()
    for _ in range(20):
        a, b = (
            env.step(
                agent.act_batch(np.zeros(1), env.action_masks().view(np.uint8), env.batch.seats)
            )
            for env in (one, two)
        )
        assert all(
            (np.asarray(x) == np.asarray(y)).all() for x, y in zip(a[:3], b[:3], strict=True)
        )


def test_shaping_only_moves_rewards_about() -> None:
    """A potential: over a game (undiscounted) the rewards still sum to the returns."""
    game = warfront.make_game("battlecards")
    env = new_env(game, shaping=0.7, discount=1.0)
    total = np.zeros(env.num_envs)
    first = np.ones(env.num_envs, np.bool_)
    games = 0
    for rewards, dones, infos, _ in random_steps(env, 500):
        total += rewards
        for i in np.flatnonzero(dones):
            if first[i]:  # a later game's potential may not begin at 0
                assert total[i] == pytest.approx(infos[i]["episode"]["r"], abs=1e-4)
                games += 1
            first[i] = False
    assert games > 5


def test_stock_maskable_ppo_trains_on_it(game: Game) -> None:
    """Trial 8: 2,000 steps with the validation of distributions on, in float32."""
    _train_stock(game)


def test_stock_maskable_ppo_trains_on_the_most_actions() -> None:
    """Trial 8 with the largest action space there is."""
    game = warfront.make_game("battlecards", theatres=ALL)
    assert game.spec.num_actions == 329
    _train_stock(game)


def _train_stock(game: Game) -> None:
    assert Distribution._validate_args  # what torch does by default
    env = new_env(game, n=16)
    model = stock_ppo(env, n_steps=64, batch_size=256, n_epochs=2, seed=1)
    model.learn(2_048)
    assert model.num_timesteps == 2_048
    assert all(np.isfinite(p.detach().numpy()).all() for p in model.policy.parameters())
