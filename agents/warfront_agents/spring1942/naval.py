"""Phase 2 at sea: which enemy ships to strike."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.grades import grade_of
from warfront.spring1942.steps import can_go, count_free
from warfront_agents.spring1942.attack import gain_at, send_aircraft
from warfront_agents.spring1942.force import chance_at, commit_present, is_enough
from warfront_agents.spring1942.orders import KIND, MOVE, NOTHING, set_order
from warfront_agents.spring1942.weigh import weigh_attack

_SUBMARINE, _DESTROYER, _CARRIER, _TRANSPORT = 6, 7, 9, 11


@kernel
def send_ships(tables: Any, board: Any, notes: Any, target: int, u: int) -> None:
    """Add warships of a kind within two zones until the force is enough."""
    for s in range(tables.n_land, tables.n_spaces):
        away = tables.dist[s, target]
        if board.army[s, board.turn, u] == 0 or s == target or away > 2:
            continue
        if board.enemy[s] & 1:
            continue  # it has a battle of its own
        for left in range(int(tables.move[u]), away - 1, -1):
            n = count_free(tables, board, s, u, left)
            k = step_to(tables, board, s, target, u, left) if n > 0 else -1
            if k < 0:
                continue
            while n > 0 and not is_enough(tables, notes, target):
                if notes.order[KIND] == NOTHING:
                    to = int(tables.neighbour[s, k])
                    set_order(notes.order, MOVE, s, grade_of(u, left), to, 1, 0)
                notes.force[u] += 1
                n -= 1


@kernel
def step_to(tables: Any, board: Any, s: int, target: int, u: int, left: int) -> int:
    """The neighbour of s on a way to the target zone, through no enemy warships; -1 none."""
    for k in range(tables.degree[s]):
        to = int(tables.neighbour[s, k])
        if not tables.is_sea[to]:
            continue
        if to != target and (tables.dist[to, target] != 1 or left < 2 or board.enemy[to] & 1):
            continue
        if can_go(tables, board, u, left, s, k):
            return k
    return -1


@kernel
def muster_fleet(tables: Any, board: Any, notes: Any, target: int) -> float:
    """Put a strike on a zone together; fills `force` and `order`, returns its chance."""
    notes.order[KIND] = NOTHING
    commit_present(tables, board, notes, target)
    send_ships(tables, board, notes, target, _SUBMARINE)
    for u in range(_DESTROYER, _CARRIER):
        send_ships(tables, board, notes, target, u)
    send_ships(tables, board, notes, target, 10)
    send_aircraft(tables, board, notes, target, 4)
    send_aircraft(tables, board, notes, target, 5)
    return chance_at(tables, notes, target)


@kernel
def reckon_ships(tables: Any, board: Any, notes: Any, target: int) -> None:
    """Fill the guard of a zone anew, by what stands there of the enemy's."""
    hits = fire = 0.0
    for p in range(tables.n_powers):
        if tables.side[p] == tables.side[board.turn]:
            continue
        for u in range(4, _TRANSPORT):
            n = board.army[target, p, u]
            hits += n * tables.hits[u]
            fire += n * tables.defence[u] / 6.0
    notes.guard_hits[target] = max(hits, 0.5)
    notes.guard_fire[target] = fire
    notes.guard[target] = hits * fire


@kernel
def plan_strike(tables: Any, board: Any, notes: Any, plan: Any, top: float) -> float:
    """Decide on a strike at sea if it gains more than `top`; fills `best`, returns the gain."""
    for target in range(tables.n_land, tables.n_spaces):
        if board.enemy[target] == 0:
            continue
        reckon_ships(tables, board, notes, target)
        chance = muster_fleet(tables, board, notes, target)
        if notes.order[KIND] == NOTHING or chance < 0.6:
            continue
        gain = gain_at(tables, board, notes, target, chance)
        if gain > top:
            gain = weigh_attack(tables, board, notes, plan, target, gain)
        if gain > top:
            top = gain
            notes.best[:] = notes.order
    return top
