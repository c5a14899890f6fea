"""What a seat may know as readable data: from the state, and the same from an observation."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.game import View
from warfront.spring1942.data import Loaded
from warfront.spring1942.fields import DID, FOUGHT, HIT_KINDS, PHASES, RESULTS
from warfront.spring1942.known import Known, known, number_of, read
from warfront.spring1942.names import COMPLEX, Names
from warfront.spring1942.pieces import SEA_FIRST, Piece
from warfront.spring1942.state import BattleStep, Engage, Hold, How, Naming, Prompt
from warfront.spring1942.tables import (
    GRADE_LEFT,
    GRADE_UNIT,
    SIDE_NAMES,
    SPENT_FIRST,
    UNIT_NAMES,
    UNITS,
    Unit,
)


def view(loaded: Loaded, state: Any, seat: int) -> View:
    """All that `seat` may know, with names, JSON-able.

    Args:
        loaded: the components of the game.
        state: a LAYOUT record with attributes.
        seat: the seat that looks.
    """
    return _Reader(loaded, known(loaded.tables, state, seat)).whole()


def decode(loaded: Loaded, observation: NDArray[Any]) -> View:
    """The view that an observation [observation_size] stands for."""
    return _Reader(loaded, read(loaded.tables, observation)).whole()


def _one(piece: NDArray[np.int64]) -> int:
    """The index of a one-hot piece, -1 when it is blank."""
    return int(piece.argmax()) if piece.any() else -1


def _units(counts: NDArray[np.int64], first: int = 0) -> dict[str, int]:
    """Counts of units from kind `first` on, by name."""
    return {UNIT_NAMES[first + int(u)]: int(counts[u]) for u in np.flatnonzero(counts)}


class _Reader:
    """Names what is known."""

    def __init__(self, loaded: Loaded, facts: Known) -> None:
        self.tables = loaded.tables
        self.names = Names(loaded)
        self.facts = facts
        self.turn = _one(facts[Piece.TURN])
        self.land = int(loaded.tables.n_land)

    def power(self, number: int) -> str | None:
        return self.names.powers[number] if number >= 0 else None

    def space(self, number: int) -> str | None:
        return self.names.spaces[number] if number >= 0 else None

    def number(self, piece: Piece, index: int = 0) -> int:
        return int(self.facts[piece][index])

    def whole(self) -> View:
        """The view."""
        facts = self.facts
        winner = self.number(Piece.RESULT) - 1
        grade = _one(facts[Piece.GRADE])
        unit = _one(facts[Piece.UNIT])
        return {
            "observer": self.power(_one(facts[Piece.OBSERVER])),
            "round": self.number(Piece.ROUND),
            "round_limit": self.number(Piece.ROUND, 1),
            "turn": self.power(self.turn),
            "phase": PHASES[_one(facts[Piece.PHASE])],
            "prompt": Prompt(_one(facts[Piece.PROMPT])).name.lower(),
            "seat": self.power(_one(facts[Piece.SEAT])),
            "winner": RESULTS[winner] if winner >= 0 else None,
            "how": How(self.number(Piece.RESULT, 1)).name.lower(),
            "here": self.space(_one(facts[Piece.HERE])),
            "there": self.space(_one(facts[Piece.THERE])),
            "unit": UNIT_NAMES[unit] if unit >= 0 else None,
            "grade": f"{UNIT_NAMES[GRADE_UNIT[grade]]}:{GRADE_LEFT[grade]}" if grade >= 0 else None,
            "transport": self.number(Piece.CHOSEN) - 1,
            "cargo": self.number(Piece.CHOSEN, 1) - 1,
            "stranded": self.number(Piece.CHOSEN, 2),
            "closing": bool(self.number(Piece.CHOSEN, 3)),
            "powers": {name: self.purse(p) for p, name in enumerate(self.names.powers)},
            "cities": {
                side: {"held": int(row[0]), "wanted": int(row[1])}
                for side, row in zip(SIDE_NAMES, facts[Piece.CITIES], strict=True)
            },
            "purchased": _units(facts[Piece.PURCHASED]),
            "spaces": {name: self.area(s) for s, name in enumerate(self.names.spaces)},
            "transports": [self.ship(row - 1) for row in facts[Piece.TRANSPORTS] if row[0]],
            "battle": self.battle(),
        }

    def purse(self, power: int) -> View:
        """Money of a power."""
        return {
            "side": SIDE_NAMES[int(self.tables.side[power])],
            "ipcs": number_of(self.facts[Piece.IPCS][power]),
            "production": number_of(self.facts[Piece.PRODUCTION][power]),
        }

    def area(self, s: int) -> View:
        """One space: units by power, and what happened there this turn."""
        facts, sea = self.facts, s >= self.land
        z = s - self.land
        stacks = facts[Piece.SEA][z] if sea else facts[Piece.LAND][s]
        first = SEA_FIRST if sea else 0
        found: View = {
            "units": {
                name: _units(stacks[p], first)
                for p, name in enumerate(self.names.powers)
                if stacks[p].any()
            }
        }
        moved = self.moved(s, facts[Piece.SEA_MOVED][z] if sea else facts[Piece.LAND_MOVED][s])
        if moved:
            found["moved"] = moved
        fought = int(facts[Piece.FOUGHT][s])
        if fought:
            found["fought"] = FOUGHT.write(self.names, fought)
        bits = int(facts[Piece.CAME_FROM][s][0] | facts[Piece.CAME_FROM][s][1] << 8)
        if bits:
            near = self.tables.neighbour[s]
            found["came_from"] = [self.space(int(near[k])) for k in range(16) if bits >> k & 1]
        found.update(self.zone(z) if sea else self.territory(s))
        return found

    def moved(self, s: int, columns: NDArray[np.int64]) -> dict[str, dict[str, int]]:
        """The active power's units that have moved, by movement left."""
        found: dict[str, dict[str, int]] = {}
        for u in range(UNITS):
            first = SPENT_FIRST[int(s >= self.land)][u]
            for left in range(int(self.tables.move[u])):
                if first >= 0 and columns[first + left]:
                    found.setdefault(UNIT_NAMES[u], {})[str(left)] = int(columns[first + left])
        return found

    def zone(self, z: int) -> View:
        """What only sea zones have."""
        facts = self.facts
        found: View = {}
        if facts[Piece.ENGAGE][z]:
            found["engage"] = Engage(int(facts[Piece.ENGAGE][z])).name.lower()
        if facts[Piece.BOMBARDED][z].any():
            ships = (Unit.CRUISER, Unit.BATTLESHIP)
            counts = facts[Piece.BOMBARDED][z]
            found["bombarded"] = {
                UNIT_NAMES[ships[int(i)]]: int(counts[i]) for i in np.flatnonzero(counts)
            }
        if facts[Piece.DAMAGED][z].any():
            counts = facts[Piece.DAMAGED][z]
            found["damaged"] = {
                self.names.powers[int(p)]: int(counts[p]) for p in np.flatnonzero(counts)
            }
        return found

    def territory(self, s: int) -> View:
        """What only land has."""
        facts = self.facts
        owner, start = _one(facts[Piece.OWNER][s]), int(facts[Piece.START][s]) - 1
        found: View = {"owner": self.power(owner)}
        if start != owner:
            found["owner_at_start"] = self.power(start)
        for piece, key in (
            (Piece.CAPTURED, "captured"),
            (Piece.COMPLEX, COMPLEX),
            (Piece.DAMAGE, "damage"),
            (Piece.PRODUCED, "produced"),
        ):
            if facts[piece][s]:
                found[key] = int(facts[piece][s])
        raiders = facts[Piece.RAID][s]
        if raiders.any():
            found["raid"] = {str(left): int(raiders[left]) for left in np.flatnonzero(raiders)}
        return found

    def ship(self, row: NDArray[np.int64]) -> View:
        """One transport."""
        cargo = [
            {
                "unit": UNIT_NAMES[row[Hold.CARGO + k]],
                "power": self.power(int(row[Hold.WHOSE + k])),
                "fresh": bool(row[Hold.FRESH + k]),
                "going": bool(row[Hold.GOING + k]),
            }
            for k in range(2)
            if row[Hold.CARGO + k] >= 0
        ]
        return {
            "owner": self.power(int(row[Hold.OWNER])),
            "space": self.space(int(row[Hold.SPACE])),
            "cargo": cargo,
            "left": int(row[Hold.LEFT]),
            "did": DID.write(self.names, int(row[Hold.DID])),
            "target": self.space(int(row[Hold.TARGET])),
        }

    def battle(self) -> View | None:
        """The battle that is fought, if any."""
        facts = self.facts
        s = _one(facts[Piece.BATTLE])
        if s < 0:
            return None
        step, combat_round, asking, power, unit, naming = (int(n) for n in facts[Piece.FIGHT])
        near = self.tables.neighbour[s]
        landed = facts[Piece.LANDED]
        return {
            "space": self.space(s),
            "step": BattleStep(step).name.lower(),
            "round": combat_round,
            "asking": asking,
            "naming": Naming(naming).name.lower(),
            "power": self.power(power - 1),
            "unit": UNIT_NAMES[unit - 1] if unit else None,
            "hits": dict(zip(HIT_KINDS, facts[Piece.HITS].tolist(), strict=True)),
            "submerged": {
                name: int(facts[Piece.SUBMERGED][p]) for p, name in enumerate(self.names.powers)
            },
            "force": self.rows(facts[Piece.FORCE]),
            "dying": self.rows(facts[Piece.DYING]),
            "named": self.rows(facts[Piece.NAMED]),
            "seaborne": _units(facts[Piece.SEABORNE]),
            "landed": {self.space(int(near[k])): int(landed[k]) for k in np.flatnonzero(landed)},
        }

    def rows(self, table: NDArray[np.int64]) -> dict[str, dict[str, int]]:
        """[power, unit] by names, without the empty rows."""
        return {
            name: _units(table[p]) for p, name in enumerate(self.names.powers) if table[p].any()
        }
