"""What all tests share: the games they run over."""

import functools
from typing import Any

import pytest

import warfront
from toy import ToyGame
from warfront.game import Game

warfront.register_game("skirmish", "toy:ToyGame")

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "skirmish": ("skirmish", {}),
    "battlecards": ("battlecards", {"theatres": ("western_europe", "pacific")}),
    "spring1942": ("spring1942", {"scenario": "mini"}),
}


@functools.cache
def built(key: str) -> Game:
    """A game of the list above, built once."""
    name, options = GAMES[key]
    return warfront.make_game(name, **options)


@pytest.fixture(params=sorted(GAMES))
def named_game(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    """Each game as its name and options."""
    return GAMES[request.param]


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    """Each game."""
    return built(request.param)


@pytest.fixture
def toy() -> ToyGame:
    """The small game of `toy.py`."""
    return ToyGame()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell each `figure` that a test recorded: what is printed is lost beside other processes."""
    figures = [
        str(value)
        for report in terminalreporter.stats.get("passed", [])
        for name, value in report.user_properties
        if name == "figure"
    ]
    if figures:
        terminalreporter.section("figures")
        for line in sorted(figures):
            terminalreporter.write_line(line)
