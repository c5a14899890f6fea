"""Phase 3: the table of contents of conduct combat.

`battle_step` runs the phase on to the next question, `battle_mask` says what may be answered,
`battle_apply` takes the answer.
"""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942 import (
    amphibious,
    casualties,
    decks,
    naming,
    outcome,
    pending,
    raid,
    retreat,
    rounds,
    subs,
)
from warfront.spring1942.actions import Act
from warfront.spring1942.present import ATTACKERS, DEFENDERS
from warfront.spring1942.state import BattleStep, Prompt


@kernel
def battle_step(tables: Any, state: Any) -> bool:
    """CC2: run on to the next question; False: every battle has been fought."""
    if state.battle >= 0:
        rounds.run_battle(tables, state)
    if state.prompt >= 0:
        return True
    if not pending.has_pending(tables, state):
        return False
    state.seat = state.turn
    state.prompt = Prompt.BATTLE
    return True


@kernel
def do_battle(tables: Any, state: Any, s: int) -> None:
    """CC1, CC3: the raid on a territory is flown before the battle there is fought."""
    if raid.can_raid(state, s):
        raid.do_raid(tables, state, s)
    else:
        outcome.start_battle(tables, state, s)
        rounds.run_battle(tables, state)


@kernel
def hit_army(state: Any) -> int:
    """Whose units the hits in hand are for."""
    step = state.battle_step
    if step == BattleStep.STRIKE_BACK_HITS or step == BattleStep.RETURN_HITS:
        return ATTACKERS
    return DEFENDERS


@kernel
def battle_mask(tables: Any, state: Any, mask: Any) -> None:
    """What may be answered to a prompt of this phase (`mask` is all 0)."""
    prompt = state.prompt
    if prompt == Prompt.CASUALTY:
        casualties.can_casualty(tables, state, hit_army(state), mask)
    elif prompt == Prompt.RETREAT:
        retreat.can_retreat(tables, state, mask)
    elif prompt == Prompt.SUBS:
        subs.can_submerge(mask)
    elif prompt == Prompt.BATTLE:
        pending.can_battle(tables, state, mask)
    elif prompt == Prompt.BOMBARD:
        amphibious.can_bombard(tables, state, mask)
    elif prompt == Prompt.NAME:
        naming.can_name(tables, state, mask)
    elif prompt == Prompt.CASUALTY_OWNER:
        naming.can_owner(tables, state, mask)
    elif prompt == Prompt.CASUALTY_GRADE:
        casualties.can_grade(tables, state, mask)
    elif prompt == Prompt.CASUALTY_TRANSPORT:
        casualties.can_transport(state, mask)
    elif prompt == Prompt.CASUALTY_FROM:
        casualties.can_way(mask)
    elif prompt == Prompt.LAND:
        decks.can_land(tables, state, mask)


@kernel
def battle_apply(tables: Any, state: Any, action: int) -> None:
    """Take a legal answer to a prompt of this phase; `battle_step` runs on from there."""
    prompt = state.prompt
    state.prompt = -1
    if prompt == Prompt.CASUALTY:
        casualties.do_casualty(tables, state, action - Act.UNIT)
    elif prompt == Prompt.RETREAT:
        if action == Act.PRESS:
            rounds.do_press(tables, state)
        else:
            rounds.do_leave(tables, state, action - Act.SPACE)
    elif prompt == Prompt.SUBS:
        if action == Act.SUBMERGE:
            subs.do_submerge(state)
        else:
            subs.do_fire(state)
    elif prompt == Prompt.BATTLE:
        do_battle(tables, state, action - Act.SPACE)
    elif prompt == Prompt.LAND:
        decks.do_land(state, action - Act.SPACE)
    else:
        apply_rare(tables, state, prompt, action)


@kernel
def apply_rare(tables: Any, state: Any, prompt: int, action: int) -> None:
    """The prompts that come up seldom."""
    if prompt == Prompt.BOMBARD:
        if action == Act.DONE:
            amphibious.do_bombard_done(state)
        else:
            amphibious.do_bombard(tables, state, action - Act.UNIT)
    elif prompt == Prompt.NAME:
        if action == Act.DONE:
            naming.do_name_done(state)
        else:
            naming.do_name(state, action - Act.UNIT)
    elif prompt == Prompt.CASUALTY_OWNER:
        naming.do_owner(tables, state, action - Act.SEAT)
    elif prompt == Prompt.CASUALTY_GRADE:
        casualties.do_grade(tables, state, action - Act.GRADE)
    elif prompt == Prompt.CASUALTY_TRANSPORT:
        casualties.do_transport(state, action - Act.TRANSPORT)
    elif prompt == Prompt.CASUALTY_FROM:
        casualties.do_way(tables, state, action == Act.SEABORNE)
