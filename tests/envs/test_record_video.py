"""The recorders of Gymnasium and PettingZoo take what the faces render.

What encodes a film (moviepy with ffmpeg) is large and not installed by `make`: a stand-in takes
its place and keeps the pictures. All else is the recorders' own code.
"""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.utils.wrappers import RecordVideo

from films import Films, stand_in
from toy import ToyGame
from warfront.aec import CheckedAEC
from warfront.side import SideEnv


@pytest.fixture
def films(monkeypatch: pytest.MonkeyPatch) -> Films:
    """What was recorded, by the file's name."""
    return stand_in(monkeypatch)


def check(pictures: list[np.ndarray], least: int) -> None:
    assert len(pictures) >= least
    assert {(p.shape, p.dtype) for p in pictures} == {((200, 400, 3), np.dtype(np.uint8))}
    assert any((a != b).any() for a, b in zip(pictures, pictures[1:], strict=False))


def test_gymnasiums_recorder_films_a_side(toy: ToyGame, films: Films, tmp_path: Path) -> None:
    bare = SideEnv(toy, "axis", "random", render_mode="rgb_array")
    env: Any = gymnasium.wrappers.RecordVideo(bare, str(tmp_path), episode_trigger=lambda _: True)
    env.reset(seed=1)
    over, steps = False, 0
    while not over:
        legal = np.flatnonzero(bare.action_masks())
        _, _, terminated, truncated, _ = env.step(np.int64(legal[0]))
        over, steps = terminated or truncated, steps + 1
    env.close()
    check(films["rl-video-episode-0.mp4"], steps)


def test_pettingzoos_recorder_films_all_seats(toy: ToyGame, films: Films, tmp_path: Path) -> None:
    bare = CheckedAEC(toy, render_mode="rgb_array")
    env: Any = RecordVideo(bare, str(tmp_path), episode_trigger=lambda _: True, fps=2)
    env.reset(seed=1)
    steps = 0
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated or truncated else int(legal[0]))
        steps += 1
    env.close()
    (pictures,) = films.values()
    check(pictures, steps - len(toy.spec.seats))
