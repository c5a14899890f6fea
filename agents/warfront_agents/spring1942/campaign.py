"""A campaign: the landing on a victory city overseas that a power prepares, and from where.

Where the land war is won, games are decided by cities that no army can march to. A campaign names
one of them and the zone in which ships, troops and aircraft gather until the odds are good.
"""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import SLOTS
from warfront.spring1942.state import Hold
from warfront.spring1942.status import is_canal_open
from warfront_agents.spring1942.notes import (
    is_friend_land,
    win_chance,
    zone_risk,
)
from warfront_agents.spring1942.ways import spread_pull

_OWNER, _AT = int(Hold.OWNER), int(Hold.SPACE)
_CARGO = int(Hold.CARGO)
TURN = 2  # zones that a ship sails in a turn
MOST = 20  # ships that a landing waits for at the most
_MORE = 3  # ships beyond those needed, where more troops are ready
_SURE = 0.95
_FAR = 99
_LATER = 0.85  # of a campaign's value, for every turn more that it takes
_LEAST = 6.0  # supply without which nothing is begun


@kernel
def chart(tables: Any, board: Any, notes: Any, goal: int) -> None:
    """Fill sail [z]: zones to sail from z before a coast is next door, `_FAR` out of reach.

    Where enemy warships stand off that coast one more is counted: they have to be sunk first.
    """
    most = int(notes.campaign_moves)
    notes.sail[:] = _FAR
    for k in range(tables.degree[goal]):
        z = int(tables.neighbour[goal, k])
        if tables.is_sea[z]:
            notes.sail[z] = 1 if board.enemy[z] & 1 else 0
    for moves in range(most):
        for z in range(tables.n_land, tables.n_spaces):
            if notes.sail[z] != moves:
                continue
            for k in range(tables.degree[z]):
                to = int(tables.neighbour[z, k])
                if tables.is_sea[to] and notes.sail[to] > moves + 1 and not board.enemy[to] & 1:
                    if is_canal_open(tables, board, int(tables.canal[z, k])):
                        notes.sail[to] = moves + 1


@kernel
def is_yard(board: Any, s: int) -> bool:
    """Whether the active power can bring out units in a territory this turn."""
    me = board.turn
    return bool(board.owner[s] == me and board.owner_at_start[s] == me and board.complex[s] == 1)


@kernel
def count_troops(tables: Any, board: Any, s: int) -> float:
    """Own land units that could join a landing; on friendly land only."""
    if tables.is_sea[s] or not is_friend_land(tables, board, s):
        return 0.0
    row = board.army[s, board.turn]
    return float(row[0]) + row[1] + row[2]


@kernel
def supply_at(tables: Any, board: Any, notes: Any, z: int) -> float:
    """What can gather next to a zone: troops there and next door, and what is brought out.

    Coasts that feel much pull give nothing: a war on land needs their troops.
    """
    supply = 0.0
    yards = 0
    for k in range(tables.degree[z]):
        land = int(tables.neighbour[z, k])
        if tables.is_sea[land] or not is_friend_land(tables, board, land):
            continue
        if notes.pull[land] > notes.overseas_pull and board.game_round < notes.use_round:
            continue
        supply += count_troops(tables, board, land) + board.army[land, board.turn, 4]
        if is_yard(board, land):
            supply += 1.5 * tables.ipc[land]
            yards += 1
        for j in range(tables.degree[land]):
            supply += 0.4 * count_troops(tables, board, int(tables.neighbour[land, j]))
    return supply if yards > 0 else 0.5 * supply


@kernel
def count_ready(tables: Any, board: Any, notes: Any) -> None:
    """Fill `ready`: troops on the campaign's coast or aboard; `loaded`: its ships with cargo."""
    notes.ready = 0.0
    for k in range(tables.degree[notes.muster]):
        notes.ready += count_troops(tables, board, int(tables.neighbour[notes.muster, k]))
    notes.loaded = 0
    far = max(int(notes.sail[notes.muster]), TURN)
    for slot in range(SLOTS):
        row = board.transports[slot]
        if row[_OWNER] < 0:
            break
        if row[_OWNER] == board.turn and notes.sail[row[_AT]] <= far and row[_CARGO] >= 0:
            notes.loaded += 1
            notes.ready += 1 + (row[_CARGO + 1] >= 0)


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
    for n in range(2, MOST):
        chance = win_chance(
            hits + 2 * n, fire + n / 1.5, notes.guard_hits[goal], notes.guard_fire[goal]
        )
        if chance >= _SURE - 0.5 * (1.0 - notes.thrift):
            return n
    return MOST


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
def campaign_value(notes: Any, goal: int, z: int) -> float:
    """What a campaign against a city from a zone promises."""
    supply = notes.supply[z]
    value = notes.worth[goal] * supply / (supply + 2.5 * notes.guard_hits[goal] + 3.0)
    turns = (int(notes.sail[z]) + TURN - 1) // TURN
    return float(value * (1.0 - 0.5 * zone_risk(notes, z)) * _LATER ** max(0, turns - 1))


@kernel
def choose_campaign(tables: Any, board: Any, notes: Any) -> None:
    """Fill `goal` and `muster`: the city that promises most, and the zone to sail from."""
    for z in range(tables.n_land, tables.n_spaces):
        notes.supply[z] = 0.0 if board.enemy[z] & 1 else supply_at(tables, board, notes, z)
    top = 0.0
    for goal in range(tables.n_land):
        if tables.victory_city[goal] == 0 or is_friend_land(tables, board, goal):
            continue
        chart(tables, board, notes, goal)
        for z in range(tables.n_land, tables.n_spaces):
            if notes.supply[z] < _LEAST or notes.sail[z] > notes.campaign_moves:
                continue
            value = campaign_value(notes, goal, z)
            if value > top:
                top = value
                notes.goal, notes.muster = goal, z


@kernel
def find_stage(tables: Any, board: Any, notes: Any) -> int:
    """The zone to which loaded ships sail from the muster: a turn from the goal, and safe."""
    best = int(notes.muster)
    least = 1e9
    for z in range(tables.n_land, tables.n_spaces):
        away = int(tables.dist[z, notes.muster])
        if notes.sail[z] > TURN or board.enemy[z] & 1:
            continue
        if away + notes.sail[z] <= notes.sail[notes.muster] + 1:
            cost = away + 4.0 * zone_risk(notes, z) - 0.1 * notes.sail[z]
            if cost < least:
                best, least = z, cost
    return best


@kernel
def reckon_campaign(tables: Any, board: Any, notes: Any) -> None:
    """Fill `goal`, `muster` and `stage`, -1 none, and `ships`: transports the landing takes."""
    notes.goal = -1
    notes.muster = -1
    notes.stage = -1
    notes.ships = 0
    notes.ready = 0.0
    notes.loaded = 0
    if not is_late(board, notes):
        return
    choose_campaign(tables, board, notes)
    if notes.goal < 0:
        return
    chart(tables, board, notes, int(notes.goal))
    count_ready(tables, board, notes)
    needed = count_ships_needed(tables, board, notes, int(notes.goal))
    notes.ships = needed
    if notes.threat[notes.muster] <= notes.guard[notes.muster]:
        notes.ships = max(needed, min(needed + _MORE, int(notes.ready / 5.0)))
    notes.stage = notes.muster
    if notes.sail[notes.muster] > TURN and notes.loaded >= 0.8 * notes.ships:
        notes.stage = find_stage(tables, board, notes)
    if notes.ready < notes.crowd * notes.ships + 2.0:
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
