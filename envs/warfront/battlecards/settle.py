"""How a battle ends: withdrawal, who won, and what becomes of the card."""

from typing import Any

from warfront.battlecards.actions import Act
from warfront.battlecards.field import close_battle
from warfront.battlecards.parties import bit, first_bit
from warfront.battlecards.score import check_victory, conquer, is_conquest, liberate, score_battle
from warfront.battlecards.state import Mode, Place, Prompt, Stage
from warfront.compiled import kernel


@kernel
def ask_withdrawal(tables: Any, state: Any) -> None:
    """85, Q7-Q9: after a full round the aggressors, then the defenders may withdraw by consent."""
    if state.combat_round >= tables.rounds:
        end_battle(tables, state, False)
        return
    if state.pending == 0:  # all parties of the army asked agreed
        end_battle(tables, state, state.firing == 1)
        return
    state.prompt = Prompt.WITHDRAW
    state.seat = first_bit(state.pending)


@kernel
def can_withdraw(mask: Any) -> None:
    """Q7: withdraw or fight on."""
    mask[Act.WITHDRAW] = 1
    mask[Act.FIGHT_ON] = 1


@kernel
def do_withdraw(state: Any, yes: bool) -> None:
    """Q8: one party that fights on keeps its whole army in the battle."""
    if yes:
        state.pending &= ~bit(state.seat)
    elif state.firing == 0:
        state.firing = 1
        state.pending = state.defenders
    else:
        state.firing = 0
        state.pending = 0
        state.stage = Stage.ROUND


@kernel
def end_battle(tables: Any, state: Any, won: bool) -> None:
    """What the battle's end means for its card; then the turn goes on (Q26) or is over."""
    b = state.battle
    side = state.attack_side
    attackers = state.attackers
    defenders = state.defenders
    mode = state.mode
    counter = mode == Mode.COUNTER or mode == Mode.LIBERATION
    close_battle(state)
    state.stage = after(counter)
    if won and mode == Mode.LIBERATION:
        liberate(tables, state, b, side, attackers)
    elif won and mode != Mode.RAID:
        if is_conquest(tables, state, b, side):
            conquer(tables, state, b, side, attackers)
            if state.dealing != 0:
                state.resume = after(counter)
        else:
            score_battle(tables, state, b, side, attackers)
    elif not won and mode == Mode.DRAWN:
        if tables.loser[b] != 0 or tables.failed_scores == 0:
            state.place[b] = Place.DISCARD  # Q24, 138
        else:
            score_battle(tables, state, b, 1 - side, defenders)
    check_victory(tables, state)


@kernel
def after(counter: bool) -> int:
    """Where the game goes on after a battle and the deals it caused (Q26)."""
    return Stage.TURN if counter else Stage.NEXT_TURN
