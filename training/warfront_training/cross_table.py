"""Snapshots of a run against each other and against scripted players: a table, and rings in it.

A league may go in circles: what is newest beats what came before it, and loses to what came before
that. Undecided games are counted by themselves.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront_training.league import EXPLOITER, read_snapshot, snapshot_path
from warfront_training.match import Games
from warfront_training.population import Table, cycles
from warfront_training.tournament import AXIS_POINTS
from warfront_training.train import Run

MOST = 4  # snapshots in the table
ANCHORS = ("greedy", "staff")  # of the preset's baselines, those that stand in it
Player = Mapping[str, str]  # seat -> agent


def players_of(run: Run) -> dict[str, Player]:
    """Who stands in the table: snapshots over the run, exploiters, the newest, scripted ones."""
    anchors = [name for name in ANCHORS if name in run.preset.baselines]
    return {
        **{f"turn {turn}": _snapshot(run, turn) for turn in _turns(run)},
        **{
            f"exploiters {turn}": _snapshot(run, turn, EXPLOITER)
            for turn in _turns(run)[-1:]
            if run.preset.exploiters
        },
        "newest": dict.fromkeys(run.game.spec.seats, run.folder.as_posix()),
        **{name: dict.fromkeys(run.game.spec.seats, name) for name in anchors},
    }


def _turns(run: Run) -> list[int]:
    """The turns of the snapshots that stand in the table, the first and the last among them."""
    turns = [snapshot.turn for snapshot in run.snapshots]
    places = np.linspace(0, len(turns) - 1, min(MOST, len(turns))).round().astype(int)
    return [turns[k] for k in places.tolist()]


def _snapshot(run: Run, turn: int, kind: str = "") -> Player:
    return {
        seat: snapshot_path(run.folder, turn, name).as_posix()
        for name, seats in run.seats.items()
        if name.endswith(EXPLOITER) == bool(kind)
        for seat in seats
    }


def _check(run: Run) -> None:
    """Refuse snapshots whose weights are not those on record."""
    turns = _turns(run)
    for snapshot in run.snapshots:
        if snapshot.turn in turns:
            for learner in run.seats:
                read_snapshot(run.folder, snapshot, learner)


def count_games(run: Run) -> int:
    """Games that the table takes."""
    return len(players_of(run)) ** 2 * run.preset.cross_games if run.snapshots else 0


def play_cross(run: Run, seed: int, progress: Any = None) -> dict[str, Any] | None:
    """Play everybody against everybody on both sides, on the same seeds.

    Args:
        run: A trained run.
        seed: Seeds the games.
        progress: Called with the number of games finished since the last call.

    Returns:
        The table, or None where nothing is to be played: `players`; `score` and `undecided`, a row
        for who plays the Axis and a column for who plays the Allies, the Axis's share of points
        (an undecided game is a half) and the share undecided; `both`, the row's points against the
        column over both sides; `cycles` (see `population.cycles`); `games` a pairing and `seed`.

    Raises:
        BadInput: A snapshot has changed since it was written.
    """
    if not count_games(run):
        return None
    _check(run)
    players = players_of(run)
    axis = set(run.game.spec.sides["axis"])
    seatings = [
        {seat: (a if seat in axis else b)[seat] for seat in run.game.spec.seats}
        for a in players.values()
        for b in players.values()
    ]
    played = run.play(seatings, run.preset.cross_games, seed, progress)
    return {"games": run.preset.cross_games, "seed": seed, **table_of(list(players), played)}


def table_of(names: list[str], played: list[Games]) -> dict[str, Any]:
    """What `play_cross` tells of the games of all pairings, row by row."""
    many = len(names)
    winner = np.array([games.winner for games in played]).reshape(many, many, -1)
    points = np.vectorize(AXIS_POINTS.get, otypes=[float])(winner)
    results = Table(points)
    undecided: NDArray[np.float64] = (winner == -1).mean(axis=2)
    return {
        "players": names,
        "score": results.score.tolist(),
        "both": results.both.tolist(),
        "undecided": undecided.tolist(),
        "cycles": [
            {**asdict(cycle), "players": [names[k] for k in cycle.players]}
            for cycle in cycles(results)
        ],
    }
