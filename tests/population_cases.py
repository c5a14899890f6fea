"""Write tests/population_cases.json anew: alpha-rank and Nash averaging by open_spiel.

open_spiel is no dependency of the project. In an environment of its own:

    pip install open_spiel==2.0.2 cvxpy==1.9.3 scipy==1.17.1 matplotlib networkx
    python tests/population_cases.py

open_spiel's Nash averaging leaves its solver (Clarabel) at tolerances of 1e-8, too coarse to
compare to 1e-8; here the solver is told to go on as far as it can (1e-9 to 1e-13, noted at each
case), and nothing else is changed. Where the entropy decides between several equilibria without
symmetry even that leaves it some 1e-6 off: entropy is flat at its greatest. Such tables are held
against exact answers and against all vertices in test_population.py instead.
"""

import json
from functools import partialmethod
from pathlib import Path
from typing import Any

import numpy as np

FILE = Path(__file__).with_suffix(".json")
VERSIONS = "open_spiel 2.0.2, cvxpy 1.9.3 (Clarabel), scipy 1.17.1"
SHAPES = ((2, 2), (3, 2), (4, 4), (2, 2, 2), (2, 3, 2), (2, 3, 2, 2), (2, 2, 2, 2))


def alpha_rank_cases(rng: np.random.Generator) -> list[dict[str, Any]]:
    """One population (an n by n table) and several (a table a role)."""
    from open_spiel.python.egt import alpharank, utils  # type: ignore[import-not-found]

    tables = [[rng.random((n, n)).round(3)] for n in (2, 3, 4, 6)]
    tables.append([np.array([[0.5, 1, 0], [0, 0.5, 1], [1, 0, 0.5]])])  # a ring
    tables.append([np.array([[0.5, 0.5, 0.9], [0.5, 0.5, 0.8], [0.1, 0.2, 0.5]])])  # a draw
    tables += [[rng.random(shape).round(3) for _ in shape] for shape in SHAPES]
    cases = []
    for table in tables:
        for alpha, population in ((0.1, 50), (1.0, 10), (5.0, 50), (20.0, 5)):
            try:
                share = alpharank.compute(table, m=population, alpha=alpha)[2]
            except ValueError:
                continue  # it finds more than one distribution: the smallest rates were lost
            if len(table) > 1:
                counts = np.array(table[0].shape)
                ordered = np.zeros(table[0].shape)
                for number, value in enumerate(share):
                    ordered[tuple(utils.get_strat_profile_from_id(counts, number))] = value
                share = ordered
            cases.append(
                {
                    "payoffs": [part.tolist() for part in table],
                    "alpha": alpha,
                    "population": population,
                    "share": share.tolist(),
                }
            )
    return cases


def nash_cases(rng: np.random.Generator) -> list[dict[str, Any]]:
    """Antisymmetric tables: rings, copies, ladders, ties, random ones, log odds of results."""
    ring = np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]], float)
    copy = [0, 1, 2, 2]
    tables = [ring, ring[np.ix_(copy, copy)], np.sign(np.subtract.outer(range(4), range(4))) * 1.0]
    tables.append(np.zeros((3, 3)))
    for n in (2, 3, 4, 5, 6, 7, 8, 9):
        upper = np.triu(rng.normal(size=(n, n)).round(3), 1)
        tables.append(upper - upper.T)
    for n in (4, 6):
        chance = 1 / (1 + np.exp(-np.subtract.outer(*[rng.normal(size=n)] * 2)))
        won = np.triu(rng.binomial(100, chance), 1)
        odds = np.triu(np.log((won + 0.5) / (100.5 - won)), 1)
        tables.append(odds - odds.T)
    return [{"payoffs": table.tolist(), **_nash(table)} for table in tables]


def _nash(table: np.ndarray) -> dict[str, Any]:
    """The mixture at the finest tolerance that the solver reaches."""
    import cvxpy  # type: ignore[import-not-found]
    from open_spiel.python.algorithms import nash_averaging  # type: ignore[import-not-found]

    names = ("tol_gap_abs", "tol_gap_rel", "tol_feas")
    plain = cvxpy.Problem.solve
    for tolerance in (1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8):
        exact = {name: tolerance for name in names}
        exact |= {f"reduced_{name}": tolerance for name in names}
        cvxpy.Problem.solve = partialmethod(plain, solver=cvxpy.CLARABEL, max_iter=500, **exact)
        try:
            share = nash_averaging._max_entropy_symmetric_nash(table, eps=0.0)[:, 0]
        except cvxpy.SolverError:
            continue
        finally:
            cvxpy.Problem.solve = plain
        return {"share": share.tolist(), "tolerance": tolerance}
    raise SystemExit(f"no tolerance does for {table.tolist()}")


if __name__ == "__main__":
    rng = np.random.default_rng(1942)
    cases = {
        "made": f"tests/population_cases.py with {VERSIONS}",
        "alpha_rank": alpha_rank_cases(rng),
        "nash": nash_cases(rng),
    }
    FILE.write_text(json.dumps(cases) + "\n", encoding="utf-8")
    print(len(cases["alpha_rank"]), len(cases["nash"]))
