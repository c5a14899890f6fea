"""Phases 1 and 5: what to buy and where it goes."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import COUNTS, Act
from warfront.spring1942.mobilize import is_site
from warfront.spring1942.state import Prompt
from warfront_agents.spring1942.campaign import is_yard
from warfront_agents.spring1942.shipping import (
    KEEP,
    count_waiting,
    is_dock,
    is_overseas,
    owned,
    plan_campaign_ships,
    plan_more_lift,
    plan_ships,
    stand_empty,
)

_SPACE, _UNIT, _COUNT = int(Act.SPACE), int(Act.UNIT), int(Act.COUNT)
_DONE = int(Act.DONE)
_INFANTRY, _ARTILLERY, _TANK, _FIGHTER, _BOMBER = 0, 1, 2, 4, 5
_TRANSPORT, _COMPLEX = 11, 12


@kernel
def room_for_units(tables: Any, board: Any) -> int:
    """Units that own complexes can still bring out this turn."""
    room = 0
    for s in range(tables.n_land):
        if is_yard(board, s):
            room += max(0, int(tables.ipc[s]) - int(board.damage[s]))
    for u in range(12):
        room -= int(board.purchased[u])
    return room


@kernel
def count_short(tables: Any, board: Any, notes: Any) -> int:
    """Infantry that a threatened capital of ours needs besides what was bought."""
    home = int(tables.capital[board.turn])
    if notes.threat[home] <= 0.8 * notes.guard[home]:
        return 0
    if notes.wary == 0.0:
        return COUNTS
    bought = board.purchased
    fresh = int(bought[_INFANTRY]) + bought[_ARTILLERY] + bought[_TANK]
    for n in range(COUNTS):
        hits = notes.guard_hits[home] + fresh + n
        if hits * (notes.guard_fire[home] + (fresh + n) / 3.0) >= 1.2 * notes.threat[home]:
            return n
    return COUNTS


@kernel
def plan_complex(tables: Any, board: Any, notes: Any, money: int, room: int) -> bool:
    """Whether money is left over that own complexes cannot turn into units, and there is a site."""
    if notes.rich_price <= 0.0 or board.purchased[_COMPLEX] > 0:
        return False
    if money < tables.cost[_COMPLEX] + notes.rich_price * room:
        return False
    for s in range(tables.n_land):
        if is_site(tables, board, s) and site_value(tables, notes, s) > 0.0:
            return True
    return False


@kernel
def site_value(tables: Any, notes: Any, s: int) -> float:
    """How good a site for a complex is: rich, near a front or a campaign's zone, and guarded."""
    if notes.threat[s] > notes.guard[s]:
        return 0.0
    if is_dock(tables, notes, s):
        return 100.0 + tables.ipc[s]
    return tables.ipc[s] * (1.0 + 0.05 * notes.pull[s]) if tables.ipc[s] >= 3 else 0.0


@kernel
def is_shut_in(tables: Any, board: Any) -> bool:
    """Whether enemy warships lie off an own yard, and own aircraft are too few to sink them."""
    most = 0.0
    for s in range(tables.n_land):
        if not is_yard(board, s):
            continue
        for k in range(tables.degree[s]):
            z = int(tables.neighbour[s, k])
            if tables.is_sea[z] and board.enemy[z] & 1:
                most = max(most, count_warships(tables, board, z))
    return bool(owned(tables, board, _FIGHTER) + owned(tables, board, _BOMBER) < 1.5 * most)


@kernel
def count_warships(tables: Any, board: Any, z: int) -> float:
    """Hits that enemy ships and their fighters in a zone can take."""
    hits = 0.0
    for p in range(tables.n_powers):
        if tables.side[p] != tables.side[board.turn]:
            for u in range(4, _TRANSPORT):
                hits += board.army[z, p, u] * tables.hits[u]
    return hits


@kernel
def plan_purchase(tables: Any, board: Any, notes: Any) -> tuple[int, int]:
    """What to buy next and how many; (-1, 0) when enough is bought."""
    money = int(board.ipcs[board.turn])
    room = room_for_units(tables, board)
    if room <= 0 or money < 3:
        return -1, 0
    short = count_short(tables, board, notes)
    if short > 0:
        return _INFANTRY, min(short, min(money // int(tables.cost[_INFANTRY]), min(room, COUNTS)))
    if notes.bombers != 0.0 and money >= tables.cost[_BOMBER] and is_shut_in(tables, board):
        return _BOMBER, 1
    if plan_complex(tables, board, notes, money, room):
        return _COMPLEX, 1
    if notes.goal >= 0:
        u, n = plan_campaign_ships(tables, board, notes, money, room)
        if u < 0 and notes.ready > 2 * notes.ships + 6 and not stand_empty(tables, board, notes):
            u, n = plan_more_lift(tables, board, notes, money, room)
        if u == KEEP:
            return -1, 0
        if u >= 0:
            return u, n
    afloat = is_overseas(tables, board, notes) or count_waiting(tables, notes) > notes.many
    if notes.at_sea != 0.0 and afloat and not stand_empty(tables, board, notes):
        u, n = plan_ships(tables, board, notes, money, room)
        if u == KEEP:
            return -1, 0
        if u >= 0:
            return u, n
    a_slot = money / room
    if a_slot >= 9.0 and money >= tables.cost[_FIGHTER]:
        return _FIGHTER, 1
    if a_slot >= 4.6 and money >= tables.cost[_TANK]:
        return _TANK, 1
    return plan_mixture(tables, board, money, room)


@kernel
def plan_mixture(tables: Any, board: Any, money: int, room: int) -> tuple[int, int]:
    """Of every eight bought four infantry, two artillery, two tanks."""
    bought = board.purchased
    foot, guns, tanks = bought[_INFANTRY], bought[_ARTILLERY], bought[_TANK]
    if money >= tables.cost[_TANK] and foot >= 2 * (tanks + 1):
        return _TANK, 1
    if money >= tables.cost[_ARTILLERY] and foot >= 2 * (guns + 1):
        return _ARTILLERY, 1
    return _INFANTRY, min(2, min(money // int(tables.cost[_INFANTRY]), room))


@kernel
def answer_purchase(tables: Any, board: Any, notes: Any, mask: Any, prompt: int) -> int:
    """The action that carries the purchase on; -1 none."""
    if prompt == Prompt.REPAIR_COUNT:
        return last_count(mask)
    for s in range(tables.n_land):
        if prompt == Prompt.PURCHASE and mask[_SPACE + s] and 2 * board.damage[s] > tables.ipc[s]:
            return _SPACE + s
    u, n = plan_purchase(tables, board, notes)
    if prompt == Prompt.PURCHASE:
        if u >= 0 and not mask[_UNIT + u]:  # there are no more pieces of that kind
            u = _INFANTRY if mask[_UNIT + _INFANTRY] else -1
        return _DONE if u < 0 else _UNIT + u
    if board.unit == _INFANTRY and u != _INFANTRY:
        return last_count(mask)
    return _COUNT + max(n, 1) - 1


@kernel
def last_count(mask: Any) -> int:
    """The greatest count that is legal, -1 none."""
    for n in range(COUNTS - 1, -1, -1):
        if mask[_COUNT + n]:
            return _COUNT + n
    return -1


@kernel
def answer_place(tables: Any, board: Any, notes: Any, mask: Any, prompt: int) -> int:
    """The action that carries mobilizing on; -1 none."""
    if prompt == Prompt.PLACE:
        for u in (9, 11, 7, 8, 10, 6, 4, 5, 2, 1, 0, 3, 12):
            if mask[_UNIT + u]:
                return _UNIT + u
        return _DONE
    if prompt == Prompt.PLACE_COUNT:
        return last_count(mask)
    best = -1
    value = -1e9
    for s in range(tables.n_spaces):
        if mask[_SPACE + s]:
            worth = place_value(tables, board, notes, s)
            if worth > value:
                best, value = s, worth
    return _SPACE + best if best >= 0 else -1


@kernel
def place_value(tables: Any, board: Any, notes: Any, s: int) -> float:
    """How good a place for new units is: endangered land first, else near a front or own ships."""
    if board.unit == _COMPLEX:
        return site_value(tables, notes, s) + 0.1 * tables.ipc[s]
    if tables.is_sea[s]:
        if s == notes.muster:
            return 1000.0
        own = board.army[s, board.turn]
        value = 3.0 * own[_TRANSPORT] + 1.0 * (own[7] + own[8] + own[9] + own[10])
        return float(value + 0.5 * notes.call[s] + 0.1 * notes.lure[s] - 0.05 * notes.threat[s])
    value = notes.pull[s]
    if notes.threat[s] > 0.7 * notes.guard[s]:
        value += notes.worth[s]
    return float(value)
