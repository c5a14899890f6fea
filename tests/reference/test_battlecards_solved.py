"""Small games of Battlecards, counted and solved whole: the kernels and the reference agree."""

from fractions import Fraction

import pytest

from reference.battlecards.mini import Count, KernelTree, ReferenceTree, Setting, solve

MOSCOW = ("Kiev", "Battle for Moscow", "Counterattack", "Reserves Called Up")
SIX = (
    "Kiev", "Battle for Moscow", "Counterattack", "Reserves Called Up", "Baltic Minefields",
    "Deep Battle",
)  # fmt: skip
GERMANS = (
    "Landser Infantry", "Panther", "Landser Infantry", "Hs 129", "Landser Infantry", "Panzer III",
)  # fmt: skip
SOVIETS = (
    "Guards Rifles", "T-34", "Guards Rifles", "Yak-9", "Guards Rifles", "Rifle Division",
)  # fmt: skip
PANTHER, RIFLES = ("Panther",), ("Rifle Division",)

SMALL = {
    "decks of six cards": (
        Setting(SIX, PANTHER, RIFLES, german_deck=GERMANS, soviet_deck=SOVIETS),
        Fraction(1389, 320),
        Count(decisions=274, outcomes=1150, leaves=876),
    ),
    "two units against one": (
        Setting(MOSCOW, ("Panther", "Karl Mortar"), RIFLES),
        Fraction(17323, 2048),
        Count(decisions=694, outcomes=4078, leaves=3384),
    ),
    "a Counterattack in hand": (
        Setting(
            ("Battle for Moscow", "Reserves Called Up", "Deep Battle"), PANTHER, RIFLES,
            won=("Kiev",), retained=("Counterattack",),
        ),
        Fraction(941, 64),
        Count(decisions=1097, outcomes=6104, leaves=5007),
    ),
    "two turns each": (
        Setting(
            ("Kiev", "Counterattack", "Reserves Called Up", "Baltic Minefields"), PANTHER, RIFLES,
            game_rounds=2,
        ),
        Fraction(229, 128),
        Count(decisions=1283, outcomes=5361, leaves=4078),
    ),
}  # fmt: skip
LARGE = {
    "two combat rounds": (
        Setting(MOSCOW, PANTHER, RIFLES, rounds=2),
        Fraction(61585, 8192),
        Count(decisions=5382, outcomes=22104, leaves=16722),
    ),
}  # fmt: skip


def check(setting: Setting, value: Fraction, count: Count) -> None:
    """Both trees have this value and size."""
    assert solve(KernelTree(setting)) == (value, count)
    assert solve(ReferenceTree(setting)) == (value, count)


@pytest.mark.parametrize("case", SMALL)
def test_a_whole_game(case: str) -> None:
    check(*SMALL[case])


@pytest.mark.deep
@pytest.mark.parametrize("case", LARGE)
def test_a_larger_whole_game(case: str) -> None:
    check(*LARGE[case])
