"""The command lines of the docs that want Ray: run on a cluster, or read by Ray's own commands."""

import importlib
import re
from pathlib import Path
from typing import Any

import pytest

from doc_blocks import ROOT, command_lines, split
from doc_runs import RAY, elsewhere, short
from warfront_training.cli import main

pytestmark = pytest.mark.ray

LINES = [line for line in command_lines() if elsewhere(line) == RAY]


def ours(line: str) -> str:
    """The command of warfront in a line; `ray exec` carries one."""
    return split(line)[-1].rpartition(" && ")[2] if line.startswith("ray exec ") else line


@pytest.mark.parametrize("line", [line for line in LINES if "/bin/warfront " in line])
def test_a_line_that_trains_on_a_cluster_leaves_a_report(
    line: str, cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RAY_ADDRESS", cluster.flag.removeprefix("ray:"))  # what `auto` finds
    words = split(re.sub(r"ray:10\.0\.0\.1:\d+", cluster.flag, short(ours(line))))
    assert words[:2] == ["warfront", "train"] and main(words[1:]) == 0
    assert len(list(Path("runs").glob("*/report.html"))) == 1


@pytest.mark.parametrize("line", [line for line in LINES if line.startswith("ray ")])
def test_ray_s_commands_take_a_line_of_the_docs(line: str) -> None:
    """Read as Ray reads it and not run: that wants a cloud."""
    scripts = importlib.import_module("ray.scripts.scripts")
    _, name, *words = split(line)
    read = scripts.cli.commands[name].make_context(name, words)
    assert (ROOT / read.params["cluster_config_file"]).is_file()
