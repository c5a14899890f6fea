"""Threads that lend a batch a hand: each does one job at a time and then waits for the next."""

import threading
from collections.abc import Callable

Job = Callable[[], None]


class Helper:
    """A thread for jobs of well under a millisecond.

    Two locks hand a job over and back in a third of the time a thread pool takes, which would be
    felt at every step of a batch.
    """

    def __init__(self, name: str) -> None:
        """Start the thread; it ends with `close` or with the process."""
        self._given, self._finished = threading.Lock(), threading.Lock()
        self._given.acquire()
        self._finished.acquire()
        self._job: Job | None = None
        self._error: BaseException | None = None
        threading.Thread(target=self._serve, name=name, daemon=True).start()

    def start(self, job: Job) -> None:
        """Hand over a job; `wait` must be called before the next."""
        self._job = job
        self._given.release()

    def wait(self) -> None:
        """Wait until the job is done; raises what it raised."""
        self._finished.acquire()
        error, self._error = self._error, None
        if error is not None:
            raise error

    def close(self) -> None:
        """End the thread; it must have nothing to do."""
        self._given.release()

    def _serve(self) -> None:
        while True:
            self._given.acquire()
            job, self._job = self._job, None
            if job is None:
                return
            try:
                job()
            except BaseException as error:
                self._error = error
            del job  # it holds on to a batch
            self._finished.release()
