"""Battles fought many times by the game's own kernels, each side losing units in a stated order."""

from typing import Any

import numpy as np

from spring1942.boards import Board
from warfront.compiled import kernel
from warfront.spring1942.actions import NUM_ACTIONS, Act
from warfront.spring1942.battle import battle_apply, battle_mask, battle_step
from warfront.spring1942.engine import mix_seed
from warfront.spring1942.state import Prompt
from warfront.spring1942.tables import UNIT_NAMES, UNITS

_BATTLESHIP, _DAMAGE, _UNIT = 10, 12, int(Act.UNIT)
_PRESS, _FIRE = int(Act.PRESS), int(Act.FIRE)
COLUMNS = 4  # of a sample: won, lost, the attacker's and the defender's loss


@kernel
def next_casualty(tables: Any, state: Any, mask: Any, items: Any, start: Any) -> int:
    """The unit that the order names next: the first item that is neither lost nor out of reach."""
    p = int(state.chosen_power)
    gone = np.zeros(13, np.int64)
    for u in range(UNITS):
        gone[u] = start[p, u] - state.force[p, u] - (state.submerged[p] if u == 6 else 0)
    gone[_DAMAGE] = gone[_BATTLESHIP] + state.damaged[state.battle, p]
    which = 0 if p == state.turn else 1
    for at in range(items.shape[1]):
        token = items[which, at]
        if token < 0:
            break
        if gone[token] > 0:
            gone[token] -= 1
        elif mask[_UNIT + (_BATTLESHIP if token == _DAMAGE else token)]:
            return _BATTLESHIP if token == _DAMAGE else token
    return -1


@kernel
def answer(tables: Any, state: Any, mask: Any, items: Any, start: Any) -> int:
    """Press on, fire, lose what the order says; else the first legal action."""
    if state.prompt == Prompt.RETREAT:
        return _PRESS
    if state.prompt == Prompt.SUBS:
        return _FIRE
    if state.prompt == Prompt.CASUALTY:
        return _UNIT + next_casualty(tables, state, mask, items, start)
    action = 0
    while mask[action] == 0:
        action += 1
    return action


@kernel
def value_left(tables: Any, state: Any, s: int, own: bool) -> float:
    """What a side has left in the space of the battle; AA guns do not count."""
    value = 0.0
    for p in range(tables.n_powers):
        if (p == state.turn) == own:
            for u in range(UNITS):
                if u != 3:
                    value += float(state.army[s, p, u]) * float(tables.cost[u])
    return value


@kernel
def sample(
    tables: Any, first: Any, state: Any, s: int, items: Any, mask: Any, seed: Any, out: Any
) -> None:
    """Fight the battle of `first` once for each row of `out` (float64 [n, COLUMNS])."""
    start = np.zeros((tables[0].n_powers, UNITS), np.int64)
    for p in range(tables[0].n_powers):
        for u in range(UNITS):
            start[p, u] = first[0].army[s, p, u]
    worth = value_left(tables[0], first[0], s, True), value_left(tables[0], first[0], s, False)
    for n in range(len(out)):
        state[0] = first[0]
        state[0].rng = mix_seed(seed + np.uint64(n))
        while battle_step(tables[0], state[0]):
            mask[:] = 0
            battle_mask(tables[0], state[0], mask)
            battle_apply(tables[0], state[0], answer(tables[0], state[0], mask, items, start))
        mine = value_left(tables[0], state[0], s, True)
        theirs = value_left(tables[0], state[0], s, False)
        out[n, 0] = mine > 0.0 and theirs == 0.0
        out[n, 1] = mine == 0.0 and theirs > 0.0
        out[n, 2] = worth[0] - mine
        out[n, 3] = worth[1] - theirs


def fight_many(
    attacker: list[str], defender: list[str], sea: bool, aa_gun: bool, games: int, seed: int
) -> Any:
    """Samples [games, COLUMNS] of Germany against the Soviets; armies in casualty order."""
    space = "sz16" if sea else "caucasus"
    board = Board("germany")
    for power, army in (("germany", attacker), ("ussr", defender)):
        units = {unit: army.count(unit) for unit in army if unit != "damage"}
        board.put(space, power, **units)
    if aa_gun:
        board.put(space, "ussr", aa_gun=1)
    if sea:
        board.engage(space)
    items = np.full((2, 1 + max(len(attacker), len(defender))), -1, np.int64)
    for which, army in enumerate((attacker, defender)):
        items[which, : len(army)] = [(*UNIT_NAMES[:UNITS], "damage").index(unit) for unit in army]
    out = np.zeros((games, COLUMNS))
    tables = np.zeros(1, board.tables.dtype).view(np.recarray)
    tables[0] = board.tables
    mask = np.zeros(NUM_ACTIONS, np.uint8)
    sample(
        tables, board.states, board.states.copy(), board.at(space), items, mask,
        np.uint64(seed), out,
    )  # fmt: skip
    return out
