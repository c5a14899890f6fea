"""Turns for the rule tests of phases 1, 2, 4 and 5: pieces where a test wants them, then choices.

A `Turn` asks every choice, also those of a single action, so that a test reads as the whole of
what a player decides: `turn.play("anglo_egypt", "infantry 1", "libya", "x2")`.
"""

from typing import Any, Self

import numpy as np

from spring1942.boards import Board
from warfront.spring1942 import engine, rules
from warfront.spring1942.actions import NUM_ACTIONS, Act
from warfront.spring1942.state import LAYOUT, Phase, Prompt
from warfront.spring1942.tables import UNIT_NAMES


class Turn(Board):
    """One state before or in a phase of moves, purchases or placements."""

    def __init__(
        self, turn: str, phase: Phase = Phase.COMBAT_MOVE, opening_board: bool = False,
        **options: Any,
    ) -> None:  # fmt: skip
        super().__init__(turn, opening_board, **options)
        self.state.phase = phase

    def buy(self, **units: int) -> Self:
        """What was bought earlier this turn."""
        for name, number in units.items():
            self.state.purchased[UNIT_NAMES.index(name)] = number
        return self

    def money(self, power: str, ipcs: int) -> Self:
        self.state.ipcs[self.power(power)] = ipcs
        return self

    def start(self) -> Self:
        """Stand at the first choice of the phase."""
        self.state.prompt = -1
        engine.restore_one(self._tables(), self.states, 0)
        engine.settle_one(self._tables(), self.states, 0)
        return self

    def _tables(self) -> Any:
        rows = np.zeros(1, self.tables.dtype).view(np.recarray)
        rows[0] = self.tables
        return rows

    def mask(self) -> Any:
        mask = np.zeros(NUM_ACTIONS, np.uint8)
        rules.legal_into(self.tables, self.state, mask)
        return mask

    def words(self, action: int) -> str:
        if Act.COUNT <= action < Act.TRANSPORT:
            return f"x{action - Act.COUNT + 1}"
        if Act.CARGO <= action < Act.SEAT:
            return f"cargo {action - Act.CARGO}"
        return super().words(action)

    def play(self, *answers: str) -> Self:
        """Answer choice after choice."""
        for answer in answers:
            engine.apply_one(self._tables(), self.states, 0, self.action(answer))
        return self

    def refuses(self, *answers: str) -> bool:
        """Whether the last of these answers is not offered (the others are); nothing changes."""
        before = self.states.tobytes()
        self.play(*answers[:-1])
        refused = answers[-1] not in self.offers()
        self.states[:] = np.frombuffer(before, LAYOUT)
        return refused

    def can(self, *answers: str) -> bool:
        """Whether all of these answers are offered one after the other; nothing changes."""
        before = self.states.tobytes()
        legal = True
        for answer in answers:
            legal = answer in self.offers()
            if not legal:
                break
            self.play(answer)
        self.states[:] = np.frombuffer(before, LAYOUT)
        return legal

    def prompt(self) -> str:
        return Prompt(self.state.prompt).name.lower()
