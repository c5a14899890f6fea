"""Pages at a table: whole games over the socket, who is asked, and what is refused."""

import json
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from play import pick
from tables import PACIFIC, SHORT, begin, hear, new_table, next_table, receive, run, token_of, ws
from warfront.record import replay
from warfront_training.web.room import Page, Room
from warfront_training.web.server import Server, _serve


@pytest.mark.parametrize(
    ("game", "options", "seat"), [("battlecards", PACIFIC, "us"), ("spring1942", SHORT, "uk")]
)
def test_a_whole_game_over_the_socket_offers_the_mask(
    client: TestClient, server: Server, game: str, options: dict[str, Any], seat: str
) -> None:
    others = dict.fromkeys(("japanese",) if game == "battlecards" else (), "random")
    made = begin(client, server, game, {seat: "human", **others}, options=options)
    table = server.rooms[made["id"]].table
    rng, decided, over = np.random.default_rng(1), 0, None
    with client.websocket_connect(ws(made["links"][0]["link"])) as line:
        while over is None and decided < 2_000:
            message = hear(line, lambda message: message["type"] == "table")
            over = message["over"]
            if message["yours"] and message["at"] == table.at:
                offered = {offer["action"]: offer["text"] for offer in message["offers"]}
                mask = table.game.legal_mask(table.state)
                assert set(offered) == set(np.flatnonzero(mask).tolist())
                for action, words in offered.items():
                    assert words == table.game.action_text(table.state, action)
                line.send_json({"type": "act", "at": message["at"], "action": pick(mask, rng)})
                decided += 1
            else:
                assert message["offers"] == [] or message["yours"]
    assert decided > 0 and over is not None and over["decisions"] == table.at
    assert replay(server.folder.record_file(made["id"])).record.how == table.record.how
    path = f"/api/tables/{made['id']}/record"
    kept = client.get(path, params={"token": token_of(made["watch"])})
    assert kept.text == server.folder.record_file(made["id"]).read_text(encoding="utf-8")
    shown = client.get(path.replace("record", "replay"), params={"token": token_of(made["watch"])})
    assert "openReplay()" in shown.text
    assert shown.headers["content-security-policy"].startswith("default-src 'none'")


def test_two_seats_of_a_game_and_whoever_watches(client: TestClient, server: Server) -> None:
    people = {"japanese": "human", "us": "human"}
    made = begin(client, server, "battlecards", people, options=PACIFIC)
    assert [each["seats"] for each in made["links"]] == [["japanese"], ["us"]]
    one, two = (ws(each["link"]) for each in made["links"])
    with (
        client.websocket_connect(one) as japan,
        client.websocket_connect(two) as us,
        client.websocket_connect(ws(made["watch"])) as watch,
    ):
        seen = [receive(line) for line in (japan, us, watch)]
        assert [each["eyes"] for each in seen] == ["japanese", "us", None]
        assert [each["yours"] for each in seen] == [False, True, False]
        action = seen[1]["offers"][0]
        japan.send_json({"type": "act", "at": 0, "action": action["action"]})
        assert receive(japan) == {"type": "refused", "of": "act", "why": "another seat is asked"}
        us.send_json({"type": "act", "at": 0, "action": action["action"]})
        heard = [next_table(line, 1) for line in (japan, us, watch)]
        assert heard[1]["log"][0]["words"] == f"us: {action['text']}"
        assert heard[0]["log"][0]["words"] == heard[2]["log"][0]["words"] == "us deploys a card"


def test_one_person_holds_both_seats_of_a_side(client: TestClient, server: Server) -> None:
    people = {"german": "human:you", "japanese": "human:you", "british": "random", "us": "random"}
    made = begin(client, server, "battlecards", people)
    assert [each["seats"] for each in made["links"]] == [["german", "japanese"]]


def test_agents_move_a_step_at_a_time(client: TestClient, server: Server) -> None:
    agents = {"us": "random", "japanese": "random"}
    made = begin(client, server, "battlecards", agents, options=PACIFIC, pace="step")
    table = server.rooms[made["id"]].table
    with client.websocket_connect(ws(made["watch"])) as line:
        assert receive(line)["at"] == 0
        for at in (1, 2, 3):
            line.send_json({"type": "step"})
            assert next_table(line, at)["at"] == at == table.at
        line.send_json({"type": "pace", "pace": "fast"})
        assert hear(line, lambda message: message["over"])["at"] == table.at


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ({"type": "act", "at": 5, "action": 0}, "the game has gone on: look again"),
        ({"type": "act", "at": 0, "action": 7}, "is not legal"),
        ({"type": "act", "at": 0, "action": 2**70}, "is not legal"),
        ({"type": "act", "at": float("inf"), "action": 0}, "not understood"),
        ({"type": "act", "at": 0}, "not understood"),
        ({"type": "order", "at": 0, "text": "buy a hat"}, "buy a hat"),
        ({"type": "order", "at": 0, "text": "\ud800"}, "not understood"),
        ({"type": "undo", "at": 0}, "nothing can be taken back"),
        ({"type": "pace", "pace": "mad"}, "use step, slow, steady, fast"),
        ({"type": "pace", "pace": []}, "use step, slow, steady, fast"),
        ({"type": "think", "agent": "nobody"}, "is unknown"),
        ({"type": "think", "agent": "human"}, "name an agent"),
        ({"type": "think", "agent": "bot:touch /tmp/x"}, "a page may not start"),
        ({"type": "think", "agent": "os.path:join"}, "name it on the command line (--agents)"),
        ({"type": "think", "agent": "/etc/passwd"}, "name it on the command line (--agents)"),
        ({"type": "think", "agent": "search:99999"}, "use search:10000 or less"),
        ({"type": "think", "agent": "search:" + "9" * 5000}, "use search:10000 or less"),
        ({"type": "think", "agent": "search:9:/etc/passwd"}, "is unknown to this page"),
        ({"type": "dance"}, "not understood"),
        ("text", "not understood"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(
    client: TestClient, server: Server, message: Any, why: str
) -> None:
    made = begin(client, server, "battlecards", {"us": "human"}, options=PACIFIC)
    table = server.rooms[made["id"]].table
    before = server.folder.record_file(made["id"]).read_bytes()
    with client.websocket_connect(ws(made["links"][0]["link"])) as line:
        receive(line)
        line.send_text(json.dumps(message))
        reply = receive(line)
    assert reply["type"] == "refused" and why in reply["why"] and "\n" not in reply["why"]
    assert table.at == 0 and server.folder.record_file(made["id"]).read_bytes() == before


def test_a_page_may_go_while_an_answer_is_thought_out(tmp_path: Path) -> None:
    """Its answer reaches nobody, which is no error of the server's; the room is left."""

    class Gone:
        """A page that asks for odds and is closed before it hears."""

        async def receive_text(self) -> str:
            return '{"type": "odds", "at": 0}'

        async def send_json(self, message: Any) -> None:
            raise WebSocketDisconnect(code=1006)

    table = new_table(tmp_path, "spring1942", SHORT, ["germany", "japan", "uk", "usa"])
    room, line = Room(table, lambda name: None), cast(WebSocket, Gone())
    run(_serve(line, room, Page(table.seating.watch, line.send_json)))
    assert room.pages == set()
