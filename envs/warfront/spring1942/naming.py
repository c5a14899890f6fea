"""Several owners of the units hit (MN9, O6): each names his share; else the attacker chooses."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import Act
from warfront.spring1942.casualties import (
    ask_casualty,
    do_forced,
    do_hit,
    lowest,
    next_shot,
    owners_of,
    targets_now,
)
from warfront.spring1942.losses import count_room
from warfront.spring1942.present import DEFENDERS
from warfront.spring1942.state import Naming, Prompt
from warfront.spring1942.tables import UNITS


@kernel
def give_out(tables: Any, state: Any, army: int) -> None:
    """Give out the hits on an army until somebody is asked or none is left.

    The step is over when `prompt` is unset and no hits are left.
    """
    while state.prompt < 0:
        if state.naming == Naming.AGREED:
            give_named(tables, state)
            continue
        shot = next_shot(state)
        if shot < 0:
            return
        targets = targets_now(tables, state, army, shot)
        if do_forced(tables, state, army, shot, targets):
            continue
        owners = owners_of(tables, state, army, targets)
        if owners & (owners - 1) == 0:
            p = lowest(owners)
            seat = state.turn if state.naming == Naming.IMPOSED else p
            ask_casualty(tables, state, seat, p, targets, state.hits[shot])
        elif state.naming == Naming.IMPOSED:
            state.seat = state.turn
            state.prompt = Prompt.CASUALTY_OWNER
        else:
            ask_name(tables, state, owners, shot, targets)


@kernel
def can_owner(tables: Any, state: Any, mask: Any) -> None:
    """MN9: whose unit takes the hit, when the attacker chooses."""
    targets = targets_now(tables, state, DEFENDERS, next_shot(state))
    owners = owners_of(tables, state, DEFENDERS, targets)
    for p in range(tables.n_powers):
        if owners >> p & 1:
            mask[Act.SEAT + p] = 1


@kernel
def do_owner(tables: Any, state: Any, p: int) -> None:
    """MN9: the attacker names a unit of power p."""
    targets = targets_now(tables, state, DEFENDERS, next_shot(state))
    ask_casualty(tables, state, state.turn, p, targets, 1)


@kernel
def count_named(state: Any, p: int) -> int:
    """Hits that an owner has named so far."""
    n = 0
    for u in range(UNITS):
        n += state.named[p, u]
    return n


@kernel
def can_name_more(tables: Any, state: Any, p: int, shot: int, targets: int) -> bool:
    """MN9: an owner names no more than all of the hits, and no more than his units can take."""
    n = count_named(state, p)
    if n >= state.hits[shot]:
        return False
    room = 0
    for u in range(UNITS):
        if targets >> u & 1:
            room += count_room(tables, state, p, u)
    return bool(room > n)


@kernel
def ask_name(tables: Any, state: Any, owners: int, shot: int, targets: int) -> None:
    """MN9, O6: the owners name in turn order; then it is seen whether they agree."""
    if state.naming == Naming.FREE:
        state.naming = Naming.NAMING
        state.asking = 0
    while state.asking < tables.n_powers:
        p = state.asking
        if owners >> p & 1 and can_name_more(tables, state, p, shot, targets):
            state.seat = p
            state.prompt = Prompt.NAME
            return
        state.asking += 1
    state.asking = 0
    settle_names(tables, state, shot)


@kernel
def can_name(tables: Any, state: Any, mask: Any) -> None:
    """MN9: kinds of own units that can take one more hit, or no more."""
    targets = targets_now(tables, state, DEFENDERS, next_shot(state))
    p = state.asking
    for u in range(UNITS):
        if targets >> u & 1 and count_room(tables, state, p, u) > state.named[p, u]:
            mask[Act.UNIT + u] = 1
    mask[Act.DONE] = 1


@kernel
def do_name(state: Any, u: int) -> None:
    """MN9: an owner offers a unit of that kind."""
    state.named[state.asking, u] += 1


@kernel
def do_name_done(state: Any) -> None:
    """MN9: an owner offers no more."""
    state.asking += 1


@kernel
def settle_names(tables: Any, state: Any, shot: int) -> None:
    """O6: names that add up to exactly the hits stand; else the attacker chooses all."""
    total = 0
    for p in range(tables.n_powers):
        total += count_named(state, p)
    if total == state.hits[shot]:
        state.hits[shot] = 0
        state.naming = Naming.AGREED
        return
    state.named[:] = 0
    state.naming = Naming.IMPOSED


@kernel
def give_named(tables: Any, state: Any) -> None:
    """MN9: hit what was named; an owner whose transports differ says which."""
    for p in range(tables.n_powers):
        for u in range(UNITS):
            while state.named[p, u] > 0:
                state.named[p, u] -= do_hit(tables, state, p, p, u, state.named[p, u])
                if state.prompt >= 0:
                    return
    state.naming = Naming.FREE
