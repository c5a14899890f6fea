"""What every game offers: its facts, one game at a time, and a slice of many games at once.

Nothing here knows a framework. Rules live in the game's own folder; `Game` is the promise that the
adapters (`batch.py`, `aec.py`, `side.py`), the records and the tests stand on.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from warfront.drawing import Scene

State = Any  # record array of shape (1,): one game; `batch.states[i : i + 1]` is one too
Position = dict[str, Any]
View = dict[str, Any]

REWARDS = ("team", "margin", "individual", "mixed")


class IllegalAction(ValueError):
    """The action is not in the legal mask; the state is unchanged."""


class IllegalOrder(ValueError):
    """The order cannot be carried out here; the state is unchanged."""


class BadInput(ValueError):
    """Bad configuration, position, record or file: one line, what is wrong and what would do."""


@dataclass(frozen=True)
class GameSpec:
    """The declared facts of one configured game."""

    name: str
    version: str  # moves when behaviour moves: rules, cards and options are part of it
    seats: tuple[str, ...]  # PettingZoo agent ids, in turn order
    sides: dict[str, list[str]]  # {"axis": [...], "allies": [...]}
    num_actions: int
    observation_size: int
    max_decisions: int  # no game asks more often


@dataclass(frozen=True)
class Reward:
    """A reward mode: `team`, `margin`, `individual` or `mixed:<weight of team>`."""

    mode: int  # 0 team, 1 margin, 2 weight * team + (1 - weight) * individual
    weight: float

    @staticmethod
    def parse(text: str) -> "Reward":
        """Read a reward mode; raise BadInput for any other word."""
        if text == "team":
            return Reward(0, 1.0)
        if text == "margin":
            return Reward(1, 1.0)
        if text == "individual":
            return Reward(2, 0.0)
        head, _, tail = str(text).partition(":")
        if head == "mixed":
            try:
                weight = float(tail)
            except ValueError:
                weight = -1.0
            if 0.0 <= weight <= 1.0:
                return Reward(2, weight)
        raise BadInput(
            f"reward {text!r} is unknown: use team, margin, individual or mixed:<weight 0 to 1>"
        )


class Game(Protocol):
    """One configured game. States are changed in place only by `step` and `order`.

    A state belongs to the game that made it. One of another game is refused by `step`; one of
    another set-up of the same game (other theatres, cards, options) looks the same and is not, as
    telling them apart would cost time at every step. `pack` and records keep the set-up beside it.
    """

    @property
    def spec(self) -> GameSpec:
        """The declared facts."""

    @property
    def settings(self) -> dict[str, Any]:
        """JSON-able options: `make_game(spec.name, **settings)` makes this game again."""

    @property
    def state_dtype(self) -> np.dtype[Any]:
        """The record dtype of a state; `np.zeros(n, state_dtype)` holds n games."""

    def new_states(self, n: int) -> Any:
        """Record array [n] of blank states, which `start_slice` can start."""

    def new(self, seed: int) -> State:
        """A fresh game standing at its first decision."""

    def seat(self, state: State) -> int:
        """Index of the seat that is asked, -1 when the game is over."""

    def prompt(self, state: State) -> str:
        """What is asked, as a word."""

    def legal_mask(self, state: State) -> NDArray[np.uint8]:
        """uint8 [num_actions]; all zero only when done."""

    def step(self, state: State, action: int) -> None:
        """Apply one action and run on to the next decision or the end.

        Raises:
            IllegalAction: the action is not legal; the state is byte-equal to before.
        """

    def step_masked(self, state: State, mask: NDArray[np.uint8], action: int) -> None:
        """`step` for a caller that holds the state's legal mask, which becomes the next one.

        Raises:
            IllegalAction: The mask forbids the action; state and mask are as before.
        """

    def copy(self, state: State) -> State:
        """An exact, independent copy."""

    def resample(self, state: State, seat: int, seed: int) -> State:
        """A copy that agrees with all `seat` may know; hidden cards and future dice drawn anew."""

    def observe(self, state: State, seat: int) -> NDArray[np.float32]:
        """float32 [observation_size], whole numbers from 0 to 255."""

    def observe_into(self, state: State, seat: int, out: NDArray[np.uint8]) -> None:
        """`observe` into a uint8 buffer [observation_size], whatever stood there before."""

    def view(self, state: State, seat: int) -> View:
        """All that `seat` may know as readable data, JSON-able."""

    def public_view(self, state: State) -> View:
        """What neither side keeps from the other, as `view` tells it: nobody's, without a hand."""

    def decode(self, observation: NDArray[Any]) -> View:
        """The view that an observation stands for: that of `view` for the same state and seat."""

    def done(self, state: State) -> bool:
        """Whether the game is over."""

    def truncated(self, state: State) -> bool:
        """Whether it ended by a limit, undecided."""

    def returns(self, state: State, reward: str = "team") -> NDArray[np.float32]:
        """float32 [seats]: what each seat has earned so far in this reward mode."""

    def hash(self, state: State) -> str:
        """16 hex digits, stable across runs and platforms."""

    def action_text(self, state: State, action: int) -> str:
        """The words of a legal action at this decision."""

    def parse(self, state: State, text: str) -> int:
        """The legal action with these words.

        Raises:
            IllegalAction: no legal action has these words.
        """

    def order(self, state: State, text: str) -> list[int]:
        """Carry out a whole human order; returns the small decisions it took.

        Raises:
            IllegalOrder: says why; nothing changed.
        """

    def describe(self, state: State) -> Position:
        """The complete position, JSON-able and readable."""

    def from_position(self, position: Position | str | Path) -> State:
        """The state a position (or a JSON/TOML file of one) describes.

        Raises:
            BadInput: names what is wrong in it.
        """

    def problems(self, state: State) -> list[str]:
        """Every fault of the state in words; [] when sound."""

    def text(self, state: State, seat: int | None = None) -> str:
        """The game as a table a person can follow; with a seat, only what that seat may know."""

    def picture(self, state: State, seat: int | None = None) -> Scene:
        """The game as a picture (`warfront.drawing`); with a seat, only what that seat may know."""

    def pack(self, state: State) -> bytes:
        """The state as bytes with its schema version (what `unpack` reads)."""

    def unpack(self, data: bytes) -> State:
        """The state of `pack`; BadInput when the bytes are of another game or version."""

    def run_slice(self, batch: Any, low: int, high: int) -> None:
        """Apply `batch.actions[low:high]` and fill that slice of all the batch's arrays (no GIL).

        See `Batch` for the arrays. A game that ends gives its `final_*` rows and starts anew from
        `batch.seeds`. Legality has been checked; action -1 leaves the game and its rows untouched
        (but for the flags of an end, which it clears).
        """

    def start_slice(self, batch: Any, low: int, high: int) -> None:
        """Start games low..high-1 from `batch.seeds` and fill that slice of all arrays (no GIL)."""
