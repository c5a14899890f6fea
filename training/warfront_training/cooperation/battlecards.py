"""What allies of Battlecards do for each other, counted while games are played."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.battlecards.actions import Act
from warfront.battlecards.pieces import Piece, layout, shapes
from warfront.battlecards.state import Mode, Place, Prompt
from warfront.battlecards.tables import BATTLES, UNITS
from warfront.game import Game

Rows = NDArray[np.intp]
Bits = NDArray[np.int64]
Flags = NDArray[np.bool_]
NO_BATTLE = -1
ATTACKING, DEFENDING = 0, 1


@dataclass(frozen=True)
class _Fight:
    """A battle that is on: card, attacking side, bits of [attackers, defenders], who has aid."""

    battle: int
    side: int
    seats: tuple[int, int]
    aided: tuple[bool, bool]


class BattlecardsWatch:
    """Counts aid, joint attacks, battles and liberations; every array begins with [games].

    A battle is one in which both sides have units; raids are none. It is aided for a side when a
    card of an ally's Arsenal stands in that side's lines as it begins.

    Attributes:
        aid_packages, aid_cards: int32 [games, giver, receiver].
        offered, joined: int32 [games, seat], calls to a battle that an ally may fight too, and
            those the seat said yes to.
        battles: int32 [games, side, 0 attacking 1 defending, aided, won].
        parties: int32 [games, side, number of seats that attacked, won].
        freed: int32 [games, liberator, freed seat]; all seats of a battle have freed whom it frees.
        fallen: int32 [games, seat], times it was vanquished or driven out.
    """

    def __init__(self, game: Game, games: int) -> None:
        """Make room for so many games of all seatings together."""
        tables: Any = game.loaded.tables  # type: ignore[attr-defined]
        self._n = n = len(game.spec.seats)
        self._side = np.asarray(tables.side[:n]).astype(np.int64)
        self._battles = int(tables.theatres) * BATTLES
        self._places = layout(n, int(tables.theatres))
        self._shapes = shapes(n, int(tables.theatres))
        self.aid_packages = np.zeros((games, n, n), np.int32)
        self.aid_cards = np.zeros((games, n, n), np.int32)
        self.offered = np.zeros((games, n), np.int32)
        self.joined = np.zeros((games, n), np.int32)
        self.battles = np.zeros((games, 2, 2, 2, 2), np.int32)
        self.parties = np.zeros((games, 2, n + 1, 2), np.int32)
        self.freed = np.zeros((games, n, n), np.int32)
        self.fallen = np.zeros((games, n), np.int32)
        self._open: list[_Fight | None] = []  # [place in the batch]

    def before(self, batch: Any, rows: Rows, games: Rows, actions: NDArray[np.int32]) -> None:
        """Note what is decided, and keep what the step may change."""
        self._open = self._open or [None] * batch.n
        states, chosen = batch.states[rows], actions[rows]
        seat, prompt = states["seat"].astype(np.int64), states["prompt"]
        self._note_aid(states, games, seat, prompt, chosen)
        self._note_offers(states, games, seat, prompt, chosen)
        self._out = _out(states, self._n)
        self._actors = states["willing"].astype(np.int64) | 1 << seat

    def after(self, batch: Any, rows: Rows, games: Rows) -> None:
        """Note which battles have begun and ended, and who fell and came back."""
        ended = (batch.terminated | batch.truncated)[rows]
        states = batch.states[rows]
        out = _out(states, self._n)
        finals = {i: self._final(batch, int(rows[i])) for i in np.flatnonzero(ended).tolist()}
        for i, (_, outside) in finals.items():
            out[i] = outside
        self._note_fates(rows, games, out)
        fights = (states["mode"] != Mode.NONE) & (states["mode"] != Mode.RAID)
        fights &= (states["attackers"] != 0) & ~ended
        for i, row in enumerate(rows.tolist()):
            fight = self._open[row]
            if fight is not None and not (fights[i] and states["battle"][i] == fight.battle):
                place = finals[i][0] if i in finals else states["place"][i]
                self._note_end(int(games[i]), fight, int(place[fight.battle]))
                self._open[row] = fight = None
            if fight is None and fights[i]:
                self._open[row] = self._fight(states[i])

    def _note_aid(
        self, states: Any, games: Rows, seat: Bits, prompt: Bits, chosen: NDArray[np.int32]
    ) -> None:
        opens = (prompt == Prompt.TURN_START) & (chosen >= Act.SEAT) & (chosen < Act.RAID)
        ally = chosen[opens] - Act.SEAT
        np.add.at(self.aid_packages, (games[opens], seat[opens], ally), 1)
        sends = (prompt == Prompt.AID) & (chosen >= Act.CARD)
        np.add.at(self.aid_cards, (games[sends], seat[sends], states["aid_to"][sends]), 1)

    def _note_offers(
        self, states: Any, games: Rows, seat: Bits, prompt: Bits, chosen: NDArray[np.int32]
    ) -> None:
        others = (states["pending"] | states["willing"]) & ~(1 << seat)
        joint = (prompt == Prompt.EXECUTE) & (others != 0)
        np.add.at(self.offered, (games[joint], seat[joint]), 1)
        yes = joint & (chosen == Act.EXECUTE)
        np.add.at(self.joined, (games[yes], seat[yes]), 1)

    def _fight(self, state: Any) -> _Fight:
        """The battle that has begun here."""
        first, lines = int(state["lines"][0]), int(state["lines"].sum())
        owner = state["owner"][:lines].astype(np.int64)
        home = state["type"][:lines].astype(np.int64) // UNITS
        lent = (home != owner) & (self._side[home] == self._side[owner])
        seats = int(state["attackers"]), int(state["defenders"])
        aided = bool(lent[:first].any()), bool(lent[first:].any())
        return _Fight(int(state["battle"]), int(state["attack_side"]), seats, aided)

    def _note_end(self, game: int, fight: _Fight, place: int) -> None:
        won = int(place == Place.AXIS + fight.side)
        for role, side, wins in (
            (ATTACKING, fight.side, won),
            (DEFENDING, 1 - fight.side, 1 - won),
        ):
            self.battles[game, side, role, int(fight.aided[role]), wins] += 1
        self.parties[game, fight.side, fight.seats[0].bit_count(), won] += 1

    def _note_fates(self, rows: Rows, games: Rows, out: Flags) -> None:
        i, seat = np.nonzero(out & ~self._out)
        np.add.at(self.fallen, (games[i], seat), 1)
        i, seat = np.nonzero(~out & self._out)
        for row, freed in zip(i.tolist(), seat.tolist(), strict=True):
            fight = self._open[int(rows[row])]
            liberators = fight.seats[0] if fight is not None else int(self._actors[row])
            for liberator in range(self._n):
                if liberators >> liberator & 1:
                    self.freed[games[row], liberator, freed] += 1

    def _final(self, batch: Any, row: int) -> tuple[Bits, Flags]:
        """Places [battles] of the Battlecards and who is out at the end of a finished game."""
        seen = batch.final_observations[row].astype(np.int64)
        side = int(self._side[batch.final_seats[row]])
        where = np.array(
            (Place.DECK, Place.DISCARD, Place.AXIS + side, Place.ALLIES - side, Place.ACTIVE)
        )
        at = self._piece(seen, Piece.PLACE)
        out = self._piece(seen, Piece.VANQUISHED) | self._piece(seen, Piece.EXPELLED)
        return where[at.argmax(0)], out != 0

    def _piece(self, seen: Bits, piece: Piece) -> Bits:
        return seen[self._places[piece] : self._places[piece + 1]].reshape(self._shapes[piece])


def _out(states: Any, seats: int) -> Flags:
    """Who is vanquished or driven out, [rows, seats]."""
    return np.asarray((states["vanquished"][:, :seats] != 0) | (states["expelled"][:, :seats] != 0))
