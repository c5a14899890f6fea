"""The transports' table: finding rows, keeping it in order, loading marks."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import SLOTS
from warfront.spring1942.state import HOLDS, Did, Hold

_OWNER, _SPACE, _LEFT, _DID, _TARGET = (
    int(Hold.OWNER),
    int(Hold.SPACE),
    int(Hold.LEFT),
    int(Hold.DID),
    int(Hold.TARGET),
)
_CARGO, _WHOSE, _FRESH, _GOING = int(Hold.CARGO), int(Hold.WHOSE), int(Hold.FRESH), int(Hold.GOING)
_TRANSPORT = 11


@kernel
def is_after(rows: Any, a: int, b: int) -> bool:
    """Whether row a belongs behind row b: empty rows last, else column by column."""
    if rows[a, _OWNER] < 0 or rows[b, _OWNER] < 0:
        return rows[a, _OWNER] < 0 and rows[b, _OWNER] >= 0
    for c in range(HOLDS):
        if rows[a, c] != rows[b, c]:
            return rows[a, c] > rows[b, c]
    return False


@kernel
def swap_rows(rows: Any, a: int, b: int) -> None:
    """Exchange two rows."""
    for c in range(HOLDS):
        keep = rows[a, c]
        rows[a, c] = rows[b, c]
        rows[b, c] = keep


@kernel
def settle_row(state: Any, slot: int) -> int:
    """Bring a changed row back into order; returns where it stands now."""
    rows = state.transports
    while slot > 0 and is_after(rows, slot - 1, slot):
        swap_rows(rows, slot - 1, slot)
        slot -= 1
    while slot + 1 < SLOTS and is_after(rows, slot, slot + 1):
        swap_rows(rows, slot, slot + 1)
        slot += 1
    return slot


@kernel
def sort_fleet(state: Any) -> None:
    """Bring the whole table into order after changes to many rows."""
    rows = state.transports
    for i in range(1, SLOTS):
        if rows[i, _OWNER] < 0:
            # an insertion of an empty row moves nothing unless a full one follows
            continue
        j = i
        while j > 0 and is_after(rows, j - 1, j):
            swap_rows(rows, j - 1, j)
            j -= 1


@kernel
def clear_row(state: Any, slot: int) -> None:
    """Make a row the canonical empty one."""
    rows = state.transports
    for c in range(HOLDS):
        rows[slot, c] = 0
    rows[slot, _OWNER] = -1
    rows[slot, _TARGET] = -1
    for k in range(2):
        rows[slot, _CARGO + k] = -1
        rows[slot, _WHOSE + k] = -1


@kernel
def remove_transport(state: Any, slot: int) -> None:
    """T5: a transport leaves the board with its cargo."""
    rows = state.transports
    state.army[rows[slot, _SPACE], rows[slot, _OWNER], _TRANSPORT] -= 1
    clear_row(state, slot)
    settle_row(state, slot)


@kernel
def add_transport(state: Any, p: int, s: int) -> None:
    """A new transport without cargo or movement; the table must have room."""
    slot = SLOTS - 1
    clear_row(state, slot)
    state.transports[slot, _OWNER] = p
    state.transports[slot, _SPACE] = s
    state.army[s, p, _TRANSPORT] += 1
    settle_row(state, slot)


@kernel
def count_free_slots(state: Any) -> int:
    """Transports that could still be added."""
    n = 0
    for slot in range(SLOTS - 1, -1, -1):
        if state.transports[slot, _OWNER] >= 0:
            break
        n += 1
    return n


@kernel
def is_repeat(state: Any, slot: int) -> bool:
    """Whether the row equals the one before it: only the first of equal transports is offered."""
    if slot == 0:
        return False
    rows = state.transports
    for c in range(HOLDS):
        if rows[slot, c] != rows[slot - 1, c]:
            return False
    return True


@kernel
def order_cargo(state: Any, slot: int) -> None:
    """CM19: what needs the larger place stands first; else by unit, owner and marks."""
    rows = state.transports
    swap = rows[slot, _CARGO] < rows[slot, _CARGO + 1]
    if rows[slot, _CARGO] == rows[slot, _CARGO + 1]:
        for first in (_WHOSE, _FRESH, _GOING):
            if rows[slot, first] != rows[slot, first + 1]:
                swap = rows[slot, first] > rows[slot, first + 1]
                break
    if swap:
        for first in (_CARGO, _WHOSE, _FRESH, _GOING):
            keep = rows[slot, first]
            rows[slot, first] = rows[slot, first + 1]
            rows[slot, first + 1] = keep


@kernel
def drop_cargo(state: Any, slot: int, k: int) -> None:
    """Take one piece of cargo off the row (the caller settles the row)."""
    rows = state.transports
    rows[slot, _CARGO + k] = -1
    rows[slot, _WHOSE + k] = -1
    rows[slot, _FRESH + k] = 0
    rows[slot, _GOING + k] = 0
    order_cargo(state, slot)


@kernel
def mark_fought(state: Any, slot: int) -> int:
    """A transport was in a sea battle (NCM19); returns where its row stands now."""
    state.transports[slot, _DID] |= Did.FOUGHT.value
    return settle_row(state, slot)
