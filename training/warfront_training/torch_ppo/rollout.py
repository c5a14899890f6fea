"""Decisions of a learner in many games, each with all that it earned until the next one.

A game moves on as soon as anybody can decide in it: the learner decides where it is asked while
the opponents decide elsewhere. A decision earns what accrues to its chain until the chain's next
decision, whoever is on turn meanwhile. A chain is a game (credit `side`: the mean over the
learner's seats, at any of its decisions) or a seat in a game (credit `seat`: that seat's own).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from warfront_training.advantages import fill_advantages
from warfront_training.seating import Player
from warfront_training.torch_ppo.last_positions import LastPositions, views_of
from warfront_training.torch_ppo.policy import ActorCritic, Seen
from warfront_training.torch_ppo.sparse import Table
from warfront_training.vec_env import SideVecEnv


@dataclass
class Rollout:
    """What an update learns from. Axes: N decision in the order of time, V view, F feature.

    Attributes:
        seen: The decisions.
        actions: int64 [N].
        values, logs: float32 [N], the critic's value and the log probability as they were.
        rewards: float32 [N], where a limit ended the game with the discounted value of its last
            position; `ends`: bool [N], whether the game ended before the chain's next.
        advantages: float32 [N].
        games: int32 [N], the place in the batch; `parts`: int32 [N], games finished there before.
        memory: float32 [games, seats, M], what was remembered as the rollout began.
        lesson: Whether `actions` are what the teacher said, whatever was done.
    """

    seen: Seen
    actions: torch.Tensor
    values: torch.Tensor
    logs: torch.Tensor
    rewards: NDArray[np.float32]
    ends: NDArray[np.bool_]
    advantages: torch.Tensor
    games: NDArray[np.int32]
    parts: NDArray[np.int32]
    memory: torch.Tensor
    lesson: bool = False


class Collector:
    """Collects rollouts; between them it keeps what each seat remembers of its game.

    `count` is the number of decisions made in the last one.

    Args:
        env: The learner's games.
        policy: What decides, and learns between the rollouts.
        decisions: A rollout holds decisions * games decisions, and up to one a game more.
        credit: `side` or `seat`, see the module.
        discount, gae: Of the advantages.
        shaping: Weight of the lead as a potential (see `SideVecEnv`).
        teacher: Whom it asks in lessons.
    """

    def __init__(
        self,
        env: SideVecEnv,
        policy: ActorCritic,
        decisions: int,
        credit: str = "side",
        discount: float = 1.0,
        gae: float = 1.0,
        shaping: float = 0.0,
        teacher: Player | None = None,
    ) -> None:
        """Make room for a rollout."""
        self._env, self._policy, self._decisions = env, policy, decisions
        self._teacher = teacher
        self._learns = np.array(env.learner_seats)
        self._number = np.full(len(env.game.spec.seats), -1)  # seat -> number among the learner's
        self._number[self._learns] = np.arange(len(self._learns))
        self._by_seat = credit == "seat"
        self._discount, self._gae, self._shaping = discount, gae, shaping
        self._last = LastPositions(env, policy, self._by_seat)
        games, seats = env.num_envs, len(self._learns)
        self.memory = torch.zeros(games, seats, policy.actor.memory_size)
        chains = games * seats if self._by_seat else games
        self._base = np.zeros(chains, np.float32)  # earned when the chain last decided
        self._lead = np.zeros(chains, np.float32)  # and its potential
        self._open = np.full(chains, -1, np.intp)  # row of a decision that waits for its reward
        self._parts = np.zeros(games, np.int32)
        self._make_rows((decisions + 2) * games)  # up to one more each, and one to look ahead

    def _make_rows(self, size: int) -> None:
        actions, features = self._env.game.spec.num_actions, self._env.features.size
        views = len(self._learns) if self._policy.central else 0
        filled = self._policy.keeps_filled
        self._table = Table.empty(size, features) if filled else None
        self._features = np.zeros((0 if filled else size, features), np.float32)
        self._views = np.zeros((size, views, features), np.float32)
        self._masks = np.zeros((size, actions), np.bool_)
        self._seats = np.zeros(size, np.int64)
        self._actions = np.zeros(size, np.int64)
        self._games, self._chains, self._part = np.zeros((3, size), np.int32)
        self._values, self._logs, self._rewards = np.zeros((3, size), np.float32)
        self._ends = np.zeros(size, np.bool_)
        self.count = 0

    def collect(self, draws: torch.Generator, led: float | None = None) -> Rollout:
        """Decide until the rollout is full and every game asks the learner again.

        Args:
            draws: Draws the choices.
            led: The rollout is a lesson, in which the teacher says at every decision what it would
                do and this share of the time it is done; otherwise what the policy deems likeliest.
        """
        env = self._env
        env.begin_rollout()
        self.count = 0
        self._parts.fill(0)
        before = self.memory.clone()
        wanted = self._decisions * env.num_envs
        while True:
            ready = env.ready
            orders = np.full(env.num_envs, -1, np.int32)
            if self.count < wanted:
                games = np.flatnonzero(ready)
                if len(games):
                    orders[games] = self._decide(games, draws, led)
            elif ready.all():
                break
            self._last.before_step()
            env.advance(orders)
            env.ended.fill(False)
            self._settle_ended(np.flatnonzero(env.batch.terminated | env.batch.truncated))
        return self._finish(before, led is not None)

    def _decide(
        self, games: NDArray[np.intp], draws: torch.Generator, led: float | None = None
    ) -> NDArray[np.int64]:
        """Actions in these games, which ask the learner; what their chains earned is known now."""
        batch = self._env.batch
        seats = self._number[batch.seats[games]]
        chains = self._chains_of(games, seats)
        self._settle_asked(games, chains)
        rows = slice(self.count, self.count + len(games))
        self.count += len(games)
        seen = self._look(games, seats, rows)
        masks = batch.masks[games]
        device = self._policy.device
        memory = self.memory[torch.from_numpy(games), torch.from_numpy(seats)].to(device)
        drawn = torch.rand(len(games), generator=draws).to(device) if led is None else None
        actions, values, logs, after = self._policy.act(seen.to(device), masks, memory, drawn)
        self.memory[torch.from_numpy(games), torch.from_numpy(seats)] = after.cpu()
        self._masks[rows] = masks
        taken = self._actions[rows] = actions.cpu().numpy()
        self._values[rows] = values.cpu().numpy()
        self._logs[rows] = logs.cpu().numpy()
        self._games[rows], self._chains[rows] = games, chains
        self._part[rows] = self._parts[games]
        self._open[chains] = np.arange(rows.start, rows.stop)
        if led is not None:
            taken = self._teach(games, rows, torch.rand(len(games), generator=draws) < led)
        return taken

    def _teach(self, games: NDArray[np.intp], rows: slice, led: torch.Tensor) -> NDArray[np.int64]:
        """What is done in these games: where `led` what the teacher says, who is always heard."""
        assert self._teacher is not None
        chosen = self._actions[rows].copy()
        self._actions[rows] = self._teacher.choose(self._env.batch, games)
        return np.where(led.numpy(), self._actions[rows], chosen)

    def _chains_of(self, games: NDArray[np.intp], seats: NDArray[Any]) -> NDArray[np.intp]:
        return games * len(self._learns) + seats if self._by_seat else games

    def _look(self, games: NDArray[np.intp], seats: NDArray[Any], rows: slice) -> Seen:
        """What is seen in these games, written into the rows."""
        features = self._env.observe(games)
        self._seats[rows] = seats
        if self._table is None:
            self._features[rows] = features
        else:
            self._table.put(rows.start, features)
        if self._policy.central:
            self._views[rows] = self._view_all(games)
        return Seen(
            torch.from_numpy(features),
            torch.empty(0),
            torch.from_numpy(self._seats[rows]),
            torch.from_numpy(self._views[rows]),
            self._table,
            np.arange(rows.start, rows.stop),
        )

    def _view_all(self, games: NDArray[np.intp]) -> NDArray[np.float32]:
        """Features [n, V, F] of each of the learner's seats, whoever is asked."""
        batch = self._env.batch
        states = [batch.states[i : i + 1] for i in games.tolist()]
        return views_of(self._env, states, batch.seats[games], batch.observations[games])

    def _earned(self, returns: NDArray[np.float32], chains: NDArray[np.intp]) -> Any:
        """What these chains have earned: returns [n, seats of the game] of their games."""
        if self._by_seat:
            return returns[np.arange(len(chains)), self._learns[chains % len(self._learns)]]
        return returns[:, self._learns].mean(axis=1)

    def _settle_asked(self, games: NDArray[np.intp], chains: NDArray[np.intp]) -> None:
        """These chains are asked again: their last decisions have earned what accrued since.

        What accrued before a chain's first decision in a game is counted with that decision.
        """
        batch = self._env.batch
        now = self._earned(batch.returns[games], chains)
        lead = np.zeros(len(games), np.float32)
        if self._shaping:
            lead = self._env.features.lead(batch.observations[games], batch.seats[games])
        rows = self._open[chains]
        waiting = rows >= 0
        gain = now - self._base[chains]
        gain += self._shaping * (self._discount * lead - self._lead[chains])
        self._rewards[rows[waiting]] = gain[waiting]
        self._ends[rows[waiting]] = False
        self._open[chains] = -1
        self._base[chains[waiting]] = now[waiting]
        self._lead[chains] = lead

    def _settle_ended(self, games: NDArray[np.intp]) -> None:
        """These games have ended: nothing is remembered, nothing is earned any more."""
        if not len(games):
            return
        seats = len(self._learns)
        each = seats if self._by_seat else 1
        chains = (games[:, None] * each + np.arange(each)).reshape(-1)
        total = self._earned(np.repeat(self._env.batch.final_returns[games], each, axis=0), chains)
        rows = self._open[chains]
        waiting = rows >= 0
        gain = total - self._base[chains] - self._shaping * self._lead[chains]
        gain += self._discount * self._go_on(games, waiting.reshape(-1, each)).reshape(-1)
        self._rewards[rows[waiting]] = gain[waiting]
        self._ends[rows[waiting]] = True
        self._open[chains] = -1
        self._base[chains] = 0
        self._lead[chains] = 0
        self._parts[games] += 1
        self.memory[torch.from_numpy(games)] = 0

    def _go_on(self, games: NDArray[np.intp], waiting: NDArray[np.bool_]) -> NDArray[np.float32]:
        """[games, chains a game]: what follows their ends, 0 unless a limit cut a game off."""
        batch = self._env.batch
        worth = np.zeros(waiting.shape, np.float32)
        cut = self._env.carries & batch.truncated[games] & waiting.any(axis=1)
        if cut.any():
            mine = games[cut]
            worth[cut] = self._last.values(mine, self.memory[torch.from_numpy(mine)])
            last, seats = batch.final_observations[mine], batch.final_seats[mine]
            worth[cut] += self._shaping * self._env.features.lead(last, seats)[:, None]
        return worth

    def _finish(self, before: torch.Tensor, lesson: bool) -> Rollout:
        """Close the rollout at the decisions that all games ask now.

        With a chain for each seat, the last decision of a seat that is not asked now has not
        earned all of its reward yet: it serves as the value of what follows, and is not learned.
        """
        next_values = self._next_values()
        unknown = self._open[self._open >= 0]
        chains = self._chains[unknown].astype(np.intp)
        next_values[chains] = self._values[unknown]
        returns = self._env.batch.returns[self._games[unknown]]
        self._base[chains] = self._earned(returns, chains)
        self._open.fill(-1)
        kept = np.ones(self.count, np.bool_)
        kept[unknown] = False
        rows = np.flatnonzero(kept)
        values, rewards, ends = self._values[rows], self._rewards[rows], self._ends[rows]
        advantages = np.empty(len(rows), np.float32)
        fill_advantages(
            self._chains[rows], rewards, ends, values, next_values, self._discount, self._gae,
            advantages,
        )  # fmt: skip
        take = slice(0, self.count) if len(rows) == self.count else rows
        seen = Seen(
            torch.from_numpy(self._features if self._table is not None else self._features[take]),
            torch.from_numpy(self._masks[take]),
            torch.from_numpy(self._seats[take]),
            torch.from_numpy(self._views[take]),
            self._table,
            rows,
        )
        return Rollout(
            seen,
            torch.from_numpy(self._actions[take]),
            torch.from_numpy(values),
            torch.from_numpy(self._logs[take]),
            rewards,
            ends,
            torch.from_numpy(advantages),
            self._games[take],
            self._part[take],
            before,
            lesson,
        )

    def _next_values(self) -> NDArray[np.float32]:
        """[chains]: the value of the decision that each game asks now, 0 in its other chains."""
        games = np.arange(self._env.num_envs)
        seats = self._number[self._env.batch.seats]
        chains = self._chains_of(games, seats)
        self._settle_asked(games, chains)
        seen = self._look(games, seats, slice(self.count, self.count + len(games)))
        device = self._policy.device
        memory = self.memory[torch.from_numpy(games), torch.from_numpy(seats)].to(device)
        values = np.zeros(len(self._open), np.float32)
        values[chains] = self._policy.value(seen.to(device), memory).cpu().numpy()
        return values

    def pack(self) -> dict[str, NDArray[Any]]:
        """What it keeps between rollouts, as arrays by name."""
        return {"memory": self.memory.numpy(), "base": self._base, "lead": self._lead}

    def unpack(self, arrays: dict[str, NDArray[Any]]) -> None:
        """Go on from `pack`."""
        self.memory = torch.from_numpy(arrays["memory"])
        self._base, self._lead = arrays["base"], arrays["lead"]
