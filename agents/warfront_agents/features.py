"""Observations summed up for a network: compact float32 features, the same in training and play.

An observation keeps the holders of cards apart, seat by seat; a network decides faster and learns
sooner from "mine, my allies', my enemies'". A plan says for each number of the observation which
feature it adds to and what; one small kernel carries any plan out.
"""

import functools
import hashlib
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.compiled import kernel
from warfront.game import BadInput, Game


@dataclass(frozen=True)
class Board:
    """A map of spaces that a network reads space by space, and what can come from where.

    Axes: E space, C feature of a space, W way to come, Q amount, R amount that comes in one way.

    Attributes:
        places: int64 [E, C] of each kind of spaces in turn: the features of a space.
        marks: The first so many of them say which spaces the choice is of.
        near: bool [W, E, E]; near[w, s, t]: what stands in t can come to s in way w.
        amounts: float32 [C, Q] of each kind: what a feature adds to the amounts of its space.
        comes: int64 [R, 2], each a way and the amount that comes so.
        touching: bool [E, E], the neighbours.
        first_action: The action that names space 0; those of the others follow.
    """

    places: tuple[NDArray[np.int64], ...]
    marks: int
    near: NDArray[np.bool_]
    amounts: tuple[NDArray[np.float32], ...]
    comes: NDArray[np.int64]
    touching: NDArray[np.bool_]
    first_action: int


@dataclass(frozen=True)
class Estimates:
    """What a player reckons of a position: features behind all others, where they are wanted.

    Attributes:
        size: How many, X.
        fill: Called with uint8 observations [n, O], features [n, F] that are zero there, and the
            place of the first of them; writes them.
        version: Moves whenever one of them changes.
        board: The map, with those that are of a space among its features.
    """

    size: int
    fill: Callable[[NDArray[np.uint8], NDArray[np.float32], int], None]
    version: int
    board: Board


@dataclass(frozen=True)
class Plan:
    """The feature map of one game. Axes: S seat asked, O number of the observation, C curve."""

    size: int  # features, F
    target: NDArray[np.int32]  # [S, O] feature that a number adds to, -1 none
    curve: NDArray[np.int8]  # [O] the curve that says what it adds
    curves: NDArray[np.float32]  # [C, 256] value of the number -> what it adds
    width: NDArray[np.uint8]  # [O] above 0: one-hot, the number chooses among so many features
    lead: NDArray[np.int64] | None = None  # [S, 3] places of my points, theirs and the target
    # Cards or spaces: of each kind int [E, C], the features that tell of an entity (-1 none).
    blocks: tuple[NDArray[np.int64], ...] = ()
    observer: int = -1  # where the one-hot of the seat that looks begins; -1: there is none
    board: Board | None = None
    estimates: Estimates | None = None


@kernel
def fill_features(
    observations: NDArray[np.uint8],
    seats: NDArray[np.int8],
    sources: NDArray[np.int32],
    target: NDArray[np.int32],
    curve: NDArray[np.int8],
    curves: NDArray[np.float32],
    width: NDArray[np.uint8],
    features: NDArray[np.float32],
) -> None:
    """Sum each observation into its row of features [n, F]."""
    for i in range(observations.shape[0]):
        seat = seats[i]
        for f in range(features.shape[1]):
            features[i, f] = np.float32(0.0)
        for k in range(sources.shape[1]):
            o = sources[seat, k]
            if o < 0:
                break
            value = observations[i, o]
            if value > 0:  # most of an observation is empty
                f = target[seat, o]
                if width[o] > 0:
                    f += min(int(value), int(width[o])) - 1
                features[i, f] += curves[curve[o], value]


def _plain_plan(game: Game) -> Plan:
    """Every number of the observation is a feature, scaled down."""
    size = game.spec.observation_size
    return Plan(
        size,
        np.tile(np.arange(size, dtype=np.int32), (len(game.spec.seats), 1)),
        np.zeros(size, np.int8),
        0.25 * np.arange(256, dtype=np.float32)[None],
        np.zeros(size, np.uint8),
    )


PLANS = {  # game -> module with new_plan(game)
    "battlecards": "warfront_agents.battlecards_plan",
    "spring1942": "warfront_agents.spring1942_plan",
}


@functools.lru_cache(maxsize=8)
def _plan(game: Any) -> Plan:
    module = PLANS.get(game.spec.name)
    if module is None:
        return _plain_plan(game)
    plan: Plan = importlib.import_module(module).new_plan(game)
    return plan


class Features:
    """The feature map of one game.

    Args:
        game: The game.
        estimates: Whether what a player reckons of a position is among the features.

    Attributes:
        plan: How they are made.
        size: Features per observation, F.
        sources: int32 [S, k], the numbers of an observation that a seat's features read, then -1.
        digest: 12 hex digits that change when the map changes.
        blocks: The features of each card or space, a block int [E, C] for each kind of them.
        board: The map of spaces, where there is one.
        estimates: What is reckoned besides, None for nothing.

    Raises:
        BadInput: The game has no estimates.
    """

    def __init__(self, game: Game, estimates: bool = False) -> None:
        """Take the game's plan, or the plain one."""
        hashable: Any = game
        plan = self.plan = _plan(hashable)
        if estimates and plan.estimates is None:
            raise BadInput(f"{game.spec.name} has no estimates: use estimates = false with it")
        self.estimates = plan.estimates if estimates else None
        self.size, self.blocks, self.board = plan.size, plan.blocks, plan.board
        used = [np.flatnonzero(row >= 0) for row in plan.target]
        self.sources = np.full((len(used), max(map(len, used))), -1, np.int32)
        for row, places in zip(self.sources, used, strict=True):
            row[: len(places)] = places
        parts = [part.tobytes() for part in (plan.target, plan.curve, plan.curves, plan.width)]
        if self.estimates is not None:
            self.size += self.estimates.size
            self.board = self.estimates.board
            parts.append(f"estimates {self.estimates.version}".encode())
        self.digest = hashlib.sha256(b"".join(parts)).hexdigest()[:12]

    @staticmethod
    def of(game: Game, digest: str) -> "Features":
        """The feature map of this digest; where none has it, the one without estimates."""
        plain = Features(game)
        if plain.digest == digest or plain.plan.estimates is None:
            return plain
        rich = Features(game, estimates=True)
        return rich if rich.digest == digest else plain

    def __call__(self, observations: NDArray[Any], seats: NDArray[np.int8]) -> NDArray[np.float32]:
        """Features float32 [n, F] of observations [n, O], each seen from its seat [n]."""
        features = np.empty((len(seats), self.size), np.float32)
        plan = self.plan
        narrow = np.ascontiguousarray(observations, np.uint8)
        fill_features(
            narrow,
            np.ascontiguousarray(seats, np.int8),
            self.sources,
            plan.target,
            plan.curve,
            plan.curves,
            plan.width,
            features,
        )
        if self.estimates is not None:
            self.estimates.fill(narrow, features, plan.size)
        return features

    def estimate(self, observations: NDArray[Any]) -> NDArray[np.float32]:
        """The estimates alone, float32 [n, X] of observations [n, O]."""
        size = 0 if self.estimates is None else self.estimates.size
        found = np.zeros((len(observations), size), np.float32)
        if self.estimates is not None:
            self.estimates.fill(np.ascontiguousarray(observations, np.uint8), found, 0)
        return found

    def lead(self, observations: NDArray[Any], seats: NDArray[np.int8]) -> NDArray[np.float32]:
        """How far each seat's side leads, over what wins: float32 [n], within [-1, 1]."""
        if self.plan.lead is None:
            return np.zeros(len(observations), np.float32)
        places = self.plan.lead[seats]
        numbers = np.take_along_axis(observations, places, axis=1).astype(np.float32)
        mine, theirs, target = numbers.T
        lead: NDArray[np.float32] = np.clip((mine - theirs) / np.maximum(target, 1), -1, 1)
        return lead
