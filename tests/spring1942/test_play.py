"""Spring 1942 at the terminal: whole orders of a person, and the board as text."""

import io
import re
from typing import Any

import numpy as np
import pytest

from play import pick
from warfront.spring1942.face import Spring1942Game
from warfront.terminal import wants_colour
from warfront_agents.human import HumanAgent

GAME = Spring1942Game("mini")


def test_a_person_gives_whole_orders() -> None:
    told: list[str] = []
    lines = iter(["buy 9 tank", "buy 2 infantry", "done"])
    person = HumanAgent(GAME, read=lambda _: next(lines), write=told.append)
    state = GAME.new(0)
    while GAME.prompt(state) in ("purchase", "purchase_count"):
        mask = GAME.legal_mask(state)
        GAME.step(state, person.plan(lambda _: GAME.copy(state), np.zeros(0), mask, 0))
    assert GAME.describe(state)["purchased"] == {"germany": {"infantry": 2}}
    assert any("germany has 12 IPCs, 9 tank cost 45" in line for line in told)


def test_text_is_at_most_100_columns_wide_and_names_what_is_there() -> None:
    rng = np.random.default_rng(1)
    for game in (GAME, Spring1942Game()):
        state = game.new(1)
        for _ in range(150):
            if game.done(state):
                break
            text = game.text(state)
            assert max(map(len, text.splitlines())) <= 100
            game.step(state, pick(game.legal_mask(state), rng))
    full = Spring1942Game()
    text = full.text(full.new(0))
    for words in (
        "Leningrad",
        "ussr     allies     24      24     35",
        "  karelia_ssr                ussr       2  Leningrad; ussr 3 inf, 1 ftr",
        "  sz40                                     uk 1 sub, 1 tr",
    ):
        assert words in text


def test_the_battle_board_shows_both_sides() -> None:
    libya = {"owner": "germany", "units": {"germany": {"infantry": 3}}}
    game = Spring1942Game()
    state = game.from_position(
        {"seat": "uk", "phase": "combat_move", "spaces": {"libya": libya}, "dice": [6, 6, 6, 6, 6]}
    )
    game.order(state, "move 1 infantry 1 tank anglo_egypt -> libya")
    game.order(state, "done")
    text = game.text(state)
    assert "battle of libya, round 1" in text and "attacker uk" in text
    assert "3 infantry (2)" in text and "press on or retreat" in text


def test_every_power_has_its_colour_and_the_words_stay_the_same() -> None:
    game = Spring1942Game()
    state = game.new(0)
    painted = game.board(state, colour=True)
    assert re.sub(r"\x1b\[\d+m", "", painted) == game.board(state, colour=False)
    assert game.board(state, colour=False) == game.text(state)
    inks = {power: re.search(rf"\x1b\[(\d+)m{power} +\x1b", painted) for power in game.spec.seats}
    assert all(inks.values()) and len({found[1] for found in inks.values() if found}) == 5


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "wanted"),
    [
        (Screen(), {}, True),
        (Screen(), {"NO_COLOR": "1"}, False),
        (Screen(), {"NO_COLOR": ""}, True),
        (Screen(), {"TERM": "dumb"}, False),
        (io.StringIO(), {}, False),
    ],
)
def test_colours_are_for_terminals_that_want_them(
    stream: Any, environment: dict[str, str], wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout", stream)
    assert wants_colour() == wanted
    assert ("\x1b[" in GAME.board(GAME.new(0))) == wanted


def test_a_person_is_told_what_changed_and_may_ask_for_the_whole_board() -> None:
    told: list[str] = []
    lines = iter(["buy 1 infantry", "board", "done"])
    person = HumanAgent(GAME, read=lambda _: next(lines), write=told.append)
    state = GAME.new(0)
    while GAME.prompt(state) in ("purchase", "purchase_count"):
        mask = GAME.legal_mask(state)
        GAME.step(state, person.plan(lambda _: GAME.copy(state), np.zeros(0), mask, 0))
    boards = [text for text in told if "is asked: what to buy" in text]
    whole = ["what is there" in text for text in boards]
    assert whole == [True, False, True]
    assert "since you last looked" in boards[1] and "+1 infantry" in boards[1]
    assert "IPCs 12 to 9" in boards[1]


def test_news_tells_of_land_taken_and_units_lost() -> None:
    libya = {"owner": "germany", "units": {"germany": {"infantry": 1}}}
    game = Spring1942Game()
    position = {"seat": "uk", "phase": "combat_move", "spaces": {"libya": libya}}
    state = game.from_position({**position, "dice": [1, 1, 6]})
    before = game.copy(state)
    game.order(state, "move 1 infantry 1 tank anglo_egypt -> libya")
    game.order(state, "done")
    text = game.board(state, since=before, colour=False)
    assert "germany lost it to uk; germany -1 infantry; uk +1 infantry, +1 tank" in text
    assert re.search(r"taken +libya \(germany to uk\)", text)
    assert re.search(r"fought in +libya", text)
