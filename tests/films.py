"""A stand-in for what encodes films (moviepy with ffmpeg), which is large and not installed."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

Films = dict[str, list[np.ndarray]]


def stand_in(monkeypatch: pytest.MonkeyPatch) -> Films:
    """Put it in moviepy's place; what is recorded, by the file's name."""
    kept: Films = {}

    class Clip:
        def __init__(self, pictures: list[np.ndarray], fps: float) -> None:
            assert fps > 0
            self.pictures = pictures

        def write_videofile(self, path: str, **_: Any) -> None:
            kept[Path(path).name] = self.pictures

    names = ("moviepy", "moviepy.video", "moviepy.video.io")
    for name in (*names, "moviepy.video.io.ImageSequenceClip"):
        module = ModuleType(name)
        module.ImageSequenceClip = Clip  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, name, module)
    return kept
