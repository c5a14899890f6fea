"""What games that ran into a limit are still worth: the values of their last positions."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from warfront_training.torch_ppo.policy import ActorCritic, Seen
from warfront_training.vec_env import SideVecEnv


class LastPositions:
    """The ends of games, as the seats of a learner see them.

    A batch keeps what one seat sees of a finished game. Where other seats' views are asked for, the
    state before the last step is kept, and the step is made again.

    Args:
        env: The learner's games.
        policy: What values positions.
        by_seat: Whether each of the learner's seats is asked for its own value.
    """

    def __init__(self, env: SideVecEnv, policy: ActorCritic, by_seat: bool) -> None:
        """Make room for the states."""
        self._env, self._policy, self._by_seat = env, policy, by_seat
        self._number = np.full(len(env.game.spec.seats), -1)  # seat -> number among the learner's
        self._number[env.learner_seats] = np.arange(len(env.learner_seats))
        self._all_views = env.carries and (by_seat or policy.central)
        self._before = env.batch.states.copy()

    def before_step(self) -> None:
        """Keep the states that the next step begins from, where they will be needed."""
        if self._all_views:  # as bytes: numpy copies records field by field
            self._before.view(np.uint8)[...] = self._env.batch.states.view(np.uint8)

    def values(self, games: NDArray[np.intp], memory: torch.Tensor) -> NDArray[np.float32]:
        """Values [n, V] of the last positions of games that ended in this step.

        Args:
            games: [n], in each of which the learner has decided.
            memory: [n, seats of the learner, M], what each seat remembers of the game.

        Returns:
            float32, V being each seat of the learner, or the one that saw the end.
        """
        batch, many = self._env.batch, len(games)
        seen, viewers = batch.final_observations[games], batch.final_seats[games]
        seats = self._number[viewers][:, None]  # [n, V]
        views = np.empty((many, 0, self._env.features.size), np.float32)
        if self._all_views:
            views = views_of(self._env, [self._end(i) for i in games.tolist()], viewers, seen)
        features = self._env.features(seen, viewers)[:, None]
        if self._by_seat:
            seats = np.tile(np.arange(views.shape[1]), (many, 1))
            features = views
        each = seats.shape[1]
        rows = torch.arange(many).repeat_interleave(each)
        known = Seen(
            torch.from_numpy(features.reshape(many * each, -1)),
            torch.empty(0),
            torch.from_numpy(seats.reshape(-1)),
            torch.from_numpy(views if self._policy.central else views[:, :0])[rows],
        )
        device = self._policy.device
        recalled = memory[rows, known.seats].to(device)
        values: NDArray[np.float32] = self._policy.value(known.to(device), recalled).cpu().numpy()
        return values.reshape(many, each)

    def _end(self, i: int) -> Any:
        """The last state of game i, from the one before and the action taken."""
        game = self._env.game
        state = game.copy(self._before[i : i + 1])
        game.step(state, int(self._env.batch.actions[i]))
        return state


def views_of(
    env: SideVecEnv, states: Sequence[Any], seats: NDArray[np.int8], observations: NDArray[np.uint8]
) -> NDArray[np.float32]:
    """Features [n, V, F] of states as each seat of the learner sees them.

    Args:
        env: The learner's games.
        states: n states.
        seats: [n], a seat whose observation is at hand.
        observations: uint8 [n, observation_size], of that seat.
    """
    learns = env.learner_seats
    views = np.empty((len(states), len(learns), env.features.size), np.float32)
    seen = np.empty_like(observations)
    for k, seat in enumerate(learns):
        for row, state in enumerate(states):
            known = seats[row] == seat
            seen[row] = observations[row] if known else env.game.observe(state, seat)
        views[:, k] = env.features(seen, np.full(len(states), seat, np.int8))
    return views
