"""A turn: whose it is, aid before drawing, and the drawn Conflict card."""

from typing import Any

import numpy as np

from warfront.battlecards.actions import Act
from warfront.battlecards.chance import draw_conflict
from warfront.battlecards.deal import start_deals
from warfront.battlecards.parties import bit, can_counterattack, has_play
from warfront.battlecards.state import How, Prompt, Stage
from warfront.battlecards.tables import (
    BATTLES,
    PLAYS,
    UNITS,
    Role,
    Verb,
)
from warfront.compiled import kernel


@kernel
def finish(state: Any, winner: int, how: int) -> None:
    """The game is over."""
    state.winner = winner
    state.how = how
    state.prompt = Prompt.OVER
    state.stage = Stage.OVER
    state.seat = -1


@kernel
def next_turn(tables: Any, state: Any) -> None:
    """130: the next seat in turn order; 67 passes over the vanquished, 70 not the expelled."""
    seat = state.turn
    for _ in range(tables.seats):
        seat = tables.first_seat if state.game_round == 0 else (seat + 1) % tables.seats
        if seat == tables.first_seat:
            state.game_round += 1
            if state.game_round > tables.game_rounds:
                state.game_round = tables.game_rounds
                finish(state, 2, How.UNDECIDED)
                return
        if state.vanquished[seat] == 0:
            state.turn = seat
            state.aided = 0
            state.countered = 0
            state.stage = Stage.TURN
            return


@kernel
def ask_turn(state: Any) -> None:
    """T3: before drawing, aid (Q28) and one Counterattack (Q26) are open."""
    state.prompt = Prompt.TURN_START
    state.seat = state.turn


@kernel
def can_turn(tables: Any, state: Any, mask: Any) -> None:
    """What the seat whose turn it is may do before and instead of drawing."""
    seat = state.seat
    mask[Act.DRAW] = 1
    if state.aided == 0 and has_aid(tables, state, seat):
        for ally in range(tables.seats):
            if can_aid(tables, state, seat, ally):
                mask[Act.SEAT + ally] = 1
    if state.countered == 0 and has_play(tables, state, seat, Verb.COUNTERATTACK):
        for b in range(tables.theatres * BATTLES):
            if can_counterattack(tables, state, seat, b):
                mask[Act.BATTLE + b] = 1


@kernel
def has_aid(tables: Any, state: Any, seat: int) -> bool:
    """Q28: whether the seat has a deployed card other than a Leader."""
    for t in range(tables.seats * UNITS):
        if state.deployed[seat, t] > 0 and tables.role[t] != Role.LEADER:
            return True
    return False


@kernel
def can_aid(tables: Any, state: Any, seat: int, ally: int) -> bool:
    """132, Q28: aid goes to one ally in play; the US driven out of the Pacific is in play (70)."""
    return ally != seat and tables.side[ally] == tables.side[seat] and state.vanquished[ally] == 0


@kernel
def do_aid(state: Any, ally: int) -> None:
    """Q28: open an aid package, once a turn."""
    state.aided = 1
    state.aid_to = ally
    state.aid_n = 0
    state.prompt = Prompt.AID


@kernel
def can_aid_card(tables: Any, state: Any, mask: Any) -> None:
    """Q28: units, Generals and Admirals may be sent, Leaders may not; at least one."""
    seat = state.seat
    card = np.uint64(Act.CARD)  # no sign to check and no branch: the loop is a few wide moves
    for t in range(np.uint64(tables.seats * UNITS)):
        mask[card + t] = (state.deployed[seat, t] > 0) & (tables.role[t] != Role.LEADER)
    if state.aid_n > 0:
        mask[Act.DONE] = 1


@kernel
def do_aid_card(tables: Any, state: Any, t: int) -> None:
    """132: the card becomes the ally's; a seen card stays seen, unseen copies go first."""
    giver = state.seat
    unseen = state.deployed[giver, t] - state.seen[giver, t]
    state.deployed[giver, t] -= 1
    state.deployed[state.aid_to, t] += 1
    if unseen == 0:
        state.seen[giver, t] -= 1
        state.seen[state.aid_to, t] += 1
    state.aid_n += 1
    state.prompt = Prompt.AID
    if state.aid_n >= tables.aid_size or not has_aid(tables, state, giver):
        do_aid_done(state)


@kernel
def do_aid_done(state: Any) -> None:
    """The package is closed; the turn goes on."""
    state.aid_to = -1
    state.aid_n = 0
    state.stage = Stage.TURN
    state.prompt = -1


@kernel
def draw(tables: Any, state: Any) -> None:
    """T3, 131: draw from the own theatre's Conflict deck and do what the card says."""
    theatre = tables.theatre[state.turn]
    code = draw_conflict(state, theatre)
    if code < 0:
        state.stage = Stage.NEXT_TURN
    elif code >= PLAYS:
        state.battle = theatre * BATTLES + code - PLAYS
        state.stage = Stage.BATTLE_DRAWN
    else:
        state.play = code
        verb = tables.verb[theatre, code]
        if verb == Verb.BUILDUP:
            do_buildup(tables, state, theatre)
        elif verb <= Verb.ROUT:
            state.prompt = Prompt.RETAIN
            state.seat = state.turn
        else:
            state.stage = Stage.IMMEDIATE


@kernel
def do_buildup(tables: Any, state: Any, theatre: int) -> None:
    """K2: draw Arsenal cards, deploy some, discard the rest."""
    row = state.play
    discard_play(tables, state)
    amount = tables.amount[theatre, row]
    start_deals(state, bit(state.turn), amount, tables.deploy[theatre, row], Stage.NEXT_TURN)


@kernel
def discard_play(tables: Any, state: Any) -> None:
    """The active Conflict card goes to its theatre's discard."""
    state.play_discard[tables.theatre[state.turn], state.play] += 1
    state.play = -1
    state.stage = Stage.NEXT_TURN


@kernel
def can_retain(mask: Any) -> None:
    """K3: keep the drawn Retained Action, or let it go."""
    mask[Act.RETAIN] = 1
    mask[Act.PASS] = 1


@kernel
def do_retain(tables: Any, state: Any) -> None:
    """K3: keep it for later; Q21: over the limit one of choice is discarded."""
    seat = state.turn
    state.retained[seat, state.play] += 1
    state.play = -1
    state.stage = Stage.NEXT_TURN
    held = 0
    for row in range(PLAYS):
        held += int(state.retained[seat, row])
    if held > tables.hand_limit:
        state.prompt = Prompt.DISCARD
        state.seat = seat


@kernel
def can_discard(state: Any, mask: Any) -> None:
    """Q21: any retained card may be the one that goes."""
    for row in range(PLAYS):
        if state.retained[state.seat, row] > 0:
            mask[Act.PLAY + row] = 1


@kernel
def do_discard(tables: Any, state: Any, seat: int, row: int) -> None:
    """A retained card goes to the discard of its theatre."""
    state.retained[seat, row] -= 1
    state.play_discard[tables.theatre[seat], row] += 1
