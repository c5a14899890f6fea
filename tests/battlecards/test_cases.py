"""The case files: every case passes, ids are unique, and refusals do not pass by misspelling."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from warfront_training.cases import read_cases, run_case, run_path

CASES = Path(__file__).parents[1] / "cases" / "battlecards"


def _read() -> list[dict[str, Any]]:
    found = []
    for file in sorted(CASES.glob("*.toml")):
        found += read_cases(file)
    return found


@pytest.mark.parametrize("case", _read(), ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    assert run_case(case, "battlecards", {}).fault == ""


def test_the_runner_takes_the_whole_folder() -> None:
    results = run_path(str(CASES), "battlecards", {})
    assert [result for result in results if result.fault] == []
    assert len(results) >= 250
    assert max(Counter(result.id for result in results).values()) == 1
