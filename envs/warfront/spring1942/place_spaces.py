"""What a position says of single spaces, put on the board."""

from collections.abc import Callable
from typing import Any

from warfront.game import BadInput, Position
from warfront.naming import closest, count_of, list_of, table_of
from warfront.spring1942.data import Loaded, new_transport
from warfront.spring1942.fields import DID, SPACE_FIELDS, read_counts
from warfront.spring1942.names import COMPLEX, Names
from warfront.spring1942.state import Hold
from warfront.spring1942.tables import (
    LAND_UNITS,
    SPENT_FIRST,
    UNIT_DOMAIN,
    UNIT_NAMES,
    UNITS,
    Domain,
    Unit,
)

TURN_KEYS = ("moved", "came_from", "landed", "seaborne", "bombarded", "raid", "damaged")
KEYS = (
    *("owner", "units", "complex", COMPLEX, "new_complex", "owner_at_start", "cargo", "transports"),
    *(field.key for field in SPACE_FIELDS),
    *TURN_KEYS,
)
ROW_KEYS = ("owner", "cargo", "left", "did", "target")
PIECE_KEYS = ("unit", "power", "fresh", "going")
LARGE = (Unit.ARTILLERY, Unit.TANK, Unit.AA_GUN)


class Board:
    """A state that spaces are put into; `fleet` holds the transports until all are known."""

    def __init__(self, loaded: Loaded, state: Any) -> None:
        """Begin with what stands there."""
        self.loaded, self.state, self.names = loaded, state, Names(loaded)
        self.fleet: list[list[int]] = []

    def launch(self) -> None:
        """Take the transports of the opening over; the turn must be known."""
        self.fleet = [
            self.new_transport(int(row[Hold.OWNER]), int(row[Hold.SPACE]))
            for row in self.state.transports
            if row[Hold.OWNER] >= 0
        ]

    def new_transport(self, p: int, s: int) -> list[int]:
        """The row of a transport that did nothing this turn."""
        return new_transport(self.loaded.tables, p, s, int(self.state.turn))

    def clear(self, s: int) -> None:
        """Take everything out of a space; its holder stays."""
        self.state.army[s] = 0
        self.state.complex[s] = self.state.damage[s] = 0
        self.fleet = [row for row in self.fleet if row[Hold.SPACE] != s]


def place_space(board: Board, name: object, found: object) -> None:
    """Replace the content of a space by what a position says; "clear" leaves nothing there.

    Raises:
        BadInput: names the space, what is wrong and what would be right.
    """
    s = board.names.space(name)
    board.clear(s)
    if found == "clear":
        return
    where = f"spaces.{name}"
    table = table_of(found, where)
    for key in table:
        if key not in KEYS:
            raise BadInput(f"{where}: {key!r} is unknown: {closest(key, KEYS)}")
    _place_owner(board, s, table, where)
    _place_units(board, s, table, where)
    for field in SPACE_FIELDS:
        if field.key in table:
            board.state[field.name][s] = field.read(board.names, table[field.key])
    _place_complex(board, s, table, where)
    _place_transports(board, s, table, where)
    _place_turn(board, s, table, where)


def _place_owner(board: Board, s: int, table: Position, where: str) -> None:
    state, names = board.state, board.names
    if board.loaded.tables.is_sea[s]:
        if "owner" in table or "owner_at_start" in table:
            raise BadInput(f"{where}.owner: nobody owns a sea zone (G9): leave it out")
        return
    if "owner" in table:
        state.owner[s] = names.power(table["owner"])
    start = table.get("owner_at_start")
    state.owner_at_start[s] = state.owner[s] if start is None else names.power(start)


def _place_units(board: Board, s: int, table: Position, where: str) -> None:
    state, names, sea = board.state, board.names, bool(board.loaded.tables.is_sea[s])
    for name, units in table_of(table.get("units", {}), f"{where}.units").items():
        p = names.power(name)
        here = f"{where}.units.{name}"
        for u, number in read_counts(names, units, here, names.goods).items():
            if u == UNITS:
                state.complex[s] = _check_complex(state, s, p, number, here)
                continue
            domain = UNIT_DOMAIN[u]
            if domain == Domain.LAND and sea:  # aboard
                continue
            if number and domain == Domain.SEA and not sea:
                raise BadInput(f"{here}: {UNIT_NAMES[u]} cannot stand there: put it at sea")
            if number > int(board.loaded.tables.most[u]):
                most = int(board.loaded.tables.most[u])
                raise BadInput(f"{here}.{UNIT_NAMES[u]} is {number}: use at most {most}")
            state.army[s, p, u] = number


def _check_complex(state: Any, s: int, p: int, number: int, where: str) -> int:
    if number > 1 or (number and int(state.owner[s]) != p):
        raise BadInput(
            f"{where}.{COMPLEX}: a territory has one at most, of its owner: write 1 there"
        )
    return number


def _place_complex(board: Board, s: int, table: Position, where: str) -> None:
    """A complex may also be told by `complex`, `industrial_complex` or by its damage."""
    state = board.state
    for key in ("complex", COMPLEX):
        if table.get(key) and int(state.owner[s]) < 0:
            raise BadInput(f"{where}.{key}: a complex stands on land: leave it out")
        if key in table and not state.complex[s]:
            state.complex[s] = int(bool(table[key]))
    if table.get("new_complex"):
        state.complex[s] = 2
    elif state.damage[s] and not state.complex[s]:
        raise BadInput(
            f"{where}.damage is {int(state.damage[s])}, but there is no complex: "
            f"add {COMPLEX} = 1 to the owner's units"
        )


def _place_transports(board: Board, s: int, table: Position, where: str) -> None:
    """Rows as they are told, or plain ones into which the cargo is stowed."""
    state, names = board.state, board.names
    rows: list[list[int]] = []
    for i, found in enumerate(list_of(table.get("transports", []), f"{where}.transports")):
        row = table_of(found, f"{where}.transports.{i}")
        rows.append(_read_row(board, s, row, f"{where}.transports.{i}"))
    said = "transport" in str(table.get("units", {}))
    for p in range(len(names.powers)):
        listed = sum(row[Hold.OWNER] == p for row in rows)
        number = int(state.army[s, p, Unit.TRANSPORT]) if said else listed
        if listed > number:
            raise BadInput(
                f"{where}.transports: {listed} are of {names.powers[p]}, its units there have "
                f"{number}: mend one of them"
            )
        state.army[s, p, Unit.TRANSPORT] = number
        rows += [board.new_transport(p, s) for _ in range(number - listed)]
    if "transports" not in table:
        _stow_all(board, rows, _read_cargo(board, s, table, where), where)
    board.fleet += rows


def _read_cargo(board: Board, s: int, table: Position, where: str) -> Position:
    """Cargo by power: as `cargo` tells, else the land units among those in the zone."""
    if "cargo" in table or not board.loaded.tables.is_sea[s]:
        return table_of(table.get("cargo", {}), f"{where}.cargo")
    return {
        power: {unit: n for unit, n in units.items() if board.names.goods(unit) < LAND_UNITS}
        for power, units in table.get("units", {}).items()
    }


def _read_row(board: Board, s: int, table: Position, where: str) -> list[int]:
    names = board.names
    for key in table:
        if key not in ROW_KEYS:
            raise BadInput(f"{where}: {key!r} is unknown: {closest(key, ROW_KEYS)}")
    p = names.power(table.get("owner"))
    row = board.new_transport(p, s)
    for found in list_of(table.get("cargo", []), f"{where}.cargo"):
        piece = {"unit": found} if isinstance(found, str) else table_of(found, f"{where}.cargo")
        for key in piece:
            if key not in PIECE_KEYS:
                raise BadInput(f"{where}.cargo: {key!r} is unknown: {closest(key, PIECE_KEYS)}")
        whose = names.power(piece["power"]) if "power" in piece else p
        marks = (int(bool(piece.get("fresh"))), int(bool(piece.get("going"))))
        _stow(row, names.unit(piece.get("unit")), whose, marks, where)
    if "left" in table:
        row[Hold.LEFT] = count_of(table["left"], f"{where}.left")
    row[Hold.DID] = DID.read(names, table.get("did", []))
    if table.get("target") is not None:
        row[Hold.TARGET] = names.space(table["target"])
    return row


def _stow(row: list[int], u: int, whose: int, marks: tuple[int, int], where: str) -> None:
    """CM19: one land unit of any kind, and one infantry besides; kept in the order of the rules."""
    pieces = [
        (row[Hold.CARGO + k], row[Hold.WHOSE + k], row[Hold.FRESH + k], row[Hold.GOING + k])
        for k in range(2)
        if row[Hold.CARGO + k] >= 0
    ]
    pieces.append((u, whose, *marks))
    large = sum(piece[0] in LARGE for piece in pieces)
    if u >= LAND_UNITS or len(pieces) > 2 or large > 1:
        raise BadInput(
            f"{where}: a transport holds one land unit and one infantry besides: "
            f"{UNIT_NAMES[u]} does not fit in, put it on another"
        )
    pieces.sort(key=lambda piece: (-piece[0], *piece[1:]))
    for k, piece in enumerate(pieces):
        for first, value in zip(
            (Hold.CARGO, Hold.WHOSE, Hold.FRESH, Hold.GOING), piece, strict=True
        ):
            row[first + k] = value


def _stow_all(board: Board, rows: list[list[int]], cargo: Position, where: str) -> None:
    """Cargo told by power is put aboard: what is large first, on the own power's ships first."""
    pieces = [
        (u, board.names.power(name))
        for name, units in cargo.items()
        for u, n in read_counts(
            board.names, units, f"{where}.cargo.{name}", board.names.unit
        ).items()
        for _ in range(n)
    ]
    pieces.sort(key=lambda piece: (piece[0] not in LARGE, piece))
    for u, p in pieces:
        for row in sorted(rows, key=lambda row: row[Hold.OWNER] != p):
            try:
                _stow(row, u, p, (0, 0), where)
                break
            except BadInput:
                continue
        else:
            raise BadInput(
                f"{where}.cargo: no transport there has room for {UNIT_NAMES[u]} of "
                f"{board.names.powers[p]}: add a transport"
            )


def _place_turn(board: Board, s: int, table: Position, where: str) -> None:
    """What the active power's units there did this turn."""
    state, names, tables = board.state, board.names, board.loaded.tables
    near = [names.spaces[int(n)] for n in tables.neighbour[s, : tables.degree[s]]]

    def next_door(name: Any) -> int:
        if name not in near:
            raise BadInput(f"{where}: {name!r} does not border on it: use {', '.join(near)}")
        return near.index(name)

    _place_moved(board, s, table_of(table.get("moved", {}), f"{where}.moved"), where)
    for name in list_of(table.get("came_from", []), f"{where}.came_from"):
        state.came_from[s] |= 1 << next_door(name)
    readers: dict[str, tuple[Any, Callable[[Any], int]]] = {
        "landed": (state.landed[s], next_door),
        "seaborne": (state.seaborne[s], lambda name: _one_of(names.unit(name), LAND_UNITS, where)),
        "bombarded": (state.bombarded[s], lambda name: _bombarder(names.unit(name), where)),
        "raid": (state.raid[s], lambda left: _one_of(_whole(left, where), 6, where)),
        "damaged": (state.damaged[s], names.power),
    }
    for key, (row, read) in readers.items():
        for index, number in read_counts(names, table.get(key, {}), f"{where}.{key}", read).items():
            row[index] = number


def _whole(text: Any, where: str) -> int:
    if not str(text).isdecimal():
        raise BadInput(f"{where}.raid: {text!r} is no movement left: write a whole number")
    return int(text)


def _one_of(number: int, end: int, where: str) -> int:
    if number >= end:
        raise BadInput(f"{where}: {number} is out of range: use 0 to {end - 1}")
    return number


def _bombarder(u: int, where: str) -> int:
    ships = (Unit.CRUISER, Unit.BATTLESHIP)
    if u not in ships:
        raise BadInput(f"{where}.bombarded: {UNIT_NAMES[u]} does not: use cruiser, battleship")
    return ships.index(Unit(u))


def _place_moved(board: Board, s: int, moved: Position, where: str) -> None:
    state, names, tables = board.state, board.names, board.loaded.tables
    for name, lefts in moved.items():
        u = names.unit(name)
        first = SPENT_FIRST[int(tables.is_sea[s])][u]
        for left, number in table_of(lefts, f"{where}.moved.{name}").items():
            if first < 0 or not str(left).isdecimal() or int(left) >= tables.move[u]:
                raise BadInput(
                    f"{where}.moved.{name}: {left!r} is no movement left for it there: "
                    f"use 0 to {int(tables.move[u]) - 1}"
                )
            state.spent[s, first + int(left)] = count_of(number, f"{where}.moved.{name}.{left}")
