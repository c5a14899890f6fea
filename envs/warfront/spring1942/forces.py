"""The opening of a scenario: who holds which territory, which units stand where, IPCs in hand."""

import copy
from dataclasses import dataclass
from typing import Any

from warfront.game import BadInput
from warfront.naming import closest, count_of, names_of, table_of
from warfront.spring1942.map_file import SIDE_OF, Board
from warfront.spring1942.unit_file import AIR, COMPLEX, GOODS, SHIPS

MOST = 60  # units of one kind of one power in one space
MOST_TRANSPORTS = 40  # of all powers together
Army = dict[str, dict[str, dict[str, int]]]  # space -> power -> unit -> number


@dataclass(frozen=True)
class Forces:
    """Holders of territories, units (complexes among them) and IPCs at the start."""

    owners: dict[str, str]
    army: Army
    ipcs: dict[str, int]


def read_forces(raw: dict[str, Any], board: Board) -> Forces:
    """The opening of a scenario's content; BadInput names the place and the remedy."""
    owners = {space.id: space.owner for space in board.spaces if space.owner is not None}
    for land, power in table_of(raw.get("owners", {}), "owners").items():
        if land not in owners:
            raise BadInput(f"owners.{land} is no territory: {closest(land, owners)}")
        owners[land] = _power(power, board, f"owners.{land}")
    army: Army = {}
    for power, spaces in table_of(raw.get("setup", {}), "setup").items():
        _power(power, board, f"setup.{power}")
        _place(army, board, power, table_of(spaces, f"setup.{power}"), "setup")
    for space in names_of(raw.get("clear", []), "clear"):
        _check_space(space, board, "clear")
    ipcs = _read_ipcs(raw, board)
    set_up = copy.deepcopy(army)
    for power, found in table_of(raw.get("bid", {}), "bid").items():
        _power(power, board, f"bid.{power}")
        bid = dict(table_of(found, f"bid.{power}"))
        ipcs[power] += count_of(bid.pop("ipcs", 0), f"bid.{power}.ipcs")
        _place(army, board, power, bid, "bid")
    _check_army(army, owners, board, _part_at_fault(set_up, owners, board))
    return Forces(owners, army, ipcs)


def _power(power: object, board: Board, where: str) -> str:
    if not isinstance(power, str) or power not in board.powers:
        raise BadInput(f"{where}: power {power!r} is unknown: use {', '.join(board.powers)}")
    return power


def _check_space(space: object, board: Board, where: str) -> None:
    if space in board.impassable:
        raise BadInput(f"{where}: {space} is impassable: nothing can stand there")
    if space not in board.ids():
        raise BadInput(f"{where}: {space!r} is no space: {closest(space, board.ids())}")


def _read_ipcs(raw: dict[str, Any], board: Board) -> dict[str, int]:
    ipcs = dict.fromkeys(board.powers, 0)
    for power, found in table_of(raw.get("ipcs", {}), "ipcs").items():
        ipcs[_power(power, board, f"ipcs.{power}")] = _number(found, f"ipcs.{power}", 500)
    return ipcs


def _number(found: Any, where: str, most: int) -> int:
    number = count_of(found, where)
    if number > most:
        raise BadInput(f"{where} is {number}: use at most {most}")
    return number


def _place(army: Army, board: Board, power: str, spaces: dict[str, Any], key: str) -> None:
    """Add the units that a power has in some spaces."""
    for space, units in spaces.items():
        where = f"{key}.{power}.{space}"
        _check_space(space, board, where)
        for unit, found in table_of(units, where).items():
            if unit not in GOODS:
                raise BadInput(f"{where}: unit {unit!r} is unknown: {closest(unit, GOODS)}")
            stack = army.setdefault(space, {}).setdefault(power, {})
            stack[unit] = stack.get(unit, 0) + count_of(found, f"{where}.{unit}")
            if stack[unit] > MOST:
                raise BadInput(f"{where}.{unit} is {stack[unit]}: use at most {MOST}")


def _part_at_fault(set_up: Army, owners: dict[str, str], board: Board) -> str:
    """The part of the file a fault of the whole army stands in: the bid if without it none is."""
    try:
        _check_army(set_up, owners, board, "setup")
    except BadInput:
        return "setup"
    return "bid"


def _check_army(army: Army, owners: dict[str, str], board: Board, part: str) -> None:
    """Where units may stand; `part` of the file is named by a complaint."""
    zones = {space.id for space in board.spaces if space.sea}
    for space, stacks in army.items():
        for power, units in stacks.items():
            where = f"{part}.{power}.{space}"
            for unit, number in units.items():
                if number and (space in zones) != (unit in SHIPS) and unit not in AIR:
                    place = "on land" if space in zones else "at sea"
                    raise BadInput(f"{where}: {unit} cannot stand there: place it {place}")
            if space not in zones and SIDE_OF[power] != SIDE_OF[owners[space]]:
                raise BadInput(
                    f"{where}: {space} is held by {owners[space]}: place units on land of their "
                    f"side, or set owners.{space}"
                )
            if units.get(COMPLEX, 0) > 1 or (units.get(COMPLEX) and power != owners[space]):
                raise BadInput(
                    f"{where}.{COMPLEX}: a territory has one complex at most, of its holder "
                    f"{owners[space]}: write 1 there"
                )
        if space in zones:
            _check_decks(space, stacks, part)
    transports = sum(u.get("transport", 0) for stacks in army.values() for u in stacks.values())
    if transports > MOST_TRANSPORTS:
        raise BadInput(f"{part}: {transports} transports are at sea: use at most {MOST_TRANSPORTS}")


def _check_decks(zone: str, stacks: dict[str, dict[str, int]], part: str) -> None:
    """A1: at sea only fighters, two to a carrier of their side."""
    for side in ("axis", "allies"):
        powers = [power for power in stacks if SIDE_OF[power] == side]
        if any(stacks[power].get("bomber") for power in powers):
            raise BadInput(f"{part}: a bomber cannot stand in {zone}: place it on land")
        fighters = sum(stacks[power].get("fighter", 0) for power in powers)
        places = 2 * sum(stacks[power].get("aircraft_carrier", 0) for power in powers)
        if fighters > places:
            raise BadInput(
                f"{part}: {fighters} fighters of the {side} stand in {zone} with room for "
                f"{places}: add a carrier or take fighters away"
            )
