"""Landings: what transports carry, or can load where they are, and can land this turn."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import SLOTS
from warfront.spring1942.grades import count_grade
from warfront.spring1942.state import Did, Hold
from warfront.spring1942.transports import can_load, can_sail_on, is_landing_open
from warfront_agents.spring1942.force import count_spare, is_enough
from warfront_agents.spring1942.notes import is_friend_land
from warfront_agents.spring1942.orders import (
    HERE,
    KIND,
    LOAD,
    NOTHING,
    SAIL,
    UNLOAD,
    WHAT,
    first_alike,
    set_order,
)

_OWNER, _AT, _LEFT, _DID, _TARGET = (
    int(Hold.OWNER),
    int(Hold.SPACE),
    int(Hold.LEFT),
    int(Hold.DID),
    int(Hold.TARGET),
)
_CARGO, _WHOSE, _GOING = int(Hold.CARGO), int(Hold.WHOSE), int(Hold.GOING)
_DONE_WITH = int(Did.UNLOADED) | int(Did.BARRED) | int(Did.FOUGHT)
_AA_GUN = 3


@kernel
def next_zone_to(tables: Any, board: Any, slot: int, target: int) -> int:
    """The zone from which a transport can land on a coast this turn, or the first on the way.

    Returns:
        Its own zone when it is there, a neighbour to sail to, or -1.
    """
    row = board.transports[slot]
    z = int(row[_AT])
    if tables.dist[z, target] == 1 and is_landing_open(tables, board, z) and not board.enemy[z] & 1:
        return z
    for k in range(tables.degree[z]):
        to = int(tables.neighbour[z, k])
        if not tables.is_sea[to] or board.enemy[to] & 1 or not can_sail_on(tables, board, slot, k):
            continue
        if tables.dist[to, target] == 1:
            return to
        if row[_LEFT] < 2:
            continue
        for j in range(tables.degree[to]):
            on = int(tables.neighbour[to, j])
            if tables.is_sea[on] and not board.enemy[on] & 1 and tables.dist[on, target] == 1:
                if tables.canal[to, j] < 0:
                    return to
    return -1


@kernel
def find_cargo(tables: Any, board: Any, notes: Any, slot: int) -> tuple[int, int]:
    """The best unit that a transport could load where it is: its land and kind, or -1."""
    z = int(board.transports[slot, _AT])
    if board.enemy[z] & 1:
        return -1, -1
    for u in (2, 1, 0):
        for k in range(tables.degree[z]):
            land = int(tables.neighbour[z, k])
            if tables.is_sea[land] or not is_friend_land(tables, board, land):
                continue
            if can_load(tables, board, slot, land, u):
                free = count_spare(tables, board, notes, land, u, -1) - notes.used[land, u]
                if free > 0 and count_grade(tables, board, land, u, int(tables.move[u])) > 0:
                    return land, u
    return -1, -1


@kernel
def send_by_sea(tables: Any, board: Any, notes: Any, target: int) -> None:
    """Add what transports carry, or can load where they are, and can land there this turn."""
    me = int(board.turn)
    notes.used[:] = 0
    for slot in range(SLOTS):
        row = board.transports[slot]
        if row[_OWNER] < 0 or is_enough(tables, notes, target):
            return
        announced = row[_DID] & _DONE_WITH != 0
        if row[_OWNER] != me or (announced and row[_TARGET] != target):
            continue
        to = next_zone_to(tables, board, slot, target)
        if to < 0:
            continue
        for k in range(2):
            if row[_CARGO + k] >= 0 and row[_WHOSE + k] == me and not row[_GOING + k]:
                if row[_CARGO + k] != _AA_GUN:
                    add_cargo(board, notes, target, slot, to, k)
        if row[_CARGO + 1] < 0 and not announced:
            add_load(tables, board, notes, slot)


@kernel
def add_cargo(board: Any, notes: Any, target: int, slot: int, to: int, k: int) -> None:
    """A piece of cargo joins the force: its ship sails on, or it is announced to land."""
    notes.force[board.transports[slot, _CARGO + k]] += 1
    if notes.order[KIND] == NOTHING:
        z = int(board.transports[slot, _AT])
        row = first_alike(board, slot)
        if to == z:
            set_order(notes.order, UNLOAD, z, row, target, 1, k)
        else:
            set_order(notes.order, SAIL, z, row, to, 1, 0)


@kernel
def add_load(tables: Any, board: Any, notes: Any, slot: int) -> None:
    """A unit from the coast goes aboard and joins the force; ships load before they sail."""
    land, u = find_cargo(tables, board, notes, slot)
    if land < 0:
        return
    notes.used[land, u] += 1
    notes.force[u] += 1
    order = notes.order
    z = int(board.transports[slot, _AT])
    if order[KIND] == NOTHING or (order[KIND] == SAIL and order[WHAT] == first_alike(board, slot)):
        set_order(order, LOAD, z, first_alike(board, slot), land, 1, u)
    elif order[KIND] == UNLOAD and order[HERE] == z and order[WHAT] == first_alike(board, slot):
        set_order(order, LOAD, z, first_alike(board, slot), land, 1, u)
