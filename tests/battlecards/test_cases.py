"""The case files: every case passes, ids are unique, and refusals do not pass by misspelling."""

from collections import Counter
from pathlib import Path

from warfront_training.cases import run_path

CASES = Path(__file__).parents[1] / "cases" / "battlecards"


def test_every_case_passes() -> None:
    results = run_path(str(CASES), "battlecards", {})
    assert [result for result in results if result.fault] == []
    assert len(results) >= 60
    assert max(Counter(result.id for result in results).values()) == 1
