"""What the words of orders and paths may be, so that a misspelling is told from a refusal."""

from warfront.game import BadInput
from warfront.naming import closest
from warfront.spring1942.fields import BATTLE_FIELDS, HIT_KINDS, PHASES, SPACE_FIELDS, TOP_FIELDS
from warfront.spring1942.names import SHORT
from warfront.spring1942.options import OPTIONS
from warfront.spring1942.orders import ALONE, FORMS
from warfront.spring1942.place_spaces import KEYS as SPACE_KEYS
from warfront.spring1942.place_spaces import PIECE_KEYS, ROW_KEYS
from warfront.spring1942.position import BATTLE_KEYS, KEYS
from warfront.spring1942.state import Did, Fought, Prompt
from warfront.spring1942.tables import SIDE_NAMES, UNIT_NAMES
from warfront.spring1942.words import OF_SPACE, OF_UNIT, PLAIN, Words, plain

SMALL = ("with", "left", "on", "of", "to", "from", "at", "through", "and", "nothing", "transport")


def order_fault(words: Words, text: str) -> str:
    """The first thing in an order that does not exist in this game, in words; "" for none."""
    order = plain(text.partition("(")[0])
    if order in ALONE or order in PLAIN.values():
        return ""
    verb = order.split(" ", 1)[0]
    verbs = {*FORMS, *(text.split()[0] for text in (*OF_SPACE.values(), *OF_UNIT.values()))}
    verbs |= {"transport", "done", "decide", "press", "submerge"}
    if verb not in verbs:
        return f"order {verb!r} is unknown: {closest(verb, sorted(verbs))}"
    names = words.names
    known = {*names.spaces, *names.impassable, *names.powers, *UNIT_NAMES, *SHORT, *SMALL}
    known |= {"overland", "seaborne", "on", "submarine"}
    for word in order.replace("->", " ").replace(",", " ").split()[1:]:
        if word not in known and not word.isdecimal():
            return f"{word!r} is unknown: {closest(word, sorted(known))}"
    return ""


def path_fault(words: Words, path: str) -> str:
    """The first word of a path into `describe` that stands for nothing there; "" for none."""
    names = words.names
    fields = (*TOP_FIELDS, *BATTLE_FIELDS, *SPACE_FIELDS)
    known = {*KEYS, *SPACE_KEYS, *BATTLE_KEYS, *ROW_KEYS, *PIECE_KEYS, *HIT_KINDS, *PHASES}
    known |= {*names.spaces, *names.powers, *UNIT_NAMES, *SIDE_NAMES}
    known |= {field.key for field in fields} | {option.name for option in OPTIONS}
    known |= {member.name.lower() for axis in (Did, Fought, Prompt) for member in axis}
    for word in path.split("."):
        if word not in known and not word.isdecimal():
            try:
                names.space(word)
            except BadInput as error:
                if word in names.impassable:
                    return str(error)
            return f"{word!r} is unknown: {closest(word, sorted(known))}"
    return ""
