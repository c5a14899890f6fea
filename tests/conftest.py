"""What all tests share: the games they run over."""

import functools
from typing import Any

import pytest

import warfront
from browsers import tell_left_out
from toy import ToyGame
from warfront.game import Game

warfront.register_game("skirmish", "toy:ToyGame")

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "skirmish": ("skirmish", {}),
    "battlecards": ("battlecards", {"theatres": ("western_europe", "pacific")}),
    "spring1942": ("spring1942", {"scenario": "mini"}),
}


# Of 200 games whose rewards are added up, 40 are played to their end and the others cut short.
BRIEF: dict[str, dict[str, Any]] = {
    "skirmish": {"limit": 10},
    "battlecards": {"options": {"game_rounds": 6}},
    "spring1942": {"options": {"round_limit": 1}},
}
WHOLE_AND_BRIEF = (range(40), range(40, 200))


@functools.cache
def built(key: str) -> Game:
    """A game of the list above, built once."""
    name, options = GAMES[key]
    return warfront.make_game(name, **options)


@functools.cache
def built_brief(key: str) -> Game:
    """The same game with an early limit, built once."""
    name, options = GAMES[key]
    return warfront.make_game(name, **options, **BRIEF[key])


@pytest.fixture(params=sorted(GAMES))
def named_game(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    """Each game as its name and options."""
    return GAMES[request.param]


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    """Each game."""
    return built(request.param)


@pytest.fixture(params=sorted(GAMES))
def two_hundred(request: pytest.FixtureRequest) -> list[tuple[Game, range]]:
    """Each game, whole and cut short, with the seeds of 200 games."""
    games = built(request.param), built_brief(request.param)
    return list(zip(games, WHOLE_AND_BRIEF, strict=True))


@pytest.fixture
def toy() -> ToyGame:
    """The small game of `toy.py`."""
    return ToyGame()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell what was left out, and each `figure` that a test recorded.

    What is printed is lost beside other processes.
    """
    tell_left_out(terminalreporter)
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
