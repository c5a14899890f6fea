"""Replays: frames are the game's pictures, chapters what happened, the page needs nothing."""

import base64
import json
import re
import subprocess
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import warfront
from browsers import find_browser, needs_browser
from named_cards import card_names, names_in
from play import pick
from warfront.drawing import svg_head, to_svg
from warfront.game import BadInput
from warfront.record import Record, replay
from warfront_training.cli import main
from warfront_training.replay_film import film, moments
from warfront_training.replay_page import replay_page
from warfront_training.replay_story import story_of
from warfront_training.replay_timeline import timeline
from warfront_training.telling import HIDDEN

DECISIONS = 90


def played(
    path: Path, game_name: str, decisions: int = DECISIONS, seed: int = 3, **options: Any
) -> Path:
    """A record of random play."""
    game = warfront.make_game(game_name, **options)
    state = game.new(seed)
    record = Record.start(game, state, seed, dict.fromkeys(game.spec.seats, "random"))
    rng = np.random.default_rng(seed)
    while len(record.decisions) < decisions and not game.done(state):
        record.step(game, state, pick(game.legal_mask(state), rng))
    record.write(path)
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("replay")


@pytest.fixture(scope="module")
def cards(folder: Path) -> Path:
    return played(folder / "cards.jsonl", "battlecards")


@pytest.fixture(scope="module")
def spring(folder: Path) -> Path:
    return played(folder / "spring.jsonl", "spring1942", scenario="mini")


@pytest.fixture(scope="module")
def cards_line(cards: Path) -> dict[str, Any]:
    return timeline(cards)


@pytest.fixture(scope="module")
def spring_line(spring: Path) -> dict[str, Any]:
    return timeline(spring)


def parts_at(line: dict[str, Any], move: int) -> list[int]:
    """As the page finds them."""
    start = move
    while "all" not in line["frames"][start]:
        start -= 1
    parts = list(line["frames"][start]["all"])
    for frame in line["frames"][start + 1 : move + 1]:
        for at, part in frame["set"]:
            parts[at] = part
    return parts


@pytest.mark.parametrize("name", ["cards", "spring"])
def test_every_frame_is_the_picture_of_its_state(name: str, request: pytest.FixtureRequest) -> None:
    path = request.getfixturevalue(name)
    line = json.loads(json.dumps(request.getfixturevalue(f"{name}_line")))
    assert len(line["frames"]) == len(line["moves"]) + 1 == DECISIONS + 1
    moves = iter(range(DECISIONS))

    def each(game: Any, state: Any, decision: Any) -> None:
        move = next(moves)
        if move % 15 == 0:
            body = "".join(line["parts"][part] for part in parts_at(line, move))
            assert f"{line['head']}{body}</svg>" == to_svg(game.picture(state))
        assert line["moves"][move] == [decision.seat, decision.text]

    last = replay(path, each=each)
    scene = last.game.picture(last.state)
    assert line["head"] == svg_head(scene)
    assert [line["parts"][p] for p in parts_at(line, DECISIONS)] == [g.svg() for g in scene.groups]


def owned(**spaces: Any) -> dict[str, Any]:
    return {"base": "opening", "seat": "germany", "phase": "combat_move", "spaces": spaces}


def test_chapters_name_turns_and_what_changed_hands() -> None:
    game = warfront.make_game("spring1942", scenario="mini")
    story = story_of(game)
    guards = {"germany": {"germany": {"infantry": 1}}}
    told = [
        story.tell(game.from_position(owned(**spaces)))
        for spaces in (
            {},
            {"egypt": {"owner": "germany", "units": guards["germany"]}},
            {"egypt": {"owner": "usa"}},
            {"britain": {"owner": "germany", "units": guards["germany"]}},
        )
    ]
    assert told[0] == [("turn", "Round 1: Germany")]
    assert told[1] == [("conquest", "Germany takes Egypt (Cairo)")]
    assert told[2] == [("liberation", "USA frees Egypt (Cairo)")]
    assert ("capital", "Germany: capital Britain (London) taken") in told[3]


def test_chapters_of_battlecards_name_conquests_and_liberations() -> None:
    game = warfront.make_game("battlecards")
    story = story_of(game)
    won = {"card": "Invasion of Britain", "theatre": "western_europe", "winners": ["german"]}
    fallen = {"stacks": {"axis": [won]}, "seats": {"british": {"vanquished_by": won["card"]}}}
    assert [kind for kind, _ in story.tell(game.from_position({}))] == ["turn"]
    told = [chapter for chapter in story.tell(game.from_position(fallen)) if chapter[0] != "turn"]
    assert told == [
        ("won", "Invasion of Britain: to the Axis"), ("conquest", "British is vanquished"),
    ]  # fmt: skip
    assert ("liberation", "British is freed") in story.tell(game.from_position({}))


PLOTTED = {"Points": "points", "Production": "production", "Victory cities": "cities"}


def value_at(line: dict[str, Any], move: int) -> float:
    """As the page finds it."""
    (*_, (_, value)) = [each for each in line["values"] if each[0] <= move]
    return float(value)


@pytest.mark.parametrize(
    ("game", "decisions", "options", "titles"),
    [
        ("battlecards", DECISIONS, {}, ["Points"]),
        ("spring1942", 180, {"scenario": "mini", "seed": 0}, ["Production", "Victory cities"]),
    ],
)
def test_the_plots_hold_what_positions_say(
    tmp_path: Path, game: str, decisions: int, options: dict[str, Any], titles: list[str]
) -> None:
    """At every decision each line has the value that the position of that moment names."""
    path = played(tmp_path / "game.jsonl", game, decisions, **options)
    plots = timeline(path)["plots"]
    assert [plot["title"] for plot in plots] == titles
    moves = iter(range(decisions))

    def each(game: Any, state: Any, decision: Any) -> None:
        move, said = next(moves), game.describe(state)
        for plot in plots:
            drawn = {line["name"]: value_at(line, move) for line in plot["lines"]}
            assert drawn == said[PLOTTED[plot["title"]]]

    replay(path, each=each)
    for plot in plots:
        assert any(len(line["values"]) > 1 for line in plot["lines"]), plot["title"]


def test_the_page_is_one_file_that_asks_nobody(cards_line: dict[str, Any]) -> None:
    text = replay_page(cards_line)
    packed = re.search(r"id='timeline'>([^<]*)<", text)
    assert packed is not None
    assert json.loads(zlib.decompress(base64.b64decode(packed[1]))) == cards_line
    outside = re.findall(r"""(?:src|href)=["']?(?!#)[^"'>\s]+|https?://[^"'\s)]+""", text)
    assert [found for found in outside if "www.w3.org" not in found] == []
    assert len(text) < 400_000


def test_as_a_seat_sees_it(cards: Path) -> None:
    line = timeline(cards, seat="us")
    state = replay(cards)
    seat = state.game.spec.seats.index("us")
    last = [g.svg() for g in state.game.picture(state.state, seat).groups]
    assert [line["parts"][p] for p in parts_at(line, DECISIONS)] == last
    with pytest.raises(BadInput, match="seat 'usa' is not in play: use german"):
        timeline(cards, seat="usa")


def test_as_a_seat_hears_it(cards: Path) -> None:
    """The words of a decision name no card that this seat could not see before or after it."""
    line = timeline(cards, seat="us")
    moves, news = line["moves"], line["news"]
    states: list[Any] = []
    played = replay(cards, each=lambda game, state, _: states.append(game.copy(state)))
    game: Any = played.game
    us, names, told = game.spec.seats.index("us"), card_names(game), 0
    seen = [
        json.dumps(game.view(state, us), ensure_ascii=False) for state in [*states, played.state]
    ]
    for move, ((seat, words), decision) in enumerate(
        zip(moves, played.record.decisions, strict=True)
    ):
        assert seat == decision.seat
        lines = [words, *news.get(str(move + 1), [])]
        named = [name for said in lines for name in names_in(said, names)]
        assert all(name in seen[move] + seen[move + 1] for name in named), (move, words)
        told += bool(named)
        if words != decision.text:
            assert seat != "us" and words in HIDDEN.values()
    assert told and news and any(words in HIDDEN.values() for _, words in moves)


def test_a_film_shows_its_moments(cards: Path, tmp_path: Path) -> None:
    assert moments(10, 3) == {0, 5, 10} and moments(2, 240) == {0, 1, 2}
    assert film(cards, tmp_path / "a.gif", most=3, fps=2) == 3
    with Image.open(tmp_path / "a.gif") as image:
        assert (image.n_frames, image.size) == (3, (960, 540))  # type: ignore[attr-defined]
        assert image.info["duration"] == 500
    with pytest.raises(BadInput, match="must end in .gif or .mp4"):
        film(cards, tmp_path / "a.avi")


def test_an_mp4_without_its_writer_says_what_is_missing(
    cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("warfront_training.replay_film.find_spec", {"PIL": True}.get)
    with pytest.raises(BadInput, match="pip install imageio-ffmpeg, or write a .gif"):
        film(cards, tmp_path / "a.mp4")


def test_the_command_writes_and_verifies(
    cards: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "game.html"
    assert main(["replay", str(cards), "--verify", "--html", str(out), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["html"] == str(out) and found["verified"] and out.stat().st_size > 10_000
    lines = cards.read_text(encoding="utf-8").splitlines()
    lines[7] = re.sub(r'"hash": "[0-9a-f]{16}"', '"hash": "0000000000000000"', lines[7])
    (tmp_path / "bad.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["replay", str(tmp_path / "bad.jsonl"), "--verify"]) == 2
    assert "decision 7 " in capsys.readouterr().err
    assert main(["replay", str(cards), "--gif", str(tmp_path / "a.mp4")]) == 2
    assert "must end in .gif" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["html", "gif", "mp4"])
def test_what_stands_there_is_not_replaced(
    cards: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    out = tmp_path / f"old.{kind}"
    out.write_text("old")
    assert (
        main(["replay", str(cards), "--html", str(tmp_path / "a.html"), f"--{kind}", str(out)]) == 2
    )
    assert f"old.{kind} exists already: name another file" in capsys.readouterr().err
    assert out.read_text() == "old" and len(list(tmp_path.iterdir())) == 1


def test_a_film_that_fails_leaves_nothing(
    cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(out: Path, *_: Any) -> int:
        Path(out).write_bytes(b"half a film")
        raise OSError("no space left")

    monkeypatch.setattr("warfront_training.replay_film._write_gif", half)
    with pytest.raises(OSError, match="no space left"):
        film(cards, tmp_path / "a.gif", most=2)
    assert list(tmp_path.iterdir()) == []


@needs_browser
def test_a_browser_opens_the_page_at_the_linked_move(
    cards_line: dict[str, Any], tmp_path: Path
) -> None:
    page = tmp_path / "game.html"
    page.write_text(replay_page(cards_line), encoding="utf-8")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=3000"]
    done = subprocess.run(
        [str(find_browser()), *flags, "--dump-dom", f"{page.as_uri()}#move=77"],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert f">77 of {DECISIONS}<" in done.stdout
    assert 'data-key="seat:german"' in done.stdout
