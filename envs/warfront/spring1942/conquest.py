"""Territories that change hands: conquest, liberation, capitals, plunder (C, L, K, V1).

L4 is settled here as well. While the original owner's capital is lost the mover holds what he
takes; freeing the capital gives it back at once (K9), so before income nothing is left to settle.
"""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.grades import add_units
from warfront.spring1942.tables import Unit

_GUN = Unit.AA_GUN.value


@kernel
def recount(tables: Any, state: Any) -> None:
    """I3, V1: national production and victory cities from the map."""
    state.production[:] = 0
    state.cities[:] = 0
    for s in range(tables.n_land):
        p = state.owner[s]
        state.production[p] += tables.ipc[s]
        state.cities[tables.side[p]] += tables.victory_city[s]


@kernel
def change_owner(tables: Any, state: Any, s: int, p: int) -> None:
    """C2, L2, V1: a territory passes to p; production and victory cities follow."""
    old = state.owner[s]
    state.production[old] -= tables.ipc[s]
    state.production[p] += tables.ipc[s]
    state.cities[tables.side[old]] -= tables.victory_city[s]
    state.cities[tables.side[p]] += tables.victory_city[s]
    state.owner[s] = p


@kernel
def has_capital(tables: Any, state: Any, p: int) -> bool:
    """K1, K5, L4: whether a power's capital is in the hands of its side."""
    return bool(tables.side[state.owner[tables.capital[p]]] == tables.side[p])


@kernel
def heir_of(tables: Any, state: Any, s: int) -> int:
    """L1, L2, L4, L5: who gets a territory that the active power takes from the enemy."""
    p = int(tables.original[s])
    if tables.side[p] != tables.side[state.turn]:
        return int(state.turn)
    if tables.capital_power[s] == p or has_capital(tables, state, p):
        return p
    return int(state.turn)


@kernel
def capture_guns(tables: Any, state: Any, s: int, heir: int) -> int:
    """C3, C4, L3: the enemy's AA guns there become the heir's; they do not move this turn."""
    n = 0
    for q in range(tables.n_powers):
        if tables.side[q] != tables.side[state.turn]:
            n += int(state.army[s, q, _GUN])
            state.army[s, q, _GUN] = 0
    if heir == state.turn:
        add_units(tables, state, s, _GUN, 0, n)
    else:
        state.army[s, heir, _GUN] += n
    return n


@kernel
def enter(tables: Any, state: Any, s: int) -> None:
    """AA5, C1, C3, K2: a land unit of the active power stands in undefended hostile land."""
    heir = heir_of(tables, state, s)
    state.captured[s] = 1 + capture_guns(tables, state, s, heir)
    change_owner(tables, state, s, heir)
    p = tables.capital_power[s]
    if p < 0:
        return
    if tables.side[p] == tables.side[state.turn]:
        free_capital(tables, state, p)
    else:
        plunder(state, p)


@kernel
def plunder(state: Any, p: int) -> None:
    """K3, K4: the captor takes all IPCs in hand of the capital's original owner."""
    state.ipcs[state.turn] += state.ipcs[p]
    state.ipcs[p] = 0


@kernel
def free_capital(tables: Any, state: Any, p: int) -> None:
    """K7, K8, K9, K11: what was p's and is in friendly hands returns to it; no IPCs move."""
    for s in range(tables.n_land):
        held = state.owner[s]
        if tables.original[s] == p and held != p and tables.side[held] == tables.side[p]:
            return_guns(tables, state, s, p)
            change_owner(tables, state, s, p)


@kernel
def return_guns(tables: Any, state: Any, s: int, p: int) -> None:
    """K10, L3, L4: AA guns there stay with their owner, but those captured this turn go home."""
    n = state.captured[s] - 1
    if n > 0 and p != state.turn:
        add_units(tables, state, s, _GUN, 0, -n)
        state.army[s, p, _GUN] += n
