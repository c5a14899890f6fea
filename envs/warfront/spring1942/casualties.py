"""Who takes the hits (B4, B10, T2, AA5, MN9): one hit at a time, by the owner of the units.

Hits that can go to fewer kinds of units are given out first. Where everything must be hit, where
there is one kind only, nobody is asked. Several owners name their casualties in `naming.py`.
"""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import SLOTS, Act
from warfront.spring1942.fleet import is_repeat
from warfront.spring1942.grades import grade_of
from warfront.spring1942.losses import (
    count_fighting_grade,
    count_room,
    is_there,
    lose_aircraft,
    lose_all,
    lose_transport,
    lose_troops,
    lose_units,
)
from warfront.spring1942.present import (
    AIRCRAFT,
    FIGHTING,
    SHOTS,
    TRANSPORTS,
    TROOPS,
    is_in,
    targets_of,
    units_of,
)
from warfront.spring1942.state import Naming, Prompt
from warfront.spring1942.tables import GRADE_LEFT, UNITS


@kernel
def next_shot(state: Any) -> int:
    """The class of the hits to give out now, those with the fewest targets first; -1 none left."""
    for shot in range(SHOTS):
        if state.hits[shot] > 0:
            return shot
    return -1


@kernel
def targets_now(tables: Any, state: Any, army: int, shot: int) -> int:
    """T2: the units that a hit of a class may go to; transports only when no others are left."""
    targets = targets_of(units_of(tables, state, army, False), shot)
    if targets & FIGHTING:
        return int(targets & FIGHTING)
    return targets


@kernel
def own_targets(tables: Any, state: Any, p: int, targets: int) -> int:
    """Those of the target kinds that a power has in the battle."""
    own = 0
    for u in range(UNITS):
        if targets >> u & 1 and state.force[p, u] > 0:
            own |= 1 << u
    return own


@kernel
def count_all_room(tables: Any, state: Any, army: int, targets: int) -> int:
    """Hits that all units of these kinds can take together."""
    room = 0
    for p in range(tables.n_powers):
        if is_in(tables, state, army, p):
            for u in range(UNITS):
                if targets >> u & 1:
                    room += count_room(tables, state, p, u)
    return room


@kernel
def owners_of(tables: Any, state: Any, army: int, targets: int) -> int:
    """The powers that own such units in the battle, as bits."""
    owners = 0
    for p in range(tables.n_powers):
        if is_in(tables, state, army, p) and own_targets(tables, state, p, targets):
            owners |= 1 << p
    return owners


@kernel
def lowest(bits: int) -> int:
    """The number of the lowest bit of a set that is not empty."""
    n = 0
    while not bits >> n & 1:
        n += 1
    return n


@kernel
def do_forced(tables: Any, state: Any, army: int, shot: int, targets: int) -> bool:
    """B10: when there are as many hits as the targets can take, all die and the rest goes on."""
    room = count_all_room(tables, state, army, targets)
    if state.hits[shot] < room:
        return False
    lose_all(tables, state, army, targets)
    use_hits(state, room if room > 0 else state.hits[shot])
    return True


@kernel
def use_hits(state: Any, n: int) -> None:
    """N hits of the class in hand are given out; what the attacker imposed ends with the class."""
    shot = next_shot(state)
    state.hits[shot] -= n
    if state.hits[shot] == 0:
        state.naming = Naming.FREE


@kernel
def ask_casualty(tables: Any, state: Any, seat: int, p: int, targets: int, most: int) -> None:
    """B4: a seat names a unit of power p that takes a hit; one kind only is taken unasked."""
    own = own_targets(tables, state, p, targets)
    if own & (own - 1) == 0:
        n = do_hit(tables, state, seat, p, lowest(own), most)
        use_hits(state, n)
        return
    state.seat = seat
    state.chosen_power = p
    state.prompt = Prompt.CASUALTY


@kernel
def can_casualty(tables: Any, state: Any, army: int, mask: Any) -> None:
    """B4, T2: the kinds of units that may take the hit."""
    targets = targets_now(tables, state, army, next_shot(state))
    for u in range(UNITS):
        if targets >> u & 1 and state.force[state.chosen_power, u] > 0:
            mask[Act.UNIT + u] = 1


@kernel
def do_casualty(tables: Any, state: Any, u: int) -> None:
    """B4: a unit of that kind takes one hit."""
    use_hits(state, 1)
    do_hit(tables, state, state.seat, state.chosen_power, u, 1)


@kernel
def do_hit(tables: Any, state: Any, seat: int, p: int, u: int, n: int) -> int:
    """Up to n hits on units of a kind; if they differ, one hit and the seat says on which.

    Returns:
        How many hits were used.
    """
    state.chosen_power = p
    state.chosen_unit = u
    bit = 1 << u
    if bit & TRANSPORTS:
        return hit_transport(state, seat, p)
    if p == state.turn and bit & AIRCRAFT:
        return hit_aircraft(tables, state, seat, u)
    if p == state.turn and bit & TROOPS:
        return hit_troops(tables, state, seat, u, n)
    lose_units(tables, state, p, u, n)
    return n


@kernel
def hit_transport(state: Any, seat: int, p: int) -> int:
    """One transport is hit; the seat says which where they differ."""
    found = -1
    for slot in range(SLOTS):
        if is_there(state, slot, p):
            if found >= 0 and not is_repeat(state, slot):
                state.seat = seat
                state.prompt = Prompt.CASUALTY_TRANSPORT
                return 1
            found = slot
    lose_transport(state, found)
    return 1


@kernel
def can_transport(state: Any, mask: Any) -> None:
    """B4: which of the transports; one of several that are equal stands for all of them."""
    for slot in range(SLOTS):
        if is_there(state, slot, state.chosen_power) and not is_repeat(state, slot):
            mask[Act.TRANSPORT + slot] = 1


@kernel
def do_transport(state: Any, slot: int) -> None:
    """T5: that transport sinks."""
    lose_transport(state, slot)


@kernel
def hit_aircraft(tables: Any, state: Any, seat: int, u: int) -> int:
    """One aircraft of the attacker is hit; he says which where their ranges differ."""
    found = -1
    for left in range(tables.move[u] + 1):
        if count_fighting_grade(tables, state, u, left) > 0:
            if found >= 0:
                state.seat = seat
                state.prompt = Prompt.CASUALTY_GRADE
                return 1
            found = left
    lose_aircraft(tables, state, u, found, 1)
    return 1


@kernel
def can_grade(tables: Any, state: Any, mask: Any) -> None:
    """B4: which of the aircraft, told apart by the movement they have left."""
    u = state.chosen_unit
    for left in range(tables.move[u] + 1):
        if count_fighting_grade(tables, state, u, left) > 0:
            mask[Act.GRADE + grade_of(u, left)] = 1


@kernel
def do_grade(tables: Any, state: Any, grade: int) -> None:
    """B4: an aircraft with that movement left is hit."""
    lose_aircraft(tables, state, state.chosen_unit, GRADE_LEFT[grade], 1)


@kernel
def hit_troops(tables: Any, state: Any, seat: int, u: int, n: int) -> int:
    """Land units of the attacker are hit; he says which where some came by sea (AM7)."""
    by_sea = state.seaborne[state.battle, u]
    if 0 < by_sea < state.force[state.turn, u]:
        state.seat = seat
        state.prompt = Prompt.CASUALTY_FROM
        return 1
    lose_troops(tables, state, u, by_sea > 0, n)
    return n


@kernel
def can_way(mask: Any) -> None:
    """AM7, B4: one of those that came overland, or one of those that came by sea."""
    mask[Act.OVERLAND] = 1
    mask[Act.SEABORNE] = 1


@kernel
def do_way(tables: Any, state: Any, seaborne: bool) -> None:
    """B4: a unit that came that way is hit."""
    lose_troops(tables, state, state.chosen_unit, seaborne, 1)
