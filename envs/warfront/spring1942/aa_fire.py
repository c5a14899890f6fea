"""AA guns (AA1-AA6): one die for each aircraft, named in advance; a 1 shoots it down at once."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.fire import count_hits
from warfront.spring1942.losses import count_fighting_grade, lose_aircraft
from warfront.spring1942.tables import Unit

HITS_ON = 1  # AA2


@kernel
def has_gun(tables: Any, state: Any, s: int) -> bool:
    """AA1, AA4: whether an enemy of the active power has AA guns in s; one fires, however many."""
    for p in range(tables.n_powers):
        if tables.side[p] != tables.side[state.turn] and state.army[s, p, Unit.AA_GUN.value] > 0:
            return True
    return False


@kernel
def do_aa_fire(tables: Any, state: Any) -> None:
    """AA1, AA2, AA3, AA6: fighters before bombers, the least movement left first; only here."""
    if not has_gun(tables, state, state.battle):
        return
    for u in (Unit.FIGHTER.value, Unit.BOMBER.value):
        if state.force[state.turn, u] == 0:
            continue
        for left in range(tables.move[u] + 1):
            n = count_fighting_grade(tables, state, u, left)
            lose_aircraft(tables, state, u, left, count_hits(tables, state, n, HITS_ON))
