"""Independent pieces of work on a cluster, each with an answer that does not depend on where."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import ray
from ray.exceptions import RayTaskError

from warfront.game import BadInput

TRIES = 5  # of a piece of work whose node or process dies


def spread(work: Callable[..., Any], shared: Any, pieces: Sequence[Any]) -> Iterator[Any]:
    """Answers of `work(shared, piece)` as they come; each piece takes one CPU of the cluster.

    A piece whose process or node dies is begun anew elsewhere.

    Raises:
        Exception: What the work raised, as it was.
    """
    common = ray.put(shared)
    task = ray.remote(num_cpus=1, max_retries=TRIES)(work)
    waiting = [task.remote(common, piece) for piece in pieces]
    try:
        while waiting:
            (ready,), waiting = ray.wait(waiting, num_returns=1)
            yield answer(ready)
    finally:
        for left in waiting:
            ray.cancel(left, force=True)


def answer(reference: Any) -> Any:
    """What a piece of work answered; what it raised is raised as it was."""
    try:
        return ray.get(reference)
    except RayTaskError as error:
        raise error.cause from None


def check_version(there: str, here: str) -> None:
    """Refuse a node that plays another version of the game than the one who asks.

    Raises:
        BadInput: Names the node.
    """
    if there != here:
        node = ray.util.get_node_ip_address()
        raise BadInput(
            f"the node {node} plays version {there} of the game, this machine {here}: "
            "install the same warfront on all nodes"
        )
