"""One decision of a scripted player: from an observation and its mask to an action."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.compiled import kernel
from warfront.game import Game, View
from warfront.spring1942.actions import Act
from warfront.spring1942.battle_odds.plan import PLAN
from warfront.spring1942.state import LAYOUT, Phase, Prompt
from warfront_agents.agent import Agent
from warfront_agents.spring1942.attack import plan_attack
from warfront_agents.spring1942.battle import answer_battle
from warfront_agents.spring1942.board import read_board
from warfront_agents.spring1942.naval import plan_strike
from warfront_agents.spring1942.notes import new_notes, reckon
from warfront_agents.spring1942.orders import KIND, NOTHING, answer_order
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
_COMBAT_MOVE = int(Phase.COMBAT_MOVE)


@kernel
def plan_combat_move(tables: Any, board: Any, notes: Any, plan: Any) -> None:
    """The next order of phase 2."""
    top = plan_attack(tables, board, notes, plan)
    plan_strike(tables, board, notes, plan, max(top, 1.0))


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
def choose(
    tables: Any,
    board: Any,
    notes: Any,
    plan: Any,
    obs: Any,
    mask: Any,
) -> int:
    """The player's own choice, -1 where it has none."""
    read_board(tables, obs, board)
    prompt = board.prompt
    if prompt >= _BATTLE and prompt <= _LAND:
        if prompt == Prompt.RETREAT:
            reckon(tables, board, notes)
        return answer_battle(tables, board, notes, plan, mask, prompt)
    if prompt == Prompt.ENGAGE:
        return Act.ATTACK.value
    reckon(tables, board, notes)
    if prompt <= Prompt.REPAIR_COUNT:
        return answer_purchase(tables, board, notes, mask, prompt)
    if prompt >= Prompt.PLACE:
        return answer_place(tables, board, notes, mask, prompt)
    notes.best[KIND] = NOTHING
    if board.phase == _COMBAT_MOVE:
        if prompt == Prompt.MOVE_RAID:
            return Act.ATTACK.value
        plan_combat_move(tables, board, notes, plan)
    else:
        plan_regrouping(tables, board, notes)
    return answer_order(notes.best, prompt)


@kernel
def fall_back(mask: Any) -> int:
    """Where the choice is none or not legal: the end of the phase, else the first legal action."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return 0


@kernel
def decide(
    tables: Any,
    board: Any,
    notes: Any,
    plan: Any,
    obs: Any,
    mask: Any,
) -> int:
    """A legal action."""
    action = choose(tables, board, notes, plan, obs, mask)
    if action >= 0 and mask[action]:
        return action
    return fall_back(mask)


@kernel
def decide_batch(
    tables: Any, board: Any, notes: Any, plan: Any, observations: Any, masks: Any, actions: Any,
) -> None:  # fmt: skip
    """Fill `actions` for all rows."""
    for i in range(len(actions)):
        actions[i] = decide(tables[0], board[0], notes[0], plan[0], observations[i], masks[i])


class SpringAgent(Agent):
    """A compiled player of Spring 1942; the same observation always gets the same answer."""

    temper: dict[str, float] = {}

    def __init__(self, game: Game, seed: int = 0) -> None:
        """Keep the game's tables and make room to reckon in."""
        super().__init__(game, seed)
        self.tables: Any = game.tables  # type: ignore[attr-defined]
        self._board = np.zeros(1, LAYOUT).view(np.recarray)
        self._notes = new_notes(**self.temper)
        self._plan = np.zeros(1, PLAN).view(np.recarray)

    def act(self, view: View, observation: NDArray[Any], mask: NDArray[np.uint8]) -> int:
        """Choose for one game; whose decision it is, the observation says."""
        return int(self.act_batch(observation[None], mask[None], np.zeros(1, np.int8))[0])

    def act_batch(
        self, observations: NDArray[Any], masks: NDArray[np.uint8], seats: NDArray[np.int8]
    ) -> NDArray[np.int32]:
        """Choose for n games: [n, observation_size] whole numbers, [n, num_actions], [n]."""
        actions = np.empty(len(masks), np.int32)
        narrow = np.ascontiguousarray(observations, np.uint8)
        decide_batch(
            self.tables, self._board, self._notes, self._plan, narrow,
            np.ascontiguousarray(masks, np.uint8), actions,
        )  # fmt: skip
        return actions
