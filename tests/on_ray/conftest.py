"""What the tests on Ray share: a cluster of two nodes, and the token that its processes know."""

import importlib.util
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from on_ray_cluster import Cluster, new_cluster

if importlib.util.find_spec("ray") is None:
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture(scope="session")
def short_folder() -> Iterator[Path]:
    """A folder with a short name: sockets lie in it, and their paths may not be long."""
    with tempfile.TemporaryDirectory(prefix="wf", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@pytest.fixture(scope="session", autouse=True)
def token() -> Iterator[None]:
    """All processes of the session know the clusters' token.

    Ray reads it as it is imported: tests import Ray, and what imports it, within themselves.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_AUTH_MODE", "token")
        patch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        yield


@pytest.fixture
def start() -> Iterator[Callable[..., "subprocess.Popen[str]"]]:
    """Starts a `warfront` command; what a test leaves running is killed."""
    started: list[subprocess.Popen[str]] = []

    def run(*words: str) -> "subprocess.Popen[str]":
        command = [sys.executable, "-m", "warfront_training.cli", *words]
        started.append(subprocess.Popen(command, stderr=subprocess.PIPE, text=True))
        return started[-1]

    yield run
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture(scope="session")
def cluster(short_folder: Path, token: None) -> Iterator[Cluster]:
    """The cluster of two nodes that all tests share."""
    folder = short_folder / "two"
    folder.mkdir()
    with new_cluster(folder, 2) as found:
        yield found
