"""Words and table shapes of Battlecards: the enums of the cards and the one read-only record.

`TABLES` is what every kernel receives: cards, battles, seats and options of one game as a numpy
record of fixed maximum shape, so that another deck, theatre set or option compiles nothing anew.
`data.py` reads the card files and fills it.
"""

from enum import IntEnum, IntFlag

import numpy as np

SEATS = 8  # at most; a game's seats are numbered 0..seats-1 in turn order
THEATRES = 4  # at most; a game's theatres are numbered in the order of THEATRE_NAMES
UNITS = 28  # different Arsenal cards (types) a deck
TYPES = SEATS * UNITS  # type = seat whose deck holds it * UNITS + row in that deck
PLAYS = 20  # different Conflict cards that are not Battlecards, a theatre
BATTLES = 12  # Battlecards a theatre
ALL_BATTLES = THEATRES * BATTLES  # battle = theatre * BATTLES + row
PHASES = 4

THEATRE_NAMES = ("western_europe", "pacific", "russia", "north_africa")
POWERS = (
    "german",
    "british",
    "afrika_korps",
    "army_of_the_nile",
    "german_barbarossa",
    "soviet",
    "japanese",
    "us",
)  # in turn order (statement 130)
POWER_THEATRE = (0, 0, 3, 3, 2, 2, 1, 1)
POWER_SIDE = (0, 1, 0, 1, 0, 1, 0, 1)
SIDE_NAMES = ("axis", "allies")


class Kind(IntEnum):
    """The three flavours of Arsenal cards (K1); the axis K of attack and defence."""

    GROUND = 0
    AIR = 1
    SEA = 2


class Kinds(IntFlag):
    """A set of kinds as a battle calls it; bit k is Kind k."""

    GROUND = 1
    AIR = 2
    SEA = 4


class Subtype(IntEnum):
    """What a card is within its kind; the axis U of bonuses."""

    INFANTRY = 0
    ARMOUR = 1
    ARTILLERY = 2
    MECHANISED = 3
    AIRBORNE = 4
    ENGINEER = 5
    GENERAL = 6
    FIGHTER = 7
    BOMBER = 8
    ATTACKER = 9  # dive bombers and ground attack
    TRANSPORT = 10  # air transport and gliders
    CARRIER = 11
    BATTLESHIP = 12
    CRUISER = 13
    DESTROYER = 14
    SUBMARINE = 15
    LANDING = 16  # landing craft, transports at sea
    ADMIRAL = 17


SUBTYPES = len(Subtype)
SUBTYPE_KIND = (0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2)


class Role(IntEnum):
    """What an Arsenal card is (K8)."""

    NONE = 0  # no such row
    UNIT = 1
    LEADER = 2
    GENERAL = 3
    ADMIRAL = 4


class Reach(IntEnum):
    """Which battles a card's support reaches; a Leader's may be more than its holder's own."""

    HOLDER = 0  # battles in which its holder takes part (and, but for Leaders, the card fights)
    BOTH_GERMANS = 1  # Hitler: battles in which any German player takes part (44)
    MEDITERRANEAN = 2  # Mussolini: battles of Western Europe or North Africa (49)


class Stat(IntEnum):
    """The axis of a bonus: attack or defence."""

    ATTACK = 0
    DEFENCE = 1


class Verb(IntEnum):
    """What a Conflict card other than a Battlecard does."""

    NONE = 0  # no such row
    BUILDUP = 1  # draw `amount` Arsenal cards, deploy `deploy` of them (K2)
    COUNTERATTACK = 2  # retained: re-fight a lost battle (K6)
    BONUS = 3  # retained, in a battle: `amount` on `stat` of own units whose kind is in `kinds`
    GROUNDED = 4  # retained, in a battle: all units of `kinds`, of both sides, withdraw
    ROUT = 5  # retained, in a battle: an enemy unit of `kinds`, of choice, is forced to withdraw
    SABOTAGE = 6  # immediate: a known enemy Leader, General or Admiral is lost (K7)
    RECON = 7  # immediate: all deployed cards of a chosen enemy are shown
    STRIKE = 8  # immediate: a chosen enemy loses a random deployed unit of `kinds`
    RALLY = 9  # immediate: a unit of choice returns from the own discard to the front
    DISRUPT = 10  # immediate: a chosen enemy loses a random retained card


RETAINED_VERBS = (Verb.COUNTERATTACK, Verb.BONUS, Verb.GROUNDED, Verb.ROUT)
IMMEDIATE_VERBS = (Verb.SABOTAGE, Verb.RECON, Verb.STRIKE, Verb.RALLY, Verb.DISRUPT)


class Aggressor(IntEnum):
    """Who attacks when a Battlecard is drawn (Q22, Q23)."""

    AXIS = 0
    ALLIES = 1
    DRAWER = 2


class Need(IntEnum):
    """What an attacking side must have deployed to execute a Battlecard (B14)."""

    DECISIVE = 0  # at least one called unit of the battle's decisive kind
    NON_ARTILLERY_GROUND = 1  # at least one ground unit that is not artillery (11)
    CARRIER = 2  # at least one carrier besides a unit of the decisive kind
    AIRCRAFT = 3  # at least one aircraft besides a unit of the decisive kind


# Axes: T type, S seat, H theatre, P play (non-battle Conflict card), B battle, K kind,
# U subtype, X stat, D side (0 axis, 1 allies).
TABLES = np.dtype(
    [
        # seats and theatres
        ("seats", np.int32),
        ("theatres", np.int32),
        ("power", np.int8, (SEATS,)),  # seat -> index into POWERS
        ("seat_of", np.int8, (SEATS,)),  # power -> seat, -1 not in this game
        ("side", np.int8, (SEATS,)),  # seat -> 0 axis, 1 allies
        ("theatre", np.int8, (SEATS,)),  # seat -> theatre of this game
        ("theatre_id", np.int8, (THEATRES,)),  # theatre -> index into THEATRE_NAMES
        ("resident", np.int8, (THEATRES, 2)),  # [H, D] the seat of that side in that theatre
        ("mediterranean", np.uint8, (THEATRES,)),  # 1 for Western Europe and North Africa
        # Arsenal cards
        ("role", np.int8, (TYPES,)),
        ("copies", np.uint8, (TYPES,)),  # in the deck at the start
        ("kind", np.int8, (TYPES,)),
        ("subtype", np.int8, (TYPES,)),
        ("phase", np.int8, (TYPES,)),  # 1..4; 0 for Leaders
        ("shots", np.uint8, (TYPES,)),  # a round
        ("attack", np.int8, (TYPES, 3)),  # [T, K]; -1 cannot fire at that kind
        ("defence", np.int8, (TYPES, 3)),  # [T, K] against fire of a unit of that kind
        ("autokill_kinds", np.uint8, (TYPES,)),  # Kinds; 0 no Autokill
        ("autokill_max", np.int8, (TYPES,)),  # largest effective defence
        (
            "autokill_needs",
            np.uint32,
            (TYPES,),
        ),  # bits of subtypes, one of which must fight along; 0
        ("aura", np.int8, (TYPES, 2, SUBTYPES)),  # [T, X, U] support to other units
        ("reach", np.int8, (TYPES,)),
        # Conflict cards that are not Battlecards
        ("verb", np.int8, (THEATRES, PLAYS)),
        ("play_copies", np.uint8, (THEATRES, PLAYS)),
        ("amount", np.int8, (THEATRES, PLAYS)),
        ("deploy", np.int8, (THEATRES, PLAYS)),
        ("stat", np.int8, (THEATRES, PLAYS)),
        ("play_kinds", np.uint8, (THEATRES, PLAYS)),
        # Battlecards
        ("present", np.uint8, (ALL_BATTLES,)),  # 1: in this game's Conflict deck
        ("points", np.int16, (ALL_BATTLES,)),
        ("aggressor", np.int8, (ALL_BATTLES,)),
        ("parties", np.uint8, (ALL_BATTLES, 2)),  # [B, D] bits of seats of this game
        ("attack_kinds", np.uint8, (ALL_BATTLES,)),  # Kinds the aggressors flip
        ("defend_kinds", np.uint8, (ALL_BATTLES,)),  # Kinds the defenders flip
        ("decisive", np.int8, (ALL_BATTLES,)),  # Kind that settles it (Q10)
        ("need", np.int8, (ALL_BATTLES,)),
        ("after", np.int8, (ALL_BATTLES,)),  # Battlecard the attackers' side must hold, -1 none
        ("loser", np.uint8, (ALL_BATTLES,)),  # bits of seats it vanquishes (or expels); 0 none
        (
            "expels",
            np.uint8,
            (ALL_BATTLES,),
        ),  # 1: the loser is only expelled from this theatre (70)
        ("liberators", np.uint8, (ALL_BATTLES,)),  # bits of seats that may undo it (95)
        ("condition", np.int8, (ALL_BATTLES, SEATS)),  # battle that must stand won first, -1 none
        ("frees", np.uint8, (ALL_BATTLES,)),  # bits of seats liberated when it is won (121)
        ("freers", np.uint8, (ALL_BATTLES,)),  # bits of seats, only they may be among the winners
        ("target", np.int32),
        # options (section 3 of the rule book), see options.py for names, defaults and origins
        ("die", np.int32),  # sides of the die (Q1)
        ("threshold", np.int32),  # roll + attack - defence that hits (Q1)
        ("rout_margin", np.int32),  # missed by 1..margin: forced to withdraw (Q6); 0 never
        ("rounds", np.int32),  # combat rounds at most (Q9)
        ("hand_limit", np.int32),  # retained cards (Q21)
        ("aid_size", np.int32),  # cards in an aid package (Q28)
        ("first_seat", np.int32),
        ("game_rounds", np.int32),  # turns of every seat, then undecided
        ("decision_limit", np.int32),  # decisions at most, then undecided
        ("setup_draw", np.int32),
        ("setup_deploy", np.int32),
        ("begin_draw", np.int32),
        ("reserve_hand", np.int32),  # 1: cards not deployed are kept (Q17)
        ("raid_choice", np.int32),  # 0 claim or raid, 1 claim only, 2 raid where one can (75, 76)
        ("unwon_fought", np.int32),  # 1: un-won cards of a won theatre are fought if they can be
        ("card_needs", np.int32),  # 1: what stands in `after` is a prerequisite too (Q25)
        ("failed_scores", np.int32),  # 1: a failed attack scores for the defenders (Q24)
        (
            "hitler_from",
            np.int32,
        ),  # seat whose Hitler goes when the Germans differ (Q41), -1 one German
        ("hitler_type", np.int16, (2,)),  # the two Hitler types, -1
        ("sabotage_roll", np.int32),  # a roll of at least this succeeds
        ("any_liberator", np.int32),  # 1: any ally may liberate (95)
        ("once_ever", np.int32),  # 1: conditions hold once they ever held (136)
        ("alone_combined", np.int32),  # 1: attacking alone stays a combined battle (Q43)
        ("all_defend", np.int32),  # 1: counterattacks meet all called defenders (135)
        ("allied_hands", np.int32),  # 1: allies see one another's hands (T8)
        # where each piece of an observation begins (observe.py)
        ("at", np.int32, (64,)),
    ],
    align=True,
)
