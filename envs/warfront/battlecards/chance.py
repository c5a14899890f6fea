"""Chance: the generator lives in the state, so that a state and an action fix what follows."""

from typing import Any

import numpy as np

from warfront.battlecards.state import Place
from warfront.battlecards.tables import BATTLES, PLAYS, UNITS
from warfront.compiled import kernel


@kernel
def random_below(state: Any, n: int) -> Any:
    """A whole number from 0 to n - 1 (xorshift64; its high half, scaled)."""
    x = state.rng
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    state.rng = x
    return np.int64(((x >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@kernel
def roll(tables: Any, state: Any) -> int:
    """One die (Q1): the next scripted one while there are any."""
    if state.dice_at < state.dice_n:
        state.dice_at += 1
        return int(state.dice[state.dice_at - 1])
    return random_below(state, tables.die) + 1


@kernel
def _four(counts: Any, at: Any) -> Any:
    """Four counts in one word: with indices that have no sign the compiler makes one load."""
    low = np.uint64(counts[at]) | np.uint64(counts[at + np.uint64(1)]) << np.uint64(8)
    high = np.uint64(counts[at + np.uint64(2)]) | np.uint64(counts[at + np.uint64(3)]) << np.uint64(
        8
    )
    return low | high << np.uint64(16)


@kernel
def sum_cards(counts: Any, first: int, size: int) -> int:
    """The sum of the counts of a row of cards, below 256: byte by byte, then across.

    Args:
        counts: uint8, flat.
        first: where the row begins.
        size: how many counts, a multiple of 8 and 4 more (a deck's types, a theatre's plays).
    """
    at = np.uint64(first)
    total = np.uint64(0)
    for _ in range(size // 8):
        total += _four(counts, at) | _four(counts, at + np.uint64(4)) << np.uint64(32)
        at += np.uint64(8)
    total += _four(counts, at)
    total += total >> np.uint64(32)
    total += total >> np.uint64(16)
    total += total >> np.uint64(8)
    return int(total & np.uint64(255))


@kernel
def count_deck(state: Any, seat: int) -> int:
    """Cards in a seat's Arsenal deck."""
    return sum_cards(state.deck, seat * UNITS, UNITS)


@kernel
def reshuffle_arsenal(state: Any, seat: int) -> None:
    """The discard becomes the deck when the deck is out (Q17)."""
    for t in range(seat * UNITS, (seat + 1) * UNITS):
        state.deck[t] = state.discard[t]
        state.discard[t] = 0


@kernel
def draw_arsenal(state: Any, seat: int) -> int:
    """Take the top card of a seat's Arsenal deck: its type, -1 when all are gone."""
    if state.top_n[seat] > 0:
        state.top_n[seat] -= 1
        t = int(state.top[seat, state.top_n[seat]])
        state.top[seat, state.top_n[seat]] = 0  # no trace of what is gone
        state.deck[t] -= 1
        return t
    n = count_deck(state, seat)
    if n == 0:
        reshuffle_arsenal(state, seat)
        n = count_deck(state, seat)
        if n == 0:
            return -1
    left = random_below(state, n)
    for t in range(seat * UNITS, (seat + 1) * UNITS):
        left -= int(state.deck[t])
        if left < 0:
            state.deck[t] -= 1
            return t
    return -1


@kernel
def unfix(state: Any, seat: int, t: int) -> None:
    """Take a card that leaves the Arsenal deck out of the order that a position has fixed."""
    kept = 0
    for i in range(state.top_n[seat]):
        if state.top[seat, i] != t:
            state.top[seat, kept] = state.top[seat, i]
            kept += 1
    for i in range(kept, state.top_n[seat]):
        state.top[seat, i] = 0
    state.top_n[seat] = kept


@kernel
def count_conflict(state: Any, theatre: int) -> int:
    """Cards in a theatre's Conflict deck."""
    n = sum_cards(state.play_deck[theatre], 0, PLAYS)
    for b in range(theatre * BATTLES, (theatre + 1) * BATTLES):
        if state.place[b] == Place.DECK:
            n += 1
    return n


@kernel
def reshuffle_conflict(state: Any, theatre: int) -> None:
    """T12: the discard of a Conflict deck is recycled."""
    for row in range(PLAYS):
        state.play_deck[theatre, row] = state.play_discard[theatre, row]
        state.play_discard[theatre, row] = 0
    for b in range(theatre * BATTLES, (theatre + 1) * BATTLES):
        if state.place[b] == Place.DISCARD:
            state.place[b] = Place.DECK


@kernel
def take_conflict(state: Any, theatre: int, code: int) -> int:
    """Take a card out of its Conflict deck: a play row leaves it, a Battlecard becomes active."""
    if code < PLAYS:
        state.play_deck[theatre, code] -= 1
    else:
        state.place[theatre * BATTLES + code - PLAYS] = Place.ACTIVE
    return code


@kernel
def draw_conflict(state: Any, theatre: int) -> int:
    """131: the top card of the own theatre's deck: a play row, PLAYS + a battle row, or -1."""
    if state.conflict_top_n[theatre] > 0:
        state.conflict_top_n[theatre] -= 1
        code = int(state.conflict_top[theatre, state.conflict_top_n[theatre]])
        state.conflict_top[theatre, state.conflict_top_n[theatre]] = 0
        return take_conflict(state, theatre, code)
    n = count_conflict(state, theatre)
    if n == 0:
        reshuffle_conflict(state, theatre)
        n = count_conflict(state, theatre)
        if n == 0:
            return -1
    left = random_below(state, n)
    for row in range(PLAYS):
        left -= int(state.play_deck[theatre, row])
        if left < 0:
            return take_conflict(state, theatre, int(row))
    for row in range(BATTLES):
        if state.place[theatre * BATTLES + row] == Place.DECK:
            left -= 1
            if left < 0:
                return take_conflict(state, theatre, int(PLAYS + row))
    return -1
