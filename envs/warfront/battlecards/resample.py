"""A state as a seat might find it: hidden cards dealt anew, future dice re-seeded."""

import numpy as np

from warfront.battlecards.chance import random_below
from warfront.battlecards.tables import PLAYS, SEATS, UNITS, Role
from warfront.compiled import kernel


@kernel
def resample_into(tables, states, i, seat, rng):
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
    for other in range(t0.seats):
        if t0.side[other] != t0.side[seat]:
            deal_hidden(t0, state, other)
            deal_retained(t0, state, other)


@kernel
def deal_hidden(tables, state, home):
    """Pool the face-down cards of an enemy's Arsenal with its deck and deal as many to each place."""
    low = home * UNITS
    hidden = np.zeros(SEATS + 1, np.int64)  # face-down cards of this deck by holder, then the hand
    for k in range(UNITS):
        for holder in range(tables.seats):
            if tables.side[holder] == tables.side[home]:
                n = state.deployed[holder, low + k] - state.seen[holder, low + k]
                hidden[holder] += n
                state.deployed[holder, low + k] -= n
                state.deck[low + k] += n
        if state.hand_seat == home:
            hidden[SEATS] += state.hand[k]
            state.deck[low + k] += state.hand[k]
            state.hand[k] = 0
    for holder in range(tables.seats):
        for _ in range(hidden[holder]):
            state.deployed[holder, low + take_any(tables, state, low, False)] += 1
    for _ in range(hidden[SEATS]):
        state.hand[take_any(tables, state, low, True)] += 1


@kernel
def take_any(tables, state, low, leaders):
    """Take a random card of a deck's pool; a face-down deployed card is no Leader. Its row."""
    n = 0
    for k in range(UNITS):
        if leaders or tables.role[low + k] != Role.LEADER:
            n += np.int64(state.deck[low + k])
    left = random_below(state, n)
    row = 0
    for k in range(UNITS):
        if leaders or tables.role[low + k] != Role.LEADER:
            left -= np.int64(state.deck[low + k])
            if left < 0:
                row = k
                break
    state.deck[low + row] -= 1
    return row


@kernel
def deal_retained(tables, state, seat):
    """Pool an enemy's retained cards with its theatre's Conflict deck; deal as many Retained ones.

    """
    theatre = int(tables.theatre[seat])
    held = 0
    for row in range(PLAYS):
        n = np.int64(state.retained[seat, row])
        held += n
        state.play_deck[theatre, row] += n
        state.retained[seat, row] = 0
    for _ in range(held):
        n = 0
        for row in range(PLAYS):
            if is_retained(tables, theatre, row):
                n += np.int64(state.play_deck[theatre, row])
        left = random_below(state, n)
        for row in range(PLAYS):
            if is_retained(tables, theatre, row):
                left -= np.int64(state.play_deck[theatre, row])
                if left < 0:
                    state.play_deck[theatre, row] -= 1
                    state.retained[seat, row] += 1
                    break


@kernel
def is_retained(tables, theatre, row):
    """Whether a Conflict card row can be in a retained hand: verbs COUNTERATTACK to ROUT."""
    verb = tables.verb[theatre, row]
    return verb >= 2 and verb <= 5
