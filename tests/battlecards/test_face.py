"""The face of one game: what is no action, no seat and no option is refused; records from it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from play import pick
from warfront import BadInput, IllegalAction, make_game
from warfront.record import replay


@pytest.fixture(scope="module")
def game() -> Any:
    return make_game("battlecards", theatres=("pacific",))


@pytest.mark.parametrize("part", [0.9, "x", None, [1], np.float64(0), 2**70, -(2**70)])
def test_what_is_no_action_is_illegal_and_changes_nothing(game: Any, part: Any) -> None:
    state = game.new(7)
    before = state.tobytes()
    legal = int(np.flatnonzero(game.legal_mask(state))[0])
    action = legal + part if isinstance(part, float | int) else part
    with pytest.raises(IllegalAction):
        game.step(state, action)
    with pytest.raises(IllegalAction):
        game.step_masked(state, game.legal_mask(state), action)
    with pytest.raises(IllegalAction):
        game.action_text(state, action)
    assert state.tobytes() == before
    game.step(state, np.int16(legal))


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_does_not_exist_sees_nothing(game: Any, seat: int) -> None:
    state = game.new(7)
    for ask in (game.observe, game.view):
        with pytest.raises(BadInput, match="use 0 to 1"):
            ask(state, seat)
    with pytest.raises(BadInput, match="use 0 to 1"):
        game.resample(state, seat, 1)


@pytest.mark.parametrize("options", [{"theatres": 5}, {"theatres": None}, {"options": 5}])
def test_options_of_a_wrong_kind_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="theatres|options"):
        make_game("battlecards", **options)


def test_a_log_begins_anywhere_and_replays(game: Any, tmp_path: Path) -> None:
    state, rng = game.new(7), np.random.default_rng(7)
    for _ in range(40):
        game.step(state, pick(game.legal_mask(state), rng))
    log = game.log(state, {"us": "random"})
    while not game.done(state):
        log.step(game, state, pick(game.legal_mask(state), rng))
    log.write(tmp_path / "game.jsonl")
    assert replay(tmp_path / "game.jsonl").state.tobytes() == state.tobytes()
