"""Spaces, powers and units by name, as positions, orders and views write them."""

from warfront.game import BadInput
from warfront.naming import closest, pick
from warfront.spring1942.data import Loaded
from warfront.spring1942.tables import UNIT_NAMES, UNITS

COMPLEX = UNIT_NAMES[UNITS]
SHORT = {"carrier": "aircraft_carrier", "aa": "aa_gun", "complex": COMPLEX, "ic": COMPLEX}


class Names:
    """The names of one game; what reads a name raises BadInput when it does not know it."""

    def __init__(self, loaded: Loaded) -> None:
        """Index the names of the scenario."""
        board = loaded.scenario.board
        self.spaces = list(loaded.spaces)
        self.powers = list(loaded.powers)
        self.impassable = board.impassable
        self.titles = [space.name for space in board.spaces]
        self.number = {name: s for s, name in enumerate(self.spaces)}

    def space(self, text: object) -> int:
        """The number of a space; the reason if it is one that nobody may enter (G7)."""
        if isinstance(text, str) and text in self.number:
            return self.number[text]
        if isinstance(text, str) and text in self.impassable:
            raise BadInput(
                f"{text} is neutral and impassable: nobody may enter it or fly over it (G7)"
            )
        raise BadInput(f"space {text!r} is unknown: {closest(text, self.spaces)}")

    def power(self, text: object) -> int:
        """The number of a power, which is that of its seat."""
        return pick(text, self.powers, "power")

    def unit(self, text: object) -> int:
        """The number of a unit that stands on the board."""
        return pick(SHORT.get(str(text), text), UNIT_NAMES[:UNITS], "unit")

    def goods(self, text: object) -> int:
        """The number of a unit or the complex, as they are bought."""
        return pick(SHORT.get(str(text), text), UNIT_NAMES, "unit")
