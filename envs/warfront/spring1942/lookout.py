"""What a question about moves looks up once: where own pieces and the side's carriers stand.

A sight is a table of `scratch` with three lists of spaces in order, each behind its length: [OWN]
with own units, [AIRCRAFT] with own aircraft, [CARRIERS] zones with carriers of the side; and
[CALM], how landings stand (landing.py). Each part is filled when the first question needs it.
"""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.addresses import as_numbers, as_words, scratch
from warfront.spring1942.tables import POWERS, SPACES, UNITS

OWN, AIRCRAFT, CARRIERS = 0, SPACES + 1, 2 * (SPACES + 1)
CALM = 3 * (SPACES + 1)
SIGHT = CALM + 1  # size
UNSEEN = -1  # in place of how many, until somebody needs to know
_FIGHTER, _BOMBER, _CARRIER = 4, 5, 9
_ROW = UNITS // 4  # words of 4 bytes that a row fills


@kernel
def clear_sight(sight: Any) -> None:
    """Nobody has looked at the board yet."""
    sight[OWN] = UNSEEN
    sight[CALM] = UNSEEN


@kernel
def look_around(tables: Any, state: Any, sight: Any) -> None:
    """Fill a sight that nobody has filled yet, all but its carriers."""
    if sight[OWN] == UNSEEN:
        list_own(tables, state, sight)
        list_aircraft(state, sight)
        sight[CARRIERS] = UNSEEN


@kernel
def look_for_carriers(tables: Any, state: Any, sight: Any) -> None:
    """Fill the list of carriers, which few questions come to need, unless it is filled."""
    if sight[CARRIERS] == UNSEEN:
        list_carriers(tables, state, sight)


@kernel
def list_own(tables: Any, state: Any, sight: Any) -> None:
    """The spaces with units of the active power; no branch is taken that could be guessed wrong."""
    n = 0
    army = as_words(state.army)
    at = int(state.turn) * _ROW
    for s in range(tables.n_spaces):
        sight[OWN + 1 + n] = s
        n += int(army[at] | army[at + 1] | army[at + 2] != 0)
        at += POWERS * _ROW
    sight[OWN] = n


@kernel
def list_aircraft(state: Any, sight: Any) -> None:
    """The spaces with aircraft of the active power."""
    n = 0
    for i in range(sight[OWN]):
        s = sight[OWN + 1 + i]
        if state.army[s, state.turn, _FIGHTER] | state.army[s, state.turn, _BOMBER] != 0:
            n += 1
            sight[AIRCRAFT + n] = s
    sight[AIRCRAFT] = n


@kernel
def list_carriers(tables: Any, state: Any, sight: Any) -> None:
    """The zones with carriers of the active power's side."""
    own = scratch(POWERS)
    for p in range(POWERS):
        own[p] = -1 if tables.side[p] == tables.side[state.turn] else 0
    n = 0
    army = as_numbers(state.army)
    for z in range(tables.n_land, tables.n_spaces):
        at = z * POWERS * UNITS + _CARRIER
        some = 0
        for p in range(POWERS):
            some |= army[at + p * UNITS] & own[p]
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
