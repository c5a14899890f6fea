"""MaskablePPO that collects without waiting: a game moves on as soon as anybody can decide in it.

In the usual way all games wait for the slowest opponent after each decision of the learner. Here
the learner decides in those games that ask it while the opponents decide in the others, and only
at the end of a rollout all games run on to a decision of the learner, so that every decision in
the rollout has its full reward and comes from the policy that is to be improved.
"""

from collections.abc import Generator
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import (
    MaskableRolloutBuffer,
    MaskableRolloutBufferSamples,
)

from warfront_training.advantages import fill_advantages
from warfront_training.vec_env import SideVecEnv


class FlatBuffer(MaskableRolloutBuffer):
    """Decisions of all games in the order of time; masks take a byte an action.

    Holds up to `n_envs` decisions more than a plain rollout, for the last of each game.
    """

    def reset(self) -> None:
        """Empty it; the arrays are made once."""
        assert isinstance(self.action_space, spaces.Discrete)
        self.mask_dims = int(self.action_space.n)
        size = (self.buffer_size + 1) * self.n_envs
        if getattr(self, "game", None) is None:
            self.game = np.zeros(size, np.int32)
            self.observations = np.zeros((size, *self.obs_shape), np.float32)
            self.action_masks = np.zeros((size, self.mask_dims), np.bool_)
            self.actions = np.zeros(size, np.int64)
            self.ends = np.zeros(size, np.bool_)
            self._rewards, self._values, self._logs, self._gains = np.zeros((4, size), np.float32)
        self.pos = 0
        self.full = False

    def put(
        self,
        games: NDArray[np.intp],
        observations: NDArray[np.float32],
        masks: NDArray[np.bool_],
        actions: NDArray[np.int64],
        values: NDArray[np.float32],
        logs: NDArray[np.float32],
    ) -> NDArray[np.intp]:
        """Add a decision of each of these games; returns their rows, for `reward`."""
        rows = slice(self.pos, self.pos + len(games))
        self.game[rows] = games
        self.observations[rows] = observations
        self.action_masks[rows] = masks
        self.actions[rows] = actions
        self._values[rows] = values
        self._logs[rows] = logs
        self.pos += len(games)
        return np.arange(rows.start, rows.stop)

    def reward(
        self, rows: NDArray[np.intp], rewards: NDArray[np.float32], ends: NDArray[np.bool_]
    ) -> None:
        """What these decisions earned, and whether their games ended.

        Where a limit ended the game, the discounted value of its last position is among it.
        """
        self._rewards[rows] = rewards
        self.ends[rows] = ends

    def finish(self, next_values: NDArray[np.float32]) -> None:
        """Work the advantages out; next_values [games] are of the decisions asked now."""
        n = self.pos
        fill_advantages(
            self.game[:n], self._rewards[:n], self.ends[:n], self._values[:n],
            next_values.astype(np.float32), float(self.gamma), float(self.gae_lambda),
            self._gains[:n],
        )  # fmt: skip
        self.rewards, self.values, self.log_probs = (
            self._rewards[:n], self._values[:n], self._logs[:n],
        )  # fmt: skip
        self.advantages = self._gains[:n]
        self.returns = self.advantages + self.values
        self.full = True

    def get(  # type: ignore[override]
        self, batch_size: int | None = None
    ) -> Generator[MaskableRolloutBufferSamples, None, None]:
        """Minibatches in a random order; a rest under half a batch joins the one before."""
        order = torch.from_numpy(np.random.permutation(self.pos))
        count = max(1, round(self.pos / (batch_size or self.pos)))
        for rows in torch.tensor_split(order, count):
            yield MaskableRolloutBufferSamples(
                *(
                    torch.from_numpy(array).index_select(0, rows)
                    for array in (
                        self.observations, self.actions, self.values, self.log_probs,
                        self.advantages, self.returns, self.action_masks,
                    )
                )
            )  # fmt: skip


class SelfPlayPPO(MaskablePPO):
    """MaskablePPO over a `SideVecEnv`, collecting as the module says."""

    rollout_buffer: FlatBuffer

    def collect_rollouts(
        self,
        env: Any,
        callback: Any,
        rollout_buffer: Any,
        n_rollout_steps: int,
        use_masking: bool = True,
    ) -> bool:
        """Fill the buffer with n_rollout_steps * n_envs decisions, and a few more."""
        assert isinstance(env, SideVecEnv) and use_masking
        self.policy.set_training_mode(False)
        rollout_buffer.reset()
        env.begin_rollout()
        wanted = n_rollout_steps * env.num_envs
        row_of = np.full(env.num_envs, -1, np.intp)  # the game's decision that waits for its reward
        while True:
            ready = env.ready
            orders = np.full(env.num_envs, -1, np.int32)
            if rollout_buffer.pos < wanted:
                games = np.flatnonzero(ready)
                if len(games):
                    orders[games], row_of[games] = self._decide(env, rollout_buffer, games)
            elif ready.all():
                break
            env.advance(orders)
            settled = np.flatnonzero((row_of >= 0) & (env.ready | env.ended))
            if len(settled):
                ends = env.ended[settled]
                rewards = env.settle(settled)
                cut = ends & env.cut[settled]
                if cut.any():  # by a limit: what the last position was worth goes on
                    rewards[cut] += self.gamma * self._values(env.last_seen(settled[cut]))
                rollout_buffer.reward(row_of[settled], rewards, ends)
                row_of[settled] = -1
                env.ended[settled] = False
        self.num_timesteps += rollout_buffer.pos
        self._last_obs = env.observe()
        rollout_buffer.finish(self._values(self._last_obs))
        return True

    def _values(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """What positions are worth, float32 [n], by their features [n, F]."""
        with torch.no_grad():
            values = self.policy.predict_values(torch.from_numpy(features))
        worth: NDArray[np.float32] = values.numpy().reshape(-1)
        return worth

    def _decide(
        self, env: SideVecEnv, buffer: FlatBuffer, games: NDArray[np.intp]
    ) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
        """Actions in the games that ask the learner, and their rows in the buffer."""
        observations = env.observe(games)
        masks = env.batch.masks[games].view(np.bool_)
        with torch.no_grad():
            tensor = torch.from_numpy(observations)
            actions, values, logs = self.policy(tensor, action_masks=masks)
        chosen = actions.numpy()
        rows = buffer.put(
            games, observations, masks, chosen, values.numpy().reshape(-1), logs.numpy()
        )
        return chosen, rows
