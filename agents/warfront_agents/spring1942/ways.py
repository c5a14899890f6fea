"""What holding a space is worth, and the fields that draw troops to fronts and ships to coasts."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.state import Phase
from warfront_agents.spring1942.notes import is_foe, is_friend_land

_TRANSPORT = 11
_PURCHASE = int(Phase.PURCHASE)


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
def is_in_danger(tables: Any, board: Any, notes: Any, s: int) -> bool:
    """Whether land of the own side may fall: what an own complex can bring out guards it too."""
    if notes.threat[s] <= notes.guard[s]:
        return False
    if notes.wary == 0.0 or board.owner[s] != board.turn or board.complex[s] != 1:
        return True
    fresh = board.purchased[0] + board.purchased[1] + board.purchased[2]
    if board.phase == _PURCHASE:
        fresh += board.ipcs[board.turn] // tables.cost[0]
    fresh = min(fresh, max(0, int(tables.ipc[s]) - int(board.damage[s])))
    hits, fire = notes.guard_hits[s] + fresh, notes.guard_fire[s] + fresh / 3.0
    return bool(notes.threat[s] > hits * fire)


@kernel
def is_crowded(tables: Any, board: Any, notes: Any, s: int) -> bool:
    """Whether far more own troops than its guard's stand next to enemy land."""
    near = 0
    for k in range(tables.degree[s]):
        land = int(tables.neighbour[s, k])
        if not tables.is_sea[land]:
            row = board.army[land, board.turn]
            near += int(row[0]) + row[1] + row[2]
    return bool(near > notes.herd * (notes.guard_hits[s] + 2.0))


@kernel
def reckon_pull(tables: Any, board: Any, notes: Any) -> None:
    """Fill pull [s] on land: enemy land draws, own land in danger draws more."""
    for s in range(tables.n_land):
        if not is_friend_land(tables, board, s):
            notes.pull[s] = notes.worth[s] + 4.0
            if is_crowded(tables, board, notes, s):
                notes.pull[s] *= 0.4
        elif notes.worth[s] >= notes.alarm_worth and is_in_danger(tables, board, notes, s):
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
    if notes.stage >= 0:
        lure = notes.campaign_lure * notes.worth[notes.goal]
        notes.lure[notes.stage] = max(notes.lure[notes.stage], lure)
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
