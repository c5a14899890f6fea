"""Fire and its casualties: chances of so many hits, and where they lead the side that takes them."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from warfront.compiled import kernel
from warfront.spring1942.battle_odds.side import Side

TINY = 1e-17  # chances of hits below this are left out at either end


@kernel
def add_die(chance: Any, many: int, p: float) -> None:
    """Chances of hits of `many` dice become those of one die more, which hits with chance p."""
    for hits in range(many + 1, 0, -1):
        chance[hits] = chance[hits] * (1.0 - p) + chance[hits - 1] * p
    chance[0] *= 1.0 - p


@kernel
def reckon_fire(side: Side, n: int, bits: int) -> None:
    """Fill the chances of a fire (bits of rows) of state n, once."""
    state = side.states[n]
    if state.low[bits] >= 0:
        return
    chance = side.chance[n, bits]
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


@kernel
def can_fire(state: Any, row: int) -> bool:
    """Whether any die of this row could hit."""
    for value in range(1, 7):
        if state.dice[row, value] > 0:
            return True
    return False


FATE = np.dtype(
    [
        ("state", np.int64, (2,)),  # [l] the states of the list (0) and of the new one (1)
        ("chance", np.float64, (2,)),  # [l]
        ("place", np.int64),  # entry of the state of this number in the new list, -1 none
    ]
)


class Fates(NamedTuple):
    """What may become of a side in one step: states with chances; a list and one in the making."""

    count: NDArray[np.int64]  # [l] entries
    entry: Any  # FATE [n]


@kernel
def new_fates(states: int) -> Fates:
    """Lists long enough for a side of so many states."""
    entry = np.zeros(states, FATE)
    for n in range(states):
        entry[n].place = -1
    return Fates(np.zeros(2, np.int64), entry)


@kernel
def begin_fates(fates: Fates, state: int) -> None:
    """Nothing has happened yet to this state."""
    fates.count[0] = 1
    fates.entry[0].state[0] = state
    fates.entry[0].chance[0] = 1.0


@kernel
def fate_of(fates: Fates, state: int) -> float:
    """The chance of this state."""
    for i in range(fates.count[0]):
        if fates.entry[i].state[0] == state:
            return float(fates.entry[i].chance[0])
    return 0.0


@kernel
def add_fate(entry: Any, count: int, state: int, p: float) -> int:
    """Add a chance to a state of the new list, entering it where it is new; the list's length."""
    place = entry[state].place
    if place < 0:
        entry[state].place = count
        entry[count].state[1] = state
        entry[count].chance[1] = p
        return count + 1
    entry[place].chance[1] += p
    return count


@kernel
def take_hits(
    successor: Any, kind: int, chance: Any, low: int, high: int, fates: Fates, tiny: float
) -> None:
    """Spread each fate of the target's states over the hits; those nothing can take are lost (B10).

    Args:
        successor: int32 [k, n] of the side that is hit, see `Side`.
        kind: what the hits may fall on.
        chance: float64 [hits], of `low` to `high` hits.
        fates: changed in place.
        tiny: chances below this are left out.
    """
    entry = fates.entry
    if fates.count[0] == 1:
        fates.count[0] = follow_hits(successor, kind, chance, low, high, entry, tiny)
        return
    made = 0
    for i in range(fates.count[0]):
        state = entry[i].state[0]
        before = entry[i].chance[0]
        bottom, top = low, high
        while bottom < top and before * chance[bottom] < tiny:
            bottom += 1
        while bottom < top and before * chance[top] < tiny:
            top -= 1
        hits = 0
        while hits < bottom:
            following = successor[kind, state]
            if following < 0:
                break
            state = following
            hits += 1
        while hits < top:
            following = successor[kind, state]
            if following < 0:
                break
            made = add_fate(entry, made, state, before * chance[hits])
            state = following
            hits += 1
        rest = 0.0
        for more in range(max(hits, bottom), top + 1):
            rest += chance[more]
        made = add_fate(entry, made, state, before * rest)
    for i in range(made):
        entry[i].state[0] = entry[i].state[1]
        entry[i].chance[0] = entry[i].chance[1]
        entry[entry[i].state[1]].place = -1
    fates.count[0] = made


@kernel
def follow_hits(
    successor: Any, kind: int, chance: Any, low: int, high: int, entry: Any, tiny: float
) -> int:
    """`take_hits` of a single fate: its states are all different; returns how many there are."""
    state = entry[0].state[0]
    before = entry[0].chance[0]
    hits = made = 0
    while hits < high:
        following = successor[kind, state]
        if following < 0:
            break
        if hits >= low and before * chance[hits] >= tiny:
            entry[made].state[0] = state
            entry[made].chance[0] = before * chance[hits]
            made += 1
        state = following
        hits += 1
    rest = 0.0
    for more in range(max(hits, low), high + 1):
        rest += chance[more]
    if before * rest >= tiny:
        entry[made].state[0] = state
        entry[made].chance[0] = before * rest
        made += 1
    return made
