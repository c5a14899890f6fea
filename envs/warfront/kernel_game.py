"""What every game over compiled kernels does alike: a `Game` but for its set-up and its words.

A subclass sets the class attributes, fills `loaded`, `tables`, `words` and `_spec` in its
constructor, calls `_ready`, and says what is particular: `settings`, `resample`, positions, views.
"""

import hashlib
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from enum import IntEnum
from operator import index
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numba.core import config
from numpy.typing import NDArray

from warfront.game import BadInput, GameSpec, IllegalAction, Position, Reward, State, View
from warfront.record import Record
from warfront.seeds import check_seed

PLAIN = bool(config.DISABLE_JIT)  # type: ignore[attr-defined]  # records have no attributes in plain arrays


def new_records(n: int, dtype: np.dtype[Any]) -> Any:
    """N zero records; with attributes where kernels run as plain Python, which needs them."""
    rows = np.zeros(n, dtype)
    return rows.view(np.recarray) if PLAIN else rows


_COMPILED: AbstractContextManager[None] = nullcontext()


def wrapping() -> AbstractContextManager[None]:
    """Lets whole numbers wrap at 64 bits, as compiled rules do, where they run as plain Python."""
    return np.errstate(over="ignore") if PLAIN else _COMPILED


def with_attributes(states: Any) -> Any:
    """Records as the kernels take them: plain Python needs attribute access."""
    return states.view(np.recarray) if PLAIN else states


class KernelGame:
    """One configured game; a state is a record array of shape (1,) of `LAYOUT`.

    Attributes:
        NAME: the game's name in `spec` and in saved states.
        LAYOUT: the record dtype of a state.
        SCHEMA: moves when LAYOUT moves.
        PROMPTS: what can be asked; its member OVER is the end.
        ENGINE: the module of entry points (step_one, mask_one, run_slice, ...).
    """

    NAME: str
    LAYOUT: np.dtype[Any]
    SCHEMA: int
    PROMPTS: type[IntEnum]
    ENGINE: ModuleType

    loaded: Any
    tables: Any
    words: Any
    _spec: GameSpec

    def _ready(self, blank: Any) -> None:
        """Keep what new games start from: `blank` is a record array [1] before the first step."""
        self._over = int(self.PROMPTS["OVER"])
        self._mask = np.zeros(self._spec.num_actions, np.uint8)
        self._blank = blank
        self._scenario: Any = None

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy's tables are as fixed as the original's, or kernels would compile for it anew."""
        self.__dict__.update(state)
        self.tables.flags.writeable = False
        self.loaded.tables = self.tables.view(np.recarray)[0]

    @property
    def spec(self) -> GameSpec:
        """The declared facts."""
        return self._spec

    @property
    def state_dtype(self) -> np.dtype[Any]:
        """The record of a state (see state.py for the meaning of every field)."""
        return self.LAYOUT

    def record(self, state: State) -> Any:
        """The state's record with attributes; a view, not a copy."""
        return state.view(np.recarray)[0]

    def new_states(self, n: int) -> Any:
        """N blank states, record array [n]."""
        states = new_records(n, self.LAYOUT)
        states[:] = self._blank[0]
        return states

    def new(self, seed: int) -> State:
        """A fresh game standing at its first decision; the same for the same seed."""
        number = check_seed(seed)
        state = new_records(1, self.LAYOUT)
        state[0] = self._first()[0]
        with wrapping():
            state["rng"] = self.ENGINE.mix_seed(np.uint64(number % 2**64))
            if self._scenario is None:
                self.ENGINE.step_one(self.tables, state, 0, self._mask, self.ENGINE.RUN_ON)
        return state

    def seat(self, state: State) -> int:
        """Index of the seat that is asked, -1 when the game is over."""
        return int(state["seat"][0])

    def prompt(self, state: State) -> str:
        """What is asked, as a word of state.Prompt in lower case."""
        return self.PROMPTS(int(state["prompt"][0])).name.lower()

    def legal_mask(self, state: State) -> NDArray[np.uint8]:
        """uint8 [num_actions]; all zero only when done."""
        mask = np.empty(self._spec.num_actions, np.uint8)
        self.ENGINE.mask_one(self.tables, state, 0, mask)
        return mask

    def step(self, state: State, action: int) -> None:
        """Apply one action in place and run on to the next decision or the end.

        Raises:
            IllegalAction: not legal here; the state is byte-equal to before.
        """
        if not self.try_step(state, action):
            raise self.illegal(state, action)

    def try_step(self, state: State, action: int) -> bool:
        """`step` that answers False, the state untouched, where that would raise."""
        number = self._number(action)
        self._check_state(state)
        self.ENGINE.mask_one(self.tables, state, 0, self._mask)
        with wrapping():
            return number >= 0 and bool(
                self.ENGINE.step_one(self.tables, state, 0, self._mask, number)
            )

    def step_masked(self, state: State, mask: NDArray[np.uint8], action: int) -> None:
        """`step` for a caller that holds the state's legal mask, which becomes the next one."""
        number = self._number(action)
        with wrapping():
            if number < 0 or not self.ENGINE.step_one(self.tables, state, 0, mask, number):
                raise self.illegal(state, action)

    def _number(self, action: Any) -> int:
        """The action as a whole number, -1 for what stands for none: 3.5, text, a huge number."""
        try:
            number = index(action)
        except TypeError:
            return -1
        return number if 0 <= number < self._spec.num_actions else -1

    def _check_state(self, state: Any) -> None:
        """Refuse what is no state of a game of this name; other set-ups of it look the same."""
        if not isinstance(state, np.ndarray) or state.dtype.itemsize != self.LAYOUT.itemsize:
            raise BadInput(
                f"a {type(state).__name__} is no state of {self.NAME}: give what new, copy or "
                "from_position of this game gives"
            )

    def _check_seat(self, seat: int) -> None:
        known = isinstance(seat, (int, np.integer)) and not isinstance(seat, bool)
        if not known or not 0 <= seat < len(self._spec.seats):
            raise BadInput(f"seat {seat!r} is unknown: use 0 to {len(self._spec.seats) - 1}")

    def _check_looker(self, seat: int | None) -> None:
        """Refuse what is neither a seat nor None, for everybody."""
        if seat is not None:
            self._check_seat(seat)

    def _check_text(self, text: Any, what: str) -> None:
        if not isinstance(text, str):
            raise BadInput(f"{what} {text!r} is no text: write words, as action_text gives them")

    def _check_observation(self, observation: Any) -> None:
        size = self._spec.observation_size
        if not isinstance(observation, np.ndarray) or observation.dtype.kind not in "iuf":
            kind = type(observation).__name__
            raise BadInput(
                f"an observation of {kind} is no array of numbers: use what observe gives"
            )
        if observation.shape != (size,):
            raise BadInput(f"an observation of shape {observation.shape}: it must have ({size},)")
        if not ((observation >= 0) & (observation <= 255)).all():
            raise BadInput(
                "an observation holds numbers below 0 or above 255: use what observe gives"
            )

    def illegal(self, state: State, action: int) -> IllegalAction:
        """The error for an action outside the mask, with what would be legal."""
        if self.done(state):
            return IllegalAction(f"action {action} comes too late: the game is over")
        offered = list(self.words.legal(self.record(state), self.legal_mask(state)).items())
        some = ", ".join(f"{a} ({words})" for a, words in offered[:8])
        more = f" and {len(offered) - 8} more" if len(offered) > 8 else ""
        seat = self._spec.seats[self.seat(state)]
        return IllegalAction(
            f"action {action} is not legal for {seat} ({self.prompt(state)}); legal: {some}{more}"
        )

    def copy(self, state: State) -> State:
        """An exact, independent copy (by bytes: numpy copies records field by field)."""
        twin = np.frombuffer(bytearray(state.view(np.uint8)), self.LAYOUT)
        return with_attributes(twin)

    def observe(self, state: State, seat: int) -> NDArray[np.float32]:
        """float32 [observation_size], whole numbers from 0 to 255 (pieces.py names the pieces)."""
        self._check_seat(seat)
        out = np.empty(self._spec.observation_size, np.uint8)
        self.ENGINE.observe_one(self.tables, state, 0, seat, out)
        return out.astype(np.float32)

    def observe_into(self, state: State, seat: int, out: NDArray[np.uint8]) -> None:
        """The observation into a uint8 buffer [observation_size]."""
        self.ENGINE.observe_one(self.tables, state, 0, seat, out)

    def done(self, state: State) -> bool:
        """Whether the game is over."""
        return int(state["prompt"][0]) == self._over

    def truncated(self, state: State) -> bool:
        """Whether it ended by a limit, undecided."""
        return bool(state["winner"][0] == 2)

    def returns(self, state: State, reward: str = "team") -> NDArray[np.float32]:
        """float32 [seats]: what each seat has earned so far in this reward mode."""
        mode = Reward.parse(reward)
        out = np.empty(len(self._spec.seats), np.float32)
        self.returns_into(state, mode, out)
        return out

    def returns_into(self, state: State, reward: Reward, out: NDArray[np.float32]) -> None:
        """`returns` into a buffer float32 [seats]."""
        self.ENGINE.returns_one(self.tables, state, reward.mode, reward.weight, out)

    def hash(self, state: State) -> str:
        """16 hex digits of the state's bytes."""
        return hashlib.sha256(state.tobytes()).hexdigest()[:16]

    def action_text(self, state: State, action: int) -> str:
        """The words of a legal action."""
        number = self._number(action)
        if number < 0 or not self.legal_mask(state)[number]:
            raise self.illegal(state, action)
        words: str = self.words.text(self.record(state), number)
        return words

    def log(self, state: State, seats: Mapping[str, str] | None = None) -> Record:
        """A game record that begins at this state: `step` the game through it, then `write`."""
        return Record.start(self, state, 0, seats, self.describe(state))  # type: ignore[arg-type]

    def decode(self, observation: NDArray[Any]) -> View:
        """The view that an observation stands for; BadInput when no state is seen like that."""
        self._check_observation(observation)
        try:
            return self._decode(observation)
        except (LookupError, ValueError, OverflowError):
            raise BadInput(
                "an observation holds numbers that no state has: use what observe gives"
            ) from None

    def _decode(self, observation: NDArray[Any]) -> View:
        """The view of an observation of the right form."""
        raise NotImplementedError

    def describe(self, state: State) -> Position:
        """The complete position, JSON-able."""
        raise NotImplementedError

    def from_position(self, position: Position | str | Path) -> State:
        """The state a position or a file of one describes; BadInput names what is wrong in it."""
        raise NotImplementedError

    def pack(self, state: State) -> bytes:
        """The state as bytes with its schema and game version."""
        body: bytes = state.tobytes()
        return f"{self._head()}\n".encode() + body

    def _head(self) -> str:
        return f"warfront {self.NAME} {self.SCHEMA} {self._spec.version}"

    def unpack(self, data: bytes) -> State:
        """The state of `pack`; BadInput when the bytes are of another game or version."""
        if not isinstance(data, bytes | bytearray):
            raise BadInput(f"a saved state of {type(data).__name__}: give the bytes that pack gave")
        head, _, body = data.partition(b"\n")
        want = self._head()
        if head.decode(errors="replace") != want or len(body) != self.LAYOUT.itemsize:
            raise BadInput(f"saved state begins {head[:60]!r}, this game reads {want!r}")
        state = new_records(1, self.LAYOUT)
        state[:] = np.frombuffer(body, self.LAYOUT)
        return state

    def start_slice(self, batch: Any, low: int, high: int) -> None:
        """Start games low..high of a batch from their seeds."""
        self._run(batch, np.full(len(batch.actions), self.ENGINE.START, np.int32), low, high)

    def run_slice(self, batch: Any, low: int, high: int) -> None:
        """Apply batch.actions[low:high]; finished games leave their last words and start anew."""
        self._run(batch, batch.actions, low, high)

    def _run(self, batch: Any, actions: NDArray[np.int32], low: int, high: int) -> None:
        with wrapping():
            self.ENGINE.run_slice(
                self.tables, self._first(), with_attributes(batch.states), actions, batch.seeds,
                batch.masks, batch.observations, batch.seats, batch.returns, batch.rewards,
                batch.base, batch.terminated, batch.truncated, batch.viewers,
                batch.final_observations, batch.final_seats, batch.final_rewards,
                batch.final_returns, batch.counts, batch.games,
                batch.reward_mode, batch.reward_weight, low, high,
            )  # fmt: skip

    def _first(self) -> Any:
        return self._blank if self._scenario is None else self._scenario
