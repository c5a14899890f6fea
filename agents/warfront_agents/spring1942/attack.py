"""Phase 2 on land: what each enemy territory would take, and whether it is worth it."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import COUNTS, SLOTS
from warfront.spring1942.grades import count_grade, grade_of
from warfront.spring1942.state import Did, Hold
from warfront.spring1942.steps import count_free
from warfront.spring1942.transports import can_load, can_sail_on, is_landing_open
from warfront_agents.spring1942.notes import is_friend_land, share_left, win_chance
from warfront_agents.spring1942.orders import (
    HERE,
    KIND,
    LOAD,
    MOVE,
    NOTHING,
    SAIL,
    UNLOAD,
    WHAT,
    first_alike,
    set_order,
)
from warfront_agents.spring1942.weigh import counter_loss, weigh_attack

_OWNER, _AT, _LEFT, _DID, _TARGET = (
    int(Hold.OWNER),
    int(Hold.SPACE),
    int(Hold.LEFT),
    int(Hold.DID),
    int(Hold.TARGET),
)
_CARGO, _WHOSE, _GOING = int(Hold.CARGO), int(Hold.WHOSE), int(Hold.GOING)
_DONE_WITH = int(Did.UNLOADED) | int(Did.BARRED) | int(Did.FOUGHT)
_AA_GUN, _FIGHTER, _BOMBER, _TRANSPORT = 3, 4, 5, 11


@kernel
def force_hits(tables: Any, force: Any) -> float:
    """Hits that a force can take; AA guns and transports count for nothing."""
    hits = 0.0
    for u in range(_TRANSPORT):
        if u != _AA_GUN:
            hits += force[u] * tables.hits[u]
    return hits


@kernel
def force_fire(tables: Any, force: Any) -> float:
    """Hits a round that an attacking force scores (B3)."""
    fire = min(force[0], force[1])
    for u in range(_TRANSPORT):
        fire += force[u] * tables.attack[u]
    return fire / 6.0


@kernel
def force_value(tables: Any, force: Any) -> float:
    """What a force cost."""
    value = 0.0
    for u in range(_TRANSPORT):
        value += force[u] * tables.cost[u]
    return value


@kernel
def chance_at(tables: Any, notes: Any, target: int) -> float:
    """The guess that the force in the notes wins against the guard of a space."""
    force = notes.force
    return win_chance(
        force_hits(tables, force), force_fire(tables, force),
        notes.guard_hits[target], notes.guard_fire[target],
    )  # fmt: skip


@kernel
def is_enough(tables: Any, notes: Any, target: int) -> bool:
    """Whether the force needs nothing more; a land unit at least must be there to stay."""
    force = notes.force
    if not tables.is_sea[target] and force[0] + force[1] + force[2] < 1.0:
        return False
    if chance_at(tables, notes, target) < notes.sure:
        return False
    strength = force_hits(tables, force) * force_fire(tables, force)
    return strength >= notes.margin * notes.guard[target]


@kernel
def commit_present(tables: Any, board: Any, notes: Any, target: int) -> None:
    """The force begins with what is in the space already, or is announced to land there."""
    me = int(board.turn)
    for u in range(12):
        notes.force[u] = board.army[target, me, u] if u != _TRANSPORT else 0
    for left in range(6):
        if not tables.is_sea[target]:
            notes.force[_BOMBER] -= board.raid[target, left]
    for slot in range(SLOTS):
        row = board.transports[slot]
        if row[_OWNER] < 0:
            break
        if row[_TARGET] == target:
            for k in range(2):
                if row[_GOING + k] and row[_WHOSE + k] == me:
                    notes.force[row[_CARGO + k]] += 1


@kernel
def count_spare(tables: Any, board: Any, notes: Any, s: int, u: int, target: int) -> int:
    """Units of a kind that may leave s: not so many that a place of worth would be open."""
    n = count_free(tables, board, s, u, int(tables.move[u]))
    if u == 2:
        n += count_free(tables, board, s, u, 1)
    if n == 0 or notes.worth[s] < notes.guarded_worth or notes.threat[s] <= 0.0:
        return n
    threat_hits, threat_fire = danger_without(tables, board, notes, s, target)
    if notes.wary == 0.0:
        return n
    need = notes.guard_share * threat_hits * threat_fire
    hits, fire = notes.guard_hits[s], notes.guard_fire[s]
    can = 0
    while can < n:
        hits -= tables.hits[u]
        fire -= tables.defence[u] / 6.0
        if hits * fire < need:
            break
        can += 1
    return can


@kernel
def danger_without(tables: Any, board: Any, notes: Any, s: int, target: int) -> tuple[float, float]:
    """Hits and fire of the strongest threat to s when the units in `target` are gone."""
    best_hits = best_fire = 0.0
    for p in range(tables.n_powers):
        hits, fire, troops = notes.hits[p, s], notes.fire[p, s], notes.troops[p, s]
        if troops <= 0.0:
            continue
        if target >= 0 and tables.dist[s, target] == 1 and not tables.is_sea[target]:
            row = board.army[target, p]
            gone = row[0] + row[1] + row[2]
            hits -= gone
            troops -= gone
            fire -= (row[0] + 2.0 * row[1] + 3.0 * row[2]) / 6.0
        if troops > 0.0 and hits * fire > best_hits * best_fire:
            best_hits, best_fire = hits, fire
    return best_hits, best_fire


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
def next_zone_to(tables: Any, board: Any, slot: int, target: int) -> int:
    """The zone from which a transport can land on a coast this turn, or the first on the way.

    Returns:
        Its own zone when it is there, a neighbour to sail to, or -1.
    """
    row = board.transports[slot]
    z = int(row[_AT])
    if tables.dist[z, target] == 1 and is_landing_open(tables, board, z) and not board.enemy[z] & 1:
        return z
    for k in range(tables.degree[z]):
        to = int(tables.neighbour[z, k])
        if not tables.is_sea[to] or board.enemy[to] & 1 or not can_sail_on(tables, board, slot, k):
            continue
        if tables.dist[to, target] == 1:
            return to
        if row[_LEFT] < 2:
            continue
        for j in range(tables.degree[to]):
            on = int(tables.neighbour[to, j])
            if tables.is_sea[on] and not board.enemy[on] & 1 and tables.dist[on, target] == 1:
                if tables.canal[to, j] < 0:
                    return to
    return -1


@kernel
def find_cargo(tables: Any, board: Any, notes: Any, slot: int) -> tuple[int, int]:
    """The best unit that a transport could load where it is: its land and kind, or -1."""
    z = int(board.transports[slot, _AT])
    if board.enemy[z] & 1:
        return -1, -1
    for u in (2, 1, 0):
        for k in range(tables.degree[z]):
            land = int(tables.neighbour[z, k])
            if tables.is_sea[land] or not is_friend_land(tables, board, land):
                continue
            if can_load(tables, board, slot, land, u):
                free = count_spare(tables, board, notes, land, u, -1) - notes.used[land, u]
                if free > 0 and count_grade(tables, board, land, u, int(tables.move[u])) > 0:
                    return land, u
    return -1, -1


@kernel
def send_by_sea(tables: Any, board: Any, notes: Any, target: int) -> None:
    """Add what transports carry, or can load where they are, and can land there this turn."""
    me = int(board.turn)
    notes.used[:] = 0
    for slot in range(SLOTS):
        row = board.transports[slot]
        if row[_OWNER] < 0 or is_enough(tables, notes, target):
            return
        announced = row[_DID] & _DONE_WITH != 0
        if row[_OWNER] != me or (announced and row[_TARGET] != target):
            continue
        to = next_zone_to(tables, board, slot, target)
        if to < 0:
            continue
        for k in range(2):
            if row[_CARGO + k] >= 0 and row[_WHOSE + k] == me and not row[_GOING + k]:
                if row[_CARGO + k] != _AA_GUN:
                    add_cargo(board, notes, target, slot, to, k)
        if row[_CARGO + 1] < 0 and not announced:
            add_load(tables, board, notes, slot)


@kernel
def add_cargo(board: Any, notes: Any, target: int, slot: int, to: int, k: int) -> None:
    """A piece of cargo joins the force: its ship sails on, or it is announced to land."""
    notes.force[board.transports[slot, _CARGO + k]] += 1
    if notes.order[KIND] == NOTHING:
        z = int(board.transports[slot, _AT])
        row = first_alike(board, slot)
        if to == z:
            set_order(notes.order, UNLOAD, z, row, target, 1, k)
        else:
            set_order(notes.order, SAIL, z, row, to, 1, 0)


@kernel
def add_load(tables: Any, board: Any, notes: Any, slot: int) -> None:
    """A unit from the coast goes aboard and joins the force; ships load before they sail."""
    land, u = find_cargo(tables, board, notes, slot)
    if land < 0:
        return
    notes.used[land, u] += 1
    notes.force[u] += 1
    order = notes.order
    z = int(board.transports[slot, _AT])
    if order[KIND] == NOTHING or (order[KIND] == SAIL and order[WHAT] == first_alike(board, slot)):
        set_order(order, LOAD, z, first_alike(board, slot), land, 1, u)
    elif order[KIND] == UNLOAD and order[HERE] == z and order[WHAT] == first_alike(board, slot):
        set_order(order, LOAD, z, first_alike(board, slot), land, 1, u)


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
    gain = chance * notes.worth[target] + killed - lost
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
