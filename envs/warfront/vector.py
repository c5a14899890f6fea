"""A whole alliance as one learner in many games at once: a Gymnasium VectorEnv over a `Batch`."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from warfront.batch import Batch
from warfront.game import BadInput, Game
from warfront.games import Setup
from warfront.seating import Given, Opponents, side_seats
from warfront.seeds import fresh_seed, next_seed

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]


class SideVectorEnv(VectorEnv[Floats, NDArray[np.int64], NDArray[Any]]):
    """`SideEnv` n times: each game stands at a decision of the learner.

    Autoreset is SAME_STEP: when a game ends, the step gives the reward and flags of the old game
    and the first observation of the new one. The old game's last observation (of the seat that was
    asked last) is `infos["final_obs"]`; `infos["final_info"]` holds its "seat", its (empty)
    "action_mask" and the "returns" of all seats, float32 [n, seats]. An illegal action raises
    IllegalAction and changes no game.
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
        setup = Setup.of(game, options)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.game = setup.game
        self.batch = Batch(self.game, num_envs, threads, reward=setup.reward)
        self._seats = side_seats(self.game, side)
        self._mine = np.isin(np.arange(len(self.game.spec.seats)), self._seats)
        self._opponents = Opponents(self.game, self._seats, opponents, num_envs)
        spec = self.game.spec
        self.single_observation_space = spaces.Box(0.0, 255.0, (spec.observation_size,), np.float32)
        self.single_action_space = spaces.Discrete(spec.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._return = np.zeros(num_envs, np.float64)
        self._seed: int | None = None

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Start all games anew.

        Args:
            seed: One number fixes all games; None goes on from the seeds given before.
            options: None are taken: give them to the constructor.

        Raises:
            BadInput: Options were given, or a list of seeds.
        """
        if options:
            raise BadInput(f"options {sorted(options)}: give them to the constructor")
        if isinstance(seed, list):
            raise BadInput("seed is a list: give one number, from which each game's seed is drawn")
        if seed is None:
            seed = fresh_seed() if self._seed is None else next_seed(self._seed)
        self._seed = seed
        self.batch.reset(seed)
        self._opponents.reset(next_seed(seed))
        self._return[:] = 0.0
        self._play_on()
        return self._observe(), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Floats, NDArray[np.float64], Bools, Bools, dict[str, Any]]:
        """Decide in every game and play on to the learner's next decisions.

        Args:
            actions: Whole numbers [n].

        Raises:
            IllegalAction: Names the first game whose action is illegal; no game has changed.
        """
        before = self.batch.observations.copy(), self.batch.seats.copy()
        self.batch.step(actions)
        ended = _Ended(self.batch, self._mine, *before)
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
        """The learner's legal actions, bool [n, num_actions]."""
        return self.batch.masks.astype(np.bool_)

    def close_extras(self, **kwargs: Any) -> None:
        """Let the threads go."""
        self.batch.close()


class _Ended:
    """How the games that end during one step of the learner ended (the first end of each)."""

    def __init__(
        self, batch: Batch, mine: Bools, observations: NDArray[np.uint8], seats: NDArray[np.int8]
    ) -> None:
        self._batch, self._mine = batch, mine
        # When an opponent decided last, the learner's own last look is all it may be shown.
        self.observations, self.seats = observations, seats
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
        own = new & self._mine[batch.final_seats]
        self.observations[own] = batch.final_observations[own]
        self.seats[own] = batch.final_seats[own]

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
