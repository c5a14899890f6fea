"""What the enemy could attack with next turn, space by space.

Axes: p power, s space, u unit.
"""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import SLOTS
from warfront.spring1942.state import Hold
from warfront_agents.spring1942.notes import is_foe, is_friend_land

_OWNER, _AT, _CARGO = int(Hold.OWNER), int(Hold.SPACE), int(Hold.CARGO)
_TRANSPORT = 11


@kernel
def add_threat(notes: Any, p: int, s: int, troops: float, hits: float, fire: float) -> None:
    """An enemy power can bring these units to a space."""
    notes.troops[p, s] += troops
    notes.hits[p, s] += hits
    notes.fire[p, s] += fire


@kernel
def march_threat(tables: Any, board: Any, notes: Any, p: int, e: int) -> None:
    """Land units of an enemy power in e: all reach next door, tanks one further."""
    row = board.army[e, p]
    foot, guns, tanks = row[0], row[1], row[2]
    if foot + guns + tanks == 0:
        return
    fire = (foot + min(foot, guns) + 2.0 * guns + 3.0 * tanks) / 6.0
    for k in range(tables.degree[e]):
        s = int(tables.neighbour[e, k])
        if tables.is_sea[s]:
            continue
        add_threat(notes, p, s, foot + guns + tanks, foot + guns + tanks, fire)
        notes.seen[s] = e + 1
    if tanks == 0:
        return
    notes.seen[e] = e + 1
    for k in range(tables.degree[e]):
        middle = int(tables.neighbour[e, k])
        if tables.is_sea[middle] or is_friend_land(tables, board, middle):
            continue
        for j in range(tables.degree[middle]):
            s = int(tables.neighbour[middle, j])
            if not tables.is_sea[s] and notes.seen[s] != e + 1:
                notes.seen[s] = e + 1
                add_threat(notes, p, s, tanks, tanks, tanks / 2.0)


@kernel
def air_threat(tables: Any, board: Any, notes: Any, p: int, e: int) -> None:
    """Aircraft of an enemy power in e strike where they can still fly home from."""
    fighters, bombers = board.army[e, p, 4], board.army[e, p, 5]
    if fighters + bombers == 0:
        return
    for s in range(tables.n_spaces):
        away = tables.dist[e, s]
        if fighters > 0 and away <= (notes.landing_reach if tables.is_sea[e] else 2.0):
            add_threat(notes, p, s, 0.0, fighters, fighters / 2.0)
        if away <= 3 and bombers > 0:
            add_threat(notes, p, s, 0.0, bombers, bombers / 1.5)


@kernel
def sea_threat(tables: Any, board: Any, notes: Any, p: int, e: int) -> None:
    """Ships of an enemy power in e reach two zones; transports land troops next to those."""
    row = board.army[e, p]
    hits = float(row[6] + row[7] + row[8] + row[9] + 2 * row[10])
    fire = (2.0 * row[6] + 2.0 * row[7] + 3.0 * row[8] + row[9] + 4.0 * row[10]) / 6.0
    boats = row[_TRANSPORT]
    if hits + boats == 0:
        return
    for z in range(tables.n_land, tables.n_spaces):
        if hits > 0 and tables.dist[e, z] <= 2:
            add_threat(notes, p, z, 0.0, hits, fire)
    if boats == 0:
        return
    if notes.landing_reach > 2.0:
        boats = min(float(boats), 0.5 * count_boarders(tables, board, p, e))
    for s in range(tables.n_land):
        if tables.dist[e, s] <= notes.landing_reach:
            add_threat(notes, p, s, 1.2 * boats, 1.4 * boats, 0.5 * boats)


@kernel
def count_boarders(tables: Any, board: Any, p: int, z: int) -> float:
    """Troops of an enemy power aboard in a zone, or on land next to it: they could land."""
    n = 0
    for slot in range(SLOTS):
        row = board.transports[slot]
        if row[_OWNER] < 0:
            break
        if row[_OWNER] == p and row[_AT] == z:
            n += (row[_CARGO] >= 0) + (row[_CARGO + 1] >= 0)
    for k in range(tables.degree[z]):
        land = int(tables.neighbour[z, k])
        if not tables.is_sea[land]:
            row = board.army[land, p]
            n += row[0] + row[1] + row[2]
    return float(n)


@kernel
def reckon_threats(tables: Any, board: Any, notes: Any) -> None:
    """Fill threat [s]: the strength with which one enemy power could attack and stay."""
    notes.hits[:] = 0.0
    notes.fire[:] = 0.0
    notes.troops[:] = 0.0
    notes.seen[:] = 0
    for p in range(tables.n_powers):
        if not is_foe(tables, board, p):
            continue
        for e in range(tables.n_spaces):
            if not tables.is_sea[e]:
                march_threat(tables, board, notes, p, e)
            else:
                sea_threat(tables, board, notes, p, e)
            air_threat(tables, board, notes, p, e)
    fear = min(1.0, max(0.2, 1.0 - 0.1 * (board.game_round - notes.bold_round)))
    for s in range(tables.n_spaces):
        notes.threat[s] = 0.0
        for p in range(tables.n_powers):
            notes.fire[p, s] *= fear
            if notes.troops[p, s] > 0.0 or tables.is_sea[s]:
                notes.threat[s] = max(notes.threat[s], notes.hits[p, s] * notes.fire[p, s])
