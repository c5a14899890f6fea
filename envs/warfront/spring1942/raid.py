"""Strategic bombing raids (SB1-SB7)."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.aa_fire import HITS_ON, has_gun
from warfront.spring1942.chance import roll
from warfront.spring1942.fire import count_hits
from warfront.spring1942.grades import add_units
from warfront.spring1942.state import Fought
from warfront.spring1942.tables import Unit

RANGES = 6  # a bomber that raids has 0..5 movement left
_DAMAGE = 0  # values of the option `bombing`


@kernel
def count_raiders(state: Any, s: int) -> int:
    """Bombers announced to raid a territory."""
    n = 0
    for left in range(RANGES):
        n += state.raid[s, left]
    return n


@kernel
def can_raid(state: Any, s: int) -> bool:
    """CC1: whether a raid is still to be flown."""
    return bool(not state.fought[s] & Fought.RAID and count_raiders(state, s) > 0)


@kernel
def do_raid(tables: Any, state: Any, s: int) -> None:
    """SB2, SB3: AA fire first; then each bomber that is left rolls one die."""
    state.fought[s] |= Fought.RAID.value
    if has_gun(tables, state, s):
        shoot_raiders(tables, state, s)
    total = 0
    for _ in range(count_raiders(state, s)):
        total += roll(tables, state)
    if tables.bombing == _DAMAGE:
        damage_complex(tables, state, s, total)
    else:
        take_ipcs(tables, state, s, total)


@kernel
def shoot_raiders(tables: Any, state: Any, s: int) -> None:
    """AA2, SB2: a die for each bomber, those with the least movement left first."""
    for left in range(RANGES):
        lost = count_hits(tables, state, state.raid[s, left], HITS_ON)
        state.raid[s, left] -= lost
        add_units(tables, state, s, Unit.BOMBER.value, left, -lost)


@kernel
def damage_complex(tables: Any, state: Any, s: int, total: int) -> None:
    """SB4, SB6: damage up to twice the territory's value; no IPCs are lost."""
    state.damage[s] = min(state.damage[s] + total, 2 * tables.ipc[s])


@kernel
def take_ipcs(tables: Any, state: Any, s: int, total: int) -> None:
    """O2: the other way of bombing; the owner pays up to the territory's value at once."""
    p = state.owner[s]
    state.ipcs[p] -= min(state.ipcs[p], total, tables.ipc[s])
