"""Phase 1: units are bought and complexes repaired."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import COUNTS, Act
from warfront.spring1942.fleet import count_free_slots
from warfront.spring1942.state import Prompt
from warfront.spring1942.tables import GOODS
from warfront.spring1942.turn import begin_combat_move

_SPACE, _UNIT, _COUNT, _DONE = int(Act.SPACE), int(Act.UNIT), int(Act.COUNT), int(Act.DONE)
_TRANSPORT, _COMPLEX = 11, 12


@kernel
def ask_purchase(state: Any) -> None:
    """G3: the active power buys."""
    state.prompt = Prompt.PURCHASE.value
    state.seat = state.turn


@kernel
def most_affordable(tables: Any, state: Any, u: int) -> int:
    """P1, P2: how many of a kind the IPCs in hand buy, within the pieces there are."""
    n = int(state.ipcs[state.turn]) // int(tables.cost[u])
    if n == 0:
        return 0
    if u == _TRANSPORT:
        return min(n, count_free_slots(state) - int(state.purchased[u]))
    if u == _COMPLEX:
        return min(n, int(tables.n_land) - int(state.purchased[u]))
    return min(n, int(tables.most[u]) - int(state.owned[u]) - int(state.purchased[u]))


@kernel
def can_purchase(tables: Any, state: Any, mask: Any) -> None:
    """P1, P2, P4: what the IPCs in hand can buy, own damaged complexes, or done."""
    mask[_DONE] = 1
    for u in range(GOODS):
        if most_affordable(tables, state, u) > 0:
            mask[_UNIT + u] = 1
    if state.ipcs[state.turn] > 0:
        for s in range(tables.n_land):
            if state.damage[s] > 0 and state.owner[s] == state.turn:
                mask[_SPACE + s] = 1


@kernel
def do_purchase(tables: Any, state: Any, action: int) -> None:
    """P1: a kind, a complex to repair, or the end of the phase."""
    if action == _DONE:
        begin_combat_move(tables, state)
    elif action >= _UNIT:
        state.unit = action - _UNIT
        state.prompt = Prompt.PURCHASE_COUNT.value
    else:
        state.here = action - _SPACE
        state.prompt = Prompt.REPAIR_COUNT.value


@kernel
def can_count_purchase(tables: Any, state: Any, mask: Any) -> None:
    """P1: how many of the kind chosen."""
    n = min(COUNTS, most_affordable(tables, state, int(state.unit)))
    mask[_COUNT : _COUNT + n] = 1


@kernel
def do_count_purchase(tables: Any, state: Any, n: int) -> None:
    """P1, P3: the units are paid and wait off the board."""
    state.purchased[state.unit] += n
    state.ipcs[state.turn] -= n * int(tables.cost[state.unit])
    state.unit = -1


@kernel
def can_count_repair(state: Any, mask: Any) -> None:
    """P4: how many points of damage are removed."""
    n = min(COUNTS, int(state.damage[state.here]), int(state.ipcs[state.turn]))
    mask[_COUNT : _COUNT + n] = 1


@kernel
def do_count_repair(state: Any, n: int) -> None:
    """P4: an IPC a point."""
    state.damage[state.here] -= n
    state.ipcs[state.turn] -= n
    state.here = -1
