"""Entry points of the compiled rules: one game, and slices of a batch of games."""

from typing import Any

import numpy as np

from warfront.compiled import kernel
from warfront.spring1942 import conquest, turn
from warfront.spring1942.addresses import borrow
from warfront.spring1942.changes import BOARD
from warfront.spring1942.observe import observe_change, observe_into
from warfront.spring1942.rules import advance, apply, legal_into, settle, step
from warfront.spring1942.score import returns_into
from warfront.spring1942.state import How, Prompt

# what stands in place of an action
HOLD = -1
START = -2
RUN_ON = -3
REFUSED = 0  # in place of what an action has changed


@kernel
def mix_seed(seed: Any) -> Any:
    """A well-mixed, non-zero generator state from any 64-bit seed (splitmix64's finaliser)."""
    x = seed + np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    x = x ^ (x >> np.uint64(31))
    if x == np.uint64(0):
        return np.uint64(1)
    return x


@kernel
def step_one(tables: Any, states: Any, i: int, mask: Any, action: int) -> int:
    """Step game i; `mask`, its legal mask, becomes the next one.

    Returns what has changed (changes.py); REFUSED: the action is illegal, nothing has.
    RUN_ON instead of an action brings a state that stands nowhere yet to its first decision; it is
    not an entry point of its own, since each costs seconds of compilation.
    """
    if action == RUN_ON:
        return advance(tables[0], states[i], mask, BOARD)
    if action < 0 or action >= len(mask) or mask[action] == 0:
        return REFUSED
    return step(tables[0], states[i], mask, action)


@kernel
def mask_one(tables: Any, states: Any, i: int, mask: Any) -> None:
    """The legal mask of game i."""
    legal_into(tables[0], states[i], mask)


@kernel
def observe_one(tables: Any, states: Any, i: int, seat: int, out: Any) -> None:
    """What `seat` may know of game i, as uint8 [observation_size], whatever stood there before."""
    out[:] = 0
    observe_into(tables[0], states[i], seat, out)


@kernel
def copy_one(target: Any, source: Any) -> None:
    """An exact copy of a state."""
    target[0] = source[0]


@kernel
def settle_one(tables: Any, states: Any, i: int) -> None:
    """Bring game i to its next choice, though it be of a single action (for whole orders)."""
    settle(tables[0], states[i])


@kernel
def apply_one(tables: Any, states: Any, i: int, action: int) -> None:
    """Carry out one legal choice of game i and go on to the next one, taking none by itself."""
    apply(tables[0], states[i], action)
    settle(tables[0], states[i])


@kernel
def restore_one(tables: Any, states: Any, i: int) -> None:
    """Compute all that is derived from the board anew, for a position that was put together."""
    conquest.recount(tables[0], states[i])
    turn.refresh(tables[0], states[i])


@kernel
def returns_one(tables: Any, states: Any, mode: int, weight: float, out: Any) -> None:
    """The returns of a single game."""
    returns_into(tables[0], states[0], mode, weight, out)


@kernel
def run_slice(
    tables: Any,
    blank: Any,
    states: Any,
    actions: Any,
    seeds: Any,
    masks: Any,
    observations: Any,
    seats: Any,
    returns: Any,
    rewards: Any,
    base: Any,
    terminated: Any,
    truncated: Any,
    viewers: Any,
    final_observations: Any,
    final_seats: Any,
    final_rewards: Any,
    final_returns: Any,
    counts: Any,
    games: Any,
    mode: int,
    weight: float,
    low: int,
    high: int,
) -> None:
    """Step games low..high; a finished game leaves its last words and starts anew.

    Each row of `observations` must be as the last call left it. Instead of an action, HOLD
    leaves a game alone and START starts it anew.
    """
    n = int(tables[0].n_powers)
    masks, observations, returns = borrow(masks), borrow(observations), borrow(returns)
    for i in range(low, high):
        terminated[i] = False
        truncated[i] = False
        if actions[i] == HOLD:
            continue
        if actions[i] != START:
            actor = seats[i]
            base[i, actor] = returns[i, actor]
            change = step_one(tables, states, i, masks[i], actions[i])
            counts[i] += 1
            returns_into(tables[0], states[i], mode, weight, returns[i])
            for seat in range(n):
                rewards[i, seat] = returns[i, seat] - base[i, seat]
            if states[i].prompt != Prompt.OVER:
                seats[i] = states[i].seat
                observe_change(tables[0], states[i], states[i].seat, change, observations[i])
                continue
            games[i] += 1
            truncated[i] = states[i].how == How.UNDECIDED
            terminated[i] = not truncated[i]
            viewer = viewers[i] if viewers[i] >= 0 else actor
            final_seats[i] = viewer
            observe_into(tables[0], states[i], viewer, final_observations[i])
            for seat in range(n):
                final_rewards[i, seat] = rewards[i, seat]
                final_returns[i, seat] = returns[i, seat]
        states[i] = blank[0]
        states[i].rng = mix_seed(seeds[i])
        seeds[i] = mix_seed(seeds[i])
        step_one(tables, states, i, masks[i], RUN_ON)
        seats[i] = states[i].seat
        observe_into(tables[0], states[i], states[i].seat, observations[i])
        returns_into(tables[0], states[i], mode, weight, returns[i])
        for seat in range(n):
            rewards[i, seat] = 0
            base[i, seat] = returns[i, seat]
