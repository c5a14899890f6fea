"""Who rolled which dice of a battle of Spring 1942, at what number, as far as it is sure.

The dice of one decision fall in the order of the rules: AA guns, bombarding ships, the attackers,
the defenders. Units that are hit fire back in their round, so what fires in it is known from how it
began; dice of submarines that strike by surprise and of further rounds are told without shooters.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from warfront.game import State
from warfront.spring1942.actions import Act
from warfront.spring1942.present import COMBAT, FIGHTING
from warfront.spring1942.state import BattleStep, Hold
from warfront.spring1942.tables import UNITS, Unit

GUNS = "AA guns"
# Prompts of a battle but the retreat.
FIGHTS = {
    "battle", "bombard", "subs", "casualty", "casualty_owner", "casualty_grade",
    "casualty_transport", "casualty_from", "name", "land",
}  # fmt: skip


@dataclass
class Volley:
    """Dice at one number.

    Attributes:
        who: The power that rolls, or AA guns.
        need: A die at or below it hits.
        dice: How many, then what fell.
    """

    who: str
    need: int
    dice: list[int]


def dice_lines(game: Any, before: State, action: int, after: State, dice: list[int]) -> list[str]:
    """The dice of a decision, a line for all of one power at one number, in the order they fell.

    `dice in india, japan at 1: 1 6 6`; where it is not sure who rolled them `dice in india: 1 6`,
    where it is not even sure in which battle `dice: 1 6`.

    Args:
        game: Spring 1942.
        before: The state that was decided at.
        action: What was decided.
        after: The state that came of it.
        dice: What fell between them, in order.
    """
    if not dice:
        return []
    first, last = game.record(before), game.record(after)
    s, alone = _space(first, game.prompt(before), action, last)
    if s < 0:
        return [f"dice: {_words(dice)}"]
    space = game.loaded.spaces[s]
    found: list[Volley] = []
    rest = dice
    if _stands(game.prompt(before), action):
        found, rest = _attribute(_Battle(game, first, s), action, dice)
    lines = [f"dice in {space}, {v.who} at {v.need}: {_words(v.dice)}" for v in found]
    place = f" in {space}" if alone else ""
    return lines + ([f"dice{place}: {_words(rest)}"] if rest else [])


def _words(dice: list[int]) -> str:
    return " ".join(map(str, dice))


def _stands(prompt: str, action: int) -> bool:
    """Whether who fights stands there before the decision: it moves no piece there or away."""
    if prompt == "retreat":
        return action == Act.PRESS
    return prompt in FIGHTS or (prompt == "move_from" and action == Act.DONE)


def _space(row: Any, prompt: str, action: int, last: Any) -> tuple[int, bool]:
    """Where the first dice fell, -1 if that is not sure, and whether all of them fell there.

    A battle begins unasked where it is the only one.
    """
    fought = {int(s) for s in np.flatnonzero(np.asarray(row.fought) != np.asarray(last.fought))}
    fought |= {int(s) for s in (row.battle, last.battle) if s >= 0}
    if prompt == "retreat" and action != Act.PRESS:
        s = -1  # of those who stay, or of the next battle
    elif row.battle >= 0:
        s = int(row.battle)
    elif prompt == "battle":
        s = action - int(Act.SPACE)
    else:
        s = fought.pop() if len(fought) == 1 else -1
    return s, fought <= {s}


def _attribute(battle: "_Battle", action: int, dice: list[int]) -> tuple[list[Volley], list[int]]:
    """The volleys that are sure, and the dice behind them."""
    found: list[Volley] = []
    rest = dice
    for fire in battle.course(action):
        for volley in fire():
            wanted = int(volley.dice[0])
            if not rest:
                return found, []
            if wanted > len(rest):
                return [], dice  # it went otherwise: nothing is sure
            volley.dice, rest = rest[:wanted], rest[wanted:]
            battle.fell(volley)
            if found and (found[-1].who, found[-1].need) == (volley.who, volley.need):
                found[-1].dice += volley.dice
            else:
                found.append(volley)
    return ([], dice) if rest and battle.lands else (found, rest)


def _surprises(own: Any, other: Any) -> bool:
    """S1: whether submarines of an army strike first."""
    return bool(own[Unit.SUBMARINE] and not other[Unit.DESTROYER])


class _Battle:
    """A battle as it stood before a decision."""

    def __init__(self, game: Any, row: Any, s: int) -> None:
        self.game, self.row, self.s = game, row, s
        self.opening = opening = int(row.battle) < 0
        self.tables, self.turn = game.loaded.tables, int(row.turn)
        ships = row.transports
        going = (ships[:, Hold.OWNER] >= 0) & (ships[:, Hold.TARGET] == s)
        self.lands = bool(opening and going.any())
        self.force = np.array(row.force, int) + row.dying
        if opening:
            fights = np.array([COMBAT >> u & 1 for u in range(UNITS)])
            self.force = np.array(row.army[s], int)[:, :UNITS] * fights
            for ship in ships[going]:
                for place in (0, 1):
                    if ship[Hold.GOING + place]:
                        self.force[self.turn, ship[Hold.CARGO + place]] += 1
        sides = self.tables.side[: len(game.spec.seats)]
        self.foes = [p for p in range(len(sides)) if sides[p] != sides[self.turn]]
        self.aircraft: int | None = None  # the kind that AA guns fire at

    def course(self, action: int) -> list[Any]:
        """Who fires from here to the end of the round, as far as it is sure."""
        step = int(BattleStep.GUN) if self.opening else int(self.row.battle_step)
        if self.opening and self.row.raid[self.s].any():
            return []
        if step == BattleStep.FIRE_HITS:
            return [self.defenders]
        mine, theirs = self.force[self.turn], self.force[self.foes].sum(0)
        if step > BattleStep.ROUND or _surprises(mine, theirs) or _surprises(theirs, mine):
            return []
        before = [self.guns] if self.opening else []
        if step == BattleStep.BOMBARD:
            before = [lambda: self.bombarding(action)]
        return [*before, self.attackers, self.defenders]

    def guns(self) -> Any:
        """AA1 to AA3: a die for each aircraft, fighters first."""
        if not any(self.row.army[self.s][p][Unit.AA_GUN] for p in self.foes):
            return
        for self.aircraft in (Unit.FIGHTER, Unit.BOMBER):
            if n := self.force[self.turn, self.aircraft]:
                yield Volley(GUNS, 1, [n])
        self.aircraft = None

    def fell(self, volley: Volley) -> None:
        """Aircraft that AA guns hit leave at once."""
        if volley.who == GUNS:
            self.force[self.turn, self.aircraft] -= sum(die <= 1 for die in volley.dice)

    def bombarding(self, action: int) -> Any:
        """AM2: the ships that were chosen, cruisers first."""
        for u in (Unit.CRUISER, Unit.BATTLESHIP):
            n = int(self.row.named[self.turn, u]) + (action == Act.UNIT + u)
            if n:
                yield self._volley(self.turn, int(self.tables.attack[u]), n)

    def attackers(self) -> Any:
        """B2, B3: unit by unit in the order of the list, supported infantry first."""
        if not self._meet():
            return
        own = self.force[self.turn]
        raised = int(min(own[Unit.INFANTRY], own[Unit.ARTILLERY]))
        for u, n in self._firing(self.turn):
            value = int(self.tables.attack[u])
            if u == Unit.INFANTRY and raised:
                yield self._volley(self.turn, value + 1, raised)
                n -= raised
            if n:
                yield self._volley(self.turn, value, n)

    def defenders(self) -> Any:
        """B2: power by power in turn order; S2: submarines that have struck by surprise do not."""
        if not self._meet():
            return
        struck = _surprises(self.force[self.foes].sum(0), self.force[self.turn])
        for p in self.foes:
            for u, n in self._firing(p):
                if u == Unit.SUBMARINE and struck:
                    continue
                yield self._volley(p, int(self.tables.defence[u]), n)

    def _meet(self) -> bool:
        """B8, T3: whether both sides have units that fire; else the battle is over without dice."""
        return any(self._firing(self.turn)) and any(self._firing(p) for p in self.foes)

    def _firing(self, p: int) -> list[tuple[int, int]]:
        return [(u, int(n)) for u, n in enumerate(self.force[p]) if n and FIGHTING >> u & 1]

    def _volley(self, p: int, need: int, n: int) -> Volley:
        return Volley(self.game.spec.seats[p], need, [n])
