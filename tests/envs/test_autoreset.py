"""Trial 28: whatever starts the next game, an end shows the old game and a start the new one.

Each place of a Gymnasium vector environment is held against a SideEnv of its own that is played by
hand with the same seed and the same actions.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from play import pick
from toy import ToyGame
from warfront.side import SideEnv

PLACES = 3
Made = Callable[[], SideEnv]


def short_toy() -> SideEnv:
    return SideEnv(ToyGame(target=4, limit=14), "allies", "random")


def short_war() -> SideEnv:
    return SideEnv("battlecards", "allies", "random", theatres=("pacific",), options=SHORT)


SHORT = {"game_rounds": 2}


class ByHand:
    """The same games, each played and begun anew by hand."""

    def __init__(self, made: Made) -> None:
        self.envs: list[SideEnv] = [made() for _ in range(PLACES)]
        self.ended = [False] * PLACES
        self.seen: list[Any] = [env.reset(seed=5 + i)[0] for i, env in enumerate(self.envs)]

    def begin(self, i: int) -> Any:
        self.ended[i] = False
        self.seen[i], _ = self.envs[i].reset()
        return self.seen[i]

    def step(self, i: int, action: int) -> tuple[float, bool, bool]:
        self.seen[i], reward, terminated, truncated, _ = self.envs[i].step(action)
        self.ended[i] = terminated or truncated
        return float(reward), terminated, truncated

    def mask(self, i: int) -> Any:
        return self.envs[i].action_masks()


def actions_for(hand: ByHand, rng: np.random.Generator) -> list[int]:
    return [0 if hand.ended[i] else pick(hand.mask(i), rng) for i in range(PLACES)]


def check_place(seen: Any, infos: dict[str, Any], hand: ByHand, i: int) -> None:
    """Observation and mask of one place are those of the game by hand."""
    assert np.array_equal(seen[i], hand.seen[i])
    assert np.array_equal(infos["action_mask"][i], hand.mask(i))
    assert hand.ended[i] == (not infos["action_mask"][i].any())


def start(made: Made, mode: AutoresetMode) -> tuple[Any, ByHand, np.random.Generator]:
    vector = SyncVectorEnv([made] * PLACES, autoreset_mode=mode)
    hand = ByHand(made)
    seen, infos = vector.reset(seed=5)
    for i in range(PLACES):
        check_place(seen, infos, hand, i)
    return vector, hand, np.random.default_rng(0)


BOTH = pytest.mark.parametrize("made", [short_toy, short_war])


@BOTH
def test_the_next_step_begins_the_new_game(made: Made) -> None:
    vector, hand, rng = start(made, AutoresetMode.NEXT_STEP)
    ends = 0
    while ends < 9:
        before = list(hand.ended)
        actions = actions_for(hand, rng)
        seen, rewards, terminated, truncated, infos = vector.step(np.array(actions))
        for i in range(PLACES):
            if before[i]:
                hand.begin(i)
                expected: tuple[float, bool, bool] = (0.0, False, False)
            else:
                expected = hand.step(i, actions[i])
            assert (float(rewards[i]), terminated[i], truncated[i]) == expected
            check_place(seen, infos, hand, i)
            ends += hand.ended[i]


@BOTH
def test_the_same_step_begins_the_new_game(made: Made) -> None:
    vector, hand, rng = start(made, AutoresetMode.SAME_STEP)
    ends = 0
    while ends < 9:
        actions = actions_for(hand, rng)
        seen, rewards, terminated, truncated, infos = vector.step(np.array(actions))
        for i in range(PLACES):
            assert (float(rewards[i]), terminated[i], truncated[i]) == hand.step(i, actions[i])
            if hand.ended[i]:
                assert np.array_equal(infos["final_obs"][i], hand.seen[i])
                assert not infos["final_info"]["action_mask"][i].any()
                hand.begin(i)
                ends += 1
            check_place(seen, infos, hand, i)


@BOTH
def test_without_autoreset_the_old_game_stays_until_it_is_begun_anew(made: Made) -> None:
    vector, hand, rng = start(made, AutoresetMode.DISABLED)
    ends = 0
    while ends < 9:
        actions = actions_for(hand, rng)
        seen, rewards, terminated, truncated, infos = vector.step(np.array(actions))
        for i in range(PLACES):
            assert (float(rewards[i]), terminated[i], truncated[i]) == hand.step(i, actions[i])
            check_place(seen, infos, hand, i)
        over = np.array(hand.ended)
        if over.any():
            ends += int(over.sum())
            seen, infos = vector.reset(options={"reset_mask": over.copy()})
            for i in np.flatnonzero(over).tolist():
                hand.begin(i)
                check_place(seen, infos, hand, i)
            for i in np.flatnonzero(~over).tolist():
                assert np.array_equal(seen[i], hand.seen[i])  # untouched


def test_the_modes_are_all_there_are() -> None:
    assert {mode.name for mode in AutoresetMode} == {"NEXT_STEP", "SAME_STEP", "DISABLED"}
