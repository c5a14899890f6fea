"""Alpha-rank and Nash averaging agree with open_spiel's; cycles are found."""

import json
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from warfront.game import BadInput
from warfront_training.nash import nash_average
from warfront_training.population import Table, alpha_rank, alpha_rank_of_populations, cycles

CASES: dict[str, Any] = json.loads(
    (Path(__file__).parent.parent / "population_cases.json").read_text()
)
RING = np.array([[0.0, 1, -1], [-1, 0, 1], [1, -1, 0]])


def test_alpha_rank_agrees_with_open_spiel() -> None:
    kinds = set()
    for case in CASES["alpha_rank"]:
        payoffs = [np.array(table) for table in case["payoffs"]]
        settings = case["alpha"], case["population"]
        if len(payoffs) == 1:
            share = alpha_rank(payoffs[0], *settings)
        else:
            share = alpha_rank_of_populations(payoffs, *settings)
        assert np.abs(share - np.array(case["share"])).max() < 1e-8
        kinds.add(len(payoffs))
    assert kinds == {1, 2, 3, 4}


def test_nash_averaging_agrees_with_open_spiel() -> None:
    for case in CASES["nash"]:
        share = nash_average(np.array(case["payoffs"]))
        assert np.abs(share - np.array(case["share"])).max() < 1e-8


def four_powers() -> list[NDArray[np.float64]]:
    """Two sides of two powers; what one side wins the other loses."""
    axis = np.random.default_rng(44).random((2, 3, 2, 3))
    return [axis, 1 - axis, axis, 1 - axis]


@pytest.mark.parametrize("alpha", [1.0, 100.0, 10_000.0])
def test_four_powers_sum_to_one_in_any_order_of_strategies(alpha: float) -> None:
    """Trial 44."""
    share = alpha_rank_of_populations(four_powers(), alpha)
    assert share.shape == (2, 3, 2, 3)
    assert share.sum() == pytest.approx(1, abs=1e-12) and (share >= 0).all()
    order = np.ix_([1, 0], [2, 0, 1], [0, 1], [1, 2, 0])
    moved = alpha_rank_of_populations([table[order] for table in four_powers()], alpha)
    assert moved == pytest.approx(share[order], abs=1e-12)


def test_strong_selection_leaves_the_ring_and_drops_the_beaten() -> None:
    """Where plain arithmetic loses the rates (exp(-4900)) the shares are still exact."""
    beaten = np.zeros((4, 4))
    beaten[:3, :3] = RING
    beaten[:3, 3], beaten[3, :3] = 1, -1
    assert alpha_rank((beaten + 1) / 2) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-12)
    ladder = np.sign(np.subtract.outer([2, 1, 0], [2, 1, 0]))
    assert alpha_rank(ladder.astype(float)) == pytest.approx([1, 0, 0], abs=1e-12)
    assert alpha_rank(np.full((3, 3), 0.5)) == pytest.approx([1 / 3] * 3)
    assert alpha_rank(np.ones((1, 1))) == pytest.approx([1])


def test_copies_share_what_one_would_get() -> None:
    copy = [0, 1, 2, 2]
    assert nash_average(RING[np.ix_(copy, copy)]) == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6])


def test_equilibria_by_hand() -> None:
    # two that draw and beat the third
    assert nash_average(np.array([[0.0, 0, 1], [0, 0, 1], [-1, -1, 0]])) == pytest.approx(
        [0.5, 0.5, 0], abs=1e-12
    )
    # the third loses to the first and beats the second twice as high: evenness stops at 2/3
    held = np.array([[0, 0, 0.5], [0, 0, -1], [-0.5, 1, 0]])
    assert nash_average(held) == pytest.approx([2 / 3, 1 / 3, 0], abs=1e-9)
    # a ring with unequal stakes: each has the stake of the other two's game
    stakes = np.array([[0.0, 3, -1], [-3, 0, 2], [1, -2, 0]])
    assert nash_average(stakes) == pytest.approx([2 / 6, 1 / 6, 3 / 6], abs=1e-12)


def vertices(table: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Corners of the set of equilibria: any n - 1 bounds held as equations, and the sum."""
    n = len(table)
    bounds = np.vstack([table, -np.eye(n)])  # all of bounds @ p <= 0
    found = []
    for held in combinations(range(2 * n), n - 1):
        system = np.vstack([bounds[list(held)], np.ones(n)])
        if abs(np.linalg.det(system)) > 1e-9:
            p = np.linalg.solve(system, np.append(np.zeros(n - 1), 1))
            if (bounds @ p < 1e-9).all():
                found.append(p)
    return found


def test_no_equilibrium_is_more_even() -> None:
    """From the answer no way to any corner of the set of equilibria leads to more entropy."""
    rng = np.random.default_rng(5)
    several = 0
    for _ in range(60):
        upper = np.triu(rng.integers(-2, 3, (4, 4)), 1).astype(float)
        table = upper - upper.T
        p = nash_average(table)
        assert (table @ p).max() < 1e-9 and p.min() >= 0 and p.sum() == pytest.approx(1)
        corners = vertices(table)
        several += len(corners) > 1
        for corner in corners:
            assert corner[p == 0] == pytest.approx(0, abs=1e-9)
            held = p > 0
            assert ((corner - p)[held] * -np.log(p[held])).sum() < 1e-8
    assert several > 20


@pytest.mark.filterwarnings("error")
def test_few_games_and_many_ties_still_have_their_equilibrium() -> None:
    """One or two games a pairing: odds that repeat, copies, rings within rings."""
    rng = np.random.default_rng(8)
    for _ in range(150):
        n, games = int(rng.integers(2, 14)), int(rng.integers(1, 4))
        table = Table(rng.integers(0, 2, (n, n, games)).astype(float))
        p = nash_average(table.log_odds)
        assert (table.log_odds @ p).max() < 1e-9 and p.min() >= 0
        assert p.sum() == pytest.approx(1) and alpha_rank(table.both).sum() == pytest.approx(1)


def test_the_order_of_players_does_not_matter() -> None:
    upper = np.triu(np.random.default_rng(6).normal(size=(5, 5)), 1)
    table = upper - upper.T
    share = nash_average(table)
    for order in list(permutations(range(5)))[::17]:
        assert nash_average(table[np.ix_(order, order)]) == pytest.approx(share[list(order)])


def ring_of_games(games: int) -> Table:
    """0 beats 1 beats 2 beats 0 by three games in four on either side; 3 loses to all."""
    points = np.full((4, 4, games), 0.5)
    three_in_four = np.tile([1.0, 1, 1, 0], games // 4)
    for winner, loser in ((0, 1), (1, 2), (2, 0)):
        points[winner, loser], points[loser, winner] = three_in_four, 1 - three_in_four
    points[:3, 3], points[3, :3] = 1, 0
    return Table(points)


def test_cycles_are_found_with_their_certainty() -> None:
    (found,) = cycles(ring_of_games(400))
    assert found.players == (0, 1, 2) and found.scores == (0.75, 0.75, 0.75) and found.certain
    (found,) = cycles(ring_of_games(4))
    assert not found.certain
    table = ring_of_games(400)
    assert nash_average(table.log_odds) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-9)
    points = table.points.copy()
    points[2, 0], points[0, 2] = 0.0, 1.0
    assert cycles(Table(points)) == []


def test_points_over_both_sides_count_each_side_once() -> None:
    points = np.zeros((2, 2, 10))
    points[0, 1, :8], points[1, 0, :5] = 1, 1  # 8 of 10 as Axis, 5 of 10 as Allies
    points[0, 0] = points[1, 1] = 0.5
    table = Table(points)
    assert table.both[0, 1] == pytest.approx(0.65) and table.both[1, 0] == pytest.approx(0.35)
    assert table.log_odds[0, 1] == pytest.approx(np.log(13.5 / 7.5)) == -table.log_odds[1, 0]


def test_tables_that_do_not_fit_are_refused() -> None:
    with pytest.raises(BadInput, match="n by n"):
        alpha_rank(np.zeros((2, 3)))
    with pytest.raises(BadInput, match="two or more roles"):
        alpha_rank_of_populations([np.zeros((2, 2))])
    with pytest.raises(BadInput, match="all of the same shape"):
        alpha_rank_of_populations([np.zeros((2, 3)), np.zeros((3, 2))])
    with pytest.raises(BadInput, match="1000 at most"):
        alpha_rank_of_populations([np.zeros((40, 40))] * 2)
    with pytest.raises(BadInput, match="finite"):
        alpha_rank(np.full((2, 2), np.nan))
    for alpha in (0.0, -1.0, float("inf")):
        with pytest.raises(BadInput, match="above 0"):
            alpha_rank(np.zeros((2, 2)), alpha)
    with pytest.raises(BadInput, match="2 or more"):
        alpha_rank(np.zeros((2, 2)), population=1)
    with pytest.raises(BadInput, match="antisymmetric"):
        nash_average(np.eye(2))
