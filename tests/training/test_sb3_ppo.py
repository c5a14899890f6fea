"""MaskablePPO with our policy: the first ratio is 1, masks are required, odd ones are harmless."""

from typing import Any

import numpy as np
import pytest
import torch
from gymnasium import spaces

from learning import new_env, new_model
from toy import ToyGame
from warfront.game import Game
from warfront_agents.networks import net_from
from warfront_training.advantages import fill_advantages
from warfront_training.sb3_policy import export_weights
from warfront_training.sb3_rollouts import FlatBuffer, SelfPlayPPO


def _collect(model: SelfPlayPPO) -> FlatBuffer:
    model.collect_rollouts(model.env, None, model.rollout_buffer, model.n_steps)
    return model.rollout_buffer


def test_ratio_is_one_before_the_first_update(game: Game) -> None:
    """Trial 38: acting and evaluating mask alike."""
    model = new_model(game)
    buffer = _collect(model)
    assert 16 * 16 <= buffer.pos <= 17 * 16
    for batch in buffer.get(64):
        with torch.no_grad():
            _, logs, entropy = model.policy.evaluate_actions(
                batch.observations, batch.actions, batch.action_masks
            )
        ratio = torch.exp(logs - batch.old_log_prob)
        assert (ratio - 1).abs().max() < 1e-5
        assert bool(torch.isfinite(entropy).all()) and bool((entropy >= 0).all())
    rows = np.arange(buffer.pos)
    assert buffer.action_masks[rows, buffer.actions[rows]].all()


def test_every_decision_in_a_rollout_has_its_reward(toy: ToyGame) -> None:
    model = new_model(toy)
    buffer = _collect(model)
    assert buffer.ends[: buffer.pos].sum() >= 3
    by_game = [buffer._rewards[: buffer.pos][buffer.game[: buffer.pos] == g] for g in range(16)]
    assert all(len(rewards) > 5 for rewards in by_game)


def test_advantages_follow_each_game_apart() -> None:
    """Against the textbook recursion on each game's own chain."""
    rng = np.random.default_rng(1)
    n, games = 60, 4
    game = rng.integers(0, games, n).astype(np.int32)
    rewards, values = rng.normal(size=(2, n)).astype(np.float32)
    ends = rng.random(n) < 0.15
    ahead = rng.normal(size=games).astype(np.float32)
    got = np.zeros(n, np.float32)
    fill_advantages(game, rewards, ends, values, ahead.copy(), 0.97, 0.9, got)
    for g in range(games):
        rows = np.flatnonzero(game == g)
        gain, value = 0.0, float(ahead[g])
        for t in rows[::-1]:
            goes_on = 0.0 if ends[t] else 1.0
            delta = rewards[t] + 0.97 * goes_on * value - values[t]
            gain = delta + 0.97 * 0.9 * goes_on * gain
            value = values[t]
            assert got[t] == pytest.approx(gain, abs=1e-4)


def test_single_legal_actions_everywhere_are_harmless(toy: ToyGame) -> None:
    """Trial 10: no entropy, no advantage to normalise, and still a finite loss."""
    model = new_model(toy)
    buffer = _collect(model)
    buffer.action_masks[:] = False
    buffer.action_masks[np.arange(len(buffer.actions)), buffer.actions] = True
    buffer._gains[:] = 0.0
    buffer._logs[:] = 0.0
    model.train()
    assert all(torch.isfinite(p).all() for p in model.policy.parameters())


@pytest.mark.parametrize("fault", ["none", "transposed", "nan"])
def test_predicting_needs_sound_masks(toy: ToyGame, fault: str) -> None:
    """Trials 7 and 21: withheld or malformed masks raise."""
    model = new_model(toy)
    observation = np.zeros((3, model.env.features.size), np.float32)
    masks: Any = {
        "none": None,
        "transposed": np.ones((10, 3), np.bool_),
        "nan": np.full((3, 10), np.nan),
    }[fault]
    with pytest.raises(ValueError, match="mask"):
        model.predict(observation, action_masks=masks)
    with pytest.raises(ValueError, match="mask"):
        model.policy(torch.from_numpy(observation), action_masks=masks)


def test_predicting_one_observation(toy: ToyGame) -> None:
    model = new_model(toy)
    mask = np.zeros(10, np.bool_)
    mask[7] = True
    size = model.env.features.size
    action, _ = model.predict(np.zeros(size, np.float32), action_masks=mask)
    assert int(action) == 7


def test_exported_weights_act_as_the_policy(game: Game) -> None:
    model = new_model(game)
    buffer = _collect(model)
    features, masks = buffer.observations[:40], buffer.action_masks[:40]
    net = net_from(export_weights(model.policy), features.shape[1], masks.shape[1])
    plain, _ = net.logits(features, masks, torch.empty(40, 0))
    with torch.no_grad():
        logits, _ = model.policy._logits(torch.from_numpy(features), torch.from_numpy(masks))
    assert torch.allclose(plain, logits, atol=1e-5)


def test_spaces_are_honest(game: Game) -> None:
    env = new_env(game)
    assert isinstance(env.observation_space, spaces.Box)
    assert env.observation_space.contains(env.reset()[0])
