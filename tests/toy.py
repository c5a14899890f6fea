"""Skirmish: a tiny game with everything the adapters must cope with.

Four seats in two sides. Each holds a hidden card 0..2. The seat asked may gather a point (chance
may give two), strike a standing enemy (its card against the enemy's, and a die), swap its card or
free a fallen ally. A fallen seat is not asked until an ally frees it. A strike takes points from a
seat while another seat is on turn. A side wins with `target` points or when all enemies have
fallen; after `limit` decisions the game is undecided.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.drawing import Scene
from warfront.game import (
    BadInput,
    GameSpec,
    IllegalAction,
    IllegalOrder,
    Position,
    Reward,
    State,
    View,
)
from warfront.seeds import next_seed

SEATS = ("north", "east", "south", "west")
WORDS = ("gather", "swap", *(f"strike {s}" for s in SEATS), *(f"free {s}" for s in SEATS))
STRIKE, FREE = 2, 6
RUNNING, LIMIT = -1, 2
FREED = {"fallen": [0, 0, 1, 0], "seat": "north"}  # south has fallen, its ally is asked
LAYOUT = np.dtype(
    (
        np.record,
        [
            ("rng", np.uint64),
            ("decisions", np.int32),
            ("seat", np.int32),
            ("winner", np.int32),  # side 0 or 1
            ("credit", np.int32, (4,)),
            ("card", np.uint8, (4,)),
            ("shown", np.uint8, (4,)),  # 1: the card has been seen by all
            ("fallen", np.uint8, (4,)),
        ],
    )
)
FIELDS = ("rng", "decisions", "winner", "credit", "card", "shown", "fallen")
OBSERVATION = 22


class ToyGame:
    """Skirmish as a `Game`."""

    def __init__(
        self, target: int = 12, limit: int = 60, scenario: Position | str | None = None
    ) -> None:
        if not 1 <= target <= 100:
            raise BadInput(f"target is {target}: use 1 to 100")
        self.settings: dict[str, Any] = {"target": target, "limit": limit, "scenario": scenario}
        self.target, self.limit = target, limit
        self.spec = GameSpec(
            name="skirmish",
            version=f"1-{target}-{limit}",
            seats=SEATS,
            sides={"axis": ["north", "south"], "allies": ["east", "west"]},
            num_actions=len(WORDS),
            observation_size=OBSERVATION,
            max_decisions=limit,
        )
        self.state_dtype: np.dtype[Any] = LAYOUT
        self._scenario: State = None
        if scenario is not None:
            self._scenario = self.from_position(scenario)

    def new_states(self, n: int) -> Any:
        return np.zeros(n, LAYOUT)

    def new(self, seed: int) -> State:
        states = self.new_states(1)
        state = states[0]
        if self._scenario is not None:
            states[0] = self._scenario[0]
            state["rng"] = next_seed(seed)
            return states
        state["rng"] = next_seed(seed)
        state["winner"] = RUNNING
        for seat in range(4):
            state["card"][seat] = self._below(state, 3)
        return states

    def _below(self, state: Any, n: int) -> int:
        state["rng"] = next_seed(int(state["rng"]))
        return int(state["rng"]) % n

    def seat(self, state: State) -> int:
        return -1 if self.done(state) else int(state["seat"][0])

    def prompt(self, state: State) -> str:
        return "over" if self.done(state) else "act"

    def legal_mask(self, state: State) -> NDArray[np.uint8]:
        mask = np.zeros(len(WORDS), np.uint8)
        if self.done(state):
            return mask
        mask[:STRIKE] = 1
        seat = self.seat(state)
        for other in range(4):
            friend = other % 2 == seat % 2
            mask[STRIKE + other] = not friend and not state["fallen"][0, other]
            mask[FREE + other] = friend and bool(state["fallen"][0, other])
        return mask

    def step(self, state: State, action: int) -> None:
        self.step_masked(state, self.legal_mask(state), action)

    def step_masked(self, state: State, mask: NDArray[np.uint8], action: int) -> None:
        if not 0 <= action < len(WORDS) or not mask[action]:
            raise IllegalAction(f"action {action} is illegal for {SEATS[self.seat(state)]}")
        self._apply(state[0], action)
        mask[:] = self.legal_mask(state)

    def _apply(self, state: Any, action: int) -> None:
        seat = int(state["seat"])
        if action == 0:
            state["credit"][seat] += 1 + (self._below(state, 6) == 5)
        elif action == 1:
            state["card"][seat] = self._below(state, 3)
            state["shown"][seat] = 0
        elif action < FREE:
            self._strike(state, seat, action - STRIKE)
        else:
            state["fallen"][action - FREE] = 0
        state["decisions"] += 1
        self._next(state, seat)

    def _strike(self, state: Any, seat: int, target: int) -> None:
        state["shown"][[seat, target]] = 1
        if int(state["card"][seat]) + self._below(state, 3) > 2 + int(state["card"][target]):
            state["fallen"][target] = 1
            state["credit"][target] -= 1
            state["credit"][seat] += 1

    def _next(self, state: Any, seat: int) -> None:
        side = seat % 2
        if state["fallen"][1 - side :: 2].all() or state["credit"][side::2].sum() >= self.target:
            state["winner"] = side
        elif state["decisions"] >= self.limit:
            state["winner"] = LIMIT
        else:
            seat = (seat + 1) % 4
            while state["fallen"][seat]:
                seat = (seat + 1) % 4
            state["seat"] = seat

    def copy(self, state: State) -> State:
        twin: State = state.copy()
        return twin

    def resample(self, state: State, seat: int, seed: int) -> State:
        other: State = state.copy()
        other["rng"] = next_seed(seed)
        for k in range(4):
            if k != seat and not state["shown"][0, k]:
                other["card"][0, k] = self._below(other[0], 3)
        return other

    def observe(self, state: State, seat: int) -> NDArray[np.float32]:
        seen = np.zeros(OBSERVATION, np.float32)
        seen[seat] = 1
        state = state[0]
        seen[4 + state["seat"]] = 1
        seen[8:12] = state["credit"] + 100
        seen[12:16] = state["fallen"]
        for k in range(4):
            if k == seat or state["shown"][k]:
                seen[16 + k] = state["card"][k] + 1
        seen[20] = state["decisions"]
        seen[21] = state["winner"] + 1
        return seen

    def observe_into(self, state: State, seat: int, out: NDArray[np.uint8]) -> None:
        out[:] = self.observe(state, seat)

    def view(self, state: State, seat: int) -> View:
        asked, state = SEATS[int(state["seat"][0])], state[0]
        return {
            "seat": SEATS[seat],
            "asked": asked,
            "credit": state["credit"].tolist(),
            "fallen": [SEATS[k] for k in range(4) if state["fallen"][k]],
            "cards": {
                SEATS[k]: int(state["card"][k]) for k in range(4) if k == seat or state["shown"][k]
            },
            "decisions": int(state["decisions"]),
            "winner": int(state["winner"]),
        }

    def public_view(self, state: State) -> View:
        shown = {SEATS[k]: int(state[0]["card"][k]) for k in range(4) if state[0]["shown"][k]}
        return {**self.view(state, 0), "seat": None, "cards": shown}

    def decode(self, observation: NDArray[Any]) -> View:
        seen = observation.astype(int)
        return {
            "seat": SEATS[int(seen[:4].argmax())],
            "asked": SEATS[int(seen[4:8].argmax())],
            "credit": (seen[8:12] - 100).tolist(),
            "fallen": [SEATS[k] for k in range(4) if seen[12 + k]],
            "cards": {SEATS[k]: int(seen[16 + k]) - 1 for k in range(4) if seen[16 + k]},
            "decisions": int(seen[20]),
            "winner": int(seen[21]) - 1,
        }

    def done(self, state: State) -> bool:
        return bool(state["winner"][0] != RUNNING)

    def truncated(self, state: State) -> bool:
        return bool(state["winner"][0] == LIMIT)

    def returns(self, state: State, reward: str = "team") -> NDArray[np.float32]:
        mode, state = Reward.parse(reward), state[0]
        credit = state["credit"].astype(np.float32) / np.float32(self.target)
        won = 0 if state["winner"] in (RUNNING, LIMIT) else 1 - 2 * int(state["winner"])
        team = np.array([won, -won, won, -won], np.float32)
        if mode.mode == 0:
            return team
        if mode.mode == 1:
            margin = np.clip(credit[::2].sum() - credit[1::2].sum(), -1, 1)
            return np.array([margin, -margin, margin, -margin], np.float32)
        mixed: NDArray[np.float32] = mode.weight * team + (1 - mode.weight) * credit
        return mixed.astype(np.float32)

    def hash(self, state: State) -> str:
        return hashlib.sha256(state.tobytes()).hexdigest()[:16]

    def action_text(self, state: State, action: int) -> str:
        return WORDS[action]

    def parse(self, state: State, text: str) -> int:
        if text not in WORDS or not self.legal_mask(state)[WORDS.index(text)]:
            raise IllegalAction(f"{text!r} is not possible here")
        return WORDS.index(text)

    def order(self, state: State, text: str) -> list[int]:
        try:
            action = self.parse(state, text)
        except IllegalAction as error:
            raise IllegalOrder(str(error)) from error
        self.step(state, action)
        return [action]

    def describe(self, state: State) -> Position:
        position = {name: state[name][0].tolist() for name in FIELDS}
        return {"seat": SEATS[int(state["seat"][0])], **position}

    def from_position(self, position: Position | str | Path) -> State:
        given = (
            json.loads(Path(position).read_text()) if not isinstance(position, dict) else position
        )
        unknown = set(given) - set(FIELDS) - {"seat", "seed"}
        if unknown:
            raise BadInput(f"position: {sorted(unknown)} are unknown")
        state = self.new(int(given.get("seed", 0)))
        for name in FIELDS:
            if name in given:
                state[name][0] = given[name]
        if "seat" in given:
            state["seat"] = SEATS.index(given["seat"])
        return state

    def problems(self, state: State) -> list[str]:
        faults = [f"card of {SEATS[k]}" for k in range(4) if state["card"][0, k] > 2]
        if not self.done(state) and state["fallen"][0, self.seat(state)]:
            faults.append("a fallen seat is asked")
        return faults

    def text(self, state: State, seat: int | None = None) -> str:
        known = self.describe(state) if seat is None else self.view(state, seat)
        return "\n".join(f"{name:>10}: {json.dumps(value)}" for name, value in known.items())

    def picture(self, state: State, seat: int | None = None) -> Scene:
        scene = Scene(400, 200, "Skirmish")
        lines = scene.group("table")
        for row, line in enumerate(self.text(state, seat).splitlines(), 1):
            lines.text(10, 15 * row, line, 12)
        return scene

    def pack(self, state: State) -> bytes:
        return b"toy1" + bytes(state.tobytes())

    def unpack(self, data: bytes) -> State:
        if data[:4] != b"toy1" or len(data) != 4 + LAYOUT.itemsize:
            raise BadInput("these bytes hold no skirmish of version 1")
        return np.frombuffer(data[4:], LAYOUT).copy()

    def start_slice(self, batch: Any, low: int, high: int) -> None:
        for i in range(low, high):
            self._start(batch, i)

    def _start(self, batch: Any, i: int) -> None:
        batch.states[i] = self.new(int(batch.seeds[i]))[0]
        batch.seeds[i] = next_seed(int(batch.seeds[i]))
        batch.base[i] = batch.returns[i] = batch.rewards[i] = 0
        self._fill(batch, i)

    def _fill(self, batch: Any, i: int) -> None:
        state = batch.states[i : i + 1]
        batch.seats[i] = self.seat(state)
        batch.masks[i] = self.legal_mask(state)
        batch.observations[i] = self.observe(state, self.seat(state))

    def run_slice(self, batch: Any, low: int, high: int) -> None:
        for i in range(low, high):
            batch.terminated[i] = batch.truncated[i] = False
            if batch.actions[i] >= 0:
                self._run(batch, i, batch.states[i : i + 1], int(batch.actions[i]))

    def _run(self, batch: Any, i: int, state: State, action: int) -> None:
        seat = self.seat(state)
        batch.base[i, seat] = batch.returns[i, seat]
        self.step(state, action)
        batch.counts[i] += 1
        batch.returns[i] = self.returns(state, batch.reward)
        batch.rewards[i] = batch.returns[i] - batch.base[i]
        batch.truncated[i] = self.truncated(state)
        batch.terminated[i] = self.done(state) and not self.truncated(state)
        if not self.done(state):
            self._fill(batch, i)
            return
        batch.games[i] += 1
        viewer = int(batch.viewers[i]) if batch.viewers[i] >= 0 else seat
        batch.final_seats[i] = viewer
        batch.final_observations[i] = self.observe(state, viewer)
        batch.final_rewards[i] = batch.rewards[i]
        batch.final_returns[i] = batch.returns[i]
        self._start(batch, i)


class LowestAgent:
    """Always the legal action with the lowest number; keeps what it was told, for the tests."""

    def __init__(self) -> None:
        self.resets: list[tuple[int, int]] = []

    def reset(self, seed: int, seat: int) -> None:
        self.resets.append((seed, seat))

    def act(self, view: View, observation: NDArray[Any], mask: NDArray[np.uint8]) -> int:
        return int(mask.argmax())


class HighestAgent(LowestAgent):
    """Always the legal action with the highest number, for many games at once."""

    def act_batch(
        self, observations: NDArray[Any], masks: NDArray[np.uint8], seats: NDArray[np.int8]
    ) -> NDArray[np.int32]:
        return np.array([np.flatnonzero(mask)[-1] for mask in masks], np.int32)


class Swapper(LowestAgent):
    """Never touches anybody's credit."""

    def act_batch(
        self, observations: NDArray[Any], masks: NDArray[np.uint8], seats: NDArray[np.int8]
    ) -> NDArray[np.int32]:
        return np.ones(len(seats), np.int32)
