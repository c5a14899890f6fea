"""Fire and its casualties: chances of so many hits, and where they lead the side that is hit."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from warfront.compiled import kernel
from warfront.spring1942.battle_odds.lean import inner
from warfront.spring1942.battle_odds.side import Side

TINY = 1e-17  # chances of hits below this are left out at either end


@kernel
def add_die(chance: Any, many: int, p: float) -> None:
    """Chances of hits of `many` dice become those of one die more, which hits with chance p."""
    chance[many + 1] = 0.0
    for hits in range(many + 1, 0, -1):
        chance[hits] = chance[hits] * (1.0 - p) + chance[hits - 1] * p
    chance[0] *= 1.0 - p


@inner
def reckon_fire(side: Side, n: int, bits: int) -> None:
    """Fill the chances of a fire (bits of rows) of state n, once."""
    if side.states[n].low[bits] < 0:
        fill_chances(side.states[n], side.chance[n, bits], bits)


@kernel
def fill_chances(state: Any, chance: Any, bits: int) -> None:
    """Fill float64 [hits] with the chances of a fire of a state, and what to look at of them."""
    chance[0] = 1.0
    many = 0
    for row in range(3):
        if not bits >> row & 1:
            continue
        for value in range(1, 7):
            for _ in range(state.dice[row, value]):
                add_die(chance, many, value / 6.0)
                many += 1
    low = 0
    while chance[low] < TINY:
        low += 1
    while chance[many] < TINY:
        many -= 1
    state.low[bits] = low
    state.high[bits] = many


@inner
def can_fire(state: Any, row: int) -> bool:
    """Whether any die of this row could hit."""
    return bool(state.able >> row & 1)


class Fates(NamedTuple):
    """What may become of a side in one step: states with chances; a list and one in the making.

    Axes: l list (0 the list, 1 the new one), i entry, n state.
    """

    size: NDArray[np.int64]  # [1] entries of the list
    state: NDArray[np.int64]  # [l, i]
    chance: NDArray[np.float64]  # [l, i]
    place: NDArray[np.int64]  # [n] entry of a state in the new list, -1 none


@kernel
def new_fates(states: int) -> Fates:
    """Lists long enough for a side of so many states."""
    return Fates(
        np.zeros(1, np.int64),
        np.zeros((2, states), np.int64),
        np.zeros((2, states)),
        np.full(states, -1, np.int64),
    )


@inner
def begin_fates(fates: Fates, state: int) -> None:
    """Nothing has happened yet to this state."""
    fates.size[0] = 1
    fates.state[0, 0] = state
    fates.chance[0, 0] = 1.0


@inner
def fate_of(fates: Fates, state: int) -> float:
    """The chance of the state to which nothing happens: no other leads a list."""
    return float(fates.chance[0, 0]) if fates.state[0, 0] == state else 0.0


@inner
def add_fate(fates: Fates, made: int, state: int, p: float) -> int:
    """Add a chance to a state of the new list, entering it where it is new; the list's length."""
    place = fates.place[state]
    if place < 0:
        fates.place[state] = made
        fates.state[1, made] = state
        fates.chance[1, made] = p
        return made + 1
    fates.chance[1, place] += p
    return made


@kernel
def take_first_hits(
    successor: Any, kind: int, chance: Any, low: int, high: int, fates: Fates, tiny: float
) -> None:
    """`take_hits` of a state to which nothing has happened before: so many hits, so many steps."""
    while low < high and chance[low] < tiny:
        low += 1
    while low < high and chance[high] < tiny:
        high -= 1
    state, made, hits = fates.state[0, 0], 0, 0
    while hits < high and successor[kind, state] >= 0:
        if hits >= low:
            fates.state[0, made] = state
            fates.chance[0, made] = chance[hits]
            made += 1
        state = successor[kind, state]
        hits += 1
    rest = 0.0
    for more in range(max(hits, low), high + 1):
        rest += chance[more]
    fates.state[0, made] = state
    fates.chance[0, made] = rest
    fates.size[0] = made + 1


@kernel
def take_hits(
    successor: Any, kind: int, chance: Any, low: int, high: int, fates: Fates, tiny: float
) -> None:
    """Spread each fate of the target's states over the hits; those nothing can take are lost (B10).

    Args:
        successor: int32 [k, n] of the side that is hit, see `Side`.
        kind: what the hits may fall on.
        chance: float64 [hits], of `low` to `high` hits.
        low: fewest hits.
        high: most hits.
        fates: changed in place.
        tiny: chances below this are left out.
    """
    made = 0
    for i in range(fates.size[0]):
        state = fates.state[0, i]
        before = fates.chance[0, i]
        bottom, top = low, high
        while bottom < top and before * chance[bottom] < tiny:
            bottom += 1
        while bottom < top and before * chance[top] < tiny:
            top -= 1
        hits = 0
        while hits < top:
            following = successor[kind, state]
            if following < 0:
                break
            if hits >= bottom:
                made = add_fate(fates, made, state, before * chance[hits])
            state = following
            hits += 1
        rest = 0.0
        for more in range(max(hits, bottom), top + 1):
            rest += chance[more]
        made = add_fate(fates, made, state, before * rest)
    for i in range(made):
        fates.state[0, i] = fates.state[1, i]
        fates.chance[0, i] = fates.chance[1, i]
        fates.place[fates.state[1, i]] = -1
    fates.size[0] = made
