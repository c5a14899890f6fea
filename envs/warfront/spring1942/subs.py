"""Submarines that submerge instead of firing (B1 a, S3)."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import Act
from warfront.spring1942.present import ATTACKERS, DEFENDERS, DESTROYERS, is_in, units_of
from warfront.spring1942.state import Prompt
from warfront.spring1942.tables import Unit

_SUB = Unit.SUBMARINE.value


@kernel
def may_submerge(tables: Any, state: Any, army: int, p: int) -> bool:
    """S3, S9: a power with submarines, against an army in the battle that has no destroyer."""
    if state.force[p, _SUB] == 0 or not is_in(tables, state, army, p):
        return False
    enemy = units_of(tables, state, 1 - army, True)
    return bool(enemy and not enemy & DESTROYERS)


@kernel
def ask_submerge(tables: Any, state: Any) -> bool:
    """S3: the attacker is asked first, then the defenders in turn order; False: all are through.

    `asking` counts: 0 is the attacker, 1 + p the power p as a defender.
    """
    while state.asking <= tables.n_powers:
        army = ATTACKERS if state.asking == 0 else DEFENDERS
        p = state.turn if state.asking == 0 else state.asking - 1
        if may_submerge(tables, state, army, p):
            state.seat = p
            state.prompt = Prompt.SUBS
            return True
        state.asking += 1
    return False


@kernel
def can_submerge(mask: Any) -> None:
    """S3: one more submarine leaves the battle, or those that are left fire."""
    mask[Act.SUBMERGE] = 1
    mask[Act.FIRE] = 1


@kernel
def do_submerge(state: Any) -> None:
    """S3: a submarine leaves the battle and stays in the zone."""
    state.force[state.seat, _SUB] -= 1
    state.submerged[state.seat] += 1


@kernel
def do_fire(state: Any) -> None:
    """B1 a: the submarines that are left strike."""
    state.asking += 1
