"""Small games that are broken in one way each; a module of their own, for another process to load.

`FAULTS` holds each with what `check_game` must say of it.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from toy import WORDS, ToyGame
from warfront.game import IllegalAction, State, View
from warfront.seeds import next_seed


class Open(ToyGame):
    """Shows all cards to everyone, as if none were hidden."""

    def view(self, state: State, seat: int) -> View:
        return super().view(self._shown(state), seat)

    def observe(self, state: State, seat: int) -> NDArray[np.float32]:
        return super().observe(self._shown(state), seat)

    def _shown(self, state: State) -> State:
        state = state.copy()
        state["shown"] = 1
        return state


class Copied(ToyGame):
    """Resampling copies."""

    def resample(self, state: State, seat: int, seed: int) -> State:
        return self.copy(state)


class OpenCopied(Open):
    """Shows all cards, and resampling copies."""

    def resample(self, state: State, seat: int, seed: int) -> State:
        return self.copy(state)


class OpenRerolled(Open):
    """Shows all cards; resampling throws other dice and deals no card."""

    def resample(self, state: State, seat: int, seed: int) -> State:
        other = self.copy(state)
        other["rng"] = next_seed(seed)
        return other


class Foreseen(ToyGame):
    """Resampling deals hidden cards anew and keeps the dice that will fall."""

    def resample(self, state: State, seat: int, seed: int) -> State:
        other = super().resample(state, seat, seed)
        other["rng"] = state["rng"]
        return other


class SameDice(ToyGame):
    """Resampling puts the same dice in place for every seed."""

    def resample(self, state: State, seat: int, seed: int) -> State:
        other = super().resample(state, seat, seed)
        other["rng"] = 7
        return other


class Told(ToyGame):
    """Its text for a seat tells all."""

    def text(self, state: State, seat: int | None = None) -> str:
        return super().text(state)


class OneHash(ToyGame):
    """One hash for all."""

    def hash(self, state: State) -> str:
        return "0123456789abcdef"


class SaltedHash(ToyGame):
    """Python's own hash, which every process salts anew."""

    def hash(self, state: State) -> str:
        return f"{hash(state.tobytes()) % 2**64:016x}"


class ObjectHash(ToyGame):
    """A hash of the object, not of what it holds."""

    def hash(self, state: State) -> str:
        return f"{id(state):016x}"


class OneGame(ToyGame):
    """Every seed gives the same game."""

    def new(self, seed: int) -> State:
        return super().new(1)


class OrderSpoils(ToyGame):
    """An order that is refused leaves its mark."""

    def order(self, state: State, text: str) -> list[int]:
        if text not in WORDS:
            state["credit"][0, 0] += 1
        return super().order(state, text)


class OrderAnything(ToyGame):
    """Any order will do."""

    def order(self, state: State, text: str) -> list[int]:
        return super().order(state, text if text in WORDS else "gather")


class ReadsAnything(ToyGame):
    """Reads every text as the first legal action."""

    def parse(self, state: State, text: str) -> int:
        try:
            return super().parse(state, text)
        except IllegalAction:
            return int(self.legal_mask(state).argmax())


class ReadsIllegal(ToyGame):
    """Reads the words of an action that is not legal."""

    def parse(self, state: State, text: str) -> int:
        return WORDS.index(text) if text in WORDS else super().parse(state, text)


class GoesOn(ToyGame):
    """Steps after the end, where the mask is empty."""

    def step(self, state: State, action: int) -> None:
        if self.done(state):
            self._apply(state[0], action)
        else:
            super().step(state, action)


class EndSpoils(ToyGame):
    """Refuses a step after the end and counts it."""

    def step(self, state: State, action: int) -> None:
        state["decisions"] += self.done(state)
        super().step(state, action)


class Paid(ToyGame):
    """Pays in one mode what `wrong` says."""

    mode = "team"
    wrong: tuple[float, ...] = (1, 0, -1, 0)

    def returns(self, state: State, reward: str = "team") -> NDArray[np.float32]:
        found = super().returns(state, reward)
        return found + np.array(self.wrong, np.float32) if reward == self.mode else found


class Undefined(Paid):
    """A seat's own returns are not a number."""

    mode, wrong = "individual", (np.nan, 0, 0, 0)


class Boundless(Paid):
    """Mixed returns without bound."""

    mode, wrong = "mixed:0.5", (np.inf, 0, 0, 0)


class Mixed(Paid):
    """Mixed returns that mix nothing."""

    mode, wrong = "mixed:0.5", (1, 0, 0, 0)


class NoChance(ToyGame):
    """No dice, and every card is 0: sound, but only where it is said to be without chance."""

    def _below(self, state: Any, n: int) -> int:
        return 0


FAULTS: list[tuple[type[ToyGame], dict[str, Any], str]] = [
    (Copied, {}, "resample never changes what another seat sees"),
    (OpenCopied, {}, "resample keeps the future dice"),
    (OpenRerolled, {"hidden": True}, "resample never changes what another seat sees"),
    (Foreseen, {}, "resample keeps the future dice"),
    (SameDice, {}, "resample keeps the future dice"),
    (Told, {}, "resampling shows in .* text"),
    (OneHash, {}, "is also that of another state"),
    (SaltedHash, {}, "in another process"),
    (ObjectHash, {}, "a copy has hash"),
    (OneGame, {}, r"new\(\) ignores its seed"),
    (OrderSpoils, {}, "the refused order 'no such words' changed the state"),
    (OrderAnything, {}, "order 'no such words' is carried out"),
    (ReadsAnything, {}, "'no such words' is read as action 0"),
    (ReadsIllegal, {}, "is read as illegal"),
    (GoesOn, {}, "is carried out after the end"),
    (EndSpoils, {}, "after the end changed the state"),
    (Paid, {}, "team returns .* differ within a side"),
    (Undefined, {}, "individual returns .* are not finite"),
    (Boundless, {}, "mixed:0.5 returns .* are not finite"),
    (Mixed, {}, "mixed:0.5 returns .*, not "),
]
