"""Fighters and places on decks: as many pairs as possible, by augmenting paths."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.addresses import scratch

CLASSES = 62  # kinds of fighters (space, movement left) that need a deck; more count as missing
DECKS = 96  # places of one kind, chosen or fixed
_TABLE = CLASSES * DECKS


@kernel
def unmatched(number: Any, classes: int, mask: Any, room: Any, decks: int) -> int:
    """Fighters left over when as many as possible find a place (augmenting paths)."""
    if classes == 0:
        return 0
    flow = scratch(_TABLE)  # [class, deck] fighters placed
    used = scratch(DECKS)
    came = scratch(DECKS)  # the class from which the path reached the deck, -1
    back = scratch(CLASSES)  # the deck from which the path reached the class
    queue = scratch(CLASSES)
    for d in range(decks):
        used[d] = 0
        for c in range(classes):
            flow[c * DECKS + d] = 0
    over = 0
    for c in range(classes):
        for n in range(number[c]):
            if not augment(c, classes, mask, room, decks, flow, used, came, back, queue):
                over += number[c] - n
                break
    return over


@kernel
def augment(
    start: int, classes: int, mask: Any, room: Any, decks: int, flow: Any, used: Any, came: Any,
    back: Any, queue: Any,
) -> bool:  # fmt: skip
    """Give one more fighter of a class a place, moving others if need be."""
    for d in range(decks):
        came[d] = -1
    for e in range(classes):
        back[e] = -1
    back[start] = decks
    queue[0] = start
    head, tail = 0, 1
    while head < tail:
        c = queue[head]
        head += 1
        for d in range(decks):
            if came[d] >= 0 or (mask[d] >> c) & 1 == 0:
                continue
            came[d] = c
            if used[d] < room[d]:
                used[d] += 1
                retrace(d, start, flow, came, back)
                return True
            for e in range(classes):
                if back[e] < 0 and flow[e * DECKS + d] > 0:
                    back[e] = d
                    queue[tail] = e
                    tail += 1
    return False


@kernel
def retrace(d: int, start: int, flow: Any, came: Any, back: Any) -> None:
    """Shift the flow along the path found."""
    while True:
        c = came[d]
        flow[c * DECKS + d] += 1
        if c == start:
            return
        d = back[c]
        flow[c * DECKS + d] -= 1
