"""What a question about moves looks up once: where own aircraft and the side's carriers stand.

A sight is a table of `scratch`: [AIRCRAFT] how many spaces hold own aircraft, then those spaces in
order; [CARRIERS] how many zones hold carriers of the side, then those zones in order.
"""

from typing import Any

import numpy as np

from warfront.compiled import kernel
from warfront.spring1942.scratch import scratch
from warfront.spring1942.tables import POWERS, SPACES, UNITS

AIRCRAFT, CARRIERS = 0, SPACES + 1
SIGHT = 2 * (SPACES + 1)  # size
UNSEEN = -1  # in place of how many, until somebody needs to know
_FIGHTER, _CARRIER = 4, 9


@kernel
def look_around(tables: Any, state: Any, sight: Any) -> None:
    """Fill a sight that nobody has filled yet."""
    if sight[AIRCRAFT] == UNSEEN:
        list_aircraft(tables, state, sight)
        list_carriers(tables, state, sight)


@kernel
def list_aircraft(tables: Any, state: Any, sight: Any) -> None:
    """The spaces with aircraft of the active power."""
    n = 0
    flat = state.army.reshape(-1)
    at = np.uint64(state.turn * UNITS + _FIGHTER)
    for s in range(tables.n_spaces):
        if flat[at] | flat[at + np.uint64(1)] != 0:  # fighters, bombers
            n += 1
            sight[AIRCRAFT + n] = s
        at += np.uint64(POWERS * UNITS)
    sight[AIRCRAFT] = n


@kernel
def list_carriers(tables: Any, state: Any, sight: Any) -> None:
    """The zones with carriers of the active power's side."""
    own = scratch(POWERS)
    for p in range(POWERS):
        own[p] = -1 if tables.side[p] == tables.side[state.turn] else 0
    n = 0
    flat = state.army.reshape(-1)
    for z in range(tables.n_land, tables.n_spaces):
        at = np.uint64(z * POWERS * UNITS + _CARRIER)
        some = 0
        for p in range(POWERS):
            some |= flat[at] & own[p]
            at += np.uint64(UNITS)
        if some != 0:
            n += 1
            sight[CARRIERS + n] = z
    sight[CARRIERS] = n


@kernel
def add_place(sight: Any, first: int, s: int) -> bool:
    """Put a space into one of the lists; False: it stands there."""
    n = sight[first]
    at = n
    while at > 0 and sight[first + at] > s:
        at -= 1
    if at > 0 and sight[first + at] == s:
        return False
    for k in range(n, at, -1):
        sight[first + k + 1] = sight[first + k]
    sight[first + at + 1] = s
    sight[first] = n + 1
    return True


@kernel
def drop_place(sight: Any, first: int, s: int) -> None:
    """Take a space out of one of the lists."""
    n = sight[first]
    at = 1
    while sight[first + at] != s:
        at += 1
    for k in range(at, n):
        sight[first + k] = sight[first + k + 1]
    sight[first] = n - 1
