"""Where a browser is for the tests that need one, and what is said where there is none."""

import os
import shutil

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
NO_BROWSER = "no browser here"  # why a test is left out; what is left out is listed by it


def find_browser() -> str | None:
    """Where Chromium is: WARFRONT_BROWSER, or one of its usual names."""
    named = os.environ.get("WARFRONT_BROWSER")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


needs_browser = pytest.mark.skipif(find_browser() is None, reason=NO_BROWSER)


def tell_left_out(terminalreporter: pytest.TerminalReporter) -> None:
    """Say plainly which tests were left out for want of a browser, and how to get one."""
    skipped = terminalreporter.stats.get("skipped", [])
    names = sorted({report.nodeid for report in skipped if NO_BROWSER in str(report.longrepr)})
    if names:
        terminalreporter.section("left out: no browser")
        for name in names:
            terminalreporter.write_line(name)
        terminalreporter.write_line(
            f"{len(names)} tests need Chromium: install it (apt-get install chromium), or name one "
            "in WARFRONT_BROWSER"
        )
