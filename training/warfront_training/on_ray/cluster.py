"""A connection to a Ray cluster that ends in one line, whatever becomes of the cluster."""

import _thread
import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

from warfront_training import leaving
from warfront_training.on_ray import last_word
from warfront_training.on_ray.address import Address
from warfront_training.on_ray.last_word import PATIENCE, answers

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")  # one line of ours instead of many

import ray  # noqa: E402
from ray.exceptions import RayError  # noqa: E402

STORE = 200_000_000  # bytes of the object store of a Ray of one's own
PROBES = 3  # in a row without an answer: the head is lost
PAUSE = 1.0  # seconds between them


class Watch:
    """Asks the head again and again whether it is there; interrupts the main thread if not.

    Without it a driver whose head is gone would wait for a minute, and then die with a page of
    addresses. What Ray does not let us say is said by a process of its own, `last_word`.

    Args:
        host, port: Of the head.
        named: What the user calls it.
    """

    def __init__(self, host: str, port: int, named: str) -> None:
        """Begin to ask."""
        self.lost = False
        self.hint = ""  # how to go on
        self._head = (host, port)
        self._over = threading.Event()
        self._last_word = subprocess.Popen(
            [sys.executable, "-S", last_word.__file__, host, str(port), named],
            stdin=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        threading.Thread(target=self._ask, daemon=True).start()

    def tell(self, hint: str) -> None:
        """How to go on, should the cluster be lost or the command end without a word."""
        self.hint = hint
        self._write(hint)

    def _write(self, line: str) -> None:
        pipe = self._last_word.stdin
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.write(line + "\n")
                pipe.flush()

    def close(self) -> None:
        """Ask no more."""
        self._over.set()
        self._write(last_word.WELL)
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            self._last_word.communicate(timeout=PATIENCE)

    def _ask(self) -> None:
        missed = 0
        while not self._over.wait(PAUSE):
            missed = 0 if answers(*self._head) else missed + 1
            if missed == PROBES:
                self.lost = True
                _thread.interrupt_main()
                return


@contextlib.contextmanager
def connected(address: Address) -> Iterator[Watch]:
    """Be connected to the cluster of an address, or to a Ray that is started for this alone.

    Raises:
        ConnectionError: There is no cluster, or it fails meanwhile; one line says so, and how to
            go on.
    """
    _connect(address)
    host, port = _head()
    named = address.words if address.host else f"{host}:{port}"
    watch = Watch(host, port, named)
    try:
        yield watch
    except (KeyboardInterrupt, RayError, ConnectionError) as error:
        watch.lost = watch.lost or not answers(host, port)
        if watch.lost:
            what = f"the head of the Ray cluster at {named} is lost"
        elif isinstance(error, RayError):
            what = f"Ray failed: {' '.join(str(error).split())[:300]}"
        elif type(error) is ConnectionError:
            what = str(error)
        else:  # the user's wish, or a reader of our output that has seen enough
            raise
        raise ConnectionError(": ".join(filter(None, [what, watch.hint]))) from None
    finally:
        watch.close()
        _leave(watch.lost)


def _head() -> tuple[str, int]:
    """Where the head listens that this process is connected to."""
    host, _, port = ray.get_runtime_context().gcs_address.rpartition(":")
    return host, int(port)


def is_head_there() -> bool:
    """Whether the head answers; who asks it for anything when it does not is ended by Ray."""
    return answers(*_head())


def _connect(address: Address) -> None:
    if address.host and not answers(address.host, address.port):
        raise ConnectionError(
            f"no Ray cluster answers at {address.words}: start its head with `ray start --head "
            f"--port {address.port}`, or name the address that it told"
        )
    own: dict[str, Any] = {}
    if address.words == "local":
        own = {"num_cpus": os.cpu_count(), "object_store_memory": STORE, "include_dashboard": False}
    try:
        with _silent():
            ray.init(address.words, log_to_driver=False, logging_level="ERROR", **own)
    except Exception as error:  # a plain one where its own processes start too slowly
        reason = " ".join(str(error).split())[:200]
        raise ConnectionError(
            f"Ray cannot be reached at {address.words} ({reason}): this machine must be a node of "
            "the cluster (`ray start --address HOST:PORT`), with the same Ray, Python and token "
            "(RAY_AUTH_MODE, RAY_AUTH_TOKEN)"
        ) from None


@contextlib.contextmanager
def _silent() -> Iterator[None]:
    """Let nothing through to standard error, what is written past Python neither."""
    sys.stderr.flush()
    kept = os.dup(2)
    try:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _leave(lost: bool) -> None:
    """Let go of the cluster; one that is lost is not taken leave of, nor at the end of a command.

    Ray would wait for it for a minute, and crash where Python ends meanwhile.
    """
    if lost:
        leaving.at_once()
    else:
        ray.shutdown()


def processors() -> int:
    """CPUs of the whole cluster."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))
