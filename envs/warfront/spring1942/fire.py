"""Who fires in which step of a round, at what value, and what class of hits it makes (B1-B3)."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.chance import roll
from warfront.spring1942.present import (
    ATTACKERS,
    DESTROYERS,
    FIGHTING,
    SUBS,
    is_in,
    shot_of,
    units_of,
)
from warfront.spring1942.tables import UNITS, Unit


@kernel
def count_hits(tables: Any, state: Any, n: int, value: int) -> int:
    """G5: n dice at one value; a die at or below it is a hit."""
    hits = 0
    for _ in range(n):
        if roll(tables, state) <= value:
            hits += 1
    return hits


@kernel
def count_supported(state: Any, p: int) -> int:
    """B3: infantry of the attacker that an artillery of his in the same battle raises by one."""
    return int(min(state.force[p, Unit.INFANTRY], state.force[p, Unit.ARTILLERY]))


@kernel
def fire(tables: Any, state: Any, army: int, shooters: int) -> None:
    """B1, B2, S2, T1: each unit of these kinds fires one die, those that wait to die too.

    Dice are rolled power by power in turn order, unit by unit in the order of the list, supported
    infantry first. The hits are counted by class.
    """
    own = units_of(tables, state, army, True)
    shooters &= own & FIGHTING
    if shooters == 0:
        return
    enemy = units_of(tables, state, 1 - army, False)
    for p in range(tables.n_powers):
        if is_in(tables, state, army, p):
            for u in range(UNITS):
                n = state.force[p, u] + state.dying[p, u]
                if n > 0 and shooters >> u & 1:
                    shot = shot_of(u, own, enemy)
                    state.hits[shot] += fire_unit(tables, state, army, p, u, n)


@kernel
def fire_unit(tables: Any, state: Any, army: int, p: int, u: int, n: int) -> int:
    """A2, B2, B3: hits of n units of a kind at their attack or defence value."""
    if army != ATTACKERS:
        return count_hits(tables, state, n, tables.defence[u])
    value = tables.attack[u]
    if u != Unit.INFANTRY:
        return count_hits(tables, state, n, value)
    raised = count_supported(state, p)
    hits = count_hits(tables, state, raised, value + 1)
    return hits + count_hits(tables, state, n - raised, value)


@kernel
def can_surprise(tables: Any, state: Any, army: int) -> bool:
    """S1: submarines strike before all others unless the other side has a destroyer."""
    if not units_of(tables, state, army, True) & SUBS:
        return False
    return not units_of(tables, state, 1 - army, True) & DESTROYERS


@kernel
def do_surprise(tables: Any, state: Any, army: int) -> None:
    """S1, S2: the surprise strike of an army's submarines."""
    fire(tables, state, army, SUBS)


@kernel
def do_main_fire(tables: Any, state: Any, army: int) -> None:
    """B1 c, d: all others fire; submarines that could not strike by surprise fire along."""
    shooters = FIGHTING
    if can_surprise(tables, state, army):
        shooters &= ~SUBS
    fire(tables, state, army, shooters)
