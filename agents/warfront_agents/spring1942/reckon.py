"""All that a player reckons before it decides."""

from typing import Any

from warfront.compiled import kernel
from warfront_agents.spring1942.campaign import reckon_campaign
from warfront_agents.spring1942.threats import reckon_threats
from warfront_agents.spring1942.ways import (
    reckon_guards,
    reckon_idle,
    reckon_lure,
    reckon_pull,
)


@kernel
def reckon(tables: Any, board: Any, notes: Any) -> None:
    """Fill all notes for the active power."""
    notes.caution = max(0.0, 1.0 - board.game_round / notes.patience)
    late = 1.0 - 0.1 * (board.game_round - notes.thrift_round)
    notes.thrift = max(notes.least_thrift, min(1.0, late))
    reckon_threats(tables, board, notes)
    reckon_guards(tables, board, notes)
    reckon_pull(tables, board, notes)
    reckon_campaign(tables, board, notes)
    reckon_lure(tables, board, notes)
    reckon_idle(tables, board, notes)
