"""Checks for any game: ours run in the tests, and anyone may run them over a game of his own.

Each raises AssertionError with the seed, the decision and what differs.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from warfront.evidence import Evidence
from warfront.game import Game, State
from warfront.promises import (
    check_end,
    check_mask,
    check_quickly,
    check_refusals,
    check_state,
    try_step,
)
from warfront.seeds import next_seed

__all__ = ["check_game", "check_masks", "check_seeding", "check_state", "perft"]


def check_game(
    game: Game,
    games: int = 2,
    seed: int = 0,
    every: int = 1,
    chance: bool = True,
    hidden: bool | None = None,
) -> int:
    """Play random games and check every promise of `Game` along the way.

    At each decision: the mask is not empty; `problems` is empty; copy, pack and hash; the acting
    seat's observation decodes to its view; returns are finite, equal within a side in `team` and
    `margin`, and cancel between the sides. There or, being costly, less often: positions; views,
    observations, texts and resampled states agree for every seat; the words of every legal action
    lead back to it, other words are refused. At the end: the declared limit, no more actions, and
    a replay that is byte-equal at every decision. Over the run: other seeds give other games,
    resampling changes what others see and what dice bring, and a freshly started interpreter
    computes the same hashes (once for each class of games).

    Args:
        game: The game.
        games: How many random games.
        seed: Seeds games and choices.
        every: Check the costly promises only at every so many decisions.
        chance: Whether chance plays a part: seeds and resampled states must then lead to
            different games.
        hidden: Whether something is hidden from some seat, so that resampling must change it;
            None takes it to be so where the seats' views differ in more than words.

    Returns:
        How many decisions were checked.

    Raises:
        AssertionError: Names the first promise that does not hold, and where.
    """
    run = Evidence(game, chance, hidden)
    run.check_seeds(next_seed(seed))
    checked = sum(_check_one_game(game, next_seed(seed + k), every, run) for k in range(games))
    run.judge()
    return checked


def _check_one_game(game: Game, start: int, every: int, run: Evidence) -> int:
    """Check a random game; returns how many decisions it had."""
    rng = np.random.default_rng(start)
    state = game.new(start)
    actions: list[int] = []
    trail = [state.tobytes()]
    while not game.done(state):
        where = f"{game.spec.name} seed {start} decision {len(actions)}"
        legal = np.flatnonzero(check_mask(game, state, where))
        assert game.problems(state) == [], f"{where}: problems {game.problems(state)}"
        run.note_hash(state, where)
        if len(actions) % every == 0:
            check_state(game, state, where, int(rng.integers(2**31)), run)
        else:
            check_quickly(game, state, where)
        actions.append(int(rng.choice(legal)))
        game.step(state, actions[-1])
        trail.append(state.tobytes())
    where = f"{game.spec.name} seed {start} at its end"
    check_state(game, state, where, 0, run)
    check_end(game, state, actions, where)
    _check_length(game, len(actions), where)
    _check_replay(game, start, actions, trail)
    return len(actions)


def _check_length(game: Game, decisions: int, where: str) -> None:
    declared = game.spec.max_decisions
    assert decisions <= declared, f"{where}: {decisions} decisions, declared are {declared}"


def _check_replay(game: Game, seed: int, actions: list[int], trail: list[bytes]) -> None:
    state = game.new(seed)
    for number, action in enumerate(actions):
        assert state.tobytes() == trail[number], f"seed {seed}: replay differs at {number}"
        game.step(state, action)
    assert state.tobytes() == trail[-1], f"seed {seed}: replay differs at the end"


def check_masks(game: Game, states: int = 1000, seed: int = 0) -> int:
    """Try ALL actions in states of random play: the legal ones step, all others are refused.

    Whatever is refused must leave the state byte-equal; whatever steps must lead to a sound state.

    Args:
        game: The game. Where it has `try_step(state, action) -> bool` (`step` that answers False
            instead of raising), that is used for the bulk of the illegal actions.
        states: In how many states.
        seed: Seeds games and choices.

    Returns:
        How many actions were tried.

    Raises:
        AssertionError: Names the seed, the decision and the action.
    """
    size = game.spec.num_actions
    rng = np.random.default_rng(seed)
    start, decision = seed, 0
    state = game.new(start)
    for _ in range(states):
        where = f"{game.spec.name} seed {start} decision {decision}"
        legal = np.flatnonzero(check_mask(game, state, where))
        illegal = np.setdiff1d(np.arange(size), legal, assume_unique=True)
        check_refusals(game, state, [-1, size, *illegal.tolist()], where)
        _check_steps(game, state, legal.tolist(), where)
        game.step(state, int(rng.choice(legal)))
        decision += 1
        if game.done(state):
            check_end(game, state, [], f"{game.spec.name} seed {start} at its end")
            start, decision = next_seed(start), 0
            state = game.new(start)
    return states * size


def _check_steps(game: Game, state: State, actions: list[int], where: str) -> None:
    before = state.tobytes()
    for action in actions:
        after = game.copy(state)
        assert try_step(game, after, action), f"{where}: legal action {action} was refused"
        assert game.done(after) or game.legal_mask(after).any(), (
            f"{where}: nothing is legal after action {action}"
        )
    assert state.tobytes() == before, f"{where}: stepping a copy changed the state"


def check_seeding(make: Callable[[], Any], games: int = 5, seed: int = 7) -> int:
    """Run two PettingZoo AEC environments side by side over whole games; they must never differ.

    Only the first reset is seeded: the later games must follow from it.

    Args:
        make: Makes an environment.
        games: How many whole games.
        seed: Seeds the first reset and the choices.

    Returns:
        How many decisions were compared.

    Raises:
        AssertionError: Names the game and the decision at which they differ.
    """
    one, two = make(), make()
    rng = np.random.default_rng(seed)
    decisions = 0
    for k in range(games):
        for env in (one, two):
            env.reset(seed=seed if k == 0 else None)
        while one.agents:
            where = f"game {k} decision {decisions}"
            assert one.agent_selection == two.agent_selection, f"{where}: another seat is asked"
            seen, *facts = one.last()
            other, *others = two.last()
            assert facts == others, f"{where}: {facts} against {others}"
            for key, value in seen.items():
                assert value.tobytes() == other[key].tobytes(), f"{where}: another {key}"
            ended = facts[1] or facts[2]
            action = None if ended else int(rng.choice(np.flatnonzero(seen["action_mask"])))
            one.step(action)
            two.step(action)
            decisions += 1
        assert not two.agents, f"game {k}: only one of them has ended"
    return decisions


def perft(
    game: Game,
    depth: int,
    seed: int = 0,
    state: State | None = None,
    until: Callable[[State], bool] | None = None,
) -> list[int]:
    """Count the lines of play: entry d is the number of action sequences of length d + 1.

    Chance is part of the state, so that the counts are a fingerprint of the rules.

    Args:
        game: The game.
        depth: Longest sequences, 1 or more.
        seed: Of the game whose start is the root.
        state: Another root; it stays as it is.
        until: Lines go no further than a state for which this is true, for instance the end of a
            phase before dice are rolled; None plays on.
    """
    counts = [0] * depth
    _count(game, game.new(seed) if state is None else state, 0, counts, until)
    return counts


def _count(
    game: Game, state: State, level: int, counts: list[int], until: Callable[[State], bool] | None
) -> None:
    legal = np.flatnonzero(game.legal_mask(state)).tolist()
    counts[level] += len(legal)
    if level + 1 == len(counts):
        return
    for action in legal:
        after = game.copy(state)
        game.step(after, action)
        if until is None or not until(after):
            _count(game, after, level + 1, counts, until)
