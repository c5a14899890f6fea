"""When a battle ends, and who could still hit whom."""

from typing import Any, NamedTuple

from warfront.compiled import kernel
from warfront.spring1942.battle_odds.fire import can_fire
from warfront.spring1942.battle_odds.lean import inner
from warfront.spring1942.battle_odds.side import (
    AIR_ROW,
    ANY,
    SUB_ROW,
    SURFACE_ROW,
    Side,
)

GO_ON, END, SINK_DEFENDER, SINK_ATTACKER, LEAVE = range(5)


class Terms(NamedTuple):
    """When the attacker retreats."""

    may_retreat: int  # 1: there is a space to retreat to
    leave_at: int  # he does with so many fighting units or fewer; -1 never
    rounds: int  # he does after so many rounds; 0 never
    partly: int  # 1: a retreat leaves those behind that came by sea (AM7)


@inner
def strikes(shooter: Any, target: Any) -> bool:
    """S1: whether the submarines of a state strike by surprise."""
    return bool(shooter.subs > 0 and target.destroyers == 0)


@inner
def dives(shooter: Any, target: Any) -> bool:
    """S3: whether the submarines of a state submerge."""
    return bool(shooter.dive >= 0 and strikes(shooter, target))


@inner
def can_hit(shooter: Any, target: Any) -> bool:
    """S4, S5, B8: whether a side's state could hit anything of the other's."""
    if target.fighting + target.boats == 0:
        return False
    if can_fire(shooter, SURFACE_ROW):
        return True
    if target.fighting + target.boats > target.planes and can_fire(shooter, SUB_ROW):
        return True
    in_reach = shooter.destroyers > 0 or target.fighting + target.boats > target.subs
    return in_reach and can_fire(shooter, AIR_ROW)


@inner
def judge(mine: Any, theirs: Any, terms: Terms, fought: bool) -> int:
    """B8, T3, T4, R1, R4: whether and how the battle of two states ends at the start of a round."""
    if mine.fighting + theirs.fighting == 0:
        return END
    if mine.fighting + mine.boats == 0 or theirs.fighting + theirs.boats == 0:
        return END
    strong, able = can_hit(mine, theirs), can_hit(theirs, mine)
    if not strong and not able:
        return END
    if theirs.fighting == 0 and strong:
        return SINK_DEFENDER
    weak = mine.fighting == 0 or mine.fighting <= terms.leave_at
    if fought and terms.may_retreat and theirs.fighting > 0 and weak:
        return LEAVE
    if mine.fighting == 0 and able and not terms.may_retreat:
        return SINK_ATTACKER
    return GO_ON


@kernel
def sunk(side: Side, n: int) -> int:
    """T3: the state in which the last transports are gone."""
    while side.states[n].boats > 0:
        n = side.successor[ANY, n]
    return n
