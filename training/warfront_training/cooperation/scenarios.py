"""Scenarios: who sits where, with whom, against whom; frozen by name and version."""

import functools
import hashlib
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import warfront
from warfront.game import BadInput, Game
from warfront.naming import closest
from warfront_training.seating import Player, choose_all

FILE = Path(__file__).with_suffix(".toml")
GAMES = 24  # of a digest
DECISIONS = 400  # of each of them at most


@dataclass(frozen=True)
class Scenario:
    """One scenario.

    Attributes:
        name: What it is called.
        version: Moves whenever anybody's choices in it move.
        title: In a few words.
        description: In a sentence.
        game: The game.
        options: How the game is made.
        focal: The seats of the tested agent.
        seats: Everybody else, seat -> agent.
        digest: Of all choices in a few games with the staff on the focal seats.
    """

    name: str
    version: int
    title: str
    description: str
    game: str
    options: dict[str, Any]
    focal: tuple[str, ...]
    seats: dict[str, str]
    digest: str

    @property
    def key(self) -> str:
        """Name and version, as a paper cites it."""
        return f"{self.name}-v{self.version}"

    def make_game(self) -> Game:
        """The game that it is played with."""
        return warfront.make_game(self.game, **self.options)

    def seating(self, focal: str | Any) -> dict[str, Any]:
        """Who sits where, every seat of the game, with this agent on the focal seats."""
        return {**self.seats, **dict.fromkeys(self.focal, focal)}

    @property
    def side(self) -> str:
        """The side of the focal seats."""
        sides = self.make_game().spec.sides
        return next(side for side, seats in sides.items() if self.focal[0] in seats)


@functools.cache
def load_scenarios() -> dict[str, Scenario]:
    """All scenarios by name, in the order of the file."""
    table = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {name: _read(name, dict(row)) for name, row in table.items()}


def _read(name: str, row: dict[str, Any]) -> Scenario:
    options: dict[str, Any] = {}
    if "theatres" in row:
        options["theatres"] = tuple(row.pop("theatres"))
    if "options" in row:
        options["options"] = row.pop("options")
    game, focal = row.pop("game", "battlecards"), tuple(row.pop("focal"))
    return Scenario(name=name, game=game, options=options, focal=focal, **row)


def find_scenarios(names: Sequence[str]) -> list[Scenario]:
    """The scenarios of these names; `all` stands for every one.

    Raises:
        BadInput: There is none of a name.
    """
    known = load_scenarios()
    if list(names) == ["all"]:
        return list(known.values())
    for name in names:
        if name not in known:
            raise BadInput(
                f"scenario {name!r} is unknown: {closest(name, list(known))} "
                "(warfront scenarios lists them)"
            )
    return [known[name] for name in dict.fromkeys(names)]


def choices_digest(scenario: Scenario, focal: str = "staff", seed: int = 0) -> str:
    """16 hex digits of every choice in the first decisions of a few games of a scenario.

    Args:
        scenario: The scenario.
        focal: Agent of the focal seats; with the staff it is the digest on record.
        seed: Seeds games and agents.
    """
    game = scenario.make_game()
    batch = warfront.make_batch(scenario.game, n=GAMES, seed=seed, **scenario.options)
    batch.reset()
    seating = scenario.seating(focal)
    names = list(dict.fromkeys(seating.values()))
    players = [Player(name, game, seed + k) for k, name in enumerate(names)]
    player_of = np.array([names.index(seating[seat]) for seat in game.spec.seats])
    total = hashlib.sha256()
    actions, running = np.zeros(GAMES, np.int32), np.ones(GAMES, np.bool_)
    for player in players:
        for i in range(GAMES):
            player.begin(i)
    for _ in range(DECISIONS):
        rows = np.flatnonzero(running)
        choose_all(batch, players, player_of[batch.seats[rows]], rows, actions)
        for i in rows.tolist():
            total.update(bytes([i, int(batch.seats[i])]) + int(actions[i]).to_bytes(2, "big"))
        batch.step(actions, ~running)
        running &= ~(batch.terminated | batch.truncated)
        if not running.any():
            break
    return total.hexdigest()[:16]
