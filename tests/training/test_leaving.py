"""How a command ends once something it was connected to is gone."""

import subprocess
import sys

import pytest

# What crashes at the end of a process stands for threads that Python takes down.
CRASH = """
import atexit, os
from warfront_training import leaving
atexit.register(os.abort)
print("said")
{}
leaving.leave(2)
"""


@pytest.mark.parametrize(("line", "crashes"), [("leaving.at_once()", False), ("", True)])
def test_a_command_that_ends_at_once_keeps_its_status(line: str, crashes: bool) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CRASH.format(line)], capture_output=True, text=True, check=False
    )
    assert (done.returncode < 0) is crashes and done.stdout == "said\n"
    assert crashes or done.returncode == 2
