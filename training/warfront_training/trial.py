"""How a measurement of balance is played: one set-up of a game, its players, its seeds."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import warfront
from warfront.game import Game
from warfront_agents.agent_files import files_of_agent, policy_of
from warfront_training.at_once import each
from warfront_training.match import Games, check_seats, play_match, sides_seating

Progress = Callable[[int], Any]
T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class Measurement:
    """Games that are played alike: they depend on this alone.

    Attributes:
        name: The game.
        made: How it is made.
        players: Side -> who plays it.
        games: How many.
        seed: Seeds games and agents.
    """

    name: str
    made: dict[str, Any]
    players: Mapping[str, str]
    games: int
    seed: int


Play = Callable[[Measurement], Games]


def play_measurement(
    asked: Measurement, threads: int = 1, progress: Progress | None = None
) -> Games:
    """Play the games of a measurement."""
    game = warfront.make_game(asked.name, **asked.made)
    seats = seating(game, asked.players, asked.seed)
    (played,) = play_match(
        asked.name, asked.made, [seats], asked.games, asked.seed, threads, progress
    )
    return played


def seating(game: Game, players: Mapping[str, str], seed: int) -> dict[str, Any]:
    """Who sits where in a game, which may be a changed one.

    A learned player keeps what it learned on the rules it was trained on, as long as it can
    read the changed game.

    Raises:
        BadInput: A player is unknown or cannot play this game.
    """
    agents = {name: _agent(name, game, seed) for name in dict.fromkeys(players.values())}
    return sides_seating(game, agents[players["axis"]], agents[players["allies"]])


def _agent(name: str, game: Game, seed: int) -> Any:
    """What to seat for a name: the name itself, or a checkpoint's player."""
    from warfront_agents.learned import LearnedAgent

    if policy_of(name) != name or name.endswith(".onnx"):
        return name
    agent: Any = LearnedAgent.of(files_of_agent(name), game, seed, any_version=True)
    agent.name = name
    return agent


@dataclass(frozen=True)
class Trial:
    """How each measurement is played.

    Attributes:
        options: How the game is made, theatres aside.
        agent: Who sits on every seat.
        games: Games a measurement.
        seed: Seeds games and agents; the same for every measurement.
        threads: Threads of the batch.
        progress: Called with the number of games that have just finished.
        name: The game.
        axis: Who sits on the seats of the Axis instead.
        allies: Who sits on the seats of the Allies instead.
        play_with: Plays the measurements instead of this process.
        at_once: Measurements that `play_with` can play at once.
    """

    options: dict[str, Any]
    agent: str
    games: int
    seed: int
    threads: int = 2
    progress: Progress | None = None
    name: str = "battlecards"
    axis: str | None = None
    allies: str | None = None
    play_with: Play | None = None
    at_once: int = 1

    @property
    def players(self) -> dict[str, str]:
        """Side -> who plays it."""
        return {"axis": self.axis or self.agent, "allies": self.allies or self.agent}

    def made(self, theatres: Sequence[str], **changes: Any) -> dict[str, Any]:
        """What the game is made with: of these theatres (none: its own), `changes` replacing."""
        chosen = {"theatres": tuple(theatres)} if theatres else {}
        return {**self.options, **chosen, **changes}

    def game(self, theatres: Sequence[str], **changes: Any) -> Game:
        """The game of a theatre set as the measurements play it."""
        return warfront.make_game(self.name, **self.made(theatres, **changes))

    def play(self, theatres: Sequence[str], **changes: Any) -> Games:
        """The games of one theatre set; `changes` replace what the game is made with."""
        return self.play_some(theatres, self.games, self.seed, **changes)

    def play_some(self, theatres: Sequence[str], games: int, seed: int, **changes: Any) -> Games:
        """As `play`, with a number of games and a seed of its own."""
        asked = Measurement(self.name, self.made(theatres, **changes), self.players, games, seed)
        if self.play_with is not None:
            return self.play_with(asked)
        return play_measurement(asked, self.threads, self.progress)

    def each(self, function: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
        """`function`, which plays measurements, of every item, in their order."""
        return each(function, items, self.at_once)

    def check(self, theatres: Sequence[str], **changes: Any) -> Game:
        """The changed game; BadInput when it or its players cannot be, before anything is played.

        Raises:
            BadInput: One line that says what is wrong and what would be right.
        """
        game = self.game(theatres, **changes)
        check_seats(game, seating(game, self.players, self.seed), self.seed)
        return game

    def with_options(self, **own: Any) -> dict[str, Any]:
        """The rule options with some changed, as `play(theatres, options=...)` takes them."""
        return {**(self.options.get("options") or {}), **own}
