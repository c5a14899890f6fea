"""Whoever reads the output may stop reading: the command ends in silence, as `head` wants it."""

import os
import subprocess
import sys

import pytest

COMMANDS = {
    "a listing": "games",
    "help": "--help",
    "a game with a person": "play --theatres pacific --seat us --against random",
}


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["at the end", "line by line"])
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_command_that_nobody_reads_ends_in_silence(command: str, unbuffered: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "warfront_training.cli", *command.split()],
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            input=b"1\n" * 9, stdout=writer, stderr=subprocess.PIPE, timeout=300, check=False,
        )  # fmt: skip
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_errors_are_told_where_nobody_reads_the_output() -> None:
    done = subprocess.run(
        f"{sys.executable} -m warfront_training.cli play --seat nobody | true",
        shell=True, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.stderr.startswith("warfront play: seat 'nobody' is unknown: use german")
