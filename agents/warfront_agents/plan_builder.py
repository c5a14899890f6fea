"""Lays a feature plan out piece by piece, whatever the game."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Curves: what a number adds. A count of 2 adds 2 * the scale; a flag adds 1 whatever the number.
FLAG, HALF, QUARTER, TENTH, FORTIETH, CHANCE = range(6)


def curves() -> NDArray[np.float32]:
    """The curves [C, 256] that `FLAG` and the others number."""
    numbers = np.arange(256, dtype=np.float32)
    chance = np.where(numbers > 0, np.clip((11.0 - numbers) / 10.0, 0.0, 1.0), 0.0)  # of a hit
    flag = (numbers > 0).astype(np.float32)
    rows = (flag, numbers / 2, numbers / 4, numbers / 10, numbers / 40, chance)
    return np.stack(rows).astype(np.float32)


class Builder:
    """Lays features out piece by piece; every piece starts where the last one ended."""

    def __init__(
        self, begin: NDArray[np.int32], shapes: Mapping[Any, tuple[int, ...]], seats: int
    ) -> None:
        """Begin a plan.

        Args:
            begin: Where each piece of an observation begins; the last number is its size.
            shapes: The shape of each piece.
            seats: How many seats look.
        """
        self.begin = begin
        self.shapes = shapes
        total = int(begin[-1])
        self.target = np.full((seats, total), -1, np.int32)
        self.curve = np.zeros(total, np.int8)
        self.width = np.zeros(total, np.uint8)
        self.size = 0

    def numbers(self, piece: int) -> NDArray[np.int64]:
        """Places of a piece's numbers, in its shape."""
        shape = self.shapes[piece]
        return np.arange(int(np.prod(shape))).reshape(shape) + int(self.begin[piece])

    def add(self, places: NDArray[np.int64], features: NDArray[Any], curve: int) -> int:
        """Numbers at `places` add to the next features; features: ints, per seat or for all.

        Returns the first of these features.
        """
        flat = places.reshape(-1)
        wanted = np.broadcast_to(
            features.reshape(-1, flat.size), (len(self.target), flat.size)
        ).astype(np.int32)
        self.target[:, flat] = np.where(wanted >= 0, wanted + self.size, -1)
        self.curve[flat] = curve
        first = self.size
        self.size += int(wanted.max(initial=-1)) + 1
        return first

    def plain(self, piece: int, curve: int) -> int:
        """Each number of a piece is a feature of its own; returns the first of them."""
        places = self.numbers(piece)
        return self.add(places, np.arange(places.size), curve)

    def choice(self, place: int, options: int) -> None:
        """A number from 1 to `options` becomes a one-hot."""
        self.add(np.array([place]), np.array([0]), FLAG)
        self.width[place] = options
        self.size += options - 1
