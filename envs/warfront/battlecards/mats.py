"""The mat of a seat: its forces, face up or face down, its hand and its piles."""

from warfront.battlecards.cards_drawn import (
    Box,
    Catalogue,
    Shown,
    back_group,
    card_group,
    chip,
    order_of,
)
from warfront.drawing import Group, shorten, width_of
from warfront.game import View
from warfront.titles import title_of

CARD = (118.0, 42.0)  # a card, its gap included
LOW = 38.0  # a row of cards at its lowest that shows all of them
LEAST = 17.0  # one that shows their names
HEAD, FOOT = 30.0, 30.0


def mat_groups(catalogue: Catalogue, seen: View, seat: str, force: View, box: Box) -> list[Group]:
    """A seat's mat and what lies on it."""
    x, y, wide, high = box
    side = catalogue.side(seat)
    mat = Group(f"seat:{seat}", seat.replace("_", " "))
    asked = seen["seat"] == seat and not seen["winner"]
    mat.rect(x, y, wide, high, f"mat_{side}", 10)
    if asked:
        mat.rect(x, y, wide, high, "asked", 10)
    mat.rect(x + 8, y + 9, 12, 12, f"fill_{side}", 3)
    mat.text(x + 27, y + 21, title_of(seat), 16, "fill_ink", bold=True)
    _status(mat, seen, seat, force, box)
    found = [mat, *_cards(catalogue, seen, seat, force, box)]
    return [*found, *_hand(catalogue, seat, force, box)]


def _status(mat: Group, seen: View, seat: str, force: View, box: Box) -> None:
    """On the right of the head: out of the game or theatre, fighting, or what is drawn."""
    x, y, wide, _ = box
    fight = seen["fight"] or {}
    words, style = "", "fill_soft"
    if force["vanquished_by"]:
        words, style = f"vanquished: {force['vanquished_by']}", "fill_alarm"
    elif force["expelled_by"]:
        words, style = f"driven out: {force['expelled_by']}", "fill_alarm"
    elif seat in fight.get("attackers", ()):
        words, style = "attacks", "fill_alarm"
    elif seat in fight.get("defenders", ()):
        words, style = "defends", "fill_alarm"
    elif seat in fight.get("pending", ()):
        words = "may join"
    elif seat in fight.get("willing", ()):
        words = "will fight"
    elif seen["turn"] == seat:
        words = "its turn"
    room = wide - 58 - width_of(title_of(seat), 16, True)
    mat.text(x + wide - 12, y + 21, shorten(words, 13, room, True), 13, style, "end", True)


def _cards(catalogue: Catalogue, seen: View, seat: str, force: View, box: Box) -> list[Group]:
    """Everything that lies before a seat, in rows that fill the mat."""
    rows = _listed(catalogue, seen, seat, force)
    backs = [] if "seen" in force else list(force["hidden"].items())
    if not rows and not backs:
        return []
    x, y, wide, high = box
    places = _places(len(rows) + len(backs), (x + 8, y + HEAD, wide - 16, high - HEAD - FOOT))
    found = [
        card_group(catalogue, seat, card, shown, place)
        for (card, shown), place in zip(rows, places, strict=False)
    ]
    for (home, count), place in zip(backs, places[len(rows) :], strict=True):
        words = title_of(home)
        title = f"{count} face-down cards of {words}"
        found.append(back_group(f"back:{seat}:{home}", title, words, count, place))
    return found


def _listed(catalogue: Catalogue, seen: View, seat: str, force: View) -> list[tuple[str, Shown]]:
    """The cards that are known, by kind, and how each lies there."""
    fight = seen["fight"] or {}
    alive = fight.get("alive", {}).get(seat, {})
    unfired = fight.get("unfired", {}).get(seat, {})
    shooter = fight.get("shooter") or {}
    enemy = bool(shooter) and catalogue.side(shooter["seat"]) != catalogue.side(seat)
    rows = []
    for card in sorted(force["deployed"], key=lambda card: order_of(catalogue, card, seat)):
        count = force["deployed"][card]
        open_ = force["seen"].get(card, 0) if "seen" in force else count
        fights = card in alive or card in unfired
        needs = fight.get("needs", {})
        home = catalogue.home(card, seat)
        need = needs.get(card) or needs.get(f"{card.split(' (')[0]} ({home})") or 0
        shown = Shown(
            count,
            count - open_,
            alive.get(card, 0) if fights else -1,
            shooter.get("seat") == seat and shooter.get("card") == card,
            need if enemy and fights else 0,
        )
        rows.append((card, shown))
    deal = seen["deal"] or {}
    if deal.get("seat") == seat:
        rows += [(card, Shown(count, drawn=True)) for card, count in deal["hand"].items()]
    return rows


def _places(count: int, box: Box) -> list[Box]:
    """Places for so many cards in rows: as large as they fit, at most CARD."""
    x, y, wide, high = box
    columns = max(int(wide // CARD[0]), 1)
    while -(-count // columns) * LOW > high and wide / (columns + 1) > 84:
        columns += 1
    while -(-count // columns) * LEAST > high and wide / (columns + 1) > 56:
        columns += 1
    lines = -(-count // columns)
    each, tall = min(wide / columns, 150.0), min(CARD[1], high / lines)
    return [
        (x + (k % columns) * each, y + (k // columns) * tall, each - 5, tall - 4)
        for k in range(count)
    ]


def _hand(catalogue: Catalogue, seat: str, force: View, box: Box) -> list[Group]:
    """The foot of a mat: the piles, and the retained cards, each under a key of its own."""
    x, y, wide, high = box
    group = Group(f"hand:{seat}", f"retained cards of {title_of(seat)}")
    top = y + high - FOOT + 5
    lost = sum(force["discard"].values())
    reserve = f" · reserve {force['reserve_count']}" if force["reserve_count"] else ""
    piles = f"deck {force['arsenal']} · discard {lost}{reserve}"
    group.text(x + wide - 10, top + 14, piles, 12, "fill_soft", "end")
    end = x + wide - width_of(piles, 12) - 24
    at = x + 8
    found = [group]
    if "retained" not in force:
        for _ in range(force["retained_count"]):
            group.rect(at, top, 14, 19, "back", 3)
            at += 18
        return found
    each = (end - at) / max(len(force["retained"]), 1)
    for card, count in force["retained"].items():
        words = f"{count}× {card}" if count > 1 else card
        one = Group(f"card:{seat}:{card}", f"retained: {words}")
        room = max(min(each - 19, 150.0), 10.0)
        at = chip(one, at, top, shorten(words, 11, room), "empty", "fill_ink")
        found.append(one)
    return found
