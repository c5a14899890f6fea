"""Every way to move in a phase, found by a plain model of the rules that shares no code with them.

A `World` is a small position as plain tuples. `World.moves` lists what one piece can do next, by
the words of the rule book; `reachable` follows all of them. Landings are judged only at the end.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from warfront.spring1942.grades import add_units
from warfront.spring1942.state import Did, Hold, Phase
from warfront.spring1942.tables import UNIT_DOMAIN, UNIT_NAMES, Unit

INFANTRY, TANK, GUN = int(Unit.INFANTRY), int(Unit.TANK), int(Unit.AA_GUN)
FIGHTER, BOMBER, SUB = int(Unit.FIGHTER), int(Unit.BOMBER), int(Unit.SUBMARINE)
DESTROYER, CARRIER, TRANSPORT = int(Unit.DESTROYER), int(Unit.CARRIER), int(Unit.TRANSPORT)
WARSHIPS = (7, 8, 9, 10)

Piece = tuple[int, int, int, bool]  # unit, space, movement left, announced to raid
Cargo = tuple[int, int, bool, bool]  # unit, whose, came aboard this turn, announced to land


@dataclass(frozen=True)
class Ship:
    """A transport."""

    owner: int
    space: int
    left: int
    cargo: tuple[Cargo, ...] = ()
    busy: bool = False  # loaded, moved or unloaded
    target: int = -1


@dataclass(frozen=True)
class World:
    """A position of the power on turn."""

    owners: tuple[int, ...]
    mine: tuple[Piece, ...]
    fleet: tuple[Ship, ...]
    guests: tuple[int, ...]  # where allied fighters are
    guns: tuple[int, ...]  # where enemy AA guns are


class Rules:
    """What may be done; everything that does not change is read off a `Turn`."""

    def __init__(self, turn: Any) -> None:
        self.t, s = turn.tables, turn.state
        self.me, self.phase = int(s.turn), int(s.phase)
        self.owner0 = [int(p) for p in s.owner_at_start]
        self.complexes = {x for x in range(self.t.n_land) if s.complex[x]}
        self.near = {
            x: [int(y) for y in self.t.neighbour[x, : self.t.degree[x]]]
            for x in range(self.t.n_spaces)
        }
        enemies = [p for p in range(self.t.n_powers) if not self.friend(p)]
        allies = [p for p in range(self.t.n_powers) if self.friend(p) and p != self.me]
        self.enemy = {
            x: {u for p in enemies for u in range(12) if s.army[x, p, u]} for x in self.near
        }
        self.ally_decks = {x: sum(int(s.army[x, p, CARRIER]) for p in allies) for x in self.near}
        self.steps = {x: self.flights(x) for x in self.near}

    def friend(self, p: int) -> bool:
        return bool(p >= 0 and self.t.side[p] == self.t.side[self.me])

    def sea(self, x: int) -> bool:
        return bool(x >= self.t.n_land)

    def hostile(self, z: int) -> bool:
        return any(u in self.enemy[z] for u in WARSHIPS)

    def flights(self, start: int) -> dict[int, int]:
        steps = {start: 0}
        edge = [start]
        while edge:
            x = edge.pop(0)
            for y in self.near[x]:
                if y not in steps:
                    steps[y] = steps[x] + 1
                    edge.append(y)
        return steps

    def open_way(self, a: int, b: int) -> bool:
        canal = int(self.t.canal[a, self.near[a].index(b)])
        if canal < 0:
            return True
        gates = [int(x) for x in self.t.canal_land[canal] if x >= 0]
        return all(self.friend(self.owner0[x]) for x in gates)

    # what can be done next

    def moves(self, w: World) -> Iterator[World]:
        for piece in set(w.mine):
            u, x, left, raiding = piece
            if left == 0 or raiding:
                continue
            rest = list(w.mine)
            rest.remove(piece)
            if UNIT_DOMAIN[u] == 0:
                yield from self.march(w, rest, u, x, left)
            elif UNIT_DOMAIN[u] == 2:
                yield from self.sail(w, rest, u, x, left)
            else:
                yield from self.fly(w, rest, u, x, left)
        for ship in set(w.fleet):
            others = list(w.fleet)
            others.remove(ship)
            for after, changed in self.work(w, ship):
                yield replace(changed, fleet=sort((*others, after)))

    def march(self, w: World, rest: list[Piece], u: int, x: int, left: int) -> Iterator[World]:
        for y in self.near[x]:
            if self.sea(y):
                continue
            if self.friend(w.owners[y]):
                if self.phase == Phase.COMBAT_MOVE and u == GUN:
                    continue
                yield replace(w, mine=sort((*rest, (u, y, left - 1, False))))
            elif self.phase == Phase.COMBAT_MOVE and u != GUN and not self.enemy[x] - {GUN}:
                yield self.invade(w, rest, u, y, left)

    def invade(self, w: World, rest: list[Piece], u: int, y: int, left: int) -> World:
        """Into hostile land: fight there, or take it at once and (a tank, if quite empty) go on."""
        fighters = self.enemy[y] - {GUN}
        empty = not fighters and y not in w.guns and y not in self.complexes
        after = (u, y, left - 1 if empty else 0, False)
        raided = any(p[3] and p[1] == y for p in rest)
        if fighters or raided:
            return replace(w, mine=sort((*rest, after)))
        owners = tuple(self.me if s == y else p for s, p in enumerate(w.owners))
        taken = [(GUN, y, 0, False)] * w.guns.count(y)
        return replace(
            w,
            owners=owners,
            mine=sort((*rest, after, *taken)),
            guns=tuple(g for g in w.guns if g != y),
        )

    def after_sailing(self, u: int, left: int, y: int) -> int:
        if not self.hostile(y) or (u == SUB and DESTROYER not in self.enemy[y]):
            return left - 1
        return 0

    def may_sail(self, u: int, x: int, y: int) -> bool:
        if not self.sea(y) or not self.open_way(x, y):
            return False
        return bool(self.phase == Phase.COMBAT_MOVE or u == SUB or not self.hostile(y))

    def sail(self, w: World, rest: list[Piece], u: int, x: int, left: int) -> Iterator[World]:
        for y in self.near[x]:
            if not self.may_sail(u, x, y):
                continue
            guests = list(w.guests)
            if u == CARRIER:
                decks = self.ally_decks[x] + sum(p[0] == CARRIER and p[1] == x for p in rest)
                landed = 0  # their places are taken (NCM13)
                if self.phase == Phase.NONCOMBAT:
                    landed = sum(p[:3] == (FIGHTER, x, 0) for p in rest)
                there = guests.count(x)
                for _ in range(min(2, there, there + landed - 2 * decks)):
                    guests.remove(x)
                    guests.append(y)
            after = (u, y, self.after_sailing(u, left, y), False)
            yield replace(w, mine=sort((*rest, after)), guests=tuple(sorted(guests)))

    def fly(self, w: World, rest: list[Piece], u: int, x: int, left: int) -> Iterator[World]:
        for y, steps in self.steps[x].items():
            if y == x or steps > left:
                continue
            if self.phase == Phase.NONCOMBAT:
                yield from self.fly_home(w, rest, u, y, left - steps)
                continue
            yield replace(w, mine=sort((*rest, (u, y, left - steps, False))))
            if u == BOMBER and y in self.complexes and not self.friend(w.owners[y]):
                yield replace(w, mine=sort((*rest, (u, y, left - steps, True))))

    def fly_home(self, w: World, rest: list[Piece], u: int, y: int, left: int) -> Iterator[World]:
        """Phase 4: on land only where it may land; on a free deck the move of both is over."""
        if not self.sea(y):
            if self.friend(self.owner0[y]) and self.friend(w.owners[y]):
                yield replace(w, mine=sort((*rest, (u, y, left, False))))
            return
        decks = [p for p in rest if p[0] == CARRIER and p[1] == y]
        there = [p for p in rest if p[0] == FIGHTER and p[1] == y]
        free = 2 * (len(decks) + self.ally_decks[y]) - w.guests.count(y)
        if u != FIGHTER or free <= len(there):
            yield replace(w, mine=sort((*rest, (u, y, left, False))))
            return
        landed = 1 + sum(p[2] == 0 for p in there)
        guests = w.guests.count(y)
        tired = sum(p[2] == 0 for p in decks) + self.ally_decks[y]
        pieces = [*rest, (u, y, 0, False)]
        for deck in sorted(p for p in decks if p[2] > 0):
            mobile = len(decks) + self.ally_decks[y] - tired
            riding = min(2 * mobile, guests, max(0, guests + landed - 2 * tired))  # with the others
            if 2 * tired - (guests - riding) >= landed:
                break
            pieces.remove(deck)
            pieces.append((CARRIER, y, 0, False))
            tired += 1
        yield replace(w, mine=sort(pieces))

    # transports

    def work(self, w: World, ship: Ship) -> Iterator[tuple[Ship, World]]:
        if not self.friend(ship.owner):
            return
        done = ship.target >= 0
        if ship.owner == self.me and ship.left > 0 and not done:
            for y in self.near[ship.space]:
                if self.may_sail(TRANSPORT, ship.space, y):
                    left = self.after_sailing(TRANSPORT, ship.left, y)
                    yield replace(ship, space=y, left=left, busy=True), w
        if not self.hostile(ship.space) and not done:
            yield from self.load(w, ship)
        if self.phase == Phase.COMBAT_MOVE or not self.hostile(ship.space):
            yield from self.unload(w, ship)

    def load(self, w: World, ship: Ship) -> Iterator[tuple[Ship, World]]:
        for piece in set(w.mine):
            u, x, left, _ = piece
            if UNIT_DOMAIN[u] != 0 or x not in self.near[ship.space] or left < self.t.move[u]:
                continue
            aboard = [c[0] for c in ship.cargo]
            if len(aboard) == 2 or (aboard and aboard[0] != INFANTRY and u != INFANTRY):
                continue
            if u == GUN and self.phase == Phase.COMBAT_MOVE:
                continue
            rest = list(w.mine)
            rest.remove(piece)
            cargo = sort((*ship.cargo, (u, self.me, True, False)))
            yield replace(ship, cargo=cargo, busy=True), replace(w, mine=tuple(rest))

    def unload(self, w: World, ship: Ship) -> Iterator[tuple[Ship, World]]:
        for piece in set(ship.cargo):
            u, whose, fresh, going = piece
            if whose != self.me or going or (fresh and ship.owner != self.me):
                continue
            for y in self.near[ship.space]:
                if self.sea(y) or ship.target not in (-1, y):
                    continue
                rest = list(ship.cargo)
                rest.remove(piece)
                if self.phase == Phase.COMBAT_MOVE:
                    if self.friend(w.owners[y]) or u == GUN:
                        continue
                    cargo = sort((*rest, (u, whose, fresh, True)))
                    yield replace(ship, cargo=cargo, busy=True, target=y), w
                elif self.friend(w.owners[y]):
                    after = replace(ship, cargo=sort(rest), busy=True, target=y)
                    yield after, replace(w, mine=sort((*w.mine, (u, y, 0, False))))


def sort(things: Any) -> Any:
    """In a fixed order."""
    return tuple(sorted(things, key=repr))


def world_of(turn: Any) -> World:
    """The position a record stands at."""
    t, s = turn.tables, turn.state
    me = int(s.turn)
    pieces: list[Piece] = []
    for x, u in product(range(t.n_spaces), range(11)):
        if s.army[x, me, u] == 0:
            continue
        for left, n in turn.spent(turn.game.spaces[x], UNIT_NAMES[u]).items():
            raid = int(s.raid[x, left]) if u == BOMBER and left < 6 else 0
            pieces += [(u, x, left, True)] * raid + [(u, x, left, False)] * (n - raid)
    allies = [p for p in range(t.n_powers) if t.side[p] == t.side[me] and p != me]
    enemies = [p for p in range(t.n_powers) if t.side[p] != t.side[me]]
    guests = [x for x in range(t.n_spaces) for p in allies for _ in range(s.army[x, p, FIGHTER])
              if x >= t.n_land]  # fmt: skip
    guns = [x for x in range(t.n_land) for p in enemies for _ in range(s.army[x, p, GUN])]
    return World(
        tuple(int(p) for p in s.owner[: t.n_spaces]),
        sort(pieces),
        sort(ship_of(row) for row in s.transports if row[Hold.OWNER] >= 0),
        tuple(sorted(guests)),
        tuple(sorted(guns)),
    )


def ship_of(row: Any) -> Ship:
    """A transport's row in plain words."""
    cargo = [
        (int(row[Hold.CARGO + k]), int(row[Hold.WHOSE + k]), bool(row[Hold.FRESH + k]),
         bool(row[Hold.GOING + k]))
        for k in range(2)
        if row[Hold.CARGO + k] >= 0
    ]  # fmt: skip
    return Ship(
        int(row[Hold.OWNER]), int(row[Hold.SPACE]), int(row[Hold.LEFT]), sort(cargo),
        bool(row[Hold.DID] & ~int(Did.FOUGHT)), int(row[Hold.TARGET]),
    )  # fmt: skip


def reachable(rules: Rules, start: World) -> set[World]:
    """Every position that moves one after the other lead to."""
    seen, edge = {start}, {start}
    while edge:
        edge = {after for world in edge for after in rules.moves(world)} - seen
        seen |= edge
    return seen


def put_back(turn: Any, w: World) -> None:
    """Make the record's aircraft, carriers and guests those of a world (for judging landings)."""
    t, s = turn.tables, turn.state
    me = int(s.turn)
    ally = next(p for p in range(t.n_powers) if t.side[p] == t.side[me] and p != me)
    s.army[:, me, :] = 0
    s.spent[:] = 0
    s.army[t.n_land : t.n_spaces, ally, FIGHTER] = 0
    for x in w.guests:
        s.army[x, ally, FIGHTER] += 1
    s.owner[: t.n_spaces] = w.owners
    for u, x, left, _ in w.mine:
        add_units(t, s, x, u, left, 1)
