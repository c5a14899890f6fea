"""What the tests of tables share: games begun, played and listened to, never without a deadline."""

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from starlette.testclient import TestClient

import warfront
from play import pick
from warfront_training.web.folder import Folder
from warfront_training.web.server import Server
from warfront_training.web.table import Table
from warfront_training.web.viewer import Viewer

PACIFIC = {"theatres": ["pacific"]}
SHORT = {"scenario": "mini", "options": {"round_limit": "2"}}
PATIENCE = 120.0  # seconds that a test waits for anything; rules may have to be compiled meanwhile


def begin(client: TestClient, server: Server, game: str, seats: dict[str, str], **more: Any) -> Any:
    """Begin a game through the page's request."""
    wanted = {"game": game, "seats": seats, "seed": 3, "pace": "fast", **more}
    reply = client.post("/api/tables", params={"key": server.key}, json=wanted)
    assert reply.status_code == 200, reply.text
    return reply.json()


def ws(link: str) -> str:
    """The socket of a link."""
    return link.replace("/table/", "/ws/")


def token_of(link: str) -> str:
    """What a link shows."""
    return link.partition("token=")[2]


def new_table(
    folder: Path, game: str, options: dict[str, Any], people: list[str], other: str = "random"
) -> Table:
    """A table with people on some seats and agents on the others."""
    made = warfront.make_game(game, **options)
    seats = {seat: "human" if seat in people else other for seat in made.spec.seats}
    return Table.begin(Folder(folder), made, seats, 7)


def play(table: Table, rng: np.random.Generator, decisions: int) -> None:
    """So many random decisions of whoever is asked."""
    for _ in range(decisions):
        if table.over:
            return
        action = pick(table.game.legal_mask(table.state), rng)
        if table.asks_person:
            table.act(Viewer((table.game.seat(table.state),)), table.at, action)
        else:
            table.agent_acts(table.at, action)


def receive(line: Any, seconds: float = PATIENCE) -> Any:
    """The next message of a socket; TimeoutError where none comes."""
    heard: queue.Queue[Any] = queue.Queue()
    threading.Thread(target=lambda: heard.put(line.receive_json()), daemon=True).start()
    try:
        return heard.get(timeout=seconds)
    except queue.Empty:
        raise TimeoutError(f"no message within {seconds:g} s") from None


def hear(line: Any, wanted: Callable[[Any], Any]) -> Any:
    """The first message that is as wanted; AssertionError where it does not come."""
    until, message = time.monotonic() + PATIENCE, None
    while time.monotonic() < until:
        message = receive(line)
        if wanted(message):
            return message
    raise AssertionError(f"still waiting; the last message: {message}")


def next_table(line: Any, at: int) -> Any:
    """The first message of a table that has gone on to a decision."""
    return hear(line, lambda message: message["type"] == "table" and message["at"] >= at)


def run(work: Coroutine[Any, Any, Any]) -> None:
    """Run it to its end in a thread of its own: a browser may hold the loop of this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()
