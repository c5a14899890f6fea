"""What a game has earned each seat so far."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import SLOTS
from warfront.spring1942.state import Hold
from warfront.spring1942.tables import Unit

_OWNER, _CARGO, _WHOSE = int(Hold.OWNER), int(Hold.CARGO), int(Hold.WHOSE)
_COMPLEX, _UNITS = int(Unit.COMPLEX), 12


@kernel
def lead_of(tables: Any, state: Any, side: int) -> float:
    """The side's lead in shares of victory cities and income, less that of the opening."""
    income, opened, world = 0, 0, 0
    for p in range(tables.n_powers):
        sign = 1 if tables.side[p] == side else -1
        income += sign * int(state.production[p])
        opened += sign * int(tables.opening_income[p])
        world += int(tables.opening_income[p])
    cities = int(tables.opening_cities[0] + tables.opening_cities[1])
    change = int(state.cities[side]) - int(state.cities[1 - side])
    change -= int(tables.opening_cities[side]) - int(tables.opening_cities[1 - side])
    lead = (change / cities + (income - opened) / max(world, 1)) / 2
    return min(1.0, max(-1.0, lead))


@kernel
def value_of(tables: Any, state: Any, power: int) -> int:
    """What a power's units cost: on the board, aboard, bought and not yet placed; complexes too."""
    value = 0
    for s in range(tables.n_spaces):
        for u in range(_UNITS):
            value += int(state.army[s, power, u]) * int(tables.cost[u])
        if state.owner[s] == power and state.complex[s] > 0:
            value += int(tables.cost[_COMPLEX])
    for slot in range(SLOTS):
        if state.transports[slot, _OWNER] < 0:
            break
        for k in range(2):
            if state.transports[slot, _WHOSE + k] == power:
                value += int(tables.cost[state.transports[slot, _CARGO + k]])
    if power == state.turn:
        for u in range(_UNITS + 1):
            value += int(state.purchased[u]) * int(tables.cost[u])
    return value


@kernel
def growth_of(tables: Any, state: Any, power: int) -> float:
    """The power's gain in income and in the value of its units over the opening's."""
    income = int(tables.opening_income[power])
    value = int(tables.opening_value[power])
    more = (int(state.production[power]) - income) / max(income, 1)
    return (more + (value_of(tables, state, power) - value) / max(value, 1)) / 2


@kernel
def returns_into(tables: Any, state: Any, mode: int, weight: float, out: Any) -> None:
    """What each seat has earned so far: 0 team, 1 margin, 2 weight * team + rest * individual.

    Args:
        tables: the TABLES record.
        state: a LAYOUT record.
        mode: of `game.Reward`.
        weight: of the team's result in mode 2.
        out: float32 [seats], overwritten.
    """
    for seat in range(tables.n_powers):
        side = int(tables.side[seat])
        team = 0.0
        if state.winner == 0 or state.winner == 1:
            team = 1.0 if state.winner == side else -1.0
        if mode == 0:
            value = team
        elif mode == 1:
            value = lead_of(tables, state, side)
        else:
            value = weight * team
            if weight < 1.0:
                value += (1.0 - weight) * growth_of(tables, state, seat)
        out[seat] = value
