"""Why something may not be done, in one line: what the mask only denies."""

from typing import Any

from warfront.spring1942.pieces import SEA_FIRST
from warfront.spring1942.state import Did, Hold, Phase
from warfront.spring1942.tables import (
    SPENT_FIRST,
    UNIT_DOMAIN,
    UNIT_NAMES,
    Domain,
    Unit,
)
from warfront.spring1942.walk import Walk

WARSHIPS = (Unit.DESTROYER, Unit.CRUISER, Unit.CARRIER, Unit.BATTLESHIP)


def is_friend(walk: Walk, power: int) -> bool:
    """Whether a power is of the side whose turn it is."""
    return power >= 0 and bool(walk.tables.side[power] == walk.tables.side[walk.me])


def is_friendly(walk: Walk, s: int) -> bool:
    """Whether land is held by the side whose turn it is."""
    return is_friend(walk, int(walk.record.owner[s]))


def has_enemy(walk: Walk, s: int, units: tuple[int, ...]) -> bool:
    """Whether the enemy has some of these kinds in a space."""
    return any(
        walk.record.army[s, p, u] > 0
        for p in range(int(walk.tables.n_powers))
        if not is_friend(walk, p)
        for u in units
    )


def count_left(walk: Walk, s: int, u: int, left: int) -> int:
    """The own units of a kind in a space with just that much movement left."""
    record, tables = walk.record, walk.tables
    move = int(tables.move[u])
    first = SPENT_FIRST[int(tables.is_sea[s])][u]
    spent = [int(record.spent[s, first + i]) if first >= 0 else 0 for i in range(move)]
    if left == move:
        return int(record.army[s, walk.me, u]) - sum(spent)
    return spent[left] if 0 <= left < move else 0


def why_no_unit(walk: Walk, s: int, u: int, n: int) -> str:
    """Too few of a kind in a space, or all of them spent; "" where there are enough."""
    there = int(walk.record.army[s, walk.me, u])
    where, unit = walk.names.spaces[s], UNIT_NAMES[u]
    power = walk.names.powers[walk.me]
    if there < n:
        return f"{power} has {there} {unit} in {where}, not {n}"
    fresh = sum(count_left(walk, s, u, left) for left in range(1, int(walk.tables.move[u]) + 1))
    if fresh < n:
        return f"{there - fresh} of {there} {unit} in {where} have no movement left (CM3, NCM1)"
    raiding = u == Unit.BOMBER and int(walk.record.phase) == Phase.COMBAT_MOVE
    if raiding and fresh - int(walk.record.raid[s].sum()) < n:
        return f"the bombers over {where} are announced to raid it (CM27)"
    return ""


def why_not_adjacent(walk: Walk, a: int, b: int) -> str:
    """Two spaces that do not lie side by side; "" if they do."""
    if b in walk.tables.neighbour[a, : walk.tables.degree[a]]:
        return ""
    return f"{walk.names.spaces[a]} and {walk.names.spaces[b]} are not adjacent"


def why_no_step(walk: Walk, u: int, a: int, b: int) -> str:
    """Why a land unit or ship may not take one step."""
    to, unit = walk.names.spaces[b], UNIT_NAMES[u]
    combat = int(walk.record.phase) == Phase.COMBAT_MOVE
    if UNIT_DOMAIN[u] == Domain.LAND:
        if walk.tables.is_sea[b]:
            return f"{unit} cannot go to sea without a transport: load it"
        if combat and u == Unit.AA_GUN:
            return "AA guns move in phase 4 only (CM13)"
        if not combat and not is_friendly(walk, b):
            return f"{to} is hostile: phase 4 starts no battle and captures nothing (NCM4)"
        where = walk.names.spaces[a]
        if combat and not is_friendly(walk, b):
            return f"{unit} in {where} is beside enemies and goes no deeper into their land (CM5)"
        return f"{unit} cannot go from {where} to {to}"
    if not walk.tables.is_sea[b]:
        return f"{unit} cannot go on land"
    k = walk.tables.neighbour[a, : walk.tables.degree[a]].tolist().index(b)
    canal = int(walk.tables.canal[a, k])
    if canal >= 0 and not _is_open(walk, canal):
        return f"the canal from {walk.names.spaces[a]} to {to} was shut when the turn began (CM12)"
    if not combat and u != Unit.SUBMARINE and has_enemy(walk, b, WARSHIPS):
        return f"{to} is hostile: ships do not enter it in phase 4 (NCM16)"
    return f"a fighter would be left without a landing place if {unit} sailed to {to} (CM15, NCM14)"


def _is_open(walk: Walk, canal: int) -> bool:
    record = walk.record
    lands = [int(land) for land in walk.tables.canal_land[canal] if land >= 0]
    return all(
        is_friend(walk, int(record.owner[s])) and is_friend(walk, int(record.owner_at_start[s]))
        for s in lands
    )


def why_no_flight(walk: Walk, u: int, a: int, b: int) -> str:
    """Why an aircraft may not fly to a space."""
    to, unit = walk.names.spaces[b], UNIT_NAMES[u]
    steps = int(walk.tables.dist[a, b])
    most = max(
        (left for left in range(int(walk.tables.move[u]) + 1) if count_left(walk, a, u, left)),
        default=0,
    )
    if steps > most:
        return f"{to} is {steps} away from {walk.names.spaces[a]}, the {unit} has {most} left (CM2)"
    if int(walk.record.phase) == Phase.NONCOMBAT and not walk.tables.is_sea[b]:
        if not is_friendly(walk, b):
            return f"{to} is hostile: no aircraft lands there (NCM8)"
        if not is_friend(walk, int(walk.record.owner_at_start[b])):
            return f"{to} was hostile when the turn began: no aircraft lands there (NCM8, NCM9)"
    return f"the {unit} could reach no landing place from {to} (CM15, NCM14)"


def why_no_load(walk: Walk, land: int, zone: int, u: int, owner: int) -> str:
    """Why a unit may not go aboard."""
    names, record = walk.names, walk.record
    rows = [row for _, row in walk.rows(zone) if row[Hold.OWNER] == owner]
    ship = f"transport of {names.powers[owner]} in {names.spaces[zone]}"
    if not rows:
        return f"there is no {ship}"
    fault = why_not_adjacent(walk, land, zone) or why_no_unit(walk, land, u, 1)
    if fault:
        return fault
    if u == Unit.AA_GUN and int(record.phase) == Phase.COMBAT_MOVE:
        return "AA guns go aboard in phase 4 only (CM13)"
    if count_left(walk, land, u, int(walk.tables.move[u])) == 0:
        where = f"{UNIT_NAMES[u]} in {names.spaces[land]}"
        return f"{where} has moved: going aboard takes its whole move (CM20)"
    if has_enemy(walk, zone, WARSHIPS):
        return f"{names.spaces[zone]} is hostile: nothing is loaded there (CM21)"
    if all(row[Hold.DID] & Did.BARRED for row in rows):
        return f"the {ship} loaded, moved, unloaded or fought before phase 4 (NCM19)"
    if all(row[Hold.DID] & Did.UNLOADED for row in rows):
        return f"the {ship} has unloaded this turn (CM22)"
    if not is_friendly(walk, land):
        return f"{names.spaces[land]} is hostile"
    return f"the {ship} has no room for {UNIT_NAMES[u]}: one land unit and one infantry (CM19)"


def why_no_unload(walk: Walk, zone: int, land: int, u: int) -> str:
    """Why cargo may not go ashore."""
    names, record = walk.names, walk.record
    unit, place = UNIT_NAMES[u], names.spaces[land]
    fault = why_not_adjacent(walk, zone, land)
    if fault:
        return fault
    rows = [
        (row, k)
        for _, row in walk.rows(zone)
        for k in range(2)
        if row[Hold.CARGO + k] == u and row[Hold.WHOSE + k] == walk.me
    ]
    if not rows:
        return f"no {unit} of {names.powers[walk.me]} is aboard in {names.spaces[zone]}"
    if all(row[Hold.OWNER] != walk.me and row[Hold.FRESH + k] for row, k in rows):
        owner = names.powers[int(rows[0][0][Hold.OWNER])]
        boarded = f"{unit} boarded an allied transport ({owner}'s) this turn"
        return f"{boarded}: it leaves it next turn (MN12)"
    if all(row[Hold.GOING + k] for row, k in rows):
        return f"{unit} in {names.spaces[zone]} is announced to land already (CM25)"
    if all(row[Hold.DID] & Did.BARRED for row, _ in rows):
        return "the transport loaded, moved, unloaded or fought before phase 4 (NCM19)"
    if all(row[Hold.TARGET] not in (-1, land) for row, _ in rows):
        target = names.spaces[int(rows[0][0][Hold.TARGET])]
        return f"the transport unloads in {target} this turn and nowhere else (CM22)"
    if int(record.phase) == Phase.COMBAT_MOVE:
        if is_friendly(walk, land):
            return f"{place} is friendly: phase 2 unloads only to assault hostile land (CM24)"
        if u == Unit.AA_GUN:
            return "an AA gun is not landed in phase 2, in an assault neither (CM13)"
        return f"a submarine in {names.spaces[zone]} stops transports without escort (O5)"
    if not is_friendly(walk, land):
        return f"{place} is hostile: phase 4 lands on friendly coasts only (NCM19)"
    return f"{names.spaces[zone]} is hostile: nothing is unloaded there in phase 4 (NCM19)"


def why_no_place(walk: Walk, u: int, s: int, n: int) -> str:
    """Why new units may not stand in a space."""
    record, tables, names = walk.record, walk.tables, walk.names
    unit, place, power = UNIT_NAMES[u], names.spaces[s], names.powers[walk.me]
    bought = int(record.purchased[u])
    if bought < n:
        return f"{power} has bought {bought} {unit}, not {n}"
    if u == Unit.COMPLEX:
        return _why_no_complex(walk, s, n)
    sea = bool(tables.is_sea[s])
    if sea and UNIT_DOMAIN[u] == Domain.LAND or sea and u == Unit.BOMBER:
        return f"{unit} is placed on land, not in {place} (M1)"
    if not sea and u >= SEA_FIRST + 2:
        return f"{unit} is placed at sea, not in {place} (M2)"
    near = [int(b) for b in tables.neighbour[s, : tables.degree[s]]] if sea else [s]
    works = [b for b in near if not tables.is_sea[b] and _is_own_works(record, walk.me, b)]
    if not works:
        where = f"next to {place}" if sea else f"in {place}"
        return f"{power} has no complex {where} that it held since the turn began (M1, M2)"
    left = [int(tables.ipc[b]) - int(record.damage[b]) - int(record.produced[b]) for b in works]
    if sum(max(0, free) for free in left) < n:
        return (
            f"the complex for {place} can still bring forth {max(0, *left, 0)} units, not {n} (M3)"
        )
    if u == Unit.FIGHTER and sea:
        return f"no carrier in {place} has room for a fighter (M5)"
    return "a fighter waits for a carrier that must be placed first (NCM11)"


def _is_own_works(record: Any, me: int, s: int) -> bool:
    return bool(record.complex[s] == 1 and record.owner[s] == me and record.owner_at_start[s] == me)


def _why_no_complex(walk: Walk, s: int, n: int) -> str:
    record, place = walk.record, walk.names.spaces[s]
    if walk.tables.is_sea[s]:
        return "an industrial complex is placed on land (M4)"
    if record.complex[s]:
        return f"{place} has a complex already: one to a territory (M4)"
    if record.owner[s] != walk.me or record.owner_at_start[s] != walk.me:
        return f"{walk.names.powers[walk.me]} did not hold {place} since the turn began (M4)"
    if n > 1:
        return f"{n} complexes cannot stand in {place}: one to a territory (M4)"
    return f"{place} is worth too little for a complex (M4)"
