"""The rules' table of contents: for each prompt what is legal and what an action does."""

from typing import Any

import numpy as np

from warfront.compiled import kernel
from warfront.spring1942 import battle, engage, mobilize, move, purchase, transports, turn
from warfront.spring1942.actions import Act
from warfront.spring1942.changes import MOVED, QUESTION, change_of, join_changes, place_of
from warfront.spring1942.state import How, Phase, Prompt

_SPACE, _UNIT, _COUNT = int(Act.SPACE), int(Act.UNIT), int(Act.COUNT)
_BLOCK = 32  # actions looked at together


@kernel
def legal_into(tables: Any, state: Any, mask: Any) -> None:
    """Fill `mask` (uint8 [num_actions]) for the decision the state stands at; all 0 when over."""
    mask[:] = 0
    prompt = state.prompt
    if prompt == Prompt.MOVE_FROM:
        move.can_move_from(tables, state, mask)
    elif prompt == Prompt.MOVE_WHAT:
        move.can_move_what(tables, state, mask)
    elif prompt == Prompt.MOVE_TO:
        move.can_move_to(tables, state, mask)
    elif prompt == Prompt.MOVE_COUNT:
        move.can_move_count(tables, state, mask)
    elif prompt == Prompt.MOVE_RAID:
        mask[Act.RAID.value] = 1
        mask[Act.ATTACK.value] = 1
    elif prompt == Prompt.TRANSPORT:
        transports.can_transport(tables, state, mask)
    elif prompt == Prompt.LOAD_FROM:
        transports.can_load_from(tables, state, mask)
    elif prompt == Prompt.LOAD_UNIT:
        transports.can_load_unit(tables, state, mask)
    elif prompt == Prompt.UNLOAD_TO:
        transports.can_unload_to(tables, state, mask)
    elif prompt == Prompt.ENGAGE_ZONE:
        move.can_engage_zone(tables, state, mask)
    elif prompt == Prompt.ENGAGE:
        mask[Act.IGNORE.value] = 1
        if engage.can_attack(tables, state, int(state.here)):
            mask[Act.ATTACK.value] = 1
    else:
        legal_supply(tables, state, prompt, mask)


@kernel
def legal_supply(tables: Any, state: Any, prompt: int, mask: Any) -> None:
    """The prompts of phases 1, 3 and 5."""
    if prompt == Prompt.PURCHASE:
        purchase.can_purchase(tables, state, mask)
    elif prompt == Prompt.PURCHASE_COUNT:
        purchase.can_count_purchase(tables, state, mask)
    elif prompt == Prompt.REPAIR_COUNT:
        purchase.can_count_repair(state, mask)
    elif prompt == Prompt.PLACE:
        mobilize.can_place_unit(tables, state, mask)
    elif prompt == Prompt.PLACE_AT:
        mobilize.can_place_at(tables, state, mask)
    elif prompt == Prompt.PLACE_FROM:
        mobilize.can_place_from(tables, state, mask)
    elif prompt == Prompt.PLACE_COUNT:
        mobilize.can_place_count(tables, state, mask)
    elif prompt != Prompt.OVER:
        battle.battle_mask(tables, state, mask)


@kernel
def apply(tables: Any, state: Any, action: int) -> None:
    """Carry out one legal action; what it leads to is run on by `advance`."""
    prompt = state.prompt
    if prompt >= Prompt.BATTLE and prompt <= Prompt.LAND:
        battle.battle_apply(tables, state, action)
        return
    state.prompt = -1
    if prompt == Prompt.MOVE_FROM:
        move.do_move_from(tables, state, action)
    elif prompt == Prompt.MOVE_WHAT:
        move.do_move_what(state, action)
    elif prompt == Prompt.MOVE_TO:
        move.do_move_to(tables, state, action - _SPACE)
    elif prompt == Prompt.MOVE_COUNT:
        move.do_move_count(tables, state, action - _COUNT + 1)
    elif prompt == Prompt.MOVE_RAID:
        move.do_raid(tables, state, action == Act.RAID)
    elif prompt == Prompt.TRANSPORT:
        move.do_transport(tables, state, action)
    elif prompt == Prompt.LOAD_FROM:
        move.do_load_from(state, action - _SPACE)
    elif prompt == Prompt.LOAD_UNIT:
        move.do_load_unit(tables, state, action - _UNIT)
    elif prompt == Prompt.UNLOAD_TO:
        move.do_unload_to(tables, state, action - _SPACE)
    elif prompt == Prompt.ENGAGE_ZONE:
        engage.ask_engage(state, action - _SPACE)
    elif prompt == Prompt.ENGAGE:
        engage.do_engage(state, action == Act.ATTACK)
    else:
        apply_supply(tables, state, prompt, action)


@kernel
def apply_supply(tables: Any, state: Any, prompt: int, action: int) -> None:
    """The prompts of phases 1 and 5."""
    if prompt == Prompt.PURCHASE:
        purchase.do_purchase(tables, state, action)
    elif prompt == Prompt.PURCHASE_COUNT:
        purchase.do_count_purchase(tables, state, action - _COUNT + 1)
    elif prompt == Prompt.REPAIR_COUNT:
        purchase.do_count_repair(state, action - _COUNT + 1)
    elif prompt == Prompt.PLACE:
        mobilize.do_place_unit(tables, state, action)
    elif prompt == Prompt.PLACE_AT:
        mobilize.do_place_at(tables, state, action - _SPACE)
    elif prompt == Prompt.PLACE_FROM:
        mobilize.do_place_from(state, action - _SPACE)
    else:
        mobilize.do_place_count(tables, state, action - _COUNT + 1)


@kernel
def run_phase(tables: Any, state: Any) -> None:
    """Go on where nobody is asked (G3)."""
    phase = state.phase
    if phase == Phase.COMBAT:
        if not battle.battle_step(tables, state):
            turn.begin_noncombat(tables, state)
    elif phase == Phase.COMBAT_MOVE or phase == Phase.NONCOMBAT:
        move.ask_move(tables, state)
    elif phase == Phase.PURCHASE:
        purchase.ask_purchase(state)
    elif phase == Phase.MOBILIZE:
        mobilize.ask_place(tables, state)
    elif phase == Phase.INCOME:
        turn.do_income(tables, state)
    else:
        turn.begin_turn(tables, state)


@kernel
def count_legal(mask: Any) -> int:
    """Legal actions of a mask; in 16 bits, so that the loop adds many at once."""
    n = np.uint16(0)
    for action in range(len(mask)):
        n = np.uint16(n + mask[action])
    return int(n)


@kernel
def first_legal(mask: Any) -> int:
    """The first legal action of a mask that has one; blocks without any are passed over wide."""
    action = 0
    while action + _BLOCK <= len(mask):
        some = np.uint8(0)
        for k in range(_BLOCK):
            some |= mask[action + k]
        if some != 0:
            break
        action += _BLOCK
    while mask[action] == 0:
        action += 1
    return action


@kernel
def settle(tables: Any, state: Any) -> None:
    """Run on through rules and chance to the next choice, though it be of a single action."""
    while state.prompt < 0:
        run_phase(tables, state)


@kernel
def is_kept(state: Any, mask: Any) -> bool:
    """Whether a choice of a single action is still asked: the end of a phase, played by hand."""
    if state.by_hand == 0 or mask[Act.DONE.value] == 0:
        return False
    prompt = state.prompt
    return prompt == Prompt.PURCHASE or prompt == Prompt.MOVE_FROM or prompt == Prompt.PLACE


@kernel
def take(tables: Any, state: Any, action: int, before: int) -> int:
    """Carry out a legal action; returns what has changed, with what had changed before it."""
    change = change_of(state, action)
    held = int(state.owner[place_of(change, 1)]) if change >= MOVED else -1
    apply(tables, state, action)
    return join_changes(state, before, change, held)


@kernel
def advance(tables: Any, state: Any, mask: Any, change: int) -> int:
    """Run on through chance and single choices to the next decision or the end; fill `mask`.

    `change` is what has changed before it (changes.py); returns what all has changed.
    """
    while True:
        settle(tables, state)
        legal_into(tables, state, mask)
        if state.prompt == Prompt.OVER or count_legal(mask) != 1 or is_kept(state, mask):
            return change
        change = take(tables, state, first_legal(mask), change)


@kernel
def step(tables: Any, state: Any, mask: Any, action: int) -> int:
    """Apply a legal action, run on to the next decision and fill its mask; what has changed."""
    state.decisions += 1
    change = advance(tables, state, mask, take(tables, state, action, QUESTION))
    if state.prompt != Prompt.OVER and state.decisions >= tables.decision_limit:
        turn.finish(state, 2, How.UNDECIDED.value)
        mask[:] = 0
    return change
