"""The feature plan of Spring 1942: the board by relation to the seat that looks.

Every space keeps its own features: my units, those of my allies together, those of my enemies
together; who owns it; and what the active power has moved. What the choice is of is one-hot.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.game import Game
from warfront.spring1942.actions import Act
from warfront.spring1942.pieces import (
    LAND_SPENT,
    LAND_STACK,
    SEA_FIRST,
    SEA_SPENT,
    SEA_STACK,
    Piece,
    layout,
    shapes,
)
from warfront.spring1942.tables import Unit
from warfront_agents.features import Board, Estimates, Plan
from warfront_agents.plan_builder import FLAG, FORTIETH, HALF, QUARTER, TENTH, Builder, curves
from warfront_agents.spring1942.estimates import OF_ALL, OF_SPACE, VERSION, Estimator

_FLEET = 12  # transports whose rows are features; there are seldom more
_CHOICE = (Piece.PROMPT, Piece.PHASE, Piece.OBSERVER, Piece.TURN, Piece.HERE, Piece.THERE)
_OF = (Piece.UNIT, Piece.GRADE, Piece.BATTLE, Piece.COMPLEX)
_COUNTS = (Piece.PURCHASED, Piece.SEABORNE, Piece.LANDED, Piece.DAMAGE, Piece.PRODUCED)
# Amounts of a space: land units, their attack, tanks, the attack of aircraft, of ships, transports.
_AMOUNTS = 6
# Which of them come in each way: from the land next door, two lands off (tanks), by air from two
# and from four spaces off, from the zone next door, two zones off, over the coast, from behind it.
_COMES = ((0, 1, 2), (2,), (3,), (3,), (4, 5), (4, 5), (0, 4, 5), (4, 5))
_STATUS = (Piece.CHOSEN, Piece.FIGHT, Piece.HITS, Piece.ENGAGE, Piece.FOUGHT, Piece.BOMBARDED)


def _relation(tables: Any) -> NDArray[np.int64]:
    """[seat, power]: 0 mine, 1 an ally's, 2 an enemy's."""
    side = np.array(tables.side[: int(tables.n_powers)], np.int64)
    found = np.where(side[:, None] == side, 1, 2)
    np.fill_diagonal(found, 0)
    return found


def _by_relation(shape: tuple[int, ...], axis: int, relation: NDArray[np.int64]) -> NDArray[Any]:
    """[seat, *shape]: features in which the powers of one relation fall together."""
    grouped = [*shape]
    grouped[axis] = 3
    rows = np.arange(int(np.prod(grouped))).reshape(grouped)
    return np.stack([np.take(rows, groups, axis=axis) for groups in relation])


def _blocks(at: dict[Piece, int], land: int, spaces: int) -> tuple[NDArray[np.int64], ...]:
    """The features of each land and of each sea zone.

    Args:
        at: The first feature of each piece, whose rows are spaces.
        land: Lands, which come first where a piece is of all spaces.
        spaces: Lands and sea zones.
    """

    def columns(first: int, many: int, width: int = 1) -> NDArray[np.int64]:
        return first + np.arange(many * width).reshape(many, width)

    sea = spaces - land
    of_all = (Piece.HERE, Piece.THERE, Piece.BATTLE, Piece.FOUGHT)
    of_land = {
        **{piece: 1 for piece in (*of_all, Piece.COMPLEX, Piece.DAMAGE, Piece.PRODUCED)},
        **{Piece.RAID: 1, Piece.OWNER: 3, Piece.LAND: 3 * LAND_STACK, Piece.LAND_MOVED: LAND_SPENT},
    }
    of_sea = {
        **{Piece.ENGAGE: 1, Piece.BOMBARDED: 2, Piece.DAMAGED: 3},
        **{Piece.SEA: 3 * SEA_STACK, Piece.SEA_MOVED: SEA_SPENT},
    }
    lands = [columns(at[piece], land, width) for piece, width in of_land.items()]
    seas = [columns(at[piece] + land, sea) for piece in of_all]
    seas += [columns(at[piece], sea, width) for piece, width in of_sea.items()]
    return np.concatenate(lands, axis=1), np.concatenate(seas, axis=1)


def _ways(tables: Any) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Bool [8, E, E], where what stands in the second space can come to the first (see `_COMES`).

    Beside them bool [E, E], the neighbours.
    """
    spaces, land = int(tables.n_spaces), int(tables.n_land)
    touching = np.zeros((spaces, spaces), np.bool_)
    for space in range(spaces):
        touching[space, tables.neighbour[space, : int(tables.degree[space])]] = True
    dry = np.arange(spaces) < land
    by_land = touching & dry[:, None] & dry
    by_sea = touching & ~dry[:, None] & ~dry
    coast = touching & (dry[:, None] != dry)
    flown = np.array(tables.dist[:spaces, :spaces])
    ways = (
        by_land,
        _further(by_land, by_land),
        (flown > 0) & (flown <= 2),
        (flown > 2) & (flown <= 4),
        by_sea,
        _further(by_sea, by_sea),
        coast,
        _further(coast, by_sea),
    )
    return np.stack(ways), touching


def _further(near: NDArray[np.bool_], on: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """One step on, to what is neither near already nor the space itself."""
    found = (near.astype(np.int64) @ on > 0) & ~near
    np.fill_diagonal(found, False)
    return found


def _amounts(
    tables: Any, first: int, kinds: Sequence[int], scale: float, features: int
) -> NDArray[np.float32]:
    """float32 [C, 18]: what each unit of a space adds to the amounts of its relation.

    Args:
        tables: Of the game.
        first: The column of the first unit, mine; those of allies and enemies follow.
        kinds: The units in the order of their columns.
        scale: The feature of one unit.
        features: Columns, C.
    """
    found = np.zeros((features, 3 * _AMOUNTS), np.float32)
    for relation in range(3):
        for k, unit in enumerate(kinds):
            row = found[first + relation * len(kinds) + k, relation * _AMOUNTS :]
            attack = float(tables.attack[unit])
            if unit < Unit.AA_GUN:
                row[0], row[1], row[2] = 1, attack, unit == Unit.TANK
            elif unit in (Unit.FIGHTER, Unit.BOMBER):
                row[3] = attack
            elif unit == Unit.TRANSPORT:
                row[5] = 1
            elif unit != Unit.AA_GUN:
                row[4] = attack
    return found * np.float32(0.1 / scale)


def _board(tables: Any, blocks: tuple[NDArray[np.int64], ...], at: dict[Piece, int]) -> Board:
    """The map for a network that reads it space by space."""
    near, touching = _ways(tables)
    on_land, at_sea = blocks
    first_land = int(np.flatnonzero(on_land[0] == at[Piece.LAND])[0])
    first_sea = int(np.flatnonzero(at_sea[0] == at[Piece.SEA])[0])
    amounts = (
        _amounts(tables, first_land, range(LAND_STACK), 1 / 4, on_land.shape[1]),
        _amounts(
            tables, first_sea, range(SEA_FIRST, SEA_FIRST + SEA_STACK), 1 / 2, at_sea.shape[1]
        ),
    )
    comes = [
        (way, relation * _AMOUNTS + what)
        for relation in range(3)
        for way, whats in enumerate(_COMES)
        for what in whats
    ]
    return Board(blocks, 3, near, amounts, np.array(comes, np.int64), touching, int(Act.SPACE))


def _estimates(game: Game, board: Board, first: int) -> Estimates:
    """What the staff reckons, behind the features that begin at 0 and end before `first`."""
    spaces = len(board.touching)
    columns = first + np.arange(spaces * OF_SPACE).reshape(spaces, OF_SPACE)
    ends = np.cumsum([len(places) for places in board.places])[:-1]
    places = zip(board.places, np.split(columns, ends), strict=True)
    nothing = np.zeros((OF_SPACE, board.amounts[0].shape[1]), np.float32)
    rich = replace(
        board,
        places=tuple(np.concatenate(each, axis=1) for each in places),
        amounts=tuple(np.concatenate([each, nothing]) for each in board.amounts),
    )
    tables = game.tables  # type: ignore[attr-defined]
    return Estimates(spaces * OF_SPACE + OF_ALL, Estimator(tables), VERSION, rich)


def new_plan(game: Game) -> Plan:
    """The feature plan of a game of Spring 1942."""
    tables = game.loaded.tables  # type: ignore[attr-defined]
    relation = _relation(tables)
    powers = len(relation)
    build = Builder(layout(tables), shapes(tables), powers)
    at = {piece: build.plain(piece, FLAG) for piece in (*_CHOICE, *_OF)}
    at |= {piece: build.plain(piece, QUARTER) for piece in (*_COUNTS, *_STATUS)}
    for piece in (Piece.ROUND, Piece.CITIES):
        build.plain(piece, TENTH)
    for piece in (Piece.IPCS, Piece.PRODUCTION):
        first = build.numbers(piece)[:, 0]  # what is above 254 does not matter here
        build.add(first, relation, FORTIETH)
    for piece, axis, curve in (
        (Piece.OWNER, 1, FLAG),
        (Piece.LAND, 1, QUARTER),
        (Piece.SEA, 1, HALF),
        (Piece.FORCE, 0, QUARTER),
        (Piece.NAMED, 0, QUARTER),
        (Piece.DYING, 0, QUARTER),
        (Piece.DAMAGED, 1, FLAG),
    ):
        grouped = _by_relation(build.shapes[piece], axis, relation)
        at[piece] = build.add(build.numbers(piece), grouped, curve)
    raid = build.numbers(Piece.RAID)
    at[Piece.RAID] = build.add(raid, np.repeat(np.arange(len(raid)), raid.shape[1]), HALF)
    at |= {piece: build.plain(piece, QUARTER) for piece in (Piece.LAND_MOVED, Piece.SEA_MOVED)}
    fleet = build.numbers(Piece.TRANSPORTS)[:_FLEET]
    build.add(fleet, np.arange(fleet.size), TENTH)
    cities = build.numbers(Piece.CITIES)
    side = np.array(tables.side[:powers], np.int64)
    lead = np.stack([cities[side, 0], cities[1 - side, 0], cities[side, 1]], axis=1)
    blocks = _blocks(at, int(tables.n_land), int(tables.n_spaces))
    observer = int(build.begin[Piece.OBSERVER])
    board = _board(tables, blocks, at)
    return Plan(
        build.size, build.target, build.curve, curves(), build.width, lead, blocks, observer,
        board, _estimates(game, board, build.size),
    )  # fmt: skip
