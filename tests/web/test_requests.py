"""What a page may ask of the server by request: games begun, lists, records, and refusals."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from tables import PACIFIC, SHORT, begin, new_table, play, receive, token_of, ws
from warfront.record import Record
from warfront_training.web.folder import Folder
from warfront_training.web.server import Server

MAD = "tests_of_nothing:Mad"


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"game": "chess"}, "game 'chess' is unknown"),
        ({"game": 5}, "game 5 is unknown"),
        ({"game": "battlecards", "options": {"theatres": ["moon"]}}, "moon"),
        ({"game": "battlecards", "options": {"theatres": [["pacific"]]}}, "of a wrong kind"),
        ({"game": "battlecards", "options": 5}, "options 5 are no object"),
        ({"game": "battlecards", "options": {"options": 5}}, "5"),
        ({"game": "battlecards", "options": {"nosuch": 5}}, "nosuch"),
        ({"game": "battlecards", "seats": {"mars": "human"}}, "seat 'mars' is unknown"),
        ({"game": "battlecards", "seats": {"us": "nobody"}}, "agent 'nobody' is unknown"),
        ({"game": "battlecards", "seats": {"us": "llm:sleep 1"}}, "a page may not start"),
        ({"game": "battlecards", "options": {"decks": "/etc"}}, "name it on the command line"),
        ({"game": "battlecards", "options": {"decks": {}}}, "name it on the command line"),
        ({"game": "battlecards", "options": {"scenario": "/etc/passwd"}}, "on the command line"),
        ({"game": "spring1942", "options": {"scenario": "/etc/passwd"}}, "on the command line"),
        ({"game": "battlecards", "seed": "many"}, "seed"),
        ({"game": "battlecards", "seed": []}, "seed"),
        ({"game": "battlecards", "seed": True}, "seed"),
        ({"game": "battlecards", "seed": "9" * 5000}, "use one of 100 digits or less"),
        ({"game": "battlecards", "pace": "mad"}, "pace 'mad' is unknown"),
        ({"game": "battlecards", "pace": []}, "pace [] is unknown: use step, slow"),
        ({"game": "battlecards", "seed": "\ud800"}, "not understood: send one JSON object"),
        ("text", "not understood: send one JSON object"),
    ],
)
def test_a_game_that_cannot_be_begun_is_refused_and_nothing_written(
    client: TestClient, server: Server, wanted: Any, why: str
) -> None:
    for path in ("/api/tables", "/api/seats"):
        reply = client.post(path, params={"key": server.key}, content=json.dumps(wanted))
        if path == "/api/tables" or reply.status_code != 200:
            assert reply.status_code == 400 and why in reply.json()["why"]
            assert "\n" not in reply.json()["why"]
    assert server.folder.names() == [] and server.rooms == {}


def test_numbers_that_json_lacks_and_depths_that_nobody_needs_are_refused(
    client: TestClient, server: Server
) -> None:
    for body in (b"\xff\xfe", b"[" * 100_000, b"", b'{"seed": ' + b"9" * 5000 + b"}"):
        reply = client.post("/api/tables", params={"key": server.key}, content=body)
        assert reply.status_code == 400 and "not understood" in reply.json()["why"]


def test_a_seed_of_many_digits_begins_a_game(client: TestClient, server: Server) -> None:
    made = begin(client, server, "battlecards", {"us": "human"}, options=PACIFIC, seed="9" * 100)
    assert server.rooms[made["id"]].table.record.seed == 10**100 - 1


class Mad:
    """An agent whose own code fails before it is asked."""

    def reset(self, seed: int, seat: int) -> None:
        raise ValueError("no idea")

    def act(self, *_: Any) -> int:
        return 0


def test_an_agent_that_fails_at_the_start_is_named(
    client: TestClient, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "agents", [MAD])
    monkeypatch.setattr("warfront_agents.agent._import_class", lambda *_: Mad)
    wanted = {"game": "battlecards", "seats": {"us": MAD}}
    reply = client.post("/api/tables", params={"key": server.key}, json=wanted)
    assert reply.status_code == 400
    assert reply.json()["why"].startswith(f"agent '{MAD}' failed on us: ValueError: no idea")
    assert server.folder.names() == []


def test_without_the_key_or_the_link_nothing_is_shown(client: TestClient, server: Server) -> None:
    made = begin(client, server, "battlecards", {"us": "human"}, options=PACIFIC)
    for path in ("/api/choices", "/api/tables", "/api/tables?key=x"):
        assert client.get(path).status_code == 403
    assert client.post("/api/tables", json={"game": "battlecards"}).status_code == 403
    record = f"/api/tables/{made['id']}/record"
    assert client.get(record).status_code == 404
    for path in (record, record.replace("record", "replay")):
        assert client.get(path, params={"token": token_of(made["watch"])}).status_code == 403
    for link in (f"/ws/{made['id']}?token=é", f"/ws/{made['id']}", "/ws/nothing?token=x"):
        with client.websocket_connect(link) as line:
            assert receive(line)["type"] == "gone"
    stranger = {"origin": "http://evil.example"}
    with client.websocket_connect(ws(made["watch"]), headers=stranger) as line:
        assert receive(line)["type"] == "gone"
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400
    page = client.get("/")
    assert "default-src 'self'" in page.headers["content-security-policy"]


@pytest.mark.parametrize("part", ["record", "seating"])
def test_what_is_wrong_with_a_game_is_told_to_those_with_a_link_alone(
    client: TestClient, server: Server, part: str
) -> None:
    """Whoever shows another one hears the same as of a game that is not there."""
    table = new_table(server.folder.path, "battlecards", PACIFIC, ["us"])
    file = server.folder.record_file(table.name)
    damaged = file if part == "record" else server.folder.seating_file(table.name)
    assert damaged is not None
    damaged.write_text('{"links": {}, "watch": 5, "pace": "slow", "begun": 0}\n')
    for token, said in (("x", "no such game"), (table.seating.watch, "line 1 is no header")):
        wanted = said if part == "record" else "no such game"
        reply = client.get(f"/api/tables/{table.name}/record", params={"token": token})
        assert wanted in reply.text and str(server.folder.path) not in reply.text
        with client.websocket_connect(f"/ws/{table.name}?token={token}") as line:
            message = receive(line)
        assert message["type"] == "gone" and message["why"] == reply.text


def test_an_empty_key_file_opens_nothing(tmp_path: Path) -> None:
    """As a crash between making and writing it would have left it."""
    for left in ("", "\n"):
        (tmp_path / "key").write_text(left)
        server = Server(Folder(tmp_path), {"game": "battlecards", "options": {}}, tmp_path)
        client = TestClient(server.app(["testserver"]))
        assert len(server.key) >= 16 and (tmp_path / "key").read_text() == server.key
        for key in ("", "?key=", "?key=%0A"):
            assert client.get(f"/api/tables{key}").status_code == 403
    assert (tmp_path / "key").stat().st_mode & 0o077 == 0
    assert Folder(tmp_path).key() == server.key


def test_the_list_of_games_has_their_links_and_names_damaged_ones(
    client: TestClient, server: Server
) -> None:
    made = begin(client, server, "battlecards", {"us": "human"}, options=PACIFIC)
    table = new_table(server.folder.path, "spring1942", SHORT, ["uk"])
    server.folder.record_file(table.name).write_text("nothing\n")
    listed = client.get("/api/tables", params={"key": server.key}).json()
    assert [each["id"] for each in listed if not each["fault"]] == [made["id"]]
    (fault,) = [each["fault"] for each in listed if each["fault"]]
    assert table.name in fault


def test_any_record_opens_as_a_replay(client: TestClient, server: Server, tmp_path: Path) -> None:
    table = new_table(tmp_path / "elsewhere", "battlecards", PACIFIC, ["us"])
    play(table, np.random.default_rng(1), 12)
    text = table.folder.record_file(table.name).read_text(encoding="utf-8")
    key = {"key": server.key}
    link = client.post("/api/records", params=key, json={"record": text}).json()["link"]
    assert "openReplay()" in client.get(link).text
    assert client.get(link.partition("?")[0]).status_code == 403
    for wrong in ("nothing", text[:-90]):
        reply = client.post("/api/records", params=key, json={"record": wrong})
        assert reply.status_code == 400 and reply.json()["why"].startswith("the record")
    body = json.dumps({"record": "\ud800"})
    assert client.post("/api/records", params=key, content=body).status_code == 400
    assert len(list((server.folder.path / "opened").iterdir())) == 1
    assert client.post("/api/records", json={"record": text}).status_code == 403


def test_a_finished_game_is_looked_at_from_the_list_also_under_other_rules(
    client: TestClient, server: Server
) -> None:
    table = new_table(server.folder.path, "battlecards", PACIFIC, ["us"])
    (listed,) = client.get("/api/tables", params={"key": server.key}).json()
    assert listed["replay"] == ""
    play(table, np.random.default_rng(1), 10_000)
    assert table.over
    record = Record.read(server.folder.record_file(table.name))
    record.version = "0-old"
    record.write(server.folder.record_file(table.name))
    (listed,) = client.get("/api/tables", params={"key": server.key}).json()
    assert "openReplay()" in client.get(listed["replay"]).text
    assert client.get(listed["replay"].partition("token=")[0] + "token=x").status_code == 404
    reply = client.get(f"/api/tables/{table.name}/record", params={"token": table.seating.watch})
    assert reply.status_code == 409 and "go on with it in that version" in reply.text


@pytest.mark.parametrize("option", ["decks", "scenario"])
def test_a_record_may_have_no_file_opened(
    client: TestClient, server: Server, tmp_path: Path, option: str
) -> None:
    """Whether it is there or not: what is said must not tell one from the other."""
    table = new_table(tmp_path / "elsewhere", "spring1942", SHORT, ["uk"])
    file = table.folder.record_file(table.name)
    said = []
    for path in (tmp_path, tmp_path / "nothing"):
        record = Record.read(file)
        record.options = {**record.options, option: str(path)}
        record.game = "battlecards" if option == "decks" else "spring1942"
        record.write(tmp_path / "asked.jsonl")
        text = (tmp_path / "asked.jsonl").read_text(encoding="utf-8")
        reply = client.post("/api/records", params={"key": server.key}, json={"record": text})
        assert reply.status_code == 400
        said.append(reply.json()["why"])
    assert said[0] == said[1] and f"on the command line (--{option})" in said[0]
    assert list((server.folder.path / "opened").iterdir()) == []
