"""What a game declares holds over thousands of games: observations, lengths, returns."""

import numpy as np
import pytest

from toy import ToyGame
from warfront.aec import CheckedAEC
from warfront.batch import Batch
from warfront.game import Game
from warfront.kernel_game import PLAIN

GAMES = {"team": 400, "margin": 2_000}  # a mode
DEEP_GAMES = 10_000
LOOKS = 50  # steps between two looks at the fullest observation


def check_limits(game: Game, games: int, reward: str) -> int:
    """Play so many random games in a batch; the largest number that an observation held."""
    batch = Batch(game, min(games, 256), threads=2, seed=35, reward=reward)
    batch.reset()
    spaces = CheckedAEC(game).observation_space(game.spec.seats[0])
    length = np.zeros(batch.n, np.int64)
    highest = np.zeros(game.spec.observation_size, np.uint8)
    steps = 0
    while batch.games.sum() < games:
        batch.step_random()
        steps += 1
        length += 1
        assert length.max() <= game.spec.max_decisions
        length[batch.terminated | batch.truncated] = 0
        assert batch.masks.max() == 1 and batch.masks.any(1).all()
        np.maximum(highest, batch.observations.max(0), out=highest)
        assert np.abs(batch.final_returns).max() <= 1 and np.abs(batch.returns).max() <= 1
        if steps % LOOKS == 0:
            fullest = int(batch.observations.max(1).argmax())
            check_fullest(game, batch, fullest)
            seen = {
                "observation": batch.observations[fullest].astype(np.float32),
                "action_mask": batch.masks[fullest].astype(np.int8),
            }
            assert spaces.contains(seen)
    batch.close()
    return int(highest.max())


def check_fullest(game: Game, batch: Batch, i: int) -> None:
    """What wrapped or was cut off in a byte would decode to another view than the state's own."""
    view = game.view(batch.states[i : i + 1], int(batch.seats[i]))
    assert game.decode(batch.observations[i]) == view


@pytest.mark.parametrize("reward", ["team", "margin"])
def test_what_is_declared_holds_over_many_games(game: Game, reward: str) -> None:
    """Trial 35: 2,400 games of each game, 100 a mode where the rules are plain Python."""
    few = PLAIN or isinstance(game, ToyGame)
    assert check_limits(game, 100 if few else GAMES[reward], reward) > 0


@pytest.mark.deep
def test_what_is_declared_holds_over_ten_thousand_games(game: Game) -> None:
    """Trial 35, as many games as it names."""
    assert check_limits(game, DEEP_GAMES, "margin") > 0


def test_a_limit_that_is_too_low_is_found() -> None:
    """Trial 35: the check sees a game that is longer than it declares."""
    game = ToyGame(target=100)
    object.__setattr__(game.spec, "max_decisions", 20)
    with pytest.raises(AssertionError):
        check_limits(game, 10, "team")
