"""Boards for the rule tests of phase 3: pieces where a test wants them, answers in words.

A `Board` is one state in conduct combat. The pieces of the power on turn stand where the combat
move has brought them; everything not mentioned is absent (or the opening's, with `opening=True`).
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Self

import numpy as np

from warfront.spring1942 import battle
from warfront.spring1942.actions import NUM_ACTIONS, SLOTS, Act
from warfront.spring1942.conquest import recount
from warfront.spring1942.data import Loaded, blank, load_tables, new_transport, opening, set_fleet
from warfront.spring1942.grades import add_units
from warfront.spring1942.state import Hold, Phase, Prompt
from warfront.spring1942.tables import GRADE_LEFT, GRADE_UNIT, UNIT_NAMES, Unit

Units = Mapping[str, Any]  # unit -> number; aircraft also as {left: number}
TRANSPORT = Unit.TRANSPORT.value


@cache
def loaded(scenario: str = "opening", **options: Any) -> Loaded:
    """A game's tables, built once."""
    return load_tables(scenario, options)


def unit(name: str) -> int:
    return UNIT_NAMES.index(name)


class Board:
    """One state in phase 3 with short words to fill, play and read it."""

    def __init__(self, turn: str, opening_board: bool = False, **options: Any) -> None:
        self.game = loaded(**options)
        self.tables = self.game.tables
        self.states = opening(self.game)
        if not opening_board:
            fresh = blank(self.game)
            fresh[0].owner[:] = self.states[0].owner
            self.states = fresh
        self.state: Any = self.states[0]
        self.state.turn = self.power(turn)
        self.state.phase = Phase.COMBAT
        self.state.owner_at_start[:] = self.state.owner
        self.state.rng = np.uint64(88172645463325252)
        recount(self.tables, self.state)

    def power(self, name: str) -> int:
        return self.game.powers.index(name)

    def at(self, space: str) -> int:
        return self.game.spaces.index(space)

    # filling

    def hold(self, power: str, *spaces: str) -> Self:
        """These territories are held by a power since before this turn."""
        for space in spaces:
            self.state.owner[self.at(space)] = self.power(power)
            self.state.owner_at_start[self.at(space)] = self.power(power)
        recount(self.tables, self.state)
        return self

    def put(self, space: str, power: str, **units: Any) -> Self:
        """Add units; aircraft of the power on turn may be given as {movement left: number}."""
        s, p = self.at(space), self.power(power)
        for name, number in units.items():
            if name == "transport":
                for _ in range(number):
                    self.ship(space, power)
            elif name == "complex":
                self.state.complex[s] = number
            elif isinstance(number, dict):
                for left, n in number.items():
                    add_units(self.tables, self.state, s, unit(name), left, n)
            else:
                self.state.army[s, p, unit(name)] += number
        return self

    def ship(
        self, space: str, power: str, *cargo: str, to: str = "", of: str = "", did: int = 0
    ) -> Self:
        """Add a transport with cargo (of another power: `of`), announced to land at `to`."""
        p, s = self.power(power), self.at(space)
        row = new_transport(self.tables, p, s, int(self.state.turn))
        row[Hold.DID] = did
        if to:
            row[Hold.TARGET] = self.at(to)
        for k, name in enumerate(sorted(cargo, key=unit, reverse=True)):
            row[Hold.CARGO + k] = unit(name)
            row[Hold.WHOSE + k] = self.power(of or power)
            row[Hold.GOING + k] = 1 if to else 0
        rows = [r.tolist() for r in self.state.transports if r[Hold.OWNER] >= 0]
        set_fleet(self.state, [*rows, row])
        self.state.army[self.at(space), self.power(power), TRANSPORT] += 1
        return self

    def came(self, space: str, *origins: str) -> Self:
        """Attackers of a space came by land or sea from these neighbours."""
        for origin in origins:
            row = self.tables.neighbour[self.at(space)].tolist()
            self.state.came_from[self.at(space)] |= 1 << row.index(self.at(origin))
        return self

    def raiders(self, space: str, number: int = 1, left: int = 2) -> Self:
        """Bombers of the power on turn that are announced to raid."""
        add_units(self.tables, self.state, self.at(space), unit("bomber"), left, number)
        self.state.raid[self.at(space), left] += number
        return self

    def engage(self, zone: str) -> Self:
        """The power on turn has chosen to attack the submarines and transports of a zone."""
        self.state.engage[self.at(zone)] = 1
        return self

    def dice(self, *values: int) -> Self:
        """The next dice."""
        self.state.dice[: len(values)] = values
        self.state.dice_n, self.state.dice_at = len(values), 0
        return self

    # playing

    def run(self, *answers: str) -> Self:
        """Fight on; each real choice takes the next answer, all of which must be used."""
        left = list(answers)
        while battle.battle_step(self.tables, self.state):
            mask = self.mask()
            legal = mask.nonzero()[0]
            assert len(legal) > 0, f"nobody can answer {self.asked()}"
            if len(legal) == 1:
                action = int(legal[0])
            elif not left:
                return self
            else:
                action = self.action(left.pop(0))
            battle.battle_apply(self.tables, self.state, action)
        assert not left, f"not asked: {left}"
        return self

    def mask(self) -> Any:
        mask = np.zeros(NUM_ACTIONS, np.uint8)
        battle.battle_mask(self.tables, self.state, mask)
        return mask

    def action(self, words: str) -> int:
        offered = self.offers()
        assert words in offered, f"{self.asked()}: {words!r} is not among {sorted(offered)}"
        return offered[words]

    def offers(self) -> dict[str, int]:
        """What may be answered now, in words."""
        return {self.words(int(a)): int(a) for a in self.mask().nonzero()[0]}

    def words(self, action: int) -> str:
        """An action in the tests' words."""
        if action < Act.CARGO:
            return Act(action).name.lower()
        if action < Act.SPACE:
            return str(self.game.powers[action - Act.SEAT])
        if action < Act.UNIT:
            return str(self.game.spaces[action - Act.SPACE])
        if action < Act.GRADE:
            return UNIT_NAMES[action - Act.UNIT]
        if action < Act.COUNT:
            grade = action - Act.GRADE
            return f"{UNIT_NAMES[GRADE_UNIT[grade]]} {GRADE_LEFT[grade]}"
        return self.cargo(action - Act.TRANSPORT)

    def cargo(self, slot: int) -> str:
        """A transport by what it carries."""
        row = self.state.transports[slot]
        names = [UNIT_NAMES[row[Hold.CARGO + k]] for k in range(2) if row[Hold.CARGO + k] >= 0]
        return "transport with " + (" and ".join(names) or "nothing")

    # reading

    def asked(self) -> tuple[str, str]:
        """Who is asked what."""
        if self.state.prompt < 0:
            return "nobody", "nothing"
        seat = self.game.powers[self.state.seat]
        return seat, Prompt(self.state.prompt).name.lower()

    def is_over(self) -> bool:
        return bool(self.state.prompt < 0 and self.state.battle < 0)

    def units(self, space: str, power: str) -> dict[str, int]:
        """What a power has in a space."""
        found = self.state.army[self.at(space), self.power(power)]
        return {UNIT_NAMES[u]: int(n) for u, n in enumerate(found) if n}

    def force(self, power: str) -> dict[str, int]:
        """What a power has in the battle, unhit."""
        found = self.state.force[self.power(power)]
        return {UNIT_NAMES[u]: int(n) for u, n in enumerate(found) if n}

    def spent(self, space: str, name: str) -> dict[int, int]:
        """The movement that units of the power on turn have left: left -> number."""
        from warfront.spring1942.grades import count_grade

        most = int(self.tables.move[unit(name)])
        counts = {
            left: count_grade(self.tables, self.state, self.at(space), unit(name), left)
            for left in range(most + 1)
        }
        return {left: n for left, n in counts.items() if n}

    def owner(self, space: str) -> str:
        return str(self.game.powers[self.state.owner[self.at(space)]])

    def production(self, power: str) -> int:
        return int(self.state.production[self.power(power)])

    def ipcs(self, power: str) -> int:
        return int(self.state.ipcs[self.power(power)])

    def dice_left(self) -> int:
        return int(self.state.dice_n - self.state.dice_at)

    def transports(self, space: str, power: str) -> list[str]:
        """The transports of a power in a space, by cargo."""
        return [
            self.cargo(slot).removeprefix("transport with ")
            for slot in range(SLOTS)
            if self.state.transports[slot, Hold.OWNER] == self.power(power)
            and self.state.transports[slot, Hold.SPACE] == self.at(space)
        ]


def land_battle(
    attackers: Units, defenders: Units, dice: Iterable[int] = (), turn: str = "germany"
) -> Board:
    """Germans from Eastern Europe attack the Soviets in Belorussia (owner USSR)."""
    power = {"germany": "ussr", "ussr": "germany"}[turn]
    return (
        Board(turn)
        .hold(power, "belorussia")
        .hold(turn, "eastern_europe")
        .put("belorussia", turn, **attackers)
        .put("belorussia", power, **defenders)
        .came("belorussia", "eastern_europe")
        .dice(*dice)
    )


def sea_battle(
    attackers: Units, defenders: Units, dice: Iterable[int] = (), retreat: bool = False
) -> Board:
    """Germans attack the British in sz7; with a retreat they came from sz8."""
    board = Board("germany").put("sz7", "germany", **attackers).put("sz7", "uk", **defenders)
    if retreat:
        board.came("sz7", "sz8")
    return board.engage("sz7").dice(*dice)
