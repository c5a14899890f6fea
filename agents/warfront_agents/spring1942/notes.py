"""What a player reckons before it decides: threats, guards, worth, ways to the front.

Axes: p power, s space, u unit.
"""

from typing import Any

import numpy as np

from warfront.compiled import kernel
from warfront.spring1942.actions import SLOTS
from warfront.spring1942.state import Hold
from warfront.spring1942.tables import POWERS, SPACES, UNITS

_OWNER, _AT, _CARGO = int(Hold.OWNER), int(Hold.SPACE), int(Hold.CARGO)
_TRANSPORT = 11

# How a player weighs things; a player's own temper changes some of these.
TEMPER = {
    "per_ipc": 2.5,  # worth of a territory for each IPC of its income
    "per_city": 18.0,  # and of a victory city
    "per_capital": 25.0,
    "per_complex": 6.0,
    "decisive": 0.0,  # of the enemy's city that would win the game; half of it with another
    "keep": 0.72,  # share of a pull that is felt one territory further on
    "keep_at_sea": 0.8,
    "alarm": 1.6,  # pull of own land in danger, for its worth
    "alarm_worth": 15.0,  # least worth that raises an alarm
    "coast": 0.8,  # lure of enemy coasts, for their worth
    "sure": 0.93,  # chance at which an attack needs no more units
    "margin": 1.7,  # and so much strength for the guard's
    "guarded_worth": 12.0,  # least worth of land that keeps a guard
    "guard_share": 0.9,  # strength kept there for the threat's
    "risk_units": 0.3,  # what a counter-attack is reckoned to cost, for the units exposed
    "risk_land": 0.2,  # and for the land won
    "patience": 25.0,  # rounds in which the fear of counter-attacks fades
    "wary": 1.0,  # 0: counter-attacks are not feared and no guards are kept
    "at_sea": 1.0,  # 0: no transports, no escorts
    "advance": 1.15,  # a front moves up only to so much more pull
    "unsafe": 1.2,  # a front gives way to a threat of so much more strength
    "idle_pull": 3.0,  # troops that feel less pull than this wait for ships
    "most_boats": 8.0,  # transports that a power buys for itself at the most
    "overseas_pull": 8.0,  # a power whose capital feels less buys ships
    "press": 0.0,  # gain above which a battle is fought on
    "bare_coast": 1.0,  # lure of coasts where idle troops find no ships, for the others'
    "bold_round": 99.0,  # from here on threats are taken less and less seriously: time runs out
    "raid_gain": 99.0,  # IPCs above which a bomber raids
    "rich_price": 0.0,  # IPCs a unit that complexes can bring out, above which a new one is bought
    "landing_reach": 2.0,  # how far from enemy transports coasts are in danger
    "campaign_round": 99.0,  # and the round
    "campaign_pull": 0.5,  # pull of a campaign's coast, for its city's worth
    "campaign_use": 0.22,  # a land war's pull, for the city's worth, that keeps troops from it
    "campaign_lure": 1.2,  # and of its zone
}

NOTES = np.dtype(
    [
        ("hits", np.float64, (POWERS, SPACES)),  # units an enemy power can bring here next turn
        ("fire", np.float64, (POWERS, SPACES)),  # hits a round that they would score
        ("troops", np.float64, (POWERS, SPACES)),  # land units among them: only they can stay
        ("threat", np.float64, (SPACES,)),  # strength of the strongest such enemy
        ("guard", np.float64, (SPACES,)),  # strength of the own side's defence
        ("guard_hits", np.float64, (SPACES,)),
        ("guard_fire", np.float64, (SPACES,)),
        ("worth", np.float64, (SPACES,)),  # of holding a territory
        ("pull", np.float64, (SPACES,)),  # land: what there is to fight for this way
        ("lure", np.float64, (SPACES,)),  # sea: what there is to land for this way
        ("call", np.float64, (SPACES,)),  # sea: troops that wait for ships this way
        ("idle", np.int32, (SPACES,)),  # own troops on land from which no way leads to a front
        ("caution", np.float64),  # what is left of the fear of counter-attacks
        ("goal", np.int32),  # the victory city of the campaign, -1; see campaign.py
        ("muster", np.int32),  # the zone where it gathers, -1
        ("ships", np.int32),  # transports that it takes
        ("ready", np.float64),  # troops that are about its coast
        ("seen", np.int32, (SPACES,)),  # scratch
        ("used", np.int32, (SPACES, UNITS)),  # scratch: troops already counted for a landing
        ("force", np.float64, (UNITS,)),  # scratch: the attack that is being put together
        ("order", np.int32, (6,)),  # scratch: the first move of that attack
        ("best", np.int32, (6,)),  # the order decided on, see orders.py
        *((name, np.float64) for name in TEMPER),
    ],
    align=True,
)


@kernel
def is_foe(tables: Any, board: Any, p: int) -> bool:
    """Whether a power is of the other side than the active one."""
    return tables.side[p] != tables.side[board.turn]


@kernel
def is_friend_land(tables: Any, board: Any, s: int) -> bool:
    """Whether land is held by the active power's side."""
    return board.owner[s] >= 0 and tables.side[board.owner[s]] == tables.side[board.turn]


@kernel
def decisive_worth(tables: Any, board: Any, notes: Any, s: int) -> float:
    """What an enemy's victory city is worth more when it, or it and another, would win the game."""
    side = tables.side[board.turn]
    short = int(tables.victory[side]) - int(board.cities[side])
    if is_friend_land(tables, board, s) or short < 1 or short > 2:
        return 0.0
    return float(notes.decisive / short)


@kernel
def worth_of(tables: Any, board: Any, notes: Any, s: int) -> float:
    """What holding a territory is worth, in IPCs."""
    worth = 1.0 + notes.per_ipc * tables.ipc[s]
    if tables.victory_city[s]:
        worth += notes.per_city + decisive_worth(tables, board, notes, s)
    if tables.capital_power[s] >= 0:
        worth += notes.per_capital
    if board.complex[s] > 0:
        worth += notes.per_complex
    return worth


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


@kernel
def reckon_guards(tables: Any, board: Any, notes: Any) -> None:
    """Fill the own side's defence of every space, or of enemy land the enemy's."""
    for s in range(tables.n_spaces):
        own = tables.is_sea[s] != 0 or is_friend_land(tables, board, s)
        hits = fire = 0.0
        for p in range(tables.n_powers):
            if is_foe(tables, board, p) == own:
                continue
            for u in range(_TRANSPORT):
                n = board.army[s, p, u]
                if n > 0 and u != 3:
                    hits += n * tables.hits[u]
                    fire += int(n) * tables.defence[u] / 6.0
        notes.guard_hits[s] = hits
        notes.guard_fire[s] = fire
        notes.guard[s] = hits * fire
        notes.worth[s] = 0.0 if tables.is_sea[s] else worth_of(tables, board, notes, s)


@kernel
def spread_pull(tables: Any, board: Any, notes: Any, keep: float, own: bool) -> None:
    """Let pull reach friendly land from next door, weaker with every step."""
    for _ in range(24):
        changed = False
        for s in range(tables.n_land):
            if not is_friend_land(tables, board, s) or (not own and notes.idle[s] == 0):
                continue
            for k in range(tables.degree[s]):
                to = int(tables.neighbour[s, k])
                if not tables.is_sea[to] and notes.pull[to] * keep > notes.pull[s] + 1e-9:
                    notes.pull[s] = notes.pull[to] * keep
                    changed = True
        if not changed:
            return


@kernel
def reckon_pull(tables: Any, board: Any, notes: Any) -> None:
    """Fill pull [s] on land: enemy land draws, own land in danger draws more."""
    for s in range(tables.n_land):
        if not is_friend_land(tables, board, s):
            notes.pull[s] = notes.worth[s] + 4.0
        elif notes.threat[s] > notes.guard[s] and notes.worth[s] >= notes.alarm_worth:
            notes.pull[s] = notes.alarm * notes.worth[s]
        else:
            notes.pull[s] = 0.0
    spread_pull(tables, board, notes, notes.keep, True)


@kernel
def reckon_lure(tables: Any, board: Any, notes: Any) -> None:
    """Fill lure [z] at sea: coasts worth landing on, weaker with every zone between."""
    for z in range(tables.n_land, tables.n_spaces):
        best = 0.0
        for k in range(tables.degree[z]):
            land = int(tables.neighbour[z, k])
            if tables.is_sea[land]:
                continue
            if is_friend_land(tables, board, land):
                best = max(best, 0.9 * notes.pull[land])
            else:
                best = max(best, notes.worth[land] * notes.coast / (1.0 + 0.02 * notes.guard[land]))
        notes.lure[z] = best
    if notes.muster >= 0:
        lure = notes.campaign_lure * notes.worth[notes.goal]
        notes.lure[notes.muster] = max(notes.lure[notes.muster], lure)
    spread_at_sea(tables, board, notes.lure, notes.keep_at_sea)


@kernel
def spread_at_sea(tables: Any, board: Any, field: Any, keep: float) -> None:
    """Let a field reach further zones, weaker with every step; enemy warships bar the way."""
    for _ in range(12):
        changed = False
        for z in range(tables.n_land, tables.n_spaces):
            if board.enemy[z] & 1:
                continue
            for k in range(tables.degree[z]):
                to = int(tables.neighbour[z, k])
                if tables.is_sea[to] and field[to] * keep > field[z] + 1e-9:
                    field[z] = field[to] * keep
                    changed = True
        if not changed:
            return


@kernel
def has_harbour(tables: Any, board: Any, z: int) -> bool:
    """Whether own transports are in a zone, or an own complex next to it can bring them out."""
    me = int(board.turn)
    if board.army[z, me, _TRANSPORT] > 0:
        return True
    for k in range(tables.degree[z]):
        land = int(tables.neighbour[z, k])
        if board.complex[land] == 1 and board.owner[land] == me:
            return True
    return False


@kernel
def reckon_idle(tables: Any, board: Any, notes: Any) -> None:
    """Fill idle [s] and call [z]: troops from whose land no way leads to a front drift to ships."""
    me = int(board.turn)
    for s in range(tables.n_land):
        notes.idle[s] = 0
        if not is_friend_land(tables, board, s) or notes.pull[s] > notes.idle_pull:
            continue
        row = board.army[s, me]
        notes.idle[s] = 1 + int(row[0]) + row[1] + row[2]
        best = 0.0
        for k in range(tables.degree[s]):
            z = int(tables.neighbour[s, k])
            if tables.is_sea[z]:
                share = 1.0 if has_harbour(tables, board, z) else notes.bare_coast
                best = max(best, share * notes.lure[z])
        notes.pull[s] = 0.01 * best
    spread_pull(tables, board, notes, 0.6, False)
    for z in range(tables.n_land, tables.n_spaces):
        notes.call[z] = 0.0
        for k in range(tables.degree[z]):
            land = int(tables.neighbour[z, k])
            if not tables.is_sea[land]:
                notes.call[z] += max(0, int(notes.idle[land]) - 1)
    if notes.muster >= 0:
        notes.call[notes.muster] += 4.0 * notes.ships
    spread_at_sea(tables, board, notes.call, 0.7)


def new_notes(**temper: float) -> Any:
    """Notes of a player with this temper, [1]; see TEMPER."""
    notes = np.zeros(1, NOTES).view(np.recarray)
    for name, value in (TEMPER | temper).items():
        notes[name] = value
    return notes


@kernel
def win_chance(hits: float, fire: float, foe_hits: float, foe_fire: float) -> float:
    """A quick guess at an attacker's chance from both sides' hits to take and fire."""
    if hits <= 0.0:
        return 0.0
    if foe_hits <= 0.0:
        return 1.0
    if fire <= 0.0:
        return 0.0
    ratio = np.log(hits * fire / max(foe_hits * foe_fire, 0.01))
    return float(1.0 / (1.0 + np.exp(-1.7 * np.sqrt(min(hits, foe_hits)) * ratio)))


@kernel
def share_left(strength: float, foe: float) -> float:
    """The share of the stronger side that is left when the weaker is gone (square law)."""
    if strength <= foe:
        return 0.0
    return float(np.sqrt(1.0 - foe / strength))


@kernel
def zone_risk(notes: Any, z: int) -> float:
    """How much a lone fleet dreads a zone, from 0 to 1."""
    if notes.threat[z] <= 0.0:
        return 0.0
    return float(notes.threat[z] / (notes.threat[z] + 1.5 * notes.guard[z] + 1.0))
