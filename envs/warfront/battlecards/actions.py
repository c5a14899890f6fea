"""The action catalogue: which number means what. Nothing decides here.

The same number means the same thing in every state: a fixed block of plain choices, then one number
a seat, raid, Conflict card row, Battlecard and Arsenal card type. What a card number does (deploy
it, send it, shoot at it) follows from the prompt.
"""

from enum import IntEnum

from warfront.battlecards.tables import ALL_BATTLES, PLAYS, SEATS, UNITS


class Act(IntEnum):
    """Plain choices and the first number of each block."""

    DRAW = 0
    PASS = 1
    DONE = 2
    RETAIN = 3
    EXECUTE = 4
    DECLINE = 5
    NEXT = 6  # another of my units fires first
    YIELD = 7  # my ally fires first
    HOLD = 8  # these units do not fire in this phase
    AUTOKILL = 9
    WITHDRAW = 10
    FIGHT_ON = 11
    CLAIM = 12
    SEAT = 13  # + seat
    RAID = SEAT + SEATS  # + 2 * seat, + 1 for air and sea
    PLAY = RAID + 2 * SEATS  # + row of the asked seat's own theatre
    BATTLE = PLAY + PLAYS  # + battle
    CARD = BATTLE + ALL_BATTLES  # + type


def count_actions(seats: int) -> int:
    """Size of the action space of a game with that many seats (at most 329)."""
    return Act.CARD + seats * UNITS
