"""The joint landing check (CM15, NCM14) against a brute force that tries every landing."""

from itertools import permutations, product

import numpy as np
import pytest

from spring1942.turns import Turn
from warfront.spring1942.landing import least_missing
from warfront.spring1942.places import capacity_left
from warfront.spring1942.state import Phase
from warfront.spring1942.turn import refresh

FIGHTER, BOMBER, CARRIER, DESTROYER, SUBMARINE = 4, 5, 9, 7, 6


class Brute:
    """Every carrier to every zone, every fighter to every place, by the rules' words."""

    def __init__(self, turn: Turn, frozen: bool) -> None:
        self.t, self.s, self.frozen = turn.tables, turn.state, frozen
        self.me = int(self.s.turn)
        n = int(self.t.n_spaces)
        self.lands, self.zones = range(self.t.n_land), range(self.t.n_land, n)
        self.allies = [
            p for p in range(self.t.n_powers) if self.side(p) == self.side(self.me) and p != self.me
        ]

    def side(self, p: int) -> int:
        return int(self.t.side[p])

    def mine(self, p: int) -> bool:
        return bool(p >= 0 and self.side(p) == self.side(self.me))

    def hostile(self, z: int) -> bool:
        return any(
            self.s.army[z, p, 7:11].sum() > 0 for p in range(self.t.n_powers) if not self.mine(p)
        )

    def enemies(self, z: int) -> bool:
        return any(self.s.army[z, p].sum() > 0 for p in range(self.t.n_powers) if not self.mine(p))

    def joined(self, z: int) -> bool:
        """Own units that can fight are there already: the battle is taken as won."""
        return bool(self.s.phase == Phase.COMBAT_MOVE and self.s.army[z, self.me, 4:11].sum() > 0)

    def open(self, a: int, b: int) -> bool:
        row = self.t.neighbour[a].tolist()
        canal = int(self.t.canal[a, row.index(b)])
        gates = [x for x in self.t.canal_land[canal].tolist() if x >= 0] if canal >= 0 else []
        return all(
            self.mine(int(self.s.owner[x])) and self.mine(int(self.s.owner_at_start[x]))
            for x in gates
        )

    def near(self, a: int) -> list[int]:
        return [
            z
            for z in self.t.neighbour[a, : self.t.degree[a]].tolist()
            if z in self.zones and self.open(a, z) and (not self.hostile(z) or self.joined(z))
        ]

    def carriers(self) -> list[tuple[int, list[int]]]:
        """Own carriers: where each stands, and where it can be at the end of phase 4."""
        found = []
        for z in self.zones:
            total = int(self.s.army[z, self.me, CARRIER])
            tired, slow = int(self.s.spent[z, 16]), int(self.s.spent[z, 17])
            for steps in [0] * tired + [1] * slow + [2] * (total - tired - slow):
                if self.s.phase == Phase.COMBAT_MOVE:
                    fights = self.hostile(z) or (self.s.engage[z] == 1 and self.enemies(z))
                    steps = 0 if fights or steps < 2 else 2
                ends = {z}
                for _ in range(0 if self.frozen else steps):
                    ends |= {b for a in ends for b in self.near(a)}
                found.append((z, sorted(ends)))
        return found

    def new_carriers(self) -> list[list[tuple[int, int]]]:
        ways = [
            (land, z)
            for land in self.lands
            if capacity_left(self.t, self.s, land) > 0
            for z in self.t.neighbour[land, : self.t.degree[land]].tolist()
            if z in self.zones
        ]
        return [[*ways, (-1, -1)]] * int(self.s.purchased[CARRIER])

    def aircraft(self) -> list[tuple[int, int, int]]:
        found = []
        for s in [*self.lands, *self.zones]:
            sea = s in self.zones
            for u, first, most in ((FIGHTER, 0 if sea else 5, 4), (BOMBER, 4 if sea else 9, 6)):
                moved = self.s.spent[s, first : first + most].tolist()
                rest = int(self.s.army[s, self.me, u]) - sum(moved)
                for left, n in enumerate([*moved, rest]):
                    found += [(u, s, left)] * int(n)
        return found

    def lands_on_land(self, s: int, left: int) -> bool:
        return any(
            self.t.dist[s, x] <= left
            and self.mine(int(self.s.owner[x]))
            and self.mine(int(self.s.owner_at_start[x]))
            for x in self.lands
        )

    def least(self) -> int:
        """The least number of aircraft that nothing can land."""
        need = [x for x in self.aircraft() if not self.lands_on_land(x[1], x[2])]
        bombers = sum(u == BOMBER for u, _, _ in need)
        fighters = sorted((s, left) for u, s, left in need if u == FIGHTER)
        best = len(fighters)
        own, new = self.carriers(), self.new_carriers()
        rooms = set()
        for order in permutations(range(len(own))):
            for ends in product(*[own[i][1] for i in order]):
                rooms.add(self.rooms([own[i][0] for i in order], list(ends)))
        for room in rooms:
            for ways in product(*new):
                sources = [land for land, _ in ways if land >= 0]
                if any(sources.count(x) > capacity_left(self.t, self.s, x) for x in sources):
                    continue
                more = dict(room)
                for land, z in ways:
                    if land >= 0:
                        more[z] = more.get(z, 0) + 2
                best = min(best, len(fighters) - self.most(fighters, more))
        return bombers + best

    def rooms(self, starts: list[int], ends: list[int]) -> frozenset[tuple[int, int]]:
        """Places for own fighters when carriers leave in this order, guests riding as they must."""
        carriers = {z: int(self.s.army[z, self.me, CARRIER]) for z in self.zones}
        allied = {z: sum(int(self.s.army[z, p, CARRIER]) for p in self.allies) for z in self.zones}
        guests = {z: sum(int(self.s.army[z, p, FIGHTER]) for p in self.allies) for z in self.zones}
        brought = dict.fromkeys(self.zones, 0)
        for a, b in zip(starts, ends, strict=True):
            if a == b:
                continue
            ride = min(2, max(0, guests[a] - 2 * (carriers[a] + allied[a] - 1)))
            carriers[a] -= 1
            guests[a] -= ride
            brought[b] += 2 - ride
        return frozenset(
            (z, max(0, 2 * (carriers[z] + allied[z]) - guests[z]) + brought[z]) for z in self.zones
        )

    def most(self, fighters: list[tuple[int, int]], room: dict[int, int]) -> int:
        """The most fighters that find a place, each tried everywhere."""
        if not fighters:
            return 0
        (s, left), rest = fighters[0], fighters[1:]
        best = 0
        for z, places in room.items():
            if places > 0 and self.t.dist[s, z] <= left:
                best = max(best, 1 + self.most(rest, {**room, z: places - 1}))
                if best == len(fighters):
                    return best
        return max(best, self.most(rest, room))


def scatter(rng: np.random.Generator, phase: Phase) -> Turn:
    """A small random board on the mini map."""
    names = ["germany", "uk", "japan", "usa"]
    turn = Turn(names[rng.integers(4)], phase, scenario="mini")
    t, s = turn.tables, turn.state
    me = int(s.turn)
    s.owner[: t.n_land] = rng.integers(4, size=t.n_land)
    s.owner_at_start[:] = s.owner
    taken = rng.integers(t.n_land)
    s.owner_at_start[taken] = rng.integers(4)
    zones = list(range(t.n_land, t.n_spaces))
    for _ in range(rng.integers(1, 5)):
        at = int(rng.choice(zones)) if rng.random() < 0.8 else int(rng.integers(t.n_land))
        left = int(rng.integers(5))
        s.army[at, me, FIGHTER] += 1
        if left < 4:
            s.spent[at, (0 if at in zones else 5) + left] += 1
    for _ in range(rng.integers(3)):
        at, left = int(rng.choice(zones)), int(rng.integers(3))
        s.army[at, me, CARRIER] += 1
        if left < 2:
            s.spent[at, 16 + left] += 1
    for p in range(t.n_powers):
        if p == me:
            continue
        for z in zones:
            roll = rng.random()
            if t.side[p] != t.side[me]:
                s.army[z, p, DESTROYER if roll < 0.15 else SUBMARINE] += roll < 0.3
            elif roll < 0.25:
                s.army[z, p, CARRIER] += 1
    for z in zones:  # guests that the decks there can hold
        friends = [p for p in range(t.n_powers) if t.side[p] == t.side[me]]
        decks = 2 * sum(int(s.army[z, p, CARRIER]) for p in friends)
        ally = next(p for p in friends if p != me)
        s.army[z, ally, FIGHTER] = rng.integers(min(decks, 3) + 1)
        if rng.random() < 0.2:
            s.engage[z] = 1
    if rng.random() < 0.4:
        s.purchased[CARRIER] = rng.integers(1, 3)
        for land in range(t.n_land):
            if s.owner[land] == me and rng.random() < 0.5:
                s.complex[land] = 1
                s.damage[land] = max(0, int(t.ipc[land]) - int(rng.integers(3)))
    refresh(t, s)
    return turn


@pytest.mark.parametrize("phase", [Phase.COMBAT_MOVE, Phase.NONCOMBAT])
@pytest.mark.parametrize("frozen", [0, 1])
def test_cm15_ncm14_landing_agrees_with_trying_everything(phase: Phase, frozen: int) -> None:
    rng = np.random.default_rng(int(phase) * 10 + frozen)
    found = set()
    for case in range(250):
        turn = scatter(rng, phase)
        want = Brute(turn, bool(frozen)).least()
        got = least_missing(turn.tables, turn.state, -1, frozen)
        assert got == want, f"board {case}: {got} missing, {want} by trying everything"
        for allowed in range(4):
            enough = least_missing(turn.tables, turn.state, allowed, frozen) <= allowed
            assert enough == (want <= allowed), f"board {case}, allowed {allowed}"
        found.add(want)
    assert {0, 1, 2} <= found
