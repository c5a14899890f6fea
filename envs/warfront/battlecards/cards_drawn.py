"""Cards as they lie on the drawn table: face up with name, kind and values, or face down."""

from dataclasses import dataclass
from functools import lru_cache

from warfront.battlecards.data import Loaded
from warfront.battlecards.names import Names
from warfront.battlecards.tables import SIDE_NAMES, UNITS, Kind, Role, Subtype
from warfront.drawing import Group, shorten, width_of

CHIP = 11.0  # the type on a label
NARROW = 18.0  # a card less high has one line
Box = tuple[float, float, float, float]  # x, y, width, height


@dataclass(frozen=True)
class Shown:
    """How a card lies there.

    Attributes:
        count: how many of it.
        veiled: how many of them the enemy has not seen; 0 where that is not known or none.
        alive: in the battle that is fought and not hit; -1 where it does not fight.
        fires: it is the shooter.
        need: what the shooter must roll against it; 0 nothing.
        drawn: just drawn, not yet deployed.
    """

    count: int
    veiled: int = 0
    alive: int = -1
    fires: bool = False
    need: int = 0
    drawn: bool = False


class Catalogue:
    """What stands printed on the cards of a game."""

    def __init__(self, loaded: Loaded) -> None:
        """Look up names and values once."""
        self.names = Names(loaded)
        self.tables = loaded.tables
        self.points = {
            self.names.battle(b): int(loaded.tables.points[b])
            for b, name in enumerate(loaded.battle_names)
            if name
        }

    @staticmethod
    @lru_cache(maxsize=8)
    def of(loaded: Loaded) -> "Catalogue":
        """The catalogue of a game, made once."""
        return Catalogue(loaded)

    def side(self, seat: str) -> str:
        """The side of a seat."""
        return SIDE_NAMES[self.names.side_of[self.names.seats.index(seat)]]

    def type_of(self, card: str, holder: str) -> int:
        """The number of a card by the name its holder gives it."""
        return self.names.card_of(card, self.names.seats.index(holder))

    def home(self, card: str, holder: str) -> str:
        """The seat whose deck a card is of."""
        return self.names.seats[self.type_of(card, holder) // UNITS]

    def kind(self, type_: int) -> str:
        """leader, ground, air or sea: the silhouette of a card."""
        if self.tables.role[type_] == Role.LEADER:
            return "leader"
        return Kind(int(self.tables.kind[type_])).name.lower()

    def subtype(self, type_: int) -> str:
        """A card's subtype in words."""
        if self.tables.role[type_] == Role.LEADER:
            return "leader"
        return Subtype(int(self.tables.subtype[type_])).name.lower()

    def values(self, type_: int) -> str:
        """Attack and defence against ground, air and sea, as the card has them."""
        rows = []
        for stat in (self.tables.attack[type_], self.tables.defence[type_]):
            rows.append(" ".join("–" if int(v) < 0 else str(int(v)) for v in stat))
        return f"A {rows[0]}  D {rows[1]}"


def order_of(catalogue: Catalogue, card: str, holder: str) -> tuple[int, int]:
    """Cards lie by kind: leaders, ground, air, sea."""
    type_ = catalogue.type_of(card, holder)
    kinds = ("leader", "ground", "air", "sea")
    return kinds.index(catalogue.kind(type_)), type_


def card_group(catalogue: Catalogue, seat: str, card: str, shown: Shown, box: Box) -> Group:
    """A card that lies face up before a seat."""
    type_ = catalogue.type_of(card, seat)
    return _card(
        seat, card, catalogue.side(seat), catalogue.kind(type_), catalogue.subtype(type_),
        catalogue.values(type_), shown, box,
    )  # fmt: skip


@lru_cache(maxsize=8000)
def _card(
    seat: str, card: str, side: str, kind: str, subtype: str, values: str, shown: Shown, box: Box
) -> Group:
    x, y, wide, high = box
    group = Group(f"card:{seat}:{card}", f"{shown.count} {card}: {subtype}, {values}")
    style = "drawn" if shown.drawn else f"card_{side}"
    group.rect(x, y, wide, high, style, 5)
    if shown.fires or shown.alive > 0:
        group.rect(x, y, wide, high, "asked" if shown.fires else "fight", 5)
    bare = card.split(" (")[0]
    if high < NARROW:
        _narrow(group, bare, side, shown.count, box)
        return group
    size = min(high * 0.42, 17)
    group.glyph(kind, x + 5, y + 4, size, f"fill_{side}")
    room = wide - size - 12 - (18 if shown.count > 1 else 0)
    letter = 12.0
    while letter > 10 and width_of(bare, letter) > room:
        letter -= 0.5
    group.text(x + 9 + size, y + 4 + size * 0.78, shorten(bare, letter, room), letter)
    if shown.count > 1:
        group.text(x + wide - 6, y + 16, f"×{shown.count}", 13, f"fill_{side}", "end", True)
    if high >= 34:
        _foot(group, subtype, values, shown, box)
    if 0 < shown.veiled:
        group.circle(x + wide - 7, y + high - 7, 3, "fill_back")
    return group


def _narrow(group: Group, name: str, side: str, count: int, box: Box) -> None:
    """The one line of a card that lies among very many."""
    x, y, wide, high = box
    letter = min(10.0, high * 0.8)
    base = y + high / 2 + letter * 0.36
    many = f"×{count}" if count > 1 else ""
    taken = width_of(many, letter, True) + 2 if many else 0.0
    group.text(x + 3, base, shorten(name, letter, wide - 6 - taken), letter)
    if many:
        group.text(x + wide - 3, base, many, letter, f"fill_{side}", "end", True)


def _foot(group: Group, subtype: str, values: str, shown: Shown, box: Box) -> None:
    """The lower line of a card: how it stands in the battle, or what it is."""
    x, y, wide, high = box
    if shown.alive >= 0:
        words = f"{shown.alive} fighting" if shown.alive else "hit"
        if shown.need:
            words = f"{shown.alive} left, {shown.need}+ hits"
        group.text(x + 6, y + high - 6, words, 11, "fill_alarm", bold=True)
        return
    words = subtype if subtype == "leader" else f"{subtype}  {values}"
    if width_of(words, 9.5) > wide - 12:
        words = subtype
    group.text(x + 6, y + high - 6, words, 9.5, "fill_soft")


@lru_cache(maxsize=2000)
def back_group(key: str, title: str, words: str, count: int, box: Box) -> Group:
    """Cards that lie face down: a fan of backs with their number."""
    x, y, wide, high = box
    group = Group(key, title)
    for k in range(min(count, 3)):
        shift = 3.0 * (min(count, 3) - 1 - k)
        group.rect(x + shift, y + shift, wide - 6, high - 6, "back", 5)
    if high < 50:
        group.text(x + 10, y + high / 2 + 3, f"{count}", 16, "fill_white", bold=True)
        words = shorten(words, 10, wide - 44)
        group.text(x + 30, y + high / 2 + 2, words, 10, "fill_white")
        return group
    middle = x + wide / 2 - 3
    group.text(middle, y + high / 2 + 1, f"{count}", 16, "fill_white", "middle", True)
    group.text(middle, y + high - 11, shorten(words, 9.5, wide - 12), 9.5, "fill_white", "middle")
    return group


def chip(group: Group, x: float, y: float, words: str, style: str, ink: str) -> float:
    """A small rounded label; returns where the next one may begin."""
    wide = width_of(words, CHIP) + 14
    group.rect(x, y, wide, CHIP + 8, style, 6)
    group.text(x + 7, y + CHIP + 2.5, words, CHIP, ink)
    return x + wide + 5
