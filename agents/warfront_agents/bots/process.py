"""One running program: lines to it and from it, each by a deadline; nothing of it is left behind.

POSIX only: pipes that do not block, and a process group of the program's own.
"""

import contextlib
import os
import select
import signal
import subprocess
import time
import weakref
from collections.abc import Mapping, Sequence
from typing import IO

from warfront_agents.bots.faults import Fault
from warfront_agents.bots.log import Log

LONGEST = 1_000_000  # bytes of a line from the program
PIECE = 65_536
MOST_WAITING = 16_000_000  # bytes written for a program that does not read
RUNNING: "weakref.WeakSet[Program]" = weakref.WeakSet()  # programs that nobody has ended yet
POLITE = 0.5  # seconds it may take to end by itself


class Program:
    """A program that is running.

    Args:
        command: The program and its arguments.
        environment: Variables set for it, besides ours.
        log: Takes what it writes to standard error.

    Raises:
        Fault: It cannot be started.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], log: Log) -> None:
        """Start it."""
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                start_new_session=True, env={**os.environ, **environment}, bufsize=0,
            )  # fmt: skip
        except (OSError, ValueError) as error:
            raise Fault("dead", f"it cannot be started: {error}") from error
        self._log = log
        self._in, self._out, self._errors = map(
            _pipe, (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        self._waiting = bytearray()  # for the program
        self._heard = bytearray()  # from it
        self._searched = 0  # bytes of it that hold no end of a line
        self._owner = os.getpid()
        RUNNING.add(self)

    def write(self, line: str) -> None:
        """Hand over a line; what the pipe does not take now goes with the next `read`."""
        if len(self._waiting) < MOST_WAITING:
            self._waiting += line.encode() + b"\n"
        self._flush()

    def read(self, deadline: float) -> bytes:
        """The next line, without its end.

        Args:
            deadline: Until when, by `time.monotonic`.

        Raises:
            Fault: Late, dead, or a line longer than LONGEST.
        """
        while True:
            line = self._line()
            if line is not None:
                return line
            left = deadline - time.monotonic()
            if left <= 0:
                raise Fault("late", "no answer in time")
            self._wait(min(left, 60.0))

    def _line(self) -> bytes | None:
        end = self._heard.find(b"\n", self._searched)
        if end < 0 and len(self._heard) > LONGEST or end > LONGEST:
            raise Fault("nonsense", f"a line of more than {LONGEST:,} bytes", ends=True)
        if end < 0:
            self._searched = len(self._heard)
            return None
        line = bytes(self._heard[:end])
        del self._heard[: end + 1]
        self._searched = 0
        return line

    def _wait(self, seconds: float) -> None:
        """Move bytes either way, waiting for some at most so long."""
        poll = select.poll()
        poll.register(self._out, select.POLLIN)
        if not self._errors.closed:
            poll.register(self._errors, select.POLLIN)
        if self._waiting and not self._in.closed:
            poll.register(self._in, select.POLLOUT)
        ready = dict(poll.poll(seconds * 1000))
        self._flush()
        if not self._errors.closed and self._errors.fileno() in ready:
            self._hear_errors()
        if self._out.fileno() in ready:
            piece = _read(self._out)
            if piece == b"":
                raise Fault("dead", self._last_words(), ends=True)
            self._heard += piece or b""

    def _flush(self) -> None:
        """Write what the pipe takes."""
        try:
            while self._waiting and not self._in.closed:
                del self._waiting[: os.write(self._in.fileno(), self._waiting[:PIECE])]
        except BlockingIOError:
            pass
        except OSError:  # it reads no more; what it still has to say is heard all the same
            with contextlib.suppress(OSError):
                self._in.close()

    def _hear_errors(self) -> None:
        piece = _read(self._errors)
        if piece == b"":
            self._errors.close()
        elif piece:
            self._log.write(piece)

    def _last_words(self) -> str:
        """How it ended, and what it said last."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0.2)
        status = self._process.returncode
        if not self._errors.closed:
            self._hear_errors()
        how = "it closed its output" if status is None else f"it ended with status {status}"
        said = self._log.last_line()
        return f"{how}: {said}" if said else how

    def let_go(self) -> None:
        """Close its input, at which it should end."""
        with contextlib.suppress(OSError):
            self._in.close()

    def end(self, polite: float) -> None:
        """Wait for its end at most so many seconds, then kill it and all it has started."""
        if self._owner != os.getpid():
            return  # a fork of the process that started it
        RUNNING.discard(self)
        self.let_go()
        until = time.monotonic() + polite
        while self._process.poll() is None and time.monotonic() < until:
            if not self._errors.closed:
                self._hear_errors()
            _read(self._out)
            time.sleep(0.002)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        if not self._errors.closed:
            self._hear_errors()
        for pipe in (self._in, self._out, self._errors):
            with contextlib.suppress(OSError):
                pipe.close()


def end_all() -> None:
    """Kill every program that this process has started: it is about to end without a word."""
    for program in list(RUNNING):
        program.end(0.0)


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    """Our end of a pipe, which from now on does not block."""
    assert pipe is not None
    os.set_blocking(pipe.fileno(), False)
    return pipe


def _read(pipe: IO[bytes]) -> bytes | None:
    """What is there to read: b"" at the end, None when there is nothing yet."""
    try:
        return os.read(pipe.fileno(), PIECE)
    except BlockingIOError:
        return None
