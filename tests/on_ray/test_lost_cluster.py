"""Clusters that are not there, or are lost: one line each."""

import socket
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from on_ray_cluster import new_cluster
from warfront_training.cli import main
from warfront_training.on_ray.address import Address

pytestmark = pytest.mark.ray


def test_an_unknown_address_is_one_line(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for words in ("train quickstart", "tournament random greedy", "balance --games 1"):
        folder = tmp_path / words.split()[0]
        assert main([*words.split(), "--name", str(folder), "--on", "ray:127.0.0.1:1"]) == 2
        (line,) = capfd.readouterr().err.strip().splitlines()
        assert "no Ray cluster answers at 127.0.0.1:1" in line and "ray start --head" in line
        assert not folder.exists()


def test_a_ray_of_one_s_own_that_does_not_start_is_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from warfront_training.on_ray.cluster import connected

    def slow(*_: Any, **__: Any) -> None:
        raise Exception("The current node timed out\nduring startup.")

    monkeypatch.setattr("ray.init", slow)
    with (
        pytest.raises(ConnectionError, match=r"at local \(The current node timed out during"),
        connected(Address("", 0)),
    ):
        pass


def begun(folder: Path) -> bool:
    """Whether anything is played there: a match is on record, a measurement or a turn kept."""
    found = [folder / "matches.jsonl", folder / "resume" / "state.json"]
    return any(file.exists() for file in [*found, *(folder / "played").glob("*")])


COMMANDS = {
    "tournament": "random greedy staff --games 5000",
    "balance": "--games 1000 --all-sets",
    "train": "quickstart --set games=32 --set decisions=16 --set batch=256 --set minutes=60 "
    "--set measure_games=10 --set measure_every=1000 --set runners=1 --set updates_per_turn=1",
}


@pytest.mark.parametrize(
    ("command", "whole"),
    [("tournament", False), ("tournament", True), ("balance", False), ("train", False)],
)
def test_a_lost_head_is_one_line(
    start: Any, short_folder: Path, tmp_path: Path, command: str, whole: bool
) -> None:
    """The head alone, or the node of this machine with it: then Ray ends the driver at once."""
    place = short_folder / f"{command[:2]}{whole:d}"
    place.mkdir()
    with new_cluster(place, 1) as lonely:
        folder = tmp_path / "t"
        words = [command, *COMMANDS[command].split()]
        driver = start(*words, "--name", str(folder), "--on", lonely.flag)
        end = time.monotonic() + 600
        while not begun(folder):
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
    assert line.endswith(f"go on with: warfront {command} --resume {folder} --on {lonely.flag}")


@pytest.mark.parametrize(
    ("kind", "said"),
    [("RayError", "Ray failed: two words: go on"), ("ConnectionError", "two words: go on")],
)
def test_whatever_fails_the_line_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, kind: str, said: str
) -> None:
    """The head answers all the while."""
    import ray
    from ray.exceptions import RayError

    from warfront_training.on_ray import cluster

    monkeypatch.setattr(cluster, "_connect", lambda _: None)
    monkeypatch.setattr(cluster, "_leave", lambda _: None)
    with socket.create_server(("127.0.0.1", 0)) as head:
        port = head.getsockname()[1]
        context = SimpleNamespace(gcs_address=f"127.0.0.1:{port}")
        monkeypatch.setattr(ray, "get_runtime_context", lambda: context)
        with (
            pytest.raises(ConnectionError, match=f"^{said}$"),
            cluster.connected(Address("127.0.0.1", port)) as watch,
        ):
            watch.tell("go on")
            raise {"RayError": RayError, "ConnectionError": ConnectionError}[kind]("two words")
