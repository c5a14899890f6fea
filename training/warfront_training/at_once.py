"""Several questions at a time, answered in the order in which they were asked."""

import contextlib
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")


def each(function: Callable[[T], R], items: Sequence[T], at_once: int = 1) -> Iterator[R]:
    """`function` of every item in turn, so many of them at once.

    The threads only wait for work done elsewhere. They die with the process, so that a broken off
    one need not wait for them. Where one item fails, or the caller stops, no other is begun.

    Raises:
        Exception: What the function raised for the first item that failed.
    """
    if at_once < 2 or len(items) < 2:
        yield from map(function, items)
        return
    asked: queue.SimpleQueue[int] = queue.SimpleQueue()
    for number in range(len(items)):
        asked.put(number)
    answers: list[queue.SimpleQueue[Any]] = [queue.SimpleQueue() for _ in items]

    def answer() -> None:
        while True:
            try:
                number = asked.get_nowait()
            except queue.Empty:
                return
            try:
                answers[number].put((function(items[number]), None))
            except Exception as error:
                answers[number].put((None, error))

    for _ in range(min(at_once, len(items))):
        threading.Thread(target=answer, daemon=True).start()
    try:
        for place in answers:
            result, error = _wait(place)
            if error is not None:
                raise error
            yield result
    finally:
        with contextlib.suppress(queue.Empty):
            while True:
                asked.get_nowait()


def _wait(place: "queue.SimpleQueue[Any]") -> Any:
    """What comes there; waiting in short turns lets the main thread be interrupted anywhere."""
    while True:
        try:
            return place.get(timeout=0.5)
        except queue.Empty:
            continue
