"""Checks for any game: ours run in the tests, and anyone may run them over a game of his own.

Each raises AssertionError with the seed, the decision and what differs.
"""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.game import Game, IllegalAction, State
from warfront.seeds import next_seed


def check_game(game: Game, games: int = 2, seed: int = 0, every: int = 1) -> int:
    """Play random games and check every promise of `Game` along the way.

    At each decision: the mask is not empty; copy, pack and position round trips; `problems` is
    empty; views, observations and resampled states agree for every seat; the words of every legal
    action lead back to it; zero-sum returns. At the end: the declared limit, and a replay that is
    byte-equal at every decision.

    Args:
        game: The game.
        games: How many random games.
        seed: Seeds games and choices.
        every: Check the costly promises (all but mask, problems and replay) only at every so many
            decisions.

    Returns:
        How many decisions were checked.

    Raises:
        AssertionError: Names the first promise that does not hold, and where.
    """
    checked = 0
    for k in range(games):
        start = next_seed(seed + k)
        rng = np.random.default_rng(start)
        state = game.new(start)
        actions: list[int] = []
        trail = [state.tobytes()]
        while not game.done(state):
            where = f"{game.spec.name} seed {start} decision {len(actions)}"
            legal = np.flatnonzero(_checked_mask(game, state, where))
            assert game.problems(state) == [], f"{where}: problems {game.problems(state)}"
            if len(actions) % every == 0:
                check_state(game, state, where, int(rng.integers(2**31)))
            actions.append(int(rng.choice(legal)))
            game.step(state, actions[-1])
            trail.append(state.tobytes())
        where = f"{game.spec.name} seed {start} at its end"
        check_state(game, state, where, 0)
        assert not game.legal_mask(state).any(), f"{where}: actions are legal after the end"
        _check_length(game, len(actions), where)
        _check_replay(game, start, actions, trail)
        checked += len(actions)
    return checked


def _checked_mask(game: Game, state: State, where: str) -> NDArray[np.uint8]:
    mask = game.legal_mask(state)
    assert mask.shape == (game.spec.num_actions,), f"{where}: mask of shape {mask.shape}"
    assert mask.dtype == np.uint8, f"{where}: mask of dtype {mask.dtype}"
    assert mask.max() == 1, f"{where}: nothing is legal, or the mask holds more than 0 and 1"
    return mask


def _check_length(game: Game, decisions: int, where: str) -> None:
    declared = game.spec.max_decisions
    assert decisions <= declared, f"{where}: {decisions} decisions, declared are {declared}"


def _check_replay(game: Game, seed: int, actions: list[int], trail: list[bytes]) -> None:
    state = game.new(seed)
    for number, action in enumerate(actions):
        assert state.tobytes() == trail[number], f"seed {seed}: replay differs at {number}"
        game.step(state, action)
    assert state.tobytes() == trail[-1], f"seed {seed}: replay differs at the end"


def check_state(game: Game, state: State, where: str, seed: int = 0) -> None:
    """Check all promises about a single state (see `check_game`); the state stays as it is.

    Raises:
        AssertionError: Names the promise that does not hold.
    """
    before = state.tobytes()
    _check_copies(game, state, where)
    _check_position(game, state, where)
    _check_knowledge(game, state, where, seed)
    _check_words(game, state, where)
    _check_returns(game, state, where)
    assert state.tobytes() == before, f"{where}: asking about the state changed it"


def _check_copies(game: Game, state: State, where: str) -> None:
    data = state.tobytes()
    twin = game.copy(state)
    assert twin.tobytes() == data, f"{where}: a copy differs"
    assert not np.shares_memory(np.asarray(twin), np.asarray(state)), f"{where}: a copy is shared"
    assert game.unpack(game.pack(state)).tobytes() == data, f"{where}: unpack(pack()) differs"
    if not game.done(state):
        for action in np.flatnonzero(game.legal_mask(state))[:2].tolist():
            other = game.copy(state)
            twin = game.unpack(game.pack(state))
            game.step(other, action)
            game.step(twin, action)
            assert other.tobytes() == twin.tobytes(), f"{where}: action {action} is not determined"


def _check_position(game: Game, state: State, where: str) -> None:
    position = game.describe(state)
    again = json.loads(json.dumps(position))
    assert again == position, f"{where}: the description is no plain JSON"
    twin = game.from_position(again)
    assert game.describe(twin) == position, f"{where}: the position describes itself otherwise"
    assert game.hash(twin) == game.hash(state), f"{where}: the position has another hash"
    same = np.array_equal(game.legal_mask(twin), game.legal_mask(state))
    assert same, f"{where}: the position has another mask"


def _check_knowledge(game: Game, state: State, where: str, seed: int) -> None:
    for seat, name in enumerate(game.spec.seats):
        view, seen = game.view(state, seat), game.observe(state, seat)
        size = game.spec.observation_size
        assert seen.shape == (size,), f"{where}: observation of shape {seen.shape}"
        assert seen.dtype == np.float32, f"{where}: observation of dtype {seen.dtype}"
        assert 0 <= seen.min() and seen.max() <= 255, f"{where}: observation outside 0..255"
        assert np.array_equal(seen, np.floor(seen)), f"{where}: observation holds fractions"
        assert json.loads(json.dumps(view)) == view, f"{where}: {name}'s view is no plain JSON"
        assert game.decode(seen) == view, f"{where}: {name}'s observation decodes to another view"
        other = game.resample(state, seat, seed + seat)
        assert game.view(other, seat) == view, f"{where}: resampling shows in {name}'s view"
        same = game.observe(other, seat).tobytes() == seen.tobytes()
        assert same, f"{where}: resampling shows in {name}'s observation"
        assert game.problems(other) == [], f"{where}: resampled: {game.problems(other)}"
        if seat == game.seat(state):
            same = np.array_equal(game.legal_mask(other), game.legal_mask(state))
            assert same, f"{where}: resampling changes {name}'s legal actions"


def _check_words(game: Game, state: State, where: str) -> None:
    words: dict[str, int] = {}
    for action in np.flatnonzero(game.legal_mask(state)).tolist():
        text = game.action_text(state, action)
        assert text not in words, f"{where}: {text!r} is action {words[text]} and {action}"
        words[text] = action
    for text, action in words.items():
        found = game.parse(state, text)
        assert found == action, f"{where}: {text!r} is read as {found}, not {action}"
        stepped, ordered = game.copy(state), game.copy(state)
        game.step(stepped, action)
        taken = game.order(ordered, text)
        assert taken == [action], f"{where}: order {text!r} took {taken}, not {[action]}"
        same = ordered.tobytes() == stepped.tobytes()
        assert same, f"{where}: order {text!r} leads elsewhere than its action"


def _check_returns(game: Game, state: State, where: str) -> None:
    for reward in ("team", "margin"):
        returns = game.returns(state, reward)
        seats = list(game.spec.seats)
        sides = [
            float(np.mean([returns[seats.index(seat)] for seat in side]))
            for side in game.spec.sides.values()
        ]
        assert abs(sum(sides)) < 1e-6, f"{where}: {reward} returns {sides} do not cancel"


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
        legal = np.flatnonzero(_checked_mask(game, state, where))
        illegal = np.setdiff1d(np.arange(size), legal, assume_unique=True)
        _check_refusals(game, state, [-1, size, *illegal.tolist()], where)
        _check_steps(game, state, legal.tolist(), where)
        game.step(state, int(rng.choice(legal)))
        decision += 1
        if game.done(state):
            start, decision = next_seed(start), 0
            state = game.new(start)
    return states * size


def _check_refusals(game: Game, state: State, actions: list[int], where: str) -> None:
    attempt: Callable[[State, int], bool] = getattr(game, "try_step", partial(_try_step, game))
    before = state.tobytes()
    for action in actions[:4]:
        assert not _try_step(game, state, action), f"{where}: illegal action {action} stepped"
    for action in actions[4:]:
        assert not attempt(state, action), f"{where}: illegal action {action} was carried out"
    if state.tobytes() == before:
        return
    state = np.frombuffer(bytearray(before), game.state_dtype)
    for action in actions:  # find the one that did it
        attempt(state, action)
        assert state.tobytes() == before, f"{where}: refusing action {action} changed the state"


def _try_step(game: Game, state: State, action: int) -> bool:
    try:
        game.step(state, action)
    except IllegalAction:
        return False
    return True


def _check_steps(game: Game, state: State, actions: list[int], where: str) -> None:
    before = state.tobytes()
    for action in actions:
        after = game.copy(state)
        assert _try_step(game, after, action), f"{where}: legal action {action} was refused"
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
