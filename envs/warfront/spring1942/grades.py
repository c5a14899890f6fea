"""The active power's pieces by the movement they have left."""

from typing import Any

import numpy as np

from warfront.compiled import kernel
from warfront.spring1942.addresses import as_words
from warfront.spring1942.tables import GRADE_FIRST, POWERS, SPENT, SPENT_FIRST, UNITS

_FIRST = np.array(SPENT_FIRST)  # an array: a tuple would be laid out anew at every look


_ROW, _SPENT_WORDS = UNITS // 4, SPENT // 4  # words of 4 bytes that a row fills


@kernel
def has_units(state: Any, s: int, p: int) -> bool:
    """Whether a power has any unit in s."""
    army, at = as_words(state.army), (s * POWERS + p) * _ROW
    return army[at] | army[at + 1] | army[at + 2] != 0


@kernel
def is_fresh(state: Any, s: int) -> bool:
    """Whether all of the active power's pieces in s have their whole allowance (CM2)."""
    spent, at = as_words(state.spent), s * _SPENT_WORDS
    some = spent[at] | spent[at + 1] | spent[at + 2]
    return some | spent[at + 3] | spent[at + 4] == 0


@kernel
def is_spent(tables: Any, state: Any, s: int, u: int) -> bool:
    """Whether none of the active power's units of a kind in s has movement left."""
    first = _FIRST[int(tables.is_sea[s]), u]
    return state.army[s, state.turn, u] == state.spent[s, first]


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
