"""What units cost and can do: the edition's values, and what a scenario changes of them."""

from dataclasses import dataclass, fields, replace
from typing import Any

from warfront.game import BadInput
from warfront.naming import closest, table_of

UNITS = (
    *("infantry", "artillery", "tank", "aa_gun", "fighter", "bomber", "submarine", "destroyer"),
    *("cruiser", "aircraft_carrier", "battleship", "transport"),
)
COMPLEX = "industrial_complex"
LAND = UNITS[:4]
AIR = UNITS[4:6]
SHIPS = UNITS[6:]
GOODS = (*UNITS, COMPLEX)  # all that can be bought


@dataclass(frozen=True)
class UnitValues:
    """One kind of unit: a die at or below `attack` or `defence` hits."""

    cost: int
    attack: int
    defence: int
    move: int
    hits: int


def read_units(printed: dict[str, Any], changes: object) -> dict[str, UnitValues]:
    """The printed values with a scenario's changes.

    Raises:
        BadInput: an unknown unit or value, or one that the rules have no room for.
    """
    units = {name: UnitValues(**printed[name]) for name in GOODS}
    for name, row in table_of(changes, "units").items():
        if name not in units:
            raise BadInput(f"units.{name} is unknown: {closest(name, units)}")
        for key, value in table_of(row, f"units.{name}").items():
            low, high = _range(name, units[name], key)
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                raise BadInput(
                    f"units.{name}.{key} is {value!r}: use a whole number from {low} to {high}"
                )
            units[name] = replace(units[name], **{key: value})
    return units


def _range(name: str, printed: UnitValues, key: str) -> tuple[int, int]:
    """What a value may be: nobody moves further or takes more hits than is printed."""
    known = [field.name for field in fields(UnitValues)]
    if key not in known:
        raise BadInput(f"units.{name}: value {key!r} is unknown: {closest(key, known)}")
    if key == "cost":
        return 1, 99
    if key == "move":
        return min(1, printed.move), printed.move
    if key == "hits":
        return min(1, printed.hits), printed.hits
    fights = name not in ("aa_gun", "transport", COMPLEX)
    return (0, 6) if fights else (0, 0)
