"""What really fires at decisions of Spring 1942: `count_hits` itself, listened to in plain Python.

Run as a script with NUMBA_DISABLE_JIT=1: reads rows `{"settings", "before", "action"}` as JSON
from standard input, `before` with its dice scripted, and writes for each its volleys
`[who, value, dice]` in the order in which they fell. Compiled kernels cannot be listened to.
"""

import json
import sys
from typing import Any

import warfront
from warfront.spring1942 import aa_fire, amphibious, fire, raid
from warfront.spring1942.volleys import GUNS

# The modules that call it, each by a name of its own.
FIRING: tuple[Any, ...] = (fire, amphibious, aa_fire, raid)


class Listener:
    """Stands before `count_hits` and before who calls it for a power."""

    def __init__(self) -> None:
        self.volleys: list[tuple[str, int, list[int]]] = []
        self.seats: tuple[str, ...] = ()
        self.power: int | None = None
        self._count, self._unit = fire.count_hits, fire.fire_unit
        for module in FIRING:
            module.count_hits = self.count
        fire.fire_unit = self.unit
        raids: Any = raid
        self._roll = raids.roll
        raids.roll = self.damage

    def unit(self, tables: Any, state: Any, army: int, p: int, u: int, n: int) -> int:
        self.power = int(p)
        hits = self._unit(tables, state, army, p, u, n)
        self.power = None
        return int(hits)

    def count(self, tables: Any, state: Any, n: int, value: int) -> int:
        at = int(state.dice_at)
        hits = self._count(tables, state, n, value)
        dice = [int(die) for die in state.dice[at : int(state.dice_at)]]
        assert len(dice) == n, "dice that nobody scripted"
        bombards = sys._getframe(1).f_globals is vars(amphibious)
        power = int(state.turn) if bombards else self.power
        self.volleys.append((GUNS if power is None else self.seats[power], int(value), dice))
        return int(hits)

    def damage(self, tables: Any, state: Any) -> int:
        """A die that raiding bombers roll for damage: it hits at no number."""
        die = int(self._roll(tables, state))
        self.volleys.append(("damage", 0, [die]))
        return die


def main() -> None:
    """Take every row's decision and tell what fired."""
    listener = Listener()
    games: dict[str, Any] = {}
    told = []
    for row in json.load(sys.stdin):
        settings = json.dumps(row["settings"])
        if settings not in games:
            games[settings] = warfront.make_game("spring1942", **row["settings"])
        game = games[settings]
        state = game.from_position(row["before"])
        listener.volleys, listener.seats = [], game.spec.seats
        game.step(state, row["action"])
        told.append(listener.volleys)
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()
