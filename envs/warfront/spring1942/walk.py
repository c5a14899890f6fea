"""A walk through the choices of an order, on a copy of the state, choice by choice.

The rules run on through choices of a single action; a walk stops at each, so that an order says
the same whatever else happens to be possible. `taken` holds what a player decides of it.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.game import IllegalOrder
from warfront.kernel_game import wrapping
from warfront.spring1942 import engine
from warfront.spring1942.actions import Act
from warfront.spring1942.names import Names
from warfront.spring1942.state import Hold, Prompt
from warfront.spring1942.words import Words

KEPT = (Prompt.PURCHASE, Prompt.MOVE_FROM, Prompt.PLACE)
Why = str | Callable[[], str]


class Walk:
    """States on the way through an order.

    Attributes:
        record: the LAYOUT record with attributes.
        mask: its legal mask.
        taken: the decisions so far.
    """

    def __init__(self, game: Any, state: Any) -> None:
        """Begin at a copy of a state."""
        self.game = game
        self.words: Words = game.words
        self.names: Names = game.words.names
        self.tables = game.loaded.tables
        self.state = game.copy(state)
        self.record = game.record(self.state)
        self.mask = np.zeros(game.spec.num_actions, np.uint8)
        self.taken: list[int] = []
        self._look()

    def _look(self) -> None:
        engine.mask_one(self.game.tables, self.state, 0, self.mask)

    def fork(self) -> "Walk":
        """A walk that stands here too."""
        other = Walk(self.game, self.state)
        other.taken = [*self.taken]
        return other

    def follow(self, other: "Walk") -> None:
        """Go where another walk has gone."""
        self.state, self.record, self.mask = other.state, other.record, other.mask
        self.taken = other.taken

    @property
    def prompt(self) -> int:
        """What is asked."""
        return int(self.record.prompt)

    @property
    def me(self) -> int:
        """The power whose turn it is."""
        return int(self.record.turn)

    def is_legal(self, action: int) -> bool:
        """Whether an action may be taken here."""
        return bool(self.mask[action])

    def take(self, action: int, why: Why) -> None:
        """Take an action; IllegalOrder with the reason where it is not legal."""
        if not self.is_legal(action):
            raise IllegalOrder(why if isinstance(why, str) else why())
        kept = self.record.by_hand and action == Act.DONE and self.prompt in KEPT
        if self.mask.sum() > 1 or kept:
            self.taken.append(action)
        with wrapping():
            engine.apply_one(self.game.tables, self.state, 0, action)
        self._look()

    def rows(self, zone: int) -> list[tuple[int, NDArray[Any]]]:
        """Slot and row of every transport in a zone."""
        table = self.record.transports
        return [
            (slot, row)
            for slot, row in enumerate(table)
            if row[Hold.OWNER] >= 0 and row[Hold.SPACE] == zone
        ]


def first_that_goes(walk: Walk, ways: Sequence[Callable[[Walk], None]], why: str) -> None:
    """Try ways in turn on copies and follow the first that goes; else the first one's reason."""
    reason = why
    for i, way in enumerate(ways):
        trial = walk.fork()
        try:
            way(trial)
        except IllegalOrder as refused:
            reason = str(refused) if i == 0 else reason
            continue
        walk.follow(trial)
        return
    raise IllegalOrder(reason)
