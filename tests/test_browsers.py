"""Without a browser the run says which tests were left out, and how to get one."""

import ast
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from browsers import NO_BROWSER, find_browser, tell_left_out

TESTS = Path(__file__).parent


class Terminal:
    """Keeps what is written."""

    def __init__(self, skipped: list[tuple[str, str]]) -> None:
        self.lines: list[str] = []
        reports = [SimpleNamespace(nodeid=name, longrepr=why) for name, why in skipped]
        self.stats = {"skipped": reports}
        self.section = self.write_line = self.lines.append


def test_what_is_left_out_is_named_with_the_remedy() -> None:
    skipped = [("tests/a.py::b", f"Skipped: {NO_BROWSER}"), ("tests/a.py::c", "no TypeScript here")]
    told: Any = Terminal(skipped)
    tell_left_out(told)
    assert told.lines[:2] == ["left out: no browser", "tests/a.py::b"]
    assert "1 tests need Chromium: install it (apt-get install chromium)" in told.lines[2]
    nothing: Any = Terminal([])
    tell_left_out(nothing)
    assert nothing.lines == []


def test_a_browser_is_looked_for_in_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.delenv("WARFRONT_BROWSER", raising=False)
    assert find_browser() is None
    monkeypatch.setenv("WARFRONT_BROWSER", "/opt/one")
    assert find_browser() == "/opt/one"
    for file in TESTS.rglob("*.py"):
        if file.name not in ("browsers.py", "test_browsers.py"):
            words = [
                node.value
                for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
            ]
            assert not {"chromium", "no browser here"} & set(words), file
