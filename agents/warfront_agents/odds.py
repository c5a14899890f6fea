"""Odds of a Battlecards battle as an observer can judge them: reckoned, then fought on paper.

The hidden part of an enemy army is reckoned as so many average cards of what is left in its deck;
the battle is fought as a race: which army first loses its units of the decisive kind, when both
fire at those. No sampling, so that thousands of games a second can be judged.
"""

from typing import Any

import numpy as np

from warfront.battlecards.parties import takes_part
from warfront.battlecards.pieces import OFFSET, Piece
from warfront.battlecards.tables import (
    SUBTYPES,
    TYPES,
    UNITS,
    Reach,
    Role,
)
from warfront.compiled import kernel


@kernel
def deck_left(tables: Any, obs: Any, home: int, t: int) -> float:
    """Copies of a type that the observer cannot place: in the deck, or face down at the front."""
    at = tables.at
    left = int(tables.copies[t])
    left -= int(obs[at[Piece.DISCARD] + t]) + int(obs[at[Piece.REMOVED] + t])
    width = int(tables.seats) * UNITS
    for holder in range(tables.seats):
        left -= int(obs[at[Piece.DEPLOYED] + holder * width + t])
    return float(max(left, 0))


@kernel
def reckon(
    tables: Any, obs: Any, seats: int, kinds: int, theatre: int, combined: bool, army: Any
) -> None:
    """Fill `army` (float64 [TYPES]) with the units that seats (bits) would bring to a battle."""
    at = tables.at
    side = int(obs[at[Piece.SIDE]])
    width = int(tables.seats) * UNITS
    army[:] = 0.0
    for holder in range(tables.seats):
        if not seats >> holder & 1:
            continue
        row = at[Piece.DEPLOYED] + holder * width
        for t in range(width):
            n = int(obs[row + t])
            if n > 0 and kinds >> int(tables.kind[t]) & 1:
                if takes_part(tables, holder, t, theatre, combined):
                    army[t] += n
        if tables.side[holder] != side:
            add_hidden(tables, obs, holder, kinds, army)


@kernel
def add_hidden(tables: Any, obs: Any, holder: int, kinds: int, army: Any) -> None:
    """The face-down cards of an enemy, as shares of what is left of their decks."""
    at = tables.at
    for home in range(tables.seats):
        backs = int(obs[at[Piece.HIDDEN] + holder * int(tables.seats) + home])
        if backs == 0:
            continue
        total = 0.0
        for t in range(home * UNITS, (home + 1) * UNITS):
            if tables.role[t] != Role.LEADER:
                total += deck_left(tables, obs, home, t)
        if total == 0.0:
            continue
        for t in range(home * UNITS, (home + 1) * UNITS):
            if tables.role[t] != Role.LEADER and kinds >> int(tables.kind[t]) & 1:
                army[t] += backs * deck_left(tables, obs, home, t) / total


@kernel
def support(tables: Any, obs: Any, seats: int, theatre: int, army: Any, bonus: Any) -> None:
    """Fill `bonus` (float64 [2, SUBTYPES]): support of an army's cards and its Leaders."""
    at = tables.at
    width = int(tables.seats) * UNITS
    bonus[:] = 0.0
    for t in range(width):
        share = min(army[t], 1.0)
        if share > 0.0:
            add_aura(tables, t, share, bonus)
    for holder in range(tables.seats):
        for t in range(holder * UNITS, (holder + 1) * UNITS):
            if tables.role[t] != Role.LEADER or obs[at[Piece.DEPLOYED] + holder * width + t] == 0:
                continue
            mine = seats >> holder & 1 != 0
            if tables.reach[t] == Reach.MEDITERRANEAN:
                mine = tables.mediterranean[theatre] != 0 and is_ally(tables, holder, seats)
            elif tables.reach[t] == Reach.BOTH_GERMANS:
                mine = mine or is_ally(tables, holder, seats) and theatre_german(tables, seats)
            if mine:
                add_aura(tables, t, 1.0, bonus)


@kernel
def add_aura(tables: Any, t: int, share: float, bonus: Any) -> None:
    """Add a card's support, or its expected share."""
    for stat in range(2):
        for subtype in range(SUBTYPES):
            bonus[stat, subtype] += share * tables.aura[t, stat, subtype]


@kernel
def is_ally(tables: Any, holder: int, seats: int) -> bool:
    """Whether the holder is of the side of the seats (bits)."""
    for seat in range(tables.seats):
        if seats >> seat & 1:
            return bool(tables.side[seat] == tables.side[holder])
    return False


@kernel
def theatre_german(tables: Any, seats: int) -> bool:
    """Whether a German player is among the seats."""
    for power in (0, 4):
        seat = int(tables.seat_of[power])
        if seat >= 0 and seats >> seat & 1:
            return True
    return False


@kernel
def mean_defence(tables: Any, army: Any, bonus: Any, decisive: int, out: Any) -> float:
    """Mean defence of decisive units against each kind (out [3]); returns their number."""
    n = 0.0
    out[:] = 0.0
    for t in range(int(tables.seats) * UNITS):
        if army[t] > 0.0 and tables.kind[t] == decisive:
            n += army[t]
            for kind in range(3):
                out[kind] += army[t] * (tables.defence[t, kind] + bonus[1, tables.subtype[t]])
    if n > 0.0:
        out /= n
    return n


@kernel
def firepower(
    tables: Any, army: Any, bonus: Any, defence: Any, decisive: int, extra: float, out: Any
) -> None:
    """Expected decisive enemies put out a round: out[0] by decisive units, out[1] by the others."""
    die = float(tables.die)
    out[:] = 0.0
    for t in range(int(tables.seats) * UNITS):
        if army[t] <= 0.0 or tables.attack[t, decisive] < 0:
            continue
        attack = tables.attack[t, decisive] + bonus[0, tables.subtype[t]] + extra
        need = tables.threshold - attack + defence[tables.kind[t]] - tables.rout_margin
        chance = min(max((die + 1.0 - max(need, 2.0)) / die, 1.0 / die), 1.0 - 1.0 / die)
        out[0 if tables.kind[t] == decisive else 1] += army[t] * tables.shots[t] * chance


@kernel
def race(
    tables: Any, mine: Any, theirs: Any, my_bonus: Any, their_bonus: Any, decisive: int,
    attacking: bool, work: Any,
) -> float:  # fmt: skip
    """Chance that my army wins; `work` is float64 [4, 3] of scratch."""
    my_n = mean_defence(tables, mine, my_bonus, decisive, work[0])
    their_n = mean_defence(tables, theirs, their_bonus, decisive, work[1])
    if my_n < 0.5 and (attacking or their_n >= 0.5):
        return 0.02
    if their_n < 0.3:
        return 0.97 if attacking or my_n >= 0.5 else 0.03
    firepower(tables, mine, my_bonus, work[1], decisive, 0.0, work[2])
    firepower(tables, theirs, their_bonus, work[0], decisive, 0.0, work[3])
    a, b = my_n, their_n
    for _ in range(tables.rounds):
        loss_b = work[2, 1] + work[2, 0] * a / my_n
        loss_a = work[3, 1] + work[3, 0] * b / their_n
        a, b = a - loss_a, b - loss_b
        if a <= 0.0 or b <= 0.0:
            break
    else:
        if attacking:
            return 0.15
        return 0.85
    lead = a / my_n - b / their_n  # share of the decisive units left over
    spread = 1.1 / np.sqrt(0.5 * (my_n + their_n))
    return float(1.0 / (1.0 + np.exp(-2.2 * lead / spread)))


@kernel
def seats_of(tables: Any, obs: Any, piece: int) -> int:
    """A piece of one number a seat, as bits."""
    bits = 0
    for seat in range(tables.seats):
        if obs[tables.at[piece] + seat]:
            bits |= 1 << seat
    return bits


@kernel
def call_odds(
    tables: Any, obs: Any, seats: int, foes: int, kinds: Any, decisive: int, theatre: int,
    combined: Any, attacking: bool,
) -> float:  # fmt: skip
    """Chance that `seats` beat `foes` (bits) in a battle; kinds and combined are [mine, theirs]."""
    mine = np.zeros(TYPES)
    theirs = np.zeros(TYPES)
    my_bonus = np.zeros((2, SUBTYPES))
    their_bonus = np.zeros((2, SUBTYPES))
    work = np.zeros((4, 3))
    reckon(tables, obs, seats, kinds[0], theatre, combined[0], mine)
    reckon(tables, obs, foes, kinds[1], theatre, combined[1], theirs)
    support(tables, obs, seats, theatre, mine, my_bonus)
    support(tables, obs, foes, theatre, theirs, their_bonus)
    return race(tables, mine, theirs, my_bonus, their_bonus, decisive, attacking, work)


@kernel
def running_odds(tables: Any, obs: Any, army: int) -> float:
    """Chance that an army (0 attackers, 1 defenders) wins the running battle."""
    at = tables.at
    width = int(tables.seats) * UNITS
    armies = np.zeros((2, TYPES))
    bonus = np.zeros((2, 2, SUBTYPES))
    defenders = seats_of(tables, obs, Piece.DEFENDERS)
    for holder in range(tables.seats):
        which = defenders >> holder & 1
        for t in range(width):
            armies[which, t] += obs[at[Piece.ALIVE] + holder * width + t]
    start = at[Piece.BONUS]
    for a in range(2):
        for stat in range(2):
            for subtype in range(SUBTYPES):
                offset = start + (a * 2 + stat) * SUBTYPES + subtype
                bonus[a, stat, subtype] = float(obs[offset]) - OFFSET
    decisive = int(obs[at[Piece.FIGHT] + 3]) - 1
    work = np.zeros((4, 3))
    return race(
        tables, armies[army], armies[1 - army], bonus[army], bonus[1 - army], decisive,
        army == 0, work,
    )  # fmt: skip
