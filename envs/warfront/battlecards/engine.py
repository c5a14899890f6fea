"""Entry points of the compiled rules: one game, and slices of a batch of games."""

from typing import Any

import numpy as np

from warfront.battlecards.observe import observe_into
from warfront.battlecards.parties import count_bits
from warfront.battlecards.rules import advance, legal_into, step
from warfront.battlecards.state import How, Place, Prompt
from warfront.battlecards.tables import ALL_BATTLES
from warfront.compiled import kernel

# what stands in place of an action
HOLD = -1
START = -2
RUN_ON = -3


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
def step_one(tables: Any, states: Any, i: int, mask: Any, action: int) -> bool:
    """Step game i; `mask`, its legal mask, becomes the next one. False: illegal, untouched.

    RUN_ON instead of an action brings a state that stands nowhere yet to its first decision; it is
    not an entry point of its own, since each costs seconds of compilation.
    """
    if action == RUN_ON:
        advance(tables[0], states[i], mask)
        return True
    if action < 0 or action >= len(mask) or mask[action] == 0:
        return False
    step(tables[0], states[i], mask, action)
    return True


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
def share(tables: Any, state: Any, seat: int) -> float:
    """Points of the won battles of a seat, split among their winners, over the target."""
    total = 0.0
    for b in range(ALL_BATTLES):
        if state.winners[b] >> seat & 1 and state.place[b] >= Place.AXIS:
            if state.place[b] <= Place.ALLIES:
                total += tables.points[b] / count_bits(int(state.winners[b]))
    return total / tables.target


@kernel
def returns_into(tables: Any, state: Any, mode: int, weight: float, out: Any) -> None:
    """What each seat has earned so far: 0 team, 1 margin, 2 weight * team + rest * individual."""
    for seat in range(tables.seats):
        side = int(tables.side[seat])
        team = 0.0
        if state.winner == 0 or state.winner == 1:
            team = 1.0 if state.winner == side else -1.0
        if mode == 0:
            value = team
        elif mode == 1:
            lead = (state.points[side] - state.points[1 - side]) / tables.target
            value = min(1.0, max(-1.0, lead))
        else:
            value = weight * team
            if weight < 1.0:
                value += (1.0 - weight) * share(tables, state, seat)
        out[seat] = value


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

    Instead of an action, HOLD leaves a game alone and START starts it anew.
    """
    n = int(tables[0].seats)
    for i in range(low, high):
        terminated[i] = False
        truncated[i] = False
        if actions[i] == HOLD:
            continue
        if actions[i] != START:
            actor = seats[i]
            base[i, actor] = returns[i, actor]
            step_one(tables, states, i, masks[i], actions[i])
            counts[i] += 1
            returns_into(tables[0], states[i], mode, weight, returns[i])
            for seat in range(n):
                rewards[i, seat] = returns[i, seat] - base[i, seat]
            if states[i].prompt != Prompt.OVER:
                seats[i] = states[i].seat
                observe_into(tables[0], states[i], states[i].seat, observations[i])
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
