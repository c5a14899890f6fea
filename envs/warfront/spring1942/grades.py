"""The active power's pieces by the movement they have left."""

from typing import Any

import numpy as np

from warfront.compiled import kernel
from warfront.spring1942.tables import GRADE_FIRST, POWERS, SPENT, SPENT_FIRST, UNITS

_FIRST = np.array(SPENT_FIRST)  # an array: a tuple would be laid out anew at every look


_ROW, _SPENT_WORDS = UNITS // 4, SPENT // 4  # words of 4 bytes that a row fills


@kernel
def army_words(state: Any) -> Any:
    """The army as words of four kinds, for `has_units`."""
    return state.army.reshape(-1).view(np.uint32)


@kernel
def has_units(words: Any, s: int, p: int) -> bool:
    """Whether a power has any unit in s."""
    at = np.uint64((s * POWERS + p) * _ROW)
    return words[at] | words[at + np.uint64(1)] | words[at + np.uint64(2)] != 0


@kernel
def is_fresh(state: Any, s: int) -> bool:
    """Whether all of the active power's pieces in s have their whole allowance (CM2)."""
    words = state.spent.reshape(-1).view(np.uint32)
    at = np.uint64(s * _SPENT_WORDS)
    some = words[at] | words[at + np.uint64(1)] | words[at + np.uint64(2)]
    return some | words[at + np.uint64(3)] | words[at + np.uint64(4)] == 0


@kernel
def column_of(tables: Any, s: int, u: int, left: int) -> int:
    """The column of `spent` for a unit in a space; only for left below the allowance."""
    return _FIRST[int(tables.is_sea[s]), u] + left


@kernel
def count_moved(tables: Any, state: Any, s: int, u: int) -> int:
    """The active power's units of a kind in s that have not their whole allowance."""
    first = _FIRST[int(tables.is_sea[s]), u]
    n = 0
    for left in range(int(tables.move[u])):
        n += int(state.spent[s, first + left])
    return n


@kernel
def count_grade(tables: Any, state: Any, s: int, u: int, left: int) -> int:
    """The active power's units of a kind in s with just that much movement left."""
    if left == tables.move[u]:
        return int(state.army[s, state.turn, u]) - count_moved(tables, state, s, u)
    if left > tables.move[u]:
        return 0
    return int(state.spent[s, column_of(tables, s, u, left)])


@kernel
def add_units(tables: Any, state: Any, s: int, u: int, left: int, n: int) -> None:
    """Put n units of the active power into s (n may be negative: take them out)."""
    state.army[s, state.turn, u] += n
    if left < tables.move[u]:
        state.spent[s, column_of(tables, s, u, left)] += n


@kernel
def grade_of(u: int, left: int) -> int:
    """The number of a grade."""
    return GRADE_FIRST[u] + left


@kernel
def tire_units(tables: Any, state: Any, s: int, u: int) -> None:
    """All of the active power's units of a kind in s have no movement left."""
    first = _FIRST[int(tables.is_sea[s]), u]
    for left in range(int(tables.move[u])):
        state.spent[s, first + left] = 0
    state.spent[s, first] = state.army[s, state.turn, u]
