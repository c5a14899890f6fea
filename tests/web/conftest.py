"""A server of tables, and a page's line to it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from warfront_training.web.folder import Folder
from warfront_training.web.server import Server


@pytest.fixture
def server(tmp_path: Path) -> Server:
    """A server with no games."""
    return Server(Folder(tmp_path / "web"), {"game": "battlecards", "options": {}}, tmp_path)


@pytest.fixture(autouse=True)
def no_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages follow one another at once."""
    monkeypatch.setattr("warfront_training.web.room.GAP", 0.0)


@pytest.fixture
def client(server: Server) -> Iterator[TestClient]:
    """A page's line to it."""
    with TestClient(server.app(["testserver"])) as line:
        yield line
