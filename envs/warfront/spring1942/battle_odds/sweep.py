"""The battle itself: chances flow from the whole armies to the ends, losses only growing.

A state of the battle is a state of either side at the start of a round. Since losses never shrink,
one pass over the states in their order settles all rounds at once: the chance of a round without
losses is taken out by the sum of its geometric series. Only a retreat after a stated number of
rounds needs a pass a round. Surprise strikes split a round in two; `mid` holds the states between.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from warfront.compiled import kernel
from warfront.spring1942.battle_odds.ending import (
    GO_ON,
    LEAVE,
    SINK_ATTACKER,
    SINK_DEFENDER,
    Terms,
    judge,
    strikes,
    sunk,
)
from warfront.spring1942.battle_odds.fire import (
    Fates,
    begin_fates,
    can_fire,
    fate_of,
    new_fates,
    reckon_fire,
    take_hits,
)
from warfront.spring1942.battle_odds.side import (
    AIR_ROW,
    ANY,
    ARTILLERY,
    DESTROYER,
    FIRE_AIR,
    FIRE_OTHER,
    FIRE_SUB,
    INFANTRY,
    NO_SUBS,
    SHIPS,
    TANK,
    Side,
)

NEGLIGIBLE = 1e-13  # a state less likely than this is dropped
LEAST = 1e-16  # and so is a way from one state to another that is less likely than this
WIN, LOSE, DRAW, RETREAT, CONQUEST, SUMS = range(6)
PLAIN_FIRE = FIRE_OTHER | FIRE_AIR


class Battle(NamedTuple):
    """Two sides and the chances on their way. Axes: a attacker's state, d defender's state."""

    attacker: Side
    defender: Side
    start: NDArray[np.float64]  # [a, d] at the start of a round
    mid: NDArray[np.float64]  # [a, d] after the surprise strikes
    attacker_end: NDArray[np.float64]  # [a]
    defender_end: NDArray[np.float64]  # [d]
    sums: NDArray[np.float64]  # [SUMS]
    strike: tuple[Fates, Fates]  # what strikes do to the attacker and to the defender
    shot: tuple[Fates, Fates]  # what all other fire does
    leaving: NDArray[np.float64]  # [a, d] where a retreat leaves some behind (AM7), else [1, 1]
    terms: Terms
    plain: bool  # no submarines: no strikes, and all hits alike


@kernel
def new_battle(attacker: Side, defender: Side, terms: Terms) -> Battle:
    """A battle of two sides with no chances in it."""
    a, d = len(attacker.states), len(defender.states)
    return Battle(
        attacker,
        defender,
        np.zeros((a, d)),
        np.zeros((a, d)),
        np.zeros(a),
        np.zeros(d),
        np.zeros(SUMS),
        (new_fates(a), new_fates(d)),
        (new_fates(a), new_fates(d)),
        np.zeros((a, d)) if terms.partly else np.zeros((1, 1)),
        terms,
        attacker.states[0].subs + defender.states[0].subs == 0,
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
def apply_fire(
    shooter: Side, s: int, bits: int, target: Side, kind: int, fates: Fates, tiny: float
) -> None:
    """One fire of a side upon the fates of the other's states."""
    reckon_fire(shooter, s, bits)
    state = shooter.states[s]
    if state.high[bits] > 0:
        low, high = state.low[bits], state.high[bits]
        take_hits(target.successor, kind, shooter.chance[s, bits], low, high, fates, tiny)


@kernel
def strike_at(shooter: Side, s: int, target: Side, t: int, fates: Fates, tiny: float) -> None:
    """S1, S4: fates of the target after the surprise strike."""
    begin_fates(fates, t)
    if strikes(shooter.states[s], target.states[t]):
        apply_fire(shooter, s, FIRE_SUB, target, SHIPS, fates, tiny)


@kernel
def shoot_at(shooter: Side, s: int, target: Side, t: int, fates: Fates, tiny: float) -> None:
    """B1, S4, S5: fates of the target after all fire but strikes; the narrowest hits go first."""
    begin_fates(fates, t)
    state, bits = shooter.states[s], FIRE_OTHER
    apart = state.left[DESTROYER] == 0 and target.states[t].subs > 0 and can_fire(state, AIR_ROW)
    if state.subs > 0 and not strikes(state, target.states[t]):
        reckon_fire(shooter, s, FIRE_SUB)
        if apart or state.high[FIRE_SUB] > target.states[t].ships_first:
            apply_fire(shooter, s, FIRE_SUB, target, SHIPS, fates, tiny)
        else:
            bits |= FIRE_SUB
    if apart:
        apply_fire(shooter, s, FIRE_AIR, target, NO_SUBS, fates, tiny)
    else:
        bits |= FIRE_AIR
    apply_fire(shooter, s, bits, target, ANY, fates, tiny)


@kernel
def spread(into: Any, mine: Fates, theirs: Fates, p: float) -> None:
    """Both sides' fates of one step, which are independent, carry a chance on."""
    many = theirs.size[0]
    first = theirs.state[0, 0]
    in_line = True  # then the compiler adds several at a time
    for j in range(1, many):
        in_line = in_line and theirs.state[0, j] == first + j
    for i in range(mine.size[0]):
        row = mine.state[0, i]
        share = p * mine.chance[0, i]
        if in_line:
            for j in range(many):
                into[row, first + j] += share * theirs.chance[0, j]
        else:
            for j in range(many):
                into[row, theirs.state[0, j]] += share * theirs.chance[0, j]


@kernel
def add_row(into: Any, first: int, chance: Any, low: int, high: int, share: float) -> None:
    """Carry a chance on to the states that follow one another by so many hits."""
    at = np.uint64(first)
    for hits in range(np.uint64(low), np.uint64(high)):
        into[at + hits] += share * chance[hits]


@kernel
def add_up(chance: Any, low: int, high: int) -> float:
    """The chance of low to high hits."""
    total = 0.0
    for hits in range(low, high + 1):
        total += chance[hits]
    return total


@kernel
def shoot_plainly(battle: Battle, into: Any, a: int, d: int, p: float) -> None:
    """`aim_shots` and `spread` without submarines: the defender's states stand in a line."""
    mine, theirs = battle.attacker.states[a], battle.defender.states[d]
    given, taken = battle.attacker.chance[a, PLAIN_FIRE], battle.defender.chance[d, PLAIN_FIRE]
    low, high = int(mine.low[PLAIN_FIRE]), int(mine.high[PLAIN_FIRE])
    while low < high and p * given[low] < LEAST:
        low += 1
    while low < high and p * given[high] < LEAST:
        high -= 1
    last = into.shape[1] - 1
    end = max(low, min(high + 1, last - d))
    rest = add_up(given, end, high)
    row, top = a, int(theirs.high[PLAIN_FIRE])
    for hits in range(top + 1):
        following = int(battle.attacker.successor[ANY, row])
        share = p * (taken[hits] if following >= 0 else add_up(taken, hits, top))
        if share >= LEAST:
            add_row(into[row], d, given, low, end, share)
            into[row, last] += share * rest
        if following < 0:
            return
        row = following


@kernel
def settle_plainly(battle: Battle, a: int, d: int) -> None:
    """`settle_state` without submarines."""
    p = battle.start[a, d]
    how = judge(battle.attacker.states[a], battle.defender.states[d], battle.terms, True)
    if how != GO_ON:
        settle(battle, a, d, how, p)
        return
    reckon_fire(battle.attacker, a, PLAIN_FIRE)
    reckon_fire(battle.defender, d, PLAIN_FIRE)
    stays = battle.attacker.chance[a, PLAIN_FIRE, 0] * battle.defender.chance[d, PLAIN_FIRE, 0]
    shoot_plainly(battle, battle.start, a, d, p / (1.0 - stays))


@kernel
def aim_strikes(battle: Battle, a: int, d: int, p: float) -> None:
    """Fill the fates of a state of the chance p after its surprise strikes."""
    mine, theirs = battle.attacker, battle.defender
    strike_at(theirs, d, mine, a, battle.strike[0], LEAST / p)
    strike_at(mine, a, theirs, d, battle.strike[1], LEAST / p)


@kernel
def aim_shots(battle: Battle, a: int, d: int, p: float) -> None:
    """Fill the fates of a state of the chance p after all other fire."""
    mine, theirs = battle.attacker, battle.defender
    shoot_at(theirs, d, mine, a, battle.shot[0], LEAST / p)
    shoot_at(mine, a, theirs, d, battle.shot[1], LEAST / p)


@kernel
def may_dive(mine: Any, theirs: Any) -> bool:
    """S3: whether submarines that should submerge may."""
    return bool(
        (mine.dive >= 0 and strikes(mine, theirs)) or (theirs.dive >= 0 and strikes(theirs, mine))
    )


@kernel
def leave_state(battle: Battle, a: int, d: int, how: int) -> None:
    """A state in which no round is fought: the battle ends, or submarines submerge (S3)."""
    mine, theirs = battle.attacker.states[a], battle.defender.states[d]
    p = battle.start[a, d]
    if how != GO_ON:
        settle(battle, a, d, how, p)
    elif mine.dive >= 0 and strikes(mine, theirs):
        battle.start[mine.dive, d] += p
    else:
        battle.start[a, theirs.dive] += p


@kernel
def settle_state(battle: Battle, a: int, d: int) -> None:
    """All rounds that begin in one state, or go on in it after their strikes.

    A round that changes nothing comes back: with strikes that keep the state with chance s and fire
    that keeps it with chance f, starts add up to (fresh + between * f) / (1 - s * f).
    """
    fresh, between = battle.start[a, d], battle.mid[a, d]
    mine, theirs = battle.attacker.states[a], battle.defender.states[d]
    how = judge(mine, theirs, battle.terms, True)
    if how != GO_ON or may_dive(mine, theirs):
        if between > 0.0:
            aim_shots(battle, a, d, between)
            spread(battle.start, battle.shot[0], battle.shot[1], between)
        leave_state(battle, a, d, how)
        return
    aim_strikes(battle, a, d, fresh + between)
    aim_shots(battle, a, d, fresh + between)
    kept = fate_of(battle.strike[0], a) * fate_of(battle.strike[1], d)
    stays = fate_of(battle.shot[0], a) * fate_of(battle.shot[1], d)
    starts = (fresh + between * stays) / (1.0 - kept * stays)
    if kept < 1.0:
        spread(battle.mid, battle.strike[0], battle.strike[1], starts)
    spread(battle.start, battle.shot[0], battle.shot[1], between + starts * kept)


@kernel
def settle_rounds(battle: Battle) -> None:
    """Fight on from all states to the end, in one pass."""
    for a in range(battle.start.shape[0]):
        for d in range(battle.start.shape[1]):
            if battle.start[a, d] + battle.mid[a, d] >= NEGLIGIBLE:
                if battle.plain:
                    settle_plainly(battle, a, d)
                else:
                    settle_state(battle, a, d)


@kernel
def begin_round(battle: Battle, fought: bool) -> None:
    """Battles that end are settled; all others go to `mid` through the surprise strikes."""
    for a in range(battle.start.shape[0]):
        for d in range(battle.start.shape[1]):
            p = battle.start[a, d]
            if p < NEGLIGIBLE:
                continue
            mine, theirs = battle.attacker.states[a], battle.defender.states[d]
            how = judge(mine, theirs, battle.terms, fought)
            if how != GO_ON or may_dive(mine, theirs):
                leave_state(battle, a, d, how)
            elif battle.plain:
                battle.mid[a, d] += p
            else:
                aim_strikes(battle, a, d, p)
                spread(battle.mid, battle.strike[0], battle.strike[1], p)
            battle.start[a, d] = 0.0


@kernel
def end_round(battle: Battle, bombard: Any) -> None:
    """All states of `mid` fire and come to the start of the next round.

    `bombard` is float64 [hits], the chance of so many hits of a bombardment, [1.0] without one: its
    victims still fire in this round (AM5).
    """
    for a in range(battle.start.shape[0]):
        for d in range(battle.start.shape[1]):
            p = battle.mid[a, d]
            if p < NEGLIGIBLE:
                continue
            battle.mid[a, d] = 0.0
            if battle.plain and len(bombard) == 1:
                reckon_fire(battle.attacker, a, PLAIN_FIRE)
                reckon_fire(battle.defender, d, PLAIN_FIRE)
                shoot_plainly(battle, battle.start, a, d, p)
                continue
            aim_shots(battle, a, d, p)
            if len(bombard) > 1:
                last = len(bombard) - 1
                successor = battle.defender.successor
                take_hits(successor, ANY, bombard, 0, last, battle.shot[1], LEAST / p)
            spread(battle.start, battle.shot[0], battle.shot[1], p)


@kernel
def break_off(battle: Battle) -> None:
    """R1: the attacker retreats from whatever goes on."""
    for a in range(battle.start.shape[0]):
        for d in range(battle.start.shape[1]):
            if battle.start[a, d] >= NEGLIGIBLE:
                mine, theirs = battle.attacker.states[a], battle.defender.states[d]
                how = judge(mine, theirs, battle.terms, True)
                settle(battle, a, d, LEAVE if how == GO_ON else how, battle.start[a, d])


@kernel
def fight(battle: Battle, fighters: Any, bombers: Any, bombard: Any) -> None:
    """The whole battle from the whole armies; chances of aircraft that AA fire shoots down."""
    first = battle.attacker.first
    for i in range(first.shape[0]):
        for j in range(first.shape[1]):
            battle.start[first[i, j], 0] = fighters[i] * bombers[j]
    begin_round(battle, False)
    end_round(battle, bombard)
    if battle.terms.rounds == 0:
        settle_rounds(battle)
        return
    for _ in range(battle.terms.rounds - 1):
        begin_round(battle, True)
        end_round(battle, np.ones(1))
    break_off(battle)
