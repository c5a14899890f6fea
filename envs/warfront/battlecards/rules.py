"""The rules' table of contents: for each prompt what is legal and what an action does."""

from typing import Any

import numpy as np

from warfront.battlecards import (
    call,
    cards_in_battle,
    claim,
    deal,
    fire,
    immediate,
    score,
    settle,
    turn,
)
from warfront.battlecards.actions import Act
from warfront.battlecards.state import How, Prompt, Stage
from warfront.compiled import kernel


@kernel
def legal_into(tables: Any, state: Any, mask: Any) -> None:
    """Fill `mask` (uint8 [num_actions]) for the decision the state stands at; all 0 when over."""
    mask[:] = 0
    prompt = state.prompt
    if prompt == Prompt.SHOT:
        fire.can_shot(tables, state, mask)
    elif prompt == Prompt.DEPLOY:
        deal.can_deploy(tables, state, mask)
    elif prompt == Prompt.TURN_START:
        turn.can_turn(tables, state, mask)
    elif prompt == Prompt.WITHDRAW:
        settle.can_withdraw(mask)
    elif prompt == Prompt.EXECUTE:
        call.can_execute(mask)
    elif prompt == Prompt.BATTLE_CARD:
        cards_in_battle.can_battle_card(tables, state, mask)
    elif prompt == Prompt.RETAIN:
        turn.can_retain(mask)
    elif prompt == Prompt.AID:
        turn.can_aid_card(tables, state, mask)
    elif prompt == Prompt.AUTOKILL:
        fire.can_autokill(tables, state, mask)
    elif prompt == Prompt.OWNER:
        fire.can_owner(tables, state, mask)
    elif prompt == Prompt.ROUT:
        cards_in_battle.can_rout(tables, state, mask)
    elif prompt == Prompt.IMMEDIATE_CARD:
        immediate.can_immediate_card(tables, state, mask)
    elif prompt == Prompt.IMMEDIATE_SEAT:
        immediate.can_immediate_seat(tables, state, mask)
    elif prompt == Prompt.DISCARD:
        turn.can_discard(state, mask)
    elif prompt == Prompt.CLAIM:
        claim.can_claim(tables, state, mask)
    elif prompt == Prompt.HITLER:
        deal.can_hitler(tables, mask)


@kernel
def apply(tables: Any, state: Any, action: int) -> None:
    """Carry out one legal action; what it leads to is run on by `advance`."""
    prompt = state.prompt
    state.prompt = -1
    if prompt == Prompt.SHOT:
        apply_shot(tables, state, action)
    elif prompt == Prompt.DEPLOY:
        deal.do_deploy(tables, state, action - Act.CARD)
    elif prompt == Prompt.TURN_START:
        apply_turn(tables, state, action)
    elif prompt == Prompt.WITHDRAW:
        settle.do_withdraw(state, action == Act.WITHDRAW)
    elif prompt == Prompt.EXECUTE:
        call.do_execute(state, action == Act.EXECUTE)
    elif prompt == Prompt.BATTLE_CARD:
        if action == Act.PASS:
            cards_in_battle.do_battle_pass(state)
        else:
            cards_in_battle.do_battle_card(tables, state, action - Act.PLAY)
    elif prompt == Prompt.RETAIN:
        if action == Act.RETAIN:
            turn.do_retain(tables, state)
        else:
            turn.discard_play(tables, state)
    elif prompt == Prompt.AID:
        if action == Act.DONE:
            turn.do_aid_done(state)
        else:
            turn.do_aid_card(tables, state, action - Act.CARD)
    elif prompt == Prompt.AUTOKILL or prompt == Prompt.ROUT:
        fire.do_target(tables, state, action - Act.CARD)
    elif prompt == Prompt.OWNER:
        fire.do_owner(tables, state, action - Act.SEAT)
    else:
        apply_rare(tables, state, prompt, action)


@kernel
def apply_rare(tables: Any, state: Any, prompt: int, action: int) -> None:
    """The prompts that come up seldom."""
    if prompt == Prompt.IMMEDIATE_CARD:
        immediate.do_immediate_card(tables, state, action - Act.CARD)
    elif prompt == Prompt.IMMEDIATE_SEAT:
        immediate.do_immediate_seat(tables, state, action - Act.SEAT)
    elif prompt == Prompt.DISCARD:
        turn.do_discard(tables, state, state.seat, action - Act.PLAY)
    elif prompt == Prompt.HITLER:
        deal.do_hitler(tables, state, action - Act.SEAT)
    elif prompt == Prompt.CLAIM and action == Act.CLAIM:
        claim.do_claim(tables, state)
        score.check_victory(tables, state)
    elif prompt == Prompt.CLAIM:
        claim.do_raid(tables, state, action - Act.RAID)


@kernel
def apply_turn(tables: Any, state: Any, action: int) -> None:
    """What a seat can do on its turn."""
    if action == Act.DRAW:
        state.stage = Stage.DRAW
    elif action < Act.RAID:
        turn.do_aid(state, action - Act.SEAT)
    else:
        call.do_counterattack(tables, state, action - Act.BATTLE)


@kernel
def apply_shot(tables: Any, state: Any, action: int) -> None:
    """What the seat whose units fire can do."""
    if action >= Act.CARD:
        fire.do_target(tables, state, action - Act.CARD)
    elif action == Act.HOLD:
        fire.do_hold(state)
    elif action == Act.NEXT:
        fire.do_next(tables, state)
        state.prompt = Prompt.SHOT
    elif action == Act.YIELD:
        fire.do_yield(tables, state)
        state.prompt = Prompt.SHOT
        state.seat = state.owner[state.shooter]
    else:
        fire.do_autokill(state)


@kernel
def run_stage(tables: Any, state: Any, mask: Any) -> None:
    """Go on where nobody is asked, one stage at a time."""
    stage = state.stage
    if stage == Stage.FIRE:
        fire.ask_shot(tables, state)
    elif stage == Stage.PHASE_END:
        fire.end_phase(tables, state)
    elif stage == Stage.ROUND:
        fire.start_round(tables, state)
    elif stage == Stage.WITHDRAWAL:
        settle.ask_withdrawal(tables, state)
    elif stage == Stage.DEAL:
        deal.deal(tables, state)
    elif stage == Stage.NEXT_TURN:
        turn.next_turn(tables, state)
    elif stage == Stage.TURN:
        turn.ask_turn(state)
    elif stage == Stage.DRAW:
        turn.draw(tables, state)
    elif stage == Stage.BATTLE_DRAWN:
        call.battle_drawn(tables, state)
    elif stage == Stage.ASK:
        call.ask_party(tables, state)
    elif stage == Stage.START_BATTLE:
        call.start_battle(tables, state)
    elif stage == Stage.BATTLE_CARDS:
        cards_in_battle.ask_battle_card(tables, state)
    elif stage == Stage.IMMEDIATE:
        immediate.ask_immediate(tables, state, mask)
    else:
        deal.setup(tables, state)


@kernel
def count_legal(mask: Any) -> int:
    """Legal actions of a mask; in 16 bits, so that the loop adds many at once."""
    n = np.uint16(0)
    for action in range(len(mask)):
        n = np.uint16(n + mask[action])
    return int(n)


@kernel
def first_legal(mask: Any) -> int:
    """The first legal action of a mask that has one."""
    action = 0
    while mask[action] == 0:
        action += 1
    return action


@kernel
def advance(tables: Any, state: Any, mask: Any) -> None:
    """Run on through chance and single choices to the next decision or the end; fill `mask`."""
    while True:
        while state.prompt < 0:
            run_stage(tables, state, mask)
        legal_into(tables, state, mask)
        if state.prompt == Prompt.OVER:
            return
        if count_legal(mask) != 1:
            return
        apply(tables, state, first_legal(mask))


@kernel
def step(tables: Any, state: Any, mask: Any, action: int) -> None:
    """Apply a legal action, run on to the next decision and fill its mask."""
    state.decisions += 1
    apply(tables, state, action)
    advance(tables, state, mask)
    if state.prompt != Prompt.OVER and state.decisions >= tables.decision_limit:
        turn.finish(state, 2, How.UNDECIDED)
        mask[:] = 0
