"""Seeds: one number in, as many independent ones out as games are started.

Nothing here reads a global generator: whatever is random descends from the seed it was given.
"""

import secrets
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.game import BadInput

_WORD = (1 << 64) - 1


def check_seed(seed: Any) -> int:
    """A given seed as a whole number.

    Raises:
        BadInput: It is none: 1.5, text, yes or no, nothing at all.
    """
    try:
        number = index(seed)
    except TypeError:
        number = None
    if number is None or isinstance(seed, bool):
        raise BadInput(f"seed {seed!r} is no whole number: use one, for instance 7")
    return number


def next_seed(seed: int) -> int:
    """The seed that follows (SplitMix64): a whole number from 0 to 2**63 - 1."""
    word = (seed + 0x9E3779B97F4A7C15) & _WORD
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
    return (word ^ (word >> 31)) >> 1


def split_seed(seed: int, n: int) -> NDArray[np.uint64]:
    """uint64 [n]: n seeds, none of them the given one's successor twice."""
    seeds = np.empty(n, np.uint64)
    for i in range(n):
        seeds[i] = next_seed(next_seed(seed) ^ (i * 0xD1B54A32D192ED03 & _WORD))
    return seeds


def fresh_seed() -> int:
    """A seed from the operating system, for whoever gave none."""
    return secrets.randbits(63)
