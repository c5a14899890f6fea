"""Perft counts of Spring 1942 are what plain models of the rules count too."""

import json

import pytest

from perft_counts import Root, perft_file, spring1942_roots
from spring1942.lines import Lines

ROOTS = list(spring1942_roots())
COUNTS = json.loads(perft_file("spring1942").read_text(encoding="utf-8"))


@pytest.mark.parametrize("root", ROOTS, ids=lambda root: root.name.partition(":")[0])
def test_perft_counts_are_those_of_plain_models(root: Root) -> None:
    assert count_plainly(root, root.quick) == COUNTS[root.name][: root.quick]


@pytest.mark.deep
@pytest.mark.parametrize(
    "root",
    [root for root in ROOTS if root.quick < root.depth],
    ids=lambda root: root.name.partition(":")[0],
)
def test_long_perft_counts_are_those_of_plain_models(root: Root) -> None:
    assert count_plainly(root, root.depth) == COUNTS[root.name]


def count_plainly(root: Root, depth: int) -> list[int]:
    return Lines(*root.stand(), opening=root.position is None).count(depth)


def test_every_count_has_its_position() -> None:
    assert {root.name for root in ROOTS} == set(COUNTS) and len(COUNTS) >= 11
