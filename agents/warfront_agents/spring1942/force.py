"""The force that is being put together for an attack, and who may join it."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import SLOTS
from warfront.spring1942.state import Hold
from warfront.spring1942.steps import count_free
from warfront_agents.spring1942.notes import win_chance

_OWNER, _TARGET = int(Hold.OWNER), int(Hold.TARGET)
_CARGO, _WHOSE, _GOING = int(Hold.CARGO), int(Hold.WHOSE), int(Hold.GOING)
_AA_GUN, _BOMBER, _TRANSPORT = 3, 5, 11


@kernel
def force_hits(tables: Any, force: Any) -> float:
    """Hits that a force can take; AA guns and transports count for nothing."""
    hits = 0.0
    for u in range(_TRANSPORT):
        if u != _AA_GUN:
            hits += force[u] * tables.hits[u]
    return hits


@kernel
def force_fire(tables: Any, force: Any) -> float:
    """Hits a round that an attacking force scores (B3)."""
    fire = min(force[0], force[1])
    for u in range(_TRANSPORT):
        fire += force[u] * tables.attack[u]
    return fire / 6.0


@kernel
def force_value(tables: Any, force: Any) -> float:
    """What a force cost."""
    value = 0.0
    for u in range(_TRANSPORT):
        value += force[u] * tables.cost[u]
    return value


@kernel
def chance_at(tables: Any, notes: Any, target: int) -> float:
    """The guess that the force in the notes wins against the guard of a space."""
    force = notes.force
    return win_chance(
        force_hits(tables, force), force_fire(tables, force),
        notes.guard_hits[target], notes.guard_fire[target],
    )  # fmt: skip


@kernel
def is_enough(tables: Any, notes: Any, target: int) -> bool:
    """Whether the force needs nothing more; a land unit at least must be there to stay."""
    force = notes.force
    if not tables.is_sea[target] and force[0] + force[1] + force[2] < 1.0:
        return False
    if chance_at(tables, notes, target) < notes.sure:
        return False
    strength = force_hits(tables, force) * force_fire(tables, force)
    return strength >= notes.margin * notes.guard[target]


@kernel
def commit_present(tables: Any, board: Any, notes: Any, target: int) -> None:
    """The force begins with what is in the space already, or is announced to land there."""
    me = int(board.turn)
    for u in range(12):
        notes.force[u] = board.army[target, me, u] if u != _TRANSPORT else 0
    for left in range(6):
        if not tables.is_sea[target]:
            notes.force[_BOMBER] -= board.raid[target, left]
    for slot in range(SLOTS):
        row = board.transports[slot]
        if row[_OWNER] < 0:
            break
        if row[_TARGET] == target:
            for k in range(2):
                if row[_GOING + k] and row[_WHOSE + k] == me:
                    notes.force[row[_CARGO + k]] += 1


@kernel
def count_spare(tables: Any, board: Any, notes: Any, s: int, u: int, target: int) -> int:
    """Units of a kind that may leave s: not so many that a place of worth would be open."""
    n = count_free(tables, board, s, u, int(tables.move[u]))
    if u == 2:
        n += count_free(tables, board, s, u, 1)
    if n == 0 or notes.worth[s] < notes.guarded_worth or notes.threat[s] <= 0.0:
        return n
    threat_hits, threat_fire = danger_without(tables, board, notes, s, target)
    if notes.wary == 0.0:
        return n
    need = notes.guard_share * threat_hits * threat_fire
    hits, fire = notes.guard_hits[s], notes.guard_fire[s]
    can = 0
    while can < n:
        hits -= tables.hits[u]
        fire -= tables.defence[u] / 6.0
        if hits * fire < need:
            break
        can += 1
    return can


@kernel
def danger_without(tables: Any, board: Any, notes: Any, s: int, target: int) -> tuple[float, float]:
    """Hits and fire of the strongest threat to s when the units in `target` are gone."""
    best_hits = best_fire = 0.0
    for p in range(tables.n_powers):
        hits, fire, troops = notes.hits[p, s], notes.fire[p, s], notes.troops[p, s]
        if troops <= 0.0:
            continue
        if target >= 0 and tables.dist[s, target] == 1 and not tables.is_sea[target]:
            row = board.army[target, p]
            gone = row[0] + row[1] + row[2]
            hits -= gone
            troops -= gone
            fire -= (row[0] + 2.0 * row[1] + 3.0 * row[2]) / 6.0
        if troops > 0.0 and hits * fire > best_hits * best_fire:
            best_hits, best_fire = hits, fire
    return best_hits, best_fire
