"""A browser, and a server in this process whose tables the tests can look into."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from browsers import NO_BROWSER, find_browser
from warfront_training.commands.web import listen
from warfront_training.web.folder import Folder
from warfront_training.web.server import Server

PICTURES = Path(__file__).parents[2] / "build" / "screenshots"
PATIENCE = 300.0  # seconds that anything may take: a machine with much else to do, rules to compile


def wait_until(
    true: Callable[[], Any], what: str, pause: Callable[[float], Any] = time.sleep
) -> None:
    """Wait until something is true; AssertionError says what did not come.

    Args:
        true: Asked again and again.
        what: What is waited for.
        pause: Passes some seconds.
    """
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until, f"not within {PATIENCE:g} s: {what}"
        pause(0.005)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """The browser, started once."""
    path = find_browser()
    if path is None:
        pytest.skip(NO_BROWSER)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


class Running:
    """A server that runs in a thread of its own."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.server = Server(Folder(folder), {"game": "battlecards", "options": {}, "seed": None})
        self._socket = listen("127.0.0.1", port)
        self.port = self._socket.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        config = uvicorn.Config(
            self.server.app(["127.0.0.1"]), log_level="warning", timeout_graceful_shutdown=1
        )
        self._uvicorn = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        await self._uvicorn.serve(sockets=[self._socket])

    def look(self, read: Callable[[], Any]) -> Any:
        """What `read` gives in the server's thread, where no decision is half done."""

        async def reading() -> Any:
            return read()

        return asyncio.run_coroutine_threadsafe(reading(), self._loop).result(PATIENCE)

    def stop(self) -> None:
        """Stop it, its pages cut off."""
        self._uvicorn.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server does not stop"

    @property
    def home(self) -> str:
        """The page with the key."""
        return f"{self.address}/?key={self.server.key}"


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server without games."""
    monkeypatch.setattr("warfront_training.web.room.GAP", 0.0)
    server = Running(tmp_path / "web")
    yield server
    server.stop()


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    """A window of the browser; nothing may go wrong in it, nor be asked of another host."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(1000 * PATIENCE)
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("request", lambda request: _check_host(request.url, faults))
    yield opened
    context.close()
    assert faults == []


def _check_host(url: str, faults: list[str]) -> None:
    if not url.startswith(("http://127.0.0.1:", "data:")):
        faults.append(f"asked of another host: {url}")


def keep_picture(page: Any, name: str) -> None:
    """Keep a screenshot as an artefact of the tests."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png")
