"""Phase 2 on land: what each enemy territory would take, and whether it is worth it."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import COUNTS
from warfront.spring1942.grades import grade_of
from warfront.spring1942.steps import count_free
from warfront_agents.spring1942.force import (
    chance_at,
    commit_present,
    count_spare,
    force_fire,
    force_hits,
    force_value,
    is_enough,
)
from warfront_agents.spring1942.notes import is_friend_land, share_left
from warfront_agents.spring1942.orders import KIND, MOVE, NOTHING, set_order
from warfront_agents.spring1942.seaborne import send_by_sea
from warfront_agents.spring1942.weigh import counter_loss, weigh_attack

_AA_GUN, _FIGHTER, _BOMBER = 3, 4, 5


@kernel
def send_troops(tables: Any, board: Any, notes: Any, target: int, s: int, u: int) -> None:
    """Add land units of a kind from next door until the force is enough."""
    can = count_spare(tables, board, notes, s, u, target)
    sent = 0
    while sent < can and not is_enough(tables, notes, target):
        notes.force[u] += 1
        sent += 1
    if sent > 0 and notes.order[KIND] == NOTHING:
        left = int(tables.move[u])
        n = count_free(tables, board, s, u, left)
        if n == 0:
            left = 1
            n = count_free(tables, board, s, u, left)
        set_order(notes.order, MOVE, s, grade_of(u, left), target, min(sent, min(n, COUNTS)), 0)


@kernel
def send_far_tanks(tables: Any, board: Any, notes: Any, target: int, middle: int) -> None:
    """Add tanks that come through a friendly territory next door."""
    if not is_friend_land(tables, board, middle):
        return
    for k in range(tables.degree[middle]):
        s = int(tables.neighbour[middle, k])
        if tables.is_sea[s] or tables.dist[s, target] != 2 or not is_friend_land(tables, board, s):
            continue
        if tables.move[2] < 2:
            return
        can = min(count_spare(tables, board, notes, s, 2, target), COUNTS)
        can = min(can, count_free(tables, board, s, 2, 2))
        sent = 0
        while sent < can and not is_enough(tables, notes, target):
            notes.force[2] += 1
            sent += 1
        if sent > 0 and notes.order[KIND] == NOTHING:
            set_order(notes.order, MOVE, s, grade_of(2, 2), middle, sent, 0)


@kernel
def send_aircraft(tables: Any, board: Any, notes: Any, target: int, u: int) -> None:
    """Add aircraft that can strike and fly on to land that takes them."""
    me = int(board.turn)
    for s in range(tables.n_spaces):
        if board.army[s, me, u] == 0 or s == target or tables.dist[s, target] > tables.move[u]:
            continue
        if board.enemy[s] & 1 and not (tables.is_sea[s]):
            continue  # it is part of another attack
        away = int(tables.dist[s, target])
        for left in range(int(tables.move[u]), away - 1, -1):
            if board.landdist[target] > left - away:
                break
            n = count_free(tables, board, s, u, left)
            while n > 0 and not is_enough(tables, notes, target):
                if notes.order[KIND] == NOTHING:
                    set_order(notes.order, MOVE, s, grade_of(u, left), target, 1, 0)
                notes.force[u] += 1
                n -= 1


@kernel
def muster(tables: Any, board: Any, notes: Any, target: int) -> float:
    """Put an attack on enemy land together; fills `force` and `order`, returns its chance."""
    notes.order[KIND] = NOTHING
    commit_present(tables, board, notes, target)
    for u in range(3):
        for k in range(tables.degree[target]):
            s = int(tables.neighbour[target, k])
            if not tables.is_sea[s] and is_friend_land(tables, board, s):
                send_troops(tables, board, notes, target, s, u)
    if notes.at_sea != 0.0 and not is_enough(tables, notes, target):
        send_by_sea(tables, board, notes, target)
    if not is_enough(tables, notes, target):
        for k in range(tables.degree[target]):
            s = int(tables.neighbour[target, k])
            if not tables.is_sea[s]:
                send_far_tanks(tables, board, notes, target, s)
    if notes.force[0] + notes.force[1] + notes.force[2] > 0.0:
        send_aircraft(tables, board, notes, target, _FIGHTER)
        send_aircraft(tables, board, notes, target, _BOMBER)
    return chance_at(tables, notes, target)


@kernel
def guard_value(tables: Any, board: Any, target: int) -> float:
    """What the enemy's units in a space cost."""
    value = 0.0
    for p in range(tables.n_powers):
        if tables.side[p] != tables.side[board.turn]:
            for u in range(12):
                if u != _AA_GUN:
                    value += board.army[target, p, u] * tables.cost[u]
    return value


@kernel
def gain_at(tables: Any, board: Any, notes: Any, target: int, chance: float) -> float:
    """What an attack by the force in the notes should bring, in IPCs."""
    force = notes.force
    troops = force[0] + force[1] + force[2]
    if not tables.is_sea[target] and troops < 1.0:
        return -1.0
    strength = force_hits(tables, force) * force_fire(tables, force)
    guard = max(notes.guard[target], 0.0)
    value = force_value(tables, force)
    foes = guard_value(tables, board, target)
    left = share_left(strength, guard)
    lost = value * (1.0 - left) * chance + value * (1.0 - chance) * 0.8
    killed = foes * chance + foes * (1.0 - chance) * min(1.0, strength / (guard + 0.01)) * 0.7
    gain = chance * notes.worth[target] + killed - notes.thrift * lost
    if notes.wary != 0.0 and not tables.is_sea[target]:
        gain -= chance * counter_loss(notes, target, left)
    return float(gain)


@kernel
def plan_attack(tables: Any, board: Any, notes: Any, plan: Any) -> float:
    """Decide on the next order of the attacks on land; fills `best`, returns the gain."""
    top = 0.0
    me = int(board.turn)
    for target in range(tables.n_land):
        if is_friend_land(tables, board, target):
            continue
        begun = board.army[target, me, 0] + board.army[target, me, 1] + board.army[target, me, 2]
        chance = muster(tables, board, notes, target)
        if notes.order[KIND] == NOTHING:
            continue
        gain = gain_at(tables, board, notes, target, chance)
        bonus = 1000.0 if begun > 0 else 0.0  # what was begun is carried through first
        if gain <= 0.0 or gain + bonus <= top:
            continue
        gain = weigh_attack(tables, board, notes, plan, target, gain)
        if gain > 0.0 and gain + bonus > top:
            top = gain + bonus
            notes.best[:] = notes.order
    return top
