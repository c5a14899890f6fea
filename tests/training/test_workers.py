"""The processes of the learners."""

from multiprocessing import Pipe
from threading import Thread

import pytest

from warfront_training.workers import ProcessWorkers


@pytest.mark.parametrize("at_work", [False, True])
def test_a_process_that_died_is_named_with_the_way_to_go_on(at_work: bool) -> None:
    """Before it is called, or while it works: never silence, never a bare traceback."""
    here, there = Pipe()
    workers = ProcessWorkers.__new__(ProcessWorkers)
    workers._pipes, workers._processes, workers._home = [here], [], {"axis": 0}

    def die() -> None:
        if at_work:
            there.recv()
        there.close()

    thread = Thread(target=die)
    thread.start()
    if not at_work:
        thread.join()
    with pytest.raises(ChildProcessError, match=r"has died .*: go on with --resume"):
        workers.call("layers", {"axis": ()})
    thread.join()
