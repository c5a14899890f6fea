"""Clusters that are not there, or are lost: one line each."""

import time
from pathlib import Path
from typing import Any

import pytest

from on_ray_cluster import new_cluster
from warfront_training.cli import main

pytestmark = pytest.mark.ray


def test_an_unknown_address_is_one_line(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for words in ("train quickstart", "tournament random greedy", "balance --games 1"):
        folder = tmp_path / words.split()[0]
        assert main([*words.split(), "--name", str(folder), "--on", "ray:127.0.0.1:1"]) == 2
        (line,) = capfd.readouterr().err.strip().splitlines()
        assert "no Ray cluster answers at 127.0.0.1:1" in line and "ray start --head" in line
        assert not folder.exists()


@pytest.mark.parametrize("whole", [False, True])
def test_a_lost_head_is_one_line(
    start: Any, short_folder: Path, tmp_path: Path, whole: bool
) -> None:
    """The head alone, or the node of this machine with it: then Ray ends the driver at once."""
    place = short_folder / f"one{whole:d}"
    place.mkdir()
    with new_cluster(place, 1) as lonely:
        folder = tmp_path / "t"
        words = ["tournament", "random", "greedy", "staff", "--games", "5000"]
        driver = start(*words, "--name", str(folder), "--on", lonely.flag)
        end = time.monotonic() + 600
        while not (folder / "matches.jsonl").exists():
            assert driver.poll() is None and time.monotonic() < end
            time.sleep(0.1)
        if whole:
            lonely.stop()
        else:
            lonely.kill_head()
        _, errors = driver.communicate(timeout=120)
    assert driver.returncode in (1, 2), errors
    (line,) = [line for line in errors.splitlines() if line.startswith("warfront")]
    assert f"the head of the Ray cluster at 127.0.0.1:{lonely.port} is lost" in line
    assert f"go on with: warfront tournament --resume {folder}" in line
