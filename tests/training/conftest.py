"""What the tests of commands share."""

from collections.abc import Callable
from pathlib import Path

import pytest

from warfront_training.cli import main


@pytest.fixture
def refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[[str, str, str], None]:
    """Run a command with arguments: one line with the remedy, and nothing written."""

    def refused(command: str, arguments: str, remedy: str) -> None:
        monkeypatch.chdir(tmp_path)
        assert main([command, *arguments.split()]) == 2
        output = capsys.readouterr()
        assert output.out == "" and len(output.err.strip().splitlines()) == 1
        assert remedy in output.err
        assert not list(tmp_path.iterdir())

    return refused
