"""How a measurement of balance is played: one set-up of a game, its players, its seeds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import warfront
from warfront.game import Game
from warfront_agents.agent import AGENTS
from warfront_training.match import Games, check_seats, play_match, sides_seating

Progress = Callable[[int], Any]


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
        made = self.made(theatres, **changes)
        game = self.game(theatres, **changes)
        (played,) = play_match(
            self.name, made, [self.seating(game)], games, seed, self.threads, self.progress
        )
        return played

    def seating(self, game: Game) -> dict[str, Any]:
        """Who sits where in a game, which may be a changed one.

        A learned player keeps what it learned on the rules it was trained on, as long as it can
        read the changed game.

        Raises:
            BadInput: A player is unknown or cannot play this game.
        """
        agents = {name: self._agent(name, game) for name in set(self.players.values())}
        return sides_seating(game, *(agents[name] for name in self.players.values()))

    def _agent(self, name: str, game: Game) -> Any:
        """What to seat for a name: the name itself, or a checkpoint's player."""
        path, (word, _, shipped) = Path(name), name.partition(":")
        if word != "trained" and (name in AGENTS or ":" in name or not path.is_dir()):
            if path.suffix != ".npz" or not path.is_file():
                return name
        from warfront_agents import trained
        from warfront_agents.checkpoint import checkpoint_files
        from warfront_agents.learned import LearnedAgent

        files = trained.files_of(shipped) if word == "trained" else checkpoint_files(path)
        agent: Any = LearnedAgent.of(files, game, self.seed, any_version=True)
        agent.name = name
        return agent

    def check(self, theatres: Sequence[str], **changes: Any) -> Game:
        """The changed game; BadInput when it or its players cannot be, before anything is played.

        Raises:
            BadInput: One line that says what is wrong and what would be right.
        """
        game = self.game(theatres, **changes)
        check_seats(game, self.seating(game), self.seed)
        return game

    def with_options(self, **own: Any) -> dict[str, Any]:
        """The rule options with some changed, as `play(theatres, options=...)` takes them."""
        return {**(self.options.get("options") or {}), **own}
