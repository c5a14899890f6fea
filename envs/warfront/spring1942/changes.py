"""What a step changes of an observation, so that no more than that is written anew.

BOARD: anything at all; QUESTION: only what is asked, and what is bought; from MOVED on: pieces have
moved between two spaces as well, and nobody has taken one.
"""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import Act
from warfront.spring1942.state import Prompt
from warfront.spring1942.tables import SPACES

BOARD, QUESTION, MOVED = 1, 2, 3
_SPACE = int(Act.SPACE)


@kernel
def change_of(state: Any, action: int) -> int:
    """What a legal action changes, before it is carried out; the end of phases 2 to 5: BOARD."""
    prompt = state.prompt
    if prompt == Prompt.PURCHASE or prompt == Prompt.PURCHASE_COUNT:
        return QUESTION
    to = int(state.there)
    if prompt == Prompt.MOVE_TO or prompt == Prompt.TRANSPORT or prompt == Prompt.UNLOAD_TO:
        to = action - _SPACE
    elif prompt != Prompt.MOVE_COUNT and prompt != Prompt.MOVE_RAID and prompt != Prompt.LOAD_UNIT:
        return BOARD
    return MOVED + int(state.here) * SPACES + max(to, 0)


@kernel
def place_of(change: int, which: int) -> int:
    """One of the two spaces of a move."""
    return (change - MOVED) // SPACES if which == 0 else (change - MOVED) % SPACES


@kernel
def is_open(state: Any) -> bool:
    """Whether an action has only led to the next question about it: the board stands as it was."""
    return state.prompt >= 0 and state.battle < 0


@kernel
def join_changes(state: Any, before: int, change: int, held: int) -> int:
    """What has changed after an action too; `held`: who held the move's second space before it."""
    if is_open(state):
        return before
    if before != QUESTION or (change >= MOVED and state.owner[place_of(change, 1)] != held):
        return BOARD
    return change
