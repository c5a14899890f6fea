"""The stable-baselines3 face of a batch: one learner (a whole alliance, or a seat) against players.

There is no Python loop over games: a step applies the learner's actions to all games at once, then
asks the other seats' players in batches until every game asks the learner again.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from warfront.game import BadInput, Game
from warfront_agents.features import Features
from warfront_training.seating import Player, choose_all

NAMES = "env.names"  # in what `SideVecEnv.pack` gives


class SideVecEnv(VecEnv):
    """Many games in which one learner decides for its seats.

    Observations are float32 features [n, F] of the seat asked, masks come from `action_masks()`.
    The reward of a decision is all that accrued to the learner's seats (their mean) until its next
    decision or the end; over a game the rewards sum to the returns.

    Args:
        game: The game.
        batch: A batch of it; its reward mode is the learner's.
        learns: Names of the seats that the learner decides for.
        players: Who plays the other seats.
        lineups: int [k, seats]: index of the player on each seat (any number on the learner's own).
        weights: [k] how often each line-up is drawn for a new game.
        seed: Seeds the draws of line-ups.
        shaping: Weight of the lead in points as a potential, added to the rewards: shaping *
            (discount * lead after - lead before), 0 at the end. With 0 rewards are the game's own.
        discount: The learner's, for the potential.
        carries: Whether a game that runs into a limit counts as cut off, so that what its last
            position was worth goes on (and its potential with it); False: as over.
    """

    def __init__(
        self,
        game: Game,
        batch: Any,
        learns: Sequence[str],
        players: Sequence[Player] = (),
        lineups: NDArray[np.intp] | None = None,
        weights: NDArray[np.float64] | None = None,
        seed: int = 0,
        shaping: float = 0.0,
        discount: float = 1.0,
        carries: bool = True,
        features: Features | None = None,
    ) -> None:
        """Start nothing yet: `reset` starts the games."""
        self.game = game
        self.batch = batch
        self.features = Features(game) if features is None else features
        unknown = [seat for seat in learns if seat not in game.spec.seats]
        if unknown or not learns:
            raise BadInput(f"learner seats {unknown}: choose from {', '.join(game.spec.seats)}")
        self._learns = np.array([seat in learns for seat in game.spec.seats])
        self._players: list[Player] = []
        n = len(batch.seats)
        self._names = [""]  # what the line-ups are called
        self._assigned = np.zeros(n, np.intp)  # line-up of each running game
        self._whole = np.zeros(n, np.bool_)  # games that one name has played from the beginning on
        if lineups is not None:
            many = np.ones(len(lineups)) if weights is None else weights
            self.set_opponents(players, lineups, many)
        self.seed_draws(seed)
        self._shaping, self._discount = shaping, discount
        self.carries = carries
        self._orders = np.zeros(n, np.int32)
        self._base = np.zeros(n, np.float32)  # returns at the learner's last decision
        self.ended = np.zeros(n, np.bool_)  # games that ended since the last step or rollout
        self._final = np.zeros(n, np.float32)  # what was earned last in those
        self.cut = np.zeros(n, np.bool_)  # of the ended: by a limit, so that its value goes on
        self._final_lead = np.zeros(n, np.float32)  # potential of the last position of a cut game
        self._length = np.zeros(n, np.int64)
        self._lead = np.zeros(n, np.float32)  # potential at the learner's last decision
        self._terminal: dict[int, NDArray[np.float32]] = {}
        self._episode: dict[int, dict[str, float]] = {}
        super().__init__(
            n,
            spaces.Box(-np.inf, np.inf, (self.features.size,), np.float32),
            spaces.Discrete(game.spec.num_actions),
        )

    def set_opponents(
        self,
        players: Sequence[Player],
        lineups: NDArray[np.intp],
        weights: NDArray[np.float64],
        names: Sequence[str] | None = None,
    ) -> None:
        """Change who may play the other seats.

        A running game goes on with the line-up that bears the name of its own, and with another
        where none does. Games that end from now on are counted in `finished`; those of them that
        line-ups of one name played from the beginning on, in `met` too, line-up by line-up.

        Args:
            players: The players.
            lineups: int [k, seats]: index of the player on each seat.
            weights: [k] how often each line-up is drawn for a new game.
            names: [k] what the line-ups are called, each by another name; numbers by default.
        """
        self._players = list(players)
        self._lineups = np.asarray(lineups, np.intp).reshape(-1, len(self.game.spec.seats))
        self._weights = np.asarray(weights, np.float64) / np.sum(weights)
        self.finished = np.zeros(2, np.float64)  # games, sum of returns
        self.met = np.zeros((len(self._lineups), 2), np.float64)  # the same for each line-up
        self._follow([str(k) for k in range(len(self._lineups))] if names is None else names)

    def _follow(self, names: Sequence[str]) -> None:
        """Line-ups are called so from now on; running games follow the name of theirs."""
        place = {name: k for k, name in enumerate(names)}
        now = np.array([place.get(name, -1) for name in self._names], np.intp)[self._assigned]
        self._whole &= now >= 0
        self._assigned = np.where(now < 0, self._assigned % len(names), now)
        self._names = list(names)

    def seed_draws(self, seed: int) -> None:
        """Seed the draws of line-ups and every player's choices."""
        self._rng = np.random.default_rng(seed)
        for k, player in enumerate(self._players):
            player.reseed(seed * 1009 + k)

    def reset(self) -> NDArray[np.float32]:
        """Start all games; returns the features of each first decision of the learner."""
        self.batch.reset()
        self._assign(np.arange(self.num_envs))
        self._base.fill(0)
        self.begin_rollout()
        self.wait()
        self._lead = self.features.lead(self.batch.observations, self.batch.seats)
        return self.observe()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the learner's actions, [n]."""
        self._orders[:] = actions

    def step_wait(
        self,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Apply them and run on to the learner's next decision in every game."""
        self.begin_rollout()
        self.advance(self._orders)
        self.wait()
        rewards = self.settle(np.arange(self.num_envs))
        return self.observe(), rewards, self.ended.copy(), self._infos()

    @property
    def learner_seats(self) -> list[int]:
        """Numbers of the learner's seats in the game."""
        seats: list[int] = np.flatnonzero(self._learns).tolist()
        return seats

    @property
    def ready(self) -> NDArray[np.bool_]:
        """Games that ask the learner now, bool [n]."""
        ready: NDArray[np.bool_] = self._learns[self.batch.seats]
        return ready

    def wait(self) -> None:
        """Run on until every game asks the learner."""
        hold = np.full(self.num_envs, -1, np.int32)
        while not self.ready.all():
            self.advance(hold)

    def advance(self, actions: NDArray[np.int32]) -> None:
        """Move every game by one decision.

        Args:
            actions: int32 [n], read in the games that ask the learner; -1 holds such a game. In all
                others the players answer.
        """
        batch = self.batch
        ready = self.ready
        orders = np.where(ready, actions, np.int32(-1))
        mine = orders >= 0
        self._length += mine
        batch.viewers[mine] = batch.seats[mine]  # where an end is seen from
        others = np.flatnonzero(~ready)
        if len(others):
            players = self._lineups[self._assigned[others], batch.seats[others]]
            choose_all(batch, self._players, players, others, orders)
        batch.step(orders, orders < 0)
        finished = np.flatnonzero(batch.terminated | batch.truncated)
        if len(finished):
            self._note_ends(finished)

    def begin_rollout(self) -> None:
        """Forget the ends of games that have been reported."""
        self.ended.fill(False)
        self._terminal = {}
        self._episode = {}

    def settle(self, games: NDArray[np.intp]) -> NDArray[np.float32]:
        """What the learner's last decisions in these games have earned it, float32 [len(games)].

        Each of the games must ask the learner again or have ended (`ended`) since that decision.
        """
        ended = self.ended[games]
        now = self._mine(self.batch.returns[games])
        rewards = np.where(ended, self._final[games], now - self._base[games])
        self._base[games] = np.where(ended, np.float32(0), now)
        if self._shaping:
            lead = self.features.lead(self.batch.observations[games], self.batch.seats[games])
            last = np.where(self.cut[games], self._final_lead[games], np.float32(0))
            after = self._discount * np.where(ended, last, lead)
            rewards += self._shaping * (after - self._lead[games])
            self._lead[games] = lead
        return rewards.astype(np.float32)

    def last_seen(self, games: NDArray[np.intp]) -> NDArray[np.float32]:
        """Features float32 [len(games), F] of the last positions of games that have ended."""
        return np.array([self._terminal[i] for i in games.tolist()], np.float32)

    def observe(self, games: NDArray[np.intp] | None = None) -> NDArray[np.float32]:
        """Features float32 [len(games), F] of the decisions asked now (all games by default)."""
        batch = self.batch
        if games is None:
            return self.features(batch.observations, batch.seats)
        return self.features(batch.observations[games], batch.seats[games])

    def action_masks(self) -> NDArray[np.bool_]:
        """Legal actions of each game, bool [n, num_actions]."""
        return np.array(self.batch.masks, np.bool_)

    def _mine(self, returns: NDArray[np.float32]) -> NDArray[np.float32]:
        mean: NDArray[np.float32] = returns[:, self._learns].mean(axis=1)
        return mean

    def _note_ends(self, finished: NDArray[np.intp]) -> None:
        """Keep what a finished game leaves behind; a new game already stands in its place."""
        batch = self.batch
        earned = self._mine(batch.final_returns[finished])
        seen = self.features(batch.final_observations[finished], batch.final_seats[finished])
        leads = self.features.lead(batch.final_observations[finished], batch.final_seats[finished])
        for k, i in enumerate(finished.tolist()):
            self.finished += (1.0, earned[k])
            if self._whole[i]:
                self.met[self._assigned[i]] += (1.0, earned[k])
            if self.ended[i] or not self._length[i]:
                continue  # the learner was never asked in it: nothing to deliver
            self.ended[i] = True
            self._final[i] = earned[k] - self._base[i]
            self.cut[i] = self.carries and batch.truncated[i]
            self._final_lead[i] = leads[k]
            self._terminal[i] = seen[k]
            self._episode[i] = {"r": float(earned[k]), "l": int(self._length[i]), "t": 0.0}
            self._length[i] = 0
            self._base[i] = 0
        self._assign(finished)

    def _assign(self, games: NDArray[np.intp]) -> None:
        self._assigned[games] = self._rng.choice(len(self._weights), len(games), p=self._weights)
        self._whole[games] = True
        for player in self._players:
            if player.keeps_games:
                for i in games.tolist():
                    player.begin(i)

    def _infos(self) -> list[dict[str, Any]]:
        nothing: dict[str, Any] = {}
        infos = [nothing] * self.num_envs
        for i, terminal in self._terminal.items():
            infos[i] = {
                "terminal_observation": terminal,
                "TimeLimit.truncated": bool(self.cut[i]),
                "episode": self._episode[i],
            }
        return infos

    def pack(self) -> dict[str, NDArray[Any]]:
        """Everything that `unpack` needs to go on exactly here, as arrays by name."""
        names = ("_assigned", "_whole", "_base", "_length", "_lead")
        own = {name: getattr(self, name) for name in names}
        arrays = {f"env.{name}": np.array(array) for name, array in own.items()}
        arrays[NAMES] = np.array(self._names)
        for name, value in vars(self.batch).items():
            if isinstance(value, np.ndarray):
                arrays[f"batch.{name}"] = np.array(value)
        return arrays

    def unpack(self, arrays: Any) -> NDArray[np.float32]:
        """Go on from `pack`; returns the features of each game's decision."""
        self._whole.fill(False)
        for name in arrays:
            if name == NAMES:
                self._names = arrays[NAMES].tolist()
                continue
            owner, _, field = name.partition(".")
            target = getattr(self if owner == "env" else self.batch, field)
            target[...] = np.asarray(arrays[name]).view(target.dtype).reshape(target.shape)
        if NAMES not in arrays:  # an older state, in which nobody is known by name
            self._names = [""] * (int(self._assigned.max()) + 1)
        return self.observe()

    def close(self) -> None:
        """End the batch's threads, if it has any."""
        close = getattr(self.batch, "close", None)
        if close is not None:
            close()

    def has_attr(self, attr_name: str) -> bool:
        """Whether the games have this attribute."""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute, once per game."""
        count = len(list(self._get_indices(indices)))
        return [None if attr_name == "render_mode" else getattr(self, attr_name)] * count

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Not offered: the games of a batch share everything.

        Raises:
            AttributeError: Always.
        """
        raise AttributeError(f"{attr_name} cannot be set game by game: make another SideVecEnv")

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """`action_masks` of the games, the one method that learners call.

        Raises:
            AttributeError: For any other method.
        """
        if method_name != "action_masks":
            raise AttributeError(f"{method_name} is no method of the games: only action_masks is")
        return list(self.action_masks()[list(self._get_indices(indices))])

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No game is wrapped."""
        return [False] * len(list(self._get_indices(indices)))
