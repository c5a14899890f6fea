"""PettingZoo's face as it is set up: seeds, options, registry, pictures, and calls out of turn."""

import random
from typing import Any

import numpy as np
import pettingzoo
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.utils.wrappers import BaseWrapper

from play import look, play_aec
from toy import FREED, ToyGame
from warfront import BadInput, battlecards_v0
from warfront.aec import AllianceAEC, CheckedAEC
from warfront.game import Game
from warfront.testing import check_seeding


def test_two_environments_never_differ(game: Game) -> None:
    """Trial 1: five whole games, every observation, mask and reward."""
    assert check_seeding(lambda: CheckedAEC(game), games=5, seed=7) > 20


def test_no_global_generator_is_read(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Trial 3: later resets follow from the seeded one, and from nothing else."""

    def refuse(*_: Any, **__: Any) -> Any:
        raise AssertionError("a global generator was read")

    env = CheckedAEC(game)
    rng = np.random.default_rng(1)
    for module, name in ((random, "random"), (np.random, "rand"), (np.random, "randint")):
        monkeypatch.setattr(module, name, refuse)
    monkeypatch.setattr(np.random, "default_rng", refuse)
    starts = []
    for seed in (1, None, None, 1, None, None):
        env.reset(seed=seed)
        starts.append(look(env)["observation"].tobytes())
        play_aec(env, rng)
    assert starts[:3] == starts[3:]


def test_nothing_can_be_used_before_reset(game: Game) -> None:
    env = CheckedAEC(game, render_mode="ansi")
    for name in (
        "agents",
        "num_agents",
        "rewards",
        "terminations",
        "truncations",
        "infos",
        "agent_selection",
    ):
        with pytest.raises(AttributeError, match=r"before reset\(\)"):
            getattr(env, name)
    with pytest.raises(AttributeError, match="no attribute"):
        _ = env.nonsense
    seat = game.spec.seats[0]
    calls = (env.render, env.agent_iter, lambda: env.step(0), lambda: env.observe(seat))
    for call in calls:
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            call()


def test_turns_without_a_step_and_steps_after_the_end(toy: ToyGame) -> None:
    env = CheckedAEC(toy)
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="between two turns"):
        for _ in env.agent_iter():
            pass
    env.reset(seed=1)
    play_aec(env, np.random.default_rng(0))
    assert env.agents == []
    with pytest.warns(UserWarning, match="after the end"):
        env.step(0)


def test_a_seat_taken_out_takes_no_action(toy: ToyGame) -> None:
    env = CheckedAEC("skirmish", target=1)
    env.reset(seed=1)
    env.step(0)
    with pytest.raises(ValueError, match="None"):
        env.step(0)


def test_options_stay_through_later_resets_and_wrappers() -> None:
    """Trial 41: what `reset` is given comes through wrappers and stays."""
    env: Any = BaseWrapper(CheckedAEC("skirmish", reward="margin"))
    env.reset(seed=1, options={"target": 3, "scenario": FREED})
    for seed in (None, 4):
        env.reset(seed=seed)
        assert env.unwrapped.game.target == 3
        assert env.unwrapped._setup.reward == "margin"
        assert env.unwrapped._state["fallen"][0].tolist() == [0, 0, 1, 0]
    env.reset(options={"reward": "team"})
    assert env.unwrapped.game.target == 3
    with pytest.raises(BadInput, match="its options are target, limit"):
        env.reset(options={"targt": 3})
    with pytest.raises(BadInput, match="target is 0"):
        env.reset(options={"target": 0})
    env.reset()
    assert env.unwrapped.game.target == 3


def test_rule_options_come_through_reset() -> None:
    env = battlecards_v0.env(theatres=("pacific",))
    env.reset(seed=1, options={"options": {"die": 12}})
    env.reset()
    assert env.game.settings["options"]["die"] == 12
    env.reset(options={"options": 1})  # what PettingZoo's api_test sends means nothing
    assert env.game.settings["options"]["die"] == 12
    with pytest.raises(BadInput, match="dye"):
        env.reset(options={"options": {"dye": 12}})


def test_options_that_change_the_seats_change_the_agents() -> None:
    env = battlecards_v0.env(theatres=("western_europe",))
    env.reset(seed=1)
    assert len(env.agents) == 2
    env.reset(seed=1, options={"theatres": ("western_europe", "pacific")})
    assert env.agents == ["german", "british", "japanese", "us"]
    seen = look(env)
    assert env.observation_space("us").contains(seen)


def test_render(toy: ToyGame) -> None:
    env = CheckedAEC(toy, render_mode="ansi")
    env.reset(seed=1)
    assert "north" in str(env.render())
    bare = CheckedAEC(toy)
    bare.reset(seed=1)
    with pytest.warns(UserWarning, match="ansi"):
        assert bare.render() is None
    with pytest.raises(BadInput, match="ansi"):
        CheckedAEC(toy, render_mode="human")


def test_pettingzoo_registry() -> None:
    theatres = ("russia", "north_africa")
    env: Any = pettingzoo.make("aec", "warfront/battlecards-v0", theatres=theatres)
    env.reset(seed=1)
    assert len(env.agents) == 4
    assert str(env) == "battlecards_v0"


@pytest.mark.parametrize("seed", ["7", "a", 1.5, True])
def test_seeds_are_whole_numbers(toy: ToyGame, seed: Any) -> None:
    env = AllianceAEC(toy)
    env.reset(seed=3)
    before = env.game.hash(env._state)
    with pytest.raises(BadInput, match="seed .* is no whole number: use one, for instance 7"):
        env.reset(seed=seed)
    assert env.game.hash(env._state) == before


def test_options_without_names_and_seats_not_in_play(toy: ToyGame) -> None:
    env = AllianceAEC(toy)
    env.reset(seed=3)
    for options in ([1], 3, "team", {1: 2}):
        with pytest.raises(BadInput, match="are no table: write for instance"):
            env.reset(options=options)  # type: ignore[arg-type]
    for ask in (env.observe, env.observation_space, env.action_space):
        for seat in ("soviet", None, ["north"]):
            with pytest.raises(BadInput, match="is not in play: use north, east, south, west"):
                ask(seat)  # type: ignore[arg-type]
