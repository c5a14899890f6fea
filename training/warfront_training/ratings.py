"""Ratings: how strong players are, from games of two sides between teams of any size.

The model is Bradley and Terry's with a side term. The chance that the Axis wins is
1 / (1 + exp(-(a - b + side))) with a and b the strengths of the two teams. A team is as strong as
the MEAN of the players on its seats, so a player on every seat of his side has his own strength
whatever the number of seats; what it is worth to have more seats is in the side term. An undecided
game counts as half a win for both.

Fitted is the maximum of likelihood times a weak prior: each strength and the side term are normal
around 0 with a standard deviation of 3 (20 to 1 a game). It keeps a player who has won every game
finite and is worth less than one game. Errors are those of the observed information. They take
games as independent and undecided games as noisy as decided ones, so they are rather too wide.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from warfront.game import BadInput

PRIOR = 3.0  # standard deviation of a strength before any game, in logits
POINTS = 400 / np.log(10)  # points of the usual scale in a logit: 400 points are 10 to 1
MEAN = 1500.0  # what the mean player has on that scale
Z = 1.96  # standard errors to either end of a 95% interval
STEPS = 200
Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Results:
    """Games; those with the same players on the same sides may share a row.

    Attributes:
        axis: float64 [rows, players] share of the Axis seats that each player holds.
        allies: float64 [rows, players] the same for the Allies.
        points: float64 [rows] games that the Axis won, undecided ones counting 0.5.
        games: float64 [rows] games.
    """

    axis: Vector
    allies: Vector
    points: Vector
    games: Vector


def results_of(
    players: int,
    axis: Sequence[Sequence[int]],
    allies: Sequence[Sequence[int]],
    points: Sequence[float] | Vector,
    games: Sequence[float] | Vector | None = None,
) -> Results:
    """Results from who sat where.

    Args:
        players: How many players there are.
        axis: [rows] the players on the Axis seats, 0 to players - 1, one a seat.
        allies: [rows] the players on the Allied seats.
        points: [rows] games that the Axis won, undecided ones counting 0.5.
        games: [rows] games of each row, 1 when left out.

    Raises:
        BadInput: Lengths differ, a team is empty, a player is unknown, or points do not fit.
    """
    won = np.asarray(points, np.float64)
    played = np.ones(len(won)) if games is None else np.asarray(games, np.float64)
    if not len(axis) == len(allies) == len(won) == len(played):
        raise BadInput(
            f"{len(axis)} Axis teams, {len(allies)} Allied teams, {len(won)} points and "
            f"{len(played)} numbers of games: give as many of each"
        )
    if not (np.isfinite(won) & np.isfinite(played) & (won >= 0) & (won <= played)).all():
        raise BadInput("points of a row must be from 0 to its number of games")
    return Results(_shares(players, axis), _shares(players, allies), won, played)


def _shares(players: int, teams: Sequence[Sequence[int]]) -> Vector:
    shares = np.zeros((len(teams), players))
    for row, team in enumerate(teams):
        if len(team) == 0 or min(team) < 0 or max(team) >= players:
            raise BadInput(f"team {list(team)}: name one or more players of 0 to {players - 1}")
        for player in team:
            shares[row, player] += 1 / len(team)
    return shares


@dataclass(frozen=True)
class Ratings:
    """Fitted strengths in logits.

    Attributes:
        strength: float64 [players], mean 0.
        side: How much stronger the Axis is between equal teams.
        covariance: float64 [players + 1, players + 1] of the strengths and, last, the side term.
    """

    strength: Vector
    side: float
    covariance: Vector

    @property
    def error(self) -> Vector:
        """Standard errors of the strengths, float64 [players]."""
        return np.sqrt(np.diag(self.covariance)[:-1])

    @property
    def side_error(self) -> float:
        """Standard error of the side term."""
        return float(np.sqrt(self.covariance[-1, -1]))

    def chance(self, axis: Sequence[int], allies: Sequence[int]) -> float:
        """Expected points of the Axis in a game of these players, one a seat."""
        gap = self.strength[list(axis)].mean() - self.strength[list(allies)].mean()
        return float(_logistic(gap + self.side))


def on_scale(strength: float) -> float:
    """A strength in points: 1500 for the mean player, 400 points for 10 to 1."""
    return float(MEAN + POINTS * strength)


def points_interval(strength: float, error: float) -> list[float]:
    """95% interval of a strength in points."""
    return [on_scale(strength - Z * error), on_scale(strength + Z * error)]


def rate(results: Results, prior: float = PRIOR) -> Ratings:
    """One strength for each player, whichever side he plays, and the side term.

    Args:
        results: The games.
        prior: Standard deviation of the prior, in logits.

    Raises:
        BadInput: The prior is not positive.
    """
    players = results.axis.shape[1]
    design = np.hstack([results.axis - results.allies, np.ones((len(results.axis), 1))])
    fitted, covariance = _fit(design, np.append(np.ones(players), 0), results, prior)
    centre = np.eye(players + 1)
    centre[:players, :players] -= 1 / players
    return _ratings(centre, fitted, covariance)


def rate_by_side(results: Results, prior: float = PRIOR) -> Ratings:
    """Two strengths for each player: as Axis and as Allies, each among those of that side.

    Returns:
        Strengths [2 x players]: as Axis (mean 0), then as Allies (mean 0).

    Raises:
        BadInput: The prior is not positive.
    """
    players = results.axis.shape[1]
    design = np.hstack([results.axis, -results.allies])
    fitted, covariance = _fit(design, np.ones(2 * players), results, prior)
    centre = np.zeros((2 * players + 1, 2 * players))
    block = np.eye(players) - 1 / players
    centre[:players, :players] = centre[players:-1, players:] = block
    centre[-1, :players], centre[-1, players:] = 1 / players, -1 / players
    return _ratings(centre, fitted, covariance)


def _ratings(centre: Vector, fitted: Vector, covariance: Vector) -> Ratings:
    moved = centre @ fitted
    return Ratings(moved[:-1], float(moved[-1]), centre @ covariance @ centre.T)


def _logistic(x: Vector | float) -> Vector:
    return np.asarray(0.5 + 0.5 * np.tanh(np.asarray(x) / 2))


def _fit(design: Vector, free: Vector, results: Results, prior: float) -> tuple[Vector, Vector]:
    """The most likely parameters and the inverse of their observed information (Newton).

    All strengths together may move along `free` without a game telling of it; the callers centre
    that away, and here it is held so that the prior need not do it alone.
    """
    if not prior > 0:
        raise BadInput(f"prior {prior}: use a standard deviation above 0")
    fitted = np.zeros(design.shape[1])
    known = np.eye(len(fitted)) / prior**2 + np.outer(free, free)
    for _ in range(STEPS):
        chance = _logistic(design @ fitted)
        slope = design.T @ (results.points - results.games * chance) - fitted / prior**2
        weight = results.games * chance * (1 - chance)
        information = design.T @ (weight[:, None] * design) + known
        step = np.linalg.solve(information, slope)
        step *= min(1.0, 2.0 / max(2.0, np.abs(step).max()))  # never far past where it is known
        fitted = fitted + step
        if np.abs(step).max() < 1e-12:
            break
    return fitted, np.asarray(np.linalg.inv(information))
