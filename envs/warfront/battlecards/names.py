"""Cards, battles and seats by name, as positions and views write them.

A name that stands in two decks is written with its deck behind it, `Hitler (german_barbarossa)`,
unless it means the holder's own card; so is a Battlecard that two theatres have.
"""

from warfront.battlecards.data import Loaded
from warfront.battlecards.tables import BATTLES, UNITS
from warfront.game import BadInput
from warfront.naming import closest, pick


def _split(text: str) -> tuple[str, str]:
    """`Tiger (soviet)` as name and what stands in the last brackets, "" without them."""
    name, bracket, rest = text.rpartition(" (")
    return (name, rest[:-1]) if bracket and rest.endswith(")") else (text, "")


class Names:
    """The names of one game; what reads a name raises BadInput when it does not know it."""

    def __init__(self, loaded: Loaded) -> None:
        """Index the names of the cards loaded."""
        self.seats = tuple(loaded.seats)
        self.theatres = tuple(loaded.theatres)
        self.theatre_of = [int(theatre) for theatre in loaded.tables.theatre]
        self.side_of = [int(side) for side in loaded.tables.side]
        self.cards = list(loaded.type_names)
        self.plays = [list(names) for names in loaded.play_names]
        self.battles = list(loaded.battle_names)
        self.bids = loaded.bids

    def seat(self, text: object) -> int:
        """The number of a seat."""
        return pick(text, self.seats, "seat")

    def theatre(self, text: object) -> int:
        """The number of a theatre."""
        return pick(text, self.theatres, "theatre")

    def card(self, card: int, holder: int) -> str:
        """What `holder` calls a type; -1 for what anybody calls it."""
        name = self.cards[card]
        if card // UNITS == holder or self._find_card(name, holder) == card:
            return name
        return f"{name} ({self.seats[card // UNITS]})"

    def _find_card(self, name: str, holder: int) -> int:
        """The type of a bare name: of the own deck, else the only one; -1 none, -2 several."""
        own = self.cards[holder * UNITS : (holder + 1) * UNITS]
        if name in own:
            return holder * UNITS + own.index(name)
        count = self.cards.count(name)
        return self.cards.index(name) if count == 1 else -2 if count else -1

    def card_of(self, text: object, holder: int, home: int = -1) -> int:
        """The type a holder's list means; `home` when the list says from whose deck it is."""
        if not isinstance(text, str) or not text:
            raise BadInput(f"card {text!r} is no name: write cards as text")
        found = self._find_card(text, holder) if home < 0 else -1
        name, deck = (text, self.seats[home]) if home >= 0 else _split(text)
        if found == -1 and deck in self.seats:
            home = self.seats.index(deck)
            own = self.cards[home * UNITS : (home + 1) * UNITS]
            found = home * UNITS + own.index(name) if name in own else -1
        if found == -2:
            decks = [s for i, s in enumerate(self.seats) if text in self.cards[i * UNITS :][:UNITS]]
            raise BadInput(
                f"card {text!r} is in the decks of {' and '.join(decks)}: "
                f"write {text} ({decks[0]}) or name the deck in aid_from"
            )
        if found < 0:
            raise BadInput(f"card {text!r} is unknown: {closest(name, sorted(set(self.cards)))}")
        return found

    def battle(self, battle: int) -> str:
        """What a Battlecard is called, with its theatre where two theatres have it."""
        name = self.battles[battle]
        if self.battles.count(name) > 1:
            return f"{name} ({self.theatres[battle // BATTLES]})"
        return name

    def battle_of(self, text: object, theatre: int = -1) -> int:
        """The Battlecard of that name; `theatre` decides where two theatres have it."""
        name, home = _split(text) if isinstance(text, str) else ("", "")
        if home in self.theatres:
            theatre = self.theatres.index(home)
        else:
            name = str(text)
        found = [b for b, known in enumerate(self.battles) if known == name and name]
        if not found:
            raise BadInput(
                f"battle {text!r} is unknown: {closest(text, sorted(set(self.battles)))}"
            )
        here = [b for b in found if b // BATTLES == theatre]
        if len(found) > 1 and not here:
            raise BadInput(f"battle {text!r} is in two theatres: write {self.battle(found[0])}")
        if here:
            return here[0]
        if home in self.theatres:
            raise BadInput(f"battle {text!r} is not there: write {self.battle(found[0])}")
        return found[0]

    def play_of(self, text: object, theatre: int) -> int:
        """The row of a Conflict card that is no Battlecard."""
        return pick(text, self.plays[theatre], f"{self.theatres[theatre]} Conflict card")
