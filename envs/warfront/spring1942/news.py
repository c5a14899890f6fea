"""What happened this turn, and what differs between two records of a game, in words."""

from typing import Any

import numpy as np

from warfront.spring1942.data import Loaded
from warfront.spring1942.fields import PHASES
from warfront.spring1942.names import Names
from warfront.spring1942.page import Words, each
from warfront.spring1942.state import Fought, Hold
from warfront.spring1942.tables import UNIT_NAMES, UNITS

Row = tuple[str, list[Words]]  # a name and what is said of it


def this_turn(loaded: Loaded, state: Any) -> list[Row]:
    """Where land was taken, and where there was a battle or a raid, in the turn that is on."""
    names = Names(loaded)
    n = int(loaded.tables.n_spaces)
    taken: list[Words] = []
    for s in np.flatnonzero(state.captured[:n]):
        holder = names.powers[int(state.owner[s])]
        before = names.powers[int(state.owner_at_start[s])]
        taken.append((f"{names.spaces[s]} ({before} to {holder})", holder))
    found: list[Row] = [("taken", each(taken))] if taken else []
    for title, bit in (("fought in", Fought.BATTLE), ("raided", Fought.RAID)):
        where = np.flatnonzero(state.fought[:n] & bit.value)
        if len(where):
            found.append((title, each([(names.spaces[s], "") for s in where])))
    return found


def news(loaded: Loaded, old: Any, new: Any) -> list[Row]:
    """What differs between an earlier record and a later one: powers first, then spaces."""
    names = Names(loaded)
    found: list[Row] = []
    if when(old) != when(new):
        found.append(("turn", [(f"{_moment(names, old)} to {_moment(names, new)}", "")]))
    for p, power in enumerate(names.powers):
        if old.ipcs[p] != new.ipcs[p] or old.production[p] != new.production[p]:
            words = f"IPCs {old.ipcs[p]} to {new.ipcs[p]}"
            if old.production[p] != new.production[p]:
                words += f", income {old.production[p]} to {new.production[p]}"
            found.append((power, [(words, power)]))
    bought = new.purchased.astype(int) - old.purchased
    if when(old)[:2] == when(new)[:2] and (bought > 0).any():
        power = names.powers[int(new.turn)]
        found.append(("bought", [(_delta(bought), power)]))
    aboard = [_aboard(loaded, state) for state in (old, new)]
    for s in range(int(loaded.tables.n_spaces)):
        parts = _of_space(names, old, new, s)
        parts += [
            (f"{power} {_delta(after - before)} aboard", power)
            for power, before, after in zip(names.powers, aboard[0][s], aboard[1][s], strict=True)
            if (before != after).any()
        ]
        if parts:
            found.append((names.spaces[s], each(parts, ";")))
    return found


def when(state: Any) -> tuple[int, int, int]:
    """Round, turn and phase."""
    return int(state.game_round), int(state.turn), int(state.phase)


def _moment(names: Names, state: Any) -> str:
    phase = PHASES[int(state.phase)].replace("_", " ")
    return f"round {int(state.game_round)} {names.powers[int(state.turn)]} ({phase})"


def _of_space(names: Names, old: Any, new: Any, s: int) -> list[Words]:
    """Who came to hold a space, damage, and who came or went."""
    parts: list[Words] = []
    if old.owner[s] != new.owner[s]:
        before, after = names.powers[int(old.owner[s])], names.powers[int(new.owner[s])]
        parts.append((f"{before} lost it to {after}", after))
    if bool(old.complex[s]) != bool(new.complex[s]):
        parts.append(("a new complex", ""))
    if old.damage[s] != new.damage[s]:
        parts.append((f"damage {old.damage[s]} to {new.damage[s]}", ""))
    change = new.army[s].astype(int) - old.army[s]
    for p, power in enumerate(names.powers):
        if change[p].any():
            parts.append((f"{power} {_delta(change[p])}", power))
    return parts


def _delta(change: Any) -> str:
    return ", ".join(f"{int(n):+d}\u00a0{UNIT_NAMES[u]}" for u, n in enumerate(change) if n)


def _aboard(loaded: Loaded, state: Any) -> Any:
    """Cargo, int [s, p, u]."""
    powers = len(loaded.powers)
    found = np.zeros((int(loaded.tables.n_spaces), powers, UNITS), int)
    for row in state.transports:
        for k in range(2):
            if row[Hold.OWNER] >= 0 and row[Hold.CARGO + k] >= 0:
                found[row[Hold.SPACE], row[Hold.WHOSE + k], row[Hold.CARGO + k]] += 1
    return found
