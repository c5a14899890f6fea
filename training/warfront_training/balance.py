"""How even a game is: one agent a side, over sets of theatres, with 95% intervals.

Each question is a difference between two ways to play the same seeds: who has the first turn, and
what becomes of the Axis when the median unit of its deck stands in a card's place.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from warfront.battlecards.options import FIRST
from warfront.battlecards.tables import THEATRE_NAMES
from warfront.game import BadInput, Game
from warfront.spring1942.scenario import read_content
from warfront_training.match import Games, mean_interval, paired_interval, summary, wilson
from warfront_training.trial import Trial

DEFAULT_SET = THEATRE_NAMES[:2]
ALL_SETS = tuple(c for size in range(1, 5) for c in combinations(THEATRE_NAMES, size))


def check(trial: Trial, theatres: Sequence[str], first_turn: bool) -> None:
    """Raise BadInput when a set cannot be played so, before anything is measured."""
    game = trial.check(theatres)
    if first_turn:
        if trial.with_options().get("first_seat", FIRST) != FIRST:
            raise BadInput("--first-seat sets first_seat by itself: leave that option out")
        for seats in game.spec.sides.values():
            trial.check(theatres, **begun_by(trial, theatres, seats[0]))


def set_name(theatres: Sequence[str]) -> str:
    """The set in words."""
    return " + ".join(word.replace("_", " ").title() for word in theatres)


def row_name(game: Game, theatres: Sequence[str]) -> str:
    """What a row is called: its theatres, else the scenario's title."""
    if theatres:
        return set_name(theatres)
    scenario = getattr(getattr(game, "loaded", None), "scenario", None)
    return str(getattr(scenario, "title", game.spec.name))


def measure_set(
    trial: Trial, theatres: Sequence[str], first_turn: bool, games: Games | None = None
) -> dict[str, Any]:
    """The figures of one theatre set.

    Args:
        trial: How it is played.
        theatres: The set.
        first_turn: Also measure what the first turn is worth.
        games: Its games, when they have been played already.
    """
    games = trial.play(theatres) if games is None else games
    game = trial.game(theatres)
    row: dict[str, Any] = {
        "theatres": list(theatres),
        "name": row_name(game, theatres),
        "game_version": game.spec.version,
        **summary(games),
        "first": first_seat(trial, game),
        "victory_rate": victory_rates(games),
        "length_interval": list(mean_interval(games.decisions)[1:]),
        "rounds_interval": list(mean_interval(games.rounds)[1:]),
    }
    del row["seating"]
    if first_turn:
        row["first_turn"] = first_turn_worth(trial, theatres, games)
    return row


def victory_rates(games: Games) -> dict[str, dict[str, dict[str, Any]]]:
    """Kind of victory -> side -> share of all games won so, with its 95% interval."""
    n = len(games.winner)
    return {
        kind: {
            side: {"rate": count / n, "interval": list(wilson(count, n))}
            for side, count in row.items()
        }
        for kind, row in summary(games)["victories"].items()
    }


def first_seat(trial: Trial, game: Game) -> str:
    """The seat that has the first turn."""
    word = str(trial.with_options().get("first_seat", FIRST))
    return game.spec.seats[0] if word == FIRST else word


def begun_by(trial: Trial, theatres: Sequence[str], seat: str) -> dict[str, Any]:
    """What changes how a game is made so that a seat has the first turn, the others following."""
    if trial.name == "battlecards":
        return {"options": trial.with_options(first_seat=seat)}
    if trial.name != "spring1942":
        raise BadInput(f"--first-seat: {trial.name} cannot be begun by another seat: leave it out")
    content = read_content(trial.options.get("scenario", "opening"))
    seats = list(trial.game(theatres).spec.seats)
    at = seats.index(seat)
    return {"scenario": {**content, "turn_order": seats[at:] + seats[:at]}}


def first_turn_worth(trial: Trial, theatres: Sequence[str], games: Games) -> dict[str, Any]:
    """How much more the Axis wins when its first seat begins than when the first Allied seat does.

    Args:
        trial: How it is played.
        theatres: The theatre set.
        games: Its games in the usual order, which one of these two seats begins (T4, T5).
    """
    game = trial.game(theatres)
    begun = {}
    for side, seats in game.spec.sides.items():
        usual = seats[0] == game.spec.seats[0]
        begun[side] = (
            games if usual else trial.play(theatres, **begun_by(trial, theatres, seats[0]))
        )
    rates = {side: played.wins(0) for side, played in begun.items()}
    worth, low, high = paired_interval(rates["axis"] - rates["allies"])
    return {
        "first": {side: seats[0] for side, seats in game.spec.sides.items()},
        "axis_wins": {side: float(np.mean(wins)) for side, wins in rates.items()},
        "axis_intervals": {
            side: list(wilson(float(wins.sum()), len(wins))) for side, wins in rates.items()
        },
        "worth": worth,
        "interval": [low, high],
    }
