"""What a card is worth in the running battle: its attack and defence with all support counted."""

from typing import Any

from warfront.battlecards.tables import Stat
from warfront.compiled import kernel

_ATTACK = int(Stat.ATTACK)
_DEFENCE = int(Stat.DEFENCE)


@kernel
def support_of(tables: Any, state: Any, army: int, line: int, stat: int) -> int:
    """B11: support and Retained Actions in force for a line; a card never supports itself."""
    card = state.type[line]
    subtype = tables.subtype[card]
    support = state.bonus[army, stat, subtype] - tables.aura[card, stat, subtype]
    return int(support + state.orders[army, stat, tables.kind[card]])


@kernel
def attack_of(tables: Any, state: Any, army: int, line: int, kind: int) -> int:
    """Q1: effective attack of a line on a unit of `kind`; meaningless if the printed one is -1."""
    printed = int(tables.attack[state.type[line], kind])
    return printed + support_of(tables, state, army, line, _ATTACK)


@kernel
def defence_of(tables: Any, state: Any, army: int, line: int, kind: int) -> int:
    """B9: effective defence of a line against fire of a unit of `kind`, all bonuses included."""
    printed = int(tables.defence[state.type[line], kind])
    return printed + support_of(tables, state, army, line, _DEFENCE)


@kernel
def roll_needed(tables: Any, attack: int, defence: int) -> int:
    """Q1: the least roll that hits; a natural 1 always misses and the highest face always hits."""
    return min(max(int(tables.threshold) - attack + defence, 2), int(tables.die))
