"""Large kernels are compiled once: callers hold their names only, and none calls a stale one."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from warfront.compiled import kernel

pytestmark = [
    pytest.mark.serial,
    pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled"),
]

LINES = "\n".join(f"    total += words[(total + {n}) % 9] * (total // {n + 2})" for n in range(80))
RULES = f"""
import json
import numpy as np
from warfront.apart import code_of
from warfront.compiled import kernel

@kernel
def large(words, total):
{LINES}
    return total

@kernel
def small(words, total):
    return large(words, total) + 1

@kernel
def caller(words, total):
    return small(words, total)

def defines(rule, wanted):
    (result,), (other,) = rule.overloads.values(), wanted.overloads.values()
    defined = [function.name for function in code_of(result).get_defined_functions()]
    return other.fndesc.llvm_func_name in defined

if __name__ == "__main__":
    words = np.arange(9)
    found = {{"right": bool(caller(words, 5) == large.py_func(words, 5) + 1)}}
    for rule in (large, caller):
        found[rule.__name__] = sum(rule.stats.cache_misses.values())
    if found["caller"]:
        found["apart"] = defines(large, large) and not defines(caller, large)
    print(json.dumps(found))
"""


def run_rules(folder: Path) -> dict[str, Any]:
    (folder / "rules.py").write_text(RULES)
    os.utime(folder / "rules.py", (0, 0))
    environment = {"PYTHONPATH": os.pathsep.join(sys.path), "WARFRONT_CACHE": str(folder / "cache")}
    command = [sys.executable, str(folder / "rules.py")]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    return dict(json.loads(done.stdout))


def test_a_caller_holds_no_large_kernel_and_loads_it_from_the_cache(tmp_path: Path) -> None:
    assert run_rules(tmp_path) == {"right": True, "large": 1, "caller": 1, "apart": True}
    assert run_rules(tmp_path) == {"right": True, "large": 0, "caller": 0}
    for path in tmp_path.glob("cache/**/rules.large-*"):
        path.unlink()
    # compiled first this time it has another name, and the caller in the cache knows the old one
    assert run_rules(tmp_path) == {"right": True, "large": 1, "caller": 1, "apart": True}


@kernel
def doubled(number: int) -> int:
    """What two threads call first at the same time."""
    return 2 * number


def test_two_threads_that_call_first_leave_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of the same kinds would send every later call through Python, and leave one more."""
    meet = threading.Barrier(2)

    def call() -> None:
        meet.wait()
        doubled(3)

    threads = [threading.Thread(target=call) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    monkeypatch.setattr(doubled, "_compile_for_args", None)  # what such a call would ask
    assert doubled(4) == 8
