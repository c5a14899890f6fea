"""Kernels: compiled once whatever the width of their whole numbers, cached by what they reach."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import warfront
import warfront_agents
from warfront.compiled import _sources

RULES = """
import numpy as np
from warfront.compiled import kernel

@kernel
def inner(number, flag):
    return number + {added} if flag else number

@kernel
def outer(bytes_, words, k):
    return inner(bytes_[0], True) + inner(words[0], False) + inner(k, k > 0) + inner(7, True)

if __name__ == "__main__":
    print(outer(np.ones(1, np.int8), np.ones(1, np.uint16), 3), len(inner.signatures))
"""


def run_rules(folder: Path, cache: Path, added: int) -> list[int]:
    folder.mkdir(exist_ok=True)
    (folder / "rules.py").write_text(RULES.format(added=added))
    command = [sys.executable, str(folder / "rules.py")]
    environment = {"PYTHONPATH": os.pathsep.join(sys.path), "WARFRONT_CACHE": str(cache)}
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    return [int(word) for word in done.stdout.split()]


@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled")
def test_calls_cast_whole_numbers_and_an_edit_leaves_no_stale_code(tmp_path: Path) -> None:
    rules, cache = tmp_path / "rules", tmp_path / "cache"
    assert run_rules(rules, cache, added=10) == [11 + 1 + 13 + 17, 1]
    assert run_rules(rules, cache, added=20)[0] == 21 + 1 + 23 + 27


def test_kernels_of_a_folder_reach_what_they_take_from_the_folder_above() -> None:
    """An edit of the odds must compile the staff anew: its kernels hold them."""
    staff = _sources(Path(warfront_agents.__file__).parent / "staff")
    assert {"battlecards.py", "odds.py", "scripted.py", "parties.py"} <= {p.name for p in staff}


def test_a_game_does_not_reach_the_other() -> None:
    games = Path(warfront.__file__).parent
    reached = _sources(games / "battlecards")
    assert not any(path.is_relative_to(games / "spring1942") for path in reached)
