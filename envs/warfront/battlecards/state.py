"""The state of one game: one numpy record, so that copy, save and hash are of one buffer."""

from enum import IntEnum

import numpy as np

from warfront.battlecards.tables import (
    ALL_BATTLES,
    PLAYS,
    SEATS,
    SUBTYPES,
    THEATRES,
    TYPES,
    UNITS,
)

LINES = 352  # (owner, type) pairs that can fight in one battle: no more cards than that exist
DICE = 64  # scripted dice of a position
TOP = 52  # cards of a deck whose order a position can fix: all of any deck


class Prompt(IntEnum):
    """What is asked of `seat`."""

    HITLER = 0  # from which German deck does Hitler go (43)
    DEPLOY = 1  # a drawn Arsenal card to deploy
    TURN_START = 2  # draw, send aid or counterattack
    AID = 3  # a card for the aid package, or done
    RETAIN = 4  # keep the drawn Retained Action?
    DISCARD = 5  # the retained hand is over its limit
    IMMEDIATE_SEAT = 6  # the enemy that an Immediate Action hits
    IMMEDIATE_CARD = 7  # the card that an Immediate Action hits or brings back
    EXECUTE = 8  # execute or decline the Battlecard; join or decline the Counterattack
    BATTLE_CARD = 9  # play a Retained Action on this battle, or pass
    ROUT = 10  # the enemy unit that must withdraw
    SHOT = 11  # the shooter's target, or another shooter, or hold
    AUTOKILL = 12  # the target of the Autokill
    OWNER = 13  # whose copy of the chosen target
    WITHDRAW = 14  # withdraw or fight on
    CLAIM = 15  # claim the returned Battlecard or raid
    OVER = 16


class Stage(IntEnum):
    """Where the rules go on when nobody is asked; never the stage of a state at rest."""

    SETUP = 0
    DEAL = 1
    NEXT_TURN = 2
    TURN = 3
    DRAW = 4
    BATTLE_DRAWN = 5
    ASK = 6
    START_BATTLE = 7
    BATTLE_CARDS = 8
    ROUND = 9
    FIRE = 10
    PHASE_END = 11
    WITHDRAWAL = 12
    IMMEDIATE = 13
    OVER = 14


class Place(IntEnum):
    """Where a Battlecard is."""

    ABSENT = 0
    DECK = 1
    DISCARD = 2
    AXIS = 3  # in the common stack of a side: AXIS + side
    ALLIES = 4
    ACTIVE = 5  # drawn, being resolved


class Mode(IntEnum):
    """How a battle came about."""

    NONE = 0
    DRAWN = 1
    COUNTER = 2  # an ordinary Counterattack
    LIBERATION = 3  # a Counterattack on a standing conquest (Rule H)
    RAID = 4


class How(IntEnum):
    """How the game ended."""

    NONE = 0
    STANDARD = 1
    TOTAL = 2
    UNDECIDED = 3  # the round limit


# Axes: S seat, T type, H theatre, P play, B battle, U subtype, X stat, D side,
# A 0 attackers 1 defenders, L battle line.
LAYOUT = np.dtype(
    [
        ("rng", np.uint64),
        ("dice_at", np.int32),  # scripted dice used
        ("dice_n", np.int32),  # scripted dice in all
        ("decisions", np.int32),
        ("game_round", np.int32),  # turns of every seat begun, from 1
        ("prompt", np.int32),
        ("seat", np.int32),  # who is asked
        ("stage", np.int32),
        ("turn", np.int32),  # whose turn it is
        ("winner", np.int32),  # -1 not yet, 0 axis, 1 allies, 2 nobody
        ("how", np.int32),
        # turn
        ("aided", np.int32),  # 1: aid sent this turn
        ("countered", np.int32),  # 1: Counterattack played this turn
        ("aid_to", np.int32),
        ("aid_n", np.int32),  # cards in the package so far
        ("resume", np.int32),  # stage after the pending deals
        ("dealing", np.int32),  # bits of seats that still draw and deploy
        ("to_deploy", np.int32),  # cards the seat asked still has to deploy
        ("draw_n", np.int32),  # size of the pending deals
        ("deploy_n", np.int32),
        ("play", np.int32),  # active Conflict card that is not a Battlecard, -1
        ("battle", np.int32),  # active Battlecard, -1
        ("hitler_votes", np.int32, (2,)),  # seat each German proposes, -1 not asked
        # battle
        ("mode", np.int32),
        ("field", np.int32),  # theatre of the battle
        ("attack_side", np.int32),
        ("attackers", np.int32),  # bits of seats that fight
        ("defenders", np.int32),
        ("pending", np.int32),  # bits of seats still to be asked
        ("willing", np.int32),  # bits of seats that said yes
        ("kinds", np.int32, (2,)),  # [A] Kinds flipped
        ("decisive", np.int32),
        ("combat_round", np.int32),  # 1..rounds
        ("phase", np.int32),  # 1..4
        ("firing", np.int32),  # A whose units fire
        ("shooter", np.int32),  # line, -1
        ("nexts", np.int32),  # times the shooter was changed since the last shot
        ("yields", np.int32),  # times an ally was let before since the last shot
        ("kill", np.int32),  # 1: the target chosen next is for an Autokill
        ("chosen", np.int32),  # type chosen, its owner still open
        ("lines", np.int32, (2,)),  # [A] attackers' lines come first
        # seats
        ("vanquished", np.int8, (SEATS,)),  # 0, or 1 + the battle that did it
        ("expelled", np.int8, (SEATS,)),  # 0, or 1 + the battle that drove it out of its theatre
        ("ever", np.uint8, (ALL_BATTLES,)),  # 1: this conquest happened (option once_ever)
        ("victor", np.int8, (THEATRES, 2)),  # [H, D] the seat that won the theatre for the side, -1
        ("points", np.int32, (2,)),  # [D] of the common stacks
        # Arsenal cards
        ("deck", np.uint8, (TYPES,)),
        ("discard", np.uint8, (TYPES,)),
        ("hand", np.uint8, (UNITS,)),  # drawn by the seat that deploys now
        ("hand_seat", np.int32),
        ("reserve", np.uint8, (TYPES,)),  # drawn earlier, not deployed (option reserve_hand)
        ("deployed", np.uint8, (SEATS, TYPES)),
        ("seen", np.uint8, (SEATS, TYPES)),  # of the deployed, those the enemy has seen
        ("removed", np.uint8, (TYPES,)),  # out of the game (Hitler, or by a position)
        ("top_n", np.int32, (SEATS,)),
        ("top", np.int16, (SEATS, TOP)),  # types; the last is drawn first; counted in `deck` too
        # Conflict cards
        ("play_deck", np.uint8, (THEATRES, PLAYS)),
        ("play_discard", np.uint8, (THEATRES, PLAYS)),
        ("retained", np.uint8, (SEATS, PLAYS)),  # rows of the seat's own theatre
        ("conflict_top_n", np.int32, (THEATRES,)),
        ("conflict_top", np.int16, (THEATRES, TOP)),  # play row, or PLAYS + battle row; last first
        ("place", np.int8, (ALL_BATTLES,)),
        ("winners", np.uint8, (ALL_BATTLES,)),  # bits of seats that won it last
        ("involved", np.uint8, (ALL_BATTLES,)),  # bits of seats that fought it last
        ("returned", np.uint8, (ALL_BATTLES,)),  # 1 + side that may claim it, 0 not returned
        # battle lines
        ("bonus", np.int8, (2, 2, SUBTYPES)),  # [A, X, U] support in force this phase
        ("orders", np.int8, (2, 2, 3)),  # [A, X, K] bonus of Retained Actions, whole battle
        ("owner", np.int8, (LINES,)),
        ("type", np.int16, (LINES,)),
        ("alive", np.uint8, (LINES,)),  # still in the battle and not hit in this phase
        ("unfired", np.uint8, (LINES,)),  # shots left in this phase
        ("dice", np.uint8, (DICE,)),
    ],
    align=True,
)
