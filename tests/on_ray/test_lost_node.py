"""A whole machine of a cluster is lost: the work goes on without it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from on_ray_cluster import Cluster, end_group, new_cluster, wait_for_lines, wait_for_turn

pytestmark = pytest.mark.ray


@pytest.fixture
def two(short_folder: Path) -> Iterator[Cluster]:
    """A cluster of two nodes; the second is going to be lost."""
    place = short_folder / "lost-node"
    place.mkdir(exist_ok=True)
    with new_cluster(place, 2) as found:
        yield found


def test_matches_of_a_lost_node_are_played_elsewhere_and_training_goes_on(
    two: Cluster, start: Any, tmp_path: Path
) -> None:
    """It goes while matches are played; another comes in its place and goes in training."""
    folder = tmp_path / "matches"
    words = ["random", "greedy", "staff", "--games", "300"]
    driver = start("tournament", *words, "--name", str(folder), "--on", two.flag)
    wait_for_lines(folder / "matches.jsonl", 2)
    end_group(two.nodes[1])
    _, errors = driver.communicate(timeout=900)
    assert driver.returncode == 0, errors
    rows = (folder / "matches.jsonl").read_text().splitlines()
    assert len(rows) == len(set(rows)) == 27

    two.start_node()
    folder = tmp_path / "run"
    changes = ["games=32", "decisions=16", "batch=256", "updates_per_turn=1", "steps=2048"]
    changes += ["measure_every=100", "measure_games=10", "report_games=10", "cross_games=0"]
    changes += ["runners=2", 'baselines=["random"]']
    words = [part for change in changes for part in ("--set", change)]
    driver = start("train", "quickstart", *words, "--name", str(folder), "--on", two.flag)
    wait_for_turn(folder, 1, driver)
    end_group(two.nodes[2])
    _, errors = driver.communicate(timeout=900)
    assert driver.returncode == 0, errors
    report = json.loads((folder / "report.json").read_text())
    assert report["learner_decisions"] == {"axis": 2048, "allies": 2048}
