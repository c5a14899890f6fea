"""Phase 3: casualties, pressing on by exact odds, and the small questions of a battle."""

from typing import Any

import numpy as np

from warfront.compiled import kernel
from warfront.spring1942.actions import Act
from warfront.spring1942.battle_odds.plan import (
    ATTACKER,
    ATTACKER_LOSS,
    DEFENDER,
    DEFENDER_LOSS,
    RESULTS,
    weigh_plan,
)
from warfront.spring1942.battle_odds.sweep import WIN
from warfront.spring1942.state import Prompt
from warfront_agents.spring1942.weigh import (
    LOST_AT_SEA,
    LOST_ON_LAND,
    fill_side,
    fill_values,
)

_SPACE, _UNIT, _GRADE = int(Act.SPACE), int(Act.UNIT), int(Act.GRADE)
_BATTLESHIP, _DAMAGE = 10, 12


@kernel
def fill_plan(tables: Any, board: Any, plan: Any) -> None:
    """The battle as it stands, fought to the end."""
    s = int(board.battle)
    fill_values(tables, plan, s)
    units = np.zeros((2, 12), np.int64)
    sound = np.zeros(2, np.int64)
    for p in range(tables.n_powers):
        which = ATTACKER if tables.side[p] == tables.side[board.turn] else DEFENDER
        for u in range(12):
            units[which, u] += board.force[p, u]
        if tables.hits[_BATTLESHIP] > 1:
            sound[which] += max(0, int(board.force[p, _BATTLESHIP]) - int(board.damaged[s, p]))
    for which in range(2):
        fill_side(plan, which, units[which], sound[which])


@kernel
def answer_retreat(tables: Any, board: Any, notes: Any, plan: Any, mask: Any) -> int:
    """Press on where fighting to the end gains more than it costs."""
    fill_plan(tables, board, plan)
    results = np.zeros(RESULTS)
    if plan.count[ATTACKER] < 60 and plan.count[DEFENDER] < 60:
        weigh_plan(plan, results)
    else:
        results[WIN] = 0.5
    prize = notes.worth[board.battle] if not tables.is_sea[board.battle] else 3.0
    gain = results[WIN] * prize + results[DEFENDER_LOSS] - notes.thrift * results[ATTACKER_LOSS]
    if gain > notes.press:
        return Act.PRESS.value
    best = -1
    for s in range(tables.n_spaces):
        if mask[_SPACE + s] and (best < 0 or notes.pull[s] > notes.pull[best]):
            best = s
    return _SPACE + best if best >= 0 else Act.PRESS.value


@kernel
def answer_casualty(tables: Any, board: Any, mask: Any) -> int:
    """Lose the cheapest; the attacker keeps a land unit to stay, while he has another to lose."""
    s = int(board.battle)
    p = int(board.chosen_power)
    sea = tables.is_sea[s] != 0
    if sea and mask[_UNIT + _BATTLESHIP] and board.damaged[s, p] < board.force[p, _BATTLESHIP]:
        if tables.hits[_BATTLESHIP] > 1:
            return _UNIT + _BATTLESHIP
    attacking = p == board.turn
    troops = board.force[p, 0] + board.force[p, 1] + board.force[p, 2]
    for at in range(9 if sea else 5):
        u = LOST_AT_SEA[at] if sea else LOST_ON_LAND[at]
        if u == _DAMAGE or not mask[_UNIT + u]:
            continue
        if attacking and not sea and u <= 2 and troops == 1:
            if mask[_UNIT + 4] or mask[_UNIT + 5]:
                continue
        return _UNIT + u
    return -1


@kernel
def answer_battle(tables: Any, board: Any, notes: Any, plan: Any, mask: Any, prompt: int) -> int:
    """The answer to a question of phase 3; -1 for those that make no difference."""
    if prompt == Prompt.RETREAT:
        return answer_retreat(tables, board, notes, plan, mask)
    if prompt == Prompt.CASUALTY:
        return answer_casualty(tables, board, mask)
    if prompt == Prompt.SUBS:
        return Act.FIRE.value
    if prompt == Prompt.NAME:
        for at in range(9):
            u = LOST_AT_SEA[at] if tables.is_sea[board.battle] else LOST_ON_LAND[min(at, 4)]
            if u != _DAMAGE and mask[_UNIT + u]:
                return _UNIT + u
    if prompt == Prompt.BOMBARD:
        for u in (_BATTLESHIP, 8):
            if mask[_UNIT + u]:
                return _UNIT + u
    if prompt == Prompt.CASUALTY_GRADE:
        for g in range(36):
            if mask[_GRADE + g]:
                return _GRADE + g
    return -1
