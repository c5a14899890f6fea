"""Kernels: compiled once whatever the width of their whole numbers, cached by what they reach."""

import os
import shutil
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


# In a copy of the package: a rule that stands on a rule and a number of other files.
PROBE = """
from warfront.battlecards.limits import LIMIT
from warfront.battlecards.parties import count_bits
from warfront.compiled import kernel

@kernel
def probe(word):
    return count_bits(word) + LIMIT
"""
ASK = """
from warfront.battlecards.probe import probe

print(probe(7), len(probe.signatures))
"""


def run_file(path: Path, cache: Path, *above: Path) -> list[int]:
    search = os.pathsep.join([*map(str, above), *sys.path])
    environment = {**os.environ, "PYTHONPATH": search, "WARFRONT_CACHE": str(cache)}
    command = [sys.executable, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return [int(word) for word in done.stdout.split()]


def run_rules(folder: Path, cache: Path, added: int) -> list[int]:
    folder.mkdir(exist_ok=True)
    (folder / "rules.py").write_text(RULES.format(added=added))
    return run_file(folder / "rules.py", cache)


@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled")
def test_calls_cast_whole_numbers_and_an_edit_leaves_no_stale_code(tmp_path: Path) -> None:
    rules, cache = tmp_path / "rules", tmp_path / "cache"
    assert run_rules(rules, cache, added=10) == [11 + 1 + 13 + 17, 1]
    assert run_rules(rules, cache, added=20)[0] == 21 + 1 + 23 + 27


@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled")
def test_a_rule_from_the_cache_follows_edits_of_other_files(tmp_path: Path) -> None:
    """numba looks at the file of a kernel alone, so only the cache folder can tell these apart."""
    envs, cache = tmp_path / "envs", tmp_path / "cache"
    shutil.copytree(Path(warfront.__file__).parent, envs / "warfront")
    game = envs / "warfront" / "battlecards"
    (tmp_path / "ask.py").write_text(ASK)
    (game / "probe.py").write_text(PROBE)
    (game / "limits.py").write_text("LIMIT = 10\n")

    def ask() -> list[int]:
        return run_file(tmp_path / "ask.py", cache, envs)

    assert ask() == [13, 1]
    assert ask() == [13, 0]  # from the cache
    (game / "limits.py").write_text("LIMIT = 20\n")
    assert ask() == [23, 1]
    rule = game / "parties.py"
    text = rule.read_text(encoding="utf-8")
    head, body = text.split("def count_bits", 1)
    edited = body.replace("    return ", "    return 100 + ", 1)
    assert edited != body
    rule.write_text(head + "def count_bits" + edited, encoding="utf-8")
    assert ask() == [123, 1]


def test_kernels_of_a_folder_reach_what_they_take_from_the_folder_above() -> None:
    """An edit of the odds must compile the staff anew: its kernels hold them."""
    staff = _sources(Path(warfront_agents.__file__).parent / "staff")
    assert {"battlecards.py", "odds.py", "scripted.py", "parties.py"} <= {p.name for p in staff}


@pytest.mark.parametrize(
    ("game", "other"), [("battlecards", "spring1942"), ("spring1942", "battlecards")]
)
def test_a_game_does_not_reach_the_other(game: str, other: str) -> None:
    games = Path(warfront.__file__).parent
    reached = _sources(games / game)
    assert len(reached) > 10
    assert not any(path.is_relative_to(games / other) for path in reached)
