"""warfront web: play and watch both games in a browser, on a page of this machine.

Every game is kept as a game record in the folder; a server that is started again goes on with all
of them. The address that is printed holds the key to begin games; every seat has a link of its own.
"""

import argparse
import socket
import sys
import webbrowser
from pathlib import Path

import warfront
from warfront.game import BadInput
from warfront_training.commands.common import add_game, add_output, game_options, make_game, show

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("--host", default="127.0.0.1", help="who may reach it (default: only here)")
    parser.add_argument("--port", type=_port, default=8042, help="8042 by default; 0: a free one")
    parser.add_argument("--folder", default="runs/web", help="where games are kept (runs/web)")
    parser.add_argument(
        "--agents", default="", metavar="NAME,...", help="agents of your own that the page offers"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    add_game(parser)
    add_output(parser)
    parser.set_defaults(seed=None)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    try:
        import uvicorn

        from warfront_training.web.server import Server
    except ModuleNotFoundError as error:
        raise BadInput(
            f"the page needs {error.name}, which is not installed: pip install 'warfront[web]'"
        ) from None
    from warfront_training.web.catalogue import check_named
    from warfront_training.web.folder import Folder

    game, _ = make_game(args)  # refuses what is wrong on the command line
    agents = [name.strip() for name in args.agents.split(",") if name.strip()]
    others = [name for name in warfront.game_names() if name != args.game]
    for name in agents:
        check_named(name, [game, *map(warfront.make_game, others)])
    listening = listen(args.host, args.port)
    defaults = {"game": args.game, "options": game_options(args), "seed": args.seed}
    server = Server(Folder(args.folder), defaults, Path("runs"), agents)
    local = args.host in LOOPBACK
    app = server.app([*LOOPBACK, "[::1]"] if local else ["*"])
    port = listening.getsockname()[1]
    shown = args.host if args.host not in ("0.0.0.0", "::") else socket.gethostname()
    url = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/?key={server.key}"
    result = {"url": url, "host": args.host, "port": port, "folder": str(args.folder)}
    show(args, result, f"warfront is at {url}\ngames are kept in {args.folder}; Ctrl-C ends")
    sys.stdout.flush()
    if not args.no_browser:
        webbrowser.open(url)
    config = uvicorn.Config(
        app, log_level="warning", ws_max_size=2**16, timeout_graceful_shutdown=1
    )
    uvicorn.Server(config).run(sockets=[listening])
    return 0


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there.

    Raises:
        BadInput: The host is unknown or not of this machine, or the port is taken.
    """
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(64)
    except (socket.gaierror, UnicodeError):
        raise BadInput(
            f"host {host!r} is unknown: use 127.0.0.1, or a name of this machine"
        ) from None
    except OSError as error:
        raise BadInput(
            f"{host}:{port} cannot be listened at ({error.strerror}): name another --port, or 0 "
            "for a free one"
        ) from None
    return listening


def _port(text: str) -> int:
    """A port of the command line."""
    if text.isascii() and text.isdigit() and int(text) < 65536:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no port: use a whole number from 0 to 65535")
