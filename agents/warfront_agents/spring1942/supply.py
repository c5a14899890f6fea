"""Phases 1 and 5: what to buy and where it goes."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import COUNTS, Act
from warfront.spring1942.state import Prompt

_SPACE, _UNIT, _COUNT = int(Act.SPACE), int(Act.UNIT), int(Act.COUNT)
_DONE = int(Act.DONE)
_INFANTRY, _ARTILLERY, _TANK, _FIGHTER, _BOMBER = 0, 1, 2, 4, 5
_DESTROYER, _TRANSPORT = 7, 11
_KEEP = 99  # buy nothing more


@kernel
def room_for_units(tables: Any, board: Any) -> int:
    """Units that own complexes can still bring out this turn."""
    me = int(board.turn)
    room = 0
    for s in range(tables.n_land):
        if board.owner[s] == me and board.owner_at_start[s] == me and board.complex[s] == 1:
            room += max(0, int(tables.ipc[s]) - int(board.damage[s]))
    for u in range(12):
        room -= int(board.purchased[u])
    return room


@kernel
def owned(tables: Any, board: Any, u: int) -> int:
    """Own units of a kind on the board and bought."""
    n = int(board.purchased[u])
    for s in range(tables.n_spaces):
        n += int(board.army[s, board.turn, u])
    return n


@kernel
def is_overseas(tables: Any, board: Any, notes: Any) -> bool:
    """Whether the fronts are so far from the capital that troops need ships."""
    home = int(tables.capital[board.turn])
    return bool(notes.idle[home] > 0 or notes.pull[home] < notes.overseas_pull)


@kernel
def count_waiting(tables: Any, notes: Any) -> int:
    """Own troops that wait for ships."""
    n = 0
    for s in range(tables.n_land):
        n += max(0, int(notes.idle[s]) - 1)
    return n


@kernel
def is_short(tables: Any, board: Any, notes: Any) -> bool:
    """Whether a threatened capital of ours is too weak."""
    home = int(tables.capital[board.turn])
    return bool(notes.threat[home] > 0.8 * notes.guard[home])


@kernel
def plan_ships(tables: Any, board: Any, notes: Any, money: int, room: int) -> tuple[int, int]:
    """Transports for the troops that wait, an escort now and then; (-1, 0): no more ships.

    Where far more troops wait than ships can carry, money goes to aircraft or is kept.
    """
    boats = owned(tables, board, _TRANSPORT)
    waiting = count_waiting(tables, notes)
    cost = int(tables.cost[_TRANSPORT])
    if boats < notes.most_boats and (boats < 2 or waiting > 2 * boats + 3):
        n = min(min(money // cost, room), min(4, max(1, (waiting - 2 * boats) // 2)))
        if n > 0 and board.purchased[_TRANSPORT] < 5:
            return _TRANSPORT, n
    escorts = owned(tables, board, _DESTROYER)
    if 3 * escorts < boats and board.purchased[_DESTROYER] == 0 and money >= 20:
        return _DESTROYER, 1
    if waiting > 2 * boats + 8:
        if money >= tables.cost[_FIGHTER]:
            return _FIGHTER, 1
        return _KEEP, 0
    return -1, 0


@kernel
def plan_purchase(tables: Any, board: Any, notes: Any) -> tuple[int, int]:
    """What to buy next and how many; (-1, 0) when enough is bought."""
    money = int(board.ipcs[board.turn])
    room = room_for_units(tables, board)
    if room <= 0 or money < 3:
        return -1, 0
    if is_short(tables, board, notes):
        return _INFANTRY, min(money // int(tables.cost[_INFANTRY]), min(room, COUNTS))
    if notes.at_sea != 0.0 and is_overseas(tables, board, notes):
        u, n = plan_ships(tables, board, notes, money, room)
        if u == _KEEP:
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
    if tables.is_sea[s]:
        own = board.army[s, board.turn]
        value = 3.0 * own[_TRANSPORT] + 1.0 * (own[7] + own[8] + own[9] + own[10])
        return float(value + 0.5 * notes.call[s] + 0.1 * notes.lure[s] - 0.05 * notes.threat[s])
    value = notes.pull[s]
    if notes.threat[s] > 0.7 * notes.guard[s]:
        value += notes.worth[s]
    return float(value)
