"""A scenario: map, opening, unit values and victory level, read from a TOML file.

The built-in ones stand in `scenarios/`. A file of one's own says only what differs from its
`base`: docs/rules/spring1942-scenarios.md explains every key. Every complaint is one line that
names the file, the place in it, what is wrong and what would be right.
"""

import copy
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from warfront.game import BadInput
from warfront.naming import closest, names_of, table_of, words_of
from warfront.option import Value
from warfront.spring1942.forces import Forces, read_forces
from warfront.spring1942.map_file import Board, read_board
from warfront.spring1942.options import BY_NAME
from warfront.spring1942.tables import SIDE_NAMES
from warfront.spring1942.unit_file import UnitValues, read_units

FOLDER = Path(__file__).parent / "scenarios"
MAPS = ("opening", "mini")  # what another scenario may stand on
BUILT_IN = (*MAPS, "mini-even")
KEYS = (
    *("base", "title", "rounds", "victory_cities", "turn_order", "spaces", "canals", "ipcs"),
    *("owners", "setup", "clear", "bid", "units", "options"),
)
OF_A_MAP = ("spaces", "canals", "turn_order", "ipcs", "owners", "setup", "victory_cities")


@dataclass(frozen=True)
class Scenario:
    """All that a game of Spring 1942 starts from.

    Attributes:
        name: a built-in name, else the file's own name; positions name it.
        title: one line for people.
        board: spaces and powers.
        forces: who holds what with which units, and the IPCs in hand.
        units: what each unit costs and can do, by name.
        options: values of named options that are usual here.
    """

    name: str
    title: str
    board: Board
    forces: Forces
    units: dict[str, UnitValues]
    options: dict[str, Value]


def load_scenario(source: str | Path | Mapping[str, Any] = "opening") -> Scenario:
    """Read a scenario.

    Args:
        source: `opening`, `mini`, `mini-even`, the path of a TOML file, or what such a file holds,
            and its `name` if it has one.

    Raises:
        BadInput: one line: file, place, what is wrong and what would be right.
    """
    name, where, raw = _find(source)
    try:
        return _build(name, _over_base(raw))
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None


def read_content(source: str | Path | Mapping[str, Any] = "opening") -> dict[str, Any]:
    """What a scenario's file holds, without its base: change it and make the game of it again.

    Raises:
        BadInput: there is no such scenario, or its file is no TOML.
    """
    return copy.deepcopy(_find(source)[2])


def content_of(source: str | Path | Mapping[str, Any]) -> str | dict[str, Any]:
    """A scenario that hangs on no file: a built-in name, or the content with its name."""
    if isinstance(source, str) and source in BUILT_IN:
        return source
    name, _, raw = _find(source)
    return {"name": name, **raw}


def _find(source: str | Path | Mapping[str, Any]) -> tuple[str, str, dict[str, Any]]:
    """Name, place for complaints and content."""
    if isinstance(source, Mapping):
        raw = dict(source)
        return str(raw.pop("name", "own")), "scenario", raw
    if isinstance(source, str) and source in BUILT_IN:
        path = FOLDER / f"{source}.toml"
        return source, source, _read_toml(path)
    path = Path(source)
    if not path.is_file() and isinstance(source, str) and not path.suffix:
        raise BadInput(
            f"scenario {source!r} is unknown: use {', '.join(BUILT_IN)} or the path of a file"
        )
    return path.stem, str(path), _read_toml(path)


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}): name a TOML file") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"{path}: is no TOML file ({error}): mend that line") from None


def _over_base(raw: dict[str, Any]) -> dict[str, Any]:
    """What a file says on top of its base; a map of its own takes nothing of the base's map."""
    for key in raw:
        if key not in KEYS:
            raise BadInput(f"key {key!r} is unknown: {closest(key, KEYS)}")
    own = {**raw, "options": _usual_options(raw)}
    if "spaces" in raw and "base" not in raw:
        return own
    base = raw.get("base", "opening")
    if base not in MAPS:
        raise BadInput(f"base {base!r} is unknown: use {' or '.join(MAPS)}")
    whole = _read_toml(FOLDER / f"{base}.toml")
    if "spaces" in raw:
        whole = {key: value for key, value in whole.items() if key not in OF_A_MAP}
    whole["options"] = _usual_options(whole)
    cleared = names_of(raw.get("clear", []), "clear")
    for power, spaces in whole.get("setup", {}).items():
        whole["setup"][power] = {s: units for s, units in spaces.items() if s not in cleared}
    for key, value in own.items():
        if key == "setup":
            whole[key] = _merge_setup(whole.get(key, {}), table_of(value, key))
        elif key in ("ipcs", "owners", "options"):
            whole[key] = {**whole.get(key, {}), **table_of(value, key)}
        else:
            whole[key] = value
    return whole


def _merge_setup(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """The base's set-up, spaces that are listed for a power replaced wholly."""
    return {
        power: {**base.get(power, {}), **table_of(own.get(power, {}), f"setup.{power}")}
        for power in dict.fromkeys([*base, *own])
    }


def _build(name: str, raw: dict[str, Any]) -> Scenario:
    board = read_board(raw)
    cities = sum(space.victory_city is not None for space in board.spaces)
    units = read_units(_read_toml(FOLDER / "units.toml"), raw.get("units", {}))
    return Scenario(
        name,
        words_of(raw.get("title", name), "title"),
        board,
        read_forces(raw, board),
        units,
        _check_cities(raw["options"], cities),
    )


def _usual_options(raw: dict[str, Any]) -> dict[str, Value]:
    """The options that a file sets: by their names, or by `rounds` and `victory_cities`."""
    given = table_of(raw.get("options", {}), "options")
    found = {name: _option(name, value, f"options.{name}") for name, value in given.items()}
    if "rounds" in raw:
        found["round_limit"] = _option("round_limit", raw["rounds"], "rounds")
    gun = table_of(table_of(raw.get("units", {}), "units").get("aa_gun", {}), "units.aa_gun")
    if "cost" in gun:
        found["aa_gun_cost"] = _option("aa_gun_cost", gun["cost"], "units.aa_gun.cost")
    cities = raw.get("victory_cities", {})
    if not isinstance(cities, dict):
        cities = {"axis": cities, "allies": cities}
    for side, value in cities.items():
        if side not in SIDE_NAMES:
            raise BadInput(f"victory_cities: side {side!r} is unknown: use axis or allies")
        found[f"victory_{side}"] = value  # the map's cities are counted later
    return found


def _option(name: str, value: object, where: str) -> Value:
    """The value of an option; a complaint names its place in the file."""
    if name not in BY_NAME:
        raise BadInput(f"{where} is unknown: {closest(name, BY_NAME)}")
    try:
        return BY_NAME[name].check(value)
    except BadInput:
        raise BadInput(f"{where} is {value!r}: use {BY_NAME[name].allowed}") from None


def _check_cities(options: dict[str, Value], cities: int) -> dict[str, Value]:
    """How many victory cities win stands there for each side, and the map has so many."""
    if not cities:
        raise BadInput("spaces: no space has a victory_city: name at least one city of the map")
    right = f"a whole number from 1 to {cities}"
    levels = {side: options.get(f"victory_{side}") for side in SIDE_NAMES}
    missing = [side for side, level in levels.items() if level is None]
    if missing:
        where = f".{missing[0]}" if len(missing) == 1 else ""
        raise BadInput(
            f"victory_cities{where} is missing: write how many of the map's cities win the game, "
            f"{right}"
        )
    for side, level in levels.items():
        if not isinstance(level, int) or isinstance(level, bool) or not 1 <= level <= cities:
            raise BadInput(
                f"victory_cities: {level!r} for the {side} cannot be held: use {right}, "
                "the victory cities on the map"
            )
    return options
