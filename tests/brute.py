"""All actions in very many states, in compiled code: `check_masks`, a hundred times quicker.

It tries what `step_one` answers, the entry that every face and batch steps through.
"""

from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
from numba import njit

from warfront.batch import Batch

SOUND, REFUSED, CARRIED_OUT, CHANGED, EMPTY = range(5)
FAULTS = (
    "",
    "legal action {} was refused",
    "illegal action {} was carried out",
    "a refused action changed the state or its mask",
    "nothing is legal after action {}",
)


@njit
def differ(one: Any, two: Any) -> Any:
    """Whether two rows differ anywhere; without a way out of the loop it compares many at once."""
    found = one[0] ^ two[0]
    for k in range(len(one)):
        found |= one[k] ^ two[k]
    return found != 0


@njit
def put(row: Any, other: Any) -> None:
    """Write a row over another of its length: `row[:] = other` is slow to compile."""
    for k in range(len(row)):
        row[k] = other[k]


@cache
def _trier(step_one: Any, over: int) -> Any:
    """The compiled search; `over` is the prompt of a finished game."""

    @njit
    def try_all(
        tables: Any, states: Any, flat: Any, masks: Any, work: Any, flat_work: Any, mask: Any
    ) -> Any:
        """(fault, game, action) of the first fault in states [n] (flat: their words), or SOUND."""
        size = masks.shape[1]
        for i in range(len(states)):
            put(flat_work[0], flat[i])
            put(mask, masks[i])
            for action in range(-1, size + 1):
                if (action < 0 or action >= size or masks[i, action] == 0) and step_one(
                    tables, work, 0, mask, action
                ):
                    return CARRIED_OUT, i, action
            if differ(flat_work[0], flat[i]) or differ(mask, masks[i]):
                return CHANGED, i, -1
            for action in range(size):
                if masks[i, action] == 0:
                    continue
                put(flat_work[0], flat[i])
                put(mask, masks[i])
                if not step_one(tables, work, 0, mask, action):
                    return REFUSED, i, action
                if work[0].prompt != over and not mask.any():
                    return EMPTY, i, action
        return SOUND, 0, 0

    return try_all


def try_all_actions(game: Any, engine: ModuleType, over: int, states: int, seed: int) -> int:
    """Try every action number (and one on either side) in states of random play.

    Args:
        game: The game, with its `tables`.
        engine: Its module of entry points, with `step_one`.
        over: The prompt of a finished game.
        states: In at least how many states.
        seed: Of the games.

    Returns:
        How many actions were tried.

    Raises:
        AssertionError: Names the game, what is asked and the action.
    """
    batch = Batch(game, 256, seed=seed)
    batch.reset()
    work = game.new_states(1)
    mask = np.zeros(game.spec.num_actions, np.uint8)
    flat, flat_work = (each.view(np.uint64).reshape(len(each), -1) for each in (batch.states, work))
    try_all = _trier(engine.step_one, over)
    tried = 0
    while tried < states:
        for _ in range(7):  # neighbouring states are much alike
            batch.step_random()
        fault, i, action = try_all(
            game.tables, batch.states, flat, batch.masks, work, flat_work, mask
        )
        where = f"game {i} of seed {seed} at {game.prompt(batch.states[i : i + 1])!r}"
        assert fault == SOUND, f"{where}: {FAULTS[fault].format(action)}"
        tried += batch.n
    return tried * (int(game.spec.num_actions) + 2)
