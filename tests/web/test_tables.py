"""Tables: what is taken back, what is kept on disk, and that nothing stands there twice."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import warfront
from named_cards import card_names, names_in
from tables import PACIFIC, PATIENCE, SHORT, new_table, play, run
from warfront.record import replay
from warfront_training.web.folder import Folder
from warfront_training.web.messages import table_message
from warfront_training.web.server import Server
from warfront_training.web.summary import _question
from warfront_training.web.table import Table
from warfront_training.web.viewer import Viewer


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


def as_it_stands(table: Table) -> dict[str, Any]:
    """All that a decision changes, in memory and on disk."""
    return {
        "state": table.state.tobytes(),
        "record": list(table.record.decisions),
        "logs": {token: list(log) for token, log in table.logs.items()},
        "file": table.folder.record_file(table.name).read_text(encoding="utf-8"),
        "back": len(table._back),
    }


def known(table: Table) -> list[str]:
    """What each seat may know, by the game's own views."""
    views = (table.game.view(table.state, seat) for seat in range(len(table.game.spec.seats)))
    return [json.dumps(view, ensure_ascii=False) for view in views]


@pytest.mark.parametrize(("game", "options"), [("battlecards", PACIFIC), ("spring1942", SHORT)])
def test_all_is_as_before_what_is_taken_back_and_nobody_has_learnt_of_it(
    tmp_path: Path, game: str, options: dict[str, Any]
) -> None:
    """Through a whole game: no dice fell, no card was shown to anybody, the same seat is asked."""
    made: Any = warfront.make_game(game, **options)
    table = new_table(tmp_path, game, options, list(made.spec.seats))
    names = card_names(made) if game == "battlecards" else []
    rng, taken = np.random.default_rng(3), 0
    while not table.over:
        before, seen, asked = as_it_stands(table), known(table), made.seat(table.state)
        dice = [int(table.state[field][0]) for field in ("rng", "dice_at")]
        play(table, rng, 1)
        me = Viewer((asked,))
        if len(table._back) == before["back"] + 1 and rng.random() < 0.3:
            assert made.seat(table.state) == asked
            assert [int(table.state[field][0]) for field in ("rng", "dice_at")] == dice
            for then, now in zip(seen, known(table), strict=True):
                assert not names or names_in(now, names) <= names_in(then, names)
            table.undo(me, table.at)
            assert as_it_stands(table) == before
            taken += 1
    assert taken > 2
    assert replay(table.folder.record_file(table.name)).record.decisions == table.record.decisions


def test_the_links_of_a_game_are_read_by_its_user_alone(tmp_path: Path) -> None:
    table = new_table(tmp_path, "battlecards", PACIFIC, ["us"])
    seating = table.folder.seating_file(table.name)
    assert seating is not None and seating.stat().st_mode & 0o077 == 0
    seating.chmod(0o644)  # as earlier versions wrote it
    table.folder.write_seating(table.name, table.seating)
    assert seating.stat().st_mode & 0o077 == 0


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


@pytest.mark.parametrize("failing", ["append", "write"])
def test_what_could_not_be_written_is_written_with_the_next_decision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    table = new_table(tmp_path, "spring1942", SHORT, ["germany"])
    me = Viewer((0,))
    target = "folder.Folder.append" if failing == "append" else "table.Record.write"

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(f"warfront_training.web.{target}", full)
        with pytest.raises(OSError, match="No space left"):
            if failing == "append":
                table.act(me, 0, int(table.game.legal_mask(table.state).argmax()))
            else:
                table.order(me, 0, "buy 2 infantry")
    table.act(me, table.at, int(table.game.legal_mask(table.state).argmax()))
    assert replay(table.folder.record_file(table.name)).record.decisions == table.record.decisions


@pytest.mark.parametrize(
    ("name", "how", "said"),
    [("spring1942", "victory", "(victory)"), ("battlecards", "total", "(total victory)")],
)
def test_the_end_is_told_in_the_words_of_the_game(name: str, how: str, said: str) -> None:
    game = warfront.make_game(name)
    assert f" won {said}." in _question(game, {"winner": "axis", "how": how}, [])


def test_a_game_that_is_begun_has_one_table(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody opens it from the list as soon as it is written, before it has a room."""
    written = Folder.begin

    def slowly(*arguments: Any) -> None:
        written(*arguments)
        time.sleep(0.3)

    monkeypatch.setattr(Folder, "begin", slowly)

    async def opened_meanwhile() -> None:
        wanted = {"game": "battlecards", "seats": {"us": "human"}, "options": PACIFIC}
        request = FakeRequest(server.key, wanted)
        beginning = asyncio.create_task(server.tables(request))  # type: ignore[arg-type]
        until = time.monotonic() + PATIENCE
        while not server.folder.names() and time.monotonic() < until:
            await asyncio.sleep(0.01)
        (name,) = server.folder.names()
        watch = server.folder.read_seating(name).watch
        room = await server.room(name, watch)
        assert (await beginning).status_code == 200
        assert room is not None and server.rooms == {name: room}

    run(opened_meanwhile())


class FakeRequest:
    """What the server reads of a request to begin a game."""

    method = "POST"

    def __init__(self, key: str, wanted: dict[str, Any]) -> None:
        self.query_params = {"key": key}
        self._wanted = wanted

    async def body(self) -> bytes:
        """What is wanted."""
        return json.dumps(self._wanted).encode()
