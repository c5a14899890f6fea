"""Fits the weights of `battlecards_judge` to the ends of games between staffs.

`python -m warfront_agents.fit_judge [POSITIONS A SET]` prints the weights and, for each of some
theatre sets, the mean squared error of the judge on other games, beside that of knowing nothing
(always the share of games that the Axis wins) and of a judge fitted to that set alone.
"""

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

import warfront
from warfront.battlecards.chance import random_below
from warfront.battlecards.observe import observe_into
from warfront.battlecards.rules import step
from warfront.battlecards.state import Prompt
from warfront.battlecards.tables import SEATS
from warfront.compiled import kernel
from warfront_agents.battlecards_judge import KINDS, SIGNS, Sign, read_signs
from warfront_agents.montecarlo import random_legal
from warfront_agents.staff.battlecards import StaffAgent, staff_action

SETS = (
    ("western_europe", "pacific"),
    ("western_europe",),
    ("pacific",),
    ("russia",),
    ("north_africa",),
    ("western_europe", "russia"),
    ("pacific", "north_africa"),
    ("western_europe", "pacific", "russia"),
    ("western_europe", "pacific", "russia", "north_africa"),
)
ODD = 30  # a move in so many is a random one
EVERY = 3  # a turn in so many is judged
RIDGE = 1e-4
Data = tuple[NDArray[np.float64], NDArray[np.float64]]  # signs [N, SIGNS], results [N]


@kernel
def watch(
    tables: Any, states: Any, mask: Any, observation: Any, worth: Any, force: Any, rows: Any
) -> int:
    """Play a game to its end between staffs; the signs of some of its turns into rows."""
    t0 = tables[0]
    state = states[0]
    n = 0
    while state.prompt != Prompt.OVER:
        if state.prompt == Prompt.TURN_START and random_below(state, EVERY) == 0 and n < len(rows):
            read_signs(t0, worth, state, force, rows[n])
            n += 1
        action = random_legal(state, mask)
        if random_below(state, ODD) > 0:
            observe_into(t0, state, state.seat, observation)
            action = staff_action(t0, worth, observation, mask)
        step(t0, state, mask, action)
    return n


def watch_games(theatres: tuple[str, ...], positions: int, seed: int) -> Data:
    """Signs and results (1 the Axis won, 0 it lost) of turns of games from `seed` on."""
    game: Any = warfront.make_game("battlecards", theatres=theatres)
    staff = StaffAgent(game)
    observation = np.zeros(game.spec.observation_size, np.uint8)
    force = np.zeros((SEATS, KINDS))
    rows, results = np.zeros((positions, SIGNS)), np.zeros(positions)
    n = 0
    while n < positions:
        state = game.new(seed)
        mask = game.legal_mask(state)
        found = watch(game.tables, state, mask, observation, staff.worth, force, rows[n:])
        winner = int(game.record(state).winner)
        results[n : n + found] = 0.5 if winner == 2 else float(winner == 0)
        n += found
        seed += 1
    return rows, results


def fit(data: Data) -> NDArray[np.float64]:
    """Weights of a logistic regression, by Newton's method, with a small ridge."""
    rows, results = data
    scale = np.maximum(rows.std(axis=0), 1e-9)
    scale[Sign.ONE] = 1.0
    scaled = rows / scale
    weights = np.zeros(SIGNS)
    for _ in range(25):
        chance = 1.0 / (1.0 + np.exp(-scaled @ weights))
        slope = scaled.T @ (chance - results) / len(rows) + RIDGE * weights
        bend = (scaled.T * (chance * (1.0 - chance))) @ scaled / len(rows) + RIDGE * np.eye(SIGNS)
        weights -= np.linalg.solve(bend, slope)
    return weights / scale


def error(weights: NDArray[np.float64], data: Data) -> float:
    """Mean squared error of the judge's chances."""
    rows, results = data
    return float(np.square(1.0 / (1.0 + np.exp(-rows @ weights)) - results).mean())


def main(positions: int = 30_000) -> None:
    """Fit to all sets together and print what came of it."""
    train = [watch_games(theatres, positions, 1) for theatres in SETS]
    weights = fit((np.concatenate([d[0] for d in train]), np.concatenate([d[1] for d in train])))
    for sign, weight in zip(Sign, weights, strict=True):
        print(f"{sign.name:12} {weight:8.3f}")
    for theatres, own in zip(SETS, train, strict=True):
        test = watch_games(theatres, positions // 3, 10**6)
        print(
            f"{' + '.join(theatres):55} judge {error(weights, test):.4f}, fitted to this set "
            f"{error(fit(own), test):.4f}, nothing known {np.var(test[1]):.4f}"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
