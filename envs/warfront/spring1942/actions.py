"""The action catalogue: which number means what. Nothing decides here.

The same number means the same thing in every state: plain choices, then a block each for seats,
spaces, goods, grades (a unit with the movement it has left), counts and transports. What a number
does (start there, go there, retreat there) follows from the prompt.
"""

from enum import IntEnum

from warfront.spring1942.tables import GOODS, GRADES, POWERS, SPACES

COUNTS = 20  # most that one decision moves, buys or places
SLOTS = 64  # transports on the board


class Act(IntEnum):
    """Plain choices and the first number of each block."""

    DONE = 0
    ENGAGE = 1  # decide on a zone with only enemy submarines or transports
    ATTACK = 2
    IGNORE = 3
    RAID = 4
    LOAD = 5
    PRESS = 6  # another round
    SUBMERGE = 7
    FIRE = 8
    OVERLAND = 9
    SEABORNE = 10
    CARGO = 11  # + 0 or 1, place on the transport
    SEAT = 13  # + seat
    SPACE = SEAT + POWERS  # + space
    UNIT = SPACE + SPACES  # + unit, COMPLEX included
    GRADE = UNIT + GOODS  # + grade
    COUNT = GRADE + GRADES  # + how many - 1
    TRANSPORT = COUNT + COUNTS  # + slot


NUM_ACTIONS = int(Act.TRANSPORT) + SLOTS
