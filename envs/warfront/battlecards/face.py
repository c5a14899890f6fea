"""Battlecards as a Game: one configured game over the compiled rules."""

import hashlib
from collections.abc import Iterable, Mapping
from operator import index
from pathlib import Path
from typing import Any

import numpy as np
from numba.core import config
from numpy.typing import NDArray

from warfront.battlecards import engine
from warfront.battlecards.actions import count_actions
from warfront.battlecards.data import Loaded, load_tables
from warfront.battlecards.observe import layout, observation_size
from warfront.battlecards.position import describe, from_position, problems
from warfront.battlecards.resample import resample_into
from warfront.battlecards.state import LAYOUT, Place, Prompt
from warfront.battlecards.tables import SIDE_NAMES
from warfront.battlecards.text import text
from warfront.battlecards.view import decode, view
from warfront.battlecards.vocabulary import order_fault, path_fault
from warfront.battlecards.words import Words, expand, refusal
from warfront.game import (
    BadInput,
    GameSpec,
    IllegalAction,
    Position,
    Reward,
    State,
    View,
)
from warfront.record import Record

_OVER = int(Prompt.OVER)
RULES_VERSION = "1"  # moves when the rules' behaviour moves
SCHEMA = 1  # moves when LAYOUT moves
PLAIN = bool(config.DISABLE_JIT)  # type: ignore[attr-defined]  # records have no attributes in plain arrays


def _records(n: int, dtype: np.dtype[Any]) -> Any:
    rows = np.zeros(n, dtype)
    return rows.view(np.recarray) if PLAIN else rows


def _attributes(states: Any) -> Any:
    """Records as the kernels take them: plain Python needs attribute access."""
    return states.view(np.recarray) if PLAIN else states


class BattlecardsGame:
    """Battlecards with any of the 15 theatre sets; a state is a record array of shape (1,)."""

    def __init__(
        self,
        theatres: Iterable[str] = ("western_europe", "pacific"),
        decks: str | Path | None = None,
        options: Mapping[str, Any] | None = None,
        scenario: Position | str | Path | None = None,
    ) -> None:
        """Configure a game.

        Args:
            theatres: one to four of western_europe, pacific, russia, north_africa.
            decks: a folder with card files of one's own; files it lacks are the built-in ones.
            options: named rule options (`warfront games` lists them).
            scenario: a position every new game starts from, with its own chance.

        Raises:
            BadInput: one line that says what is wrong and what would be right.
        """
        if not isinstance(theatres, Iterable):
            raise BadInput(f"theatres {theatres!r} are no names: use ('pacific',) or more of them")
        if not isinstance(options or {}, Mapping):
            raise BadInput(f"options {options!r} are no table: write for instance {{'die': 12}}")
        names = (theatres,) if isinstance(theatres, str) else tuple(theatres)
        self._decks = Path(decks) if decks else None
        self._position = scenario
        self.loaded: Loaded = load_tables(names, self._decks, options or {})
        self.tables = _records(1, self.loaded.tables.dtype)
        self.tables[0] = self.loaded.tables
        seats = int(self.tables["seats"][0])
        self.tables["at"][0] = layout(seats, int(self.tables["theatres"][0]))
        self.tables.flags.writeable = False
        self.loaded.tables = self.tables.view(np.recarray)[0]
        self.words = Words(self.loaded)
        self._spec = self._make_spec(seats)
        self._mask = np.zeros(self._spec.num_actions, np.uint8)
        self._blank = self._make_blank()
        self._scenario: Any = None
        if scenario is not None:
            start = self.from_position(scenario)
            if self.done(start):
                raise BadInput("the scenario is a game that is over: name one still to be played")
            self._scenario = start

    def _make_spec(self, seats: int) -> GameSpec:
        names = tuple(self.loaded.seats)
        sides: dict[str, list[str]] = {side: [] for side in SIDE_NAMES}
        for seat, name in enumerate(names):
            sides[SIDE_NAMES[int(self.tables["side"][0][seat])]].append(name)
        return GameSpec(
            name="battlecards",
            version=f"{RULES_VERSION}-{self.loaded.digest}",
            seats=names,
            sides=sides,
            num_actions=count_actions(seats),
            observation_size=observation_size(seats, int(self.tables["theatres"][0])),
            max_decisions=int(self.tables["decision_limit"][0]),
        )

    def _make_blank(self) -> Any:
        blank = _records(1, LAYOUT)
        tables = self.tables[0]
        for name in ("prompt", "turn", "winner", "aid_to", "play", "battle", "hand_seat"):
            blank[name] = -1
        for name in ("field", "attack_side", "decisive", "shooter", "chosen", "hitler_votes"):
            blank[name] = -1
        blank["victor"] = -1
        blank["deck"][0] = tables["copies"]
        blank["play_deck"][0] = tables["play_copies"]
        blank["place"][0] = np.where(tables["present"] > 0, Place.DECK, Place.ABSENT)
        return blank

    @property
    def spec(self) -> GameSpec:
        """The declared facts."""
        return self._spec

    @property
    def state_dtype(self) -> np.dtype[Any]:
        """The record of a state (see state.py for the meaning of every field)."""
        return LAYOUT

    @property
    def settings(self) -> dict[str, Any]:
        """Theatres and options that make this game again."""
        scenario = self._position
        return {
            "theatres": list(self.loaded.theatres),
            "options": dict(self.loaded.options),
            "decks": None if self._decks is None else str(self._decks),
            "scenario": str(scenario) if isinstance(scenario, Path) else scenario,
        }

    def record(self, state: State) -> Any:
        """The state's record with attributes; a view, not a copy."""
        return state.view(np.recarray)[0]

    def new_states(self, n: int) -> Any:
        """N blank states, record array [n]."""
        states = _records(n, LAYOUT)
        states[:] = self._blank[0]
        return states

    def new(self, seed: int) -> State:
        """A fresh game standing at its first decision; the same for the same seed."""
        state = _records(1, LAYOUT)
        state[0] = self._first()[0]
        with np.errstate(over="ignore"):
            state["rng"] = engine.mix_seed(np.uint64(seed % 2**64))
            if self._scenario is None:
                engine.step_one(self.tables, state, 0, self._mask, engine.RUN_ON)
        return state

    def seat(self, state: State) -> int:
        """Index of the seat that is asked, -1 when the game is over."""
        return int(state["seat"][0])

    def prompt(self, state: State) -> str:
        """What is asked, as a word of state.Prompt in lower case."""
        return Prompt(int(state["prompt"][0])).name.lower()

    def legal_mask(self, state: State) -> NDArray[np.uint8]:
        """uint8 [num_actions]; all zero only when done."""
        mask = np.empty(self._spec.num_actions, np.uint8)
        engine.mask_one(self.tables, state, 0, mask)
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
        engine.mask_one(self.tables, state, 0, self._mask)
        return number >= 0 and bool(engine.step_one(self.tables, state, 0, self._mask, number))

    def step_masked(self, state: State, mask: NDArray[np.uint8], action: int) -> None:
        """`step` for a caller that holds the state's legal mask, which becomes the next one."""
        number = self._number(action)
        if number < 0 or not engine.step_one(self.tables, state, 0, mask, number):
            raise self.illegal(state, action)

    def _number(self, action: Any) -> int:
        """The action as a whole number, -1 for what stands for none: 3.5, text, a huge number."""
        try:
            number = index(action)
        except TypeError:
            return -1
        return number if 0 <= number < self._spec.num_actions else -1

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self._spec.seats):
            raise BadInput(f"seat {seat} is unknown: use 0 to {len(self._spec.seats) - 1}")

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
        twin = np.frombuffer(bytearray(state.view(np.uint8)), LAYOUT)
        return _attributes(twin)

    def resample(self, state: State, seat: int, seed: int) -> State:
        """A copy that agrees with all `seat` may know; hidden cards and future dice drawn anew."""
        self._check_seat(seat)
        out = self.copy(state)
        with np.errstate(over="ignore"):
            rng = np.uint64(engine.mix_seed(np.uint64(seed % 2**64)))
            resample_into(self.tables, out, 0, seat, rng)
        return out

    def observe(self, state: State, seat: int) -> NDArray[np.float32]:
        """float32 [observation_size], whole numbers from 0 to 255 (observe.py names the pieces)."""
        self._check_seat(seat)
        out = np.empty(self._spec.observation_size, np.uint8)
        engine.observe_one(self.tables, state, 0, seat, out)
        return out.astype(np.float32)

    def observe_into(self, state: State, seat: int, out: NDArray[np.uint8]) -> None:
        """The observation into a uint8 buffer [observation_size]."""
        engine.observe_one(self.tables, state, 0, seat, out)

    def view(self, state: State, seat: int) -> View:
        """All that `seat` may know as readable data."""
        self._check_seat(seat)
        return view(self.loaded, self.record(state), seat)

    def decode(self, observation: NDArray[Any]) -> View:
        """The view an observation stands for."""
        return decode(self.loaded, observation)

    def done(self, state: State) -> bool:
        """Whether the game is over."""
        return int(state["prompt"][0]) == _OVER

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
        engine.returns_one(self.tables, state, reward.mode, reward.weight, out)

    def hash(self, state: State) -> str:
        """16 hex digits of the state's bytes."""
        return hashlib.sha256(state.tobytes()).hexdigest()[:16]

    def action_text(self, state: State, action: int) -> str:
        """The words of a legal action."""
        number = self._number(action)
        if number < 0 or not self.legal_mask(state)[number]:
            raise self.illegal(state, action)
        return self.words.text(self.record(state), number)

    def parse(self, state: State, text: str) -> int:
        """The legal action with these words; IllegalAction when there is none."""
        found = self.words.find(self.record(state), self.legal_mask(state), text)
        if found is None:
            line = refusal(self.words, text, self.record(state), self.legal_mask(state))
            raise IllegalAction(str(line))
        return found

    def order(self, state: State, text: str) -> list[int]:
        """Carry out a whole human order; returns its decisions. IllegalOrder changes nothing."""
        trial = self.copy(state)
        mask = self.legal_mask(trial)
        taken = list(
            expand(
                self.words, text, self.record(trial), mask,
                lambda action: self.step_masked(trial, mask, action),
            )
        )  # fmt: skip
        state[:] = trial
        return taken

    def order_fault(self, text: str) -> str:
        """What an order names that this game does not have, in words; "" when all of it exists."""
        return order_fault(self.words, text)

    def path_fault(self, path: str) -> str:
        """The word of a dotted path into `describe` that stands for nothing there, "" for none."""
        return path_fault(self.words, path)

    def log(self, state: State, seats: Mapping[str, str] | None = None) -> Record:
        """A game record that begins at this state: `step` the game through it, then `write`."""
        return Record.start(self, state, 0, seats, self.describe(state))

    def describe(self, state: State) -> Position:
        """The complete position, JSON-able."""
        return describe(self.loaded, self.record(state))

    def from_position(self, position: Position | str | Path) -> State:
        """The state a position or a file of one describes; BadInput names what is wrong in it."""
        return from_position(self, position)

    def problems(self, state: State) -> list[str]:
        """Every fault of the state; [] when sound."""
        return problems(self.loaded, self.record(state))

    def text(self, state: State, seat: int | None = None) -> str:
        """The table as text; with a seat, only what that seat may know."""
        return text(self.loaded, self.record(state), seat)

    def pack(self, state: State) -> bytes:
        """The state as bytes with its schema and game version."""
        return f"warfront battlecards {SCHEMA} {self._spec.version}\n".encode() + state.tobytes()

    def unpack(self, data: bytes) -> State:
        """The state of `pack`; BadInput when the bytes are of another game or version."""
        head, _, body = data.partition(b"\n")
        want = f"warfront battlecards {SCHEMA} {self._spec.version}"
        if head.decode(errors="replace") != want or len(body) != LAYOUT.itemsize:
            raise BadInput(f"saved state begins {head[:60]!r}, this game reads {want!r}")
        state = _records(1, LAYOUT)
        state[:] = np.frombuffer(body, LAYOUT)
        return state

    def start_slice(self, batch: Any, low: int, high: int) -> None:
        """Start games low..high of a batch from their seeds."""
        self._run(batch, np.full(len(batch.actions), engine.START, np.int32), low, high)

    def run_slice(self, batch: Any, low: int, high: int) -> None:
        """Apply batch.actions[low:high]; finished games leave their last words and start anew."""
        self._run(batch, batch.actions, low, high)

    def _run(self, batch: Any, actions: NDArray[np.int32], low: int, high: int) -> None:
        with np.errstate(over="ignore"):
            engine.run_slice(
                self.tables, self._first(), _attributes(batch.states), actions, batch.seeds,
                batch.masks, batch.observations, batch.seats, batch.returns, batch.rewards,
                batch.base, batch.terminated, batch.truncated, batch.final_observations,
                batch.final_seats, batch.final_rewards, batch.final_returns, batch.counts,
                batch.games, batch.reward_mode, batch.reward_weight, low, high,
            )  # fmt: skip

    def _first(self) -> Any:
        return self._blank if self._scenario is None else self._scenario
