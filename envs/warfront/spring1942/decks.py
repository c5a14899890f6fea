"""Fighters and the decks of their side in a zone: who has a place, who must go (A1-A4, CM18)."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import Act
from warfront.spring1942.state import Prompt
from warfront.spring1942.tables import Unit

_FIGHTER = Unit.FIGHTER.value
_CARRIER = Unit.CARRIER.value


@kernel
def count_without_deck(tables: Any, state: Any, s: int, p: int, airborne: int) -> int:
    """A1: fighters of power p in zone s that find no place on a carrier of their side.

    A carrier's owner has the first claim on its two places; what is left goes in turn order.

    Args:
        tables: The TABLES record.
        state: The LAYOUT record.
        s: The zone.
        p: The power whose fighters are counted.
        airborne: A power whose fighters hold no place now, -1 none.
    """
    places = 0
    for q in range(tables.n_powers):
        if tables.side[q] == tables.side[p]:
            own = 2 * state.army[s, q, _CARRIER]
            places += own - min(own, count_parked(state, s, q, airborne))
    for q in range(tables.n_powers):
        if tables.side[q] == tables.side[p]:
            n = count_parked(state, s, q, airborne)
            guests = n - min(n, 2 * state.army[s, q, _CARRIER])
            without = max(0, guests - places)
            if q == p:
                return int(without)
            places -= guests - without
    return 0


@kernel
def count_parked(state: Any, s: int, q: int, airborne: int) -> int:
    """Fighters of a power that need a place in the zone."""
    return 0 if q == airborne else int(state.army[s, q, _FIGHTER])


@kernel
def lose_guests(tables: Any, state: Any, s: int) -> None:
    """A4: guest fighters are lost with the attacker's carrier they were aboard."""
    for q in range(tables.n_powers):
        if q != state.turn and tables.side[q] == tables.side[state.turn]:
            n = count_without_deck(tables, state, s, q, state.turn)
            state.army[s, q, _FIGHTER] -= n


@kernel
def ride_guests(tables: Any, state: Any, s: int, to: int) -> None:
    """CM18: guests whose carriers have gone from s to another zone went along."""
    for q in range(tables.n_powers):
        if q != state.turn and tables.side[q] == tables.side[state.turn]:
            n = count_without_deck(tables, state, s, q, state.turn)
            state.army[s, q, _FIGHTER] -= n
            state.army[to, q, _FIGHTER] += n


@kernel
def count_free_places(tables: Any, state: Any, s: int, p: int) -> int:
    """A1, NCM12: places for fighters of power p on carriers in a zone."""
    places = 0
    for q in range(tables.n_powers):
        if q == p or (tables.side[q] == tables.side[p] and not tables.own_carriers_only):
            places += 2 * state.army[s, q, _CARRIER] - state.army[s, q, _FIGHTER]
    return places


@kernel
def can_land_at(tables: Any, state: Any, p: int, s: int) -> bool:
    """A3: a friendly territory, or a zone with a carrier that has room."""
    if tables.is_sea[s]:
        return count_free_places(tables, state, s, p) > 0
    return bool(tables.side[state.owner[s]] == tables.side[p])


@kernel
def has_landing(tables: Any, state: Any, p: int, s: int) -> bool:
    """A3: whether a fighter of p over s could land one space away."""
    for k in range(tables.degree[s]):
        if can_land_at(tables, state, p, tables.neighbour[s, k]):
            return True
    return False


@kernel
def ask_land(tables: Any, state: Any) -> bool:
    """A3: the next defending fighter without a deck; those with nowhere to go are lost.

    Returns:
        False when all have landed or are lost.
    """
    s = state.battle
    for p in range(tables.n_powers):
        if tables.side[p] == tables.side[state.turn]:
            continue
        n = count_without_deck(tables, state, s, p, -1)
        if n > 0 and has_landing(tables, state, p, s):
            state.seat = p
            state.prompt = Prompt.LAND
            return True
        state.army[s, p, _FIGHTER] -= n
    return False


@kernel
def can_land(tables: Any, state: Any, mask: Any) -> None:
    """A3: one space to a friendly territory or a carrier with room."""
    s = state.battle
    for k in range(tables.degree[s]):
        to = tables.neighbour[s, k]
        if can_land_at(tables, state, state.seat, to):
            mask[Act.SPACE + to] = 1


@kernel
def do_land(state: Any, to: int) -> None:
    """A3: a fighter of the asked seat lands there."""
    state.army[state.battle, state.seat, _FIGHTER] -= 1
    state.army[to, state.seat, _FIGHTER] += 1
