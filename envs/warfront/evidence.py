"""What only a whole run can show: that hidden cards, dice, seeds and hashes really vary.

A single state cannot tell a resampling that deals the very same cards from one that deals nothing.
`Evidence` collects over a run of `testing.check_game` and judges at its end.
"""

import re
import warnings
from typing import Any

import numpy as np

from warfront.fresh import fresh_hashes
from warfront.game import Game, State
from warfront.seeds import next_seed

_TWINS = 6  # resampled states that are compared with each other
_STEPS = 300  # decisions for which two of them are played alike
_ENOUGH = 60  # decisions played alike that condemn dice which never differ
_PLENTY = 3000  # decisions played alike after which no more are
_SEEDS = 8  # seeds of which one at least must give another game
_KEPT = 8  # states of which a fresh interpreter computes the hash
_HASHED: set[type[Any]] = set()  # classes of games whose hash it has computed


class Evidence:
    """What a run has shown so far.

    Attributes:
        words: The words of every action that has been legal.
        dealt: Whether resampling has changed what some other seat sees.
        rolled: Whether two resampled states that look alike have gone apart.
    """

    def __init__(self, game: Game, chance: bool, hidden: bool | None) -> None:
        """See `check_game` for `chance` and `hidden`."""
        self.game, self.chance, self.hidden = game, chance, hidden
        self.words: set[str] = set()
        self.dealt = not (hidden or hidden is None)
        self.rolled = not chance
        self._apart = False  # two resampled states had different bytes
        self._alike = 0  # decisions that look-alikes were played without going apart
        self._private = False  # two seats' views differ
        self._hashes: dict[str, bytes] = {}
        self._kept: list[tuple[bytes, str]] = []

    def note_hash(self, state: State, where: str) -> None:
        """Check the hash of a state against those of all states of the run."""
        game, data = self.game, bytes(state.tobytes())
        found = game.hash(state)
        assert isinstance(found, str) and re.fullmatch("[0-9a-f]{16}", found), (
            f"{where}: hash {found!r} is not 16 hex digits"
        )
        again = game.hash(game.copy(state))
        assert again == found, f"{where}: a copy has hash {again}, the state {found}"
        same = self._hashes.setdefault(found, data) == data
        assert same, f"{where}: hash {found} is also that of another state"
        if len(self._kept) < _KEPT:
            self._kept.append((game.pack(state), found))

    def note_deal(self, state: State, other: State, seat: int) -> None:
        """Look whether resampling for `seat` changed what some other seat sees."""
        if self.dealt:
            return
        for k in range(len(self.game.spec.seats)):
            seen = self.game.view(state, k)
            self.dealt |= k != seat and self.game.view(other, k) != seen
            self._private |= _facts(seen) != _facts(self.game.view(state, seat))

    def note_dice(self, state: State, seed: int) -> None:
        """Play states resampled for the seat asked alike, where all seats see the same in both."""
        if self.rolled or self._alike >= _PLENTY or self.game.done(state):
            return
        seat = self.game.seat(state)
        twins = [self.game.resample(state, seat, seed + k) for k in range(_TWINS)]
        by_look: dict[bytes, State] = {}
        for twin in twins:
            self._apart |= twin.tobytes() != twins[0].tobytes()
            other = by_look.setdefault(self._look(twin), twin)
            if other is not twin and not self.rolled:
                self.rolled, steps = self._part(other, twin, seed)
                self._alike += steps

    def _look(self, state: State) -> bytes:
        game = self.game
        seen = (game.observe(state, seat).tobytes() for seat in range(len(game.spec.seats)))
        return b"".join(seen)

    def _part(self, one: State, two: State, seed: int) -> tuple[bool, int]:
        """Whether the same actions lead apart, and after how many."""
        game, rng = self.game, np.random.default_rng(seed)
        if one.tobytes() == two.tobytes():
            return False, _STEPS
        one, two = game.copy(one), game.copy(two)
        for number in range(_STEPS):
            if self._asked(one) != self._asked(two):
                return True, number
            if game.done(one):
                return False, number
            action = int(rng.choice(np.flatnonzero(game.legal_mask(one))))
            game.step(one, action)
            game.step(two, action)
        return False, _STEPS

    def _asked(self, state: State) -> tuple[Any, ...]:
        game = self.game
        if game.done(state):
            return True, game.returns(state).tobytes(), game.observe(state, 0).tobytes()
        seat = game.seat(state)
        seen = game.observe(state, seat).tobytes()
        return False, seat, game.legal_mask(state).tobytes(), seen

    def check_seeds(self, seed: int) -> None:
        """Check that another seed gives another game."""
        if not self.chance:
            return
        first, other = self.game.new(seed), seed
        for k in range(_SEEDS):
            other = next_seed(other)
            if self._part(first, self.game.new(other), seed + k)[0]:
                return
        name = self.game.spec.name
        raise AssertionError(
            f"{name}: seed {seed} and {_SEEDS} others give the same game: new() ignores its seed "
            "(a game without chance: chance=False)"
        )

    def judge(self) -> None:
        """Check at the end of a run what no single state could show."""
        name = self.game.spec.name
        if self.hidden or self._private:
            assert self.dealt, (
                f"{name}: resample never changes what another seat sees: hidden cards are not "
                "dealt anew (a game that hides nothing: hidden=False)"
            )
        assert self.rolled or (self._apart and self._alike < _ENOUGH), (
            f"{name}: resample keeps the future dice: the same actions from states resampled with "
            "different seeds always end alike (a game without chance: chance=False)"
        )
        self._check_fresh()

    def _check_fresh(self) -> None:
        """Compare hashes with those of a fresh interpreter, once for a class of games."""
        kind = type(self.game)
        if kind in _HASHED or not self._kept:
            return
        try:
            fresh = fresh_hashes(self.game, [data for data, _ in self._kept])
        except RuntimeError as error:
            warnings.warn(f"hashes were compared in this process only: {error}", stacklevel=3)
            return
        for (_, here), there in zip(self._kept, fresh, strict=True):
            assert here == there, (
                f"{self.game.spec.name}: hash {here} is {there} in another process: it must not "
                "hang on the process, as Python's hash() does"
            )
        _HASHED.add(kind)


def _facts(view: dict[str, Any]) -> dict[str, Any]:
    """A view without the words at its top, which may name the seat that looks."""
    return {name: value for name, value in view.items() if not isinstance(value, str)}
