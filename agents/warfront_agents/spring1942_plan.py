"""The feature plan of Spring 1942: the board by relation to the seat that looks.

Every space keeps its own features: my units, those of my allies together, those of my enemies
together; who owns it; and what the active power has moved. What the choice is of is one-hot.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.game import Game
from warfront.spring1942.pieces import (
    LAND_SPENT,
    LAND_STACK,
    SEA_SPENT,
    SEA_STACK,
    Piece,
    layout,
    shapes,
)
from warfront_agents.features import Plan
from warfront_agents.plan_builder import FLAG, FORTIETH, HALF, QUARTER, TENTH, Builder, curves

_FLEET = 12  # transports whose rows are features; there are seldom more
_CHOICE = (Piece.PROMPT, Piece.PHASE, Piece.OBSERVER, Piece.TURN, Piece.HERE, Piece.THERE)
_OF = (Piece.UNIT, Piece.GRADE, Piece.BATTLE, Piece.COMPLEX)
_COUNTS = (Piece.PURCHASED, Piece.SEABORNE, Piece.LANDED, Piece.DAMAGE, Piece.PRODUCED)
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
    return Plan(
        build.size, build.target, build.curve, curves(), build.width, lead, blocks, observer
    )
