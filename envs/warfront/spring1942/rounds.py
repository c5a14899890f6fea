"""The course of a battle: AA fire, bombardment, then rounds until it is decided (B1, B8).

Each step does its part and names the next one; where a player is to choose, it sets the prompt and
the same step goes on after the answer.
"""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.aa_fire import do_aa_fire
from warfront.spring1942.amphibious import ask_bombard, roll_bombardment
from warfront.spring1942.decks import ask_land
from warfront.spring1942.fire import can_surprise, do_main_fire, do_surprise
from warfront.spring1942.losses import bury, lose_all
from warfront.spring1942.naming import give_out
from warfront.spring1942.outcome import close_battle, end_battle
from warfront.spring1942.present import (
    ATTACKERS,
    DEFENDERS,
    FIGHTING,
    SUBS,
    TRANSPORTS,
    can_hit,
    units_of,
)
from warfront.spring1942.retreat import (
    ask_retreat,
    do_retreat,
    has_retreat_space,
)
from warfront.spring1942.state import BattleStep, Verdict
from warfront.spring1942.subs import ask_submerge
from warfront.spring1942.tables import Unit


@kernel
def judge(tables: Any, state: Any) -> int:
    """B8, B9, R4, S6, T3, T4: whether it is decided; transports without hope sink at once."""
    mine = units_of(tables, state, ATTACKERS, True)
    theirs = units_of(tables, state, DEFENDERS, True)
    if mine == 0:
        return Verdict.LOST.value
    if theirs == 0:
        return Verdict.WON.value
    if not can_hit(tables, ATTACKERS, mine, theirs) and not can_hit(
        tables, DEFENDERS, theirs, mine
    ):
        return Verdict.STAND.value
    if not theirs & FIGHTING:
        lose_all(tables, state, DEFENDERS, TRANSPORTS)
        return Verdict.WON.value
    if not mine & FIGHTING:
        if has_retreat_space(tables, state):
            return Verdict.OPEN.value
        lose_all(tables, state, ATTACKERS, TRANSPORTS)
        return Verdict.LOST.value
    return Verdict.OPEN.value


@kernel
def is_over(tables: Any, state: Any) -> bool:
    """S6, T4: end the battle when it is decided; where nobody can hit, submarines submerge."""
    verdict = judge(tables, state)
    if verdict == Verdict.OPEN:
        return False
    transports = state.force[state.turn, Unit.TRANSPORT.value]
    if verdict == Verdict.STAND and transports > 0 and ask_retreat(tables, state):
        state.battle_step = BattleStep.STAND
        return True
    end_battle(tables, state, verdict)
    return True


@kernel
def start_round(tables: Any, state: Any) -> None:
    """B1: the next round begins with the submarines, if there are any."""
    state.combat_round += 1
    state.asking = 0
    units = units_of(tables, state, ATTACKERS, True) | units_of(tables, state, DEFENDERS, True)
    state.battle_step = BattleStep.SUBMERGE if units & SUBS else BattleStep.FIRE


@kernel
def end_round(tables: Any, state: Any) -> None:
    """B1 e, f: casualties leave; the attacker presses on or retreats."""
    bury(tables, state)
    if is_over(tables, state):
        return
    state.battle_step = BattleStep.ROUND
    ask_retreat(tables, state)


@kernel
def do_press(tables: Any, state: Any) -> None:
    """R1, T4: another round; where nobody can hit, the attacker stays and the battle is over."""
    if state.battle_step == BattleStep.STAND:
        end_battle(tables, state, Verdict.STAND.value)


@kernel
def do_leave(tables: Any, state: Any, to: int) -> None:
    """R1, AM7: the attacker retreats; those that came by sea fight on."""
    do_retreat(tables, state, to)
    if not units_of(tables, state, ATTACKERS, False):
        end_battle(tables, state, Verdict.LEFT.value)


@kernel
def run_before(tables: Any, state: Any, step: int) -> None:
    """AA1, AM6: what comes before the first round, once."""
    if step == BattleStep.GUN:
        do_aa_fire(tables, state)
        state.battle_step = BattleStep.BOMBARD
    elif step == BattleStep.BOMBARD:
        if not ask_bombard(tables, state):
            roll_bombardment(tables, state)
            state.battle_step = BattleStep.BOMBARD_HITS
    else:
        give_out(tables, state, DEFENDERS)
        if state.prompt < 0 and not is_over(tables, state):
            state.battle_step = BattleStep.ROUND


@kernel
def run_strike(tables: Any, state: Any, step: int) -> None:
    """B1 a, b: submarines submerge or strike by surprise, both armies in one step (S2)."""
    if step == BattleStep.SUBMERGE:
        if not ask_submerge(tables, state) and not is_over(tables, state):
            state.asking = 0
            state.battle_step = BattleStep.STRIKE
    elif step == BattleStep.STRIKE:
        if can_surprise(tables, state, ATTACKERS):
            do_surprise(tables, state, ATTACKERS)
        state.battle_step = BattleStep.STRIKE_HITS
    elif step == BattleStep.STRIKE_HITS:
        give_out(tables, state, DEFENDERS)
        if state.prompt < 0:
            state.battle_step = BattleStep.STRIKE_BACK
    elif step == BattleStep.STRIKE_BACK:
        if can_surprise(tables, state, DEFENDERS):
            do_surprise(tables, state, DEFENDERS)
        state.battle_step = BattleStep.STRIKE_BACK_HITS
    else:
        give_out(tables, state, ATTACKERS)
        if state.prompt < 0:
            bury(tables, state)
            if not is_over(tables, state):  # B8, T3: nobody rolls on when it is decided
                state.battle_step = BattleStep.FIRE


@kernel
def run_fire(tables: Any, state: Any, step: int) -> None:
    """B1 c, d: the attackers fire, then the defenders, those just hit among them."""
    if step == BattleStep.FIRE:
        do_main_fire(tables, state, ATTACKERS)
        state.battle_step = BattleStep.FIRE_HITS
    elif step == BattleStep.FIRE_HITS:
        give_out(tables, state, DEFENDERS)
        if state.prompt < 0:
            state.battle_step = BattleStep.RETURN
    elif step == BattleStep.RETURN:
        do_main_fire(tables, state, DEFENDERS)
        state.battle_step = BattleStep.RETURN_HITS
    else:
        give_out(tables, state, ATTACKERS)
        if state.prompt < 0:
            state.battle_step = BattleStep.ROUND_END


@kernel
def run_battle(tables: Any, state: Any) -> None:
    """Run the battle on until somebody is asked or it is over."""
    while state.prompt < 0 and state.battle >= 0:
        step = state.battle_step
        if step <= BattleStep.BOMBARD_HITS:
            run_before(tables, state, step)
        elif step == BattleStep.ROUND:
            start_round(tables, state)
        elif step <= BattleStep.STRIKE_BACK_HITS:
            run_strike(tables, state, step)
        elif step <= BattleStep.RETURN_HITS:
            run_fire(tables, state, step)
        elif step == BattleStep.ROUND_END:
            end_round(tables, state)
        elif not ask_land(tables, state):
            close_battle(tables, state)
