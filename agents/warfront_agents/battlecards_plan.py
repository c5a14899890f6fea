"""The feature plan of Battlecards: an observation summed up by relation to the seat that looks.

Cards are kept by type as far as they matter to the seat: of its own side's decks what it holds and
what its allies hold, of the enemy's decks what the enemy holds.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.battlecards.pieces import Fight, Piece, layout, shapes
from warfront.battlecards.tables import PHASES, THEATRES, UNITS
from warfront.game import Game
from warfront_agents.features import Plan
from warfront_agents.plan_builder import (
    CHANCE,
    FLAG,
    FORTIETH,
    HALF,
    QUARTER,
    TENTH,
    Builder,
    curves,
)


def _ranks(present: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Running number of each place that is present, -1 elsewhere."""
    return np.where(present, np.cumsum(present) - 1, -1)


class _Types:
    """Arsenal card types as features: numbered within the decks of each side."""

    def __init__(self, tables: Any) -> None:
        seats = int(tables.seats)
        self.side = np.array(tables.side[:seats], np.int64)
        exists = np.array(tables.role[: seats * UNITS]) > 0
        home_side = np.repeat(self.side, UNITS)
        self.rank: list[NDArray[np.int64]] = [
            _ranks(exists & (home_side == side)) for side in range(2)
        ]
        self.count = max(int(rank.max()) + 1 for rank in self.rank)

    def own(self, seat: int) -> NDArray[np.int64]:
        """[type]: its number among the decks of the seat's side."""
        return self.rank[int(self.side[seat])]

    def enemy(self, seat: int) -> NDArray[np.int64]:
        """[type]: its number among the decks of the other side."""
        return self.rank[1 - int(self.side[seat])]

    def by_relation(self, seat: int) -> NDArray[np.int64]:
        """[holder, type]: mine, then my allies', then my enemies', each `count` features."""
        rows = []
        for holder, side in enumerate(self.side):
            if side != self.side[seat]:
                rank, block = self.enemy(seat), 2
            else:
                rank, block = self.own(seat), 0 if holder == seat else 1
            rows.append(np.where(rank >= 0, rank + block * self.count, -1))
        return np.stack(rows)


def _add_cards(build: Builder, tables: Any) -> tuple[NDArray[np.int64], ...]:
    """The cards' features; returns those of each card of the own side, and of the enemy."""
    types = _Types(tables)
    seats = range(len(types.side))
    every_relation = np.stack([types.by_relation(seat) for seat in seats])
    deployed, alive = (
        build.add(build.numbers(piece), every_relation, HALF)
        for piece in (Piece.DEPLOYED, Piece.ALIVE)
    )
    mine = np.stack([np.where(types.side == types.side[s], 1, 0) for s in seats])[:, :, None]
    own = np.stack([types.own(seat) for seat in seats])
    enemy = np.stack([types.enemy(seat) for seat in seats])
    unfired = build.add(build.numbers(Piece.UNFIRED), np.where(mine, own[:, None, :], -1), HALF)
    shooter = build.add(build.numbers(Piece.SHOOTER), own, FLAG)
    need = build.add(build.numbers(Piece.NEED), enemy, CHANCE)
    both = np.where(own >= 0, own, np.where(enemy >= 0, enemy + types.count, -1))
    discard = build.add(build.numbers(Piece.DISCARD), both, QUARTER)
    in_hand = np.stack([own[seat, seat * UNITS : (seat + 1) * UNITS] for seat in seats])
    hand = build.add(build.numbers(Piece.HAND), in_hand, HALF)
    n = types.count
    card = np.arange(n)[:, None]
    ours = [deployed, deployed + n, alive, alive + n, unfired, shooter, discard, hand]
    theirs = [deployed + 2 * n, alive + 2 * n, need, discard + n]
    return card + np.array(ours), card + np.array(theirs)


def _add_conflict(build: Builder, tables: Any) -> None:
    seats = int(tables.seats)
    theatre = np.array(tables.theatre[:seats], np.int64)
    plays = _ranks(np.array(tables.verb[: int(tables.theatres)]).reshape(-1) > 0).reshape(
        int(tables.theatres), -1
    )
    active = plays[theatre]  # a row is of the deck of the asked seat's theatre
    build.add(build.numbers(Piece.PLAY), active, FLAG)
    side = np.array(tables.side[:seats], np.int64)
    held = np.where((side[:, None] == side)[:, :, None], plays[theatre][None], -1)
    build.add(build.numbers(Piece.RETAINED), held, HALF)
    battles = _ranks(np.array(tables.present[: 12 * int(tables.theatres)]) > 0)
    many = int(battles.max()) + 1
    build.add(build.numbers(Piece.BATTLE), battles, FLAG)
    rows = [np.where(battles >= 0, battles + row * many, -1) for row in range(4)]
    build.add(build.numbers(Piece.PLACE)[:4], np.stack(rows), FLAG)
    build.add(build.numbers(Piece.RETURNED), battles, FLAG)


def _add_fight(build: Builder) -> None:
    fight = build.numbers(Piece.FIGHT)
    for part, options in (
        (Fight.MODE, 4),
        (Fight.FIELD, THEATRES),
        (Fight.ATTACK_SIDE, 2),
        (Fight.DECISIVE, 3),
        (Fight.PHASE, PHASES),
        (Fight.FIRING, 2),
    ):
        build.choice(int(fight[part]), options)
    rest = np.array([fight[part] for part in (Fight.ROUND, Fight.NEXTS, Fight.YIELDS, Fight.KILL)])
    build.add(rest, np.arange(4), QUARTER)


def new_plan(game: Game) -> Plan:
    """The feature plan of a game of Battlecards."""
    tables = game.loaded.tables  # type: ignore[attr-defined]
    seats, theatres = int(tables.seats), int(tables.theatres)
    build = Builder(layout(seats, theatres), shapes(seats, theatres), seats)
    for piece in (Piece.PROMPT, Piece.OBSERVER, Piece.TURN, Piece.VANQUISHED, Piece.EXPELLED):
        build.plain(piece, FLAG)
    for piece in (Piece.KINDS, Piece.ATTACKERS, Piece.DEFENDERS, Piece.WILLING, Piece.VICTOR):
        build.plain(piece, FLAG)
    build.plain(Piece.RETAINED_COUNT, HALF)
    for piece in (Piece.COURSE, Piece.DEALS):
        build.plain(piece, QUARTER)
    for piece in (Piece.FRONT, Piece.HIDDEN):
        build.plain(piece, TENTH)
    for piece in (Piece.ROUND, Piece.POINTS, Piece.TARGET, Piece.ARSENAL, Piece.CONFLICT_DECK):
        build.plain(piece, FORTIETH)
    _add_fight(build)
    _add_conflict(build, tables)
    blocks = _add_cards(build, tables)
    points, target = int(build.begin[Piece.POINTS]), int(build.begin[Piece.TARGET])
    lead = np.tile([points, points + 2, target], (seats, 1))
    observer = int(build.begin[Piece.OBSERVER])
    return Plan(
        build.size, build.target, build.curve, curves(), build.width, lead, blocks, observer
    )
