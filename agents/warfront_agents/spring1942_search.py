"""Looking ahead in Spring 1942: staffs play out the next power's turn, then it is judged."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from warfront.compiled import kernel
from warfront.game import Game
from warfront.spring1942.observe import observe_into
from warfront.spring1942.rules import step
from warfront.spring1942.score import lead_of, value_of
from warfront.spring1942.state import Prompt
from warfront_agents.compiled_nets import Layers
from warfront_agents.spring1942.decide import Mind, decide, new_mind
from warfront_agents.staff.spring1942 import StaffAgent

TURNS = 1  # turns that a playout goes on after the one of the decision
LEAD, UNITS = 6.0, 6.0  # weights of the lead in cities and income, and of units' value


class Desk(NamedTuple):
    """What a playout reckons on."""

    state: Any  # record [1]
    mask: NDArray[np.uint8]
    observation: NDArray[np.uint8]


@kernel
def chance_of_axis(tables: Any, state: Any) -> float:
    """The Axis' chance, by the change since the opening; of a finished game its result."""
    if state.prompt == Prompt.OVER and state.winner != 2:
        return 1.0 if state.winner == 0 else 0.0
    worth = np.zeros(2)
    opening = np.zeros(2)
    for power in range(tables.n_powers):
        worth[tables.side[power]] += value_of(tables, state, power)
        opening[tables.side[power]] += tables.opening_value[power]
    balance = (worth[0] - worth[1]) / (worth[0] + worth[1] + 1.0)
    balance -= (opening[0] - opening[1]) / (opening[0] + opening[1] + 1.0)
    total = LEAD * lead_of(tables, state, 0) + UNITS * balance
    return float(1.0 / (1.0 + np.exp(-total)))


@kernel
def play_out(tables: Any, me: Any, desk: Any, turns: int) -> None:
    """Let staffs play from the desk's state to the end of a later turn."""
    state = desk.state[0]
    power = int(state.turn)
    while state.prompt != Prompt.OVER:
        if state.turn != power:
            if turns == 0:
                return
            power = int(state.turn)
            turns -= 1
        observe_into(tables, state, state.seat, desk.observation)
        step(tables, state, desk.mask, decide(tables, me, desk.observation, desk.mask))


@kernel
def try_each(
    tables: Any, me: Any, desk: Any, world: Any, actions: Any, turns: int, side: int, value: Any
) -> None:
    """Fill `value` with one playout of each action from the same world, for a side."""
    for i in range(len(actions)):
        desk.state[0] = world[0]
        desk.mask[:] = 1
        step(tables[0], desk.state[0], desk.mask, actions[i])
        play_out(tables[0], me, desk, turns)
        axis = chance_of_axis(tables[0], desk.state[0])
        value[i] = axis if side == 0 else 1.0 - axis


class Lookahead:
    """Tries actions of a decision; there is no tree, a playout is too dear for one."""

    most = 4  # candidates: a playout takes milliseconds

    def __init__(self, game: Game, turns: int = TURNS) -> None:
        """Make room for a desk and a staff's mind."""
        rules: Any = game
        self._staff = StaffAgent(game)
        self._tables = rules.tables
        size = game.spec.observation_size
        self._mind: Mind = new_mind(size, StaffAgent.temper)
        self._desk = Desk(
            rules.new_states(1),
            np.zeros(game.spec.num_actions, np.uint8),
            np.zeros(size, np.uint8),
        )
        self._turns = turns

    def usual(self, observation: NDArray[Any], mask: NDArray[np.uint8]) -> int:
        """What the staff would do."""
        seat = np.zeros(1, np.int8)
        return int(self._staff.act_batch(observation[None], mask[None], seat)[0])

    def follow(
        self, policies: Sequence[Layers], net_of: NDArray[np.int64], value: Layers | None
    ) -> None:
        """Nobody follows: the staffs play all playouts, which end within a turn or two."""

    def begin(self) -> None:
        """Nothing is kept from one decision to the next."""

    def try_each(
        self, world: Any, actions: NDArray[np.int64], seat: int, value: NDArray[np.float64]
    ) -> None:
        """Fill value [A] with the chance of the seat's side to win after each action [A].

        Args:
            world: A state that may be the true one; it stays as it is.
            actions: Legal actions.
            seat: Who decides.
            value: One playout each, all from the same dice.
        """
        side = int(self._tables["side"][0][seat])
        with np.errstate(over="ignore"):  # dice wrap around
            try_each(self._tables, self._mind, self._desk, world, actions, self._turns, side, value)
