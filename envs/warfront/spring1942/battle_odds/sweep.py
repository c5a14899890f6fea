"""Chances on their way through a battle, and what it comes to at its ends."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from warfront.compiled import kernel
from warfront.spring1942.battle_odds.ending import (
    LEAVE,
    SINK_ATTACKER,
    SINK_DEFENDER,
    Terms,
    sunk,
)
from warfront.spring1942.battle_odds.fire import Fates, new_fates
from warfront.spring1942.battle_odds.lean import borrow, inner
from warfront.spring1942.battle_odds.side import ARTILLERY, INFANTRY, TANK, Side

NEGLIGIBLE = 1e-13  # a state less likely than this is dropped
LEAST = 1e-16  # and so is a way from one state to another that is less likely than this
WIN, LOSE, DRAW, RETREAT, CONQUEST, SUMS = range(6)


class Battle(NamedTuple):
    """Two sides and the chances on their way. Axes: a attacker's state, d defender's state."""

    attacker: Side
    defender: Side
    start: NDArray[np.float64]  # [a, d] at the start of a round
    mid: NDArray[np.float64]  # [a, d] after the surprise strikes
    come: NDArray[np.bool_]  # [a] whether anything may have come to a row of these; see `open_row`
    attacker_end: NDArray[np.float64]  # [a]
    defender_end: NDArray[np.float64]  # [d]
    sums: NDArray[np.float64]  # [SUMS]
    strike: tuple[Fates, Fates]  # what strikes do to the attacker and to the defender
    shot: tuple[Fates, Fates]  # what all other fire does
    leaving: NDArray[np.float64]  # [a, d] where a retreat leaves some behind (AM7), else [1, 1]
    terms: Terms
    plain: bool  # no submarines: no strikes, and all hits alike


@inner
def open_row(battle: Battle, a: int) -> None:
    """Let chances come to a row; most stay closed, as memory that is touched first costs much."""
    if not battle.come[a]:
        battle.come[a] = True
        clear(battle.start, battle.mid, a)


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
    battle = Battle(
        attacker,
        defender,
        np.empty((a, d)),
        np.empty((a, d)),
        np.zeros(a, np.bool_),
        np.zeros(a),
        np.zeros(d),
        np.zeros(SUMS),
        (new_fates(a), new_fates(d)),
        (new_fates(a), new_fates(d)),
        np.zeros((a, d)) if terms.partly else np.zeros((1, 1)),
        terms,
        attacker.states[0].subs + defender.states[0].subs == 0,
    )
    if battle.plain:
        for row in range(a):
            open_row(battle, row)
    return battle


@inner
def borrow_side(side: Side) -> Side:
    """A side for innermost loops, see `borrow`."""
    return Side(
        borrow(side.states),
        borrow(side.successor),
        borrow(side.chance),
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
        borrow(battle.start),
        borrow(battle.mid),
        borrow(battle.come),
        borrow(battle.attacker_end),
        borrow(battle.defender_end),
        borrow(battle.sums),
        (borrow_fates(battle.strike[0]), borrow_fates(battle.strike[1])),
        (borrow_fates(battle.shot[0]), borrow_fates(battle.shot[1])),
        borrow(battle.leaving),
        battle.terms,
        battle.plain,
    )


@kernel
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
    mine, theirs = battle.attacker.states[a], battle.defender.states[d]
    alive, foes = mine.fighting + mine.boats, theirs.fighting + theirs.boats
    if how == LEAVE:
        battle.sums[RETREAT] += p
        battle.sums[LOSE] += p
    elif alive > 0 and foes == 0:
        battle.sums[WIN] += p
        if mine.left[INFANTRY] + mine.left[ARTILLERY] + mine.left[TANK] > 0:  # C1
            battle.sums[CONQUEST] += p
    elif alive == 0 and foes > 0:
        battle.sums[LOSE] += p
    else:
        battle.sums[DRAW] += p


@kernel
def add_row(into: Any, first: int, chance: Any, low: int, high: int, share: float) -> None:
    """Carry a chance on to the states that follow one another by so many hits."""
    at = np.uint64(first)
    for hits in range(np.uint64(low), np.uint64(high)):
        into[at + hits] += share * chance[hits]


@kernel
def spread(into: Any, mine: Fates, theirs: Fates, p: float) -> None:
    """Both sides' fates of one step, which are independent, carry a chance on."""
    many = np.uint64(theirs.size[0])
    states, chances = theirs.state[0], theirs.chance[0]
    first = states[0]
    in_line = True  # then the compiler adds several at a time
    for j in range(np.uint64(1), many):
        in_line = in_line and np.uint64(states[j]) == np.uint64(first) + j
    for i in range(mine.size[0]):
        share = p * mine.chance[0, i]
        if share < LEAST:
            continue
        row = into[mine.state[0, i]]
        if in_line:
            add_row(row, first, chances, 0, theirs.size[0], share)
        else:
            for j in range(many):
                row[np.uint64(states[j])] += share * chances[j]
