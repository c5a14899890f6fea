"""A whole alliance as one learner in many games at once: a Gymnasium VectorEnv over a `Batch`."""

from functools import reduce
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from warfront.batch import MOST_GAMES, Batch, check_count
from warfront.game import BadInput, Game
from warfront.games import Setup
from warfront.seating import Given, Opponents, side_seats
from warfront.seeds import check_seed, fresh_seed, next_seed, split_seed

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]


class SideVectorEnv(VectorEnv[Floats, NDArray[np.int64], NDArray[Any]]):
    """`SideEnv` n times: each game stands at a decision of the learner.

    Autoreset is SAME_STEP: when a game ends, the step gives the reward and flags of the old game
    and the first observation of the new one. The old game's last observation (of the learner's
    seat that was asked last, whoever ended the game) is `infos["final_obs"]`; `infos["final_info"]`
    holds its "seat", its (empty) "action_mask" and the "returns" of all seats, float32 [n, seats].
    An illegal action raises IllegalAction and changes no game.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        game: str | Game = "battlecards",
        side: str = "axis",
        opponents: Given = "staff",
        threads: int = 1,
        render_mode: None = None,
        **options: Any,
    ) -> None:
        """Set up n games; see `SideEnv` for the arguments it shares with this class.

        Args:
            num_envs: How many games.
            game: A game's name, or a game.
            side: The learner's side.
            opponents: A name or an Agent for all other seats, or one of them for each by seat.
            threads: How many threads advance the games.
            render_mode: Nothing can be drawn.
            **options: `reward` and the game's own options.

        Raises:
            BadInput: An argument or option is unknown or refused.
        """
        check_count("num_envs", num_envs, MOST_GAMES)
        if render_mode is not None:
            raise BadInput(f"render_mode {render_mode!r} is unknown: use None, nothing is drawn")
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._side, self._given, self._threads = side, opponents, threads
        self._return = np.zeros(num_envs, np.float64)
        self._seed: int | None = None
        self._use(Setup.of(game, options))

    def _use(self, setup: Setup) -> None:
        """Set up the games; changes nothing when the set-up is refused."""
        game, num_envs = setup.game, self.num_envs
        batch = Batch(game, num_envs, self._threads, reward=setup.reward)
        seats = side_seats(game, self._side)
        self._opponents = Opponents(game, seats, self._given, num_envs)
        self._setup, self.game, self.batch, self._seats = setup, game, batch, seats
        spec = game.spec
        self._mine = np.isin(np.arange(len(spec.seats)), seats)
        self.single_observation_space = spaces.Box(0.0, 255.0, (spec.observation_size,), np.float32)
        self.single_action_space = spaces.Discrete(spec.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Start all games anew.

        Args:
            seed: One number fixes all games; None goes on from the seeds given before. A list has
                one of either for each game (an opponent that answers for all games at once draws
                its chance from all of them together).
            options: What the constructor takes as options; kept for every later reset.

        Raises:
            BadInput: An option is unknown or refused, a seed is no whole number, or the list has
                not one for each game.
        """
        each, start = self._seeds(seed)
        setup = self._setup if options is None else self._setup.changed(options)
        if setup != self._setup:
            old = self.batch
            self._use(setup)
            old.close()
        self._seed = start
        self.batch.reset(each or start)
        self._opponents.reset(next_seed(start))
        for i, number in enumerate(each):
            self._opponents.restart(i, next_seed(number))
        self._return[:] = 0.0
        self._play_on()
        return self._observe(), self._infos()

    def _seeds(self, seed: Any) -> tuple[list[int], int]:
        """A seed for each game, where a list gives some, and one for all that is shared."""
        if seed is not None and np.ndim(seed) == 0:
            return [], check_seed(seed)
        start = fresh_seed() if self._seed is None else next_seed(self._seed)
        if seed is None:
            return [], start
        given = [None if one is None else check_seed(one) for one in seed]
        if len(given) != self.num_envs:
            raise BadInput(
                f"{len(given)} seeds for {self.num_envs} games: give one number, or one a game"
            )
        own = split_seed(start, len(given)).tolist()
        each = [next_one if one is None else one for one, next_one in zip(given, own, strict=True)]
        if None not in given:
            start = reduce(lambda word, one: next_seed(word ^ one), each, 0)
        return each, start

    def step(
        self, actions: ArrayLike
    ) -> tuple[Floats, NDArray[np.float64], Bools, Bools, dict[str, Any]]:
        """Decide in every game and play on to the learner's next decisions.

        Args:
            actions: Whole numbers [n].

        Raises:
            IllegalAction: Names the first game whose action is illegal; no game has changed.
            ResetNeeded: No game has been started.
        """
        self._check_started("step()")
        self.batch.viewers[:] = self.batch.seats  # from where an end is seen, whoever makes it
        self.batch.step(actions)
        ended = _Ended(self.batch)
        self._play_on(ended)
        now = self._side_return(self.batch.returns)
        rewards = now - self._return
        done = ended.terminated | ended.truncated
        rewards[done] = (self._side_return(ended.returns) - self._return)[done]
        self._return = np.where(done, 0.0, now)
        return self._observe(), rewards, ended.terminated, ended.truncated, self._infos(ended)

    def _play_on(self, ended: "_Ended | None" = None) -> None:
        """Let the opponents decide until every game waits for the learner."""
        batch = self.batch
        while True:
            if ended is not None:
                ended.note()
            for i in np.flatnonzero(batch.terminated | batch.truncated).tolist():
                self._opponents.restart(i, int(batch.seeds[i]))
            waiting = ~self._mine[batch.seats]
            if not waiting.any():
                return
            batch.step(self._opponents.act_in(batch, waiting), held=~waiting)

    def _side_return(self, returns: Floats) -> NDArray[np.float64]:
        share: NDArray[np.float64] = returns[:, self._seats].mean(axis=1, dtype=np.float64)
        return share

    def _observe(self) -> Floats:
        return self.batch.observations.astype(np.float32)

    def _infos(self, ended: "_Ended | None" = None) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        infos = {
            "seat": self.batch.seats.copy(),
            "_seat": every,
            "action_mask": self.batch.masks.astype(np.int8),
            "_action_mask": every.copy(),
        }
        return infos if ended is None else {**infos, **ended.infos()}

    def action_masks(self) -> Bools:
        """The learner's legal actions, bool [n, num_actions].

        Raises:
            ResetNeeded: No game has been started.
        """
        self._check_started("action_masks()")
        return self.batch.masks.astype(np.bool_)

    def _check_started(self, what: str) -> None:
        if self._seed is None:
            raise ResetNeeded(f"{what} needs a game: call reset() first")

    def close_extras(self, **kwargs: Any) -> None:
        """Let the threads go."""
        self.batch.close()


class _Ended:
    """How the games that end during one step of the learner ended (the first end of each)."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self.observations = np.zeros_like(batch.final_observations)
        self.seats = np.zeros_like(batch.final_seats)
        self.terminated = np.zeros(batch.n, np.bool_)
        self.truncated = np.zeros(batch.n, np.bool_)
        self.returns = np.zeros_like(batch.final_returns)

    def note(self) -> None:
        """Keep what the last step of the batch ended, unless that game had ended before."""
        batch = self._batch
        new = (batch.terminated | batch.truncated) & ~(self.terminated | self.truncated)
        if not new.any():
            return
        self.terminated |= batch.terminated & new
        self.truncated |= batch.truncated & new
        self.returns[new] = batch.final_returns[new]
        self.observations[new] = batch.final_observations[new]
        self.seats[new] = batch.final_seats[new]

    def infos(self) -> dict[str, Any]:
        """Gymnasium's `final_obs` and `final_info`, with `_`-keys for the games they are of."""
        done = self.terminated | self.truncated
        if not done.any():
            return {}
        last = np.full(len(done), None, object)
        for i in np.flatnonzero(done).tolist():
            last[i] = self.observations[i].astype(np.float32)
        final = {
            "seat": self.seats,
            "_seat": done.copy(),
            "action_mask": np.zeros(self._batch.masks.shape, np.int8),
            "_action_mask": done.copy(),
            "returns": self.returns,
            "_returns": done.copy(),
        }
        return {
            "final_obs": last,
            "_final_obs": done.copy(),
            "final_info": final,
            "_final_info": done.copy(),
        }
