"""warfront play as a person meets it: sessions typed line by line, in both games."""

from collections.abc import Callable

import pytest

from warfront.battlecards.guide import GUIDE
from warfront.battlecards.state import Prompt
from warfront_agents.commands import COMMANDS
from warfront_training.cli import main

Session = Callable[..., list[str]]


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Session:
    """Plays a game by typed lines; what is written at first, and for each line."""

    def play(arguments: str, *typed: str) -> list[str]:
        answers = iter([*typed, "quit"])
        written: list[str] = []

        def read(_: str) -> str:
            written.append(capsys.readouterr().out)
            return next(answers)

        monkeypatch.setattr("builtins.input", read)
        monkeypatch.setenv("COLUMNS", "100")
        assert main(["play", *arguments.split()]) == 0
        assert "The game was left." in capsys.readouterr().out
        return written

    return play


def test_a_session_of_spring1942(session: Session) -> None:
    first, helped, same, whole, near, lost, listed = session(
        "--game spring1942 --seat ussr --against random",
        "help", "?", "map", "map ukrain", "odds ukrain", "board",
    )  # fmt: skip
    assert "powers  R ussr" in first and "what is there" in first and "   1  done" in first
    assert helped == same and "Spend IPCs" in helped and "buy 3 infantry" in helped
    assert all(f"  {command.word}" in helped for command in COMMANDS) and "quit" in helped
    assert whole in first + "\n" and "R8*#" in whole and max(map(len, whole.split("\n"))) <= 100
    assert "ukraine_ssr: Ukraine S.S.R." in near and "3 inf, 1 art, 1 tank from caucasus" in near
    assert lost == "there is no battle in ukraine_ssr: ussr has no units there that fight\n"
    assert "what is there" in listed and "   1  done" in listed


def test_orders_odds_and_history_of_spring1942(session: Session) -> None:
    _, bought, moving, moved, odds, told, rules = session(
        "--game spring1942 --seat ussr --against random",
        "buy 2 infantry", "done", "move 3 infantry 1 tank caucas -> ukrain", "odds ukrain",
        "history 3", "rules",
    )  # fmt: skip
    assert "+2 infantry" in bought and "combat move" in moving
    assert "ukraine_ssr               ussr +3 infantry, +1 tank" in moved
    assert odds.startswith("ukraine_ssr: 3 infantry, 1 tank against 3 infantry, 1 artillery,")
    assert "win " in odds and told.count("\n") == 3 and "ussr: to ukraine_ssr" in told
    assert rules.startswith("Spring 1942 is a war game")


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("map nowhere", "space 'nowhere' is unknown: use one of alaska"),
        ("map germani", "did you mean germany"),
        ("odds", "write odds SPACE"),
        ("history x", "write history 50"),
        ("hlep", "did you mean help?"),
        ("99", "99 is not on the list: type a number from 1 to 14"),
        ("", "Type a number from 1 to 14, the words of an action, or help"),
        ("frobnicate now", "'frobnicate now' is not legal for ussr (purchase); type help for"),
        ("buy 99 tank", "ussr has 24 IPCs, 99 tank cost 495 (P1, P2); type help for what may be"),
    ],
)
def test_a_wrong_word_gets_one_line(session: Session, typed: str, line: str) -> None:
    _, answered = session("--game spring1942 --seat ussr --against random", typed)
    assert line in answered and answered.count("\n") == 1


def test_a_session_of_battlecards(session: Session) -> None:
    first, helped, no_map, wrong, listed, rules, told = session(
        "--seat german --against random", "help", "map", "hlep", "1", "rules", "history"
    )
    assert "is asked: a drawn card to deploy" in first and "   1  deploy" in first
    assert "face down" in helped and "deploy CARD" in helped and "odds" not in helped
    assert no_map == "battlecards has no map: type help for what may be typed\n"
    assert wrong == "'hlep' is nothing here: did you mean help?\n"
    assert "1 deployed" in listed
    assert rules.startswith("Battlecards is a card game")
    assert max(map(len, rules.splitlines())) <= 100
    assert told.startswith("german: deploy ")


def test_help_knows_every_question_of_battlecards() -> None:
    assert set(GUIDE) == {prompt.name.lower() for prompt in Prompt} - {"over"}
