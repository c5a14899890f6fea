"""Trial 20: the alliance environment crosses a spawn and trains under plain stable-baselines3."""

from functools import partial

import numpy as np
from stable_baselines3.common.vec_env import SubprocVecEnv

from learning import stock_ppo
from warfront.side import SideEnv


def test_maskable_ppo_over_spawned_alliance_environments() -> None:
    make = partial(SideEnv, "battlecards", "allies", "random", theatres=("pacific",))
    env = SubprocVecEnv([make] * 4, start_method="spawn")
    try:
        model = stock_ppo(env, n_steps=64, batch_size=128, n_epochs=1, seed=3)
        model.learn(1_000)
        assert model.num_timesteps >= 1_000
        assert all(np.isfinite(p.detach().numpy()).all() for p in model.policy.parameters())
    finally:
        env.close()
