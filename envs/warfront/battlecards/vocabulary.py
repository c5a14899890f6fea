"""What an order or a path into a position names: to tell a misspelling from a refusal."""

from warfront.battlecards.card_rows import VERBS
from warfront.battlecards.fields import ARMIES
from warfront.battlecards.place_battle import KEYS as BATTLE_KEYS
from warfront.battlecards.place_battle import LINE_KEYS
from warfront.battlecards.place_cards import SEAT_KEYS
from warfront.battlecards.position import KEYS
from warfront.battlecards.tables import SIDE_NAMES, Kind, Stat, Subtype
from warfront.battlecards.words import PLAIN, RAIDS, Words, plain, unmarked
from warfront.naming import closest

CONFLICT_KEYS = ("deck", "discard")
STACK_KEYS = ("card", "theatre", "winners", "involved")


def order_fault(words: Words, text: str) -> str:
    """The first thing in an order that does not exist in this game, in words; "" for none."""
    order = plain(text)
    verb, _, rest = order.partition(" ")
    if order in map(plain, PLAIN.values()):
        return ""
    seats, cards = list(words.loaded.seats), _forms(words.cards)
    plays = _forms([name for names in words.loaded.play_names for name in names])
    if verb in ("deploy", "add"):
        return _unknown("card", [rest], cards)
    if verb == "discard":
        return _unknown("Conflict card", [rest], plays)
    if verb == "owner":
        return _unknown("seat", [rest], seats)
    if verb == "remove" and rest.startswith("hitler "):
        return _unknown("seat", [rest.removeprefix("hitler ")], seats)
    if verb == "aid":
        ally, _, package = rest.partition(" ")
        named = [part.strip() for part in package.split(",") if part.strip()]
        return _unknown("seat", [ally], seats) or _unknown("card", named, cards)
    if verb == "counterattack":
        return _unknown("battle", [rest], _forms(words.battles))
    if verb in ("fire", "autokill") and "->" in rest:
        shooter, _, target = (part.strip() for part in rest.partition("->"))
        target, _, owner = (part.strip() for part in target.partition(" of "))
        owners = [owner] if owner else []
        return _unknown("card", [shooter, target], cards) or _unknown("seat", owners, seats)
    if verb == "raid":
        ally, _, how = rest.partition(" ")
        return _unknown("seat", [ally], seats) or _unknown("raid", [how], list(RAIDS))
    if verb == "play":
        card, _, target = rest.partition(" on ")
        targets = [target] if target else []
        return _unknown("Conflict card", [card], plays) or _unknown(
            "target", targets, [*cards, *seats]
        )
    return f"order {verb!r} is unknown: {closest(verb, (*PLAIN.values(), *VERBS))}"


def _forms(labels: list[str]) -> list[str]:
    """Names as orders may write them: with and without their deck, in lower case."""
    forms = [form for label in labels if label for form in (plain(label), unmarked(label))]
    return list(dict.fromkeys(forms))


def _unknown(what: str, named: list[str], known: list[str]) -> str:
    wrong = [name for name in named if name not in known]
    return f"{what} {wrong[0]!r} is unknown: {closest(wrong[0], known)}" if wrong else ""


def path_fault(words: Words, path: str) -> str:
    """The first word of a path into `describe` that stands for nothing there; "" for none."""
    loaded = words.loaded
    names = [*words.cards, *words.battles, *loaded.type_names, *loaded.battle_names]
    names += [name for row in loaded.play_names for name in row]
    keys = [*KEYS, *SEAT_KEYS, *BATTLE_KEYS, *LINE_KEYS, *CONFLICT_KEYS, *STACK_KEYS]
    keys += [*loaded.seats, *loaded.theatres, *SIDE_NAMES, *loaded.options, *ARMIES]
    keys += [member.name.lower() for axis in (Kind, Stat, Subtype) for member in axis]
    known = {*filter(None, names), *keys}
    while path:
        word, _, rest = path.partition(".")
        longer = [name for name in known if path == name or path.startswith(f"{name}.")]
        if longer:
            rest = path[len(max(longer, key=len)) + 1 :]
        elif not word.isdigit():
            return f"{word!r} is unknown: {closest(word, sorted(known))}"
        path = rest
    return ""
