"""Whose land powers of Spring 1942 take and give back, counted while games are played."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.game import Game
from warfront.spring1942.pieces import Piece, layout

Rows = NDArray[np.intp]


class SpringWatch:
    """Counts territories that were freed; every array begins with [games].

    Attributes:
        freed: int32 [games, power whose turn it was, power that got its land back].
        fallen: int32 [games, power], territories of its own that it has lost to the enemy.
    """

    def __init__(self, game: Game, games: int) -> None:
        """Make room for so many games of all seatings together."""
        tables: Any = game.loaded.tables  # type: ignore[attr-defined]
        self._n = n = len(game.spec.seats)
        self._land = land = int(tables.n_land)
        self._original = np.asarray(tables.original[:land]).astype(np.int64)
        axis = [seat in game.spec.sides["axis"] for seat in game.spec.seats]
        self._side = np.array([*axis, -1])  # the last row is of nobody, number -1
        self._owner = slice(int(layout(tables)[Piece.OWNER]), int(layout(tables)[Piece.OWNER + 1]))
        self.freed = np.zeros((games, n, n), np.int32)
        self.fallen = np.zeros((games, n), np.int32)

    def before(self, batch: Any, rows: Rows, games: Rows, actions: NDArray[np.int32]) -> None:
        """Keep what the step may change."""
        self._was = batch.states["owner"][rows][:, : self._land].astype(np.int64)
        self._turn = batch.states["turn"][rows].astype(np.int64)

    def after(self, batch: Any, rows: Rows, games: Rows) -> None:
        """Note which territories have changed hands."""
        now = batch.states["owner"][rows][:, : self._land].astype(np.int64)
        ended = (batch.terminated | batch.truncated)[rows]
        for i in np.flatnonzero(ended).tolist():
            now[i] = self._final(batch.final_observations[int(rows[i])])
        own = self._original[None, :]
        hostile = self._side[self._was] != self._side[own]
        row, space = np.nonzero((now == own) & (self._was != own) & hostile & (own >= 0))
        np.add.at(self.freed, (games[row], self._turn[row], self._original[space]), 1)
        row, space = np.nonzero(
            (self._was == own) & (self._side[now] != self._side[own]) & (own >= 0)
        )
        np.add.at(self.fallen, (games[row], self._original[space]), 1)

    def _final(self, seen: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Who holds each territory at the end of a game that has ended, -1 nobody."""
        held = seen[self._owner].reshape(self._land, -1)
        return np.where(held.any(1), held.argmax(1), -1)
