"""Phase 4: aircraft land, troops go to the fronts, transports shuttle as fleets, ships escort."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import COUNTS, SLOTS
from warfront.spring1942.grades import grade_of
from warfront.spring1942.state import Did, Hold
from warfront.spring1942.status import takes_aircraft
from warfront.spring1942.steps import can_fly, can_go, count_free
from warfront.spring1942.transports import can_sail_on, can_unload, can_unload_cargo
from warfront_agents.spring1942.campaign import TURN
from warfront_agents.spring1942.force import count_spare
from warfront_agents.spring1942.notes import is_friend_land, zone_risk
from warfront_agents.spring1942.orders import (
    LOAD,
    MOVE,
    SAIL,
    UNLOAD,
    first_alike,
    set_order,
)
from warfront_agents.spring1942.seaborne import find_cargo

_OWNER, _AT, _DID = int(Hold.OWNER), int(Hold.SPACE), int(Hold.DID)
_CARGO, _LEFT = int(Hold.CARGO), int(Hold.LEFT)
_BARRED = int(Did.BARRED)
_FIGHTER, _BOMBER, _CARRIER, _TRANSPORT = 4, 5, 9, 11


@kernel
def nest_value(tables: Any, board: Any, notes: Any, s: int) -> float:
    """How good a landing place is: near the front, but guarded."""
    value = 5.0 + notes.pull[s]
    if notes.goal >= 0 and notes.bombers != 0.0 and tables.dist[s, notes.goal] <= 2:
        value += 0.2 * notes.worth[notes.goal]
    if tables.is_sea[s]:
        value = 8.0
    if notes.threat[s] > notes.guard[s]:
        value -= 30.0 * notes.threat[s] / (notes.threat[s] + notes.guard[s] + 1.0)
    return value


@kernel
def plan_landing(tables: Any, board: Any, notes: Any) -> bool:
    """NCM6: aircraft that stand on no landing place fly to the best within reach."""
    me = int(board.turn)
    for s in range(tables.n_spaces):
        for u in (_FIGHTER, _BOMBER):
            if board.army[s, me, u] == 0:
                continue
            if not tables.is_sea[s] and takes_aircraft(tables, board, s):
                continue
            if tables.is_sea[s] and u == _FIGHTER and board.army[s, me, _CARRIER] > 0:
                continue
            for left in range(1, int(tables.move[u]) + 1):
                if count_free(tables, board, s, u, left) > 0:
                    if fly_home(tables, board, notes, s, u, left):
                        return True
    return False


@kernel
def fly_home(tables: Any, board: Any, notes: Any, s: int, u: int, left: int) -> bool:
    """Order one aircraft to the best landing place it can reach, on land first."""
    best = -1
    value = -1000.0
    for to in range(tables.n_land):
        if tables.dist[s, to] > left or to == s or not takes_aircraft(tables, board, to):
            continue
        worth = nest_value(tables, board, notes, to)
        if worth > value and can_fly(tables, board, u, left, s, to):
            best, value = to, worth
    if best < 0 and u == _FIGHTER:
        for to in range(tables.n_land, tables.n_spaces):
            if board.army[to, board.turn, _CARRIER] > 0 and tables.dist[s, to] <= left:
                if to != s and can_fly(tables, board, u, left, s, to):
                    best = to
    if best < 0:
        return False
    set_order(notes.best, MOVE, s, grade_of(u, left), best, 1, 0)
    return True


@kernel
def plan_unloading(tables: Any, board: Any, notes: Any) -> bool:
    """Cargo goes ashore where a friendly coast lies nearer to a front than the sea does."""
    for slot in range(SLOTS):
        row = board.transports[slot]
        if row[_OWNER] < 0:
            return False
        z = int(row[_AT])
        for k in range(2):
            if row[_CARGO + k] < 0 or not can_unload_cargo(tables, board, slot, k):
                continue
            best = -1
            for j in range(tables.degree[z]):
                land = int(tables.neighbour[z, j])
                if not can_unload(tables, board, slot, k, land):
                    continue
                if best < 0 or notes.pull[land] > notes.pull[best]:
                    best = land
            if best >= 0 and notes.pull[best] > 0.5 and notes.pull[best] >= 0.7 * notes.lure[z]:
                set_order(notes.best, UNLOAD, z, first_alike(board, slot), best, 1, k)
                return True
    return False


@kernel
def is_bound_far(notes: Any, z: int) -> bool:
    """Whether a campaign further than a turn away gathers in a zone: its troops go aboard."""
    return bool(z == notes.muster and notes.sail[z] > TURN)


@kernel
def plan_transports(tables: Any, board: Any, notes: Any) -> bool:
    """Empty ships fetch waiting troops, loaded ones carry them to where they are wanted."""
    me = int(board.turn)
    for slot in range(SLOTS):
        row = board.transports[slot]
        if row[_OWNER] < 0:
            return False
        if row[_OWNER] != me or row[_DID] & (_BARRED | Did.UNLOADED.value):
            continue
        if row[_CARGO + 1] < 0 and row[_LEFT] >= 0:
            notes.used[:] = 0
            land, u = find_cargo(tables, board, notes, slot)
            z = int(row[_AT])
            if land >= 0 and (notes.idle[land] > 1 or is_bound_far(notes, z)):
                set_order(notes.best, LOAD, z, first_alike(board, slot), land, 1, u)
                return True
        if row[_LEFT] > 0 and sail_best(tables, board, notes, slot):
            return True
    return False


@kernel
def sail_best(tables: Any, board: Any, notes: Any, slot: int) -> bool:
    """Order one step of a transport up the field that it follows, where that is not reckless."""
    row = board.transports[slot]
    z = int(row[_AT])
    loaded = row[_CARGO] >= 0
    here = notes.lure[z] if loaded else notes.call[z]
    value = here * (1.0 - 0.6 * zone_risk(notes, z)) + 1e-6
    best = -1
    for k in range(tables.degree[z]):
        to = int(tables.neighbour[z, k])
        if not tables.is_sea[to] or not can_sail_on(tables, board, slot, k):
            continue
        field = notes.lure[to] if loaded else notes.call[to]
        worth = field * (1.0 - 0.6 * zone_risk(notes, to))
        if worth > value:
            best, value = to, worth
    if best < 0:
        return False
    set_order(notes.best, SAIL, z, first_alike(board, slot), best, 1, 0)
    return True


@kernel
def is_front(tables: Any, board: Any, s: int) -> bool:
    """Whether enemy land lies next door."""
    for k in range(tables.degree[s]):
        to = int(tables.neighbour[s, k])
        if not tables.is_sea[to] and not is_friend_land(tables, board, to):
            return True
    return False


@kernel
def plan_march(tables: Any, board: Any, notes: Any) -> bool:
    """Troops go up the pull; those next to the enemy stay unless they would be lost."""
    for s in range(tables.n_land):
        front = is_front(tables, board, s)
        for u in (2, 1, 0):
            for left in range(int(tables.move[u]), 0, -1):
                free = count_free(tables, board, s, u, left)
                if free == 0:
                    continue
                to = march_to(tables, board, notes, s, u, left, front)
                if to < 0:
                    continue
                n = min(free, count_spare(tables, board, notes, s, u, -1))
                if n > 0:
                    set_order(notes.best, MOVE, s, grade_of(u, left), to, min(n, COUNTS), 0)
                    return True
    return False


@kernel
def march_to(tables: Any, board: Any, notes: Any, s: int, u: int, left: int, front: bool) -> int:
    """Where the troops of s should go next, -1 nowhere."""
    pull = notes.pull[s]
    wary, few = notes.wary != 0.0, notes.worth[s] < notes.alarm_worth
    unsafe = wary and front and few and notes.threat[s] > notes.unsafe * notes.guard[s]
    best = -1
    value = -1e9 if unsafe else pull + 1e-6
    for k in range(tables.degree[s]):
        to = int(tables.neighbour[s, k])
        if tables.is_sea[to] or not can_go(tables, board, u, left, s, k):
            continue
        worth = notes.pull[to]
        if wary and notes.threat[to] > notes.unsafe * (notes.guard[to] + notes.guard[s]):
            if notes.worth[to] < notes.alarm_worth:
                worth -= 20.0
        if worth > value and (unsafe or not front or notes.pull[to] > notes.advance * pull):
            best, value = to, worth
    if unsafe and best >= 0 and value < -10.0:
        return -1
    return best


@kernel
def plan_escort(tables: Any, board: Any, notes: Any) -> bool:
    """Warships join the transports of their power that lie nearest and are guarded least."""
    me = int(board.turn)
    for s in range(tables.n_land, tables.n_spaces):
        for u in range(6, _TRANSPORT):
            if board.army[s, me, u] == 0:
                continue
            for left in range(1, int(tables.move[u]) + 1):
                if count_free(tables, board, s, u, left) == 0:
                    continue
                k = escort_step(tables, board, notes, s, u, left)
                if k >= 0:
                    to = int(tables.neighbour[s, k])
                    set_order(notes.best, MOVE, s, grade_of(u, left), to, 1, 0)
                    return True
    return False


@kernel
def escort_step(tables: Any, board: Any, notes: Any, s: int, u: int, left: int) -> int:
    """The step of a warship towards transports that need it; -1 it stays."""
    me = int(board.turn)
    value = escort_value(board, notes, s, me) + 0.3
    best = -1
    for k in range(tables.degree[s]):
        to = int(tables.neighbour[s, k])
        if not tables.is_sea[to] or board.enemy[to] & 1:
            continue
        worth = escort_value(board, notes, to, me)
        if left > 1:
            for j in range(tables.degree[to]):
                on = int(tables.neighbour[to, j])
                if tables.is_sea[on] and tables.canal[to, j] < 0 and not board.enemy[on] & 1:
                    worth = max(worth, escort_value(board, notes, on, me))
        worth += 0.02 * notes.lure[to] / (1.0 + zone_risk(notes, to) * 4.0)
        if worth > value and can_go(tables, board, u, left, s, k):
            best, value = k, worth
    return best


@kernel
def escort_value(board: Any, notes: Any, z: int, me: int) -> float:
    """How much transports in a zone want company."""
    return float(board.army[z, me, _TRANSPORT]) + 0.02 * notes.lure[z]


@kernel
def plan_rebase(tables: Any, board: Any, notes: Any) -> bool:
    """Aircraft far from any front fly to a guarded place near one."""
    me = int(board.turn)
    for s in range(tables.n_land):
        for u in (_FIGHTER, _BOMBER):
            if board.army[s, me, u] == 0:
                continue
            left = int(tables.move[u])
            if count_free(tables, board, s, u, left) == 0:
                continue
            here = nest_value(tables, board, notes, s)
            for to in range(tables.n_land):
                if tables.dist[s, to] > left or not takes_aircraft(tables, board, to) or to == s:
                    continue
                if nest_value(tables, board, notes, to) > 1.3 * here + 3.0:
                    if can_fly(tables, board, u, left, s, to):
                        set_order(notes.best, MOVE, s, grade_of(u, left), to, 1, 0)
                        return True
    return False
