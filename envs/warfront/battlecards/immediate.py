"""Immediate Actions (K4): sabotage, reconnaissance, strikes, rallies, disruption."""

from typing import Any

from warfront.battlecards.actions import Act
from warfront.battlecards.chance import random_below, roll
from warfront.battlecards.deal import put_in_front
from warfront.battlecards.state import Prompt
from warfront.battlecards.tables import PLAYS, UNITS, Role, Verb
from warfront.battlecards.turn import discard_play, do_discard
from warfront.compiled import kernel


@kernel
def ask_immediate(tables: Any, state: Any, mask: Any) -> None:
    """K4: ask for the target of the active card; without one it is discarded."""
    verb = tables.verb[tables.theatre[state.turn], state.play]
    state.seat = state.turn
    if verb == Verb.SABOTAGE or verb == Verb.RALLY:
        state.prompt = Prompt.IMMEDIATE_CARD
        targets = can_immediate_card(tables, state, mask)
    else:
        state.prompt = Prompt.IMMEDIATE_SEAT
        targets = can_immediate_seat(tables, state, mask)
    if targets == 0:
        discard_play(tables, state)
        state.prompt = -1


@kernel
def is_saboteur_target(tables: Any, state: Any, seat: int, t: int) -> bool:
    """K7: Leaders, and Generals and Admirals that were seen."""
    return state.seen[seat, t] > 0 and tables.role[t] >= Role.LEADER


@kernel
def can_immediate_card(tables: Any, state: Any, mask: Any) -> int:
    """K7, RALLY: cards the active Immediate Action can name; returns how many."""
    n = 0
    seat = state.turn
    theatre = tables.theatre[seat]
    if tables.verb[theatre, state.play] == Verb.SABOTAGE:
        for enemy in range(tables.seats):
            if tables.side[enemy] != tables.side[seat]:
                for t in range(tables.seats * UNITS):
                    if is_saboteur_target(tables, state, enemy, t):
                        mask[Act.CARD + t] = 1
                        n += 1
        return n
    for t in range(seat * UNITS, (seat + 1) * UNITS):
        kinds = tables.play_kinds[theatre, state.play]
        if state.discard[t] > 0 and tables.role[t] != Role.LEADER and kinds >> tables.kind[t] & 1:
            mask[Act.CARD + t] = 1
            n += 1
    return n


@kernel
def do_immediate_card(tables: Any, state: Any, t: int) -> None:
    """K7: sabotage succeeds on a roll; RALLY: the card returns from the discard to the front."""
    seat = state.turn
    if tables.verb[tables.theatre[seat], state.play] == Verb.RALLY:
        state.discard[t] -= 1
        put_in_front(tables, state, seat, t)
    elif roll(tables, state) >= tables.sabotage_roll:
        for enemy in range(tables.seats):
            if tables.side[enemy] != tables.side[seat] and is_saboteur_target(
                tables, state, enemy, t
            ):
                lose(state, enemy, t)
                break
    discard_play(tables, state)


@kernel
def lose(state: Any, holder: int, t: int) -> None:
    """Q16: a deployed card goes to its original owner's Arsenal discard."""
    state.deployed[holder, t] -= 1
    state.seen[holder, t] = min(state.seen[holder, t], state.deployed[holder, t])
    state.discard[t] += 1


@kernel
def is_immediate_seat(tables: Any, state: Any, verb: int, seat: int) -> bool:
    """Whether an enemy seat offers the active card anything to do, as all can see."""
    if verb == Verb.DISRUPT:
        for row in range(PLAYS):
            if state.retained[seat, row] > 0:
                return True
        return False
    for t in range(tables.seats * UNITS):
        covered = state.deployed[seat, t] > state.seen[seat, t]
        if covered or (verb == Verb.STRIKE and state.deployed[seat, t] > 0):
            return True
    return False


@kernel
def can_immediate_seat(tables: Any, state: Any, mask: Any) -> int:
    """RECON, STRIKE, DISRUPT: enemies the active card can hit; returns how many."""
    n = 0
    verb = tables.verb[tables.theatre[state.turn], state.play]
    for seat in range(tables.seats):
        if tables.side[seat] != tables.side[state.turn] and state.vanquished[seat] == 0:
            if is_immediate_seat(tables, state, verb, seat):
                mask[Act.SEAT + seat] = 1
                n += 1
    return n


@kernel
def do_immediate_seat(tables: Any, state: Any, enemy: int) -> None:
    """RECON, STRIKE, DISRUPT: carry out the active card on an enemy."""
    theatre = tables.theatre[state.turn]
    verb = tables.verb[theatre, state.play]
    if verb == Verb.RECON:
        for t in range(tables.seats * UNITS):
            state.seen[enemy, t] = state.deployed[enemy, t]
    elif verb == Verb.STRIKE:
        for _ in range(tables.amount[theatre, state.play]):
            do_strike(tables, state, enemy, tables.play_kinds[theatre, state.play])
    else:
        do_disrupt(tables, state, enemy)
    discard_play(tables, state)


@kernel
def do_strike(tables: Any, state: Any, enemy: int, kinds: int) -> None:
    """STRIKE: a random deployed unit of the kinds is lost."""
    n = 0
    for t in range(tables.seats * UNITS):
        if tables.role[t] == Role.UNIT and kinds >> tables.kind[t] & 1:
            n += int(state.deployed[enemy, t])
    if n == 0:
        return
    left = random_below(state, n)
    for t in range(tables.seats * UNITS):
        if tables.role[t] == Role.UNIT and kinds >> tables.kind[t] & 1:
            left -= int(state.deployed[enemy, t])
            if left < 0:
                lose(state, enemy, t)
                return


@kernel
def do_disrupt(tables: Any, state: Any, enemy: int) -> None:
    """DISRUPT: a random retained card is lost."""
    n = 0
    for row in range(PLAYS):
        n += int(state.retained[enemy, row])
    if n == 0:
        return
    left = random_below(state, n)
    for row in range(PLAYS):
        left -= int(state.retained[enemy, row])
        if left < 0:
            do_discard(tables, state, enemy, row)
            return
