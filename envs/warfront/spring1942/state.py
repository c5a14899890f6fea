"""The state of one game: one numpy record, so that copy, save and hash are of one buffer."""

from enum import IntEnum

import numpy as np

from warfront.spring1942.actions import SLOTS
from warfront.spring1942.tables import GOODS, POWERS, SPACES, SPENT, UNITS

DICE = 64  # scripted dice of a position


class Phase(IntEnum):
    """The six phases of a power's turn (G3), by their printed numbers."""

    NEXT_TURN = 0  # between two turns; never the phase of a state at rest
    PURCHASE = 1
    COMBAT_MOVE = 2
    COMBAT = 3
    NONCOMBAT = 4
    MOBILIZE = 5
    INCOME = 6  # asks nothing


class Prompt(IntEnum):
    """What is asked of `seat`; in brackets the blocks of actions that can be legal."""

    PURCHASE = 0  # what to buy, or an own complex to repair [UNIT, SPACE, DONE]
    PURCHASE_COUNT = 1  # how many of `unit` [COUNT]
    REPAIR_COUNT = 2  # how many points at `here` [COUNT]
    MOVE_FROM = 3  # which space's pieces move next [SPACE, ENGAGE, DONE]
    MOVE_WHAT = 4  # which piece of `here` [GRADE, TRANSPORT]
    MOVE_TO = 5  # where `grade` goes [SPACE]
    MOVE_COUNT = 6  # how many of `grade` go to `there` [COUNT]
    MOVE_RAID = 7  # the bombers go there to raid or to attack [RAID, ATTACK]
    TRANSPORT = 8  # what transport `slot` does [SPACE: sails there, LOAD, CARGO k: unloads it]
    LOAD_FROM = 9  # the land the cargo comes from [SPACE]
    LOAD_UNIT = 10  # what is loaded from `there` [UNIT]
    UNLOAD_TO = 11  # where cargo `cargo` goes [SPACE]
    ENGAGE_ZONE = 12  # which zone to decide on [SPACE]
    ENGAGE = 13  # the zone `here` [ATTACK, IGNORE]
    BATTLE = 14  # which battle is fought next [SPACE]
    BOMBARD = 15  # which ship bombards [UNIT battleship or cruiser, DONE]
    SUBS = 16  # one submarine more submerges, or the rest fires [SUBMERGE, FIRE]
    CASUALTY = 17  # who takes a hit [UNIT]
    CASUALTY_OWNER = 18  # whose, when the attacker chooses for owners that differ [SEAT]
    CASUALTY_GRADE = 19  # which of the attacker's aircraft, where they differ [GRADE]
    CASUALTY_TRANSPORT = 20  # which transport, where they differ [TRANSPORT]
    CASUALTY_FROM = 21  # an attacker that came by land or by sea [OVERLAND, SEABORNE]
    NAME = 22  # MN9: the own casualties a defender offers [UNIT, DONE]
    RETREAT = 23  # press on or retreat [PRESS, SPACE]
    LAND = 24  # A3: where a fighter without a deck goes [SPACE]
    PLACE = 25  # which new unit is placed next [UNIT, DONE]
    PLACE_AT = 26  # where `unit` goes [SPACE]
    PLACE_FROM = 27  # whose capacity the new unit takes, where several could [SPACE]
    PLACE_COUNT = 28  # how many of `unit` go to `here` [COUNT]
    OVER = 29


class How(IntEnum):
    """How the game ended."""

    NONE = 0
    VICTORY = 1
    UNDECIDED = 2  # the round or decision limit


class Engage(IntEnum):
    """CM10: what was decided on a zone with only enemy submarines and transports."""

    OPEN = 0
    ATTACK = 1
    IGNORE = 2


class Fought(IntEnum):
    """Bits of `fought`."""

    BATTLE = 1
    RAID = 2
    WON = 4  # the battle at sea was won: cargo may land from there (AM1)


class BattleStep(IntEnum):
    """Where the battle that is being fought stands (B1)."""

    NONE = 0  # no battle is being fought
    GUN = 1  # AA fire (AA1)
    BOMBARD = 2  # ships that bombard are being chosen (AM2)
    BOMBARD_HITS = 3  # at sea, and where nobody defends, a battle begins here, with none
    ROUND = 4
    SUBMERGE = 5  # B1 a
    STRIKE = 6  # B1 b
    STRIKE_HITS = 7
    STRIKE_BACK = 8
    STRIKE_BACK_HITS = 9
    FIRE = 10  # B1 c
    FIRE_HITS = 11
    RETURN = 12  # B1 d
    RETURN_HITS = 13
    ROUND_END = 14  # B1 e, f
    STAND = 15  # nobody can hit: stay or go (T4)
    DECKS = 16  # defending fighters without a deck land (A3)


class Verdict(IntEnum):
    """How a battle stands, or has ended, for the attacker."""

    OPEN = 0
    WON = 1
    LOST = 2
    STAND = 3  # nobody can hit anybody (B8)
    LEFT = 4  # he retreated


class Naming(IntEnum):
    """How several owners of the units hit come to their casualties (MN9, O6)."""

    FREE = 0
    NAMING = 1  # each names his own in turn
    AGREED = 2  # what was named is being hit
    IMPOSED = 3  # they differ: the attacker chooses


class Enemy(IntEnum):
    """Bits of `enemy`: what of the other side stands in a space."""

    COMBAT = 1  # land: a unit that fights; sea: a surface warship (G8)
    DESTROYER = 2
    LIGHT = 4  # a submarine or transport
    GUN = 8  # an AA gun
    SUBMARINE = 16


class Did(IntEnum):
    """Bits of what a transport did this turn."""

    LOADED = 1
    MOVED = 2
    UNLOADED = 4  # or has announced it
    FOUGHT = 8
    BARRED = 16  # NCM19: it did any of these before phase 4


class Hold(IntEnum):
    """Columns of a transport's row; rows are kept in order, so that equal fleets are equal bytes.

    An empty row has owner -1 and zeros elsewhere but for `CARGO`, `WHOSE` and `TARGET` at -1.
    """

    OWNER = 0
    SPACE = 1  # at most 131: the row is int16
    CARGO = 2  # two columns: unit, -1 none; the first is what fills the larger place
    WHOSE = 4  # two columns: power, -1 none
    FRESH = 6  # two columns: 1 it came aboard this turn
    GOING = 8  # two columns: 1 it is announced to land at `TARGET`
    LEFT = 10  # movement left
    DID = 11  # bits of Did
    TARGET = 12  # land space of this turn's unloading, -1


HOLDS = 13

# Axes: s space, p power, u unit (Unit), g spent column, k neighbour, t transport slot, D side.
LAYOUT = np.dtype(
    [
        ("rng", np.uint64),
        ("dice_at", np.int32),  # scripted dice used
        ("dice_n", np.int32),  # scripted dice in all
        ("decisions", np.int32),
        ("game_round", np.int32),  # from 1
        ("turn", np.int32),  # the power whose turn it is
        ("phase", np.int32),
        ("prompt", np.int32),  # -1 while the rules run on
        ("seat", np.int32),  # who is asked
        ("winner", np.int32),  # -1 not yet, 0 axis, 1 allies, 2 nobody
        ("how", np.int32),
        # what is being decided; 0 or -1 when it is not part of the prompt
        ("here", np.int32),  # space, -1
        ("there", np.int32),  # space, -1
        ("unit", np.int32),  # -1
        ("grade", np.int32),  # -1
        ("slot", np.int32),  # transport slot, -1
        ("cargo", np.int32),  # 0 or 1, -1
        ("stranded", np.int32),  # aircraft of the active power that no play could land any more
        ("by_hand", np.int32),  # 1: phases with nothing to do still ask for their end
        ("closing", np.int32),  # 1: the combat moves are over, zones are still to be decided on
        # powers
        ("ipcs", np.int32, (POWERS,)),
        ("production", np.int16, (POWERS,)),  # I3, kept up by every change of owner
        ("cities", np.int16, (2,)),  # [D] victory cities held
        ("purchased", np.int16, (GOODS,)),  # by the active power, not yet placed
        ("owned", np.int16, (UNITS,)),  # derived, in phase 1: what the active power has in all
        # spaces
        ("owner", np.int8, (SPACES,)),  # power, -1 sea
        ("owner_at_start", np.int8, (SPACES,)),  # at the start of this turn
        ("captured", np.int8, (SPACES,)),  # this turn: 0 no, else 1 + AA guns captured with it
        ("complex", np.int8, (SPACES,)),  # 0 none, 1 usable by its owner, 2 placed this turn
        ("damage", np.int8, (SPACES,)),
        ("enemy", np.int8, (SPACES,)),  # bits of Enemy, of the active power; refreshed by status.py
        ("landdist", np.int8, (SPACES,)),  # flight to the nearest land that takes aircraft, 127
        ("engage", np.int8, (SPACES,)),  # Engage
        ("fought", np.int8, (SPACES,)),  # bits of Fought, this turn
        ("came_from", np.int32, (SPACES,)),  # bit k: an attacker came by land or sea from there
        ("landed", np.int8, (SPACES, 16)),  # [s, k] units landed from that zone in this assault
        ("seaborne", np.int8, (SPACES, 4)),  # [s, u] attackers that came by sea (AM7)
        ("bombarded", np.int8, (SPACES, 2)),  # cruisers, battleships that bombarded from s
        ("raid", np.int8, (SPACES, 6)),  # bombers announced to raid s, by movement left
        ("produced", np.int8, (SPACES,)),  # units placed through the complex of s this turn
        ("army", np.int8, (SPACES, POWERS, UNITS)),  # everything on the board but cargo
        ("spent", np.int8, (SPACES, SPENT)),  # the active power's pieces that moved or fought
        ("damaged", np.int8, (SPACES, POWERS)),  # battleships hit once, until the end of the turn
        ("transports", np.int16, (SLOTS, HOLDS)),
        # the battle being fought
        ("battle", np.int32),  # its space, -1 none
        ("battle_step", np.int32),
        ("combat_round", np.int32),
        ("naming", np.int32),  # Naming
        ("chosen_power", np.int32),  # -1
        ("chosen_unit", np.int32),  # -1
        ("asking", np.int32),  # where a series of questions stands; 0 outside of one
        ("hits", np.int16, (3,)),  # not yet assigned: ships only, no submarines, any
        ("submerged", np.int16, (POWERS,)),
        ("force", np.int16, (POWERS, UNITS)),  # in this battle, not hit
        ("dying", np.int16, (POWERS, UNITS)),  # hit, fire back first
        ("named", np.int16, (POWERS, UNITS)),  # MN9
        ("dice", np.uint8, (DICE,)),
    ],
    align=True,
)
