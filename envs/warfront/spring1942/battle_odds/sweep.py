"""Chances on their way through a battle, and what it comes to at its ends."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from warfront.compiled import kernel
from warfront.spring1942.battle_odds.aim import is_turned
from warfront.spring1942.battle_odds.ending import (
    LEAVE,
    SINK_ATTACKER,
    SINK_DEFENDER,
    Terms,
    sunk,
)
from warfront.spring1942.battle_odds.fire import Fates, new_fates
from warfront.spring1942.battle_odds.lane import Lane, borrow_lane, new_lane
from warfront.spring1942.battle_odds.lean import borrow, inner
from warfront.spring1942.battle_odds.side import ARTILLERY, INFANTRY, TANK, Side

NEGLIGIBLE = 1e-13  # a state less likely than this is dropped
WIN, LOSE, DRAW, RETREAT, CONQUEST, SUMS = range(6)


class Battle(NamedTuple):
    """Two sides and the chances on their way.

    Axes: a attacker's state, d defender's state; r of the side whose states make the rows of the
    sweep (at sea perhaps the defender's), c of the other.
    """

    attacker: Side
    defender: Side
    row: Side
    column: Side
    turned: bool  # the defender makes the rows
    start: NDArray[np.float64]  # [r, c] at the start of a round
    mid: NDArray[np.float64]  # [r, c] after the surprise strikes
    come: NDArray[np.bool_]  # [r] whether anything may have come to a row of these; see `open_row`
    attacker_end: NDArray[np.float64]  # [a]
    defender_end: NDArray[np.float64]  # [d]
    sums: NDArray[np.float64]  # [SUMS]
    shot: Fates  # what fire does to the row side
    lane: Lane
    leaving: NDArray[np.float64]  # [a, d] where a retreat leaves some behind (AM7), else [1, 1]
    terms: Terms
    plain: bool  # no submarines: no strikes, and all hits alike


@inner
def open_row(battle: Battle, r: Any) -> None:
    """Let chances come to a row; most stay closed, as memory that is touched first costs much."""
    if not battle.come[r]:
        battle.come[r] = True
        clear(battle.start, battle.mid, r)


@kernel
def clear(start: Any, mid: Any, a: int) -> None:
    """Fill a row of both with zeros."""
    for d in range(start.shape[1]):
        start[a, d] = 0.0
        mid[a, d] = 0.0


@kernel
def new_battle(attacker: Side, defender: Side, terms: Terms) -> Battle:
    """A battle of two sides with no chances in it."""
    a, d = len(attacker.states), len(defender.states)
    plain = attacker.states[0].subs + defender.states[0].subs == 0
    turned = not plain and is_turned(attacker, defender)
    row, column = (defender, attacker) if turned else (attacker, defender)
    battle = Battle(
        attacker,
        defender,
        row,
        column,
        turned,
        np.empty((len(row.states), len(column.states))),
        np.empty((len(row.states), len(column.states))),
        np.zeros(len(row.states), np.bool_),
        np.zeros(a),
        np.zeros(d),
        np.zeros(SUMS),
        new_fates(len(row.states)),
        new_lane(row, column, not plain),
        np.zeros((a, d)) if terms.partly else np.zeros((1, 1)),
        terms,
        plain,
    )
    if battle.plain:
        for r in range(a):
            open_row(battle, r)
    return battle


@inner
def borrow_side(side: Side) -> Side:
    """A side for innermost loops, see `borrow`."""
    return Side(
        borrow(side.states),
        borrow(side.successor),
        borrow(side.chance),
        borrow(side.eights),
        borrow(side.first),
        borrow(side.path),
    )


@inner
def borrow_fates(fates: Fates) -> Fates:
    """Lists for innermost loops, see `borrow`."""
    return Fates(borrow(fates.size), borrow(fates.state), borrow(fates.chance), borrow(fates.place))


@inner
def borrow_battle(battle: Battle) -> Battle:
    """A battle for innermost loops, see `borrow`."""
    return Battle(
        borrow_side(battle.attacker),
        borrow_side(battle.defender),
        borrow_side(battle.row),
        borrow_side(battle.column),
        battle.turned,
        borrow(battle.start),
        borrow(battle.mid),
        borrow(battle.come),
        borrow(battle.attacker_end),
        borrow(battle.defender_end),
        borrow(battle.sums),
        borrow_fates(battle.shot),
        borrow_lane(battle.lane),
        borrow(battle.leaving),
        battle.terms,
        battle.plain,
    )


@inner
def settle(battle: Battle, a: int, d: int, how: int, p: float) -> None:
    """Add a chance to the results."""
    if how == SINK_DEFENDER:
        d = sunk(battle.defender, d)
    elif how == SINK_ATTACKER:
        a = sunk(battle.attacker, a)
    if how == LEAVE and battle.terms.partly:
        battle.leaving[a, d] += p
        return
    battle.attacker_end[a] += p
    battle.defender_end[d] += p
    add_end(battle.sums, battle.attacker.states[a], battle.defender.states[d], how == LEAVE, p)


@kernel
def add_end(sums: Any, mine: Any, theirs: Any, leaves: bool, p: float) -> None:
    """Add the chance of an end to the sums."""
    alive, foes = mine.fighting + mine.boats, theirs.fighting + theirs.boats
    if leaves:
        sums[RETREAT] += p
        sums[LOSE] += p
    elif alive > 0 and foes == 0:
        sums[WIN] += p
        if mine.left[INFANTRY] + mine.left[ARTILLERY] + mine.left[TANK] > 0:  # C1
            sums[CONQUEST] += p
    elif alive == 0 and foes > 0:
        sums[LOSE] += p
    else:
        sums[DRAW] += p


@kernel
def add_row(into: Any, first: int, chance: Any, low: int, high: int, share: float) -> None:
    """Carry a chance on to the states that follow one another by so many hits."""
    at = np.uint64(first)
    for hits in range(np.uint64(low), np.uint64(high)):
        into[at + hits] += share * chance[hits]
