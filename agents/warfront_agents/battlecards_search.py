"""Looking ahead in Battlecards: playouts through the tree, then by the usual player, then judged.

The usual player is a learned policy on the seats that have one, the staff on all others.
"""

from collections.abc import Sequence
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
from warfront_agents.compiled_nets import (
    Layers,
    Nets,
    likeliest,
    new_nets,
    read_features,
    read_logits,
    run_net,
)
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
    lean,
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
    looks: NDArray[np.uint8]  # [1, O] the same again
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
        words.view(np.uint8)[None, :size],
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
def read_value(tables: Any, desk: Any, nets: Any, state: Any) -> float:
    """The Axis' chance at the start of a turn, by what the seat asked and an enemy see."""
    seat, size = int(state.seat), nets.features.shape[1]
    observe_into(tables, state, nets.enemy[seat], desk.observation)
    nets.both[size:] = read_features(nets, desk.looks, int(nets.enemy[seat]))
    observe_into(tables, state, seat, desk.observation)
    nets.both[:size] = read_features(nets, desk.looks, seat)
    chance = 1.0 / (1.0 + np.exp(-float(run_net(nets, int(nets.value[0]), nets.both)[0])))
    return chance if tables.side[seat] == 0 else 1.0 - chance


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
def take_usual(
    tree: Any, desk: Any, at: int, depth: int, side: int, action: int, logits: Any
) -> None:
    """A node that is new, noted on the path with the usual choice; logits [0] are the staff's."""
    edge = edge_of(desk.mask, action)
    add_node(tree, at, digest(desk.words), count_legal(desk.mask), edge)
    if len(logits) > 0:
        lean(tree, at, logits, desk.mask)
    enter(tree, depth, at, edge, side)


@kernel
def try_each(
    tables: Any, tree: Any, desk: Any, nets: Any, world: Any, actions: Any, turns: int, side: int,
    value: Any,
) -> None:  # fmt: skip
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
            seat = int(state.seat)
            observe_into(t0, state, seat, desk.observation)
            at = FULL
            if inside and depth < DEPTH:
                at = find_node(tree, desk)
            if at >= 0:
                action = take_edge(tree, desk, at, depth, int(t0.side[seat]))
                depth += 1
                continue
            inside = False
            logits = nets.told[0, :0]
            if nets.net_of[seat] >= 0:
                logits = read_logits(nets, desk.looks, seat)
                action = likeliest(logits, desk.mask)
            else:
                action = staff_action(t0, desk.worth, desk.observation, desk.mask)
            if at != FULL:
                take_usual(tree, desk, -1 - at, depth, int(t0.side[seat]), action, logits)
                depth += 1
        if state.prompt == Prompt.OVER or nets.value[0] < 0:
            axis = judge(t0, desk, state)
        else:
            axis = read_value(t0, desk, nets, state)
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
        self._game = game
        self._nets: Nets = new_nets(game)
        self._turns = turns

    def follow(
        self, policies: Sequence[Layers], net_of: NDArray[np.int64], value: Layers | None
    ) -> None:
        """Let policies play the playouts on their seats (see `new_nets`), and value their ends."""
        self._nets = new_nets(self._game, policies, net_of, value)

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
            try_each(
                self._tables, self._tree, self._desk, self._nets, world, actions, self._turns,
                side, value,
            )  # fmt: skip
