"""Real Ray clusters on this machine, on the loopback interface, for tests."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

STARTED = "Ray runtime started"
PATIENCE = 300.0  # seconds that a node may take to start
STORE = 100_000_000  # bytes of a node's object store


@dataclass
class Cluster:
    """Two nodes with a CPU each.

    Attributes:
        port: Where the head listens.
        folder: Logs and sessions.
        nodes: The processes of `ray start --block`, the head's first.
    """

    port: int
    folder: Path
    nodes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def flag(self) -> str:
        """What `--on` takes."""
        return f"ray:127.0.0.1:{self.port}"

    def start_node(self, cpus: int = 1) -> subprocess.Popen[bytes]:
        """Start a node; the first is the head."""
        number = len(self.nodes) + 1
        words = ["--num-cpus", str(cpus), "--object-store-memory", str(STORE), "--block"]
        words += ["--node-ip-address", f"127.0.0.{number}", "--disable-usage-stats"]
        if number == 1:
            words += ["--head", "--port", str(self.port), "--include-dashboard", "false"]
            words += ["--temp-dir", str(self.folder)]
        else:
            words += ["--address", f"127.0.0.1:{self.port}"]
        log = self.folder / f"node{number}.log"
        with log.open("wb") as out:
            node = subprocess.Popen(
                [str(Path(sys.executable).with_name("ray")), "start", *words],
                stdout=out, stderr=out, start_new_session=True,
            )  # fmt: skip
        self.nodes.append(node)
        end = time.monotonic() + PATIENCE
        while STARTED not in log.read_text(errors="replace"):
            assert node.poll() is None and time.monotonic() < end, log.read_text(errors="replace")
            time.sleep(0.2)
        return node

    def kill_head(self) -> None:
        """Kill the head's control process; the node that it ran on goes on for a while."""
        for entry in Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                words = (entry / "cmdline").read_bytes() if entry.name.isdecimal() else b""
                if b"gcs_server" in words and os.getsid(int(entry.name)) == self.nodes[0].pid:
                    os.kill(int(entry.name), signal.SIGKILL)

    def stop(self) -> None:
        """End all nodes and what they started."""
        for node in reversed(self.nodes):
            end_group(node)


def end_group(process: subprocess.Popen[bytes]) -> None:
    """End a process and all of its session."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=3)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(timeout=10)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def new_cluster(folder: Path, nodes: int) -> Iterator[Cluster]:
    """A cluster of so many nodes."""
    cluster = Cluster(free_port(), folder)
    try:
        for _ in range(nodes):
            cluster.start_node()
        yield cluster
    finally:
        cluster.stop()


def wait_for_lines(file: Path, lines: int, seconds: float = 600) -> None:
    """Wait until so many matches are on record."""
    end = time.monotonic() + seconds
    while not file.exists() or len(file.read_text().splitlines()) < lines:
        assert time.monotonic() < end, f"{file} has not {lines} lines after {seconds:.0f} s"
        time.sleep(0.05)


def wait_for_turn(folder: Path, turn: int, driver: Any, seconds: float = 900) -> dict[str, Any]:
    """What a run keeps once so many turns are done."""
    pointer = folder / "resume" / "state.json"
    end = time.monotonic() + seconds
    while True:
        if pointer.exists() and json.loads(pointer.read_text())["turn"] >= turn:
            found: dict[str, Any] = json.loads(pointer.read_text())
            return found
        assert driver.poll() is None and time.monotonic() < end, f"no turn {turn} in {folder}"
        time.sleep(0.1)
