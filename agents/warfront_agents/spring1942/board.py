"""An observation read back into a state record, so that players can ask the rules' own kernels.

Everything in Spring 1942 is public, so nothing of the position is missing; chance is (the record's
generator stays blank, and no player rolls dice with it).
"""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import SLOTS
from warfront.spring1942.pieces import (
    LAND_SPENT,
    LAND_STACK,
    SEA_FIRST,
    SEA_SPENT,
    SEA_STACK,
    Piece,
)
from warfront.spring1942.state import HOLDS, Phase, Prompt
from warfront.spring1942.status import refresh_enemies, refresh_landdist
from warfront.spring1942.tables import GOODS, GRADES, UNITS

_PHASES, _PROMPTS = len(Phase), len(Prompt)


@kernel
def marked(obs: Any, start: int, size: int) -> int:
    """Index of the 1 in a one-hot piece, -1 none."""
    for i in range(size):
        if obs[start + i]:
            return i
    return -1


@kernel
def number_at(obs: Any, at: int) -> int:
    """A number that may pass 255."""
    return int(obs[at]) + 256 * int(obs[at + 1]) + int(obs[at + 2])


@kernel
def read_course(tables: Any, obs: Any, board: Any) -> None:
    """Who is asked what, and how the game stands."""
    at = tables.at
    board.prompt = marked(obs, at[Piece.PROMPT], _PROMPTS)
    board.phase = marked(obs, at[Piece.PHASE], _PHASES)
    board.seat = marked(obs, at[Piece.SEAT], tables.n_powers)
    board.turn = marked(obs, at[Piece.TURN], tables.n_powers)
    board.game_round = obs[at[Piece.ROUND]]
    for side in range(2):
        board.cities[side] = obs[at[Piece.CITIES] + 2 * side]
    for p in range(tables.n_powers):
        board.ipcs[p] = number_at(obs, at[Piece.IPCS] + 3 * p)
        board.production[p] = number_at(obs, at[Piece.PRODUCTION] + 3 * p)
    for u in range(GOODS):
        board.purchased[u] = obs[at[Piece.PURCHASED] + u]


@kernel
def read_choice(tables: Any, obs: Any, board: Any) -> None:
    """What the choice is of."""
    at = tables.at
    board.here = marked(obs, at[Piece.HERE], tables.n_spaces)
    board.there = marked(obs, at[Piece.THERE], tables.n_spaces)
    board.unit = marked(obs, at[Piece.UNIT], GOODS)
    board.grade = marked(obs, at[Piece.GRADE], GRADES)
    board.slot = int(obs[at[Piece.CHOSEN]]) - 1
    board.cargo = int(obs[at[Piece.CHOSEN] + 1]) - 1
    board.stranded = obs[at[Piece.CHOSEN] + 2]


@kernel
def read_battle(tables: Any, obs: Any, board: Any) -> None:
    """The battle that is fought, if any."""
    at = tables.at
    board.battle = marked(obs, at[Piece.BATTLE], tables.n_spaces)
    if board.battle < 0:
        return
    board.battle_step = obs[at[Piece.FIGHT]]
    board.combat_round = obs[at[Piece.FIGHT] + 1]
    board.chosen_power = int(obs[at[Piece.FIGHT] + 3]) - 1
    board.chosen_unit = int(obs[at[Piece.FIGHT] + 4]) - 1
    for kind in range(3):
        board.hits[kind] = obs[at[Piece.HITS] + kind]
    for p in range(tables.n_powers):
        board.submerged[p] = obs[at[Piece.SUBMERGED] + p]
        for u in range(UNITS):
            cell = p * UNITS + u
            board.force[p, u] = obs[at[Piece.FORCE] + cell]
            board.dying[p, u] = obs[at[Piece.DYING] + cell]
            board.named[p, u] = obs[at[Piece.NAMED] + cell]
    for u in range(4):
        board.seaborne[board.battle, u] = obs[at[Piece.SEABORNE] + u]


@kernel
def read_spaces(tables: Any, obs: Any, board: Any) -> None:
    """Holders, complexes and what happened this turn."""
    at = tables.at
    land, powers = int(tables.n_land), int(tables.n_powers)
    for s in range(land):
        board.owner[s] = marked(obs, at[Piece.OWNER] + s * powers, powers)
        board.owner_at_start[s] = int(obs[at[Piece.START] + s]) - 1
        board.captured[s] = obs[at[Piece.CAPTURED] + s]
        board.complex[s] = obs[at[Piece.COMPLEX] + s]
        board.damage[s] = obs[at[Piece.DAMAGE] + s]
        board.produced[s] = obs[at[Piece.PRODUCED] + s]
        for left in range(6):
            board.raid[s, left] = obs[at[Piece.RAID] + 6 * s + left]
    for s in range(tables.n_spaces):
        board.fought[s] = obs[at[Piece.FOUGHT] + s]
        came = at[Piece.CAME_FROM] + 2 * s
        board.came_from[s] = int(obs[came]) | int(obs[came + 1]) << 8
    for s in range(land, tables.n_spaces):
        z = s - land
        board.owner[s] = -1
        board.owner_at_start[s] = -1
        board.engage[s] = obs[at[Piece.ENGAGE] + z]
        for p in range(powers):
            board.damaged[s, p] = obs[at[Piece.DAMAGED] + z * powers + p]


@kernel
def read_stacks(tables: Any, obs: Any, board: Any) -> None:
    """All units, the transports, and what of the active power has moved."""
    land, powers = int(tables.n_land), int(tables.n_powers)
    at = int(tables.at[Piece.LAND])
    moved = int(tables.at[Piece.LAND_MOVED])
    for s in range(land):
        for p in range(powers):
            for u in range(LAND_STACK):
                board.army[s, p, u] = obs[at + u]
            at += LAND_STACK
        for column in range(LAND_SPENT):
            board.spent[s, column] = obs[moved + column]
        moved += LAND_SPENT
    at = int(tables.at[Piece.SEA])
    moved = int(tables.at[Piece.SEA_MOVED])
    for s in range(land, tables.n_spaces):
        for p in range(powers):
            for u in range(SEA_STACK):
                board.army[s, p, SEA_FIRST + u] = obs[at + u]
            at += SEA_STACK
        for column in range(SEA_SPENT):
            board.spent[s, column] = obs[moved + column]
        moved += SEA_SPENT
    at = int(tables.at[Piece.TRANSPORTS])
    for slot in range(SLOTS):
        for column in range(HOLDS):
            board.transports[slot, column] = int(obs[at + slot * HOLDS + column]) - 1


@kernel
def read_board(tables: Any, obs: Any, board: Any) -> None:
    """Fill a LAYOUT record with the position that an observation shows."""
    read_course(tables, obs, board)
    read_choice(tables, obs, board)
    read_battle(tables, obs, board)
    read_spaces(tables, obs, board)
    read_stacks(tables, obs, board)
    refresh_enemies(tables, board)
    refresh_landdist(tables, board)
