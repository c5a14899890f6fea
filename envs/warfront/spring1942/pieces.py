"""The named pieces of an observation: where each lies, its shape and what its numbers mean.

Nothing is hidden in Spring 1942: every seat sees the whole board.
"""

from collections.abc import Callable
from enum import IntEnum, auto
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.spring1942.actions import SLOTS
from warfront.spring1942.state import HOLDS, Phase, Prompt
from warfront.spring1942.tables import GOODS, GRADES, UNITS

BYTE = 255
LAND_STACK = 6  # kinds that stand on land: infantry to bomber
SEA_FIRST, SEA_STACK = 4, 8  # kinds at sea: fighter to transport
LAND_SPENT, SEA_SPENT = 15, 20  # columns of `spent`


class Piece(IntEnum):
    """The pieces of an observation, in order; `tables.at[piece]` is where each begins."""

    PROMPT = 0
    PHASE = auto()
    OBSERVER = auto()
    SEAT = auto()
    TURN = auto()
    ROUND = auto()
    CITIES = auto()
    RESULT = auto()
    IPCS = auto()
    PRODUCTION = auto()
    PURCHASED = auto()
    HERE = auto()
    THERE = auto()
    UNIT = auto()
    GRADE = auto()
    CHOSEN = auto()
    BATTLE = auto()
    FIGHT = auto()
    HITS = auto()
    SUBMERGED = auto()
    FORCE = auto()
    DYING = auto()
    NAMED = auto()
    SEABORNE = auto()
    LANDED = auto()
    OWNER = auto()
    START = auto()
    CAPTURED = auto()
    COMPLEX = auto()
    DAMAGE = auto()
    PRODUCED = auto()
    ENGAGE = auto()
    FOUGHT = auto()
    CAME_FROM = auto()
    BOMBARDED = auto()
    RAID = auto()
    DAMAGED = auto()
    TRANSPORTS = auto()
    LAND = auto()
    SEA = auto()
    LAND_MOVED = auto()
    SEA_MOVED = auto()


Shape = Callable[[int, int, int], tuple[int, ...]]

# Axes: L land, S sea zones, P powers; spaces are land first, then sea.
PIECES: dict[Piece, tuple[Shape, str]] = {
    Piece.PROMPT: (lambda L, S, P: (len(Prompt),), "one-hot: what is asked"),
    Piece.PHASE: (lambda L, S, P: (len(Phase),), "one-hot"),
    Piece.OBSERVER: (lambda L, S, P: (P,), "one-hot: whose observation it is"),
    Piece.SEAT: (lambda L, S, P: (P,), "one-hot: who is asked; blank when the game is over"),
    Piece.TURN: (lambda L, S, P: (P,), "one-hot: whose turn it is"),
    Piece.ROUND: (lambda L, S, P: (2,), "round, round limit"),
    Piece.CITIES: (lambda L, S, P: (2, 2), "[side]: victory cities held, wanted"),
    Piece.RESULT: (lambda L, S, P: (2,), "1 + winner, how"),
    Piece.IPCS: (lambda L, S, P: (P, 3), "IPCs in hand as n, then (n - 255) // 256 and the rest"),
    Piece.PRODUCTION: (lambda L, S, P: (P, 3), "likewise"),
    Piece.PURCHASED: (lambda L, S, P: (GOODS,), "bought this turn, not yet placed"),
    Piece.HERE: (lambda L, S, P: (L + S,), "one-hot: the space the choice is of"),
    Piece.THERE: (lambda L, S, P: (L + S,), "one-hot: the other space of the choice"),
    Piece.UNIT: (lambda L, S, P: (GOODS,), "one-hot: the unit the choice is of"),
    Piece.GRADE: (lambda L, S, P: (GRADES,), "one-hot: the unit with its movement left"),
    Piece.CHOSEN: (lambda L, S, P: (4,), "1 + transport, 1 + place aboard, stranded, closing"),
    Piece.BATTLE: (lambda L, S, P: (L + S,), "one-hot: where it is fought"),
    Piece.FIGHT: (lambda L, S, P: (6,), "step, round, asking, 1 + power, 1 + unit, naming"),
    Piece.HITS: (lambda L, S, P: (3,), "hits still to take: by ships, all but submarines, any"),
    Piece.SUBMERGED: (lambda L, S, P: (P,), "submarines out of the battle"),
    Piece.FORCE: (lambda L, S, P: (P, UNITS), "in the battle and not hit"),
    Piece.DYING: (lambda L, S, P: (P, UNITS), "hit, still to fire"),
    Piece.NAMED: (lambda L, S, P: (P, UNITS), "losses that owners have named"),
    Piece.SEABORNE: (lambda L, S, P: (4,), "attackers of the battle that came by sea"),
    Piece.LANDED: (lambda L, S, P: (16,), "[neighbour] of the battle: landed from there"),
    Piece.OWNER: (lambda L, S, P: (L, P), "one-hot"),
    Piece.START: (lambda L, S, P: (L,), "1 + owner at the start of the turn"),
    Piece.CAPTURED: (lambda L, S, P: (L,), "0, or 1 + AA guns captured with it this turn"),
    Piece.COMPLEX: (lambda L, S, P: (L,), "0 none, 1 complex, 2 placed this turn"),
    Piece.DAMAGE: (lambda L, S, P: (L,), "of the complex"),
    Piece.PRODUCED: (lambda L, S, P: (L,), "units placed through it this turn"),
    Piece.ENGAGE: (lambda L, S, P: (S,), "0 undecided, 1 attack, 2 ignore"),
    Piece.FOUGHT: (lambda L, S, P: (L + S,), "bits: battle over, raid over, won"),
    Piece.CAME_FROM: (lambda L, S, P: (L + S, 2), "bits of neighbours 0-7 and 8-15"),
    Piece.BOMBARDED: (lambda L, S, P: (S, 2), "cruisers and battleships that bombarded"),
    Piece.RAID: (lambda L, S, P: (L, 6), "raiders by movement left"),
    Piece.DAMAGED: (lambda L, S, P: (S, P), "battleships hit once"),
    Piece.TRANSPORTS: (lambda L, S, P: (SLOTS, HOLDS), "the transports' rows, 1 added to each"),
    Piece.LAND: (lambda L, S, P: (L, P, LAND_STACK), "units, infantry to bomber"),
    Piece.SEA: (lambda L, S, P: (S, P, SEA_STACK), "units, fighter to transport"),
    Piece.LAND_MOVED: (lambda L, S, P: (L, LAND_SPENT), "the active power's, by movement left"),
    Piece.SEA_MOVED: (lambda L, S, P: (S, SEA_SPENT), "likewise"),
}


def shapes(tables: Any) -> dict[Piece, tuple[int, ...]]:
    """The shape of every piece, in order, for a game with these tables."""
    land, powers = int(tables.n_land), int(tables.n_powers)
    sea = int(tables.n_spaces) - land
    return {piece: PIECES[piece][0](land, sea, powers) for piece in Piece}


def layout(tables: Any) -> NDArray[np.int32]:
    """int32 [64], for `tables.at`: where each piece begins, then where the last one ends."""
    sizes = [int(np.prod(shape)) for shape in shapes(tables).values()]
    at = np.cumsum([0, *sizes], dtype=np.int32)
    return np.pad(at, (0, 64 - len(at)), mode="edge")


def observation_size(tables: Any) -> int:
    """Numbers in an observation."""
    return int(layout(tables)[-1])


def pieces(tables: Any) -> dict[str, slice]:
    """Where each piece lies in an observation of the game with these tables, by name."""
    at = layout(tables)
    return {piece.name.lower(): slice(int(at[piece]), int(at[piece + 1])) for piece in Piece}
