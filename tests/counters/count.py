"""Play games, or run cases, in the copy of the code that counts; print the counts as JSON.

`tests/statement_runs.py` starts it with the copy first among the sources.
"""

import json
import sys
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulebook import BOOKS, ROOT
from warfront import make_batch
from warfront.batch import Batch
from warfront.battlecards import marks  # type: ignore[attr-defined]
from warfront.battlecards.tables import THEATRE_NAMES
from warfront_agents.agent import make_agent
from warfront_training.cases import find_cases, run_case

SLOTS = 256
SETS = [chosen for size in range(1, 5) for chosen in combinations(THEATRE_NAMES, size)]


def count_set(agent: str, theatres: tuple[str, ...], games: int, seed: int) -> NDArray[np.int64]:
    """How often each counter was passed until so many games of a theatre set were over."""
    batch = make_batch("battlecards", n=min(SLOTS, games), seed=seed, theatres=theatres)
    batch.reset()
    player: Any = make_agent(agent, batch.game, seed) if agent != "random" else None
    while int(batch.games.sum()) < games:
        _step(batch, player)
    total: NDArray[np.int64] = batch.states["ran"].sum(axis=0)
    return total


def _step(batch: Batch, player: Any) -> None:
    if player is None:
        batch.step_random()
    else:
        batch.step(player.act_batch(batch.observations, batch.masks, batch.seats))


def count_games(games: int) -> dict[str, list[int]]:
    """The counters of `games` games of each kind over all theatre sets."""
    found = {}
    for agent in ("random", "staff"):
        shares = np.diff(np.linspace(0, games, len(SETS) + 1).astype(int)).tolist()
        totals = [
            count_set(agent, theatres, share, seed)
            for seed, (theatres, share) in enumerate(zip(SETS, shares, strict=True), 1)
            if share
        ]
        found[agent] = np.sum(totals, axis=0).tolist()
        print(f"{agent}: {games} games", file=sys.stderr)
    return found


def count_cases(wanted: set[str]) -> dict[str, list[int]]:
    """The counters of each case."""
    found = {}
    folder = ROOT / "tests" / "cases" / BOOKS["battlecards"].game
    for case in find_cases(str(folder)):
        if case["id"] in wanted:
            marks.PLAIN[:] = 0
            run_case(case, "battlecards", {})
            found[str(case["id"])] = marks.PLAIN.tolist()
    return found


if __name__ == "__main__":
    what, *words = sys.argv[1:]
    print(json.dumps(count_games(int(words[0])) if what == "games" else count_cases(set(words))))
