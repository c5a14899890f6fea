"""The public checks hold for our games, and find each kind of fault in a broken one."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from broken import FAULTS, GoesOn, NoChance
from toy import ToyGame
from warfront.game import Game, Position, State, View
from warfront.testing import check_game, check_masks, perft


def test_check_game(game: Game) -> None:
    assert check_game(game, games=1, seed=1, every=40) > 10


@pytest.mark.plain
def test_check_small_game(toy: ToyGame) -> None:
    assert check_game(toy, games=10, seed=2) > 50


def test_check_masks(game: Game) -> None:
    """Trial 6: mask and rules agree on every action."""
    assert check_masks(game, states=200, seed=1) == 200 * game.spec.num_actions


def test_perft(toy: ToyGame) -> None:
    counts = perft(toy, 3)
    assert counts[0] == 4
    state = toy.new(0)
    assert perft(toy, 3, state=state) == counts
    toy.step(state, 0)
    assert perft(toy, 1, state=state) == [4]


class Leaky(ToyGame):
    """Shows all cards."""

    def view(self, state: State, seat: int) -> View:
        return {**super().view(state, seat), "all": state["card"][0].tolist()}

    def decode(self, observation: NDArray[Any]) -> View:
        return {**super().decode(observation), "all": [0, 0, 0, 0]}


class LeakyObservation(ToyGame):
    """Its observation shows more than its view."""

    def observe(self, state: State, seat: int) -> NDArray[np.float32]:
        seen = super().observe(state, seat)
        seen[21] += 8 * state["card"][0].sum()
        return seen

    def decode(self, observation: NDArray[Any]) -> View:
        observation = observation.copy()
        observation[21] %= 8
        return super().decode(observation)


class Forgetful(ToyGame):
    """Forgets whose turn it is when a position is read."""

    def from_position(self, position: Any) -> State:
        return super().from_position({k: v for k, v in position.items() if k != "seat"})


class Shared(ToyGame):
    """Its copies are the state itself."""

    def copy(self, state: State) -> State:
        return state


class Endless(ToyGame):
    """Declares a shorter limit than it keeps."""

    def __init__(self) -> None:
        super().__init__(target=100)
        object.__setattr__(self.spec, "max_decisions", 3)


class Unbalanced(ToyGame):
    """Pays both sides."""

    def returns(self, state: State, reward: str = "team") -> NDArray[np.float32]:
        return super().returns(state, reward) + np.float32(1)


class Ambiguous(ToyGame):
    """Calls every action the same."""

    def action_text(self, state: State, action: int) -> str:
        return "go"


class Stuck(ToyGame):
    """Offers nothing from the third decision on."""

    def legal_mask(self, state: State) -> NDArray[np.uint8]:
        mask = super().legal_mask(state)
        return mask * np.uint8(state["decisions"][0] < 3)


class Drifting(ToyGame):
    """Draws from outside the state."""

    def _below(self, state: Any, n: int) -> int:
        return int(np.random.default_rng().integers(n))


class Described(ToyGame):
    """Describes itself in arrays."""

    def describe(self, state: State) -> Position:
        return {**super().describe(state), "credit": tuple(state["credit"][0].tolist())}


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (Leaky, "another view"),
        (LeakyObservation, "resampling shows in .* observation"),
        (Forgetful, "describes itself otherwise"),
        (Shared, "a copy is shared"),
        (Endless, "declared are 3"),
        (Unbalanced, "do not cancel"),
        (Ambiguous, "is action"),
        (Stuck, "nothing is legal"),
        (Drifting, "not determined|leads elsewhere|differs"),
        (Described, "no plain JSON"),
    ],
)
def test_check_game_finds(kind: type[ToyGame], message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_game(kind(), games=6, seed=3)


@pytest.mark.plain
@pytest.mark.parametrize(("kind", "told", "message"), FAULTS, ids=lambda value: str(value)[:40])
def test_check_game_finds_what_only_words_or_a_run_show(
    kind: type[ToyGame], told: dict[str, Any], message: str
) -> None:
    with pytest.raises(AssertionError, match=message) as caught:
        check_game(kind(), games=3, seed=3, **told)
    assert "\n" not in str(caught.value).split("\nassert")[0]


def test_a_finished_game_is_tried_by_check_masks() -> None:
    with pytest.raises(AssertionError, match="carried out after the end"):
        check_masks(GoesOn(), states=300)


def test_games_without_chance_say_so() -> None:
    with pytest.raises(AssertionError, match="chance=False"):
        check_game(NoChance(), games=1)
    assert check_game(NoChance(), games=1, chance=False, hidden=False) > 5


def test_a_game_that_no_other_process_can_load_is_told() -> None:
    class Local(ToyGame):
        pass

    with pytest.warns(UserWarning, match="compared in this process only: .*pickle"):
        check_game(Local(), games=1)


class TooMuch(ToyGame):
    """Carries out a strike that its mask forbids."""

    def step(self, state: State, action: int) -> None:
        if action == 2:
            self._apply(state[0], 0)
        else:
            super().step(state, action)


class TooLittle(ToyGame):
    """Refuses what its mask allows."""

    def step(self, state: State, action: int) -> None:
        super().step(state, -1 if action == 1 else action)


class Spoiled(ToyGame):
    """Changes the state before it refuses."""

    def step(self, state: State, action: int) -> None:
        if not 0 <= action < 10 or not self.legal_mask(state)[action]:
            state["rng"] += np.uint64(1)
        super().step(state, action)


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (TooMuch, "illegal action 2 "),
        (TooLittle, "legal action 1 was refused"),
        (Spoiled, "refusing action -1 changed the state"),
        (Stuck, "nothing is legal"),
    ],
)
def test_check_masks_finds(kind: type[ToyGame], message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_masks(kind(), states=50)
