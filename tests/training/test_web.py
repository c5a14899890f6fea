"""warfront web: what the command refuses before anything is served."""

import socket as sockets
from collections.abc import Callable

import pytest

from warfront_training.cli import main


@pytest.mark.parametrize(
    ("arguments", "remedy"),
    [
        ("--host nowhere.invalid", "use 127.0.0.1, or a name of this machine"),
        ("--port 70000", "use a whole number from 0 to 65535"),
        ("--port x", "use a whole number from 0 to 65535"),
        ("--theatres moon", "moon"),
        ("--agents nosuch", "agent 'nosuch' is unknown: use random"),
        ("--agents staff,trained:nosuch", "nosuch"),
        ("--agents bot:mine", "there is no program 'mine'"),
        ("--agents nowhere.at:All", "nowhere"),
    ],
)
def test_web_refuses_in_one_line(
    refuses: Callable[[str, str, str], None],
    capsys: pytest.CaptureFixture[str],
    arguments: str,
    remedy: str,
) -> None:
    if "--port" in arguments:  # the parser's own refusals leave at once
        with pytest.raises(SystemExit, match="2"):
            main(["web", *arguments.split()])
        assert remedy in capsys.readouterr().err
    else:
        refuses("web", arguments, remedy)


def test_a_port_that_is_taken_is_named(refuses: Callable[[str, str, str], None]) -> None:
    with sockets.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refuses("web", f"--port {port} --no-browser", "name another --port, or 0 for a free one")
