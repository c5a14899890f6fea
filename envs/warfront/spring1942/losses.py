"""What a hit does: units leave the board with all that hangs on them (B5, T3, T5, T6).

A defender that is hit still fires in that round, so it is moved from `force` to `dying` and buried
at the round's end; all others leave the board at once.
"""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import SLOTS
from warfront.spring1942.fleet import remove_transport
from warfront.spring1942.grades import add_units, count_grade
from warfront.spring1942.present import AIRCRAFT, TRANSPORTS, TROOPS, is_in
from warfront.spring1942.state import Hold
from warfront.spring1942.tables import UNITS, Unit


@kernel
def count_fighting_grade(tables: Any, state: Any, u: int, left: int) -> int:
    """The attacker's aircraft of a kind with that much movement left, raiders excepted."""
    n = count_grade(tables, state, state.battle, u, left)
    if u == Unit.BOMBER and left < tables.move[u]:
        n -= state.raid[state.battle, left]
    return int(n)


@kernel
def count_room(tables: Any, state: Any, p: int, u: int) -> int:
    """B5: hits that the units of a kind can still take; an undamaged battleship takes two."""
    n = int(state.force[p, u])
    if tables.hits[u] > 1:
        n += n - state.damaged[state.battle, p]
    return n


@kernel
def damage_first(tables: Any, state: Any, p: int, u: int, n: int) -> int:
    """B5: undamaged battleships take hits without loss; the number of ships that are lost."""
    if tables.hits[u] < 2:
        return n
    s = state.battle
    whole = state.force[p, u] - state.damaged[s, p]
    taken = min(n, whole)
    state.damaged[s, p] += taken - (n - taken)
    return n - taken


@kernel
def lose_units(tables: Any, state: Any, p: int, u: int, n: int) -> None:
    """Hits on n units of a kind that differ in nothing."""
    lost = damage_first(tables, state, p, u, n)
    state.force[p, u] -= lost
    if p != state.turn:
        state.dying[p, u] += lost
        return
    add_units(tables, state, state.battle, u, 0, -lost)


@kernel
def lose_aircraft(tables: Any, state: Any, u: int, left: int, n: int) -> None:
    """The attacker loses n aircraft of a kind and of that much movement left."""
    state.force[state.turn, u] -= n
    add_units(tables, state, state.battle, u, left, -n)


@kernel
def lose_troops(tables: Any, state: Any, u: int, seaborne: bool, n: int) -> None:
    """The attacker loses n land units of a kind that came that way (AM7)."""
    if seaborne:
        state.seaborne[state.battle, u] -= n
    lose_units(tables, state, state.turn, u, n)


@kernel
def lose_transport(state: Any, slot: int) -> None:
    """T5, T6: a transport sinks with all of its cargo, whoever's it is."""
    state.force[state.transports[slot, Hold.OWNER.value], Unit.TRANSPORT.value] -= 1
    remove_transport(state, slot)


@kernel
def is_there(state: Any, slot: int, p: int) -> bool:
    """Whether a row of the transports' table is one of power p's in the battle."""
    row = state.transports[slot]
    return bool(row[Hold.OWNER.value] == p and row[Hold.SPACE.value] == state.battle)


@kernel
def lose_fleet(state: Any, p: int) -> None:
    """T3: all transports of a power in the battle sink with their cargo."""
    for slot in range(SLOTS - 1, -1, -1):
        if is_there(state, slot, p):
            lose_transport(state, slot)


@kernel
def lose_all(tables: Any, state: Any, army: int, units: int) -> None:
    """All units of these kinds are hit as often as it takes."""
    for p in range(tables.n_powers):
        if is_in(tables, state, army, p):
            for u in range(UNITS):
                if units >> u & 1 and state.force[p, u] > 0:
                    lose_kind(tables, state, p, u)


@kernel
def lose_kind(tables: Any, state: Any, p: int, u: int) -> None:
    """All units of a kind of a power in the battle are hit as often as it takes."""
    bit = 1 << u
    if bit & TRANSPORTS:
        lose_fleet(state, p)
    elif p == state.turn and bit & AIRCRAFT:
        for left in range(tables.move[u] + 1):
            n = count_fighting_grade(tables, state, u, left)
            lose_aircraft(tables, state, u, left, n)
    else:
        if p == state.turn and bit & TROOPS:
            state.seaborne[state.battle, u] = 0
        lose_units(tables, state, p, u, count_room(tables, state, p, u))


@kernel
def bury(tables: Any, state: Any) -> None:
    """B1 b, e: defenders that were hit leave the board."""
    s = state.battle
    for p in range(tables.n_powers):
        for u in range(UNITS):
            n = state.dying[p, u]
            if n > 0:
                state.dying[p, u] = 0
                state.army[s, p, u] -= n
