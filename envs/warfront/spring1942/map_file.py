"""The map of a scenario: spaces, who borders on whom, canals, and the powers that play on it."""

from dataclasses import dataclass, field
from typing import Any

from warfront.game import BadInput
from warfront.naming import closest, count_of, list_of, names_of, table_of, words_of

SIDE_OF = {"ussr": "allies", "germany": "axis", "uk": "allies", "japan": "axis", "usa": "allies"}
MAX_SPACES = 132
MAX_NEIGHBOURS = 16
MAX_CANALS = 4
SEA_KEYS = ("name", "sea", "next_to")
LAND_KEYS = (*SEA_KEYS, "impassable", "ipc", "owner", "capital", "victory_city")
CANAL_KEYS = ("name", "between", "needs")


@dataclass(frozen=True)
class Space:
    """A territory or sea zone that may be entered; `owner` is its original power."""

    id: str
    name: str
    sea: bool
    ipc: int
    owner: str | None
    capital: bool
    victory_city: str | None
    next_to: tuple[str, ...]  # spaces that may be entered, in the file's order


@dataclass(frozen=True)
class Canal:
    """Ships pass between two zones only while their side holds all of these territories (CM12)."""

    name: str
    between: tuple[str, str]
    needs: tuple[str, ...]


@dataclass(frozen=True)
class Board:
    """Spaces (land first, then sea), what nobody may enter, canals, powers in turn order."""

    spaces: tuple[Space, ...]
    impassable: dict[str, str] = field(hash=False)
    canals: tuple[Canal, ...]
    powers: tuple[str, ...]

    def ids(self) -> list[str]:
        """The ids of the spaces, in order: a space's place here is its number in the rules."""
        return [space.id for space in self.spaces]


def read_board(raw: dict[str, Any]) -> Board:
    """The map of a scenario's content; BadInput names the place and the remedy."""
    tables = table_of(raw.get("spaces", {}), "spaces")
    if not tables:
        raise BadInput("spaces is missing: list the map's spaces, or name a base that has a map")
    rows = {name: table_of(row, f"spaces.{name}") for name, row in tables.items()}
    _check_rows(rows)
    powers = _read_powers(raw, rows)
    impassable = {
        name: words_of(row.get("name", name), f"spaces.{name}.name")
        for name, row in rows.items()
        if row.get("impassable")
    }
    spaces = [
        _read_space(name, row, powers, impassable)
        for name, row in rows.items()
        if name not in impassable
    ]
    spaces.sort(key=lambda space: space.sea)
    if len(spaces) > MAX_SPACES:
        raise BadInput(f"spaces: {len(spaces)} may be entered: use at most {MAX_SPACES}")
    return Board(tuple(spaces), impassable, _read_canals(raw, spaces), powers)


def _check_rows(rows: dict[str, dict[str, Any]]) -> None:
    """Keys and owners, and that neighbours border on one another."""
    near = {
        name: names_of(row.get("next_to", []), f"spaces.{name}.next_to")
        for name, row in rows.items()
    }
    for name, row in rows.items():
        where = f"spaces.{name}"
        if not name.replace("_", "a").isalnum() or not name.isascii() or name != name.lower():
            raise BadInput(f"{where}: an id is of small letters, digits and _: write another")
        for key in ("sea", "impassable", "capital"):
            if not isinstance(row.get(key, False), bool):
                raise BadInput(f"{where}.{key} is {row[key]!r}: write true, or leave it out")
        known = SEA_KEYS if row.get("sea") else LAND_KEYS
        for key in row:
            if key not in known:
                raise BadInput(f"{where}: key {key!r} is unknown: {closest(key, known)}")
        if not (row.get("sea") or row.get("impassable")):
            _check_owner(row, where)
        for other in near[name]:
            if other not in rows:
                raise BadInput(f"{where}.next_to: {other!r} is no space: {closest(other, rows)}")
            if other == name or near[name].count(other) > 1:
                raise BadInput(f"{where}.next_to: {other} stands there wrongly: name it once")
            if name not in near[other]:
                raise BadInput(
                    f"{where}.next_to names {other}, but spaces.{other}.next_to does not name "
                    f"{name}: add it there or take it away here"
                )


def _check_owner(row: dict[str, Any], where: str) -> None:
    """A territory belongs to somebody from the first; whether that power plays is seen later."""
    if row.get("owner") is None:
        raise BadInput(
            f"{where}.owner is missing: name the power of this territory, "
            f"one of {', '.join(SIDE_OF)}, or write sea or impassable = true"
        )
    if not isinstance(row["owner"], str):
        raise BadInput(f"{where}.owner is {row['owner']!r}: use one of {', '.join(SIDE_OF)}")


def _read_powers(raw: dict[str, Any], rows: dict[str, dict[str, Any]]) -> tuple[str, ...]:
    """The powers in turn order: by default those with a capital, in the usual order."""
    capitals: dict[str, str] = {}
    for name, row in rows.items():
        if not row.get("capital"):
            continue
        owner = row.get("owner")
        if owner in capitals:
            raise BadInput(
                f"spaces.{name}: {owner} has its capital in {capitals[owner]} already: keep one"
            )
        capitals[str(owner)] = name
    usual = [power for power in SIDE_OF if power in capitals]
    order = names_of(raw.get("turn_order", usual), "turn_order")
    for power in order:
        if power not in SIDE_OF:
            raise BadInput(f"turn_order: power {power!r} is unknown: {closest(power, SIDE_OF)}")
        if power not in capitals:
            raise BadInput(f"turn_order: {power} has no capital: mark one of its spaces as capital")
        if order.count(power) > 1:
            raise BadInput(f"turn_order: {power} stands twice: name it once")
    for power, name in capitals.items():
        if power not in order:
            raise BadInput(f"spaces.{name}: {power} is not in turn_order: add it, or no capital")
    if {SIDE_OF[power] for power in order} != {"axis", "allies"}:
        raise BadInput("spaces: both sides need a power with a capital: mark one for each")
    return tuple(order)


def _read_space(
    name: str, row: dict[str, Any], powers: tuple[str, ...], impassable: dict[str, str]
) -> Space:
    where = f"spaces.{name}"
    sea = bool(row.get("sea"))
    owner = row.get("owner")
    if not sea and owner not in powers:
        raise BadInput(f"{where}.owner is {owner!r}: use one of {', '.join(powers)}")
    ipc = count_of(row.get("ipc", 0), f"{where}.ipc")
    if ipc > 20:
        raise BadInput(f"{where}.ipc is {ipc}: use a whole number from 0 to 20")
    city = row.get("victory_city")
    if city is not None:
        words_of(city, f"{where}.victory_city")
    next_to = tuple(other for other in row.get("next_to", []) if other not in impassable)
    if len(next_to) > MAX_NEIGHBOURS:
        raise BadInput(f"{where}.next_to has {len(next_to)} spaces: use at most {MAX_NEIGHBOURS}")
    usual = f"Sea Zone {name.removeprefix('sz')}" if sea else name
    title = words_of(row.get("name", usual), f"{where}.name")
    return Space(name, title, sea, ipc, owner, bool(row.get("capital")), city, next_to)


def _read_canals(raw: dict[str, Any], spaces: list[Space]) -> tuple[Canal, ...]:
    zones = {space.id: space for space in spaces if space.sea}
    lands = [space.id for space in spaces if not space.sea]
    canals = []
    for number, found in enumerate(list_of(raw.get("canals", []), "canals")):
        where = f"canals[{number}]"
        row = table_of(found, where)
        for key in row:
            if key not in CANAL_KEYS:
                raise BadInput(f"{where}: key {key!r} is unknown: {closest(key, CANAL_KEYS)}")
        ends = names_of(row.get("between", []), f"{where}.between")
        beside = len(ends) == 2 and ends[0] in zones and ends[1] in zones[ends[0]].next_to
        if not beside or ends[1] not in zones:
            raise BadInput(f"{where}.between is {ends}: name two sea zones that lie side by side")
        needs = names_of(row.get("needs", []), f"{where}.needs")
        for land in needs:
            if land not in lands:
                raise BadInput(f"{where}.needs: {land!r} is no territory: {closest(land, lands)}")
        if not 1 <= len(needs) <= 2:
            raise BadInput(f"{where}.needs is {needs}: name one or two territories")
        title = words_of(row.get("name", where), f"{where}.name")
        canals.append(Canal(title, (ends[0], ends[1]), tuple(needs)))
    if len(canals) > MAX_CANALS:
        raise BadInput(f"canals: {len(canals)} are listed: use at most {MAX_CANALS}")
    return tuple(canals)
