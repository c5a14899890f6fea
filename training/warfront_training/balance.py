"""How even a game is: one agent on every seat, over sets of theatres, with 95% intervals.

Each question is a difference between two ways to play the same seeds: who has the first turn, and
what becomes of the Axis when the median unit of its deck stands in a card's place.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

import warfront
from warfront.battlecards.options import FIRST
from warfront.battlecards.tables import THEATRE_NAMES
from warfront.game import BadInput, Game
from warfront_agents.agent import make_agent
from warfront_training.match import Games, mean_interval, play_match, sides_seating, summary

DEFAULT_SET = THEATRE_NAMES[:2]
ALL_SETS = tuple(c for size in range(1, 5) for c in combinations(THEATRE_NAMES, size))
Progress = Callable[[int], Any]

# The bars: what counts as even.
LOW, HIGH = 0.45, 0.55  # win rate of the Axis
UNDECIDED = 0.02
FIRST_TURN = 0.05
CARD = 0.06


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
    """

    options: dict[str, Any]
    agent: str
    games: int
    seed: int
    threads: int = 2
    progress: Progress | None = None

    def play(self, theatres: Sequence[str], **changes: Any) -> Games:
        """The games of one theatre set; `changes` replace what the game is made with."""
        made = {**self.options, "theatres": tuple(theatres), **changes}
        game = warfront.make_game("battlecards", **made)
        seating = sides_seating(game, self.agent, self.agent)
        (games,) = play_match(
            "battlecards", made, [seating], self.games, self.seed, self.threads, self.progress
        )
        return games

    def game(self, theatres: Sequence[str]) -> Game:
        """The game of a theatre set as the measurements play it."""
        return warfront.make_game("battlecards", **{**self.options, "theatres": tuple(theatres)})


def check(trial: Trial, theatres: Sequence[str], first_turn: bool) -> None:
    """Raise BadInput when a set cannot be played so, before anything is measured."""
    game = trial.game(theatres)
    make_agent(trial.agent, game)
    own = trial.options.get("options", {})
    if first_turn and own.get("first_seat", FIRST) != FIRST:
        raise BadInput("--first-seat sets first_seat by itself: leave that option out")


def set_name(theatres: Sequence[str]) -> str:
    """The set in words."""
    return " + ".join(word.replace("_", " ").title() for word in theatres)


def measure_set(trial: Trial, theatres: Sequence[str], first_turn: bool) -> dict[str, Any]:
    """The figures of one theatre set.

    Args:
        trial: How it is played.
        theatres: The set.
        first_turn: Also measure what the first turn is worth.
    """
    games = trial.play(theatres)
    row: dict[str, Any] = {
        "theatres": list(theatres),
        "name": set_name(theatres),
        "game_version": trial.game(theatres).spec.version,
        **summary(games),
    }
    del row["seating"]
    if first_turn:
        row["first_turn"] = first_turn_worth(trial, theatres, games)
    return row


def first_turn_worth(trial: Trial, theatres: Sequence[str], games: Games) -> dict[str, Any]:
    """How much more the Axis wins when its first seat begins than when the first Allied seat does.

    Args:
        trial: How it is played.
        theatres: The set.
        games: Its games in the usual order, which in every set an Axis seat begins (T4, T5).
    """
    options = dict(trial.options.get("options", {}))
    sides = trial.game(theatres).spec.sides
    begun = trial.play(theatres, options={**options, "first_seat": sides["allies"][0]})
    rates = {"axis": games.wins(0), "allies": begun.wins(0)}
    worth, low, high = mean_interval(rates["axis"] - rates["allies"])
    return {
        "first": {side: seats[0] for side, seats in sides.items()},
        "axis_wins": {side: float(np.mean(wins)) for side, wins in rates.items()},
        "worth": worth,
        "interval": [low, high],
    }


def misses(report: dict[str, Any]) -> list[str]:
    """The bars that a report misses, in words; none when all is even."""
    found = [f"{row['name']}: {miss}" for row in report["sets"] for miss in set_misses(row)]
    for row in report.get("cards", ()):
        if row["over"]:
            found.append(
                f"{row['name']}: {row['card']} ({row['seat']}, {row['role']}) in its place the "
                f"median unit moves the win rate by {100 * row['change']:+.1f} points, not under "
                f"{100 * CARD:.0f}"
            )
    return found


def set_misses(row: dict[str, Any]) -> list[str]:
    """The bars that a theatre set misses, in words."""
    axis, undecided = row["win_rate"]["axis"], row["win_rate"]["undecided"]
    found = []
    if not LOW <= axis <= HIGH:
        found.append(f"the Axis wins {axis:.1%}, not {LOW:.0%} to {HIGH:.0%}")
    if undecided >= UNDECIDED:
        found.append(f"{undecided:.1%} undecided, not under {UNDECIDED:.0%}")
    found += [
        f"no {kind} victory" for kind in ("standard", "total") if kind not in row["victories"]
    ]
    worth = row.get("first_turn", {}).get("worth", 0.0)
    if abs(worth) >= FIRST_TURN:
        found.append(f"the first turn is worth {100 * worth:+.1f} points, not under 5")
    return found
