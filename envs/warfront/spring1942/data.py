"""One game's map, unit values and options as one read-only record, and its opening as a state."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from warfront.game import BadInput
from warfront.option import Value
from warfront.spring1942.map_file import SIDE_OF, Board
from warfront.spring1942.options import BOMBING, check_options
from warfront.spring1942.pieces import layout
from warfront.spring1942.scenario import Scenario, load_scenario
from warfront.spring1942.state import HOLDS, LAYOUT, Hold, Phase
from warfront.spring1942.tables import (
    GOODS,
    SIDE_NAMES,
    TABLES,
    UNIT_DOMAIN,
    UNIT_NAMES,
    UNITS,
    Unit,
)
from warfront.spring1942.unit_file import COMPLEX

FAR = 127  # a distance that nobody flies
MOST, MOST_GUNS = 110, 20  # pieces of a kind that a power can own
EMPTY_ROW = [-1 if c in (0, 2, 3, 4, 5, Hold.TARGET) else 0 for c in range(HOLDS)]


@dataclass
class Loaded:
    """One configured game.

    Attributes:
        scenario: what the files say.
        tables: the TABLES record with attributes, read-only.
        spaces: ids by number, land first.
        powers: names in turn order; a power's number is its seat's.
        options: every option with its value.
        digest: 8 hex digits of the tables and the opening: part of the game's version.
    """

    scenario: Scenario
    tables: Any
    spaces: tuple[str, ...]
    powers: tuple[str, ...]
    options: dict[str, Value]
    digest: str = ""


def load_tables(
    scenario: str | Path | Mapping[str, Any] = "opening",
    options: Mapping[str, object] | None = None,
) -> Loaded:
    """Read a game.

    Args:
        scenario: as for `load_scenario`.
        options: values for named options; the others are as the scenario has them.

    Raises:
        BadInput: one line that says what is wrong and what would be right.
    """
    found = load_scenario(scenario)
    chosen = check_options(options or {}, found.options)
    _check_victory(found.board, chosen)
    tables = np.zeros(1, TABLES).view(np.recarray)
    _fill_map(tables[0], found.board)
    _fill_units(tables[0], found, chosen)
    _fill_options(tables[0], chosen)
    loaded = Loaded(found, tables[0], tuple(found.board.ids()), found.board.powers, chosen)
    _fill_opening(loaded)
    loaded.tables["at"] = layout(tables[0])
    loaded.digest = hashlib.sha256(tables.tobytes() + opening(loaded).tobytes()).hexdigest()[:8]
    return loaded


def _check_victory(board: Board, options: dict[str, Value]) -> None:
    cities = sum(space.victory_city is not None for space in board.spaces)
    for side in SIDE_NAMES:
        if int(options[f"victory_{side}"]) > cities:
            raise BadInput(
                f"option victory_{side}={options[f'victory_{side}']} cannot be reached: "
                f"use 1 to {cities}, the victory cities on the map"
            )


def _fill_map(tables: Any, board: Board) -> None:
    """Spaces, borders, canals, flights and powers."""
    number = {space: i for i, space in enumerate(board.ids())}
    powers = board.powers
    tables.n_spaces = len(number)
    tables.n_land = sum(not space.sea for space in board.spaces)
    tables.n_powers = len(powers)
    tables.original[:] = tables.capital_power[:] = -1
    tables.neighbour[:] = tables.canal[:] = tables.canal_land[:] = tables.reverse[:] = -1
    tables.capital[:] = -1
    for p, power in enumerate(powers):
        tables.side[p] = SIDE_NAMES.index(SIDE_OF[power])
    for c, canal in enumerate(board.canals):
        tables.canal_land[c, : len(canal.needs)] = [number[land] for land in canal.needs]
    for s, space in enumerate(board.spaces):
        tables.is_sea[s] = space.sea
        tables.ipc[s] = space.ipc
        tables.victory_city[s] = space.victory_city is not None
        tables.degree[s] = len(space.next_to)
        if space.owner is not None:
            tables.original[s] = powers.index(space.owner)
        if space.capital:
            tables.capital_power[s] = tables.original[s]
            tables.capital[tables.original[s]] = s
        for k, other in enumerate(space.next_to):
            tables.neighbour[s, k] = number[other]
            back = board.spaces[number[other]].next_to
            tables.reverse[s, k] = back.index(space.id)
            for c, canal in enumerate(board.canals):
                if {space.id, other} == set(canal.between):
                    tables.canal[s, k] = c
    _fill_flights(tables)


def _fill_flights(tables: Any) -> None:
    """Steps between all spaces: aircraft pass everything that may be entered at all (G7)."""
    tables.dist[:] = FAR
    near = [
        set(row[:degree].tolist())
        for row, degree in zip(tables.neighbour, tables.degree, strict=True)
    ]
    for start in range(tables.n_spaces):
        edge, reached, steps = {start}, {start}, 0
        while edge:
            tables.dist[start, list(edge)] = steps
            edge = set().union(*(near[s] for s in edge)) - reached
            reached |= edge
            steps += 1


def _fill_units(tables: Any, scenario: Scenario, options: dict[str, Value]) -> None:
    for u in range(GOODS):
        tables.cost[u] = scenario.units[UNIT_NAMES[u]].cost
    tables.cost[Unit.AA_GUN] = options["aa_gun_cost"]
    for u in range(UNITS):
        values = scenario.units[UNIT_NAMES[u]]
        tables.attack[u], tables.defence[u] = values.attack, values.defence
        tables.move[u], tables.hits[u] = values.move, values.hits
    tables.domain[:] = UNIT_DOMAIN
    tables.most[:] = MOST
    tables.most[Unit.AA_GUN] = MOST_GUNS


def _fill_options(tables: Any, options: dict[str, Value]) -> None:
    for name in ("round_limit", "new_complex_minimum", "submarines_stop_landings"):
        tables[name] = options[name]
    for name in ("own_carriers_only", "fought_carriers_move", "decision_limit"):
        tables[name] = options[name]
    tables.victory[:] = [options[f"victory_{side}"] for side in SIDE_NAMES]
    tables.bombing = BOMBING.index(str(options["bombing"]))


def _fill_opening(loaded: Loaded) -> None:
    """Cities, income and worth of the forces at the start."""
    tables, state = loaded.tables, opening(loaded)[0]
    for s in range(tables.n_land):
        owner = int(state.owner[s])
        tables.opening_cities[tables.side[owner]] += tables.victory_city[s]
        tables.opening_income[owner] += tables.ipc[s]
        tables.opening_value[owner] += tables.cost[Unit.COMPLEX] * (state.complex[s] > 0)
    worth = state.army.sum(0).astype(np.int32) @ tables.cost[:UNITS].astype(np.int32)
    tables.opening_value[:] += worth


def blank(loaded: Loaded) -> Any:
    """A record array [1] of LAYOUT with attributes and an empty board; nothing is asked yet."""
    states = np.zeros(1, LAYOUT).view(np.recarray)
    state = states[0]
    for name in ("prompt", "seat", "winner", "here", "there", "unit", "grade", "slot", "cargo"):
        state[name] = -1
    for name in ("battle", "chosen_power", "chosen_unit"):
        state[name] = -1
    state.game_round, state.phase = 1, Phase.NEXT_TURN
    state.owner[:] = state.owner_at_start[:] = -1
    state.landdist[:] = FAR
    set_fleet(state, [])
    return states


def opening(loaded: Loaded) -> Any:
    """The start of a game before the first turn begins: record array [1], chance not yet seeded."""
    states = blank(loaded)
    state, forces = states[0], loaded.scenario.forces
    number = {space: i for i, space in enumerate(loaded.spaces)}
    for land, power in forces.owners.items():
        state.owner[number[land]] = loaded.powers.index(power)
    state.owner_at_start[:] = state.owner
    fleet: list[list[int]] = []
    for space, stacks in forces.army.items():
        for power, units in stacks.items():
            p, s = loaded.powers.index(power), number[space]
            place_units(state, s, p, units)
            row = new_transport(loaded.tables, p, s, int(state.turn))
            fleet += [row] * units.get(UNIT_NAMES[Unit.TRANSPORT], 0)
    set_fleet(state, fleet)
    for p, power in enumerate(loaded.powers):
        state.ipcs[p] = forces.ipcs[power]
    for side in SIDE_NAMES:
        _add_bid(loaded, state, side, int(loaded.options[f"bid_{side}"]))
    return states


def place_units(state: Any, s: int, p: int, units: Mapping[str, int]) -> None:
    """Add units by name to space s; rows for its transports are the caller's to add."""
    for unit, number in units.items():
        if unit == COMPLEX:
            state.complex[s] = number
        else:
            state.army[s, p, UNIT_NAMES.index(unit)] += number


def new_transport(tables: Any, p: int, s: int, turn: int) -> list[int]:
    """The row of an empty transport that has not moved; only in its owner's turn it may."""
    row = [*EMPTY_ROW]
    row[Hold.OWNER], row[Hold.SPACE] = p, s
    row[Hold.LEFT] = int(tables.move[Unit.TRANSPORT]) if p == turn else 0
    return row


def set_fleet(state: Any, fleet: list[list[int]]) -> None:
    """Make these rows the whole table of transports, in order."""
    state.transports[:] = EMPTY_ROW
    if fleet:
        state.transports[: len(fleet)] = sorted(fleet)


def _add_bid(loaded: Loaded, state: Any, side: str, bid: int) -> None:
    """More IPCs for a side, shared evenly; odd ones go to the first in turn order."""
    powers = [p for p, power in enumerate(loaded.powers) if SIDE_OF[power] == side]
    for i, p in enumerate(powers):
        state.ipcs[p] += bid // len(powers) + (i < bid % len(powers))
