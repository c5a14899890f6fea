"""What a seat may know, in numbers: reckoned from the state, or read back from an observation.

`known` says in plain numpy what `observe.py` writes in compiled code; each is the other's proof.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.spring1942.pieces import (
    BYTE,
    LAND_SPENT,
    LAND_STACK,
    SEA_FIRST,
    Piece,
    layout,
    shapes,
)
from warfront.spring1942.state import Hold

Known = dict[Piece, NDArray[np.int64]]


def read(tables: Any, observation: NDArray[Any]) -> Known:
    """The pieces of an observation [observation_size], each in its own shape."""
    at = layout(tables)
    whole = np.asarray(observation).astype(np.int64)
    return {
        piece: whole[at[piece] : at[piece + 1]].reshape(shape)
        for piece, shape in shapes(tables).items()
    }


def known(tables: Any, state: Any, seat: int) -> Known:
    """All that `seat` may know of the state, as the pieces of an observation."""
    out: Known = {piece: np.zeros(shape, np.int64) for piece, shape in shapes(tables).items()}
    _know_course(tables, state, seat, out)
    _know_battle(state, out)
    land, end, powers = int(tables.n_land), int(tables.n_spaces), int(tables.n_powers)
    for s in range(land):
        out[Piece.OWNER][s, state.owner[s]] = 1
    for piece, name in (
        (Piece.CAPTURED, "captured"),
        (Piece.COMPLEX, "complex"),
        (Piece.DAMAGE, "damage"),
        (Piece.PRODUCED, "produced"),
        (Piece.RAID, "raid"),
    ):
        out[piece][:] = state[name][:land]
    out[Piece.START][:] = state.owner_at_start[:land].astype(np.int64) + 1
    out[Piece.ENGAGE][:] = state.engage[land:end]
    out[Piece.FOUGHT][:] = state.fought[:end]
    out[Piece.CAME_FROM][:, 0] = state.came_from[:end] & BYTE
    out[Piece.CAME_FROM][:, 1] = state.came_from[:end] >> 8 & BYTE
    out[Piece.BOMBARDED][:] = state.bombarded[land:end]
    out[Piece.DAMAGED][:] = state.damaged[land:end, :powers]
    fleet = state.transports[:, Hold.OWNER] >= 0
    out[Piece.TRANSPORTS][fleet] = state.transports[fleet].astype(np.int64) + 1
    out[Piece.LAND][:] = state.army[:land, :powers, :LAND_STACK]
    out[Piece.SEA][:] = state.army[land:end, :powers, SEA_FIRST:]
    out[Piece.LAND_MOVED][:] = state.spent[:land, :LAND_SPENT]
    out[Piece.SEA_MOVED][:] = state.spent[land:end]
    return out


def _know_course(tables: Any, state: Any, seat: int, out: Known) -> None:
    """Who is asked what, and how the game stands."""
    for piece, index in (
        (Piece.PROMPT, state.prompt),
        (Piece.PHASE, state.phase),
        (Piece.OBSERVER, seat),
        (Piece.SEAT, state.seat),
        (Piece.TURN, state.turn),
        (Piece.HERE, state.here),
        (Piece.THERE, state.there),
        (Piece.UNIT, state.unit),
        (Piece.GRADE, state.grade),
    ):
        if index >= 0:
            out[piece][index] = 1
    out[Piece.ROUND][:] = state.game_round, tables.round_limit
    out[Piece.CITIES][:, 0] = state.cities
    out[Piece.CITIES][:, 1] = tables.victory
    out[Piece.RESULT][:] = state.winner + 1, state.how
    for p in range(int(tables.n_powers)):
        out[Piece.IPCS][p] = _parts(int(state.ipcs[p]))
        out[Piece.PRODUCTION][p] = _parts(int(state.production[p]))
    out[Piece.PURCHASED][:] = np.minimum(state.purchased, BYTE)
    out[Piece.CHOSEN][:] = state.slot + 1, state.cargo + 1, min(state.stranded, BYTE), state.closing


def _know_battle(state: Any, out: Known) -> None:
    """The battle that is fought."""
    space = int(state.battle)
    if space < 0:
        return
    powers = len(out[Piece.SUBMERGED])
    out[Piece.BATTLE][space] = 1
    out[Piece.FIGHT][:] = (
        state.battle_step,
        min(state.combat_round, BYTE),
        state.asking,
        state.chosen_power + 1,
        state.chosen_unit + 1,
        state.naming,
    )
    out[Piece.HITS][:] = np.minimum(state.hits, BYTE)
    out[Piece.SUBMERGED][:] = state.submerged[:powers]
    for piece, name in (
        (Piece.FORCE, "force"),
        (Piece.DYING, "dying"),
        (Piece.NAMED, "named"),
    ):
        out[piece][:] = state[name][:powers]
    out[Piece.SEABORNE][:] = state.seaborne[space]
    out[Piece.LANDED][:] = state.landed[space]


def _parts(number: int) -> tuple[int, int, int]:
    rest = max(number - BYTE, 0)
    return min(number, BYTE), min(rest // 256, BYTE), rest % 256


def number_of(parts: NDArray[np.int64]) -> int:
    """The number that three parts stand for."""
    return int(parts[0] + 256 * parts[1] + parts[2])
