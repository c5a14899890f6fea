"""Points, conquest, liberation and victory (Rules F, G and H)."""

from typing import Any

from warfront.battlecards.deal import start_deals
from warfront.battlecards.parties import first_bit, standing_victims
from warfront.battlecards.state import How, Place, Stage
from warfront.battlecards.tables import (
    ALL_BATTLES,
    BATTLES,
    PLAYS,
    UNITS,
    Role,
)
from warfront.battlecards.turn import finish
from warfront.compiled import kernel


@kernel
def score_battle(tables: Any, state: Any, b: int, side: int, winners: int) -> None:
    """56, 57: the card goes to the common stack of the side that won it, from wherever it was."""
    unscore(tables, state, b, Place.AXIS + side)
    state.winners[b] = winners
    state.points[side] += tables.points[b]


@kernel
def unscore(tables: Any, state: Any, b: int, place: int) -> None:
    """65: a card that leaves a stack takes its points along."""
    if state.place[b] >= Place.AXIS and state.place[b] <= Place.ALLIES:
        state.points[state.place[b] - Place.AXIS] -= tables.points[b]
    state.place[b] = place
    state.winners[b] = 0


@kernel
def pick_victor(tables: Any, theatre: int, side: int, winners: int) -> int:
    """Q31, Q37: the winner that lives in the theatre, else the first in turn order."""
    seat = int(tables.resident[theatre, side])
    if seat >= 0 and winners >> seat & 1:
        return seat
    return first_bit(winners)


@kernel
def is_conquest(tables: Any, state: Any, b: int, side: int) -> bool:
    """Whether a victory of `side` in this battle wins a theatre that somebody can still lose."""
    loser = int(tables.loser[b])
    if loser == 0 or tables.side[first_bit(loser)] == side:
        return False
    return standing_victims(tables, state, b) != loser


@kernel
def conquer(tables: Any, state: Any, b: int, side: int, winners: int) -> None:
    """59-74, 21, 121: a theatre's condition of Total Victory is met; its loser is out."""
    score_battle(tables, state, b, side, winners)
    state.ever[b] = 1
    victor = pick_victor(tables, b // BATTLES, side, winners)
    for seat in range(tables.seats):
        if tables.loser[b] >> seat & 1 and state.vanquished[seat] == 0:
            theatre = int(tables.theatre[seat])
            state.victor[theatre, side] = pick_victor(tables, theatre, side, winners)
            if tables.expels[b]:
                state.expelled[seat] = 1 + b
            else:
                state.vanquished[seat] = 1 + b
                surrender(tables, state, seat, victor)
            return_cards(tables, state, seat, theatre)
    free_allies(tables, state, b, side, winners)


@kernel
def surrender(tables: Any, state: Any, loser: int, victor: int) -> None:
    """68, 69, Q30: forces pass to the victor, Leaders, reserve and retained cards are discarded."""
    for t in range(tables.seats * UNITS):
        n = state.deployed[loser, t]
        if tables.role[t] == Role.LEADER:
            state.discard[t] += n
        else:
            state.deployed[victor, t] += n
            state.seen[victor, t] += n
        state.deployed[loser, t] = 0
        state.seen[loser, t] = 0
    for t in range(loser * UNITS, (loser + 1) * UNITS):
        state.discard[t] += state.reserve[t]
        state.reserve[t] = 0
    theatre = tables.theatre[loser]
    for row in range(PLAYS):
        state.play_discard[theatre, row] += state.retained[loser, row]
        state.retained[loser, row] = 0


@kernel
def return_cards(tables: Any, state: Any, loser: int, theatre: int) -> None:
    """63, 64, 74, Q32: the theatre's Battlecards the loser has won go to its Conflict discard.

    The card of a conquest that still stands stays: without it no ally could undo it (87, 88).
    """
    side = int(tables.side[loser])
    for b in range(theatre * BATTLES, (theatre + 1) * BATTLES):
        if state.place[b] != Place.AXIS + side or not state.winners[b] >> loser & 1:
            continue
        if tables.loser[b] == 0 or standing_victims(tables, state, b) == 0:
            unscore(tables, state, b, Place.DISCARD)
            state.returned[b] = 2 - side  # 1 + the other side


@kernel
def free_allies(tables: Any, state: Any, b: int, side: int, winners: int) -> None:
    """121, 122, Q39, Q40: Battle for Germany won by US and/or British brings the Soviets back."""
    if winners & ~int(tables.freers[b]) != 0:
        return
    back = 0
    for seat in range(tables.seats):
        if tables.frees[b] >> seat & 1 and state.vanquished[seat] > 0:
            lost = int(state.vanquished[seat]) - 1
            unscore(tables, state, lost, Place.DISCARD)
            restore(tables, state, seat)
            back |= 1 << seat
    if back:
        start_deals(state, back, tables.setup_draw, tables.setup_deploy, Stage.NEXT_TURN)


@kernel
def restore(tables: Any, state: Any, seat: int) -> None:
    """87, 100, Q39: the seat is back in its place; its theatre is no longer won by the enemy."""
    theatre = int(tables.theatre[seat])
    enemy = 1 - int(tables.side[seat])
    state.vanquished[seat] = 0
    state.expelled[seat] = 0
    state.victor[theatre, enemy] = -1
    for b in range(theatre * BATTLES, (theatre + 1) * BATTLES):
        if state.returned[b] == 1 + enemy:
            state.returned[b] = 0


@kernel
def liberate(tables: Any, state: Any, b: int, side: int, winners: int) -> None:
    """96-129: a standing conquest is undone; Q29: all but the US draw and deploy anew."""
    back = 0
    victims = standing_victims(tables, state, b)
    for seat in range(tables.seats):
        if victims >> seat & 1:
            if state.vanquished[seat] > 0:
                back |= 1 << seat
            restore(tables, state, seat)
    score_battle(tables, state, b, side, winners)
    for other in range(ALL_BATTLES):
        twin = other != b and tables.loser[other] == tables.loser[b]
        if twin and state.place[other] == Place.AXIS + 1 - side:
            unscore(tables, state, other, Place.DECK)  # 114, 142
    start_deals(state, back, tables.setup_draw, tables.setup_deploy, Stage.TURN)


@kernel
def has_total(tables: Any, state: Any, side: int) -> bool:
    """59-62, Q44: all theatres are won, or no enemy is left."""
    won = True
    for theatre in range(tables.theatres):
        won &= state.victor[theatre, side] >= 0
    left = False
    for seat in range(tables.seats):
        left |= tables.side[seat] != side and state.vanquished[seat] == 0
    return won or not left


@kernel
def check_victory(tables: Any, state: Any) -> None:
    """58, 59, Q44: Total or Standard Victory; if both have it, the side whose turn it is."""
    first = int(tables.side[state.turn])
    for i in range(2):
        side = first if i == 0 else 1 - first
        if has_total(tables, state, side):
            finish(state, side, How.TOTAL)
            return
        if state.points[side] >= tables.target:
            finish(state, side, How.STANDARD)
            return
