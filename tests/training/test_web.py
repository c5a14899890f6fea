"""The page's server without a browser: whole games over the socket, what is sent, and refusals."""

import json
import re
import socket as sockets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

import warfront
from play import pick
from warfront.record import replay
from warfront_training.cli import main
from warfront_training.telling import tell
from warfront_training.web.folder import Folder
from warfront_training.web.messages import table_message, view_of
from warfront_training.web.server import Server
from warfront_training.web.table import Table
from warfront_training.web.viewer import Viewer

PACIFIC = {"theatres": ["pacific"]}
SHORT = {"scenario": "mini", "options": {"round_limit": "2"}}


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


def begin(client: TestClient, server: Server, game: str, seats: dict[str, str], **more: Any) -> Any:
    """Begin a game through the page's request."""
    wanted = {"game": game, "seats": seats, "seed": 3, "pace": "fast", **more}
    reply = client.post("/api/tables", params={"key": server.key}, json=wanted)
    assert reply.status_code == 200, reply.text
    return reply.json()


def ws(link: str) -> str:
    return link.replace("/table/", "/ws/")


def token_of(link: str) -> str:
    return link.partition("token=")[2]


def new_table(tmp_path: Path, game: str, options: dict[str, Any], people: list[str]) -> Table:
    """A table with people on some seats and random players on the others."""
    made = warfront.make_game(game, **options)
    seats = {seat: "human" if seat in people else "random" for seat in made.spec.seats}
    return Table.begin(Folder(tmp_path), made, seats, 7)


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
        while over is None:
            message = line.receive_json()
            if message["type"] != "table":
                continue
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
    assert decided > 0 and over["decisions"] == table.at
    assert replay(server.folder.record_file(made["id"])).record.how == table.record.how
    path = f"/api/tables/{made['id']}/record"
    kept = client.get(path, params={"token": token_of(made["watch"])})
    assert kept.text == server.folder.record_file(made["id"]).read_text(encoding="utf-8")
    shown = client.get(path.replace("record", "replay"), params={"token": token_of(made["watch"])})
    assert "openReplay()" in shown.text
    assert shown.headers["content-security-policy"].startswith("default-src 'none'")


def names_in(text: str, names: list[str]) -> set[str]:
    """The card names that occur in a text, the longest where one holds another."""
    found = re.findall("|".join(map(re.escape, sorted(names, key=len, reverse=True))), text)
    return set(found)


@pytest.mark.parametrize("decisions", [150, pytest.param(10_000, marks=pytest.mark.deep)])
def test_no_message_tells_what_a_seat_may_not_know(tmp_path: Path, decisions: int) -> None:
    """Alike states give byte-equal messages, and every card named is in a view of that seat."""
    options = {"theatres": ("western_europe", "pacific")}
    made = warfront.make_game("battlecards", **options)
    table = new_table(tmp_path, "battlecards", options, list(made.spec.seats))
    game: Any = table.game
    names = [name for name in game.loaded.type_names if name]
    names += [name for row in game.loaded.play_names for name in row if name]
    rng, told, checked = np.random.default_rng(4), 0, 0
    while not table.over and table.at < decisions:
        if table.at % 16 == 0:
            checked += sum(check_message(table, token, names) for token in table.viewers)
        before = game.copy(table.state)
        play(table, rng, 1)
        for token, viewer in table.viewers.items():
            entry = table.logs[token][-1]
            named = names_in(" ".join((entry.words, *entry.more)), names)
            if named:
                known = "".join(as_text(view_of(game, s, viewer)) for s in (before, table.state))
                assert all(name in known for name in named)
                told += 1
    assert told > decisions // 10 and checked > 40


def as_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def check_message(table: Table, token: str, names: list[str]) -> int:
    """Whether a message without its log names only cards of the view, and hangs on nothing else."""
    game, viewer, true = table.game, table.viewers[token], table.state
    message = {**table_message(table, token, 0), "log": []}
    known = as_text(view_of(game, true, viewer))
    assert all(name in known for name in names_in(as_text(message), names))
    table.state = twin(table, viewer.eyes(game, true), table.at)
    assert as_text({**table_message(table, token, 0), "log": []}) == as_text(message)
    table.state = true
    return 1


def twin(table: Table, seat: int | None, seed: int) -> Any:
    """A state that the seat cannot tell from the true one; for the public: neither side can."""
    if seat is not None:
        return table.game.resample(table.state, seat, seed)
    changed = table.game.copy(table.state)
    changed["rng"] = 99  # what neither side knows: the order of the decks
    return changed


@pytest.mark.parametrize("allied_hands", [True, False])
def test_what_is_told_of_a_decision_hangs_on_what_the_hearer_knows(
    tmp_path: Path, allied_hands: bool
) -> None:
    game = warfront.make_game("battlecards", options={"allied_hands": allied_hands})
    rng, state, told = np.random.default_rng(2), game.new(2), 0
    for at in range(500):
        if game.done(state):
            break
        action = pick(game.legal_mask(state), rng)
        for hearer in range(4):
            if hearer != game.seat(state):
                other = game.resample(state, hearer, at)
                words = tell(game, state, action, (hearer,))
                if ":" not in words or game.legal_mask(other)[action]:
                    assert tell(game, other, action, (hearer,)) == words
                hidden = game.prompt(state) in ("retain", "discard") and not allied_hands
                assert not hidden or ":" not in words
        assert ":" not in tell(game, state, action, ()) or game.prompt(state) != "deploy"
        told += game.prompt(state) == "retain"
        game.step(state, action)
    assert told > 5


def test_a_decision_is_taken_back_while_nothing_has_fallen(tmp_path: Path) -> None:
    table = new_table(tmp_path, "spring1942", SHORT, ["germany"])
    me = Viewer((0,))
    start = table.game.hash(table.state)
    table.order(me, 0, "buy 2 infantry")
    assert table.at == 2 and table.can_undo(me) == 2
    table.undo(me, 2)
    assert table.at == 1 and [d.text for d in table.record.decisions] == ["buy infantry"]
    table.order(me, 1, "buy 1 infantry")
    table.undo(me, 2, whole=True)
    assert table.at == 0 and table.game.hash(table.state) == start
    assert Folder(tmp_path).read(table.name).decisions == []
    assert all(log == [] for log in table.logs.values())
    table.order(me, 0, "done")
    assert table.game.prompt(table.state) == "move_from" and table.can_undo(me) == 0
    with pytest.raises(ValueError, match="nothing can be taken back"):
        table.undo(me, table.at)


def test_nothing_is_taken_back_behind_dice_or_another_seat(tmp_path: Path) -> None:
    """Through whole games: the state taken back to has the same chance, seat and phase."""
    for game, options in (("battlecards", PACIFIC), ("spring1942", SHORT)):
        made = warfront.make_game(game, **options)
        table = new_table(tmp_path, game, options, list(made.spec.seats))
        rng, taken = np.random.default_rng(3), 0
        while not table.over:
            play(table, rng, 1)
            me = Viewer((table.game.seat(table.state),))
            if table.can_undo(me) and rng.random() < 0.3:
                now = table.state
                table.undo(me, table.at)
                for field in ("rng", "dice_at", "seat", "turn"):
                    assert now[field] == table.state[field]
                taken += 1
        assert taken > 2
        file = table.folder.record_file(table.name)
        assert replay(file).record.decisions == table.record.decisions


def test_a_server_started_again_goes_on_with_its_games(tmp_path: Path) -> None:
    table = new_table(tmp_path, "battlecards", PACIFIC, ["us"])
    play(table, np.random.default_rng(1), 40)
    again = Table.open(Folder(tmp_path), table.name)
    assert again.game.hash(again.state) == table.game.hash(table.state)
    assert again.logs == table.logs and again.seating == table.seating
    for token in table.viewers:
        assert table_message(again, token, 0) == table_message(table, token, 0)


@pytest.mark.parametrize("cut", [1, 60, 200])
def test_a_record_cut_off_by_a_crash_goes_on_from_its_last_whole_decision(
    tmp_path: Path, cut: int
) -> None:
    table = new_table(tmp_path, "battlecards", PACIFIC, ["us"])
    play(table, np.random.default_rng(1), 30)
    file = table.folder.record_file(table.name)
    file.write_bytes(file.read_bytes()[:-cut])
    again = Table.open(Folder(tmp_path), table.name)
    assert 28 <= again.at <= 30
    assert [d.hash for d in again.record.decisions] == [
        d.hash for d in table.record.decisions[: again.at]
    ]
    replay(file)


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
        seen = [line.receive_json() for line in (japan, us, watch)]
        assert [each["eyes"] for each in seen] == ["japanese", "us", None]
        assert [each["yours"] for each in seen] == [False, True, False]
        action = seen[1]["offers"][0]
        japan.send_json({"type": "act", "at": 0, "action": action["action"]})
        assert japan.receive_json() == {"type": "refused", "why": "another seat is asked"}
        us.send_json({"type": "act", "at": 0, "action": action["action"]})
        heard = [next_table(line, 1) for line in (japan, us, watch)]
        assert heard[1]["log"][0]["words"] == f"us: {action['text']}"
        assert heard[0]["log"][0]["words"] == heard[2]["log"][0]["words"] == "us deploys a card"


def next_table(line: Any, at: int) -> Any:
    """The first message of a table that has gone on to a decision."""
    while True:
        message = line.receive_json()
        if message["type"] == "table" and message["at"] >= at:
            return message


def test_one_person_holds_both_seats_of_a_side(client: TestClient, server: Server) -> None:
    people = {"german": "human:you", "japanese": "human:you", "british": "random", "us": "random"}
    made = begin(client, server, "battlecards", people)
    assert [each["seats"] for each in made["links"]] == [["german", "japanese"]]


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ({"type": "act", "at": 5, "action": 0}, "the game has gone on: look again"),
        ({"type": "act", "at": 0, "action": 7}, "is not legal"),
        ({"type": "act", "at": 0}, "not understood"),
        ({"type": "order", "at": 0, "text": "buy a hat"}, "buy a hat"),
        ({"type": "undo", "at": 0}, "nothing can be taken back"),
        ({"type": "pace", "pace": "mad"}, "use step, slow, steady, fast"),
        ({"type": "think", "agent": "nobody"}, "is unknown"),
        ({"type": "think", "agent": "human"}, "name an agent"),
        ({"type": "think", "agent": "bot:touch /tmp/x"}, "a page may not start"),
        ({"type": "think", "agent": "os.path:join"}, "name it on the command line (--agents)"),
        ({"type": "think", "agent": "/etc/passwd"}, "name it on the command line (--agents)"),
        ({"type": "think", "agent": "search:99999"}, "use search:10000 or less"),
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
        line.receive_json()
        line.send_json(message)
        reply = line.receive_json()
    assert reply["type"] == "refused" and why in reply["why"] and "\n" not in reply["why"]
    assert table.at == 0 and server.folder.record_file(made["id"]).read_bytes() == before


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"game": "chess"}, "game 'chess' is unknown"),
        ({"game": "battlecards", "options": {"theatres": ["moon"]}}, "moon"),
        ({"game": "battlecards", "seats": {"mars": "human"}}, "seat 'mars' is unknown"),
        ({"game": "battlecards", "seats": {"us": "nobody"}}, "agent 'nobody' is unknown"),
        ({"game": "battlecards", "seats": {"us": "llm:sleep 1"}}, "a page may not start"),
        ({"game": "battlecards", "options": {"decks": "/etc"}}, "name it on the command line"),
        ({"game": "spring1942", "options": {"scenario": "/etc/passwd"}}, "on the command line"),
        ({"game": "battlecards", "seed": "many"}, "seed"),
        ({"game": "battlecards", "pace": "mad"}, "pace 'mad' is unknown"),
        ("text", "unknown"),
    ],
)
def test_a_game_that_cannot_be_begun_is_refused_and_nothing_written(
    client: TestClient, server: Server, wanted: Any, why: str
) -> None:
    reply = client.post("/api/tables", params={"key": server.key}, json=wanted)
    assert reply.status_code == 400 and why in reply.json()["why"]
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
            assert line.receive_json()["type"] == "gone"
    stranger = {"origin": "http://evil.example"}
    with client.websocket_connect(ws(made["watch"]), headers=stranger) as line:
        assert line.receive_json()["type"] == "gone"
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400
    page = client.get("/")
    assert "default-src 'self'" in page.headers["content-security-policy"]


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
    assert len(list((server.folder.path / "opened").iterdir())) == 1
    assert client.post("/api/records", json={"record": text}).status_code == 403


def test_an_agent_that_fails_is_named_and_the_game_waits(
    client: TestClient, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = begin(client, server, "battlecards", {"us": "human"}, options=PACIFIC)
    table = server.rooms[made["id"]].table

    def fail(*_: Any) -> int:
        raise ValueError("no idea")

    monkeypatch.setattr(table.players.agents[0], "act_batch", fail)
    with client.websocket_connect(ws(made["links"][0]["link"])) as line:
        message = line.receive_json()
        while not message.get("fault"):
            if message["yours"]:
                action = message["offers"][0]["action"]
                line.send_json({"type": "act", "at": message["at"], "action": action})
            message = line.receive_json()
        assert message["fault"].startswith("agent 'staff' failed on japanese: ValueError: no idea")
        monkeypatch.undo()
        line.send_json({"type": "retry"})
        while message["fault"]:
            message = line.receive_json()


def test_agents_move_a_step_at_a_time(client: TestClient, server: Server) -> None:
    agents = {"us": "random", "japanese": "random"}
    made = begin(client, server, "battlecards", agents, options=PACIFIC, pace="step")
    table = server.rooms[made["id"]].table
    with client.websocket_connect(ws(made["watch"])) as line:
        assert line.receive_json()["at"] == 0
        for at in (1, 2, 3):
            line.send_json({"type": "step"})
            assert next_table(line, at)["at"] == at == table.at
        line.send_json({"type": "pace", "pace": "fast"})
        message = next_table(line, 4)
        while not message["over"]:
            message = next_table(line, 4)


def test_a_checkpoint_and_a_search_say_how_likely_their_choices_are(
    client: TestClient, server: Server
) -> None:
    made = begin(client, server, "battlecards", {"us": "human"}, options=PACIFIC)
    with client.websocket_connect(ws(made["links"][0]["link"])) as line:
        offered = {each["text"] for each in line.receive_json()["offers"]}
        for agent, measure in (("search:60p", "share of its tries"), ("staff", "its choice")):
            line.send_json({"type": "think", "agent": agent})
            found = line.receive_json()
            assert found["type"] == "thoughts" and found["measure"] == measure
            assert {choice["text"] for choice in found["choices"]} <= offered
            shares = [choice["share"] for choice in found["choices"]]
            assert shares == sorted(shares, reverse=True) and 0 < sum(shares) <= 1.0001
            assert sum(found["value"]["sides"].values()) == pytest.approx(1.0)


def test_what_another_seat_thinks_is_not_shown(client: TestClient, server: Server) -> None:
    people = {"japanese": "human", "us": "human"}
    made = begin(client, server, "battlecards", people, options=PACIFIC)
    with client.websocket_connect(ws(made["links"][0]["link"])) as line:
        line.receive_json()
        line.send_json({"type": "think", "agent": "staff"})
        assert "hidden from you" in line.receive_json()["why"]


def test_odds_and_dice_of_a_battle_are_told(tmp_path: Path) -> None:
    from warfront_training.web.battles import battle_odds

    table = new_table(tmp_path, "spring1942", SHORT, ["germany", "japan", "uk", "usa"])
    rng, dice, odds = np.random.default_rng(0), 0, 0
    while not table.over:
        if table.game.prompt(table.state) == "battle":
            rows = battle_odds(table.game, table.state, 0)
            offered = {table.game.action_text(table.state, int(a)).removeprefix("fight ")
                       for a in np.flatnonzero(table.game.legal_mask(table.state))}  # fmt: skip
            assert {row["name"] for row in rows} <= offered | {row["name"] for row in rows}
            for row in rows:
                assert row["win"] + row["lose"] + row["draw"] == pytest.approx(1.0, abs=1e-6)
                odds += 1
        play(table, rng, 1)
    for entry in table.logs[table.seating.watch]:
        for line in entry.more:
            if line.startswith("dice: "):
                assert set(line.removeprefix("dice: ").split()) <= set("123456")
                dice += 1
    assert dice > 0 and odds > 0


@pytest.mark.parametrize(
    ("arguments", "remedy"),
    [
        ("--host nowhere.invalid", "use 127.0.0.1, or a name of this machine"),
        ("--port 70000", "use a whole number from 0 to 65535"),
        ("--port x", "use a whole number from 0 to 65535"),
        ("--theatres moon", "moon"),
    ],
)
def test_web_refuses_in_one_line(
    refuses: Callable[[str, str, str], None],
    capsys: pytest.CaptureFixture[str],
    arguments: str,
    remedy: str,
) -> None:
    if "--port" in arguments:  # the parser's own refusals leave at once
        with pytest.raises(SystemExit, match="2"):
            main(["web", *arguments.split()])
        assert remedy in capsys.readouterr().err
    else:
        refuses("web", arguments, remedy)


def test_a_port_that_is_taken_is_named(refuses: Callable[[str, str, str], None]) -> None:
    with sockets.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refuses("web", f"--port {port} --no-browser", "name another --port, or 0 for a free one")
