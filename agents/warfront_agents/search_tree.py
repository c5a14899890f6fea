"""The tree of a search: nodes by what the seat that decides may know, values by its side.

A node is an information set: its key is a digest of the observation of the seat that is asked, so
states that this seat cannot tell apart share it, and every outcome of the dice that it sees leads
to a node of its own. An edge keeps the value for the side of that seat; allies maximise together.
Nothing here knows a game.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from warfront.compiled import kernel

BITS = 13
SLOTS = 2**BITS  # places for nodes; at most three quarters are used
WIDTH = 32  # edges of a node; a decision with more legal actions is left to the usual player
DEPTH = 24  # nodes on a path at most
FULL = -SLOTS - 1
EXPLORE = 0.3  # weight of an edge's share against its value; values are chances to win
TRUST = 0.6  # share of the usual player's own choice among the edges
OPEN = 0.1  # share of a policy's choice that all edges have alike, whatever it thinks of them
CAUTION = 0.03  # an edge not yet tried is taken for so much worse than its node


class Tree(NamedTuple):
    """Nodes in a hash table. Axes: N place of a node, E edge (the e-th legal action), D depth."""

    keys: NDArray[np.uint64]  # [N] 0 for a free place
    size: NDArray[np.int64]  # [1] nodes
    usual: NDArray[np.int64]  # [N] the usual player's edge
    edges: NDArray[np.int64]  # [N] how many
    prior: NDArray[np.float64]  # [N, E] how likely an edge seems before it is tried
    tries: NDArray[np.int64]  # [N, E]
    total: NDArray[np.float64]  # [N, E] sum of the values for the side that decides
    path: NDArray[np.int64]  # [D, 3] place, edge and side of the nodes of the running playout


def new_tree() -> Tree:
    """An empty tree."""
    return Tree(
        np.zeros(SLOTS, np.uint64),
        np.zeros(1, np.int64),
        np.zeros(SLOTS, np.int64),
        np.zeros(SLOTS, np.int64),
        np.zeros((SLOTS, WIDTH)),
        np.zeros((SLOTS, WIDTH), np.int64),
        np.zeros((SLOTS, WIDTH)),
        np.zeros((DEPTH, 3), np.int64),
    )


@kernel
def digest(words: Any) -> Any:
    """A key, never 0, of an observation as uint64 words."""
    h = np.uint64(0x9E3779B97F4A7C15)
    for i in range(len(words)):
        h = (h ^ words[i]) * np.uint64(0x100000001B3)
        h ^= h >> np.uint64(29)
    return h | np.uint64(1)


@kernel
def find(tree: Any, key: Any) -> int:
    """The place of a node; -1 - place where it would stand; FULL when no more may come."""
    at = np.int64(key >> np.uint64(64 - BITS))
    while tree.keys[at] != np.uint64(0):
        if tree.keys[at] == key:
            return int(at)
        at = (at + 1) % SLOTS
    if 4 * tree.size[0] >= 3 * SLOTS:
        return FULL
    return int(-1 - at)


@kernel
def add_node(tree: Any, at: int, key: Any, edges: int, usual: int) -> None:
    """A new node, where the usual choice seems the likeliest and all others alike."""
    tree.keys[at] = key
    tree.size[0] += 1
    tree.usual[at] = usual
    tree.edges[at] = edges
    tree.tries[at, :] = 0
    tree.total[at, :] = 0.0
    tree.prior[at, :] = (1.0 - TRUST) / edges
    tree.prior[at, usual] += TRUST


@kernel
def lean(tree: Any, at: int, logits: Any, mask: Any) -> None:
    """Let the edges of a node seem as likely as a policy's logits of the legal actions say."""
    most = -np.inf
    for action in range(len(mask)):
        if mask[action] > 0:
            most = max(most, float(logits[action]))
    total = 0.0
    edge = 0
    for action in range(len(mask)):
        if mask[action] > 0:
            tree.prior[at, edge] = np.exp(float(logits[action]) - most)
            total += tree.prior[at, edge]
            edge += 1
    for e in range(edge):
        tree.prior[at, e] = (1.0 - OPEN) * tree.prior[at, e] / total + OPEN / edge


@kernel
def choose_edge(tree: Any, at: int) -> int:
    """The edge with the best value so far plus what is due to one that was seldom tried."""
    edges = int(tree.edges[at])
    tries = 0
    total = 0.0
    for edge in range(edges):
        tries += tree.tries[at, edge]
        total += tree.total[at, edge]
    if tries == 0:
        return int(tree.usual[at])
    mean = total / tries
    best = 0
    most = -1.0
    for edge in range(edges):
        n = tree.tries[at, edge]
        value = tree.total[at, edge] / n if n > 0 else mean - CAUTION
        value += EXPLORE * tree.prior[at, edge] * np.sqrt(tries) / (1.0 + n)
        if value > most:
            most = value
            best = edge
    return best


@kernel
def nth_legal(mask: Any, edge: int) -> int:
    """The action of an edge."""
    for action in range(len(mask)):
        edge -= int(mask[action])
        if edge < 0:
            return action
    return -1


@kernel
def edge_of(mask: Any, action: int) -> int:
    """The edge of a legal action."""
    edge = 0
    for other in range(action):
        edge += int(mask[other])
    return edge


@kernel
def enter(tree: Any, depth: int, at: int, edge: int, side: int) -> None:
    """Note a node of the running playout."""
    tree.path[depth, 0] = at
    tree.path[depth, 1] = edge
    tree.path[depth, 2] = side


@kernel
def back_up(tree: Any, depth: int, axis: float) -> None:
    """Give all edges of the running playout its value for the Axis, or one less that."""
    for d in range(depth):
        at, edge = tree.path[d, 0], tree.path[d, 1]
        tree.tries[at, edge] += 1
        tree.total[at, edge] += axis if tree.path[d, 2] == 0 else 1.0 - axis
