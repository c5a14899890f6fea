"""The plain fields of a state as a position writes them: one table for reading and for writing."""

from typing import Any

from warfront.battlecards.names import Names
from warfront.battlecards.state import How, Mode, Prompt, Stage
from warfront.battlecards.tables import SIDE_NAMES, Kind
from warfront.game import BadInput
from warfront.naming import list_of, pick
from warfront.position_fields import INT, Codec, Field, maybe, words

ARMIES = ("attackers", "defenders")
RESULTS = (*SIDE_NAMES, "nobody")

# the stage at which a state rests, by what is asked
STAGE_OF = {
    Prompt.HITLER: Stage.SETUP,
    Prompt.DEPLOY: Stage.DEAL,
    Prompt.TURN_START: Stage.TURN,
    Prompt.AID: Stage.TURN,
    Prompt.RETAIN: Stage.DRAW,
    Prompt.DISCARD: Stage.NEXT_TURN,
    Prompt.IMMEDIATE_SEAT: Stage.IMMEDIATE,
    Prompt.IMMEDIATE_CARD: Stage.IMMEDIATE,
    Prompt.EXECUTE: Stage.ASK,
    Prompt.BATTLE_CARD: Stage.BATTLE_CARDS,
    Prompt.ROUT: Stage.BATTLE_CARDS,
    Prompt.SHOT: Stage.FIRE,
    Prompt.AUTOKILL: Stage.FIRE,
    Prompt.OWNER: Stage.FIRE,
    Prompt.WITHDRAW: Stage.WITHDRAWAL,
    Prompt.CLAIM: Stage.NEXT_TURN,
    Prompt.OVER: Stage.OVER,
}


def _read_seats(names: Names, found: Any) -> int:
    bits = 0
    for name in list_of(found, "seats"):
        bits |= 1 << names.seat(name)
    return bits


def _read_kinds(names: Names, found: Any) -> int:
    bits = 0
    for name in list_of(found, "kinds"):
        bits |= 1 << pick(name, [kind.name.lower() for kind in Kind], "kind")
    return bits


def _read_bool(names: Names, found: Any) -> int:
    if not isinstance(found, bool):
        raise BadInput(f"{found!r} is neither true nor false: write one of them")
    return int(found)


BOOL = Codec(lambda names, value: bool(value), _read_bool)
SEAT = maybe(Codec(lambda names, value: names.seats[value], lambda names, text: names.seat(text)))
SEATS = Codec(
    lambda names, bits: [name for i, name in enumerate(names.seats) if bits >> i & 1], _read_seats
)
SIDE = maybe(
    Codec(
        lambda names, value: SIDE_NAMES[value], lambda names, text: pick(text, SIDE_NAMES, "side")
    )
)
RESULT = maybe(
    Codec(lambda names, value: RESULTS[value], lambda names, text: pick(text, RESULTS, "winner"))
)
ARMY = Codec(lambda names, value: ARMIES[value], lambda names, text: pick(text, ARMIES, "army"))
THEATRE = maybe(
    Codec(lambda names, value: names.theatres[value], lambda names, text: names.theatre(text))
)
KIND = maybe(words(Kind, "kind"))
KINDS = Codec(
    lambda names, bits: [kind.name.lower() for kind in Kind if bits >> kind & 1], _read_kinds
)
CARD = maybe(
    Codec(lambda names, card: names.card(card, -1), lambda names, text: names.card_of(text, -1))
)
STAGE = words(Stage, "stage")

TOP_FIELDS = (
    Field("decisions", "decisions", INT, 0),
    Field("round", "game_round", INT, 1),
    Field("turn", "turn", SEAT, -1),
    Field("prompt", "prompt", words(Prompt, "prompt"), Prompt.TURN_START),
    Field("seat", "seat", SEAT, -1),
    Field("winner", "winner", RESULT, -1),
    Field("how", "how", words(How, "how"), How.NONE),
    Field("aid_sent", "aided", BOOL, 0),
    Field("countered", "countered", BOOL, 0),
    Field("aid_to", "aid_to", SEAT, -1),
    Field("aid_cards", "aid_n", INT, 0),
    Field("dealing", "dealing", SEATS, 0),
    Field("to_deploy", "to_deploy", INT, 0),
    Field("draw", "draw_n", INT, 0),
    Field("deploy", "deploy_n", INT, 0),
    Field("then", "resume", STAGE, Stage.NEXT_TURN),
)
ALWAYS = ("round", "turn", "prompt", "seat", "winner")

# of a battle; `default` is the value when no battle is on
BATTLE_FIELDS = (
    Field("mode", "mode", words(Mode, "mode"), Mode.NONE),
    Field("theatre", "field", THEATRE, -1),
    Field("attack_side", "attack_side", SIDE, -1),
    Field("attackers", "attackers", SEATS, 0),
    Field("defenders", "defenders", SEATS, 0),
    Field("pending", "pending", SEATS, 0),
    Field("willing", "willing", SEATS, 0),
    Field("decisive", "decisive", KIND, -1),
    Field("round", "combat_round", INT, 0),
    Field("phase", "phase", INT, 0),
    Field("firing", "firing", ARMY, 0),
    Field("nexts", "nexts", INT, 0),
    Field("yields", "yields", INT, 0),
    Field("autokill", "kill", BOOL, 0),
    Field("chosen", "chosen", CARD, -1),
)
