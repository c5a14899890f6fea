"""What stands around the code: pinned packages, the list of `make`, how the README opens."""

import re
import shutil
import subprocess
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from doc_blocks import blocks

ROOT = Path(__file__).parents[1]


def pinned() -> dict[str, str]:
    """The version of each package in constraints.txt."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("==") for line in lines if not line.startswith("#")]
    return {canonicalize_name(name): version for name, version in pairs}


def needed() -> set[str]:
    """Every package that `make` installs: ours with its extras, and what each of them needs."""
    found: set[str] = set()
    waiting = [("warfront", frozenset(("train", "web", "dev")))]
    while waiting:
        name, extras = waiting.pop()
        for text in metadata.requires(name) or ():
            need = Requirement(text)
            marks = need.marker
            if marks and not any(marks.evaluate({"extra": extra}) for extra in extras or ("",)):
                continue
            key = canonicalize_name(need.name)
            if key not in found:
                found.add(key)
                waiting.append((key, frozenset(need.extras)))
    return found


def test_every_package_that_make_installs_is_pinned() -> None:
    pins = pinned()
    assert needed() - set(pins) == set()
    assert pins["torch"] == "2.13.0"
    own = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for text in own["build-system"]["requires"]:  # in an environment of its own while building
        need = Requirement(text)
        assert str(need.specifier) == f"=={pins[canonicalize_name(need.name)]}"


@pytest.mark.skipif(shutil.which("make") is None, reason="no make here")
def test_the_targets_stand_in_columns() -> None:
    done = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, text=True
    )
    lines = done.stdout.splitlines()
    assert len(lines) > 10
    starts = {re.match(r"[a-z-]+ +", line).end() for line in lines}  # type: ignore[union-attr]
    assert len(starts) == 1


def test_the_readme_opens_with_the_two_commands_the_pictures_and_ten_lines() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    marks = ("make train", "make test", "docs/img/game.png", "docs/img/report.png", "```python")
    places = [text.index(mark) for mark in marks]
    assert places == sorted(places)
    above = text[: places[0]].split("\n```")[0]
    assert above.count(".") <= 3 and "##" not in text[: places[3]]
    first = next(block for block in blocks() if block.kind == "python")
    assert first.page == "README.md" and len(first.text.splitlines()) == 10
