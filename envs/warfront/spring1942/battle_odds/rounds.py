"""The battle itself: chances flow from the whole armies to the ends, losses only growing.

A state of the battle is a state of either side at the start of a round. Since losses never shrink,
one pass over the states in their order settles all rounds at once: the chance of a round without
losses is taken out by the sum of its geometric series. Only a retreat after a stated number of
rounds needs a pass a round. Surprise strikes split a round in two; `mid` holds the states between.
"""

from typing import Any

import numpy as np

from warfront.compiled import kernel
from warfront.spring1942.battle_odds.ending import GO_ON, LEAVE, judge, strikes
from warfront.spring1942.battle_odds.fire import (
    Fates,
    begin_fates,
    can_fire,
    fate_of,
    most_hits,
    reckon_fire,
    take_first_hits,
    take_hits,
)
from warfront.spring1942.battle_odds.lean import inner
from warfront.spring1942.battle_odds.plainly import PLAIN_FIRE, settle_plainly, shoot_plainly
from warfront.spring1942.battle_odds.side import (
    AIR_ROW,
    ANY,
    DESTROYER,
    FIRE_AIR,
    FIRE_OTHER,
    FIRE_SUB,
    NO_SUBS,
    SHIPS,
    Side,
)
from warfront.spring1942.battle_odds.sweep import (
    LEAST,
    NEGLIGIBLE,
    Battle,
    borrow_battle,
    open_row,
    settle,
    spread,
)


@inner
def apply_fire(
    shooter: Side, s: int, bits: int, target: Side, kind: int, fates: Fates, tiny: float
) -> None:
    """One fire of a side upon the fates of the other's states."""
    reckon_fire(shooter, s, bits)
    state = shooter.states[s]
    low, high, chance = int(state.low[bits]), int(state.high[bits]), shooter.chance[bits, s]
    if high > 0 and fates.size[0] == 1 and fates.chance[0, 0] == 1.0:
        take_first_hits(target.successor, kind, chance, low, high, fates, tiny)
    elif high > 0:
        take_hits(target.successor, kind, chance, low, high, fates, tiny)


@inner
def strike_at(shooter: Side, s: int, target: Side, t: int, fates: Fates, tiny: float) -> None:
    """S1, S4: fill the fates of the target after the surprise strike."""
    begin_fates(fates, t)
    if strikes(shooter.states[s], target.states[t]):
        apply_fire(shooter, s, FIRE_SUB, target, SHIPS, fates, tiny)


@inner
def aim(shooter: Side, s: int, target: Side, t: int) -> tuple[bool, bool]:
    """S4, S5, O9: whether hits of submarines, and those of aircraft, are told apart from others.

    Submarines can hit all that an army without aircraft has: then their hits are of any kind. So
    are those that would not come to what they must spare.
    """
    state, other, hits = shooter.states[s], target.states[t], 0
    if state.subs > 0 and other.planes > 0 and not strikes(state, other):
        hits = most_hits(shooter, s, FIRE_SUB)
    narrow = hits > other.ships_first
    if state.left[DESTROYER] > 0 or other.subs == 0 or not can_fire(state, AIR_ROW):
        return narrow, False
    apart = narrow
    if not narrow:
        apart = hits + most_hits(shooter, s, FIRE_AIR) > other.others_first
    return apart and hits > 0, apart


@inner
def shoot_at(shooter: Side, s: int, target: Side, t: int, fates: Fates, tiny: float) -> None:
    """B1: fates of the target after all other fire; the narrowest hits go first."""
    begin_fates(fates, t)
    narrow, apart = aim(shooter, s, target, t)
    bits = FIRE_OTHER if apart else FIRE_OTHER | FIRE_AIR
    if narrow:
        apply_fire(shooter, s, FIRE_SUB, target, SHIPS, fates, tiny)
    elif shooter.states[s].subs > 0 and not strikes(shooter.states[s], target.states[t]):
        bits |= FIRE_SUB
    if apart:
        apply_fire(shooter, s, FIRE_AIR, target, NO_SUBS, fates, tiny)
    apply_fire(shooter, s, bits, target, ANY, fates, tiny)


@inner
def may_dive(mine: Any, theirs: Any) -> bool:
    """S3: whether submarines that should submerge may."""
    return bool(
        (mine.dive >= 0 and strikes(mine, theirs)) or (theirs.dive >= 0 and strikes(theirs, mine))
    )


@inner
def carry(battle: Battle, into: Any, fates: tuple[Fates, Fates], p: float) -> None:
    """`spread` a chance to rows that are open."""
    for i in range(fates[0].size[0]):
        open_row(battle, fates[0].state[0, i])
    spread(into, fates[0], fates[1], p)


@inner
def leave_state(battle: Battle, a: int, d: int, how: int) -> None:
    """A state in which no round is fought: the battle ends, or submarines submerge (S3)."""
    mine, theirs = battle.attacker.states[a], battle.defender.states[d]
    p = battle.start[a, d]
    if how != GO_ON:
        settle(battle, a, d, how, p)
    elif mine.dive >= 0 and strikes(mine, theirs):
        open_row(battle, mine.dive)
        battle.start[mine.dive, d] += p
    else:
        battle.start[a, theirs.dive] += p


@inner
def settle_state(battle: Battle, a: int, d: int) -> None:
    """All rounds that begin in one state, or go on in it after their strikes.

    A round that changes nothing comes back: with strikes that keep the state with chance s and fire
    that keeps it with chance f, starts add up to (fresh + between * f) / (1 - s * f).
    """
    mine, theirs = battle.attacker, battle.defender
    fresh, between = battle.start[a, d], battle.mid[a, d]
    how = judge(mine.states[a], theirs.states[d], battle.terms, True)
    leaves = how != GO_ON or may_dive(mine.states[a], theirs.states[d])
    if leaves and between == 0.0:
        leave_state(battle, a, d, how)
        return
    tiny = LEAST / (between if leaves else fresh + between)
    shoot_at(theirs, d, mine, a, battle.shot[0], tiny)
    shoot_at(mine, a, theirs, d, battle.shot[1], tiny)
    kept, starts = 0.0, 0.0
    if not leaves:
        strike_at(theirs, d, mine, a, battle.strike[0], tiny)
        strike_at(mine, a, theirs, d, battle.strike[1], tiny)
        kept = fate_of(battle.strike[0], a) * fate_of(battle.strike[1], d)
        stays = fate_of(battle.shot[0], a) * fate_of(battle.shot[1], d)
        starts = (fresh + between * stays) / (1.0 - kept * stays)
        if kept < 1.0:
            carry(battle, battle.mid, battle.strike, starts)
    carry(battle, battle.start, battle.shot, between + starts * kept)
    if leaves:
        leave_state(battle, a, d, how)


@kernel
def settle_rounds(battle: Battle) -> None:
    """Fight on from all states to the end, in one pass."""
    battle = borrow_battle(battle)
    for a in range(battle.start.shape[0]):
        if not battle.come[a]:
            continue
        for d in range(battle.start.shape[1]):
            if battle.start[a, d] + battle.mid[a, d] >= NEGLIGIBLE:
                if battle.plain:
                    settle_plainly(battle, a, d)
                else:
                    settle_state(battle, a, d)


@kernel
def begin_round(battle: Battle, fought: bool) -> None:
    """Battles that end are settled; all others go to `mid` through the surprise strikes."""
    battle = borrow_battle(battle)
    for a in range(battle.start.shape[0]):
        if not battle.come[a]:
            continue
        for d in range(battle.start.shape[1]):
            p = battle.start[a, d]
            if p < NEGLIGIBLE:
                continue
            mine, theirs = battle.attacker, battle.defender
            how = judge(mine.states[a], theirs.states[d], battle.terms, fought)
            if how != GO_ON or may_dive(mine.states[a], theirs.states[d]):
                leave_state(battle, a, d, how)
            elif battle.plain:
                battle.mid[a, d] += p
            else:
                strike_at(theirs, d, mine, a, battle.strike[0], LEAST / p)
                strike_at(mine, a, theirs, d, battle.strike[1], LEAST / p)
                carry(battle, battle.mid, battle.strike, p)
            battle.start[a, d] = 0.0


@kernel
def end_round(battle: Battle, bombard: Any) -> None:
    """All states of `mid` fire and come to the start of the next round.

    `bombard` is float64 [hits], the chance of so many hits of a bombardment, [1.0] without one: its
    victims still fire in this round (AM5).
    """
    battle = borrow_battle(battle)
    for a in range(battle.start.shape[0]):
        if not battle.come[a]:
            continue
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
            shoot_at(battle.defender, d, battle.attacker, a, battle.shot[0], LEAST / p)
            shoot_at(battle.attacker, a, battle.defender, d, battle.shot[1], LEAST / p)
            if len(bombard) > 1:
                last = len(bombard) - 1
                successor = battle.defender.successor
                take_hits(successor, ANY, bombard, 0, last, battle.shot[1], LEAST / p)
            carry(battle, battle.start, battle.shot, p)


@kernel
def break_off(battle: Battle) -> None:
    """R1: the attacker retreats from whatever goes on."""
    battle = borrow_battle(battle)
    for a in range(battle.start.shape[0]):
        if not battle.come[a]:
            continue
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
            open_row(battle, first[i, j])
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
