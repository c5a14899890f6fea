"""Looking ahead in Battlecards: playouts through the tree, then by the staff, then judged."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from warfront.battlecards.observe import observe_into
from warfront.battlecards.rules import count_legal, step
from warfront.battlecards.state import Prompt
from warfront.battlecards.tables import SEATS
from warfront.compiled import kernel
from warfront.game import Game
from warfront_agents.battlecards_judge import KINDS, SIGNS, WEIGHTS, chance_of_axis
from warfront_agents.search_tree import (
    DEPTH,
    FULL,
    WIDTH,
    Tree,
    add_node,
    back_up,
    choose_edge,
    digest,
    edge_of,
    enter,
    find,
    new_tree,
    nth_legal,
)
from warfront_agents.staff.battlecards import StaffAgent, staff_action

TURNS = 4  # starts of turns at which a playout still goes on


class Desk(NamedTuple):
    """What a playout reckons on."""

    state: Any  # record [1]
    mask: NDArray[np.uint8]
    words: NDArray[np.uint64]  # the observation again, padded
    observation: NDArray[np.uint8]
    worth: NDArray[np.float64]
    weights: NDArray[np.float64]
    force: NDArray[np.float64]
    signs: NDArray[np.float64]


def new_desk(game: Any, worth: NDArray[np.float64]) -> Desk:
    """Room for one search."""
    size = game.spec.observation_size
    words = np.zeros(size // 8 + 1, np.uint64)
    return Desk(
        game.new_states(1),
        np.zeros(game.spec.num_actions, np.uint8),
        words,
        words.view(np.uint8)[:size],
        worth,
        WEIGHTS,
        np.zeros((SEATS, KINDS)),
        np.zeros(SIGNS),
    )


@kernel
def judge(tables: Any, desk: Any, state: Any) -> float:
    """The Axis' chance: of a finished game its result, an undecided one by the points."""
    if state.prompt != Prompt.OVER:
        return chance_of_axis(tables, desk.worth, state, desk.weights, desk.force, desk.signs)
    if state.winner == 2:
        lead = (state.points[0] - state.points[1]) / tables.target
        return float(0.5 + 0.25 * min(1.0, max(-1.0, lead)))
    return 1.0 if state.winner == 0 else 0.0


@kernel
def find_node(tree: Any, desk: Any) -> int:
    """The place of the node that the desk's observation stands for, as `find` gives it."""
    if count_legal(desk.mask) > WIDTH:
        return FULL
    return find(tree, digest(desk.words))


@kernel
def take_edge(tree: Any, desk: Any, at: int, depth: int, side: int) -> int:
    """The action to try at a node, noted on the path."""
    edge = choose_edge(tree, at)
    enter(tree, depth, at, edge, side)
    return nth_legal(desk.mask, edge)


@kernel
def take_usual(tree: Any, desk: Any, at: int, depth: int, side: int, action: int) -> None:
    """A node that is new, noted on the path with the staff's choice."""
    edge = edge_of(desk.mask, action)
    add_node(tree, at, digest(desk.words), count_legal(desk.mask), edge)
    enter(tree, depth, at, edge, side)


@kernel
def try_each(
    tables: Any, tree: Any, desk: Any, world: Any, actions: Any, turns: int, side: int, value: Any
) -> None:
    """Fill `value` with one playout of each action from the same world, for a side.

    One kernel with one call of each large part: every further one costs seconds of compilation.
    """
    t0 = tables[0]
    state = desk.state[0]
    for i in range(len(actions)):
        desk.state[0] = world[0]
        desk.mask[:] = 1
        action = int(actions[i])
        left, depth, inside = turns, 0, True
        while True:
            step(t0, state, desk.mask, action)
            if state.prompt == Prompt.OVER or state.prompt == Prompt.TURN_START and left == 0:
                break
            left -= int(state.prompt == Prompt.TURN_START)
            observe_into(t0, state, state.seat, desk.observation)
            at = FULL
            if inside and depth < DEPTH:
                at = find_node(tree, desk)
            if at >= 0:
                action = take_edge(tree, desk, at, depth, int(t0.side[state.seat]))
                depth += 1
                continue
            inside = False
            action = staff_action(t0, desk.worth, desk.observation, desk.mask)
            if at != FULL:
                take_usual(tree, desk, -1 - at, depth, int(t0.side[state.seat]), action)
                depth += 1
        axis = judge(t0, desk, state)
        back_up(tree, depth, axis)
        value[i] = axis if side == 0 else 1.0 - axis


class Lookahead:
    """Tries actions of a decision; what it learns about one decision is forgotten at the next."""

    most = 64  # candidates: in most decisions all

    def __init__(self, game: Game, turns: int = TURNS) -> None:
        """Make room for a tree and a desk."""
        self._staff = StaffAgent(game)
        self._tables = self._staff.tables
        self._desk = new_desk(game, self._staff.worth)
        self._tree: Tree = new_tree()
        self._turns = turns

    def usual(self, observation: NDArray[Any], mask: NDArray[np.uint8]) -> int:
        """What the staff would do."""
        seat = np.zeros(1, np.int8)
        return int(self._staff.act_batch(observation[None], mask[None], seat)[0])

    def begin(self) -> None:
        """Forget the last decision."""
        self._tree.keys[:] = 0
        self._tree.size[0] = 0

    def try_each(
        self, world: Any, actions: NDArray[np.int64], seat: int, value: NDArray[np.float64]
    ) -> None:
        """Fill value [A] with the chance of the seat's side to win after each action [A].

        Args:
            world: A state that may be the true one; it stays as it is.
            actions: Legal actions.
            seat: Who decides.
            value: One playout each, all from the same dice and hidden cards.
        """
        side = int(self._tables["side"][0][seat])
        with np.errstate(over="ignore"):  # keys and dice wrap around
            try_each(self._tables, self._tree, self._desk, world, actions, self._turns, side, value)
