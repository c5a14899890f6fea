"""The processes of the learners."""

from multiprocessing import Pipe

import pytest

from warfront_training.workers import ProcessWorkers


@pytest.mark.parametrize("asked", [False, True])
def test_a_process_that_died_is_named_with_the_way_to_go_on(asked: bool) -> None:
    """Before it is called, or while it works: never silence, never a bare traceback."""
    here, there = Pipe()
    workers = ProcessWorkers.__new__(ProcessWorkers)
    workers._pipes, workers._processes, workers._home = [here], [], {"axis": 0}
    if asked:
        here.send(("layers", {}))
        there.recv()
    there.close()
    with pytest.raises(ChildProcessError, match=r"has died .*: go on with --resume"):
        workers.call("layers", {"axis": ()})
