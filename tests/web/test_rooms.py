"""Agents at a table: asked once whoever comes and goes, their faults, and their programs' end."""

import asyncio
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from tables import PACIFIC, PATIENCE, begin, hear, new_table, next_table, play, receive, run, ws
from warfront.game import BadInput
from warfront.record import replay
from warfront_agents.bots.process import RUNNING
from warfront_training.web.messages import table_message
from warfront_training.web.room import Page, Room
from warfront_training.web.server import Server
from warfront_training.web.table import Table

BOT = f"{sys.executable} {Path(__file__).parents[1] / 'odd_bot.py'} words 1000000"


async def soon(true: Callable[[], Any]) -> None:
    """Wait until something is true."""
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until, "still waiting"
        await asyncio.sleep(0.005)


async def nowhere(_: Any) -> None:
    """Where messages go that nobody reads."""


def room_of(table: Table) -> Room:
    return Room(table, lambda name: None)


def test_an_agent_that_is_asked_while_a_page_is_reloaded_is_asked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = new_table(tmp_path, "battlecards", PACIFIC, [])
    table.seating.pace = "step"
    asked, answer, think = [], threading.Event(), table.ask_agent

    def slowly() -> int:
        asked.append(table.at)
        answer.wait(PATIENCE)
        return think()

    monkeypatch.setattr(table, "ask_agent", slowly)

    async def reloaded() -> None:
        room, page = room_of(table), Page(table.seating.watch, nowhere)
        room.enter(page)
        await room.hear(page, '{"type": "step"}')
        await soon(lambda: asked)
        await room.leave(page)
        again = Page(table.seating.watch, nowhere)
        room.enter(again)
        await room.hear(again, '{"type": "step"}')
        answer.set()
        await soon(lambda: table.at == 1)
        await room.leave(again)

    run(reloaded())
    assert asked == [0] and table.at == 1


def test_an_agent_that_fails_is_named_to_those_who_may_see_what_it_saw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its words may tell a hidden card: enemies and the public read that it failed, no more."""
    table = new_table(tmp_path, "battlecards", {}, ["german", "us"], "staff")
    seats = table.game.spec.seats
    rng = np.random.default_rng(1)
    while seats[table.game.seat(table.state)] != "japanese":
        play(table, rng, 1)
        assert not table.over
    links = {held[0]: token for token, held in table.seating.links.items()}

    def fail(*_: Any) -> int:
        raise ValueError("what to do with Yamashita?")

    staff = table.players.agents[seats.index("japanese")]
    monkeypatch.setattr(staff, "act_batch", fail)

    async def asked() -> None:
        room, page = room_of(table), Page(links["us"], nowhere)
        room.enter(page)
        await soon(lambda: table.fault)
        await room.leave(page)

    run(asked())
    public = "agent 'staff' failed on japanese: the terminal says why"
    for token in (links["us"], table.seating.watch):
        assert table_message(table, token, 0)["fault"] == public
    words = "agent 'staff' failed on japanese: ValueError: what to do with Yamashita?"
    assert table_message(table, links["german"], 0)["fault"].startswith(words)
    assert f"warfront: {table.name}: {words}" in capsys.readouterr().err


def test_agents_go_on_when_they_are_let_try_again(
    client: TestClient, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    agents = {"us": "staff", "japanese": "staff"}
    made = begin(client, server, "battlecards", agents, options=PACIFIC)
    table = server.rooms[made["id"]].table

    def fail() -> int:
        raise BadInput("no idea")

    monkeypatch.setattr(table, "ask_agent", fail)
    with client.websocket_connect(ws(made["watch"])) as line:
        assert hear(line, lambda message: message["fault"])["fault"] == "no idea"
        monkeypatch.undo()
        line.send_json({"type": "retry"})
        assert next_table(line, 1)["fault"] == ""


def test_a_full_disk_stops_the_agents_and_loses_nothing(
    client: TestClient, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    agents = {"us": "random", "japanese": "random"}
    made = begin(client, server, "battlecards", agents, options=PACIFIC, pace="step")
    table, path = server.rooms[made["id"]].table, server.folder.record_file(made["id"])

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device", str(path))

    with client.websocket_connect(ws(made["watch"])) as line:
        receive(line)
        with monkeypatch.context() as disk:
            disk.setattr("warfront_training.web.folder.Folder.append", full)
            line.send_json({"type": "step"})
            message = hear(line, lambda message: message["fault"])
        assert message["fault"].startswith("the game cannot be written down: No space left")
        assert str(path) not in message["fault"] and message["at"] == 1
        line.send_json({"type": "retry"})
        hear(line, lambda message: not message["fault"])
        assert replay(path).record.decisions == table.record.decisions
        line.send_json({"type": "step"})
        next_table(line, 2)
    assert len(replay(path).record.decisions) == 2


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of bots.toml."""
    file = tmp_path / "bots.toml"
    file.write_text(f'[mine]\ncommand = "{BOT}"\n')
    monkeypatch.setenv("WARFRONT_BOTS", str(file))


def test_programs_end_when_the_game_is_over(client: TestClient, server: Server, bots: None) -> None:
    options = {**PACIFIC, "options": {"game_rounds": "1"}}
    agents = {"us": "bot:mine", "japanese": "random"}
    made = begin(client, server, "battlecards", agents, options=options)
    before = set(RUNNING)
    with client.websocket_connect(ws(made["watch"])) as line:
        hear(line, lambda message: message["type"] == "table" and message["over"])
        until = time.monotonic() + 10
        while set(RUNNING) - before and time.monotonic() < until:
            time.sleep(0.01)
        assert set(RUNNING) <= before
    table = server.rooms[made["id"]].table
    assert table.players.agents[1].desk.book.asked > 0


def test_programs_end_when_the_server_stops(server: Server, bots: None) -> None:
    before = set(RUNNING)
    with TestClient(server.app(["testserver"])) as client:
        agents = {"us": "bot:mine", "japanese": "bot:mine"}
        made = begin(client, server, "battlecards", agents, options=PACIFIC, pace="step")
        with client.websocket_connect(ws(made["watch"])) as line:
            line.send_json({"type": "step"})
            next_table(line, 1)
        assert len(set(RUNNING) - before) == 1
    assert set(RUNNING) <= before


def test_whoever_has_a_link_may_start_no_program(
    client: TestClient, server: Server, bots: None
) -> None:
    """Who holds the key may seat one of bots.toml; to ask one what it thinks would start it."""
    made = begin(client, server, "battlecards", {"us": "human"}, options=PACIFIC)
    before = set(RUNNING)
    with client.websocket_connect(ws(made["links"][0]["link"])) as line:
        receive(line)
        line.send_json({"type": "think", "agent": "bot:mine"})
        refused = receive(line)
    assert refused["type"] == "refused" and "on the command line (--agents)" in refused["why"]
    assert set(RUNNING) == before


def test_a_program_that_was_asked_what_it_thinks_ends(
    client: TestClient, server: Server, bots: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "agents", ["bot:mine"])
    made = begin(client, server, "battlecards", {"us": "human"}, options=PACIFIC)
    before = set(RUNNING)
    with client.websocket_connect(ws(made["links"][0]["link"])) as line:
        offered = {each["text"] for each in receive(line)["offers"]}
        line.send_json({"type": "think", "agent": "bot:mine"})
        found = hear(line, lambda message: message["type"] == "thoughts")
    assert {choice["text"] for choice in found["choices"]} <= offered
    assert set(RUNNING) == before
