"""What each question means, and whole orders that answer it, for people who play."""

from warfront.spring1942.orders import FORMS
from warfront.spring1942.state import Prompt

_COUNT = "a number is asked for; a whole order would have said it at once"
_LOSS = "Your units were hit and you choose which are lost: cheap ones first, as a rule."

GUIDE: dict[Prompt, tuple[str, tuple[str, ...]]] = {
    Prompt.PURCHASE: (
        "Spend IPCs on units, which are placed at the end of your turn, and on repairs of your "
        "complexes; done begins the combat moves.",
        ("buy", "repair"),
    ),
    Prompt.PURCHASE_COUNT: (f"How many of that unit: {_COUNT}.", ()),
    Prompt.REPAIR_COUNT: (f"How many points of damage, 1 IPC each: {_COUNT}.", ()),
    Prompt.MOVE_FROM: (
        "Move pieces. In phase 2 into spaces of the enemy, to attack: the battles are fought when "
        "you say done. In phase 4 units that have not fought move up, and all aircraft must land.",
        ("move", "load", "unload", "raid"),
    ),
    Prompt.MOVE_WHAT: ("Which of the pieces in that space moves.", ()),
    Prompt.MOVE_TO: ("Where that piece goes: all that it can reach is offered.", ()),
    Prompt.MOVE_COUNT: (f"How many of them go: {_COUNT}.", ()),
    Prompt.MOVE_RAID: (
        "Bombers there may raid the complex, for damage to its owner, or attack with the rest.",
        (),
    ),
    Prompt.TRANSPORT: (
        "That transport may sail on, load on a coast where it is, or unload; it holds one land "
        "unit and one infantry.",
        ("load", "unload"),
    ),
    Prompt.LOAD_FROM: ("From which coast the transport loads.", ()),
    Prompt.LOAD_UNIT: ("Which land unit goes aboard.", ()),
    Prompt.UNLOAD_TO: ("On which coast what is aboard lands.", ()),
    Prompt.ENGAGE_ZONE: (
        "In these zones only submarines or transports of the enemy are: attack or pass by.",
        ("attack", "ignore"),
    ),
    Prompt.ENGAGE: ("Attack what is in that zone, or pass by.", ("attack", "ignore")),
    Prompt.BATTLE: ("Your battles are fought one by one: which comes next.", ()),
    Prompt.BOMBARD: (
        "Cruisers and battleships beside a landing fire once first; done: no more of them.",
        (),
    ),
    Prompt.SUBS: (
        "A submarine may submerge, out of the battle, if the enemy has no destroyer; fire stays.",
        (),
    ),
    Prompt.CASUALTY: (_LOSS, ("casualty",)),
    Prompt.CASUALTY_OWNER: (f"{_LOSS} Here: whose.", ()),
    Prompt.CASUALTY_GRADE: (
        "Which of these aircraft is lost: they differ in the movement left to land with.",
        (),
    ),
    Prompt.CASUALTY_TRANSPORT: ("Which transport is lost: they differ in what is aboard.", ()),
    Prompt.CASUALTY_FROM: (
        "Lost is one that came overland or one that landed: only the former may retreat.",
        (),
    ),
    Prompt.NAME: (
        "Several allies lose units together: name those of yours, then done. Unless what all of "
        "you name is just what is due, the attacker chooses.",
        ("casualty",),
    ),
    Prompt.RETREAT: (
        "Press on for another round, or retreat: all together to a space that some came from, but "
        "for what came by sea.",
        ("retreat",),
    ),
    Prompt.LAND: ("The carrier is gone: where the fighter lands.", ("land",)),
    Prompt.PLACE: (
        "Place what you bought: land units and aircraft where you have a complex, ships in zones "
        "beside it; what is not placed when you say done is lost.",
        ("place",),
    ),
    Prompt.PLACE_AT: ("Where that unit stands.", ()),
    Prompt.PLACE_FROM: ("Which complex's capacity it takes.", ()),
    Prompt.PLACE_COUNT: (f"How many of them there: {_COUNT}.", ()),
}


def guide(prompt: int) -> tuple[str, list[str]]:
    """What a question means, and the forms of whole orders that answer it."""
    words, verbs = GUIDE.get(Prompt(prompt), ("Nothing is asked.", ()))
    return words, [FORMS[verb] for verb in verbs]
