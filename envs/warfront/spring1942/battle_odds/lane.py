"""One row of the sweep: chances of a state of the row side against every state of the other.

All fire of a row has the same shooter, so chances are kept by what its fire has done so far: first
those hits that cannot fall on everything, then, for all that led to the same state, the others.
Within the row a chance stands in a slot, which is the state that the row side comes to in this
round. Only when the row is done are the slots laid into the rows of those states. Slots are moved
eight at a time.

Axes: c state of the column side, r of the row side, j slot, l layer: what the row has yet to fire.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from warfront.compiled import kernel
from warfront.spring1942.battle_odds.lean import EIGHT, add_eight, borrow, inner, new_eights
from warfront.spring1942.battle_odds.side import ANY, SHIPS, Side

# What waits for other fire, for that and submarines', for that and aircraft's, for aircraft's and
# then other; what waits no more; what strikes have hit; what a pair adds.
WAIT_OTHER, WAIT_SUBS, WAIT_PLANES, WAIT_APART, DONE, STRUCK, PARTS, LAYERS = range(8)
LEAST = 1e-16  # a way from one state to another that is less likely than this is dropped
Dice = tuple[Any, int, int]  # chances float64 [hits], fewest and most hits worth a look


class Load(NamedTuple):
    """Slots on their way: eights in an array, the first one's row, the step to the next."""

    eights: NDArray[np.float64]  # [row, 8]
    row: int
    step: int
    end: Any  # how many
    share: float  # of them
    total: float  # their sum


class Lane(NamedTuple):
    """The chances of one row; nothing is in use between two rows."""

    eights: NDArray[np.float64]  # [((j // 8) * layers + l) * columns + c, j % 8] the chances
    ends: NDArray[np.int16]  # [c, l] eights in use
    words: NDArray[np.int64]  # [c, 2] the same, four at a time
    total: NDArray[np.float64]  # [c, l] their sum
    given: NDArray[np.int64]  # [2] slots of this row, most hits with slots from the first
    state: NDArray[np.int64]  # [j] of the row side
    place: NDArray[np.int64]  # [r] slot, -1 none
    chain: NDArray[np.int64]  # [kind, h] the row's state after so many hits of any kind, on ships
    hits: NDArray[np.int64]  # [kind] the most of them
    work: NDArray[np.int64]  # [1] eights moved so far


@kernel
def new_lane(row: Side, column: Side, needed: bool) -> Lane:
    """A lane for the rows of a battle, an empty one where none is needed."""
    many, columns = len(row.states), len(column.states)
    if not needed:
        many, columns = 1, 1
    hits = row.chance.shape[2]
    words = np.zeros((columns, 2), np.int64)
    return Lane(
        new_eights((max(many, hits) // EIGHT + 1) * LAYERS * columns),
        words.view(np.int16),
        words,
        np.zeros((columns, LAYERS)),
        np.zeros(2, np.int64),
        np.zeros(many + 1, np.int64),
        np.full(many, -1, np.int64),
        np.zeros((2, hits), np.int64),
        np.zeros(2, np.int64),
        np.zeros(1, np.int64),
    )


@inner
def borrow_lane(lane: Lane) -> Lane:
    """A lane for innermost loops, see `borrow`."""
    return Lane(
        borrow(lane.eights),
        borrow(lane.ends),
        borrow(lane.words),
        borrow(lane.total),
        borrow(lane.given),
        borrow(lane.state),
        borrow(lane.place),
        borrow(lane.chain),
        borrow(lane.hits),
        borrow(lane.work),
    )


@inner
def slot_of(lane: Lane, state: int) -> int:
    """The slot of a state of the row side."""
    slot = int(lane.place[np.uint64(state)])
    return slot if slot >= 0 else new_slot(lane.place, lane.state, lane.given, state)


@kernel
def new_slot(place: Any, states: Any, given: Any, state: int) -> int:
    """The next slot becomes that of a state."""
    slot = int(given[0])
    place[state] = slot
    states[slot] = state
    given[0] += 1
    return slot


@kernel
def enter_row(lane: Lane, successor: Any, r: int, most: int) -> None:
    """Fill the chains of a state; the first slots are those of up to so many hits of any kind."""
    for kind in range(SHIPS + 1):
        hits = 0
        lane.chain[kind, 0] = r
        while successor[kind, lane.chain[kind, hits]] >= 0:
            lane.chain[kind, hits + 1] = successor[kind, lane.chain[kind, hits]]
            hits += 1
        lane.hits[kind] = hits
    lane.given[1] = min(lane.hits[ANY], most)
    for hits in range(lane.given[1] + 1):
        new_slot(lane.place, lane.state, lane.given, lane.chain[ANY, hits])


@inner
def dice_of(side: Side, n: int, bits: int) -> Dice:
    """A fire of a state."""
    return side.chance[bits, n], int(side.states[n].low[bits]), int(side.states[n].high[bits])


@inner
def use_eights(lane: Lane, layer: int, c: int, end: int) -> None:
    """So many eights of a place are in use; those that were not are cleared."""
    columns = len(lane.ends)
    for eight in range(np.int64(lane.ends[c, layer]), end):
        at = np.uint64((eight * LAYERS + layer) * columns + c)
        for j in range(np.uint64(0), np.uint64(EIGHT)):
            lane.eights[at, j] = 0.0
    lane.ends[c, layer] = end


@inner
def add_slots(lane: Lane, layer: int, c: Any, share: float, load: Load) -> None:
    """Add a share of a load to a place."""
    columns = len(lane.ends)
    if lane.ends[c, layer] < load.end:
        use_eights(lane, layer, c, load.end)
    lane.total[c, layer] += share * load.total
    lane.work[0] += load.end
    here, there = np.uint64(layer * columns + c), np.uint64(load.row)
    for _ in range(load.end):
        add_eight(lane.eights, here, share, load.eights, there)
        here += np.uint64(LAYERS * columns)
        there += np.uint64(load.step)


@inner
def pour(lane: Lane, load: Load, layer: int, follow: Any, c: int, dice: Dice) -> None:
    """Hits of one kind fall on a state: slots move on to the states that they lead to.

    Args:
        lane: the row.
        load: the slots.
        layer: the layer they come to.
        follow: int32 [c], the state after one hit.
        c: the state that is hit.
        dice: the fire.
    """
    chance, low, high = dice
    at, hits, begun = np.uint64(c), 0, False
    while hits < high and follow[at] >= 0:
        share = load.share * chance[np.uint64(hits)]
        if share * load.total >= LEAST:
            begun = True
            add_slots(lane, layer, at, share, load)
        elif begun:
            return
        at = np.uint64(follow[at])
        hits += 1
    rest = 0.0
    for more in range(max(hits, low), high + 1):
        rest += chance[np.uint64(more)]
    add_slots(lane, layer, at, load.share * rest, load)


@inner
def load_of(lane: Lane, layer: int, c: int) -> Load:
    """All that is in a place."""
    columns = len(lane.ends)
    end, total = np.int64(lane.ends[c, layer]), lane.total[c, layer]
    return Load(lane.eights, layer * columns + c, LAYERS * columns, end, 1.0, total)


@inner
def empty(lane: Lane, layer: int, c: int) -> None:
    """Nothing is there any more."""
    lane.ends[c, layer] = 0
    lane.total[c, layer] = 0.0


@inner
def put_part(lane: Lane, slot: int, p: float) -> None:
    """A pair's chance of a slot."""
    end = slot // EIGHT + 1
    if lane.ends[0, PARTS] < end:
        use_eights(lane, PARTS, 0, end)
    lane.eights[(slot // EIGHT * LAYERS + PARTS) * len(lane.ends), slot % EIGHT] = p
