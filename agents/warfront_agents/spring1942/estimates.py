"""What the staff reckons of a position before it plans, as features for a network.

Threats, guards, what land is worth and draws, and what an attack on each enemy space should bring:
a network finds such sums over the map hard to learn, and they say little of what to do with them.
Axes: N position, E space, F feature.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.compiled import kernel
from warfront.spring1942.state import LAYOUT, Phase
from warfront_agents.spring1942.attack import gain_at, muster
from warfront_agents.spring1942.board import read_board
from warfront_agents.spring1942.campaign import count_ships_near
from warfront_agents.spring1942.naval import muster_fleet, reckon_ships
from warfront_agents.spring1942.notes import is_friend_land, new_notes
from warfront_agents.spring1942.orders import KIND, NOTHING
from warfront_agents.spring1942.reckon import reckon
from warfront_agents.spring1942.shipping import (
    count_waiting,
    owned,
    room_at_base,
    stand_empty,
)
from warfront_agents.spring1942.supply import count_short, room_for_units
from warfront_agents.staff.spring1942 import StaffAgent

VERSION = 1  # moves whenever an estimate changes
OF_SPACE = 12  # numbers of a space, as `tell_space` and `tell_attack` write them
OF_ALL = 16  # and of the position
_ATTACK = 8  # the first of what an attack should bring
_PURCHASE, _COMBAT_MOVE = int(Phase.PURCHASE), int(Phase.COMBAT_MOVE)
_FIGHTER, _BOMBER, _DESTROYER, _TRANSPORT = 4, 5, 7, 11


@kernel
def tell_space(tables: Any, notes: Any, s: int, out: Any) -> None:
    """Who could come, who stands there, and what draws whom; out [OF_SPACE], about 0 to 4."""
    threat, guard = notes.threat[s], notes.guard[s]
    out[0] = np.sqrt(threat) / 5.0
    out[1] = np.sqrt(guard) / 5.0
    out[2] = threat / (threat + guard + 1.0)
    out[3] = notes.guard_hits[s] / 10.0
    if tables.is_sea[s]:
        out[4] = min(notes.lure[s], 100.0) / 25.0
        out[5] = min(notes.call[s], 60.0) / 15.0
        out[6] = 1.0 if s == notes.muster else 0.0
        out[7] = 1.0 if s == notes.stage else 0.0
    else:
        out[4] = notes.worth[s] / 25.0
        out[5] = notes.pull[s] / 25.0
        out[6] = 1.0 if s == notes.goal else 0.0
        out[7] = notes.idle[s] / 8.0


@kernel
def tell_attack(tables: Any, board: Any, notes: Any, s: int, out: Any) -> None:
    """What an attack on an enemy space with all that is needed should bring, by a quick guess."""
    if tables.is_sea[s]:
        if board.enemy[s] == 0:
            return
        reckon_ships(tables, board, notes, s)
        chance = muster_fleet(tables, board, notes, s)
    else:
        if is_friend_land(tables, board, s):
            return
        chance = muster(tables, board, notes, s)
    if notes.order[KIND] == NOTHING:
        return
    gain = gain_at(tables, board, notes, s, chance)
    out[_ATTACK] = 1.0
    out[_ATTACK + 1] = chance
    out[_ATTACK + 2] = min(max(gain, -30.0), 60.0) / 15.0
    out[_ATTACK + 3] = 1.0 if gain > 0.0 else 0.0


@kernel
def tell_purchase(tables: Any, board: Any, notes: Any, out: Any) -> None:
    """What is there of what is bought, and what is missing."""
    out[8] = count_short(tables, board, notes) / 5.0
    out[9] = owned(tables, board, _TRANSPORT) / 6.0
    out[10] = owned(tables, board, _DESTROYER) / 4.0
    out[11] = owned(tables, board, _FIGHTER) / 6.0
    out[12] = owned(tables, board, _BOMBER) / 6.0
    if notes.goal >= 0:
        ships = count_ships_near(tables, board, notes) + int(board.purchased[_TRANSPORT])
        out[13] = (notes.ships - ships) / 5.0
        out[14] = room_at_base(tables, board, notes) / 8.0
        out[15] = 1.0 if stand_empty(tables, board, notes) else 0.0


@kernel
def tell_all(tables: Any, board: Any, notes: Any, out: Any) -> None:
    """Money and room, and how far the campaign is; out [OF_ALL], about 0 to 4."""
    money, room = float(board.ipcs[board.turn]), float(room_for_units(tables, board))
    out[0] = money / 40.0
    out[1] = room / 10.0
    out[2] = min(money / max(room, 1.0), 15.0) / 5.0
    out[3] = notes.ships / 8.0
    out[4] = notes.loaded / 5.0
    out[5] = notes.ready / 15.0
    out[6] = min(count_waiting(tables, notes), 40) / 10.0
    out[7] = notes.caution
    if board.phase == _PURCHASE:
        tell_purchase(tables, board, notes, out)


@kernel
def add_estimates(
    tables: Any, boards: Any, notes: Any, observations: Any, features: Any, first: int
) -> None:
    """Write the estimates of observations [N, O] into features [N, F] from the first on.

    There must be zeros. Boards and notes [1] are what is reckoned in.
    """
    board, note, spaces = boards[0], notes[0], int(tables[0].n_spaces)
    for i in range(len(observations)):
        read_board(tables[0], observations[i], board)
        reckon(tables[0], board, note)
        for s in range(spaces):
            tell_space(tables[0], note, s, features[i, first + s * OF_SPACE :])
        tell_all(tables[0], board, note, features[i, first + spaces * OF_SPACE :])
        if board.phase == _COMBAT_MOVE:
            for s in range(spaces):
                tell_attack(tables[0], board, note, s, features[i, first + s * OF_SPACE :])


class Estimator:
    """Reckons for one game, as the staff does."""

    def __init__(self, tables: NDArray[Any]) -> None:
        """Keep the game's tables [1]."""
        self._tables = tables

    def __call__(
        self, observations: NDArray[np.uint8], features: NDArray[np.float32], first: int
    ) -> None:
        """Write the estimates of observations [N, O] into features [N, F] of zeros, from first."""
        board = np.zeros(1, LAYOUT).view(np.recarray)
        notes = new_notes(**StaffAgent.temper)
        add_estimates(self._tables, board, notes, observations, features, first)
