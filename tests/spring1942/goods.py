"""Plain models of phases 1 and 5: everything that can be bought, and where it can be placed."""

from collections.abc import Iterator
from typing import Any

# P2, in the order of the pieces: infantry, artillery, tank, AA gun, fighter, bomber, submarine,
# destroyer, cruiser, carrier, battleship, transport, complex
PRICES = (3, 4, 5, 6, 10, 12, 6, 8, 12, 14, 20, 7, 15)
LAND, FIGHTER, BOMBER, CARRIER, COMPLEX = (0, 1, 2, 3), 4, 5, 9, 12
AT_ONCE = 20  # most that one choice counts


class Shop:
    """Phase 1: a position is the IPCs in hand, the damage on own complexes and what was bought."""

    def __init__(self, turn: Any) -> None:
        s, me = turn.state, int(turn.state.turn)
        hurt = tuple(
            (x, int(s.damage[x]))
            for x in range(turn.tables.n_land)
            if s.damage[x] and s.owner[x] == me
        )
        self.start = (int(s.ipcs[me]), hurt, ())

    def tree(self, at: Any) -> Any:
        """P1, P4: each kind with each number that the IPCs buy, each repair they pay."""
        ipcs, hurt, bought = at
        found: Any = {"done": "end"}
        for kind, price in enumerate(PRICES):
            numbers = range(1, min(AT_ONCE, ipcs // price) + 1)
            if numbers:
                found[kind] = {n: (ipcs - n * price, hurt, _more(bought, kind, n)) for n in numbers}
        for x, damage in hurt:
            numbers = range(1, min(AT_ONCE, damage, ipcs) + 1)
            if numbers:
                found["repair", x] = {n: (ipcs - n, _less(hurt, x, n), bought) for n in numbers}
        return found


class Yard:
    """Phase 5: a position is what waits, what each complex made, fighters and decks at sea.

    Positions in which a fighter at sea waits for a new carrier are not for this model.
    """

    def __init__(self, turn: Any) -> None:
        t, s = turn.tables, turn.state
        self.t, me = t, int(s.turn)
        self.own = [x for x in range(t.n_land) if int(s.owner[x]) == me == int(s.owner_at_start[x])]
        self.value = {x: int(t.ipc[x]) for x in self.own}
        self.room = {x: self.value[x] - int(s.damage[x]) for x in self.own if s.complex[x] == 1}
        self.bare = [x for x in self.own if s.complex[x] == 0 and self.value[x] > 0]
        friends = [p for p in range(t.n_powers) if t.side[p] == t.side[me]]
        decks = tuple(
            (z, 2 * sum(int(s.army[z, p, CARRIER]) for p in friends)
             - sum(int(s.army[z, p, FIGHTER]) for p in friends))
            for z in range(t.n_land, t.n_spaces)
        )  # fmt: skip
        made = tuple((x, int(s.produced[x])) for x in self.room)
        waits = tuple((u, int(n)) for u, n in enumerate(s.purchased) if n)
        self.start = (waits, made, decks, ())

    def near(self, x: int) -> list[int]:
        return [int(y) for y in self.t.neighbour[x, : self.t.degree[x]]]

    def tree(self, at: Any) -> Any:
        """M1-M7: each waiting kind, where it can stand, through which complex, how many."""
        waits = at[0]
        if not waits:
            return {"only": "end"}  # nothing is asked any more
        found: Any = {"done": "end"}
        for kind, number in waits:
            for place, source, most in self.places(at, kind):
                way = found.setdefault(kind, {}).setdefault(place, {}).setdefault(source, {})
                for n in range(1, min(most, number, AT_ONCE) + 1):
                    way[n] = self.placed(at, kind, place, source, n)
        return found

    def places(self, at: Any, kind: int) -> Iterator[tuple[int, int, int]]:
        """(space, complex, how many at most) for a kind."""
        _, made, decks, built = at
        if kind == COMPLEX:
            yield from ((x, x, 1) for x in self.bare if x not in built)
            return
        for x, n in made:
            free = self.room[x] - n
            if free <= 0:
                continue
            if kind in (*LAND, FIGHTER, BOMBER):
                yield x, x, free
            for z in self.near(x) if kind not in (*LAND, BOMBER) else ():
                if z >= self.t.n_land:
                    most = min(free, dict(decks)[z]) if kind == FIGHTER else free
                    if most > 0:
                        yield z, x, most

    def placed(self, at: Any, kind: int, place: int, source: int, n: int) -> Any:
        waits, made, decks, built = at
        if kind == COMPLEX:
            return _less(waits, kind, 1), made, decks, (*built, place)
        if kind == CARRIER:
            decks = _less(decks, place, -2 * n)
        elif kind == FIGHTER and place >= self.t.n_land:
            decks = _less(decks, place, n, keep=True)
        return _less(waits, kind, n), _less(made, source, -n), decks, built


def _less(counts: Any, key: int, n: int, keep: bool = False) -> Any:
    """Counts with n fewer of one; what reaches nothing drops out unless kept."""
    left = [(k, m - n if k == key else m) for k, m in counts]
    return tuple((k, m) for k, m in left if m > 0 or keep or k != key)


def _more(counts: Any, key: int, n: int) -> Any:
    """Counts with n more of one."""
    found = dict(counts)
    found[key] = found.get(key, 0) + n
    return tuple(sorted(found.items()))
