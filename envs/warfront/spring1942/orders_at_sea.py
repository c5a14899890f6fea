"""The transports' orders: sail, load and unload (CM19 to CM26, NCM19, MN11 to MN13)."""

from collections.abc import Callable
from functools import partial
from typing import Any

from warfront.game import IllegalOrder
from warfront.spring1942.actions import Act
from warfront.spring1942.reasons import why_no_load, why_no_step, why_no_unload, why_not_adjacent
from warfront.spring1942.state import Did, Hold, Prompt
from warfront.spring1942.tables import LAND_UNITS, UNIT_NAMES, Unit
from warfront.spring1942.walk import Walk, first_that_goes

Pieces = list[tuple[int, int]]


def _offered(walk: Walk, zone: int, why: Callable[[], str]) -> list[tuple[int, Any]]:
    """Choose the zone, then the transports that can be chosen there."""
    walk.take(Act.SPACE + zone, why)
    return [
        (slot, [int(cell) for cell in row])
        for slot, row in walk.rows(zone)
        if walk.is_legal(Act.TRANSPORT + slot)
    ]


def _aboard(row: Any) -> list[int]:
    return [int(row[Hold.CARGO + k]) for k in range(2) if row[Hold.CARGO + k] >= 0]


def _check_cargo(pieces: Pieces) -> None:
    for _, u in pieces:
        if u >= LAND_UNITS:
            raise IllegalOrder(f"{UNIT_NAMES[u]} does not go aboard: only land units do (CM19)")


def load(walk: Walk, pieces: Pieces, route: list[int], on: int) -> None:
    """CM20, CM21, MN11: units go aboard, the large ones first so that all may fit."""
    land, zone = route[0], route[-1]
    _check_cargo(pieces)
    if len(route) != 2 or not walk.tables.is_sea[zone] or walk.tables.is_sea[land]:
        raise IllegalOrder("a load order goes from a territory to one sea zone: SPACE -> ZONE")
    owner = walk.me if on < 0 else on
    if walk.tables.side[owner] != walk.tables.side[walk.me]:
        raise IllegalOrder(f"{walk.names.powers[owner]} is not an ally (MN11)")
    for u in sorted((u for n, u in pieces for _ in range(n)), reverse=True):
        _load_one(walk, u, land, zone, owner)


def _load_one(walk: Walk, u: int, land: int, zone: int, owner: int) -> None:
    reason = why_no_load(walk, land, zone, u, owner)
    rows = _offered(walk, zone, lambda: reason)
    rows = [(slot, row) for slot, row in rows if row[Hold.OWNER] == owner]
    # fill up what has cargo; keep room for large pieces where it is still needed
    rows.sort(key=lambda item: (-len(_aboard(item[1])), -sum(_aboard(item[1])), item[0]))

    def go(slot: int, trial: Walk) -> None:
        trial.take(Act.TRANSPORT + slot, reason)
        for action in (Act.LOAD, Act.SPACE + land, Act.UNIT + u):
            trial.take(int(action), reason)

    first_that_goes(walk, [partial(go, slot) for slot, _ in rows], reason)


def unload(walk: Walk, pieces: Pieces, route: list[int], on: int) -> None:
    """CM22, CM24, CM25, NCM19, MN13: cargo goes ashore, or is announced to."""
    zone, land = route[0], route[-1]
    _check_cargo(pieces)
    if len(route) != 2 or not walk.tables.is_sea[zone] or walk.tables.is_sea[land]:
        raise IllegalOrder("an unload order goes from one sea zone to a territory: ZONE -> SPACE")
    for u in sorted((u for n, u in pieces for _ in range(n)), reverse=True):
        _unload_one(walk, u, zone, land, on)


def _unload_one(walk: Walk, u: int, zone: int, land: int, on: int) -> None:
    reason = why_no_unload(walk, zone, land, u)
    rows = _offered(walk, zone, lambda: reason)
    if on >= 0:
        rows = [(slot, row) for slot, row in rows if row[Hold.OWNER] == on]
    # a transport that lands there already first, then the own ones
    rows.sort(key=lambda item: (item[1][Hold.TARGET] != land, item[1][Hold.OWNER] != walk.me))

    def go(slot: int, k: int, trial: Walk) -> None:
        trial.take(Act.TRANSPORT + slot, reason)
        trial.take(Act.CARGO + k, reason)
        trial.take(Act.SPACE + land, reason)

    ways = [
        partial(go, slot, k)
        for slot, row in rows
        for k in range(2)
        if row[Hold.CARGO + k] == u and row[Hold.WHOSE + k] == walk.me
    ]
    first_that_goes(walk, ways, reason)


def move_transports(walk: Walk, n: int, route: list[int], cargo: str | None) -> None:
    """CM21, CM26: transports sail zone by zone, those with cargo before empty ones."""
    there = [(s, row) for s, row in walk.rows(route[0]) if row[Hold.OWNER] == walk.me]
    power, where = walk.names.powers[walk.me], walk.names.spaces[route[0]]
    if len(there) < n:
        raise IllegalOrder(f"{power} has {len(there)} transport in {where}, not {n}")
    for _ in range(n):
        first_that_goes(
            walk,
            [partial(_sail, row, route) for row in _candidates(walk, route[0], cargo)],
            f"no transport in {where} has that cargo",
        )


def _candidates(walk: Walk, zone: int, cargo: str | None) -> list[list[int]]:
    """The own transports in a zone that the order may mean, as rows."""
    rows = [[int(c) for c in row] for _, row in walk.rows(zone) if row[Hold.OWNER] == walk.me]
    if cargo is not None:
        wanted = [] if cargo in ("nothing", "no cargo") else cargo.replace(",", " ").split()
        units = sorted(walk.names.unit(word) for word in wanted if not word.isdecimal())
        rows = [row for row in rows if sorted(_aboard(row)) == units]
    fresh = [row[Hold.FRESH] + row[Hold.FRESH + 1] for row in rows]
    keys = [
        (-new, -len(_aboard(row)), -row[Hold.LEFT]) for new, row in zip(fresh, rows, strict=True)
    ]
    order = sorted(range(len(rows)), key=lambda i: keys[i])
    unique: list[list[int]] = []
    for i in order:
        if rows[i] not in unique:
            unique.append(rows[i])
    return unique


def _sail(row: list[int], route: list[int], walk: Walk) -> None:
    """One transport, known by its row, sails a whole way."""
    for a, b in zip(route, route[1:], strict=False):
        reason = _why_no_sail(walk, row, a, b)
        offered = _offered(walk, a, lambda reason=reason: reason)  # type: ignore[misc]
        slots = [slot for slot, other in offered if other == row]
        if not slots:
            raise IllegalOrder(reason)
        walk.take(Act.TRANSPORT + slots[0], reason)
        before = [[int(c) for c in other] for _, other in walk.rows(b)]
        walk.take(Act.SPACE + b, reason)
        after = [[int(c) for c in other] for _, other in walk.rows(b)]
        for other in before:
            after.remove(other)
        row = after[0]
        if walk.prompt != Prompt.MOVE_FROM:
            break


def _why_no_sail(walk: Walk, row: list[int], a: int, b: int) -> str:
    fault = why_not_adjacent(walk, a, b)
    if fault:
        return fault
    where = walk.names.spaces[a]
    if row[Hold.DID] & Did.BARRED:
        return f"the transport in {where} loaded, moved, unloaded or fought before phase 4 (NCM19)"
    if row[Hold.DID] & Did.UNLOADED:
        return f"the transport in {where} has unloaded: it does not sail on (CM22)"
    if row[Hold.LEFT] == 0:
        return f"the transport in {where} has no movement left (CM3)"
    return why_no_step(walk, int(Unit.TRANSPORT), a, b)
