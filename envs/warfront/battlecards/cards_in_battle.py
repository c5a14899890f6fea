"""Retained Actions in a battle (K3): bonuses, grounded forces, routs."""

from typing import Any

from warfront.battlecards.actions import Act
from warfront.battlecards.field import end_line, first_line, kinds_alive
from warfront.battlecards.parties import bit, first_bit
from warfront.battlecards.state import Prompt, Stage
from warfront.battlecards.tables import PLAYS, Verb
from warfront.battlecards.turn import do_discard
from warfront.compiled import kernel


@kernel
def ask_battle_card(tables: Any, state: Any) -> None:
    """K3: each party, aggressors first, may play on the battle before its first round."""
    while True:
        if state.pending == 0:
            if state.firing == 1:
                state.firing = 0
                state.stage = Stage.ROUND
                return
            state.firing = 1
            state.pending = state.defenders
            continue
        seat = first_bit(state.pending)
        for row in range(PLAYS):
            if can_play(tables, state, seat, row):
                state.prompt = Prompt.BATTLE_CARD
                state.seat = seat
                return
        state.pending &= ~(1 << seat)


@kernel
def can_play(tables: Any, state: Any, seat: int, row: int) -> bool:
    """K3: a retained card that does something in this battle."""
    if state.retained[seat, row] == 0:
        return False
    theatre = tables.theatre[seat]
    verb = tables.verb[theatre, row]
    mine = kinds_alive(tables, state, state.firing)
    theirs = kinds_alive(tables, state, 1 - state.firing)
    kinds = int(tables.play_kinds[theatre, row])
    if verb == Verb.BONUS:
        return kinds & mine != 0
    if verb == Verb.GROUNDED:
        return kinds & (mine | theirs) != 0
    return verb == Verb.ROUT and kinds & theirs != 0


@kernel
def can_battle_card(tables: Any, state: Any, mask: Any) -> None:
    """K3: play a card on the battle, or pass."""
    mask[Act.PASS] = 1
    for row in range(PLAYS):
        if can_play(tables, state, state.seat, row):
            mask[Act.PLAY + row] = 1


@kernel
def do_battle_pass(state: Any) -> None:
    """K3: the party keeps its cards."""
    state.pending &= ~bit(state.seat)


@kernel
def do_battle_card(tables: Any, state: Any, row: int) -> None:
    """K3: BONUS lasts the battle, GROUNDED takes a kind out on both sides, ROUT asks whom."""
    seat = state.seat
    theatre = tables.theatre[seat]
    do_discard(tables, state, seat, row)
    kinds = int(tables.play_kinds[theatre, row])
    verb = tables.verb[theatre, row]
    if verb == Verb.BONUS:
        for kind in range(3):
            if kinds >> kind & 1:
                stat = tables.stat[theatre, row]
                state.orders[state.firing, stat, kind] += tables.amount[theatre, row]
    elif verb == Verb.GROUNDED:
        for line in range(state.lines[0] + state.lines[1]):
            if kinds >> tables.kind[state.type[line]] & 1:
                state.alive[line] = 0
    else:
        state.play = row
        state.prompt = Prompt.ROUT


@kernel
def is_rout_target(tables: Any, state: Any, line: int) -> bool:
    """ROUT: an enemy unit of the card's kinds that is still in the battle."""
    kinds = int(tables.play_kinds[tables.theatre[state.seat], state.play])
    return state.alive[line] > 0 and kinds >> tables.kind[state.type[line]] & 1 != 0


@kernel
def can_rout(tables: Any, state: Any, mask: Any) -> None:
    """ROUT: the enemy units that can be made to withdraw."""
    enemy = 1 - state.firing
    for line in range(first_line(state, enemy), end_line(state, enemy)):
        if is_rout_target(tables, state, line):
            mask[Act.CARD + state.type[line]] = 1


@kernel
def do_rout(state: Any, line: int) -> None:
    """ROUT: the unit withdraws from the battle; it survives."""
    state.alive[line] -= 1
    state.play = -1
