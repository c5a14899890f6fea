"""Phase 2: bombers that no attack needs raid a complex where that pays (SB1-SB6)."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.grades import grade_of
from warfront.spring1942.steps import can_fly, count_free
from warfront_agents.spring1942.notes import is_friend_land
from warfront_agents.spring1942.orders import RAID, set_order

_AA_GUN, _BOMBER = 3, 5
_A_DIE = 3.5  # points of damage that a bomber does


@kernel
def has_enemy_gun(tables: Any, board: Any, s: int) -> bool:
    """Whether an AA gun of the other side stands in a territory."""
    for p in range(tables.n_powers):
        if tables.side[p] != tables.side[board.turn] and board.army[s, p, _AA_GUN] > 0:
            return True
    return False


@kernel
def raid_gain(tables: Any, board: Any, s: int) -> float:
    """What one bomber more should do to a complex, less what it risks, in IPCs."""
    room = 2.0 * tables.ipc[s] - board.damage[s]
    for left in range(6):
        room -= _A_DIE * board.raid[s, left]
    gun = has_enemy_gun(tables, board, s)
    hits = 5.0 / 6.0 if gun else 1.0
    return float(hits * min(_A_DIE, room) - (1.0 - hits) * tables.cost[_BOMBER])


@kernel
def is_attacked(board: Any, s: int) -> bool:
    """Whether own land units are to fight for a territory (CC3: a raid would come in between)."""
    row = board.army[s, board.turn]
    return bool(row[0] + row[1] + row[2] > 0)


@kernel
def plan_raid(tables: Any, board: Any, notes: Any) -> bool:
    """Send one bomber to the complex where a raid gains the most, if it gains enough."""
    top = notes.raid_gain
    for s in range(tables.n_land):
        if board.army[s, board.turn, _BOMBER] == 0 or not is_friend_land(tables, board, s):
            continue
        left = int(tables.move[_BOMBER])
        if count_free(tables, board, s, _BOMBER, left) == 0:
            continue
        for to in range(tables.n_land):
            if board.complex[to] == 0 or is_friend_land(tables, board, to):
                continue
            if is_attacked(board, to) or not can_fly(tables, board, _BOMBER, left, s, to):
                continue
            gain = raid_gain(tables, board, to)
            if gain > top:
                top = gain
                set_order(notes.best, RAID, s, grade_of(_BOMBER, left), to, 1, 0)
    return bool(top > notes.raid_gain)
