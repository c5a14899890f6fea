"""The battle that stands in a space of a position, as the words of `odds`."""

from typing import Any

import numpy as np

from warfront.game import BadInput
from warfront.naming import pick
from warfront.spring1942.actions import SLOTS
from warfront.spring1942.data import Loaded
from warfront.spring1942.state import Engage, Fought, Hold
from warfront.spring1942.tables import LAND_UNITS, UNIT_NAMES, UNITS, Unit

_LIGHT = [Unit.SUBMARINE, Unit.TRANSPORT]  # need not be fought (CM10)
_BOMBARDING = (Unit.BATTLESHIP, Unit.CRUISER)  # the better ones first


def battle_in(
    loaded: Loaded, state: Any, space: str, attacker: str | None = None
) -> dict[str, Any]:
    """The arguments of `odds` for the battle in a space.

    Troops announced to land there fight with those that stand there; cruisers and battleships in
    zones without enemies bombard, one for each unit that lands from there (AM3).

    Args:
        loaded: the game.
        state: its LAYOUT record.
        space: the id of the space.
        attacker: the attacking power; by default the one whose turn it is.

    Raises:
        BadInput: an unknown word, or there is no battle.
    """
    s = pick(space, loaded.spaces, "space")
    p = int(state.turn) if attacker is None else pick(attacker, loaded.powers, "power")
    tables = loaded.tables
    own, foes = np.zeros(UNITS, np.int64), np.zeros(UNITS, np.int64)
    running = int(state.battle) == s
    for q in range(int(tables.n_powers)):
        units = state.force[q] if running else state.army[s, q]
        if q == p:
            own += units
        elif tables.side[q] != tables.side[p]:
            foes += units
    guns = int(state.army[s, :, Unit.AA_GUN] @ (tables.side != tables.side[p]).astype(np.int64))
    found: dict[str, Any] = {"sea": bool(tables.is_sea[s]), "tables": tables}
    found["attacker_damaged"], found["defender_damaged"] = _count_damaged(tables, state, s, p)
    if not tables.is_sea[s]:
        if not running:
            own[Unit.BOMBER] -= state.raid[s].sum()
            _add_landings(tables, state, s, p, own, found)
        found["aa_gun"] = bool(guns and not running)
    own[Unit.AA_GUN] = foes[Unit.AA_GUN] = 0
    for what, army in ((loaded.powers[p], own), ("the other side", foes)):
        if not army.any():
            raise BadInput(f"there is no battle in {space}: {what} has no units there that fight")
    return {"attacker": _words(own), "defender": _words(foes)} | found


def _words(army: Any) -> dict[str, int]:
    return {UNIT_NAMES[u]: int(army[u]) for u in np.flatnonzero(army)}


def _count_damaged(tables: Any, state: Any, s: int, p: int) -> tuple[int, int]:
    """Battleships hit once, of the attacker and of his enemies."""
    enemy = tables.side != tables.side[p]
    return int(state.damaged[s, p]), int(state.damaged[s] @ enemy.astype(np.int64))


def _add_landings(tables: Any, state: Any, s: int, p: int, own: Any, found: dict[str, Any]) -> None:
    """CM25, AM2, AM3, AM7: announced cargo joins the attackers, and ships bombard."""
    seaborne = np.zeros(UNITS, np.int64)
    seaborne[:LAND_UNITS] = state.seaborne[s]
    landed = np.zeros(int(tables.n_spaces), np.int64)
    for slot in range(SLOTS):
        row = state.transports[slot]
        for k in range(2):
            if row[Hold.OWNER] >= 0 and row[Hold.TARGET] == s and row[Hold.GOING + k]:
                if row[Hold.WHOSE + k] == p:
                    seaborne[row[Hold.CARGO + k]] += 1
                    own[row[Hold.CARGO + k]] += 1
                    landed[row[Hold.SPACE]] += 1
    bombard = np.zeros(UNITS, np.int64)
    for z in np.flatnonzero(landed):
        if _is_clear(tables, state, int(z), p):
            shots = int(landed[z])
            for u in _BOMBARDING:
                ships = min(shots, int(state.army[z, p, u]))
                bombard[u] += ships
                shots -= ships
    found["seaborne"], found["bombard"] = _words(seaborne), _words(bombard)


def _is_clear(tables: Any, state: Any, z: int, p: int) -> bool:
    """AM2, AM4: whether no battle is or will be fought in a zone; enemies may be ignored there."""
    enemy = tables.side[: tables.n_powers] != tables.side[p]
    foes = state.army[z, : tables.n_powers][enemy].sum(axis=0)
    if p != state.turn:
        return not foes.any()
    ahead = state.engage[z] == Engage.ATTACK and foes.any()
    return not (state.fought[z] & Fought.BATTLE or ahead or np.delete(foes, _LIGHT).any())
