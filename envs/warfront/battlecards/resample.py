"""A state as a seat might find it: hidden cards dealt anew, future dice re-seeded."""

from typing import Any

import numpy as np

from warfront.battlecards.chance import random_below
from warfront.battlecards.observe import sees_hand
from warfront.battlecards.state import Prompt
from warfront.battlecards.tables import PLAYS, SEATS, UNITS, Role, Verb
from warfront.compiled import kernel


@kernel
def resample_into(tables: Any, states: Any, i: int, seat: int, rng: Any) -> None:
    """Deal anew what `seat` cannot know in states[i]; what it may know stays byte-equal."""
    t0 = tables[0]
    state = states[i]
    state.rng = rng
    state.dice_at = 0
    state.dice_n = 0
    state.dice[:] = 0
    state.top_n[:] = 0
    state.top[:] = 0
    state.conflict_top_n[:] = 0
    state.conflict_top[:] = 0
    held = np.zeros(SEATS, np.int64)  # retained cards pooled, by seat
    for other in range(t0.seats):
        if not sees_hand(t0, seat, other):
            held[other] = pool_retained(t0, state, other)
    for other in range(t0.seats):
        if not sees_hand(t0, seat, other):
            deal_hidden(t0, state, other, t0.side[other] != t0.side[seat])
            deal_retained(t0, state, other, held[other])


@kernel
def deal_hidden(tables: Any, state: Any, home: int, face_down: bool) -> None:
    """Pool what is hidden of a seat's Arsenal with its deck; deal as many to each place.

    That is its hand, its reserve and, of an enemy (`face_down`), the deployed cards not yet shown.
    """
    low = home * UNITS
    hidden = np.zeros(SEATS + 2, np.int64)  # this deck's hidden cards by holder, hand, reserve
    for k in range(UNITS):
        for holder in range(tables.seats):
            if face_down and tables.side[holder] == tables.side[home]:
                n = state.deployed[holder, low + k] - state.seen[holder, low + k]
                hidden[holder] += n
                state.deployed[holder, low + k] -= n
                state.deck[low + k] += n
        if state.hand_seat == home:
            hidden[SEATS] += state.hand[k]
            state.deck[low + k] += state.hand[k]
            state.hand[k] = 0
        hidden[SEATS + 1] += state.reserve[low + k]
        state.deck[low + k] += state.reserve[low + k]
        state.reserve[low + k] = 0
    for holder in range(tables.seats):
        for _ in range(hidden[holder]):
            state.deployed[holder, low + take_any(tables, state, low, False)] += 1
    for _ in range(hidden[SEATS]):
        state.hand[take_any(tables, state, low, True)] += 1
    for _ in range(hidden[SEATS + 1]):
        state.reserve[low + take_any(tables, state, low, True)] += 1


@kernel
def take_any(tables: Any, state: Any, low: int, leaders: bool) -> int:
    """Take a random card of a deck's pool; a face-down deployed card is no Leader. Its row."""
    n = 0
    for k in range(UNITS):
        if leaders or tables.role[low + k] != Role.LEADER:
            n += int(state.deck[low + k])
    left = random_below(state, n)
    row = 0
    for k in range(UNITS):
        if leaders or tables.role[low + k] != Role.LEADER:
            left -= int(state.deck[low + k])
            if left < 0:
                row = k
                break
    state.deck[low + row] -= 1
    return row


@kernel
def is_drawing(state: Any, seat: int) -> bool:
    """Whether the seat has just drawn a Retained Action that it may keep: that is of its hand."""
    return bool(state.prompt == Prompt.RETAIN and state.turn == seat)


@kernel
def pool_retained(tables: Any, state: Any, seat: int) -> int:
    """Put a seat's retained cards into its theatre's Conflict deck; how many it held.

    All hidden hands are pooled before any is dealt, as two seats of a theatre share its deck.
    """
    theatre = int(tables.theatre[seat])
    if is_drawing(state, seat):
        state.play_deck[theatre, state.play] += 1
    held = 0
    for row in range(PLAYS):
        n = int(state.retained[seat, row])
        held += n
        state.play_deck[theatre, row] += n
        state.retained[seat, row] = 0
    return held


@kernel
def deal_retained(tables: Any, state: Any, seat: int, held: int) -> None:
    """Deal a seat `held` Retained Actions out of the pool, and the one it has just drawn."""
    theatre = int(tables.theatre[seat])
    for _ in range(held):
        state.retained[seat, take_retained(tables, state, theatre)] += 1
    if is_drawing(state, seat):
        state.play = take_retained(tables, state, theatre)


@kernel
def take_retained(tables: Any, state: Any, theatre: int) -> int:
    """Take a random Retained Action out of a theatre's pool; its row."""
    n = 0
    for row in range(PLAYS):
        if is_retained(tables, theatre, row):
            n += int(state.play_deck[theatre, row])
    left = random_below(state, n)
    found = 0
    for row in range(PLAYS):
        if is_retained(tables, theatre, row):
            left -= int(state.play_deck[theatre, row])
            if left < 0:
                found = row
                break
    state.play_deck[theatre, found] -= 1
    return found


@kernel
def is_retained(tables: Any, theatre: int, row: int) -> bool:
    """Whether a Conflict card row can be in a retained hand (K3)."""
    verb = tables.verb[theatre, row]
    return verb >= Verb.COUNTERATTACK and verb <= Verb.ROUT
