"""The PettingZoo face of any game: one seat after another (AEC), and none leaves before the end."""

import copy
import warnings
from collections.abc import Iterator, Mapping
from operator import index
from typing import Any, SupportsIndex

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo.utils.env import AECEnv, AECIterable, AECIterator

from warfront.game import BadInput, Game, IllegalAction
from warfront.games import Setup, by_name
from warfront.rendering import FPS, MODES, check_mode, render_state
from warfront.seeds import check_seed, fresh_seed, next_seed

Observation = dict[str, Any]
_RESET = {"agents", "num_agents", "agent_selection", "rewards", "terminations", "truncations"}
_RESET.add("infos")


class AllianceAEC(AECEnv[str, Observation, Any]):
    """A game as a PettingZoo environment.

    Observations are `{"observation": float32 [observation_size], "action_mask": int8
    [num_actions]}`; the mask of a seat that is not asked is all zero. All seats stay until the end
    and terminate together; a game that runs into its limit truncates them all. `rewards` is what
    the last step earned each seat, so that `last()` gives what it earned since its last decision.
    An illegal action raises IllegalAction and changes nothing.
    """

    def __init__(
        self,
        game: str | Game = "battlecards",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Set up the environment; `reset` starts a game.

        Args:
            game: A game's name, or a game.
            render_mode: What `render` gives: None, "ansi" (text), "svg" (a picture) or "rgb_array"
                (its pixels).
            **options: `reward` and the game's own options (see `Setup.changed`).

        Raises:
            BadInput: An argument or option is unknown or refused.
        """
        super().__init__()  # type: ignore[no-untyped-call]
        check_mode(render_mode)
        self.render_mode = render_mode
        self._seed: int | None = None
        self._use(Setup.of(game, options))

    def _use(self, setup: Setup) -> None:
        self._setup = setup
        self.game = setup.game
        spec = setup.game.spec
        self.metadata = {
            "name": f"{spec.name}_v0",
            "render_modes": list(MODES),
            "render_fps": FPS,
            "is_parallelizable": False,
        }
        self._seen = np.empty(spec.observation_size, np.uint8)
        self.possible_agents = list(spec.seats)
        self._index = {agent: seat for seat, agent in enumerate(spec.seats)}
        self.observation_spaces = {agent: _observation_space(setup.game) for agent in spec.seats}
        self.action_spaces = {agent: spaces.Discrete(spec.num_actions) for agent in spec.seats}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The observation space of a seat; BadInput for one that is not in play."""
        if agent not in self.possible_agents:
            raise self._no_seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The action space of a seat; BadInput for one that is not in play."""
        if agent not in self.possible_agents:
            raise self._no_seat(agent)
        return self.action_spaces[agent]

    def _no_seat(self, agent: Any) -> BadInput:
        return BadInput(f"seat {agent!r} is not in play: use {', '.join(self.possible_agents)}")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game.

        Args:
            seed: Fixes this game and, by their order, all later ones; None goes on from there.
            options: What the constructor takes; kept for every later reset.

        Raises:
            BadInput: An option is unknown or refused, or the seed is no whole number.
        """
        changed = by_name(options)
        if not isinstance(changed.get("options", {}), Mapping):
            del changed["options"]  # PettingZoo's api_test sends a 1 there, which means nothing
        if seed is not None:
            seed = check_seed(seed)
        if changed:
            setup = self._setup.changed(changed)
            if setup.game is not self.game:
                self._use(setup)
            self._setup = setup
        if seed is None:
            seed = fresh_seed() if self._seed is None else next_seed(self._seed)
        self._seed = seed
        self._state = self.game.new(self._seed)
        self._mask = self.game.legal_mask(self._state)
        seats = self.possible_agents
        self.agents = list(seats)
        self.rewards = dict.fromkeys(seats, 0.0)
        self._cumulative_rewards = dict.fromkeys(seats, 0.0)
        self.terminations = dict.fromkeys(seats, False)
        self.truncations = dict.fromkeys(seats, False)
        self.infos: dict[str, dict[str, Any]] = {seat: {} for seat in seats}
        self._returns = [0.0] * len(seats)
        self._shaped = self._setup.reward != "team"  # otherwise nothing is earned before the end
        self._paid = False
        self._over = False
        self.__dict__.pop("_skip_agent_selection", None)  # of an end that was not played out
        self._after_step()

    def step(self, action: SupportsIndex | None) -> None:
        """Apply the asked seat's action; after the end, None takes one seat out.

        Raises:
            IllegalAction: The action is not legal; nothing has changed.
        """
        if self._over:
            self._was_dead_step(action)
            return
        try:
            number = index(action)  # type: ignore[arg-type]
        except TypeError:
            raise IllegalAction(
                f"action {action!r} is illegal for {self.agent_selection}: give a whole number"
            ) from None
        self.game.step_masked(self._state, self._mask, number)
        self._cumulative_rewards[self.agent_selection] = 0.0
        if self._paid:
            self._clear_rewards()
            self._paid = False
        self._after_step()

    def _after_step(self) -> None:
        """Bring what PettingZoo reads up to the state."""
        game, state = self.game, self._state
        seat = game.seat(state)
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]
            if self._shaped:
                self._pay()
            return
        self._pay()
        self._over = True
        if game.truncated(state):
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def _pay(self) -> None:
        """Hand each seat what it has earned since it was last paid."""
        returns: list[float] = self.game.returns(self._state, self._setup.reward).tolist()
        if returns == self._returns:
            return
        for seat, before, now in zip(self.possible_agents, self._returns, returns, strict=True):
            self.rewards[seat] = now - before
            self._cumulative_rewards[seat] += now - before
        self._returns = returns
        self._paid = True

    def observe(self, agent: str) -> Observation:
        """What a seat sees: its observation and the mask of its legal actions (fresh arrays).

        Raises:
            BadInput: The game has no such seat.
        """
        try:
            seat = self._index[agent]
        except (KeyError, TypeError):
            raise self._no_seat(agent) from None
        self.game.observe_into(self._state, seat, self._seen)
        observation = self._seen.astype(np.float32)
        if agent == self.agent_selection:
            mask = self._mask.astype(np.int8)
        else:
            mask = np.zeros(self.game.spec.num_actions, np.int8)
        return {"observation": observation, "action_mask": mask}

    def render(self) -> Any:
        """The whole game, all cards open, or None where `render_mode` is None.

        Plain text (`ansi`), an SVG element as text (`svg`) or uint8 [900, 1600, 3] (`rgb_array`).
        """
        if self.render_mode is None:
            warnings.warn(
                "render() gives nothing: make the env with render_mode='ansi', 'svg' or "
                "'rgb_array'",
                stacklevel=2,
            )
            return None
        return render_state(self.game, self._state, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "AllianceAEC":
        """An independent copy at the same point; the game, which never changes, is shared."""
        twin = type(self).__new__(type(self))
        memo[id(self)] = twin
        for name, value in self.__dict__.items():
            if name == "_state":
                twin._state = self.game.copy(value)
            elif name in ("game", "_setup", "_index"):
                setattr(twin, name, value)
            else:
                setattr(twin, name, copy.deepcopy(value, memo))
        return twin


def _observation_space(game: Game) -> spaces.Dict:
    spec = game.spec
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 255.0, (spec.observation_size,), np.float32),
            "action_mask": spaces.Box(0, 1, (spec.num_actions,), np.int8),
        }
    )


class CheckedAEC(AllianceAEC):
    """`AllianceAEC` that refuses every use out of order.

    It promises what PettingZoo's wrappers for order, bounds and illegal moves promise together, in
    one layer: before `reset` nothing can be read, stepped, observed or rendered; `agent_iter` wants
    a step (or reset) between two turns; stepping after the end warns and does nothing; an action
    outside the space or the mask raises IllegalAction and changes nothing.
    """

    _has_reset = False
    _has_stepped = False

    def __getattr__(self, name: str) -> Any:
        """Say what is missing when an attribute that `reset` makes is read before it."""
        if name in _RESET:
            raise AttributeError(f"{name} cannot be read before reset()")
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game (see `AllianceAEC.reset`)."""
        super().reset(seed, options)
        self._has_reset = self._has_stepped = True

    def step(self, action: SupportsIndex | None) -> None:
        """Apply the asked seat's action (see `AllianceAEC.step`).

        Raises:
            ResetNeeded: No game has been started.
            IllegalAction: The action is not legal; nothing has changed.
        """
        if not self._has_reset:
            raise ResetNeeded("step() needs a game: call reset() first")
        if not self.agents:
            warnings.warn("step() after the end does nothing: call reset()", stacklevel=2)
        else:
            super().step(action)
        self._has_stepped = True

    def observe(self, agent: str) -> Observation:
        """What a seat sees (see `AllianceAEC.observe`).

        Raises:
            ResetNeeded: No game has been started.
        """
        if not self._has_reset:
            raise ResetNeeded("observe() needs a game: call reset() first")
        return super().observe(agent)

    def render(self) -> Any:
        """The whole game (see `AllianceAEC.render`).

        Raises:
            ResetNeeded: No game has been started.
        """
        if not self._has_reset:
            raise ResetNeeded("render() needs a game: call reset() first")
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable[str, Observation, Any]:
        """Yield the seat asked, again and again, until all have left.

        Raises:
            ResetNeeded: No game has been started.
        """
        if not self._has_reset:
            raise ResetNeeded("agent_iter() needs a game: call reset() first")
        return _Turns(self, max_iter)  # type: ignore[no-untyped-call]


class _Turns(AECIterable[str, Observation, Any]):
    def __iter__(self) -> Iterator[str]:  # type: ignore[override]
        return _Turn(self.env, self.max_iter)


class _Turn(AECIterator[str, Observation, Any]):
    def __next__(self) -> str:
        seat = super().__next__()
        if not self.env._has_stepped:  # type: ignore[attr-defined]
            raise AssertionError("agent_iter() needs a step() or reset() between two turns")
        self.env._has_stepped = False  # type: ignore[attr-defined]
        return seat
