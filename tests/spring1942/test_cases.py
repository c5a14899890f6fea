"""The case files: every case passes, ids are unique, and refusals do not pass by misspelling."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from warfront_training.cases import run_case

CASES = Path(__file__).parents[1] / "cases" / "spring1942"


def _read() -> list[dict[str, Any]]:
    found = []
    for file in sorted(CASES.glob("*.toml")):
        found += tomllib.loads(file.read_text(encoding="utf-8"))["case"]
    return found


@pytest.mark.parametrize("case", _read(), ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    assert run_case(case, "spring1942", {}).fault == ""


def test_ids_are_unique_and_many() -> None:
    count = Counter(case["id"] for case in _read())
    assert max(count.values()) == 1 and len(count) >= 100
    assert len({name.rstrip("bc") for name in count}) >= 88


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        ({"refused": "move 1 tank atlantis -> libya"}, "'atlantis' is unknown"),
        ({"refused": "fly 1 tank libya -> algeria"}, "order 'fly' is unknown"),
        ({"expect": {"spaces.libia.owner": "uk"}}, "'libia' is unknown"),
        ({"refused": "move 9 tank libya -> algeria", "reason": "no such words"}, "not for"),
    ],
)
def test_what_does_not_exist_is_faulty_not_refused(step: dict[str, Any], fault: str) -> None:
    case = {"id": "x", "position": {"seat": "uk", "phase": "combat_move"}, "steps": [step]}
    assert fault in run_case(case, "spring1942", {}).fault
