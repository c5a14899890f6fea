"""Fire and its casualties: chances of so many hits, and where they lead the side that is hit."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from warfront.compiled import kernel
from warfront.spring1942.battle_odds.lean import EIGHT, inner
from warfront.spring1942.battle_odds.side import ANY, Side

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
        fill_path(side, n, bits)


@kernel
def fill_path(side: Side, n: int, bits: int) -> None:
    """Fill the chances of a state and of those after hits, which cost a die each at most."""
    path, steps = side.path, 0
    while n >= 0 and side.states[n].low[bits] < 0:
        path[steps] = n
        steps += 1
        n = side.successor[ANY, n]
    while steps > 0:
        steps -= 1
        fill_chances(side, path[steps], n, bits)
        n = path[steps]


@kernel
def die_more(state: Any, after: Any, bits: int) -> int:
    """The value of the die that a state has more than another; 0 for none, -1 for other dice."""
    found = 0
    for row in range(3):
        for value in range(1, 7):
            more = state.dice[row, value] - after.dice[row, value]
            if not bits >> row & 1 or more == 0:
                continue
            if more != 1 or found > 0:
                return -1
            found = value
    return found


@kernel
def fill_chances(side: Side, n: int, after: int, bits: int) -> None:
    """Fill the chances of a state's fire from those of the state after a hit, -1 for none."""
    state, chance = side.states[n], side.chance[bits, n]
    die = -1 if after < 0 else die_more(state, side.states[after], bits)
    if die >= 0:
        many = int(side.states[after].many[bits])
        for hits in range(many + 1):
            chance[hits] = side.chance[bits, after, hits]
        if die > 0:
            add_die(chance, many, die / 6.0)
            many += 1
    else:
        many = roll_all(state, chance, bits)
    state.many[bits] = many
    fill_ends(state, chance, bits)


@kernel
def roll_all(state: Any, chance: Any, bits: int) -> int:
    """Fill the chances of a fire die by die; how many dice there are."""
    chance[0] = 1.0
    many = 0
    for row in range(3):
        if not bits >> row & 1:
            continue
        for value in range(1, 7):
            for _ in range(state.dice[row, value]):
                add_die(chance, many, value / 6.0)
                many += 1
    return many


@kernel
def fill_ends(state: Any, chance: Any, bits: int) -> None:
    """Fill what to look at of a fire's chances."""
    low, high = 0, int(state.many[bits])
    while chance[low] < TINY:
        low += 1
    while chance[high] < TINY:
        high -= 1
    state.low[bits] = low
    state.high[bits] = high
    for hits in range(state.many[bits] + 1, (high // EIGHT + 1) * EIGHT):
        chance[hits] = 0.0


@inner
def most_hits(side: Side, n: int, bits: int) -> int:
    """The most hits of a fire that matter."""
    reckon_fire(side, n, bits)
    return int(side.states[n].high[bits])


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
