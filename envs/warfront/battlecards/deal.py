"""Set-up and deals: from which deck Hitler goes, drawing Arsenal cards and deploying some."""

from typing import Any

from warfront.battlecards.actions import Act
from warfront.battlecards.chance import draw_arsenal, unfix
from warfront.battlecards.state import Prompt, Stage
from warfront.battlecards.tables import UNITS, Role
from warfront.compiled import kernel


@kernel
def start_deals(state: Any, seats: int, draw: int, deploy: int, resume: int) -> None:
    """Let `seats` (bits) draw and deploy in turn order, then go on at stage `resume`."""
    state.dealing = seats
    state.draw_n = draw
    state.deploy_n = deploy
    state.resume = resume
    state.stage = Stage.DEAL


@kernel
def setup(tables: Any, state: Any) -> None:
    """43, Q41: the Germans propose whose Hitler goes; then T1: all draw 6 and deploy 3."""
    if tables.hitler_type[0] >= 0:
        for i in range(2):
            if state.hitler_votes[i] < 0:
                state.prompt = Prompt.HITLER
                state.seat = tables.hitler_type[i] // UNITS
                return
        remove_hitler(tables, state)
    start_deals(
        state, (1 << tables.seats) - 1, tables.setup_draw, tables.setup_deploy, Stage.NEXT_TURN
    )


@kernel
def remove_hitler(tables: Any, state: Any) -> None:
    """43: exactly one Hitler goes; where the Germans differ the default holds."""
    seat = state.hitler_votes[0]
    if state.hitler_votes[1] != seat:
        seat = tables.hitler_from
    for i in range(2):
        t = tables.hitler_type[i]
        if t // UNITS == seat:
            unfix(state, seat, t)
            state.deck[t] -= 1
            state.removed[t] += 1


@kernel
def can_hitler(tables: Any, mask: Any) -> None:
    """43: either German deck may be proposed."""
    for i in range(2):
        mask[Act.SEAT + tables.hitler_type[i] // UNITS] = 1


@kernel
def do_hitler(tables: Any, state: Any, seat: int) -> None:
    """43: note the proposal of the German who was asked."""
    i = 0 if state.seat == tables.hitler_type[0] // UNITS else 1
    state.hitler_votes[i] = seat


@kernel
def deal(tables: Any, state: Any) -> None:
    """Draw for the next seat of the deals; ask it what to deploy."""
    for seat in range(tables.seats):
        if state.dealing >> seat & 1:
            state.dealing &= ~(1 << seat)
            state.hand_seat = seat
            drawn = take_reserve(state, seat)
            draw = state.draw_n
            if state.game_round == 0:
                draw = setup_draw(tables, seat)
            for _ in range(draw):
                t = draw_arsenal(state, seat)
                if t >= 0:
                    state.hand[t - seat * UNITS] += 1
                    drawn += 1
            state.to_deploy = min(state.deploy_n, drawn)
            ask_deploy(tables, state)
            return
    state.stage = state.resume


@kernel
def setup_draw(tables: Any, seat: int) -> int:
    """T1: the cards a seat draws at set-up; option `begin_draw`: the side that begins fewer."""
    draw = int(tables.setup_draw)
    if tables.side[seat] == tables.side[tables.first_seat]:
        draw = min(int(tables.begin_draw), draw)
    return draw


@kernel
def take_reserve(state: Any, seat: int) -> int:
    """Q17, option `reserve_hand`: the cards kept from earlier deals join the hand; their number."""
    kept = 0
    for k in range(UNITS):
        n = state.reserve[seat * UNITS + k]
        state.hand[k] += n
        state.reserve[seat * UNITS + k] = 0
        kept += int(n)
    return kept


@kernel
def put_aside(tables: Any, state: Any, t: int) -> None:
    """Q17: a card that is not deployed is discarded; option `reserve_hand`: it is kept."""
    if tables.reserve_hand:
        state.reserve[t] += 1
    else:
        state.discard[t] += 1


@kernel
def ask_deploy(tables: Any, state: Any) -> None:
    """Q19: exactly the stated number is deployed, or all there are; the rest is put aside."""
    seat = state.hand_seat
    left = 0
    for k in range(UNITS):
        left += int(state.hand[k])
    if left > state.to_deploy > 0:
        state.prompt = Prompt.DEPLOY
        state.seat = seat
        return
    for k in range(UNITS):
        while state.hand[k] > 0:
            state.hand[k] -= 1
            if state.to_deploy > 0:
                state.to_deploy -= 1
                put_in_front(tables, state, seat, seat * UNITS + k)
            else:
                put_aside(tables, state, seat * UNITS + k)
    state.hand_seat = -1
    state.to_deploy = 0


@kernel
def put_in_front(tables: Any, state: Any, seat: int, t: int) -> None:
    """A card joins a seat's front face down; Leaders lie open (their text is in force)."""
    state.deployed[seat, t] += 1
    if tables.role[t] == Role.LEADER:
        state.seen[seat, t] += 1


@kernel
def can_deploy(tables: Any, state: Any, mask: Any) -> None:
    """T1, K2: any drawn card may be deployed."""
    for k in range(UNITS):
        if state.hand[k] > 0:
            mask[Act.CARD + state.hand_seat * UNITS + k] = 1


@kernel
def do_deploy(tables: Any, state: Any, t: int) -> None:
    """T1, K2: deploy one drawn card."""
    state.hand[t % UNITS] -= 1
    state.to_deploy -= 1
    put_in_front(tables, state, state.hand_seat, t)
    ask_deploy(tables, state)
