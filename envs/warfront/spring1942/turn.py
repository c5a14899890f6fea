"""The frame of the game: turns, phases, income, repairs at the end of a turn, victory."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.actions import SLOTS
from warfront.spring1942.conquest import has_capital, recount
from warfront.spring1942.fleet import sort_fleet
from warfront.spring1942.grades import has_units, is_fresh
from warfront.spring1942.landing import least_missing
from warfront.spring1942.state import Did, Hold, How, Phase, Prompt
from warfront.spring1942.status import refresh_enemies, refresh_landdist
from warfront.spring1942.tables import SPENT_FIRST, UNITS

_OWNER, _LEFT, _DID, _TARGET = int(Hold.OWNER), int(Hold.LEFT), int(Hold.DID), int(Hold.TARGET)
_CARGO, _WHOSE, _FRESH, _GOING = int(Hold.CARGO), int(Hold.WHOSE), int(Hold.FRESH), int(Hold.GOING)
_TRANSPORT = 11


@kernel
def refresh(tables: Any, state: Any) -> None:
    """Compute all that is derived from the board anew (for a position that was put together)."""
    if state.phase == Phase.NEXT_TURN:
        forget_sight(state)
        return
    refresh_enemies(tables, state)
    refresh_landdist(tables, state)
    state.owned[:] = 0
    state.stranded = 0
    if state.phase == Phase.PURCHASE:
        count_owned(tables, state)
    else:
        state.stranded = least_missing(tables, state, -1, 0)
    if state.phase == Phase.COMBAT:
        state.enemy[:] = 0


@kernel
def forget_sight(state: Any) -> None:
    """Between two turns nobody looks at the board."""
    state.enemy[:] = 0
    state.landdist[:] = 127
    state.stranded = 0


@kernel
def begin_turn(tables: Any, state: Any) -> None:
    """G2, G3, K6: the turn of `state.turn` begins; without its capital it has no phase 1."""
    if state.game_round == 1 and state.turn == 0:
        recount(tables, state)
    state.owner_at_start[:] = state.owner
    state.captured[:] = 0
    state.engage[:] = 0
    state.fought[:] = 0
    state.came_from[:] = 0
    state.landed[:] = 0
    state.seaborne[:] = 0
    state.bombarded[:] = 0
    state.raid[:] = 0
    state.produced[:] = 0
    state.spent[:] = 0
    state.purchased[:] = 0
    ready_fleet(tables, state)
    refresh_enemies(tables, state)
    refresh_landdist(tables, state)
    state.stranded = 0
    if has_capital(tables, state, state.turn):
        state.phase = Phase.PURCHASE.value
        count_owned(tables, state)
    else:
        begin_combat_move(tables, state)


@kernel
def count_owned(tables: Any, state: Any) -> None:
    """Pieces of each kind that the active power has on the board, cargo included."""
    state.owned[:] = 0
    for s in range(tables.n_spaces):
        if has_units(state, s, state.turn):
            for u in range(UNITS):
                state.owned[u] += state.army[s, state.turn, u]
    for slot in range(SLOTS):
        for k in range(2):
            if state.transports[slot, _WHOSE + k] == state.turn:
                state.owned[state.transports[slot, _CARGO + k]] += 1


@kernel
def ready_fleet(tables: Any, state: Any) -> None:
    """CM3, MN11: the active power's transports may move; the marks of the last turn are gone."""
    rows = state.transports
    for slot in range(SLOTS):
        if rows[slot, _OWNER] < 0:
            break
        rows[slot, _DID] = 0
        rows[slot, _TARGET] = -1
        rows[slot, _LEFT] = tables.move[_TRANSPORT] if rows[slot, _OWNER] == state.turn else 0
        for k in range(2):
            rows[slot, _FRESH + k] = 0
            rows[slot, _GOING + k] = 0
    sort_fleet(state)


@kernel
def begin_combat_move(tables: Any, state: Any) -> None:
    """Phase 2 begins; aircraft that nothing could land any more are known from here on."""
    state.phase = Phase.COMBAT_MOVE.value
    state.owned[:] = 0
    state.closing = 0
    state.stranded = least_missing(tables, state, -1, 0)


@kernel
def end_combat_move(tables: Any, state: Any) -> None:
    """CM3, NCM1: whatever moved on land or at sea has no movement left; phase 3 begins."""
    state.closing = 0
    state.battle = -1
    state.phase = Phase.COMBAT.value
    state.enemy[:] = 0  # battles look at the board themselves
    for s in range(tables.n_spaces):
        if is_fresh(state, s):
            continue
        sea = int(tables.is_sea[s])
        for u in range(UNITS):
            first = SPENT_FIRST[sea][u]
            if first < 0 or tables.domain[u] == 1:
                continue
            for left in range(1, int(tables.move[u])):
                state.spent[s, first] += state.spent[s, first + left]
                state.spent[s, first + left] = 0


@kernel
def begin_noncombat(tables: Any, state: Any) -> None:
    """NCM1, NCM19: phase 4 begins; transports that did anything before are done."""
    state.phase = Phase.NONCOMBAT.value
    state.prompt = -1
    rows = state.transports
    for slot in range(SLOTS):
        if rows[slot, _OWNER] < 0:
            break
        if rows[slot, _DID] != 0:
            rows[slot, _DID] |= Did.BARRED.value
            rows[slot, _LEFT] = 0
    sort_fleet(state)
    refresh_enemies(tables, state)
    state.stranded = least_missing(tables, state, -1, 0)


@kernel
def begin_mobilize(tables: Any, state: Any) -> None:
    """K6: phase 5 begins, for a power that has its capital; one without it is done."""
    state.stranded = 0
    if has_capital(tables, state, state.turn):
        state.phase = Phase.MOBILIZE.value
    else:
        state.phase = Phase.INCOME.value


@kernel
def do_income(tables: Any, state: Any) -> None:
    """I1, I2, I3, MN10, K12: income, then the end of the turn."""
    if has_capital(tables, state, state.turn):
        state.ipcs[state.turn] += state.production[state.turn]
    end_turn(tables, state)


@kernel
def end_turn(tables: Any, state: Any) -> None:
    """B6, M8: ships are repaired, new complexes work from now on, what was not placed is lost."""
    state.purchased[:] = 0
    state.damaged[:] = 0
    state.spent[:] = 0
    forget_sight(state)
    for s in range(tables.n_land):
        state.complex[s] = min(1, int(state.complex[s]))
    state.phase = Phase.NEXT_TURN.value
    state.turn += 1
    if state.turn == tables.n_powers:
        state.turn = 0
        end_round(tables, state)


@kernel
def end_round(tables: Any, state: Any) -> None:
    """V2, V3, V5: the victory cities are counted only here; then the round limit."""
    axis = state.cities[0] >= tables.victory[0]
    allies = state.cities[1] >= tables.victory[1]
    if axis and allies:  # both at once can only be with thresholds below half of the cities
        finish(state, 2, How.UNDECIDED.value)
    elif axis:
        finish(state, 0, How.VICTORY.value)
    elif allies:
        finish(state, 1, How.VICTORY.value)
    elif state.game_round >= tables.round_limit:
        finish(state, 2, How.UNDECIDED.value)
    else:
        state.game_round += 1


@kernel
def finish(state: Any, winner: int, how: int) -> None:
    """The game is over: 0 the Axis, 1 the Allies, 2 nobody has won."""
    state.winner = winner
    state.how = how
    state.prompt = Prompt.OVER.value
    state.seat = -1
