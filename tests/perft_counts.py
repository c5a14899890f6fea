"""Perft counts: how many lines of play lead from a position, by their length."""

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from golden_games import FOLDER, battlecards
from play import advance
from warfront import make_game
from warfront.game import Game, State
from warfront.testing import perft

DEPTH = 4


def counts(game: str) -> dict[str, list[int]]:
    """Perft counts; chance is part of the state."""
    return spring1942_counts() if game == "spring1942" else battlecards_counts()


def battlecards_counts() -> dict[str, list[int]]:
    """From openings and from the middle of games."""
    found = {}
    played = {json.dumps(each.options): each for each in battlecards() if not each.position}
    for each in played.values():
        made = make_game(each.game, **each.options)
        found[f"{each.name}, opening, seed 0"] = perft(made, DEPTH, seed=0)
        state = made.new(5)
        advance(made, state, np.random.default_rng(5), 60)
        if not made.done(state):
            found[f"{each.name}, after 60 random decisions"] = perft(made, DEPTH - 1, state=state)
    return found


@dataclass(frozen=True)
class Root:
    """Where lines of play of Spring 1942 are counted from: a position, or the opening."""

    name: str
    depth: int
    quick: int  # as far as the plain models count in no time
    position: dict[str, Any] | None = None

    def stand(self) -> tuple[Game, State]:
        """The game and the state."""
        if self.position is None:
            game = make_game("spring1942")
            return game, game.new(0)
        game = make_game("spring1942", scenario="mini")
        return game, game.from_position(self.position)

    def count(self) -> list[int]:
        """The number of lines, by their length; those from a position end with its phase."""
        game, start = self.stand()
        if self.position is None:
            return perft(game, self.depth, state=start)
        phase = int(start["phase"][0])

        def is_past(state: State) -> bool:
            return int(state["phase"][0]) != phase or bool(state["closing"][0])

        return perft(game, self.depth, state=start, until=is_past)


def spring1942_roots() -> Iterator[Root]:
    """The opening, and the positions of positions.toml."""
    yield Root("opening, seed 0", 3, 2)
    text = (FOLDER / "spring1942" / "positions.toml").read_text(encoding="utf-8")
    for row in tomllib.loads(text)["position"]:
        yield Root(row["name"], row["depth"], row.get("quick", row["depth"]), row["position"])


def spring1942_counts() -> dict[str, list[int]]:
    """From the opening and from small positions of a mechanism each."""
    return {root.name: root.count() for root in spring1942_roots()}


def perft_file(game: str) -> Path:
    """Where the perft counts of a game stand."""
    return FOLDER / game / "perft.json"
