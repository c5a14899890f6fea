"""One pair of states of a battle at sea: how it ends, strikes, fires and goes on."""

from typing import Any

import numpy as np

from warfront.compiled import kernel
from warfront.spring1942.battle_odds.aim import Fire, aim, shoot_at, unhit, untouched
from warfront.spring1942.battle_odds.ending import GO_ON, dives, judge, strikes
from warfront.spring1942.battle_odds.fire import Fates, reckon_fire
from warfront.spring1942.battle_odds.lane import (
    DONE,
    LAYERS,
    LEAST,
    PARTS,
    STRUCK,
    WAIT_APART,
    WAIT_OTHER,
    Dice,
    Lane,
    Load,
    add_slots,
    dice_of,
    empty,
    enter_row,
    load_of,
    pour,
    put_part,
    slot_of,
)
from warfront.spring1942.battle_odds.lean import EIGHT, inner
from warfront.spring1942.battle_odds.side import (
    ANY,
    FIRE_AIR,
    FIRE_OTHER,
    FIRE_SUB,
    NO_SUBS,
    SHIPS,
)
from warfront.spring1942.battle_odds.sweep import (
    NEGLIGIBLE,
    Battle,
    borrow_battle,
    open_row,
    settle,
)

BEGIN, END, ALL = range(3)  # what a pass settles: a round's beginning, its end, all rounds


@inner
def verdict(battle: Battle, r: int, c: int, fought: bool) -> int:
    """`judge` a pair of states."""
    a, d = (c, r) if battle.turned else (r, c)
    return judge(battle.attacker.states[a], battle.defender.states[d], battle.terms, fought)


@inner
def settle_pair(battle: Battle, r: int, c: int, how: int, p: float) -> None:
    """`settle` a pair of states."""
    a, d = (c, r) if battle.turned else (r, c)
    settle(battle, a, d, how, p)


@inner
def leave_pair(battle: Battle, r: int, c: int, how: int, p: float) -> None:
    """No round is fought: the battle ends, or submarines submerge, the attacker's first (S3)."""
    mine, theirs = battle.row.states[r], battle.column.states[c]
    if how != GO_ON:
        settle_pair(battle, r, c, how, p)
    elif dives(mine, theirs) and not (battle.turned and dives(theirs, mine)):
        open_row(battle, mine.dive)
        battle.start[mine.dive, c] += p
    else:
        battle.start[r, theirs.dive] += p


@inner
def waiting(battle: Battle, r: int, c: int) -> float:
    """The chance in this row of what has been hit, waits for other fire and is left as it is."""
    lane, columns, p = battle.lane, len(battle.column.states), 0.0
    row, column = battle.row, battle.column
    for wait in range(WAIT_APART + 1):
        if lane.ends[c, wait] > 0:
            bits = FIRE_OTHER if wait == WAIT_APART else FIRE_OTHER | wait << 1
            kept = lane.eights[wait * columns + c, 0] * unhit(row, r, bits, column, c, ANY)
            if wait == WAIT_APART:
                kept *= unhit(row, r, FIRE_AIR, column, c, NO_SUBS)
            p += kept
    return float(p)


@inner
def unchanged(lane: Lane, layer: int, c: int) -> float:
    """The chance in a place of the row's own state."""
    return float(lane.eights[layer * len(lane.ends) + c, 0]) if lane.ends[c, layer] > 0 else 0.0


@inner
def chance_kept(battle: Battle, r: int, c: int) -> float:
    """The chance that surprise strikes change nothing."""
    row, column, kept = battle.row, battle.column, 1.0
    if strikes(column.states[c], row.states[r]):
        reckon_fire(column, c, FIRE_SUB)
        kept *= unhit(column, c, FIRE_SUB, row, r, SHIPS)
    if strikes(row.states[r], column.states[c]):
        reckon_fire(row, r, FIRE_SUB)
        kept *= unhit(row, r, FIRE_SUB, column, c, SHIPS)
    return kept


@inner
def part_hits(lane: Lane, kind: int, dice: Dice, p: float) -> None:
    """Fill the parts of a pair, p in all, by what hits of one kind do to the row."""
    chance, low, high = dice
    hits, last = 0, min(high, lane.hits[kind])
    for hits in range(min(low, last), last + 1):
        share = chance[hits]
        if hits == last:
            for more in range(max(hits + 1, low), high + 1):
                share += chance[more]
        slot = hits if kind == SHIPS else slot_of(lane, lane.chain[ANY, hits])
        put_part(lane, slot, p * share)


@inner
def part_fates(lane: Lane, fates: Fates, p: float) -> None:
    """Fill the parts of a pair, p in all, by the fates of the row."""
    for i in range(fates.size[0]):
        put_part(lane, slot_of(lane, fates.state[0, i]), p * fates.chance[0, i])


@inner
def load_hits(battle: Battle, kind: int, bits: int, c: int, p: float) -> Load:
    """What hits of one kind do to the row, by slots, of a pair's chance p."""
    column, lane = battle.column, battle.lane
    dice = dice_of(column, c, bits)
    if dice[2] <= (lane.hits[SHIPS] if kind == SHIPS else lane.given[1]):
        length = column.chance.shape[2] // EIGHT
        row = (bits * len(column.states) + c) * length
        return Load(column.eights, row, 1, dice[2] // EIGHT + 1, p, 1.0)
    lane.total[0, PARTS] = p
    part_hits(lane, kind, dice, p)
    return load_of(lane, PARTS, 0)


@inner
def load_nothing(battle: Battle, p: float) -> Load:
    """The row as it is, of a pair's chance p."""
    battle.lane.total[0, PARTS] = p
    put_part(battle.lane, 0, p)
    return load_of(battle.lane, PARTS, 0)


@inner
def load_fates(battle: Battle, fire: Fire, r: int, c: int, p: float) -> Load:
    """What hits of several kinds do to the row, by slots, of a pair's chance p."""
    shoot_at(battle.column, c, fire, battle.row, r, battle.shot, LEAST / p)
    battle.lane.total[0, PARTS] = p
    part_fates(battle.lane, battle.shot, p)
    return load_of(battle.lane, PARTS, 0)


@inner
def strike(battle: Battle, r: int, c: int, p: float) -> None:
    """S1: surprise strikes carry a chance to the middle of the round."""
    row, column, lane = battle.row, battle.column, battle.lane
    if strikes(column.states[c], row.states[r]):
        load = load_hits(battle, SHIPS, FIRE_SUB, c, p)
    else:
        load = load_nothing(battle, p)
    if strikes(row.states[r], column.states[c]):
        pour(lane, load, STRUCK, column.successor[SHIPS], c, dice_of(row, r, FIRE_SUB))
    else:
        add_slots(lane, STRUCK, c, load.share, load)
    empty(lane, PARTS, 0)


@inner
def shoot(battle: Battle, r: int, c: int, fire: tuple[Fire, Fire], p: float) -> None:
    """A pair fires, as it is aimed at the row and at the column.

    Where some hits cannot fall on everything, all that led to the same state wait there for others.
    """
    row, column, lane = battle.row, battle.column, battle.lane
    if fire[0][0] == 0:
        load = load_hits(battle, ANY, fire[0][1], c, p)
    else:
        load = load_fates(battle, fire[0], r, c, p)
    special, rest = fire[1]
    bits, kind, layer = rest, ANY, DONE
    if special:
        bits, kind, layer = special, SHIPS if special == FIRE_SUB else NO_SUBS, rest >> 1
        if special == FIRE_SUB | FIRE_AIR:
            bits, kind, layer = FIRE_SUB, SHIPS, WAIT_APART
    pour(lane, load, layer, column.successor[kind], c, dice_of(row, r, bits))
    empty(lane, PARTS, 0)


@inner
def pour_waiting(battle: Battle, r: int, c: int) -> None:
    """What waits at a state for fire of the row moves on, and perhaps waits for the next."""
    lane, row, column = battle.lane, battle.row, battle.column
    for wait in range(WAIT_APART, WAIT_OTHER - 1, -1):
        if lane.ends[c, wait] > 0:
            bits, kind, layer = FIRE_OTHER | wait << 1, ANY, DONE
            if wait == WAIT_APART:
                bits, kind, layer = FIRE_AIR, NO_SUBS, WAIT_OTHER
            load = load_of(lane, wait, c)
            pour(lane, load, layer, column.successor[kind], c, dice_of(row, r, bits))
            empty(lane, wait, c)


@inner
def sail_pair(battle: Battle, r: int, c: int, what: int, fought: bool) -> None:
    """All rounds that begin in one pair of states, or go on in it after their strikes; or a part.

    A round that changes nothing comes back: with strikes that keep the pair with chance s and fire
    that keeps it with chance f, starts add up to (fresh + between * f) / (1 - s * f).
    """
    row, column, lane = battle.row, battle.column, battle.lane
    fresh, between, stays = 0.0, 0.0, 0.0
    if what != END:
        fresh = battle.start[r, c]
        battle.start[r, c] = 0.0
    if what != BEGIN:
        between = battle.mid[r, c]
        battle.mid[r, c] = 0.0
    if what == ALL:
        fresh += unchanged(lane, DONE, c)
        between += unchanged(lane, STRUCK, c)
        if lane.words[c, 0] != 0:
            fresh += waiting(battle, r, c)
    if fresh + between < NEGLIGIBLE:
        return
    leaves, how = False, GO_ON
    if what != END:
        how = verdict(battle, r, c, fought)
        mine, theirs = row.states[r], column.states[c]
        leaves = how != GO_ON or dives(mine, theirs) or dives(theirs, mine)
    fire = ((0, 0), (0, 0))
    if what != BEGIN and (between > 0.0 or not leaves):
        fire = aim(column, c, row, r), aim(row, r, column, c)
        stays = untouched(column, c, fire[0], row, r) * untouched(row, r, fire[1], column, c)
    if leaves:
        leave_pair(battle, r, c, how, fresh + between * stays)
    elif what != END:
        kept = chance_kept(battle, r, c)
        starts = (fresh + between * stays) / (1.0 - kept * stays)
        if kept < 1.0 or what == BEGIN:
            strike(battle, r, c, starts)
        between += starts * kept
    if what != BEGIN and between >= LEAST:
        shoot(battle, r, c, fire, between)


@inner
def lay_out(battle: Battle, layer: int, state: Any, c: int, into: Any) -> None:
    """Lay a place into the rows of its slots' states."""
    lane, columns = battle.lane, len(battle.column.states)
    for eight in range(lane.ends[c, layer]):
        at = np.uint64((eight * LAYERS + layer) * columns + c)
        for j in range(np.uint64(0), np.uint64(EIGHT)):
            if lane.eights[at, j] > 0.0:
                r = np.uint64(state[np.uint64(eight * EIGHT) + j])
                open_row(battle, r)
                into[r, np.uint64(c)] += lane.eights[at, j]
    empty(lane, layer, c)


@inner
def leave_row(battle: Battle, first: int) -> None:
    """What has come of a row goes to later rows; no state has a slot any more."""
    lane = battle.lane
    for c in range(first, len(battle.column.states)):
        if lane.words[c, 1] != 0:
            lay_out(battle, STRUCK, lane.chain[SHIPS], c, battle.mid)
            lay_out(battle, DONE, lane.state, c, battle.start)
    for slot in range(lane.given[0]):
        lane.place[lane.state[slot]] = -1
    lane.given[0] = 0


@inner
def sail_along(battle: Battle, r: int, first: int, what: int, fought: bool) -> None:
    """The pairs of a row in turn, from the first to which anything has come."""
    words = battle.lane.words
    for c in range(first, len(battle.column.states)):
        come = battle.start[r, c] + battle.mid[r, c] > 0.0
        if come or words[c, 0] | words[c, 1] != 0:
            sail_pair(battle, r, c, what, fought)
            if words[c, 0] != 0:
                pour_waiting(battle, r, c)


@kernel
def sail(battle: Battle, what: int, fought: bool) -> None:
    """All pairs in turn, row by row."""
    battle = borrow_battle(battle)
    for r in range(battle.start.shape[0]):
        if not battle.come[r]:
            continue
        first, n = 0, battle.start.shape[1]
        while first < n and battle.start[r, first] + battle.mid[r, first] == 0.0:
            first += 1
        if first < n:
            most = battle.column.states[first].fighting
            enter_row(battle.lane, battle.row.successor, r, most)
            sail_along(battle, r, first, what, fought)
            leave_row(battle, first)
