"""Support (B11, 24, 32-33, 44, 49): Leaders, Generals and units that lend others strength."""

from typing import Any

from warfront.battlecards.field import end_line, first_line
from warfront.battlecards.tables import SUBTYPES, UNITS, Reach, Role
from warfront.compiled import kernel


@kernel
def refresh_support(tables: Any, state: Any) -> None:
    """Reckon the support in force for both armies from those in the battle at this moment."""
    state.bonus[:] = 0
    for army in range(2):
        for line in range(first_line(state, army), end_line(state, army)):
            if state.alive[line] > 0:
                add_support(tables, state, army, state.type[line])
        add_leaders(tables, state, army)


@kernel
def add_support(tables: Any, state: Any, army: int, t: int) -> None:
    """B11, 24, Q13: a card's support counts once, for all of the army of the supported subtypes."""
    for stat in range(2):
        for subtype in range(SUBTYPES):
            state.bonus[army, stat, subtype] += tables.aura[t, stat, subtype]


@kernel
def add_leaders(tables: Any, state: Any, army: int) -> None:
    """32, Q15: the deployed Leaders of an army's side whose text reaches this battle."""
    side = 1 - state.attack_side if army else state.attack_side
    seats = state.defenders if army else state.attackers
    for seat in range(tables.seats):
        if tables.side[seat] == side and state.vanquished[seat] == 0:
            for t in range(seat * UNITS, (seat + 1) * UNITS):
                if tables.role[t] == Role.LEADER and state.deployed[seat, t] > 0:
                    if reaches(tables, state, t, seat, seats):
                        add_support(tables, state, army, t)


@kernel
def reaches(tables: Any, state: Any, t: int, seat: int, seats: int) -> bool:
    """33 the holder fights; 44 either German does; 49, 50 the battle is of WE or North Africa."""
    if tables.reach[t] == Reach.MEDITERRANEAN:
        return tables.mediterranean[state.field] != 0
    if seats >> seat & 1:
        return True
    if tables.reach[t] == Reach.BOTH_GERMANS:
        for power in (0, 4):
            german = tables.seat_of[power]
            if german >= 0 and seats >> german & 1:
                return True
    return False
