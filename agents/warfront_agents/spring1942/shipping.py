"""Phase 1: ships for the troops that wait overseas, their escort, and aircraft where ships lack."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.mobilize import is_site
from warfront_agents.spring1942.campaign import MOST, count_ships_near, is_base, is_yard

_FIGHTER, _BOMBER = 4, 5
_DESTROYER, _TRANSPORT, _COMPLEX = 7, 11, 12
KEEP = 99  # buy nothing more


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
        return plan_aircraft(tables, notes, money)
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
        return KEEP, 0
    if notes.ready > notes.ships + 4 and money >= tables.cost[_BOMBER]:
        return plan_aircraft(tables, notes, money)
    return -1, 0


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
    if notes.threat[notes.muster] > 0.0 and owned(tables, board, _DESTROYER) == 0:
        if money >= tables.cost[_DESTROYER] + price:
            return _DESTROYER, 1  # against lone submarines
    if notes.threat[notes.muster] > notes.guard[notes.muster]:
        if short * price > money or short > min(at_base, room):
            return gather_first(tables, board, notes, money, short, at_base)
    n = min(min(money // price, room), min(at_base, short))
    return (_TRANSPORT, n) if n > 0 else (-1, 0)


@kernel
def stand_empty(tables: Any, board: Any, notes: Any) -> bool:
    """Whether the campaign's ships could carry more troops than are about."""
    if notes.fill == 0.0 or notes.goal < 0:
        return False
    return bool(2 * count_ships_near(tables, board, notes) > notes.ready)


@kernel
def plan_aircraft(tables: Any, notes: Any, money: int) -> tuple[int, int]:
    """Where more troops stand ready than ships can carry, aircraft help; else money is kept."""
    u = _BOMBER if notes.bombers != 0.0 else _FIGHTER
    return (u, 1) if money >= tables.cost[u] else (KEEP, 0)


@kernel
def plan_more_lift(tables: Any, board: Any, notes: Any, money: int, room: int) -> tuple[int, int]:
    """More troops stand ready than the campaign needs: bombers, and with these more ships."""
    ships = count_ships_near(tables, board, notes) + int(board.purchased[_TRANSPORT])
    wanted = min(MOST, int(notes.ready) // 3)
    if owned(tables, board, _BOMBER) >= 8 and ships < wanted and notes.bombers != 0.0:
        at_base = room_at_base(tables, board, notes)
        n = min(room if at_base < 0 else at_base, money // int(tables.cost[_TRANSPORT]))
        if min(n, wanted - ships) > 0:
            return _TRANSPORT, min(n, min(room, wanted - ships))
    return plan_aircraft(tables, notes, money)
