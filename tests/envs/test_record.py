import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import warfront
from play import pick
from toy import ToyGame
from warfront import BadInput, IllegalAction
from warfront.battlecards.data import CARDS
from warfront.game import Game, State
from warfront.record import Record, check_writable, replay


def played(game: Game, seed: int = 3) -> tuple[Record, State]:
    state = game.new(seed)
    record = Record.start(game, state, seed, seats=dict.fromkeys(game.spec.seats, "random"))
    rng = np.random.default_rng(seed)
    while not game.done(state):
        record.step(game, state, pick(game.legal_mask(state), rng))
    return record, state


def changed(path: Path, line: int, **values: Any) -> Path:
    lines = path.read_text().splitlines()
    lines[line] = json.dumps({**json.loads(lines[line]), **values})
    other = path.with_name("changed.jsonl")
    other.write_text("\n".join(lines) + "\n")
    return other


def test_a_record_replays_to_the_same_state(game: Game, tmp_path: Path) -> None:
    record, state = played(game)
    path = tmp_path / "deep" / "game.jsonl"
    record.write(path)
    assert Record.read(path) == record
    seen: list[int] = []
    again = replay(path, each=lambda g, s, d: seen.append(d.action))
    assert again.state.tobytes() == state.tobytes()
    assert seen == [decision.action for decision in record.decisions]
    assert record.returns == game.returns(state).tolist()
    assert record.how in ("decided", "limit")
    assert len(path.read_text().splitlines()) == len(record.decisions) + 2
    assert list(path.parent.iterdir()) == [path]


def test_a_record_from_a_position(game: Game, tmp_path: Path) -> None:
    state = game.new(1)
    rng = np.random.default_rng(1)
    for _ in range(4):
        game.step(state, pick(game.legal_mask(state), rng))
    position = game.describe(state)
    state = game.from_position(position)
    record = Record.start(game, state, 1, position=position)
    record.step(game, state, pick(game.legal_mask(state), rng))
    record.write(tmp_path / "game.jsonl")
    assert replay(tmp_path / "game.jsonl").state.tobytes() == state.tobytes()
    assert record.how == "running"


def _begun(game: Game, path: Path) -> State:
    """A game of a few decisions, its record written."""
    state = game.new(2)
    record, rng = Record.start(game, state, 2), np.random.default_rng(2)
    for _ in range(3):
        record.step(game, state, pick(game.legal_mask(state), rng))
    record.write(path)
    return state


def test_a_record_stands_alone(tmp_path: Path) -> None:
    """What its scenario's file held is in it."""
    pacific = warfront.make_game("battlecards", theatres=("pacific",))
    position = json.dumps(pacific.describe(_begun(pacific, tmp_path / "any.jsonl")))
    scenarios = {"battlecards": position, "spring1942": 'base = "mini"\nrounds = 5\n'}
    for name, text in scenarios.items():
        file, path = tmp_path / f"{name}.toml", tmp_path / f"{name}.jsonl"
        file = file.with_suffix(".json") if name == "battlecards" else file
        file.write_text(text)
        theatres: dict[str, Any] = {"theatres": ("pacific",)} if name == "battlecards" else {}
        game = warfront.make_game(name, scenario=str(file), **theatres)
        state = _begun(game, path)
        file.unlink()
        again = replay(path)
        assert again.state.tobytes() == state.tobytes()
        assert again.game.describe(again.state) == game.describe(state)


def test_card_files_that_have_moved_are_asked_for(tmp_path: Path) -> None:
    old, new, path = tmp_path / "old", tmp_path / "new", tmp_path / "game.jsonl"
    (old / "pacific").mkdir(parents=True)
    shutil.copy(CARDS / "pacific" / "axis.csv", old / "pacific")
    state = _begun(warfront.make_game("battlecards", theatres=("pacific",), decks=str(old)), path)
    old.rename(new)
    with pytest.raises(BadInput, match="card files of .*old, a folder that is not there: name"):
        replay(path)
    again = replay(path, options={"decks": str(new)})
    assert again.state.tobytes() == state.tobytes()
    _begun(warfront.make_game("battlecards", theatres=("pacific",)), path)
    with pytest.raises(BadInput, match="without card files of one's own: leave decks out"):
        replay(path, options={"decks": str(new)})


@pytest.mark.parametrize("name", ["file/game.jsonl", "folder", "x" * 300])
def test_what_cannot_be_written_is_known_before_the_game(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    with pytest.raises(BadInput, match="cannot be written .*: name another file"):
        check_writable(tmp_path / name)
    check_writable(tmp_path / "folder" / "game.jsonl")
    assert not list((tmp_path / "folder").iterdir())


def test_the_first_difference_is_named(tmp_path: Path, toy: ToyGame) -> None:
    path = tmp_path / "game.jsonl"
    played(toy)[0].write(path)
    with pytest.raises(BadInput, match=r"decision 3 \('.*'\) leads elsewhere"):
        replay(changed(path, 3, hash="0" * 16))
    with pytest.raises(BadInput, match="decision 2.* is asked"):
        replay(changed(path, 2, seat="west"))
    with pytest.raises(BadInput, match="decision 2 .*action 99 is illegal"):
        replay(changed(path, 2, action=99))
    with pytest.raises(BadInput, match="the start differs"):
        replay(changed(path, 0, seed=4))
    with pytest.raises(BadInput, match="is of skirmish 0, this is"):
        replay(changed(path, 0, version="0"))
    with pytest.raises(BadInput, match="returns are"):
        replay(changed(path, -1, returns=[9, 9, 9, 9]))
    with pytest.raises(BadInput, match="how is .*, not running"):
        replay(changed(path, -1, how="running"))
    replay(changed(path, 3, hash="0" * 16), verify=False)
    with pytest.raises(BadInput, match=r"changed.jsonl: line 1: its game .* target is 0"):
        replay(changed(path, 0, options={"target": 0}))
    with pytest.raises(BadInput, match=r"changed.jsonl: line 1: position: "):
        replay(changed(path, 0, position={"colour": 1}))
    lines = path.read_text().splitlines()
    footer = json.dumps({**json.loads(lines[-1]), "decisions": 2})
    path.write_text("\n".join([*lines[:3], footer]) + "\n")  # cut short, yet with returns
    with pytest.raises(BadInput, match="returns are None"):
        replay(path)


def test_a_broken_file_is_refused(tmp_path: Path, toy: ToyGame) -> None:
    path = tmp_path / "game.jsonl"
    played(toy)[0].write(path)
    text = path.read_text()
    (tmp_path / "cut.jsonl").write_text(text[: len(text) // 2])
    (tmp_path / "short.jsonl").write_text("".join(text.splitlines(True)[:-1]))
    (tmp_path / "other.jsonl").write_text('{"a": 1}\n{"b": 2}\n')
    (tmp_path / "empty.jsonl").write_text("")
    cases = {
        "cut": "cut off",
        "short": "footer|key",
        "other": "line 1 is no header",
        "empty": "header and a footer",
        "absent": "cannot be read",
    }
    for name, message in cases.items():
        with pytest.raises(BadInput, match=message):
            Record.read(tmp_path / f"{name}.jsonl")
    with pytest.raises(BadInput, match="key"):
        Record.read(changed(path, 1, colour="red"))
    for line, key in ((0, "seed"), (0, "options"), (0, "position"), (1, "action"), (-1, "returns")):
        with pytest.raises(BadInput, match=f"line .*{key} is 'x', of a wrong kind"):
            Record.read(changed(path, line, **{key: "x"}))


def test_words_that_an_action_does_not_have_are_found(tmp_path: Path, toy: ToyGame) -> None:
    path = tmp_path / "game.jsonl"
    played(toy)[0].write(path)
    with pytest.raises(BadInput, match="decision 1: action .* is .*, not 'surrender'"):
        replay(changed(path, 1, text="surrender"))
    replay(changed(path, 1, text="surrender"), verify=False)


def test_an_illegal_action_is_not_recorded(game: Game) -> None:
    state = game.new(1)
    record = Record.start(game, state, 1)
    before = state.tobytes()
    for action in (-1, game.spec.num_actions, int(np.flatnonzero(game.legal_mask(state) == 0)[0])):
        with pytest.raises(IllegalAction):
            record.step(game, state, action)
    assert (record.decisions, state.tobytes()) == ([], before)


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, toy: ToyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("old")

    def fail(*_: Any) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("warfront.record.os.replace", fail)
    with pytest.raises(OSError, match="disk full"):
        played(toy)[0].write(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
