"""The usual way to learn in a PettingZoo game with stable-baselines3: one environment, wrapped."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

Step = tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]


class OneSeatEnv(gymnasium.Env[NDArray[np.float32], int]):
    """An AEC environment as a Gymnasium one: the learner decides for whoever is asked.

    Observations are flat float32 [F]; `action_masks` is what MaskablePPO asks for.
    """

    def __init__(self, game: Any) -> None:
        """Take the spaces of the first agent."""
        self._game = game
        game.reset()
        agent = game.possible_agents[0]
        size = int(np.prod(game.observation_space(agent)["observation"].shape))
        self.observation_space = spaces.Box(-np.inf, np.inf, (size,), np.float32)
        self.action_space = game.action_space(agent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start a game."""
        self._game.reset(seed, options)
        return self._look(), {}

    def step(self, action: int) -> Step:
        """The move of the agent asked; reward and end are its own."""
        agent = self._game.agent_selection
        self._game.step(int(action))
        return (
            self._look(),
            float(self._game._cumulative_rewards[agent]),
            bool(self._game.terminations[agent]),
            bool(self._game.truncations[agent]),
            {},
        )

    def _look(self) -> NDArray[np.float32]:
        self._seen = self._game.observe(self._game.agent_selection)
        return np.asarray(self._seen["observation"], np.float32).reshape(-1)

    def action_masks(self) -> NDArray[np.bool_]:
        """Legal actions, bool [num_actions]."""
        return np.asarray(self._seen["action_mask"], np.bool_)
