"""An order is one whole move; players decide on orders, the game asks for their parts."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import Act
from warfront.spring1942.fleet import is_repeat
from warfront.spring1942.state import Prompt

# Columns of an order.
KIND, HERE, WHAT, THERE, COUNT, EXTRA = range(6)
NOTHING, MOVE, SAIL, LOAD, UNLOAD, RAID = range(6)


@kernel
def set_order(order: Any, kind: int, here: int, what: int, there: int, count: int, x: int) -> None:
    """Write an order down.

    Args:
        order: int32 [6].
        kind: MOVE, SAIL, LOAD, UNLOAD, RAID or NOTHING.
        here: the space the piece stands in.
        what: its grade, or the transport's row.
        there: the space it goes to; for LOAD the land that the cargo comes from.
        count: how many go.
        x: the unit to load, or the place aboard of the cargo to unload.
    """
    order[KIND] = kind
    order[HERE] = here
    order[WHAT] = what
    order[THERE] = there
    order[COUNT] = count
    order[EXTRA] = x


@kernel
def first_alike(board: Any, slot: int) -> int:
    """The first of equal transports: the one that is offered."""
    while is_repeat(board, slot):
        slot -= 1
    return slot


@kernel
def answer_order(order: Any, prompt: int) -> int:
    """The action that carries an order on at a prompt; -1 when it has no part there."""
    kind = order[KIND]
    if prompt == Prompt.MOVE_FROM:
        return Act.DONE.value if kind == NOTHING else Act.SPACE.value + order[HERE]
    if kind == NOTHING:
        return -1
    if prompt == Prompt.MOVE_WHAT:
        flies = kind == MOVE or kind == RAID
        return (Act.GRADE.value if flies else Act.TRANSPORT.value) + order[WHAT]
    if prompt == Prompt.MOVE_RAID:
        return Act.RAID.value if kind == RAID else Act.ATTACK.value
    if prompt == Prompt.MOVE_TO or prompt == Prompt.UNLOAD_TO or prompt == Prompt.LOAD_FROM:
        return Act.SPACE.value + order[THERE]
    if prompt == Prompt.MOVE_COUNT:
        return Act.COUNT.value + order[COUNT] - 1
    if prompt == Prompt.LOAD_UNIT:
        return Act.UNIT.value + order[EXTRA]
    if prompt == Prompt.TRANSPORT:
        if kind == SAIL:
            return Act.SPACE.value + order[THERE]
        return Act.LOAD.value if kind == LOAD else Act.CARGO.value + order[EXTRA]
    return -1
