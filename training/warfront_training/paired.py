"""Two rule sets on the same seeds: what the change does, and what pairing saves."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront_training.match import Games, mean_interval, summary
from warfront_training.trial import Trial

FIGURES = ("axis_wins", "allied_wins", "undecided", "margin", "length", "rounds")


def figures_by_game(games: Games) -> dict[str, NDArray[np.float64]]:
    """Each of FIGURES as [games]."""
    return {
        "axis_wins": games.wins(0),
        "allied_wins": games.wins(1),
        "undecided": games.wins(-1),
        "margin": games.margin.astype(np.float64),
        "length": games.decisions.astype(np.float64),
        "rounds": games.rounds.astype(np.float64),
    }


def compare(
    trial: Trial, theatres: Sequence[str], base: Games, changes: dict[str, Any]
) -> tuple[dict[str, Any], Games]:
    """A theatre set as it is (A) and changed (B), on the same seeds.

    Args:
        trial: How it is played.
        theatres: The theatre set.
        base: Its games as it is.
        changes: What the other rule set is made with, where it differs.

    Returns:
        The figures of B; for each figure B less A with its paired 95% interval and what pairing
        saves: the share of the games that unpaired measurements as exact as these would have
        needed more; and the games of B.
    """
    other = trial.play(theatres, **changes)
    before, after = figures_by_game(base), figures_by_game(other)
    row: dict[str, Any] = {
        "game_version": trial.game(theatres, **changes).spec.version,
        **summary(other),
        "same_winner": float(np.mean(base.winner == other.winner)),
        "differences": {name: difference(before[name], after[name]) for name in FIGURES},
    }
    del row["seating"]
    return row, other


def difference(before: NDArray[np.float64], after: NDArray[np.float64]) -> dict[str, Any]:
    """After less before over paired games, with its interval, the unpaired one and the saving."""
    mean, low, high = mean_interval(after - before)
    n = len(before)
    apart = float(np.var(before, ddof=1) + np.var(after, ddof=1)) if n > 1 else 0.0
    paired = float(np.var(after - before, ddof=1)) if n > 1 else 0.0
    spread = 1.96 * float(np.sqrt(apart / n))
    return {
        "before": float(before.mean()),
        "after": float(after.mean()),
        "change": mean,
        "interval": [low, high],
        "unpaired_interval": [mean - spread, mean + spread],
        "saved": 1 - paired / apart if apart else 0.0,
    }
