"""A network for games on a map: every space through the same layers, and actions that name spaces.

What can come to a space from around it (`Board.comes`: so much attack from next door, so many
bombers from four spaces off) is summed up by rule, not learned, and read beside the space itself.
What the layers make of the whole board, and of the spaces that the choice is of, decides together
with each space whether that space is the one to name.
"""

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from warfront.compiled import kernel
from warfront.kernel_game import PLAIN
from warfront_agents.acting_net import ActingNet, critic_widths, layer_widths, linears
from warfront_agents.checkpoint import Weights
from warfront_agents.features import Board

CODE = 32  # numbers that a space is summed up in
NEIGHBOURS = 0.25  # a space has about four neighbours: keeps their sum in the range of one


@kernel
def add_arrivals(
    amounts: NDArray[np.float32],
    starts: NDArray[np.int64],
    reached: NDArray[np.int32],
    comes: NDArray[np.int64],
    out: NDArray[np.float32],
) -> None:
    """Add the amounts [n, E, Q] of each space to the spaces they reach, out [n, E, R].

    Way w leads from space s to reached[starts[w, s]:starts[w, s + 1]].
    """
    for i in range(amounts.shape[0]):
        for s in range(amounts.shape[1]):
            for r in range(comes.shape[0]):
                amount = amounts[i, s, comes[r, 1]]
                if amount != 0:
                    way = comes[r, 0]
                    for k in range(starts[way, s], starts[way, s + 1]):
                        out[i, reached[k], r] += amount


class BoardNet(ActingNet):
    """Features [n, F] to logits [n, A], by way of the spaces of a map.

    Args:
        size: Features, F.
        actions: Actions, A.
        widths: Of what sums up the board, and of the layers between that and the actions.
        board: The map.
        critic: As for `PolicyNet`; it reads the last of `widths`.
    """

    def __init__(
        self,
        size: int,
        actions: int,
        widths: Sequence[int],
        board: Board,
        critic: Sequence[int] = (),
    ) -> None:
        """Make room for the weights; `draw` draws them."""
        super().__init__()
        self.rest: torch.Tensor
        self.near: torch.Tensor
        self.comes: torch.Tensor
        self.touching: torch.Tensor
        self.numbers: torch.Tensor
        whole, *between = widths
        self._kinds = len(board.places)
        for kind, (places, amounts) in enumerate(zip(board.places, board.amounts, strict=True)):
            self._keep(f"places_{kind}", places)
            self._keep(f"amounts_{kind}", amounts)
        taken = np.concatenate([places.ravel() for places in board.places])
        self._keep("rest", np.setdiff1d(np.arange(size), taken))
        self._keep("near", board.near.astype(np.int8))
        self._keep("comes", board.comes)
        self._keep("touching", board.touching.astype(np.int8))
        self._keep("numbers", np.array([board.marks, board.first_action]))
        self._marks, self._first = board.marks, board.first_action
        self._spaces = len(board.touching)
        self._lists: tuple[NDArray[np.int64], NDArray[np.int32]] | None = None
        reads = [places.shape[1] + len(board.comes) for places in board.places]
        self.spaces = nn.ModuleList([nn.Linear(read, CODE) for read in reads])
        self.identity = nn.Parameter(torch.empty(self._spaces, CODE))
        self.own = nn.Linear(CODE, CODE)
        self.around = nn.Linear(CODE, CODE, bias=False)
        self.context = nn.Linear(whole, CODE, bias=False)
        self.whole = nn.Linear(self.rest.numel() + 2 * CODE, whole)
        self.layers = linears([whole + (2 + self._marks) * CODE, *between, actions])
        self.aim = nn.Linear(between[-1], CODE)
        self.look = nn.Linear(CODE, CODE, bias=False)
        self.point = nn.Linear(CODE, 1, bias=False)
        self.critic = linears([between[-1], *critic])
        self.core = None

    def _keep(self, name: str, array: NDArray[Any]) -> None:
        self.register_buffer(name, torch.from_numpy(array))

    def draw(self) -> None:
        """Draw weights to begin with: at first all legal actions are about equally likely."""
        for part in self.modules():
            if isinstance(part, nn.Linear):
                part.reset_parameters()
        nn.init.normal_(self.identity, std=0.1)
        for last in (self.head.weight, self.head.bias, self.point.weight):
            nn.init.zeros_(last)

    @property
    def head(self) -> nn.Linear:
        """The last layer, to which what is said of each space is added."""
        return cast(nn.Linear, self.layers[-1])

    @property
    def width(self) -> int:
        """Numbers that the last layer reads."""
        return self.head.in_features

    def summary(self, recalled: torch.Tensor) -> torch.Tensor:
        """What the last layer reads, [n, width]."""
        return recalled[:, : self.width]

    def encode(self, features: torch.Tensor) -> torch.Tensor:
        """The board summed up, then each space: [n, F] -> [n, width + E * CODE]."""
        told = [features[:, getattr(self, f"places_{kind}")] for kind in range(self._kinds)]
        codes = self._codes(told)
        rest = features.index_select(1, self.rest)
        whole = torch.relu(self.whole(torch.cat([rest, _pooled(codes)], dim=1)))
        around = torch.matmul(self.touching * NEIGHBOURS, self.around(codes))
        codes = codes + torch.relu(self.own(codes) + around + self.context(whole)[:, None])
        marks = torch.cat([each[..., : self._marks] for each in told], dim=1)  # [n, E, marks]
        chosen = torch.bmm(marks.transpose(1, 2), codes).flatten(1)
        summed = torch.cat([whole, _pooled(codes), chosen], dim=1)
        for layer in self.layers[:-1]:
            summed = torch.relu(layer(summed))
        return torch.cat([summed, codes.flatten(1)], dim=1)

    def decide(self, recalled: torch.Tensor) -> torch.Tensor:
        """[n, width + E * CODE] -> logits [n, A], illegal actions among them."""
        summed = self.summary(recalled)
        codes = recalled[:, self.width :].reshape(-1, self._spaces, CODE)
        named = self.point(torch.relu(self.look(codes) + self.aim(summed)[:, None])).squeeze(2)
        logits: torch.Tensor = self.head(summed)
        first, end = self._first, self._first + self._spaces
        return torch.cat([logits[:, :first], logits[:, first:end] + named, logits[:, end:]], dim=1)

    def _codes(self, told: list[torch.Tensor]) -> torch.Tensor:
        """What is told of the spaces of each kind, [n, E, C] -> [n, E, CODE]."""
        with torch.no_grad():
            amounts = [each @ getattr(self, f"amounts_{kind}") for kind, each in enumerate(told)]
            arrivals = self.arrivals(torch.cat(amounts, dim=1))
        parts, first = [], 0
        for each, layer in zip(told, self.spaces, strict=True):
            end = first + each.shape[1]
            parts.append(layer(torch.cat([each, arrivals[:, first:end]], dim=2)))
            first = end
        return torch.relu(torch.cat(parts, dim=1) + self.identity)

    def arrivals(self, amounts: torch.Tensor) -> torch.Tensor:
        """What can come to each space: amounts [n, E, Q] of each space -> [n, E, R]."""
        if amounts.device.type != "cpu" or PLAIN:
            return self._arrivals_by_matrix(amounts)
        if self._lists is None:
            self._lists = _lists(self.near.numpy())
        out = np.zeros((*amounts.shape[:2], len(self.comes)), np.float32)
        add_arrivals(amounts.numpy(), *self._lists, self.comes.numpy(), out)
        return torch.from_numpy(out)

    def _arrivals_by_matrix(self, amounts: torch.Tensor) -> torch.Tensor:
        ways, what = self.comes.unbind(1)
        return torch.einsum("rst,ntr->nsr", self.near[ways].float(), amounts[..., what])


def _pooled(codes: torch.Tensor) -> torch.Tensor:
    """Mean and largest over the spaces: [n, E, CODE] -> [n, 2 * CODE]."""
    return torch.cat([codes.mean(dim=1), codes.amax(dim=1)], dim=1)


def _lists(near: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """For each way and space, where its list of reached spaces begins, and all lists in a row."""
    ways, sources, reached = np.nonzero(near.transpose(0, 2, 1))
    many = near.shape[1]
    counts = np.bincount(ways * many + sources, minlength=len(near) * many)
    ends = np.concatenate([[0], np.cumsum(counts)])
    rows = np.arange(len(near))[:, None] * many + np.arange(many + 1)
    return ends[rows], reached.astype(np.int32)


def board_net_like(weights: Weights, size: int, actions: int) -> BoardNet:
    """A `BoardNet` of the shape of these weights.

    Raises:
        ValueError: Their map cannot be read.
    """
    kinds = sum(name.startswith("places_") for name in weights)
    try:
        marks, first = weights["numbers"].tolist()
        board = Board(
            tuple(weights[f"places_{kind}"] for kind in range(kinds)),
            marks,
            weights["near"] > 0,
            tuple(weights[f"amounts_{kind}"] for kind in range(kinds)),
            weights["comes"],
            weights["touching"] > 0,
            first,
        )
        whole = len(weights["whole.bias"])
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"its map is damaged ({error!r})") from error
    check_board(board, size, actions)
    return BoardNet(size, actions, [whole, *layer_widths(weights)], board, critic_widths(weights))


def check_board(board: Board, size: int, actions: int) -> None:
    """Refuse a map that does not fit so many features and actions.

    Raises:
        ValueError: It does not; says what is wrong.
    """
    spaces = sum(len(places) for places in board.places)
    shapes = board.near.shape[1:], board.touching.shape
    if not spaces or set(shapes) != {(spaces, spaces)}:
        raise ValueError("its map has other spaces than its ways")
    if any(p.ndim != 2 or p.min() < 0 or p.max() >= size for p in board.places):
        raise ValueError("its spaces lie outside the features")
    if any(len(a) != p.shape[1] for a, p in zip(board.amounts, board.places, strict=True)):
        raise ValueError("its amounts are of other features than its spaces")
    most = len(board.near), min(a.shape[1] for a in board.amounts)
    if board.comes.ndim != 2 or (board.comes < 0).any() or (board.comes >= most).any():
        raise ValueError("what comes to its spaces is nothing that it knows")
    marked = 0 <= board.marks <= min(places.shape[1] for places in board.places)
    if not marked or not 0 <= board.first_action <= actions - spaces:
        raise ValueError("its spaces have no actions of their own")
