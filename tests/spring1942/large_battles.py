"""Random battles of 40 units a side, and how long `odds` takes for them.

    python tests/spring1942/large_battles.py [SEED [BATTLES]]

Four in five are at sea. Kinds are mixed by a Dirichlet draw (few kinds, all, or nearly even); more
than half have a random casualty order, and some retreat, dive, are bombarded or under AA fire. Each
is reckoned three times; the least CPU time counts.
"""

import sys
import time
from typing import Any

import numpy as np

from warfront.spring1942 import odds

LAND = ("infantry", "artillery", "tank", "fighter", "bomber")
SHIPS = ("cruiser", "aircraft_carrier", "battleship", "transport")
ATTACKING = ("submarine", "destroyer", "fighter", "bomber", *SHIPS)
DEFENDING = ("submarine", "destroyer", "fighter", *SHIPS)
UNITS = 40
Army = dict[str, int]
Battle = tuple[Army, Army, dict[str, Any]]


def draw_army(rng: np.random.Generator, kinds: tuple[str, ...], evenness: float) -> Army:
    counts = rng.multinomial(UNITS, rng.dirichlet(np.full(len(kinds), evenness)))
    return {kind: int(n) for kind, n in zip(kinds, counts, strict=True) if n}


def draw_order(rng: np.random.Generator, army: Army) -> list[str]:
    """Whole kinds, damage somewhere before battleships."""
    kinds = [str(k) for k in rng.permutation([k for k in army if k != "transport"])]
    if "battleship" in kinds:
        kinds.insert(int(rng.integers(kinds.index("battleship") + 1)), "damage")
    return kinds


def draw_battle(rng: np.random.Generator) -> Battle:
    """Attacker, defender and the other words of `odds`."""
    sea = bool(rng.random() < 0.8)
    evenness = (0.5, 1.0, 5.0)[int(rng.integers(3))]
    attacker = draw_army(rng, ATTACKING if sea else LAND, evenness)
    defender = draw_army(rng, DEFENDING if sea else LAND, evenness)
    words: dict[str, Any] = {}
    for which, army in (("attacker", attacker), ("defender", defender)):
        if rng.random() < 0.6:
            words[f"{which}_order"] = draw_order(rng, army)
        if sea and rng.random() < 0.2:
            words[f"{which}_submerges"] = True
    if rng.random() < 0.15:
        words["retreat_after"] = int(rng.integers(1, 6))
    if rng.random() < 0.15:
        words["retreat_at"] = int(rng.integers(1, 20))
    if not sea and rng.random() < 0.3:
        words["aa_gun"] = True
    if not sea and rng.random() < 0.2:
        words["bombard"] = {"cruiser": 3, "battleship": 2}
    if not sea and rng.random() < 0.2:
        words["seaborne"] = {"infantry": attacker.get("infantry", 0) // 2}
    return attacker, defender, words


def least_time(battle: Battle, calls: int = 3) -> tuple[float, float]:
    """CPU seconds of the quickest of so many calls, and what was pruned."""
    attacker, defender, words = battle
    times = []
    for _ in range(calls):
        begun = time.process_time()
        found = odds(attacker, defender, **words)
        times.append(time.process_time() - begun)
    return min(times), found.pruned


def main(seed: int = 1, battles: int = 300) -> None:
    odds({"submarine": 3, "fighter": 2}, {"destroyer": 3, "fighter": 1})  # compiles
    rng = np.random.default_rng(seed)
    drawn = [draw_battle(rng) for _ in range(battles)]
    measured = [least_time(battle) for battle in drawn]
    times = 1e3 * np.array([spent for spent, _ in measured])
    print(
        f"{battles} battles, milliseconds: median {np.median(times):.2f}, "
        f"p90 {np.quantile(times, 0.9):.1f}, p99 {np.quantile(times, 0.99):.1f}, "
        f"worst {times.max():.1f}; {int((times > 20).sum())} above 20; "
        f"pruned at most {max(pruned for _, pruned in measured):.1e}"
    )
    for k in np.argsort(-times)[:5]:
        print(f"{times[k]:.1f} ms: {drawn[k]}")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
