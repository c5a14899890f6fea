"""One decision of a scripted player: from an observation and its mask to an action."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from warfront.compiled import kernel
from warfront.spring1942.actions import Act
from warfront.spring1942.battle_odds.plan import PLAN
from warfront.spring1942.pieces import Piece
from warfront.spring1942.state import LAYOUT, Phase, Prompt
from warfront_agents.spring1942.attack import plan_attack
from warfront_agents.spring1942.battle import answer_battle
from warfront_agents.spring1942.board import marked, read_board
from warfront_agents.spring1942.bombing import plan_raid
from warfront_agents.spring1942.memo import MEMO, mark_position, new_weights, recall, remember
from warfront_agents.spring1942.naval import plan_strike
from warfront_agents.spring1942.notes import new_notes
from warfront_agents.spring1942.orders import KIND, NOTHING, answer_order
from warfront_agents.spring1942.reckon import reckon
from warfront_agents.spring1942.regroup import (
    plan_escort,
    plan_landing,
    plan_march,
    plan_rebase,
    plan_transports,
    plan_unloading,
)
from warfront_agents.spring1942.supply import answer_place, answer_purchase

_BATTLE, _LAND = int(Prompt.BATTLE), int(Prompt.LAND)
_MOVE_FROM, _ENGAGE, _PROMPTS = int(Prompt.MOVE_FROM), int(Prompt.ENGAGE), len(Prompt)
_COMBAT_MOVE = int(Phase.COMBAT_MOVE)


@kernel
def plan_combat_move(tables: Any, board: Any, notes: Any, plan: Any) -> None:
    """The next order of phase 2."""
    top = plan_attack(tables, board, notes, plan)
    plan_strike(tables, board, notes, plan, max(top, 1.0))
    if notes.best[KIND] == NOTHING:
        plan_raid(tables, board, notes)


@kernel
def plan_regrouping(tables: Any, board: Any, notes: Any) -> None:
    """The next order of phase 4."""
    if plan_landing(tables, board, notes):
        return
    if notes.at_sea != 0.0:
        if plan_unloading(tables, board, notes):
            return
        if plan_transports(tables, board, notes):
            return
    if plan_march(tables, board, notes):
        return
    if notes.at_sea != 0.0:
        if plan_escort(tables, board, notes):
            return
        plan_rebase(tables, board, notes)


@kernel
def plan_order(tables: Any, board: Any, notes: Any, plan: Any) -> None:
    """Fill `best` with the next order of phase 2 or 4."""
    reckon(tables, board, notes)
    notes.best[KIND] = NOTHING
    if board.phase == _COMBAT_MOVE:
        plan_combat_move(tables, board, notes, plan)
    else:
        plan_regrouping(tables, board, notes)


@kernel
def choose_order(tables: Any, me: Any, obs: Any, prompt: int) -> int:
    """The answer to a question of phase 2 or 4."""
    if prompt == Prompt.ENGAGE:
        return Act.ATTACK.value
    board, notes, memo = me.board[0], me.notes[0], me.memo[0]
    mark = mark_position(tables, obs, me.weights)
    if not recall(memo, mark, notes.best):
        read_board(tables, obs, board)
        plan_order(tables, board, notes, me.plan[0])
        remember(memo, mark, notes.best)
    return answer_order(notes.best, prompt)


@kernel
def choose(tables: Any, me: Any, obs: Any, mask: Any) -> int:
    """The player's own choice, -1 where it has none.

    Args:
        tables: the TABLES record.
        me: a Mind.
        obs: uint8 [observation_size].
        mask: uint8 [num_actions].
    """
    prompt = marked(obs, int(tables.at[Piece.PROMPT]), _PROMPTS)
    if prompt >= _MOVE_FROM and prompt <= _ENGAGE:
        return choose_order(tables, me, obs, prompt)
    board, notes = me.board[0], me.notes[0]
    read_board(tables, obs, board)
    if prompt >= _BATTLE and prompt <= _LAND:
        if prompt == Prompt.RETREAT:
            reckon(tables, board, notes)
        return answer_battle(tables, board, notes, me.plan[0], mask, prompt)
    reckon(tables, board, notes)
    if prompt <= Prompt.REPAIR_COUNT:
        return answer_purchase(tables, board, notes, mask, prompt)
    return answer_place(tables, board, notes, mask, prompt)


@kernel
def fall_back(mask: Any) -> int:
    """Where the choice is none or not legal: the end of the phase, else the first legal action."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return 0


@kernel
def decide(tables: Any, me: Any, obs: Any, mask: Any) -> int:
    """A legal action."""
    action = choose(tables, me, obs, mask)
    if action >= 0 and mask[action]:
        return action
    return fall_back(mask)


@kernel
def decide_batch(tables: Any, me: Any, observations: Any, masks: Any, actions: Any) -> None:
    """Fill `actions` for all rows."""
    for i in range(len(actions)):
        actions[i] = decide(tables[0], me, observations[i], masks[i])


class Mind(NamedTuple):
    """What one thread reckons in: records [1], weights [observation_size]."""

    board: Any  # of LAYOUT
    notes: Any  # of NOTES
    plan: Any  # of PLAN
    memo: Any  # of MEMO
    weights: NDArray[np.int64]


def new_mind(size: int, temper: dict[str, float]) -> Mind:
    """Room for a player with this temper to reckon in."""
    return Mind(
        np.zeros(1, LAYOUT).view(np.recarray),
        new_notes(**temper),
        np.zeros(1, PLAN).view(np.recarray),
        np.zeros(1, MEMO).view(np.recarray),
        new_weights(size),
    )
