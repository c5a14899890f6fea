"""Learners in processes of their own: they train side by side, each on one core.

Two learners with one thread each use two cores better than one with two: a small network's threads
spend their time waiting for each other, above all when another program wants a core too.
"""

import contextlib
import multiprocessing
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import torch

from warfront.game import BadInput
from warfront_agents.checkpoint import Weights
from warfront_training.league import Record, Snapshot
from warfront_training.learner import TurnResult, new_learner
from warfront_training.presets import Preset


class Workers(Protocol):
    """The learners of a run, wherever they live."""

    def call(self, method: str, arguments: dict[str, tuple[Any, ...]]) -> dict[str, Any]:
        """Call a method of each named learner; all of them work at once. Returns by learner."""

    def close(self) -> None:
        """Let them go."""


# Starts learners: their names, the preset, the run's folder, each one's decisions in all.
Start = Callable[[list[str], Preset, Path, int], Workers]


class InlineWorkers:
    """All learners in this process, one after the other."""

    def __init__(
        self, names: list[str], preset: Preset, folder: Path, total: int, threads: int
    ) -> None:
        """Make them; each computes on so many threads."""
        torch.set_num_threads(threads)
        self._learners = {name: new_learner(name, preset, folder, total) for name in names}

    def call(self, method: str, arguments: dict[str, tuple[Any, ...]]) -> dict[str, Any]:
        """Call a method of each named learner."""
        return {name: getattr(self._learners[name], method)(*a) for name, a in arguments.items()}

    def close(self) -> None:
        """Let them go."""
        for learner in self._learners.values():
            learner.close()


class ProcessWorkers:
    """Learners spread over processes."""

    def __init__(
        self, names: list[str], preset: Preset, folder: Path, total: int, processes: int
    ) -> None:
        """Start the processes."""
        context = multiprocessing.get_context("spawn")
        self._pipes = []
        self._processes = []
        self._home = {name: k % processes for k, name in enumerate(names)}
        for k in range(processes):
            here, there = context.Pipe()
            mine = [name for name in names if self._home[name] == k]
            process = context.Process(
                target=_serve,
                args=(there, mine, preset, folder, total, preset.threads // processes),
                daemon=True,
            )
            process.start()
            there.close()
            self._pipes.append(here)
            self._processes.append(process)

    def call(self, method: str, arguments: dict[str, tuple[Any, ...]]) -> dict[str, Any]:
        """Call a method of each named learner; the processes work at once.

        Raises:
            ChildProcessError: A process has died; what failed in it is raised as it was.
        """
        results: dict[str, Any] = {}
        try:
            for k, pipe in enumerate(self._pipes):
                pipe.send((method, {n: a for n, a in arguments.items() if self._home[n] == k}))
            answers = [pipe.recv() for pipe in self._pipes]
        except (EOFError, ConnectionError) as error:
            raise ChildProcessError(
                "a learner's process has died (out of memory?): go on with --resume, "
                "perhaps with fewer threads"
            ) from error
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
            results.update(answer)
        return results

    def close(self) -> None:
        """End the processes."""
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join(timeout=10)
            if process.is_alive():
                process.terminate()


def _serve(
    pipe: Any, names: list[str], preset: Preset, folder: Path, total: int, threads: int
) -> None:
    """The life of a process: make the learners, then answer calls until the pipe closes."""
    learners = InlineWorkers(names, preset, folder, total, threads)
    with contextlib.suppress(EOFError, BrokenPipeError, KeyboardInterrupt):  # the run is over
        while True:
            method, arguments = pipe.recv()
            try:
                answer: Any = learners.call(method, arguments)
            except BadInput as error:
                answer = error
            except Exception as error:
                answer = RuntimeError(f"a learner failed: {error!r}")
            pipe.send(answer)


def start_workers(names: list[str], preset: Preset, folder: Path, total: int) -> Workers:
    """The learners of a run in as many processes as the preset has threads.

    Threads that are left over go to the processes, to compute on.
    """
    processes = min(preset.threads, len(names))
    if processes == 1:
        return InlineWorkers(names, preset, folder, total, preset.threads)
    return ProcessWorkers(names, preset, folder, total, processes)


def take_turns(
    workers: Workers,
    turn: int,
    latest: dict[str, Weights],
    snapshots: list[Snapshot],
    records: dict[str, Record],
) -> dict[str, TurnResult]:
    """One turn of every learner, all against the policies as they stood before it."""
    return workers.call(
        "take_turn",
        {name: (turn, latest, snapshots, records.get(name, {})) for name in latest},
    )
