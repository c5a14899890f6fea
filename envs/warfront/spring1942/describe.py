"""A state as a complete position: readable, JSON-able, and read back byte for byte."""

from typing import Any

from warfront.game import Position
from warfront.position_fields import describe_chance
from warfront.spring1942.data import Loaded, new_transport
from warfront.spring1942.fields import (
    ALWAYS,
    BATTLE_FIELDS,
    DID,
    HIT_KINDS,
    SPACE_FIELDS,
    TOP_FIELDS,
)
from warfront.spring1942.names import COMPLEX, Names
from warfront.spring1942.options import OPTIONS
from warfront.spring1942.state import Hold
from warfront.spring1942.tables import SIDE_NAMES, SPENT_FIRST, UNIT_NAMES, UNITS, Unit

NEW_COMPLEX = 2  # state.complex of one that was placed this turn


class _Fields(dict[str, Any]):
    """The fields of a record, looked up once: numpy takes its time over each."""

    def __getattr__(self, name: str) -> Any:
        return self[name]


def describe(loaded: Loaded, state: Any) -> Position:
    """The complete position of a LAYOUT record with attributes.

    `from_position` makes the same bytes of it. Fields that have their usual value are left out;
    `production`, `cities` and `dice_left` follow from the rest and are there to be read.
    """
    state = _Fields({name: state[name] for name in state.dtype.names})
    names = Names(loaded)
    found: Position = {"base": "empty", "scenario": loaded.scenario.name}
    options = {o.name: loaded.options[o.name] for o in OPTIONS if _is_set(loaded, o)}
    found["options"] = options
    for field in TOP_FIELDS:
        value = int(state[field.name])
        if field.key in ALWAYS or value != field.default:
            found[field.key] = None if value == -1 else field.codec.write(names, value)
    if state.slot >= 0:
        found["transport"] = _transport_index(state)
    powers = names.powers
    found["ipcs"] = {power: int(state.ipcs[p]) for p, power in enumerate(powers)}
    found["production"] = {power: int(state.production[p]) for p, power in enumerate(powers)}
    found["cities"] = {side: int(state.cities[d]) for d, side in enumerate(SIDE_NAMES)}
    levels = [int(level) for level in loaded.tables.victory]
    same = levels[0] == levels[1]
    found["victory_cities"] = levels[0] if same else dict(zip(SIDE_NAMES, levels, strict=True))
    found["purchased"] = {powers[int(state.turn)]: _units(state.purchased)}
    spaces = {name: _describe_space(loaded, names, state, s) for s, name in enumerate(names.spaces)}
    found["spaces"] = {name: space for name, space in spaces.items() if space}
    if state.battle >= 0:
        found["battle"] = _describe_battle(names, state)
    found.update(describe_chance(state))
    return found


def _is_set(loaded: Loaded, option: Any) -> bool:
    usual = loaded.scenario.options.get(option.name, option.default)
    return bool(loaded.options[option.name] != usual)


def _units(counts: Any) -> dict[str, int]:
    """Counts [units] by name, without zeros."""
    return {UNIT_NAMES[u]: int(n) for u, n in enumerate(counts) if n}


def list_rows(state: Any, s: int) -> list[list[int]]:
    """The transports in a space, as rows, in order."""
    rows = state.transports
    found: list[list[int]] = rows[(rows[:, Hold.OWNER] >= 0) & (rows[:, Hold.SPACE] == s)].tolist()
    return found


def _transport_index(state: Any) -> int:
    """Which of the transports in its space the slot asked about is."""
    slot = int(state.slot)
    rows = state.transports[:slot]
    return int((rows[:, Hold.SPACE] == state.transports[slot, Hold.SPACE]).sum())


def _describe_space(loaded: Loaded, names: Names, state: Any, s: int) -> Position:
    """One space: holder, units by power, and what happened there this turn."""
    found: Position = {}
    owner = int(state.owner[s])
    if owner >= 0:
        found["owner"] = names.powers[owner]
    units = {
        power: _units(state.army[s, p])
        for p, power in enumerate(names.powers)
        if state.army[s, p].any()
    }
    if state.complex[s]:
        units.setdefault(names.powers[owner], {})[COMPLEX] = 1
    found.update(_describe_cargo(loaded, names, state, s))
    for power, aboard in found.get("cargo", {}).items():
        units[power] = {**units.get(power, {}), **aboard}
    if units:
        found["units"] = units
    for field in SPACE_FIELDS:
        value = int(state[field.name][s])
        if value != field.default:
            found[field.key] = field.codec.write(names, value)
    if state.complex[s] == NEW_COMPLEX:
        found["new_complex"] = True
    if state.owner_at_start[s] != owner:
        found["owner_at_start"] = names.powers[int(state.owner_at_start[s])]
    found.update(_describe_turn(loaded, names, state, s))
    return found


def _describe_turn(loaded: Loaded, names: Names, state: Any, s: int) -> Position:
    """What the active power's units there did this turn."""
    tables = loaded.tables
    found: Position = {}
    near = [names.spaces[int(n)] for n in tables.neighbour[s, : tables.degree[s]]]
    if state.spent[s].any():
        found["moved"] = {
            UNIT_NAMES[u]: left for u in range(UNITS) if (left := moved_lefts(tables, state, s, u))
        }
    if state.came_from[s]:
        found["came_from"] = [n for k, n in enumerate(near) if int(state.came_from[s]) >> k & 1]
    if state.landed[s].any():
        found["landed"] = {
            n: int(state.landed[s, k]) for k, n in enumerate(near) if state.landed[s, k]
        }
    if state.seaborne[s].any():
        found["seaborne"] = _units(state.seaborne[s])
    if state.bombarded[s].any():
        ships = (Unit.CRUISER, Unit.BATTLESHIP)
        found["bombarded"] = {
            UNIT_NAMES[u]: int(n) for u, n in zip(ships, state.bombarded[s], strict=True) if n
        }
    if state.raid[s].any():
        found["raid"] = {str(left): int(n) for left, n in enumerate(state.raid[s]) if n}
    if state.damaged[s].any():
        found["damaged"] = {
            power: int(state.damaged[s, p])
            for p, power in enumerate(names.powers)
            if state.damaged[s, p]
        }
    return found


def moved_lefts(tables: Any, state: Any, s: int, u: int) -> dict[str, int]:
    """The active power's units of a kind that have not their whole movement, by what is left."""
    first = SPENT_FIRST[int(tables.is_sea[s])][u]
    if first < 0:
        return {}
    return {
        str(left): int(state.spent[s, first + left])
        for left in range(int(tables.move[u]))
        if state.spent[s, first + left]
    }


def _describe_cargo(loaded: Loaded, names: Names, state: Any, s: int) -> Position:
    """Cargo by power; and every transport that has some or did something this turn."""
    rows = list_rows(state, s)
    cargo: dict[str, dict[str, int]] = {}
    for row in rows:
        for k in range(2):
            if row[Hold.CARGO + k] >= 0:
                stack = cargo.setdefault(names.powers[row[Hold.WHOSE + k]], {})
                unit = UNIT_NAMES[row[Hold.CARGO + k]]
                stack[unit] = stack.get(unit, 0) + 1
    found: Position = {"cargo": cargo} if cargo else {}
    turn, powers = int(state.turn), range(len(names.powers))
    plain = {p: new_transport(loaded.tables, p, s, turn) for p in powers}
    busy = [row for row in rows if row != plain[row[Hold.OWNER]]]
    if busy:
        found["transports"] = [
            _describe_row(names, row, plain[row[Hold.OWNER]][Hold.LEFT]) for row in busy
        ]
    return found


def _describe_row(names: Names, row: list[int], usual: int) -> Position:
    found: Position = {"owner": names.powers[row[Hold.OWNER]], "cargo": []}
    for k in range(2):
        if row[Hold.CARGO + k] < 0:
            continue
        piece: Position = {
            "unit": UNIT_NAMES[row[Hold.CARGO + k]],
            "power": names.powers[row[Hold.WHOSE + k]],
        }
        if row[Hold.FRESH + k]:
            piece["fresh"] = True
        if row[Hold.GOING + k]:
            piece["going"] = True
        found["cargo"].append(piece)
    if row[Hold.LEFT] != usual:
        found["left"] = row[Hold.LEFT]
    if row[Hold.DID]:
        found["did"] = DID.write(names, row[Hold.DID])
    if row[Hold.TARGET] >= 0:
        found["target"] = names.spaces[row[Hold.TARGET]]
    return found


def _describe_battle(names: Names, state: Any) -> Position:
    """The battle under way."""
    found: Position = {f.key: f.codec.write(names, int(state[f.name])) for f in BATTLE_FIELDS}
    for key in ("force", "dying", "named"):
        counts = state[key]
        if counts.any():
            found[key] = {
                power: _units(counts[p]) for p, power in enumerate(names.powers) if counts[p].any()
            }
    if state.submerged.any():
        found["submerged"] = {
            power: int(state.submerged[p])
            for p, power in enumerate(names.powers)
            if state.submerged[p]
        }
    if state.hits.any():
        found["hits"] = {kind: int(n) for kind, n in zip(HIT_KINDS, state.hits, strict=True) if n}
    return found
