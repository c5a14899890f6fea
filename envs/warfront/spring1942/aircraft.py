"""Aircraft at the end of phases 4 and 5: what has no landing place is lost."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.landing import least_missing
from warfront.spring1942.places import free_places
from warfront.spring1942.status import takes_aircraft
from warfront.spring1942.tables import SPENT_FIRST
from warfront.spring1942.turn import begin_mobilize

_FIGHTER, _BOMBER, _CARRIER = 4, 5, 9
_AT_SEA = SPENT_FIRST[1][_FIGHTER]


@kernel
def end_noncombat(tables: Any, state: Any) -> None:
    """NCM6, NCM8, NCM10, NCM15: aircraft on no landing place are destroyed.

    Fighters at sea without a deck wait for carriers bought this turn (NCM11); `stranded` becomes
    the number of those that no placement can save.
    """
    me = int(state.turn)
    state.spent[:] = 0
    state.raid[:] = 0
    for s in range(tables.n_spaces):
        if tables.is_sea[s]:
            state.army[s, me, _BOMBER] = 0
            state.spent[s, _AT_SEA] = state.army[s, me, _FIGHTER]
        elif not takes_aircraft(tables, state, s):
            state.army[s, me, _BOMBER] = 0
            state.army[s, me, _FIGHTER] = 0
    waiting = least_missing(tables, state, -1, 1)
    begin_mobilize(tables, state)
    state.stranded = waiting
    if state.purchased[_CARRIER] == 0:
        lose_fighters(tables, state)


@kernel
def lose_fighters(tables: Any, state: Any) -> None:
    """NCM10, NCM15: own fighters at sea beyond the places on decks there are destroyed."""
    for z in range(tables.n_land, tables.n_spaces):
        if state.army[z, state.turn, _FIGHTER] > 0:
            places = free_places(tables, state, z, 0, 0)
            n = min(places, int(state.army[z, state.turn, _FIGHTER]))
            state.army[z, state.turn, _FIGHTER] = n
            state.spent[z, _AT_SEA] = n
    state.stranded = 0


@kernel
def is_waiting(tables: Any, state: Any) -> bool:
    """NCM11: whether a fighter at sea still waits for a carrier that is yet to be placed."""
    new = state.purchased[_CARRIER]
    if new == 0:
        return False
    state.purchased[_CARRIER] = 0
    missing = least_missing(tables, state, int(state.stranded), 1)
    state.purchased[_CARRIER] = new
    return missing > state.stranded
