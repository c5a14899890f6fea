"""What lies between the mats: Conflict decks, the flipped card, the battle, the common stacks."""

from warfront.battlecards.cards_drawn import Box, Catalogue, back_group
from warfront.battlecards.tables import SIDE_NAMES
from warfront.drawing import Group, shorten, width_of
from warfront.game import View
from warfront.titles import title_of


def strip_groups(catalogue: Catalogue, seen: View, theatre: str, box: Box) -> list[Group]:
    """A theatre's strip: name, deck, discard, and the card or battle that is on."""
    x, y, wide, high = box
    piles = seen["theatres"][theatre]
    ground = Group(f"theatre:{theatre}", theatre.replace("_", " "))
    ground.text(x + 2, y + 18, theatre.replace("_", " ").title(), 15, "fill_ink", bold=True)
    won = [f"won by {title_of(seat)}" for seat in piles["won_by"].values() if seat]
    ground.text(x + wide - 4, y + 18, "; ".join(won), 13, "fill_alarm", "end", bold=True)
    gone = dict(piles["discard"]) | {
        name: 1
        for name, battle in seen["battles"].items()
        if battle["theatre"] == theatre and battle["place"] == "discard"
    }
    words = ", ".join(f"{n} {name}" for name, n in gone.items()) or "nothing"
    found = [ground]
    found.append(
        back_group(
            f"deck:{theatre}", f"Conflict deck: {piles['deck']} cards", "Conflict",
            piles["deck"], (x + 2, y + 30, 70, 104),
        )
    )  # fmt: skip
    pile = Group(f"discard:{theatre}", f"discarded: {words}")
    pile.rect(x + 82, y + 36, 64, 92, "empty", 5)
    pile.text(x + 114, y + 84, f"{sum(gone.values())}", 16, "fill_soft", "middle", bold=True)
    pile.text(x + 114, y + 102, "discard", 10, "fill_soft", "middle")
    found.append(pile)
    flipped = _flipped(catalogue, seen, theatre, (x + 158, y + 30, wide - 160, 106))
    return [*found, *flipped]


def _flipped(catalogue: Catalogue, seen: View, theatre: str, box: Box) -> list[Group]:
    """The Battlecard or Conflict card that is being resolved in a theatre."""
    x, y, wide, high = box
    fight = seen["fight"]
    here = fight["theatre"] if fight else None
    if seen["battle"]:
        here = here or seen["battles"][seen["battle"]]["theatre"]
    if seen["battle"] and here == theatre:
        return [_battle(catalogue, seen, box)]
    asked = seen["seat"]
    if seen["play"] and asked:
        home = catalogue.names.theatre_of[catalogue.names.seats.index(asked)]
        if catalogue.names.theatres[home] == theatre:
            group = Group(f"play:{theatre}", seen["play"])
            group.rect(x, y, min(wide, 220), high, "card", 8)
            group.text(x + 14, y + 28, shorten(seen["play"], 16, 190, True), 16, bold=True)
            group.text(x + 14, y + 50, "Conflict card", 12, "fill_soft")
            return [group]
    return []


def _battle(catalogue: Catalogue, seen: View, box: Box) -> Group:
    """The Battlecard with its points, and where the battle stands."""
    x, y, wide, high = box
    fight = seen["fight"] or {}
    name = seen["battle"]
    group = Group("battle", name)
    group.rect(x, y, wide, high, "card", 8)
    group.rect(x, y, wide, high, "fight", 8)
    group.circle(x + 26, y + 28, 17, "fill_gold")
    group.text(x + 26, y + 34, f"{catalogue.points[name]}", 16, "fill_black", "middle", bold=True)
    group.text(x + 52, y + 27, shorten(name, 17, wide - 62, True), 17, bold=True)
    modes = {"drawn": "drawn", "counter": "counterattack", "none": ""}
    parts = [modes.get(fight.get("mode", ""), fight.get("mode", ""))]
    if fight.get("decisive"):
        parts.append(f"{fight['decisive']} decides")
    group.text(
        x + 52, y + 46, shorten(", ".join(filter(None, parts)), 12, wide - 62), 12, "fill_soft"
    )
    for k, army in enumerate(("attackers", "defenders")):
        parties = fight.get(army) or []
        if army == "attackers" and not parties:
            parties = fight.get("pending", []) + fight.get("willing", [])
        kinds = "+".join(fight.get("kinds", {}).get(army, []))
        words = f"{army[:-3]}: {', '.join(title_of(p) for p in parties) or '–'} ({kinds})"
        group.text(x + 14, y + 67 + 16 * k, shorten(words, 12, wide - 24), 12)
    if fight.get("round"):
        phase = f" phase {fight['phase']}: {fight['firing']}" if fight["phase"] else ""
        words = f"round {fight['round']}{phase}"
        group.text(x + 14, y + 99, shorten(words, 12, wide - 24, True), 12, "fill_alarm", bold=True)
    return group


def stack_groups(catalogue: Catalogue, seen: View, box: Box) -> list[Group]:
    """Both common stacks: the won Battlecards with points and winners."""
    x, y, wide, high = box
    half = (wide - 12) / 2
    found = []
    for d, side in enumerate(SIDE_NAMES):
        left = x + d * (half + 12)
        group = Group(f"stack:{side}", f"common stack of the {side}")
        group.rect(left, y, half, high, "empty", 10)
        won = {n: b for n, b in seen["battles"].items() if b["place"] == side}
        words = f"{side.capitalize()} stack · {len(won)} battle{'s' * (len(won) != 1)}"
        group.text(left + 12, y + 19, words, 13, f"fill_{side}", bold=True)
        found.append(group)
        at, top = left + 10, y + 28
        for name, battle in won.items():
            label = f"{catalogue.points[name]}  {name}"
            winners = " + ".join(title_of(w) for w in battle["winners"])
            room = max(width_of(label, 12, True), width_of(winners, 10)) + 16
            if at + room > left + half - 8:
                at, top = left + 10, top + 38
            if top + 34 > y + high:
                group.text(left + half - 12, y + 19, "and more", 11, "fill_soft", "end")
                break
            card = Group(f"battle:{name}", f"{label}, won by {winners}")
            card.rect(at, top, room, 34, f"card_{side}", 5)
            card.text(at + 8, top + 15, label, 12, bold=True)
            card.text(at + 8, top + 28, winners, 10, "fill_soft")
            found.append(card)
            at += room + 6
    return found
