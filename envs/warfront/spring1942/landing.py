"""CM15, NCM14: can all aircraft of the active power still land? Looked at jointly and exactly.

Land takes any number of aircraft, so an aircraft that can reach land needs nothing else. The other
fighters need places on decks: allied carriers where they stand, own carriers where they can still
sail, carriers bought this turn where they can be placed. Every carrier that has a choice chooses
one zone; then fighters and places are matched.
"""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.addresses import scratch
from warfront.spring1942.deck_search import count_needy, search
from warfront.spring1942.lookout import (
    AIRCRAFT,
    CALM,
    CARRIERS,
    SIGHT,
    UNSEEN,
    clear_sight,
    look_around,
    look_for_carriers,
)
from warfront.spring1942.places import free_places

_FIGHTER, _BOMBER, _CARRIER = 4, 5, 9
TROUBLED, PLACED, FREE = range(3)  # what `look_at_aircraft` says


@kernel
def least_missing(tables: Any, state: Any, allowed: int, frozen: int) -> int:
    """CM15, NCM14: the least number of own aircraft that no play can land any more.

    With `frozen` 1 own carriers stay where they are. The search ends at the first play that loses
    no more than `allowed`.
    """
    sight = scratch(SIGHT)
    clear_sight(sight)
    look_around(tables, state, sight)
    return least_seen(tables, state, sight, allowed, frozen)


@kernel
def least_seen(tables: Any, state: Any, sight: Any, allowed: int, frozen: int) -> int:
    """`least_missing` for a caller that knows where aircraft and carriers stand."""
    missing = 0
    needy = 0
    settled = True
    for i in range(AIRCRAFT + 1, AIRCRAFT + 1 + sight[AIRCRAFT]):
        s = sight[i]
        if state.landdist[s] == 0:  # it stands where it lands, like most
            continue
        missing += count_needy(tables, state, s, _BOMBER)
        n = count_needy(tables, state, s, _FIGHTER)
        if n > 0:
            needy += n
            if not tables.is_sea[s] or free_places(tables, state, s, 0, 0) < n:
                settled = False
    if settled or (allowed >= 0 and missing > allowed):
        return missing
    if missing + needy <= allowed:
        return missing + needy
    return missing + search(tables, state, sight, needy, allowed - missing, frozen)


@kernel
def how_calm(tables: Any, state: Any, sight: Any) -> int:
    """What `look_at_aircraft` says, asked once a sight: most questions come to no need of it."""
    if sight[CALM] == UNSEEN:
        look_around(tables, state, sight)
        sight[CALM] = look_at_aircraft(tables, state, sight)
    return int(sight[CALM])


@kernel
def look_at_aircraft(tables: Any, state: Any, sight: Any) -> int:
    """Whether every own aircraft can land with all carriers staying and all fighters in place.

    TROUBLED: some cannot; PLACED: they can; FREE: they reach land, no deck is needed by any.
    """
    found = FREE
    for i in range(AIRCRAFT + 1, AIRCRAFT + 1 + sight[AIRCRAFT]):
        s = sight[i]
        if state.landdist[s] == 0:
            continue
        if count_needy(tables, state, s, _BOMBER) > 0:
            return TROUBLED
        n = count_needy(tables, state, s, _FIGHTER)
        if n > 0:
            if tables.is_sea[s] == 0 or free_places(tables, state, s, 0, 0) < n:
                return TROUBLED
            found = PLACED
    return found


@kernel
def find_deck(tables: Any, state: Any, sight: Any, s: int, left: int) -> int:
    """A quick look for a deck for one more fighter in s with this movement left.

    2: a place that nobody else can want while all others are in place; 1: perhaps; 0: none at all.
    """
    look_for_carriers(tables, state, sight)
    found = 1 if state.purchased[_CARRIER] > 0 else 0
    for n in range(CARRIERS + 1, CARRIERS + 1 + sight[CARRIERS]):
        z = sight[n]
        far = int(tables.dist[s, z]) - left
        if far > tables.move[_CARRIER] or (far > 0 and state.army[z, state.turn, _CARRIER] == 0):
            continue
        if far <= 0 and free_places(tables, state, z, 0, 0) > state.army[z, state.turn, _FIGHTER]:
            return 2
        found = 1
    return found
