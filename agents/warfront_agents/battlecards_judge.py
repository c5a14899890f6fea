"""Who is likely to win a game of Battlecards: a judgement of a whole state at the start of a turn.

A weighted sum of a few differences, Axis less Allies, through the logistic curve. The weights were
fitted by `python -m warfront_agents.fit_judge` to the ends of games between staffs. A search plays
on from states drawn for its seat and judges where it stops; it never judges the true state.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from warfront.battlecards.state import Place
from warfront.battlecards.tables import BATTLES, PLAYS, UNITS, Aggressor, Role
from warfront.compiled import kernel


class Sign(IntEnum):
    """What is weighed; differences are Axis less Allies, counts of things are per theatre."""

    LEAD = 0  # points over the target
    LATE = 1  # the same, times the points of the side that leads
    FORCE = 2  # logarithm of the ratio of all deployed forces
    FRONTS = 3  # residents' forces, theatre by theatre
    GROUND = 4  # ground forces
    LEADERS = 5
    RETAINED = 6  # cards in hand
    VANQUISHED = 7  # seats out of the game
    THEATRES = 8  # theatres won
    BATTLES = 9  # points of drawable Battlecards, where the attackers are the stronger
    CONQUESTS = 10  # the same of Battlecards that vanquish
    LATER = 11  # as BATTLES, of cards on the discard
    COUNTERS = 12  # as BATTLES, of cards in the enemy's stack
    TURN = 13  # whose turn it is
    ONE = 14


SIGNS = len(Sign)
KINDS = 3
SMALL = 20.0  # about a strong card: what keeps ratios of small forces apart from certainties
WEIGHTS = np.array(
    [0.144, 1.303, 1.267, -1.917, 1.710, 0.394, 0.090, -1.884, 0.986, 1.186, 7.075, 2.355, 3.500,
     0.148, -0.093]
)  # fmt: skip


@kernel
def count_forces(tables: Any, worth: Any, state: Any, force: Any, signs: Any) -> None:
    """Fill force [SEATS, KINDS] with the worth of deployed cards; Leaders and hands into signs."""
    force[:] = 0.0
    for seat in range(tables.seats):
        sign = 1.0 - 2.0 * tables.side[seat]
        for t in range(int(tables.seats) * UNITS):
            n = int(state.deployed[seat, t])
            if n > 0 and tables.role[t] == Role.LEADER:
                signs[Sign.LEADERS] += sign * n
            elif n > 0:
                force[seat, tables.kind[t]] += n * worth[t]
        for row in range(PLAYS):
            signs[Sign.RETAINED] += sign * state.retained[seat, row]
        if state.vanquished[seat] > 0:
            signs[Sign.VANQUISHED] += sign


@kernel
def compare_forces(tables: Any, state: Any, force: Any, signs: Any) -> None:
    """All forces, and those of the residents theatre by theatre."""
    total = np.zeros(2)
    for seat in range(tables.seats):
        sign = 1.0 - 2.0 * tables.side[seat]
        signs[Sign.GROUND] += sign * force[seat, 0] / 100.0
        for kind in range(KINDS):
            total[tables.side[seat]] += force[seat, kind]
    signs[Sign.FORCE] = np.log((total[0] + SMALL) / (total[1] + SMALL))
    for h in range(tables.theatres):
        axis = sum_force(force, 1 << int(tables.resident[h, 0]), 7)
        allies = sum_force(force, 1 << int(tables.resident[h, 1]), 7)
        signs[Sign.FRONTS] += (axis - allies) / (axis + allies + SMALL)
        signs[Sign.THEATRES] += int(state.victor[h, 0] >= 0) - int(state.victor[h, 1] >= 0)


@kernel
def sum_force(force: Any, seats: int, kinds: int) -> float:
    """The forces of these kinds (bits) of these seats (bits)."""
    total = 0.0
    for seat in range(len(force)):
        if seats >> seat & 1:
            for kind in range(KINDS):
                if kinds >> kind & 1:
                    total += force[seat, kind]
    return total


@kernel
def prospect(tables: Any, force: Any, there: int, b: int, side: int) -> float:
    """Points that a Battlecard promises a side that would attack, over the target."""
    chance = 1.0
    if tables.aggressor[b] == Aggressor.DRAWER:
        chance = 0.5
    elif tables.aggressor[b] != side:
        return 0.0
    mine = sum_force(force, int(tables.parties[b, side]) & there, int(tables.attack_kinds[b]))
    theirs = sum_force(force, int(tables.parties[b, 1 - side]) & there, int(tables.defend_kinds[b]))
    edge = max(0.0, (mine - theirs) / (mine + theirs + 0.5 * SMALL) + 0.2)
    return float(chance * edge * tables.points[b] / tables.target)


@kernel
def weigh_battles(tables: Any, state: Any, force: Any, signs: Any) -> None:
    """What the Battlecards still to come promise both sides."""
    there = 0
    for seat in range(tables.seats):
        there |= int(state.vanquished[seat] == 0) << seat
    for b in range(int(tables.theatres) * BATTLES):
        place = int(state.place[b])
        if not tables.present[b] or place == Place.ACTIVE:
            continue
        for side in range(2):
            promise = prospect(tables, force, there, b, side) * (1.0 - 2.0 * side)
            if place == Place.DECK:
                signs[Sign.CONQUESTS if tables.loser[b] != 0 else Sign.BATTLES] += promise
            elif place == Place.DISCARD:
                signs[Sign.LATER] += promise
            elif place == Place.ALLIES - side:
                signs[Sign.COUNTERS] += promise


@kernel
def read_signs(tables: Any, worth: Any, state: Any, force: Any, signs: Any) -> None:
    """Fill signs (float64 [SIGNS]) from a state; force is float64 [SEATS, KINDS] of scratch."""
    signs[:] = 0.0
    target = float(tables.target)
    axis, allies = state.points[0] / target, state.points[1] / target
    signs[Sign.LEAD] = axis - allies
    signs[Sign.LATE] = (axis - allies) * max(axis, allies)
    count_forces(tables, worth, state, force, signs)
    compare_forces(tables, state, force, signs)
    weigh_battles(tables, state, force, signs)
    for sign in (
        Sign.FRONTS, Sign.GROUND, Sign.LEADERS, Sign.RETAINED, Sign.VANQUISHED, Sign.THEATRES,
    ):  # fmt: skip
        signs[sign] /= float(tables.theatres)
    signs[Sign.TURN] = 1.0 - 2.0 * tables.side[state.turn]
    signs[Sign.ONE] = 1.0


@kernel
def chance_of_axis(
    tables: Any, worth: Any, state: Any, weights: Any, force: Any, signs: Any
) -> float:
    """The chance that the Axis wins from a state that stands at the start of a turn."""
    read_signs(tables, worth, state, force, signs)
    total = 0.0
    for i in range(len(weights)):
        total += weights[i] * signs[i]
    return float(1.0 / (1.0 + np.exp(-total)))
