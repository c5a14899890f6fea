"""The odds of battles: against a plain enumeration, and as a caller reads them."""

import math
import os
import time
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from enumeration import AIR, Army, Ends, Rules, enumerate_battle
from spring1942.large_battles import Battle, least_time
from spring1942.sampling import fight_many
from test_speed_guard import calibrate
from warfront.game import BadInput
from warfront.spring1942 import Odds, odds
from warfront.spring1942.data import load_tables

LAND = ("infantry", "artillery", "tank", "fighter", "bomber")
ATTACKING_SEA = ("submarine", "destroyer", "fighter", "bomber", "cruiser", "battleship")
SEA = ("submarine", "destroyer", "fighter", "cruiser", "aircraft_carrier", "battleship")
COSTS = dict(infantry=3, artillery=4, tank=5, fighter=10, bomber=12, submarine=6, destroyer=8)
COSTS |= dict(cruiser=12, aircraft_carrier=14, battleship=20, transport=7)
Left = tuple[tuple[dict[str, int], float], ...]
PLAIN = os.environ.get("NUMBA_DISABLE_JIT") == "1"


def random_army(rng: np.random.Generator, kinds: tuple[str, ...], most: int) -> list[str]:
    """A few units in a random casualty order, damage before battleships, transports last."""
    units = [kinds[i] for i in rng.integers(len(kinds), size=rng.integers(1, most + 1))]
    boats = ["transport"] * int(rng.integers(3)) if "submarine" in kinds else []
    if rng.random() < 0.2:
        units = units if not boats else []
    return ["damage"] * units.count("battleship") + units + boats


def random_battle(rng: np.random.Generator) -> tuple[list[str], list[str], Rules, bool]:
    """Both sides, the rules of the battle and whether an AA gun fires."""
    sea = bool(rng.random() < 0.7)
    attacker = random_army(rng, ATTACKING_SEA if sea else LAND, 3)
    defender = random_army(rng, SEA if sea else LAND[:4], 3)
    can_retreat = bool(rng.random() < 0.7)
    after = int(rng.integers(1, 4)) if can_retreat and rng.random() < 0.3 else None
    at = int(rng.integers(1, 3)) if can_retreat and rng.random() < 0.3 else None
    dives = rng.random(2) < 0.3
    bombard = () if sea else tuple(rng.choice([3, 4], size=rng.integers(3)).tolist())
    troops = [unit for unit in attacker if unit in LAND[:3]]
    seaborne = tuple(troops[: rng.integers(len(troops) + 1)]) if rng.random() < 0.3 else ()
    rules = Rules(sea, can_retreat, after, at, bool(dives[0]), bool(dives[1]), bombard, seaborne)
    return attacker, defender, rules, bool(not sea and rng.random() < 0.5)


def ask_odds(attacker: list[str], defender: list[str], rules: Rules, aa_gun: bool) -> Odds:
    def count(army: list[str]) -> dict[str, int]:
        return {unit: n for unit, n in Counter(army).items() if unit != "damage"}

    return odds(
        count(attacker),
        count(defender),
        sea=rules.sea,
        attacker_order=[f"1 {unit}" for unit in attacker],
        defender_order=[f"1 {unit}" for unit in defender],
        can_retreat=rules.can_retreat,
        retreat_after=rules.after,
        retreat_at=rules.at,
        seaborne=count(list(rules.seaborne)),
        bombard={"cruiser": rules.bombard.count(3), "battleship": rules.bombard.count(4)},
        aa_gun=aa_gun,
        attacker_submerges=rules.attacker_submerges,
        defender_submerges=rules.defender_submerges,
    )


def after_aa_fire(attacker: list[str], aa_gun: bool) -> dict[Army, Fraction]:
    """What AA fire leaves: one die against each aircraft; alike ones are lost from the front."""
    planes = [unit for unit in attacker if unit in AIR] if aa_gun else []
    left: dict[Army, Fraction] = {}
    for shot in product((False, True), repeat=len(planes)):
        army = list(attacker)
        p = Fraction(1)
        for plane, down in zip(planes, shot, strict=True):
            p *= Fraction(1 if down else 5, 6)
            if down:
                army.remove(plane)
        left[tuple(army)] = left.get(tuple(army), Fraction(0)) + p
    return left


def ask_enumeration(attacker: list[str], defender: list[str], rules: Rules, aa_gun: bool) -> Ends:
    total: Ends = {}
    for army, p in after_aa_fire(attacker, aa_gun).items():
        for end, q in enumerate_battle(army, tuple(defender), rules).items():
            total[end] = total.get(end, Fraction(0)) + p * q
    return total


def left_of(odds_left: Left) -> dict[Army, float]:
    return {tuple(sorted(Counter(units).elements())): p for units, p in odds_left}


def assert_agree(
    found: Odds, ends: Ends, attacker: list[str], defender: list[str], partly: bool
) -> None:
    assert sum(ends.values()) == 1
    for side, army in ((0, attacker), (1, defender)):
        mine = left_of((found.attacker_left, found.defender_left)[side])
        theirs: dict[Army, Fraction] = {}
        for end, p in ends.items():
            left = end[0] if side == 0 else end[1]
            theirs[left] = theirs.get(left, Fraction(0)) + p
        for left in mine.keys() | theirs.keys():
            assert mine.get(left, 0.0) == pytest.approx(float(theirs.get(left, 0)), abs=1e-9)
        worth = sum(COSTS.get(unit, 0) for unit in army)
        left_worth = sum(p * sum(COSTS[u] for u in left) for left, p in theirs.items())
        loss = (found.attacker_loss, found.defender_loss)[side]
        assert loss == pytest.approx(worth - float(left_worth), abs=1e-7)
    for result in ("win", "draw") if partly else ("win", "draw", "retreat"):
        share = float(sum(p for end, p in ends.items() if end[2] == result))
        assert getattr(found, result) == pytest.approx(share, abs=1e-9)
    assert found.win + found.lose + found.draw + found.pruned == pytest.approx(1.0, abs=1e-12)
    assert found.pruned < 1e-9


@pytest.mark.plain
def test_odds_agree_with_enumeration_on_small_random_battles() -> None:
    rng = np.random.default_rng(5)
    for _ in range(40 if PLAIN else 1000):
        attacker, defender, rules, aa_gun = random_battle(rng)
        found = ask_odds(attacker, defender, rules, aa_gun)
        ends = ask_enumeration(attacker, defender, rules, aa_gun)
        assert_agree(found, ends, attacker, defender, bool(rules.seaborne))


@pytest.mark.plain
def test_one_against_one_is_the_sum_of_a_geometric_series() -> None:
    found = odds({"infantry": 1}, {"infantry": 1})
    assert (found.win, found.lose, found.draw) == pytest.approx((0.25, 0.625, 0.125))
    assert (found.attacker_loss, found.defender_loss) == pytest.approx((2.25, 1.125))
    assert [left for left, _ in found.attacker_left] == [{}, {"infantry": 1}]
    assert [chance for _, chance in found.attacker_left] == pytest.approx([0.75, 0.25])


@pytest.mark.plain
def test_a_caller_states_order_retreat_and_values() -> None:
    kept = odds({"tank": 1, "fighter": 1}, {"infantry": 2}, attacker_order=["fighter"])
    lost = odds({"tank": 1, "fighter": 1}, {"infantry": 2})
    assert kept.conquest > lost.conquest and kept.attacker_loss > lost.attacker_loss
    once = odds({"tank": 2}, {"infantry": 2}, retreat_after=1)
    assert once.retreat == pytest.approx(1 - once.win - once.draw - (1 / 3) ** 2 * 3 / 4)
    tables = load_tables(options={}).tables.copy()
    tables.defence[0] = 0
    assert odds({"infantry": 1}, {"infantry": 1}, tables=tables).win == pytest.approx(1.0)


@pytest.mark.plain
def test_submerged_submarines_are_left_though_the_field_is_lost() -> None:
    found = odds({"cruiser": 1}, {"submarine": 2}, defender_submerges=True)
    assert found.win == 1.0 and found.defender_left == (({"submarine": 2}, 1.0),)


@pytest.mark.plain
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"attacker": {"infantri": 1}}, "did you mean infantry"),
        ({"attacker": {"infantry": -1}}, "whole number from 0"),
        ({"attacker": {"infantry": 500}}, "too many"),
        ({"attacker": {"aa_gun": 1}}, "AA guns do not fight"),
        ({"attacker": {"infantry": 1}, "sea": True}, "land units do not fight"),
        ({"attacker": {"cruiser": 1}, "sea": False}, "ships do not fight"),
        ({"attacker_order": ["2 tank"]}, "more than the 1"),
        ({"attacker_order": ["many tank"]}, "a number and a unit"),
        ({"retreat_after": 0}, "round 1 or later"),
        ({"retreat_at": 1, "can_retreat": False}, "need can_retreat"),
        ({"seaborne": {"infantry": 3}}, "among the attacker's"),
        ({"bombard": {"submarine": 1}}, "use cruisers and battleships"),
        ({"attacker": {"battleship": 1}, "attacker_order": ["battleship"]}, "(B5)"),
        ({"attacker": {"transport": 1, "cruiser": 1}, "attacker_order": ["transport"]}, "(T2)"),
        ({"attacker": {"battleship": 1}, "attacker_damaged": 2}, "cannot be damaged"),
    ],
)
def test_what_makes_no_battle_is_refused_in_one_line(words: dict[str, object], told: str) -> None:
    stated: dict[str, object] = {"attacker": {"tank": 1}, "defender": {"fighter": 1}} | words
    with pytest.raises(BadInput) as refusal:
        odds(**stated)  # type: ignore[arg-type]
    assert told in str(refusal.value) and "\n" not in str(refusal.value)


LARGE: list[Battle] = [  # 40 units a side: on land, under AA fire, at sea without and with subs
    (
        dict(infantry=20, artillery=5, tank=8, fighter=5, bomber=2),
        dict(infantry=32, fighter=8),
        {},
    ),
    (
        dict(infantry=6, artillery=1, tank=1, fighter=16, bomber=16),
        dict(infantry=7, artillery=20, fighter=2, bomber=11),
        {"aa_gun": True},
    ),
    (
        dict(destroyer=12, cruiser=6, fighter=8, aircraft_carrier=4, battleship=4, transport=6),
        dict(destroyer=12, submarine=8, fighter=8, aircraft_carrier=4, battleship=4, transport=4),
        {},
    ),
    (
        dict(submarine=5, destroyer=7, fighter=8, bomber=6, cruiser=6, battleship=8),
        dict(submarine=9, destroyer=4, fighter=10, cruiser=6, aircraft_carrier=6, battleship=5),
        {},
    ),
]
USUAL = (2.6, 23.0, 10.0, 16.0)  # thousands of rounds of the calibration loop
FACTOR = 2.5


@pytest.mark.serial
def test_large_battles_take_no_longer_than_they_did() -> None:
    rows = np.ones((64, 8192), np.uint8)
    calibrate(rows, 1)
    loops = []
    times: list[list[float]] = [[] for _ in LARGE]
    least_time(LARGE[-1], 1)
    for _ in range(3):  # in turns, so that a busy moment slows both
        begun = time.process_time()
        calibrate(rows, 20_000)
        loops.append((time.process_time() - begun) / 20_000)
        for battle, spent in zip(LARGE, times, strict=True):
            assert sum(battle[0].values()) == sum(battle[1].values()) == 40
            spent.append(least_time(battle, 2)[0])
    costs = [min(spent) / min(loops) / 1000 for spent in times]
    print([f"{cost:.1f}" for cost in costs], f"{1e9 * min(loops):.0f} ns a round")
    for cost, usual in zip(costs, USUAL, strict=True):
        assert cost < FACTOR * usual, (costs, USUAL)


def large_battle(rng: np.random.Generator) -> tuple[list[str], list[str], bool, bool]:
    """Ten to forty units a side, whole kinds in a random order; fighters defend on land only.

    (Fighters that lose their carriers fly on after the battle, so that they cannot be counted.)
    """
    sea = bool(rng.random() < 0.6)
    defending = tuple(unit for unit in SEA if unit != "fighter")
    kinds = (ATTACKING_SEA, defending) if sea else (LAND, LAND)
    armies = []
    for side in kinds:
        share = rng.multinomial(int(rng.integers(10, 41)), rng.dirichlet(np.ones(len(side))))
        army: list[str] = []
        for k in rng.permutation(len(side)):
            army += [side[k]] * int(share[k])
        boats = ["transport"] * int(rng.integers(6)) if sea else []
        armies.append(["damage"] * army.count("battleship") + army + boats)
    return armies[0], armies[1], sea, bool(not sea and rng.random() < 0.3)


RARE = 10  # games expected at the least, for and against, where 4 standard errors are asked
FOUR_SIGMA = 3.2e-5  # chance beyond 4 standard errors on one side


@dataclass(frozen=True)
class Cell:
    """A sum over the games of one battle, and how often the rarer of its two outcomes is seen."""

    what: tuple[object, ...]
    seen: float
    mean: float
    variance: float
    rare_seen: int  # games
    rare_mean: float


def chance_cell(what: tuple[object, ...], seen: Any, chance: float) -> Cell:
    """Won, lost or drawn: how many games."""
    games, count, chance = len(seen), int(seen.sum()), min(max(chance, 0.0), 1.0)
    mean, variance = games * chance, games * chance * (1 - chance)
    if chance <= 0.5:
        return Cell(what, count, mean, variance, count, mean)
    return Cell(what, count, mean, variance, games - count, games - mean)


def loss_cell(what: tuple[object, ...], seen: Any, left: Left, whole: int) -> Cell:
    """What a side loses in all games; rare is what differs from the likeliest loss."""
    chances: dict[int, float] = {}
    for units, chance in left:
        loss = whole - sum(COSTS[unit] * n for unit, n in units.items())
        chances[loss] = chances.get(loss, 0.0) + chance
    mean = sum(loss * chance for loss, chance in chances.items())
    variance = sum((loss - mean) ** 2 * chance for loss, chance in chances.items())
    usual, games = max(chances, key=lambda loss: chances[loss]), len(seen)
    rare_mean = games * max(0.0, 1 - chances[usual])
    return Cell(
        what, seen.sum(), games * mean, games * variance, int((seen != usual).sum()), rare_mean
    )


def battle_cells(number: int, rng: np.random.Generator, games: int, seed: int) -> list[Cell]:
    """The five cells of a battle: won, lost, drawn and what either side loses."""
    attacker, defender, sea, aa_gun = large_battle(rng)
    rules = Rules(sea, False, None, None, False, False, ())
    found = ask_odds(attacker, defender, rules, aa_gun)
    samples = fight_many(attacker, defender, sea, aa_gun, games, seed)
    name = number, attacker, defender
    drawn = 1 - samples[:, 0] - samples[:, 1]
    return [
        chance_cell((*name, "won"), samples[:, 0], found.win),
        chance_cell((*name, "lost"), samples[:, 1], found.lose),
        chance_cell((*name, "drawn"), drawn, found.draw),
        loss_cell((*name, "loss"), samples[:, 2], found.attacker_left, worth_of(attacker)),
        loss_cell((*name, "loss"), samples[:, 3], found.defender_left, worth_of(defender)),
    ]


def poisson_tail(seen: int, mean: float) -> float:
    """The chance of so many or more where `mean` are expected; of so many or fewer, if less."""
    below = sum(math.exp(k * math.log(mean) - mean - math.lgamma(k + 1)) for k in range(seen))
    at = math.exp(seen * math.log(mean) - mean - math.lgamma(seen + 1))
    return min(1 - below, below + at)


def assert_samples_agree(battles: int, games: int, seed: int) -> None:
    """Each cell within 4 standard errors; those too rare for that are counted together."""
    rng = np.random.default_rng(seed)
    cells = [cell for n in range(battles) for cell in battle_cells(n, rng, games, seed + 10**6 * n)]
    for cell in cells:
        if cell.rare_mean >= RARE:
            assert abs(cell.seen - cell.mean) <= 4 * math.sqrt(cell.variance), cell
        elif cell.rare_mean < 1e-5:  # never: accuracy of the odds times the games
            assert cell.rare_seen == 0, cell
    rare = [cell for cell in cells if 1e-5 <= cell.rare_mean < RARE]
    seen, mean = sum(cell.rare_seen for cell in rare), sum(cell.rare_mean for cell in rare)
    if rare:
        assert poisson_tail(seen, mean) > FOUR_SIGMA, (seen, mean)


def worth_of(army: list[str]) -> int:
    return sum(COSTS.get(unit, 0) for unit in army)


def test_odds_agree_with_battles_of_the_game() -> None:
    assert_samples_agree(battles=12, games=2_000, seed=2)


@pytest.mark.deep
def test_odds_agree_with_a_million_battles_of_the_game() -> None:
    assert_samples_agree(battles=100, games=10_000, seed=3)
