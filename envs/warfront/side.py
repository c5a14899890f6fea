"""The Gymnasium face of any game: a whole alliance as one learner against given opponents."""

import copy
import weakref
from operator import index
from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from warfront.game import BadInput, Game, IllegalAction
from warfront.games import Setup
from warfront.rendering import FPS, MODES, check_mode, render_state
from warfront.seating import Given, Opponents, side_seats
from warfront.seeds import check_seed, next_seed

Frame = tuple[NDArray[np.float32], dict[str, Any]]


class LegalActions(spaces.Discrete[np.int64]):
    """All actions of a game, where `sample()` draws a legal one of the decision that is asked.

    After `seed(s)` and until the environment moves, it draws for the game of `reset(seed=s)`:
    Gymnasium's `check_env` samples first, then resets with the same seed and steps.
    """

    def __init__(self, env: "SideEnv") -> None:
        """Serve one environment (held weakly: a pickled or copied space is a plain Discrete)."""
        super().__init__(env.game.spec.num_actions)
        self._env = weakref.ref(env)
        self._seeded: int | None = None

    def seed(self, seed: int | None = None) -> int:
        """Seed the sampling."""
        self._seeded = seed
        return super().seed(seed)

    def moved(self) -> None:
        """Forget the seed: the environment was reset or stepped."""
        self._seeded = None

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Draw an action: legal now, or as a mask or probabilities say (see `Discrete.sample`)."""
        env = self._env()
        if mask is None and probability is None and env is not None:
            mask = env.sampling_mask(self._seeded)
        return super().sample(mask, probability)

    def __reduce__(self) -> tuple[Any, ...]:
        """A plain Discrete: models keep spaces, and should not keep the environment with them."""
        return spaces.Discrete, (int(self.n), self.np_random)


class SideEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """One alliance as one learner: it decides for every seat of its side, one decision a step.

    Observations are float32 [observation_size], seen by the seat that is asked (`info["seat"]`);
    `info["action_mask"]` (int8 [num_actions]) and `action_masks()` give its legal actions. The
    reward is the change of the side's return (the mean over its seats, which are equal for `team`
    and `margin`) since the learner's last decision. After the end the observation is that of the
    seat that was asked last and the mask is empty.
    """

    metadata = {"render_modes": list(MODES), "render_fps": FPS}

    def __init__(
        self,
        game: str | Game = "battlecards",
        side: str = "axis",
        opponents: Given = "staff",
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Set up the environment; `reset` starts a game.

        Args:
            game: A game's name, or a game.
            side: The learner's side.
            opponents: A name or an Agent for all other seats, or one of them for each by seat.
            illegal: What an illegal action does: "raise" IllegalAction and change nothing, or
                "truncate" the episode (the game unchanged, reward 0, `info["illegal"]` True).
            render_mode: What `render` gives: None, "ansi" (text), "svg" (a picture) or "rgb_array"
                (its pixels).
            **options: `reward` and the game's own options (see `Setup.changed`).

        Raises:
            BadInput: An argument or option is unknown or refused.
        """
        if illegal not in ("raise", "truncate"):
            raise BadInput(f"illegal {illegal!r} is unknown: use raise or truncate")
        check_mode(render_mode)
        self.render_mode = render_mode
        self.illegal = illegal
        self._given = opponents
        self.side = side
        self._state: Any = None
        self._over = True
        self._use(Setup.of(game, options))

    def _use(self, setup: Setup) -> None:
        self._setup = setup
        self.game = setup.game
        self._mine = side_seats(self.game, self.side)
        self._opponents = Opponents(self.game, self._mine, self._given)
        size = self.game.spec.observation_size
        self.observation_space = spaces.Box(0.0, 255.0, (size,), np.float32)
        self.action_space = LegalActions(self)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Frame:
        """Start a game and play on to the learner's first decision.

        Args:
            seed: Fixes this game, the opponents' chance and, by their order, all later games.
            options: What the constructor takes as options; kept for every later reset.

        Raises:
            BadInput: An option is unknown or refused, or the seed is no whole number.
        """
        if seed is not None:
            seed = check_seed(seed)
        if options is not None:
            setup = self._setup.changed(options)
            if setup.game is not self.game:
                self._use(setup)
            self._setup = setup
        super().reset(seed=seed)
        start = int(self.np_random.integers(2**63)) if seed is None else seed
        self._start(start)
        while self._over:  # it ended before the learner was ever asked
            start = next_seed(start)
            self._start(start)
        return self._frame()

    def _start(self, seed: int) -> None:
        self._state = self.game.new(seed)
        self._opponents.reset(next_seed(seed))
        self._return = 0.0
        self._asked = self._mine[0]
        self._play_on()

    def _play_on(self) -> None:
        """Let the opponents decide until the learner is asked or the game is over."""
        game, state = self.game, self._state
        while not game.done(state) and game.seat(state) not in self._mine:
            game.step(state, self._opponents.act(state, game.seat(state)))
        self._over = game.done(state)
        if not self._over:
            self._asked = game.seat(state)
        if isinstance(self.action_space, LegalActions):
            self.action_space.moved()

    def _frame(self) -> Frame:
        info = {
            "seat": self.game.spec.seats[self._asked],
            "action_mask": self.game.legal_mask(self._state).view(np.int8),
        }
        return self.game.observe(self._state, self._asked), info

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.float32], SupportsFloat, bool, bool, dict[str, Any]]:
        """Decide for the seat that is asked and play on to the learner's next decision.

        Raises:
            IllegalAction: With `illegal="raise"`: the action is not legal; nothing has changed.
            ResetNeeded: No game is running.
        """
        if self._over:
            raise ResetNeeded("step() needs a running game: call reset() first")
        try:
            self.game.step(self._state, index(action))
        except (IllegalAction, TypeError) as error:
            if self.illegal == "truncate":
                return self._truncate()
            if isinstance(error, TypeError):
                raise IllegalAction(f"action {action!r} is illegal: give a whole number") from None
            raise
        self._play_on()
        now = float(self.game.returns(self._state, self._setup.reward)[self._mine].mean())
        reward, self._return = now - self._return, now
        truncated = self._over and self.game.truncated(self._state)
        observation, info = self._frame()
        return observation, reward, self._over and not truncated, truncated, info

    def _truncate(self) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        self._over = True
        observation, info = self._frame()
        return observation, 0.0, False, True, {**info, "illegal": True}

    def action_masks(self) -> NDArray[np.bool_]:
        """The learner's legal actions, bool [num_actions], as MaskablePPO asks for them.

        Raises:
            ResetNeeded: No game has been started.
        """
        if self._state is None:
            raise ResetNeeded("action_masks() needs a game: call reset() first")
        return self.game.legal_mask(self._state).astype(np.bool_)

    def sampling_mask(self, seeded: int | None) -> NDArray[np.int8] | None:
        """The mask that `action_space.sample()` keeps to (see `LegalActions`); None: any."""
        if seeded is not None:
            twin = SideEnv(self.game, self.side, self._given)
            twin._setup = self._setup
            twin.reset(seed=seeded)
            return twin.action_masks().astype(np.int8)
        if self._over:
            return None
        return self.game.legal_mask(self._state).view(np.int8)

    def render(self) -> Any:
        """The whole game, all cards open, or None where `render_mode` is None.

        Plain text (`ansi`), an SVG element as text (`svg`) or uint8 [900, 1600, 3] (`rgb_array`).

        Raises:
            ResetNeeded: No game has been started.
        """
        if self._state is None:
            raise ResetNeeded("render() needs a game: call reset() first")
        mode = self.render_mode
        return None if mode is None else render_state(self.game, self._state, mode)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Give an unpickled or copied environment a sampling space of its own."""
        self.__dict__.update(state)
        generator = state["action_space"].np_random
        self.action_space = LegalActions(self)
        self.action_space._np_random = generator

    def __deepcopy__(self, memo: dict[int, Any]) -> "SideEnv":
        """An independent copy at the same point; the game, which never changes, is shared."""
        memo[id(self.game)] = self.game
        twin = type(self).__new__(type(self))
        twin.__setstate__(copy.deepcopy(self.__dict__, memo))
        return twin
