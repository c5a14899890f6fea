"""The command line: `warfront COMMAND ...`."""

import argparse
import contextlib
import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from typing import NoReturn

from warfront.game import BadInput, IllegalAction, IllegalOrder
from warfront_agents.agent import AgentFailed
from warfront_training.leaving import leave

COMMANDS = {
    "train": "train Axis and Allied policies by a preset, and report",
    "evaluate": "play agents against agents and give win rates with intervals",
    "tournament": "play every agent against every agent, and rate them",
    "cooperation": "cross-play of partners, what each seat of an alliance adds, aid and rescue",
    "scenarios": "list or play scenarios of cooperation: who sits where, with whom",
    "balance": "measure how even a game is, its cards and rules, and what would make it even",
    "best-response": "train learners against a frozen agent: how exploitable it is at least",
    "export": "write a trained policy as an ONNX file, or ship it",
    "odds": "exact odds of a battle of Spring 1942",
    "play": "take a seat in the terminal",
    "web": "play and watch in a browser, on a page of this machine",
    "bot": "let an agent answer another program: JSON lines on standard input and output",
    "replay": "play a recorded game again",
    "games": "list the games, their seats and options",
    "bench": "measure the speed of everything",
    "cases": "run rule cases",
}
BAD_INPUT = 2


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Exit with status 2."""
        self.exit(BAD_INPUT, f"{self.prog}: {message} (see {self.prog} --help)\n")


def new_parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    parser = Parser(prog="warfront", description="WWII alliance games for learning agents.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, what in COMMANDS.items():
        module = importlib.import_module(f"warfront_training.commands.{name.replace('-', '_')}")
        command = commands.add_parser(name, help=what, description=module.__doc__)
        module.add(command)
        command.set_defaults(run=module.run)
    return parser


@contextlib.contextmanager
def current_folder_on_path() -> Iterator[None]:
    """Let agents of one's own (`module:Class`) lie in the current folder, behind all else."""
    folder = os.getcwd()
    known = folder in sys.path or "" in sys.path
    if not known:
        sys.path.append(folder)
    try:
        yield
    finally:
        if not known:
            sys.path.remove(folder)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status (2 for bad input).

    An agent of one's own that raises is one line too, unless WARFRONT_DEBUG is set. Where nobody
    reads the output any more (`warfront games | head -3`), the command ends in silence.
    """
    try:
        try:
            return carry_out(new_parser().parse_args(arguments))
        finally:
            sys.stdout.flush()  # Python's own last flush would complain of a closed pipe
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            os.dup2(nowhere, stream.fileno())
        return 0


def carry_out(args: argparse.Namespace) -> int:
    """Run the command that was read; returns the exit status.

    Raises:
        BrokenPipeError: Whoever read the output has seen enough.
    """
    try:
        with current_folder_on_path():
            status: int = args.run(args)
    except (BadInput, IllegalAction, IllegalOrder, AgentFailed) as error:
        if isinstance(error, AgentFailed) and os.environ.get("WARFRONT_DEBUG"):
            raise
        return refused(args.command, error)
    except BrokenPipeError:
        raise
    except OSError as error:  # a file or folder that cannot be read or written
        return refused(args.command, error)
    except KeyboardInterrupt as stop:
        if isinstance(stop.__cause__, BrokenPipeError):
            raise stop.__cause__ from None
        print(f"\nstopped. {stop}".rstrip(), file=sys.stderr)
        return 130
    return status


def refused(command: str, error: Exception) -> int:
    """Say in one line what is wrong; returns the exit status."""
    print(f"warfront {command}: {' '.join(str(error).split())}", file=sys.stderr)
    return BAD_INPUT


def command_line() -> NoReturn:
    """The console's `warfront`."""
    leave(main())


if __name__ == "__main__":
    command_line()
