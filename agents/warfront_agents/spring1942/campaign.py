"""A campaign: the landing on a victory city overseas that a power prepares, and from where.

Where the land war is won, games are decided by cities that no army can march to. A campaign names
one of them and the zone in which ships, troops and aircraft gather until the odds are good.
"""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import SLOTS
from warfront.spring1942.state import Hold
from warfront_agents.spring1942.notes import (
    is_friend_land,
    spread_pull,
    win_chance,
    zone_risk,
)

_OWNER, _AT = int(Hold.OWNER), int(Hold.SPACE)
_MOST = 20  # ships that a landing waits for at the most
_MORE = 3  # ships beyond those needed, where more troops are ready
_SURE = 0.95
_LEAST = 6.0  # supply without which nothing is begun


@kernel
def is_near(tables: Any, board: Any, z: int, goal: int) -> bool:
    """Whether ships in a zone reach a coast within a turn: two zones at most, none hostile."""
    if tables.dist[z, goal] > 3 or board.enemy[z] & 1:
        return False
    if tables.dist[z, goal] == 1:
        return True
    for k in range(tables.degree[z]):
        to = int(tables.neighbour[z, k])
        if not tables.is_sea[to] or board.enemy[to] & 1 or tables.canal[z, k] >= 0:
            continue
        if tables.dist[to, goal] == 1:
            return True
        for j in range(tables.degree[to]):
            on = int(tables.neighbour[to, j])
            if tables.is_sea[on] and tables.dist[on, goal] == 1 and tables.canal[to, j] < 0:
                if not board.enemy[on] & 1:
                    return True
    return False


@kernel
def is_yard(board: Any, s: int) -> bool:
    """Whether the active power can bring out units in a territory this turn."""
    me = board.turn
    return bool(board.owner[s] == me and board.owner_at_start[s] == me and board.complex[s] == 1)


@kernel
def count_troops(tables: Any, board: Any, s: int) -> float:
    """Own units on land that could join a landing; allied land only."""
    if tables.is_sea[s] or not is_friend_land(tables, board, s):
        return 0.0
    row = board.army[s, board.turn]
    return float(row[0]) + row[1] + row[2] + row[4]


@kernel
def supply_at(tables: Any, board: Any, notes: Any, z: int, use: float) -> float:
    """What can gather next to a zone: troops there and next door, and what is brought out.

    Coasts that feel a pull of more than `use` give nothing: a war on land needs their troops.
    """
    supply = 0.0
    yards = 0
    for k in range(tables.degree[z]):
        land = int(tables.neighbour[z, k])
        if tables.is_sea[land] or not is_friend_land(tables, board, land):
            continue
        if notes.pull[land] > use:
            continue
        supply += count_troops(tables, board, land)
        if is_yard(board, land):
            supply += 1.5 * tables.ipc[land]
            yards += 1
        for j in range(tables.degree[land]):
            supply += 0.4 * count_troops(tables, board, int(tables.neighbour[land, j]))
    return supply if yards > 0 else 0.5 * supply


@kernel
def count_ships_needed(tables: Any, board: Any, notes: Any, goal: int) -> int:
    """Transports whose troops, with the aircraft at hand, should take a city."""
    hits = fire = 0.0
    for s in range(tables.n_spaces):
        row = board.army[s, board.turn]
        if tables.dist[s, goal] <= 2:
            hits += row[4]
            fire += row[4] / 2.0
        if tables.dist[s, goal] <= 3:
            hits += row[5]
            fire += row[5] / 1.5
    for n in range(2, _MOST):
        chance = win_chance(
            hits + 2 * n, fire + n / 1.5, notes.guard_hits[goal], notes.guard_fire[goal]
        )
        if chance >= _SURE:
            return n
    return _MOST


@kernel
def is_late(board: Any, notes: Any) -> bool:
    """Whether campaigns are due: the war drags on."""
    return bool(board.game_round >= notes.campaign_round)


@kernel
def lift_coast(tables: Any, board: Any, notes: Any) -> None:
    """Draw troops to the coast where the campaign gathers."""
    pull = notes.campaign_pull * notes.worth[notes.goal]
    for k in range(tables.degree[notes.muster]):
        land = int(tables.neighbour[notes.muster, k])
        if not tables.is_sea[land] and is_friend_land(tables, board, land):
            notes.pull[land] = max(notes.pull[land], pull)
    spread_pull(tables, board, notes, notes.keep, True)


@kernel
def reckon_campaign(tables: Any, board: Any, notes: Any) -> None:
    """Fill `goal` and `muster`, -1 none, and `ships`: how many transports the landing takes."""
    notes.goal = -1
    notes.muster = -1
    notes.ships = 0
    notes.ready = 0.0
    if not is_late(board, notes):
        return
    top = 0.0
    for goal in range(tables.n_land):
        if tables.victory_city[goal] == 0 or is_friend_land(tables, board, goal):
            continue
        use = max(notes.overseas_pull, notes.campaign_use * notes.worth[goal])
        for z in range(tables.n_land, tables.n_spaces):
            if not is_near(tables, board, z, goal):
                continue
            supply = supply_at(tables, board, notes, z, use)
            if supply < _LEAST:
                continue
            value = notes.worth[goal] * supply / (supply + 2.5 * notes.guard_hits[goal] + 3.0)
            value *= 1.0 - 0.5 * zone_risk(notes, z)
            if value > top:
                top = value
                notes.goal, notes.muster = goal, z
    if notes.goal >= 0:
        ready = supply_at(tables, board, notes, int(notes.muster), 1e9)
        needed = count_ships_needed(tables, board, notes, int(notes.goal))
        notes.ships = needed
        if notes.threat[notes.muster] <= notes.guard[notes.muster]:
            notes.ships = max(needed, min(needed + _MORE, int(ready / 5.0)))
        notes.ready = ready
        lift_coast(tables, board, notes)


@kernel
def count_ships_near(tables: Any, board: Any, notes: Any) -> int:
    """Own transports that could land on the goal next turn, or gather soon."""
    n = 0
    for slot in range(SLOTS):
        row = board.transports[slot]
        if row[_OWNER] < 0:
            break
        if row[_OWNER] == board.turn and tables.dist[row[_AT], notes.muster] <= 4:
            n += 1
    return n


@kernel
def is_base(tables: Any, notes: Any, s: int) -> bool:
    """Whether a space is the campaign's zone or borders on it."""
    return bool(notes.muster >= 0 and tables.dist[s, notes.muster] <= 1)
