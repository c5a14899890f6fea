"""Phases 1 and 5: what to buy and where it goes."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import COUNTS, Act
from warfront.spring1942.mobilize import is_site
from warfront.spring1942.state import Prompt
from warfront_agents.spring1942.campaign import count_ships_near, is_base, is_yard

_SPACE, _UNIT, _COUNT = int(Act.SPACE), int(Act.UNIT), int(Act.COUNT)
_DONE = int(Act.DONE)
_INFANTRY, _ARTILLERY, _TANK, _FIGHTER, _BOMBER = 0, 1, 2, 4, 5
_DESTROYER, _TRANSPORT, _COMPLEX = 7, 11, 12
_KEEP = 99  # buy nothing more


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
    if notes.goal >= 0:
        boats -= count_ships_near(tables, board, notes)
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
def room_at_base(tables: Any, board: Any, notes: Any) -> int:
    """Ships that complexes next to the campaign's zone can still bring out; -1: there is none."""
    room = 0
    yards = 0
    for s in range(tables.n_land):
        if is_base(tables, notes, s) and is_yard(board, s):
            room += max(0, int(tables.ipc[s]) - int(board.damage[s]))
            yards += 1
    if yards == 0:
        return -1
    return max(0, room - int(board.purchased[_TRANSPORT]))


@kernel
def has_yard_near(tables: Any, board: Any, notes: Any) -> bool:
    """Whether new ships soon reach the campaign's zone."""
    for s in range(tables.n_land):
        if tables.dist[s, notes.muster] <= 4 and is_yard(board, s):
            return True
    return False


@kernel
def find_site(tables: Any, board: Any, notes: Any) -> int:
    """The best own land for a new complex whose ships soon reach the campaign's zone, -1 none."""
    best = -1
    for s in range(tables.n_land):
        if is_site(tables, board, s) and is_dock(tables, notes, s):
            if best < 0 or tables.ipc[s] > tables.ipc[best]:
                best = s
    return best


@kernel
def is_dock(tables: Any, notes: Any, s: int) -> bool:
    """Whether ships that come out next to a territory are within a zone of the campaign's."""
    if notes.muster < 0:
        return False
    for k in range(tables.degree[s]):
        z = int(tables.neighbour[s, k])
        if tables.is_sea[z] and tables.dist[z, notes.muster] <= 1:
            return True
    return False


@kernel
def gather_first(
    tables: Any, board: Any, notes: Any, money: int, short: int, at_base: int
) -> tuple[int, int]:
    """In a dangerous zone ships come all at once; till then aircraft gather, so that fewer do."""
    price = int(tables.cost[_TRANSPORT])
    if short <= at_base and board.production[board.turn] + money >= short * price:
        return _KEEP, 0
    if notes.ready > notes.ships + 4 and money >= tables.cost[_FIGHTER]:
        return _FIGHTER, 1
    return -1, 0


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
def plan_campaign_ships(
    tables: Any, board: Any, notes: Any, money: int, room: int
) -> tuple[int, int]:
    """Ships, their escort, or a complex to bring them out where they gather; (-1, 0): no more."""
    short = int(notes.ships) - count_ships_near(tables, board, notes)
    short -= int(board.purchased[_TRANSPORT])
    at_base = room_at_base(tables, board, notes)
    if short <= 0:
        return -1, 0
    if at_base < 0 and not has_yard_near(tables, board, notes):
        site = find_site(tables, board, notes)
        if site >= 0 and board.purchased[_COMPLEX] == 0 and money >= tables.cost[_COMPLEX]:
            return _COMPLEX, 1
        return -1, 0
    if at_base < 0:
        at_base = room
    price = int(tables.cost[_TRANSPORT])
    if notes.threat[notes.muster] > notes.guard[notes.muster]:
        if short * price > money or short > min(at_base, room):
            return gather_first(tables, board, notes, money, short, at_base)
    n = min(min(money // price, room), min(at_base, short))
    return (_TRANSPORT, n) if n > 0 else (-1, 0)


@kernel
def plan_aircraft(tables: Any, money: int) -> tuple[int, int]:
    """Where more troops stand ready than ships can carry, aircraft help; else money is kept."""
    if money >= tables.cost[_FIGHTER]:
        return _FIGHTER, 1
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
    if plan_complex(tables, board, notes, money, room):
        return _COMPLEX, 1
    if notes.goal >= 0:
        u, n = plan_campaign_ships(tables, board, notes, money, room)
        if u == _KEEP:
            return -1, 0
        if u >= 0:
            return u, n
        if notes.ready > 2 * notes.ships + 6:
            return plan_aircraft(tables, money)
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
