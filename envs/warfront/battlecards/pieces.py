"""The named pieces of an observation: where each lies, its shape and what its numbers mean."""

from collections.abc import Callable
from enum import IntEnum, auto
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.battlecards.state import Prompt
from warfront.battlecards.tables import BATTLES, PLAYS, SUBTYPES, TABLES, UNITS

PROMPTS = len(Prompt)
OFFSET = 16  # added to what may be negative
BYTE = 255


class Piece(IntEnum):
    """The pieces of an observation, in order; `tables.at[piece]` is where each begins."""

    PROMPT = 0
    OBSERVER = auto()
    SEAT = auto()
    TURN = auto()
    SIDE = auto()
    ROUND = auto()
    POINTS = auto()
    TARGET = auto()
    RESULT = auto()
    COURSE = auto()
    DEALS = auto()
    DEALING = auto()
    HITLER = auto()
    PLAY = auto()
    BATTLE = auto()
    VANQUISHED = auto()
    EXPELLED = auto()
    FRONT = auto()
    HIDDEN = auto()
    RETAINED_COUNT = auto()
    RESERVE_COUNT = auto()
    ARSENAL = auto()
    DEPLOYED = auto()
    EXPOSED = auto()
    DISCARD = auto()
    REMOVED = auto()
    RESERVE = auto()
    HAND = auto()
    RETAINED = auto()
    CONFLICT_DISCARD = auto()
    CONFLICT_DECK = auto()
    PLACE = auto()
    WINNERS = auto()
    INVOLVED = auto()
    RETURNED = auto()
    EVER = auto()
    VICTOR = auto()
    FIGHT = auto()
    KINDS = auto()
    ATTACKERS = auto()
    DEFENDERS = auto()
    PENDING = auto()
    WILLING = auto()
    SHOOTER_SEAT = auto()
    SHOOTER = auto()
    CHOSEN = auto()
    BONUS = auto()
    ORDERS = auto()
    ALIVE = auto()
    UNFIRED = auto()
    NEED = auto()


class Fight(IntEnum):
    """The numbers of the piece `fight`, of a battle that is being decided on or fought."""

    MODE = 0
    FIELD = 1  # 1 + theatre
    ATTACK_SIDE = 2  # 1 + side
    DECISIVE = 3  # 1 + kind
    ROUND = 4
    PHASE = 5
    FIRING = 6  # 1 attackers, 2 defenders
    NEXTS = 7
    YIELDS = 8
    KILL = 9


Shape = Callable[[int, int], tuple[int, ...]]

# piece -> (shape for n seats and m theatres, meaning); types are home seat * 28 + row of its deck
PIECES: dict[Piece, tuple[Shape, str]] = {
    Piece.PROMPT: (lambda n, m: (PROMPTS,), "one-hot: what is asked"),
    Piece.OBSERVER: (lambda n, m: (n,), "one-hot: the seat that looks"),
    Piece.SEAT: (lambda n, m: (n,), "one-hot: the seat that is asked"),
    Piece.TURN: (lambda n, m: (n,), "one-hot: whose turn it is"),
    Piece.SIDE: (lambda n, m: (1,), "side of the observer: 0 axis, 1 allies"),
    Piece.ROUND: (lambda n, m: (2,), "round up to 255, and what is above"),
    Piece.POINTS: (lambda n, m: (2, 2), "[mine, theirs]: points up to 255, and what is above"),
    Piece.TARGET: (lambda n, m: (2,), "points of a standard victory up to 255, and what is above"),
    Piece.RESULT: (lambda n, m: (2,), "1 + winner (0 axis, 1 allies, 2 nobody), How"),
    Piece.COURSE: (lambda n, m: (4,), "aid sent, Counterattack played, 1 + who gets aid, how much"),
    Piece.DEALS: (
        lambda n, m: (6,),
        "to deploy, cards drawn, to be drawn, to be deployed, stage afterwards, 1 + whose hand",
    ),
    Piece.DEALING: (lambda n, m: (n,), "seats that still draw and deploy"),
    Piece.HITLER: (lambda n, m: (2,), "1 + the seat each German proposes to lose Hitler"),
    Piece.PLAY: (lambda n, m: (PLAYS,), "one-hot: active Conflict card, of the asked seat's deck"),
    Piece.BATTLE: (lambda n, m: (BATTLES * m,), "one-hot: active Battlecard"),
    Piece.VANQUISHED: (lambda n, m: (n,), "1 + the battle that vanquished the seat"),
    Piece.EXPELLED: (lambda n, m: (n,), "1 + the battle that drove it out of its theatre"),
    Piece.FRONT: (lambda n, m: (n,), "deployed cards"),
    Piece.HIDDEN: (lambda n, m: (n, n), "[holder, home]: deployed cards the enemy has not seen"),
    Piece.RETAINED_COUNT: (lambda n, m: (n,), "retained cards"),
    Piece.RESERVE_COUNT: (lambda n, m: (n,), "cards drawn earlier and kept (option reserve_hand)"),
    Piece.ARSENAL: (lambda n, m: (n,), "cards left in the Arsenal deck"),
    Piece.DEPLOYED: (
        lambda n, m: (n, UNITS * n),
        "[holder, type]: all of the own side, of the enemy those seen",
    ),
    Piece.EXPOSED: (
        lambda n, m: (m, UNITS * n),
        "[own side's holder // 2, type]: deployed cards the enemy has seen",
    ),
    Piece.DISCARD: (lambda n, m: (UNITS * n,), "[type]: Arsenal discards"),
    Piece.REMOVED: (lambda n, m: (UNITS * n,), "[type]: out of the game"),
    Piece.RESERVE: (lambda n, m: (n, UNITS), "[home, unit]: kept cards, of hands one sees"),
    Piece.HAND: (
        lambda n, m: (UNITS,),
        "drawn cards of the seat that deploys, if one sees them",
    ),
    Piece.RETAINED: (
        lambda n, m: (n, PLAYS),
        "[holder, play]: retained cards, of hands one sees",
    ),
    Piece.CONFLICT_DISCARD: (lambda n, m: (m, PLAYS), "[theatre, play]: Conflict discards"),
    Piece.CONFLICT_DECK: (lambda n, m: (m,), "cards left in the Conflict deck"),
    Piece.PLACE: (
        lambda n, m: (5, BATTLES * m),
        "[deck, discard, our stack, their stack, active; battle]: where each Battlecard is",
    ),
    Piece.WINNERS: (lambda n, m: (BATTLES * m,), "bits of the seats that won it last"),
    Piece.INVOLVED: (lambda n, m: (BATTLES * m,), "bits of the seats that fought it last"),
    Piece.RETURNED: (lambda n, m: (BATTLES * m,), "1 + the side that may claim it"),
    Piece.EVER: (lambda n, m: (BATTLES * m,), "1: this conquest happened"),
    Piece.VICTOR: (lambda n, m: (m, 2), "[theatre, side]: 1 + the seat that won it for the side"),
    Piece.FIGHT: (lambda n, m: (len(Fight),), "the battle in numbers, see Fight"),
    Piece.KINDS: (lambda n, m: (2, 3), "[army, kind]: kinds flipped"),
    Piece.ATTACKERS: (lambda n, m: (n,), "seats that attack"),
    Piece.DEFENDERS: (lambda n, m: (n,), "seats that defend"),
    Piece.PENDING: (lambda n, m: (n,), "seats still to be asked"),
    Piece.WILLING: (lambda n, m: (n,), "seats that said yes"),
    Piece.SHOOTER_SEAT: (lambda n, m: (n,), "one-hot: who owns the shooter"),
    Piece.SHOOTER: (lambda n, m: (UNITS * n,), "one-hot [type]: the shooter"),
    Piece.CHOSEN: (lambda n, m: (UNITS * n,), "one-hot [type]: the target whose owner is asked"),
    Piece.BONUS: (lambda n, m: (2, 2, SUBTYPES), "[army, stat, subtype]: support + 16"),
    Piece.ORDERS: (lambda n, m: (2, 2, 3), "[army, stat, kind]: bonus of Retained Actions + 16"),
    Piece.ALIVE: (lambda n, m: (n, UNITS * n), "[owner, type]: units in the battle"),
    Piece.UNFIRED: (lambda n, m: (n, UNITS * n), "[owner, type]: shots left in this phase"),
    Piece.NEED: (lambda n, m: (UNITS * n,), "[type]: roll with which the shooter hits it, 0 never"),
}


def shapes(seats: int, theatres: int) -> dict[Piece, tuple[int, ...]]:
    """The shape of every piece, in order."""
    return {piece: PIECES[piece][0](seats, theatres) for piece in Piece}


def layout(seats: int, theatres: int) -> NDArray[np.int32]:
    """int32 [64], for `tables.at`: where each piece begins, then where the last one ends."""
    sizes = [int(np.prod(shape)) for shape in shapes(seats, theatres).values()]
    at = np.cumsum([0, *sizes], dtype=np.int32)
    return np.pad(at, (0, TABLES["at"].shape[0] - len(at)), mode="edge")


def observation_size(seats: int, theatres: int) -> int:
    """Numbers in an observation."""
    return int(layout(seats, theatres)[-1])


def pieces(tables: Any) -> dict[str, slice]:
    """Where each piece lies in an observation of the game with these tables, by name."""
    at = layout(int(tables.seats), int(tables.theatres))
    return {piece.name.lower(): slice(int(at[piece]), int(at[piece + 1])) for piece in Piece}
