"""Calling a battle: the drawn Battlecard, who executes it, and Counterattacks."""

from typing import Any

from warfront.battlecards.actions import Act
from warfront.battlecards.claim import ask_claim, claimant
from warfront.battlecards.field import drop_battle, muster, open_battle
from warfront.battlecards.parties import (
    bit,
    called,
    find_play,
    first_bit,
    holds_card,
    is_combined,
    is_liberation,
    may_fight,
    meets_need,
    occupiers,
)
from warfront.battlecards.state import Mode, Prompt, Stage
from warfront.battlecards.tables import BATTLES, Aggressor, Verb
from warfront.battlecards.turn import do_discard
from warfront.compiled import kernel


@kernel
def battle_drawn(tables: Any, state: Any) -> None:
    """Q22, Q33, 75, 137, 139: who attacks, can it be fought, else claim or raid or discard."""
    b = state.battle
    side = int(tables.aggressor[b])
    if side == Aggressor.DRAWER:
        side = int(tables.side[state.turn])
    attackers = called(tables, state, b, side, b // BATTLES)
    defenders = called(tables, state, b, 1 - side, b // BATTLES)
    seat = claimant(tables, state, b)
    closed = state.returned[b] != 0 or (seat >= 0 and tables.unwon_fought == 0)
    if not closed and attackers != 0 and defenders != 0:
        open_battle(tables, state, Mode.DRAWN, side)
        state.pending = attackers
        state.defenders = defenders
        return
    if seat >= 0:
        ask_claim(tables, state, seat)
    else:
        drop_battle(state)


@kernel
def do_counterattack(tables: Any, state: Any, b: int) -> None:
    """Q26, 90, 91, 134, 135: the card is spent, its player attacks the battle's present holders."""
    seat = state.seat
    side = int(tables.side[seat])
    do_discard(tables, state, seat, find_play(tables, state, seat, Verb.COUNTERATTACK))
    state.countered = 1
    state.battle = b
    if is_liberation(tables, state, side, b):
        open_battle(tables, state, Mode.LIBERATION, side)
        state.defenders = occupiers(tables, state, b)
        state.pending = 0
    else:
        open_battle(tables, state, Mode.COUNTER, side)
        state.defenders = counter_defenders(tables, state, b, side)
        state.pending = partners(tables, state, b, side) & ~(1 << seat)
    state.willing = 1 << seat


@kernel
def counter_defenders(tables: Any, state: Any, b: int, side: int) -> int:
    """135: all parties the card calls on the other side; without `all_defend` just its winners."""
    if tables.all_defend:
        return called(tables, state, b, 1 - side, b // BATTLES)
    bits = 0
    for seat in range(tables.seats):
        if state.winners[b] >> seat & 1 and may_fight(tables, state, seat, b // BATTLES):
            bits |= 1 << seat
    return bits


@kernel
def partners(tables: Any, state: Any, b: int, side: int) -> int:
    """135: parties of the side that were involved in the battle and may fight it again."""
    bits = 0
    for seat in range(tables.seats):
        if state.involved[b] >> seat & 1 and tables.side[seat] == side:
            if may_fight(tables, state, seat, b // BATTLES):
                bits |= 1 << seat
    return bits


@kernel
def is_able(tables: Any, state: Any, seats: int) -> bool:
    """Whether `seats` together meet the prerequisites of the battle that is called."""
    if not holds_card(tables, state, state.battle, state.attack_side):
        return False
    combined = is_combined(tables, state.mode, state.battle, state.attack_side, seats)
    return meets_need(tables, state, state.battle, seats, combined)


@kernel
def ask_party(tables: Any, state: Any) -> None:
    """14-16, 135: each called aggressor executes or declines; the unable are not asked."""
    while state.pending != 0:
        seat = first_bit(state.pending)
        if state.mode == Mode.COUNTER or is_able(tables, state, state.willing | state.pending):
            state.prompt = Prompt.EXECUTE
            state.seat = seat
            return
        state.pending &= ~(1 << seat)
    if state.mode == Mode.DRAWN and not (
        state.willing != 0 and is_able(tables, state, state.willing)
    ):
        drop_battle(state)
    else:
        state.stage = Stage.START_BATTLE


@kernel
def can_execute(mask: Any) -> None:
    """14: executing is the aggressor's choice."""
    mask[Act.EXECUTE] = 1
    mask[Act.DECLINE] = 1


@kernel
def do_execute(state: Any, yes: bool) -> None:
    """15, 17: the party fights, or stays out with all it has."""
    state.pending &= ~bit(state.seat)
    if yes:
        state.willing |= bit(state.seat)


@kernel
def start_battle(tables: Any, state: Any) -> None:
    """7, 28: the willing attack, every called defender defends; all called cards are flipped."""
    state.attackers = state.willing
    state.willing = 0
    if state.mode == Mode.DRAWN:
        state.involved[state.battle] = 0  # 135: who declines this battle is not involved in it
    if state.mode != Mode.RAID:
        state.involved[state.battle] |= state.attackers | state.defenders
    muster(tables, state, 0)
    muster(tables, state, 1)
    if state.lines[1] == 0:  # Q11: won at once, so there is no battle to play cards on
        state.stage = Stage.ROUND
        return
    state.pending = state.attackers
    state.firing = 0
    state.stage = Stage.BATTLE_CARDS
