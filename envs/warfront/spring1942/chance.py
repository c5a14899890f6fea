"""Chance: the generator lives in the state, so that a state and an action fix what follows."""

from typing import Any

import numpy as np

from warfront.compiled import kernel


@kernel
def roll(tables: Any, state: Any) -> int:
    """G5: one die of six; the next scripted one while there are any (xorshift64, high half)."""
    if state.dice_at < state.dice_n:
        state.dice_at += 1
        return int(state.dice[state.dice_at - 1])
    x = state.rng
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    state.rng = x
    return int(((x >> np.uint64(32)) * np.uint64(6)) >> np.uint64(32)) + 1
