"""One space and what is around it: its neighbours, and what could come there in one move.

A move is reckoned as the board stands: from where pieces are, by the moves of their kinds, with
canals, enemies in the way, and a place to land for aircraft (own carriers wherever they may sail).
What moved already this turn, and how many find room on a carrier, is not looked at.
"""

from collections.abc import Callable, Iterator
from typing import Any

from warfront.spring1942.data import Loaded
from warfront.spring1942.page import Page, Words, count, each
from warfront.spring1942.tables import LAND_UNITS, UNITS, Domain, Unit
from warfront.spring1942.text import SHORT, Table

FIRST = 12  # columns of a power's name


def near(loaded: Loaded, state: Any, s: int, colour: bool = False) -> str:
    """A space, those next to it and who could come, as tables.

    Args:
        loaded: the components of the game.
        state: a LAYOUT record with attributes.
        s: the space.
        colour: every power in its colour, by ANSI escapes.
    """
    table = Table(loaded, state, Page(loaded.powers, colour))
    page = table.page
    lines = [f"{loaded.spaces[s]}: {loaded.scenario.board.spaces[s].name}", *table.space(s, True)]
    lines += ["", *page.rule("next to it")]
    for other in near_by(loaded, s):
        lines += table.space(other, True)
    found = [
        (power, parts)
        for p, power in enumerate(loaded.powers)
        if (parts := _comers(loaded, state, s, p))
    ]
    lines += ["", *page.rule("could come there in one move, as the board stands")]
    for power, parts in found:
        row = page.ink(f"  {power:<{FIRST - 3}}", power)
        lines += page.flow(row, each(parts, ";"), FIRST, FIRST - 1)
    return "\n".join(line.rstrip() for line in [*lines, *([] if found else ["  nobody"])]) + "\n"


def near_by(loaded: Loaded, s: int) -> list[int]:
    """The neighbours of a space."""
    found: list[int] = loaded.tables.neighbour[s, : loaded.tables.degree[s]].tolist()
    return found


def reach(loaded: Loaded, state: Any, s: int, p: int) -> Iterator[tuple[int, int]]:
    """Where units of a power stand that could come to a space in one move, kind by kind.

    Args:
        loaded: the components of the game.
        state: a LAYOUT record with attributes.
        s: the space.
        p: the power.

    Yields:
        The space they stand in, and the kind.
    """
    way = _Way(loaded, state, p)
    for e in range(int(loaded.tables.n_spaces)):
        for u in range(UNITS):
            if e != s and state.army[e, p, u] and way.can_come(u, e, s):
                yield e, u


def _comers(loaded: Loaded, state: Any, s: int, p: int) -> list[Words]:
    """`3 inf, 1 tank from russia`, place by place."""
    groups: dict[int, Any] = {}
    for e, u in reach(loaded, state, s, p):
        groups.setdefault(e, [0] * UNITS)[u] = int(state.army[e, p, u])
    return [
        (f"{count(numbers, SHORT)} from {loaded.spaces[e]}", loaded.powers[p])
        for e, numbers in groups.items()
    ]


class _Way:
    """Where the units of one power may go."""

    def __init__(self, loaded: Loaded, state: Any, p: int) -> None:
        self.tables, self.state = loaded.tables, state
        n, powers = int(self.tables.n_spaces), range(len(loaded.powers))
        side = self.tables.side
        foes = [q for q in powers if side[q] != side[p]]
        friends = [q for q in powers if side[q] == side[p]]
        sea = [bool(wet) for wet in self.tables.is_sea[:n]]
        enemy = state.army[:n, foes].astype(int).sum(1)  # [spaces, units]
        ships = enemy[:, Unit.SUBMARINE : Unit.BATTLESHIP + 1].sum(1)
        self.sea = sea
        self.friendly = [not sea[s] and int(state.owner[s]) in friends for s in range(n)]
        self.held = [bool(enemy[s].any() or state.complex[s]) for s in range(n)]
        self.ships = [bool(number) for number in ships]
        self.destroyers = [bool(row[Unit.DESTROYER]) for row in enemy]
        self.decks = {s for s in range(n) if sea[s] and state.army[s, friends, Unit.CARRIER].any()}
        move = int(self.tables.move[Unit.CARRIER])
        for s in [z for z in self.decks if state.army[z, p, Unit.CARRIER]]:
            self.decks |= self._walked(s, move, lambda t: self.sea[t], self._lets_sail)

    def can_come(self, u: int, e: int, s: int) -> bool:
        """Whether a unit of that kind comes from e to s."""
        domain, move = int(self.tables.domain[u]), int(self.tables.move[u])
        if domain == Domain.AIR:
            return self._can_fly(u, e, s, move)
        if u < LAND_UNITS:
            reached = self._walked(e, move, lambda t: not self.sea[t], self._lets_march)
            return s in reached and not self.sea[s] and (u != Unit.AA_GUN or self.friendly[s])
        lets = self._lets_dive if u == Unit.SUBMARINE else self._lets_sail
        zones = self._walked(e, move, lambda t: self.sea[t], lets)
        if u == Unit.TRANSPORT and not self.sea[s]:
            coast = {int(z) for z in self.tables.neighbour[s, : self.tables.degree[s]]}
            return bool(coast & {e, *zones})
        return s in zones

    def _lets_march(self, t: int) -> bool:
        return self.friendly[t] or not self.held[t]

    def _lets_sail(self, t: int) -> bool:
        return not self.ships[t]

    def _lets_dive(self, t: int) -> bool:
        return not self.destroyers[t]

    def _walked(
        self, e: int, move: int, ground: Callable[[int], bool], lets: Callable[[int], bool]
    ) -> set[int]:
        """Spaces within so many steps over a ground, through those that let pieces on."""
        reached, edge = {e}, {e}
        for _ in range(move):
            edge = {
                int(t)
                for a in edge
                for k, t in enumerate(self.tables.neighbour[a, : self.tables.degree[a]])
                if ground(int(t)) and self._is_open(a, k)
            } - reached
            reached |= edge
            edge = {t for t in edge if lets(t)}
        return reached - {e}

    def _is_open(self, a: int, k: int) -> bool:
        """Whether no closed canal lies on the way to a neighbour."""
        canal = int(self.tables.canal[a, k])
        if canal < 0:
            return True
        return all(self.friendly[t] for t in self.tables.canal_land[canal] if t >= 0)

    def _can_fly(self, u: int, e: int, s: int, move: int) -> bool:
        """There and on to where it may land: friendly land, or a deck for a fighter."""
        there = int(self.tables.dist[e, s])
        if there > move:
            return False
        for t in range(len(self.sea)):
            lands = self.friendly[t] or (u == Unit.FIGHTER and t in self.decks)
            if lands and there + int(self.tables.dist[s, t]) <= move:
                return True
        return False
