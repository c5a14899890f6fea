"""The pieces of the slow battle and their printed figures, written without the data files."""

from dataclasses import dataclass

KINDS = (
    "infantry",
    "artillery",
    "tank",
    "fighter",
    "bomber",
    "submarine",
    "destroyer",
    "cruiser",
    "aircraft_carrier",
    "battleship",
    "transport",
)
ATTACK = dict(zip(KINDS, (1, 2, 3, 3, 4, 2, 2, 3, 1, 4, 0), strict=True))
DEFENCE = dict(zip(KINDS, (2, 2, 3, 4, 1, 1, 2, 3, 2, 4, 0), strict=True))
AIRCRAFT = ("fighter", "bomber")
LAND = ("infantry", "artillery", "tank")
SHIPS = KINDS[5:]
BOMBARDMENT = {"cruiser": 3, "battleship": 4}
CLASSES = ("submarines", "aircraft", "others")  # in the order their hits are given out


@dataclass(eq=False)
class Piece:
    """One unit in a battle."""

    power: int
    kind: str
    left: int = 0  # movement left; told apart for the attacker's aircraft only
    by_sea: bool = False
    cargo: str = ""
    damaged: bool = False
    waiting: bool = False  # hit, still fires
    alive: bool = True
