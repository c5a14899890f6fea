"""How a battle begins and ends: who is in it, and what becomes of the space (B8, B9, C1, AM1)."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import SLOTS
from warfront.spring1942.amphibious import do_landing
from warfront.spring1942.conquest import enter
from warfront.spring1942.decks import lose_guests
from warfront.spring1942.fleet import sort_fleet
from warfront.spring1942.grades import tire_units
from warfront.spring1942.losses import is_there
from warfront.spring1942.pending import is_pending
from warfront.spring1942.present import AIRCRAFT, COMBAT, DEFENDERS, TRANSPORTS, units_of
from warfront.spring1942.raid import count_raiders
from warfront.spring1942.state import BattleStep, Did, Fought, Hold, Verdict
from warfront.spring1942.tables import UNITS, Unit


@kernel
def start_battle(tables: Any, state: Any, s: int) -> None:
    """AM1, AM8, B7, MN8, SB7: landings first; then the own units fight all enemies there."""
    if not tables.is_sea[s]:
        do_landing(tables, state, s)
    if not is_pending(tables, state, s):
        return  # the landing is off, or the land is friendly by now
    state.battle = s
    for p in range(tables.n_powers):
        if p == state.turn or tables.side[p] != tables.side[state.turn]:
            for u in range(UNITS):
                if COMBAT >> u & 1:
                    state.force[p, u] = state.army[s, p, u]
    state.force[state.turn, Unit.BOMBER.value] -= count_raiders(state, s)
    tire_attackers(tables, state)
    state.battle_step = BattleStep.BOMBARD_HITS
    if not tables.is_sea[s] and units_of(tables, state, DEFENDERS, False):
        state.battle_step = BattleStep.GUN


@kernel
def tire_attackers(tables: Any, state: Any) -> None:
    """NCM1, NCM19: ships and land units that fight do not move any more this turn."""
    s = state.battle
    for u in range(UNITS):
        if (COMBAT & ~AIRCRAFT & ~TRANSPORTS) >> u & 1 and state.army[s, state.turn, u] > 0:
            tire_units(tables, state, s, u)
    if state.army[s, state.turn, Unit.TRANSPORT.value] == 0:
        return
    for slot in range(SLOTS):
        if is_there(state, slot, state.turn):
            state.transports[slot, Hold.LEFT.value] = 0
            state.transports[slot, Hold.DID.value] |= Did.FOUGHT.value
    sort_fleet(state)


@kernel
def end_battle(tables: Any, state: Any, verdict: int) -> None:
    """B8, B9: a territory is taken, or a zone cleared; then fighters without a deck land."""
    s = state.battle
    state.fought[s] |= Fought.BATTLE.value
    if tables.is_sea[s]:
        if verdict == Verdict.WON:
            state.fought[s] |= Fought.WON.value
        lose_guests(tables, state, s)
        state.battle_step = BattleStep.DECKS
        return
    if verdict == Verdict.WON and has_troops(state):
        enter(tables, state, s)
    close_battle(tables, state)


@kernel
def has_troops(state: Any) -> bool:
    """C1, A5: land units of the attacker are left; aircraft alone take nothing."""
    for u in range(Unit.AA_GUN.value):
        if state.force[state.turn, u] > 0:
            return True
    return False


@kernel
def close_battle(tables: Any, state: Any) -> None:
    """No battle is being fought; nothing of it is left in the record."""
    state.battle = -1
    state.battle_step = BattleStep.NONE
    state.combat_round = 0
    state.naming = 0
    state.asking = 0
    state.chosen_power = -1
    state.chosen_unit = -1
    state.force[:] = 0
    state.dying[:] = 0
    state.submerged[:] = 0
