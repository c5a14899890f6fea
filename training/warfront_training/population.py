"""What a table of results says about a whole population: alpha-rank, Nash averaging, cycles.

Alpha-rank (Omidshafiei et al. 2019): how long a population that imitates what does better stays
with each strategy. Nash averaging (Balduzzi et al. 2018): the most even mixture of players that no
player beats; players that are copies of each other share what one would get.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.game import BadInput
from warfront_training.match import wilson

POPULATION = 50  # individuals of each population
ALPHA = 100.0  # selection intensity
PROFILES = 1000  # most profiles that alpha-rank takes
EVEN = 1e-14  # payoffs nearer than this are alike
Array = NDArray[np.float64]


@dataclass(frozen=True)
class Table:
    """Everybody against everybody on both sides, on the same seeds.

    Attributes:
        points: float64 [axis player, allied player, seed] what the Axis got: 1, 0.5 or 0.
    """

    points: Array

    @property
    def games(self) -> int:
        """Games of each pairing, which is as many as seeds."""
        return int(self.points.shape[2])

    @property
    def score(self) -> Array:
        """Mean points of the Axis, float64 [axis player, allied player]."""
        return np.asarray(self.points.mean(axis=2))

    @property
    def both(self) -> Array:
        """Mean points of each player against each over both sides, float64 [player, other]."""
        score = self.score
        return np.asarray((score + 1 - score.T) / 2)

    @property
    def log_odds(self) -> Array:
        """Antisymmetric log odds over both sides; half a point more for either keeps it finite."""
        won = self.points.sum(axis=2)
        mine = won + (self.games - won.T) + 0.5
        return np.asarray(np.log(mine) - np.log(mine.T))

    def resampled(self, draws: int, seed: int) -> Iterator["Table"]:
        """Tables of as many seeds drawn with repetition."""
        rng = np.random.default_rng(seed)
        for _ in range(draws):
            yield Table(self.points[:, :, rng.integers(0, self.games, self.games)])


@dataclass(frozen=True)
class Cycle:
    """Three players of whom each beats the next.

    Attributes:
        players: Their numbers; the last beats the first.
        scores: Mean points of each against the next.
        certain: Whether all three 95% intervals lie above a half.
    """

    players: tuple[int, int, int]
    scores: tuple[float, float, float]
    certain: bool


def cycles(table: Table) -> list[Cycle]:
    """All intransitive triples, that with the clearest weakest win first."""
    both, games, found = table.both, table.games, []
    for i, j, k in combinations(range(len(both)), 3):
        for ring in ((i, j, k), (i, k, j)):
            wins = [float(both[ring[n], ring[(n + 1) % 3]]) for n in range(3)]
            if min(wins) > 0.5:
                certain = all(wilson(win * games, games)[0] > 0.5 for win in wins)
                found.append(Cycle(ring, (wins[0], wins[1], wins[2]), certain))
    return sorted(found, key=lambda cycle: (-min(cycle.scores), cycle.players))


def alpha_rank(payoffs: Array, alpha: float = ALPHA, population: int = POPULATION) -> Array:
    """Alpha-rank of one population whose members play each other (local selection).

    Args:
        payoffs: float64 [n, n] what the row gets against the column.
        alpha: Selection intensity.
        population: Its individuals, 2 or more.

    Returns:
        float64 [n] share of time with each strategy, sum 1.

    Raises:
        BadInput: The table is not square, or a number is out of range.
    """
    payoffs = np.asarray(payoffs, np.float64)
    if payoffs.ndim != 2 or payoffs.shape[0] != payoffs.shape[1]:
        raise BadInput(f"a payoff table of shape {payoffs.shape}: one population needs n by n")
    _check(payoffs, alpha, population)
    gain = payoffs.T - payoffs  # [here, there]
    rates = _log_fixation(alpha * gain, population)
    np.fill_diagonal(rates, -math.inf)
    return _stationary(rates)


def alpha_rank_of_populations(
    payoffs: Sequence[Array], alpha: float = ALPHA, population: int = POPULATION
) -> Array:
    """Alpha-rank of several populations, one for each role of the game.

    Args:
        payoffs: For each role float64 [n_1, ..., n_K] what it gets in each profile.
        alpha: Selection intensity.
        population: Individuals of each population, 2 or more.

    Returns:
        float64 [n_1, ..., n_K] share of time with each profile, sum 1.

    Raises:
        BadInput: Tables differ in shape, hold too many profiles, or a number is out of range.
    """
    tables = [np.asarray(table, np.float64) for table in payoffs]
    shapes = {table.shape for table in tables}
    if len(tables) < 2 or shapes != {tables[0].shape} or tables[0].ndim != len(tables):
        raise BadInput(
            f"{len(tables)} payoff tables of shapes {sorted(shapes)}: give one for each of two or "
            "more roles, all of the same shape with an axis a role"
        )
    if tables[0].size > PROFILES:
        raise BadInput(f"{tables[0].size} profiles are too many: use {PROFILES} at most")
    for table in tables:
        _check(table, alpha, population)
    return _stationary(_log_moves(tables, alpha, population)).reshape(tables[0].shape)


def _check(table: Array, alpha: float, population: int) -> None:
    if table.size == 0 or not np.isfinite(table).all():
        raise BadInput("a payoff table must hold finite numbers and at least one")
    if not (math.isfinite(alpha) and alpha > 0):
        raise BadInput(f"alpha {alpha}: use a number above 0")
    if population < 2:
        raise BadInput(f"a population of {population}: use 2 or more")


def _log_moves(tables: list[Array], alpha: float, population: int) -> Array:
    """Log rates [profile, profile]: one population at a time moves to another strategy."""
    shape = tables[0].shape
    number = np.arange(tables[0].size).reshape(shape)
    moves = np.full((number.size, number.size), -math.inf)
    for here in np.ndindex(shape):
        for role, table in enumerate(tables):
            line: Any = (*here[:role], slice(None), *here[role + 1 :])
            there = number[line]
            moves[number[here], there] = _log_fixation(
                alpha * (table[line] - table[here]), population
            )
        moves[number[here], number[here]] = -math.inf
    return moves


def _log_fixation(advantage: Array, population: int) -> Array:
    """Log of (1 - exp(-u)) / (1 - exp(-m u)), the chance that a mutant takes m individuals over."""
    size = np.abs(advantage)
    alike = size <= EVEN
    size = np.where(alike, 1.0, size)
    chance = np.log(-np.expm1(-size)) - np.log(-np.expm1(-population * size))
    chance -= np.where(advantage < 0, (population - 1) * size, 0.0)
    return np.where(alike, -math.log(population), chance)


def _stationary(rates: Array) -> Array:
    """Stationary distribution [n] of a chain from the logs of its off-diagonal rates.

    States are taken out one by one (Grassmann, Taksar and Heyman). Nothing is subtracted, and in
    logs nothing vanishes however strong the selection.
    """
    rates = rates.copy()
    for n in range(len(rates) - 1, 0, -1):
        rates[:n, n] -= np.logaddexp.reduce(rates[n, :n])
        through = rates[:n, n, None] + rates[None, n, :n]
        rates[:n, :n] = np.logaddexp(rates[:n, :n], through)
    share = np.zeros(len(rates))
    for n in range(1, len(rates)):
        share[n] = np.logaddexp.reduce(share[:n] + rates[:n, n])
    share = np.exp(share - share.max())
    return np.asarray(share / share.sum())
