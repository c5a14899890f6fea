"""Phase 5: the units bought this turn come onto the board."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import COUNTS, Act
from warfront.spring1942.aircraft import is_waiting, lose_fighters
from warfront.spring1942.fleet import add_transport
from warfront.spring1942.landing import least_missing
from warfront.spring1942.places import capacity_left, free_places
from warfront.spring1942.state import Phase, Prompt
from warfront.spring1942.tables import GOODS, SPENT_FIRST

_SPACE, _UNIT, _COUNT, _DONE = int(Act.SPACE), int(Act.UNIT), int(Act.COUNT), int(Act.DONE)
_FIGHTER, _CARRIER, _TRANSPORT, _COMPLEX = 4, 9, 11, 12
_AT_SEA = SPENT_FIRST[1][_FIGHTER]


@kernel
def ask_place(tables: Any, state: Any) -> None:
    """G3: the next unit to place; the phase is over when nothing is left."""
    for u in range(GOODS):
        if state.purchased[u] > 0:
            state.prompt = Prompt.PLACE.value
            state.seat = state.turn
            return
    end_mobilize(tables, state)


@kernel
def end_mobilize(tables: Any, state: Any) -> None:
    """M8, NCM15: what is left is lost, fighters without a deck too."""
    state.purchased[:] = 0
    lose_fighters(tables, state)
    state.phase = Phase.INCOME.value


@kernel
def can_stand(tables: Any, state: Any, u: int, at: int) -> bool:
    """M1, M2, M4, M5: whether a new unit of a kind can stand in a space at all."""
    if u == _COMPLEX:
        return is_site(tables, state, at)
    if tables.is_sea[at] == 0:
        return tables.domain[u] != 2
    if u == _FIGHTER:
        return free_places(tables, state, at, 0, 0) > state.army[at, state.turn, _FIGHTER]
    return tables.domain[u] == 2


@kernel
def is_site(tables: Any, state: Any, s: int) -> bool:
    """M4: whether a new complex can stand in a territory."""
    if tables.is_sea[s] != 0 or state.complex[s] != 0 or state.owner[s] != state.turn:
        return False
    return (
        state.owner_at_start[s] == state.turn
        and tables.ipc[s] >= tables.new_complex_minimum
        and tables.ipc[s] > 0
    )


@kernel
def put_units(tables: Any, state: Any, u: int, at: int, source: int, n: int) -> None:
    """M3, M7: n new units stand in a space and take capacity of a complex (n < 0: take back)."""
    state.purchased[u] -= n
    state.produced[source] += n
    state.army[at, state.turn, u] += n
    if u == _FIGHTER and tables.is_sea[at] != 0:
        state.spent[at, _AT_SEA] += n


@kernel
def can_place(tables: Any, state: Any, u: int, at: int, source: int, n: int, wait: bool) -> bool:
    """M1-M5, NCM11: n new units through a complex; waiting fighters must still get their carrier.

    `source` is the complex's territory: `at` itself, or next to the zone `at`.
    """
    if not can_stand(tables, state, u, at):
        return False
    if u == _COMPLEX:
        return n == 1
    if capacity_left(tables, state, source) < n:
        return False
    if u == _FIGHTER and tables.is_sea[at] != 0:
        if free_places(tables, state, at, 0, 0) < state.army[at, state.turn, _FIGHTER] + n:
            return False
    if not wait:
        return True
    put_units(tables, state, u, at, source, n)
    missing = least_missing(tables, state, int(state.stranded), 1)
    put_units(tables, state, u, at, source, -n)
    return missing <= state.stranded


@kernel
def is_source(tables: Any, state: Any, u: int, land: int) -> bool:
    """M1, M3: whether a new unit of a kind could come through this territory: few pass."""
    return u == _COMPLEX or capacity_left(tables, state, land) > 0


@kernel
def is_placeable(tables: Any, state: Any, u: int, source: int, wait: bool) -> bool:
    """M1, M2: whether a new unit can come through a complex, there or into a zone next to it."""
    if can_place(tables, state, u, source, source, 1, wait):
        return True
    for k in range(tables.degree[source]):
        z = int(tables.neighbour[source, k])
        if tables.is_sea[z] != 0 and can_place(tables, state, u, z, source, 1, wait):
            return True
    return False


@kernel
def can_place_unit(tables: Any, state: Any, mask: Any) -> None:
    """M1-M5, M8: kinds that can be placed anywhere, or done; NCM11 can forbid to be done."""
    wait = is_waiting(tables, state)
    if not wait:
        mask[_DONE] = 1
    for u in range(GOODS):
        if state.purchased[u] == 0:
            continue
        for land in range(tables.n_land):
            if is_source(tables, state, u, land) and is_placeable(tables, state, u, land, wait):
                mask[_UNIT + u] = 1
                break


@kernel
def do_place_unit(tables: Any, state: Any, action: int) -> None:
    """M8: the kind to place, or the end of the phase."""
    if action == _DONE:
        end_mobilize(tables, state)
        return
    state.unit = action - _UNIT
    state.prompt = Prompt.PLACE_AT.value


@kernel
def can_place_at(tables: Any, state: Any, mask: Any) -> None:
    """M1-M5: where the kind chosen can go."""
    wait, u = is_waiting(tables, state), int(state.unit)
    for land in range(tables.n_land):
        if not is_source(tables, state, u, land):
            continue
        if can_place(tables, state, u, land, land, 1, wait):
            mask[_SPACE + land] = 1
        for k in range(tables.degree[land]):
            z = int(tables.neighbour[land, k])
            if tables.is_sea[z] != 0 and can_place(tables, state, u, z, land, 1, wait):
                mask[_SPACE + z] = 1


@kernel
def do_place_at(tables: Any, state: Any, at: int) -> None:
    """M1, M2: the space; at sea it can be open which complex makes the unit."""
    state.here = at
    if tables.is_sea[at] != 0:
        state.prompt = Prompt.PLACE_FROM.value
    else:
        do_place_from(state, at)


@kernel
def can_place_from(tables: Any, state: Any, mask: Any) -> None:
    """M3: the complexes next to the zone with capacity left."""
    wait = is_waiting(tables, state)
    at = int(state.here)
    for k in range(tables.degree[at]):
        land = int(tables.neighbour[at, k])
        if tables.is_sea[land] == 0:
            if can_place(tables, state, int(state.unit), at, land, 1, wait):
                mask[_SPACE + land] = 1


@kernel
def do_place_from(state: Any, source: int) -> None:
    """M3: whose capacity it takes."""
    state.there = source
    state.prompt = Prompt.PLACE_COUNT.value


@kernel
def can_place_count(tables: Any, state: Any, mask: Any) -> None:
    """M3: how many."""
    wait = is_waiting(tables, state)
    u, at, source = int(state.unit), int(state.here), int(state.there)
    for n in range(1, min(COUNTS, int(state.purchased[u])) + 1):
        if can_place(tables, state, u, at, source, n, wait):
            mask[_COUNT + n - 1] = 1


@kernel
def do_place_count(tables: Any, state: Any, n: int) -> None:
    """M3, M4, M7: the new units stand on the board."""
    u, at = int(state.unit), int(state.here)
    if u == _COMPLEX:
        state.complex[at] = 2
        state.purchased[u] -= 1
    elif u == _TRANSPORT:
        state.purchased[u] -= n
        state.produced[state.there] += n
        for _ in range(n):
            add_transport(state, int(state.turn), at)
    else:
        put_units(tables, state, u, at, int(state.there), n)
    state.here = -1
    state.there = -1
    state.unit = -1
