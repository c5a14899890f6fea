"""The promises of `Game` about a single state, each as one check that names what is broken."""

import json
from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from warfront.evidence import Evidence
from warfront.game import Game, IllegalAction, IllegalOrder, State

RETURNS = ("team", "margin", "individual", "mixed:0.5")
NONSENSE = "no such words"
_FOREIGN = 3  # words of other decisions that are tried in a state


def check_state(
    game: Game, state: State, where: str, seed: int = 0, run: Evidence | None = None
) -> None:
    """Check all promises about a single state (see `check_game`); the state stays as it is.

    Args:
        game: The game.
        state: The state.
        where: What a failure names.
        seed: Seeds what is resampled.
        run: Collects what single states cannot show; None checks the state alone.

    Raises:
        AssertionError: Names the promise that does not hold.
    """
    run = Evidence(game, chance=False, hidden=False) if run is None else run
    before = state.tobytes()
    check_quickly(game, state, where)
    _check_steps_alike(game, state, where)
    _check_position(game, state, where)
    for seat in range(len(game.spec.seats)):
        _check_seen(game, state, seat, where)
        _check_resampled(game, state, seat, where, seed, run)
    run.note_dice(state, seed)
    _check_words(game, state, where, run.words)
    _check_refused_words(game, state, where, run.words)
    assert state.tobytes() == before, f"{where}: asking about the state changed it"


def check_quickly(game: Game, state: State, where: str) -> None:
    """Check the promises that cost little: copies, packs, the acting seat's view, returns."""
    data = state.tobytes()
    twin = game.copy(state)
    assert twin.tobytes() == data, f"{where}: a copy differs"
    assert not np.shares_memory(np.asarray(twin), np.asarray(state)), f"{where}: a copy is shared"
    assert game.unpack(game.pack(state)).tobytes() == data, f"{where}: unpack(pack()) differs"
    if not game.done(state):
        _check_seen(game, state, game.seat(state), where)
    _check_returns(game, state, where)
    assert state.tobytes() == data, f"{where}: asking about the state changed it"


def _check_steps_alike(game: Game, state: State, where: str) -> None:
    for action in np.flatnonzero(game.legal_mask(state))[:2].tolist():
        other, twin = game.copy(state), game.unpack(game.pack(state))
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


def _check_seen(game: Game, state: State, seat: int, where: str) -> None:
    name, size = game.spec.seats[seat], game.spec.observation_size
    view, seen = game.view(state, seat), game.observe(state, seat)
    assert seen.shape == (size,), f"{where}: observation of shape {seen.shape}"
    assert seen.dtype == np.float32, f"{where}: observation of dtype {seen.dtype}"
    assert 0 <= seen.min() and seen.max() <= 255, f"{where}: observation outside 0..255"
    assert np.array_equal(seen, np.floor(seen)), f"{where}: observation holds fractions"
    assert json.loads(json.dumps(view)) == view, f"{where}: {name}'s view is no plain JSON"
    assert game.decode(seen) == view, f"{where}: {name}'s observation decodes to another view"


def _check_resampled(
    game: Game, state: State, seat: int, where: str, seed: int, run: Evidence
) -> None:
    name, other = game.spec.seats[seat], game.resample(state, seat, seed + seat)
    same = game.view(other, seat) == game.view(state, seat)
    assert same, f"{where}: resampling shows in {name}'s view"
    same = game.observe(other, seat).tobytes() == game.observe(state, seat).tobytes()
    assert same, f"{where}: resampling shows in {name}'s observation"
    same = game.text(other, seat) == game.text(state, seat)
    assert same, f"{where}: resampling shows in {name}'s text"
    assert game.problems(other) == [], f"{where}: resampled: {game.problems(other)}"
    if seat == game.seat(state):
        same = np.array_equal(game.legal_mask(other), game.legal_mask(state))
        assert same, f"{where}: resampling changes {name}'s legal actions"
    run.note_deal(state, other, seat)


def _check_words(game: Game, state: State, where: str, known: set[str]) -> None:
    words: dict[str, int] = {}
    for action in np.flatnonzero(game.legal_mask(state)).tolist():
        text = game.action_text(state, action)
        assert text not in words, f"{where}: {text!r} is action {words[text]} and {action}"
        words[text] = action
    known.update(words)
    for text, action in words.items():
        found = game.parse(state, text)
        assert found == action, f"{where}: {text!r} is read as {found}, not {action}"
        stepped, ordered = game.copy(state), game.copy(state)
        game.step(stepped, action)
        taken = game.order(ordered, text)
        assert taken == [action], f"{where}: order {text!r} took {taken}, not {[action]}"
        same = ordered.tobytes() == stepped.tobytes()
        assert same, f"{where}: order {text!r} leads elsewhere than its action"


def _check_refused_words(game: Game, state: State, where: str, known: set[str]) -> None:
    """Try words that mean nothing, and some that are actions of other decisions."""
    mask = game.legal_mask(state)
    legal = {game.action_text(state, action) for action in np.flatnonzero(mask).tolist()}
    foreign = sorted(known - legal)
    start = int(mask.sum()) % max(len(foreign), 1)
    for text in (NONSENSE, *foreign[start : start + _FOREIGN]):
        found = _read(game, state, text)
        assert text != NONSENSE or found is None, f"{where}: {text!r} is read as action {found}"
        assert found is None or mask[found], f"{where}: {text!r} is read as illegal {found}"
        _check_order(game, state, text, where)


def _read(game: Game, state: State, text: str) -> int | None:
    try:
        return game.parse(state, text)
    except IllegalAction:
        return None


def _check_order(game: Game, state: State, text: str, where: str) -> None:
    """Give an order: refused, it changes nothing; taken, its actions lead to the same state."""
    ordered, stepped = game.copy(state), game.copy(state)
    try:
        taken = game.order(ordered, text)
    except IllegalOrder:
        same = ordered.tobytes() == state.tobytes()
        assert same, f"{where}: the refused order {text!r} changed the state"
        return
    assert text != NONSENSE, f"{where}: order {text!r} is carried out as {taken}"
    for action in taken:
        game.step(stepped, action)
    same = ordered.tobytes() == stepped.tobytes()
    assert same, f"{where}: order {text!r} leads elsewhere than its actions {taken}"


def _check_returns(game: Game, state: State, where: str) -> None:
    seats = list(game.spec.seats)
    found = {reward: game.returns(state, reward) for reward in RETURNS}
    for reward, returns in found.items():
        assert returns.shape == (len(seats),), f"{where}: {reward} returns of {returns.shape}"
        assert np.isfinite(returns).all(), f"{where}: {reward} returns {returns} are not finite"
    sides = [[seats.index(seat) for seat in side] for side in game.spec.sides.values()]
    for reward in ("team", "margin"):
        for side in sides:
            paid = found[reward][side]
            assert np.ptp(paid) == 0, f"{where}: {reward} returns {paid} differ within a side"
        means = [float(found[reward][side].mean()) for side in sides]
        assert abs(sum(means)) < 1e-6, f"{where}: {reward} returns {means} do not cancel"
    half = (found["team"] + found["individual"]) / 2
    same = np.allclose(found["mixed:0.5"], half, atol=1e-5)
    assert same, f"{where}: mixed:0.5 returns {found['mixed:0.5']}, not {half}"


def check_refusals(game: Game, state: State, actions: list[int], where: str) -> None:
    """Check that each of these illegal actions is refused and changes nothing."""
    attempt: Callable[[State, int], bool] = getattr(game, "try_step", partial(try_step, game))
    before = state.tobytes()
    for action in actions[:4]:
        assert not try_step(game, state, action), f"{where}: illegal action {action} stepped"
    for action in actions[4:]:
        assert not attempt(state, action), f"{where}: illegal action {action} was carried out"
    if state.tobytes() == before:
        return
    state = np.frombuffer(bytearray(before), game.state_dtype)
    for action in actions:  # find the one that did it
        attempt(state, action)
        assert state.tobytes() == before, f"{where}: refusing action {action} changed the state"


def try_step(game: Game, state: State, action: int) -> bool:
    """`step` that answers False where that raises IllegalAction."""
    try:
        game.step(state, action)
    except IllegalAction:
        return False
    return True


def check_end(game: Game, state: State, actions: list[int], where: str) -> None:
    """Check that a finished game takes no action and no order any more.

    Args:
        game: The game.
        state: A finished game.
        actions: Some of its actions; the last ones are tried first.
        where: What a failure names.
    """
    assert not game.legal_mask(state).any(), f"{where}: actions are legal after the end"
    size = game.spec.num_actions
    for action in dict.fromkeys([*actions[:-6:-1], -1, size, *range(size)]):
        twin = game.copy(state)
        stepped = try_step(game, twin, action)
        assert not stepped, f"{where}: action {action} is carried out after the end"
        same = twin.tobytes() == state.tobytes()
        assert same, f"{where}: refusing action {action} after the end changed the state"


def check_mask(game: Game, state: State, where: str) -> NDArray[np.uint8]:
    """Check the mask of a running game; returns it."""
    mask = game.legal_mask(state)
    assert mask.shape == (game.spec.num_actions,), f"{where}: mask of shape {mask.shape}"
    assert mask.dtype == np.uint8, f"{where}: mask of dtype {mask.dtype}"
    assert mask.max() == 1, f"{where}: nothing is legal, or the mask holds more than 0 and 1"
    return mask
