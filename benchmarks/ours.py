"""What warfront does in a second; run in warfront's environment: `ours.py PART SECONDS SEED`.

The work is that of `peers.py`: uniformly random legal play of whole games, mask and full
observation written at every decision. Only decisions with two or more legal actions count. A part
is `batch/GAME/OPTIONS/GAMES/THREADS`, `rounds/GAME/OPTIONS`, `where/GAME/OPTIONS` or `copy/`, with
options as a JSON object.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import warfront
from warfront.battlecards import engine as battlecards_engine
from warfront.compiled import kernel
from warfront.spring1942 import engine as spring1942_engine

Figures = dict[str, Any]
ENGINES: dict[str, Any] = {"battlecards": battlecards_engine, "spring1942": spring1942_engine}
WARM_UP = 300_000  # decisions, so that games have left their openings (but in the largest batches)
SLICE = 100  # steps of all games: few games end in them


def steady(
    name: str, options: dict[str, Any], n: int, threads: int, seed: int
) -> tuple[Any, float]:
    """A batch in the middle of its games, and the share of decisions with a choice."""
    batch: Any = warfront.make_batch(name, n=n, threads=threads, seed=seed, **options)
    batch.reset()
    real = seen = 0
    for _ in range(min(20_000, max(50, WARM_UP // n))):
        batch.step_random()
        real += int((batch.masks.sum(axis=1) > 1).sum())
        seen += n
    return batch, real / seen


def bytes_of(batch: Any) -> Figures:
    return {
        "actions": batch.spec.num_actions,
        "observation": batch.spec.observation_size,
        "state_bytes": batch.states.itemsize,
        "game_bytes": sum(value.nbytes for value in vars(batch).values() if _is_array(value))
        // batch.n,
    }


def play(part: str, seconds: float, seed: int) -> Figures:
    """`batch/GAME/OPTIONS/GAMES/THREADS`."""
    name, options, n, threads = part.split("/")
    batch, share = steady(name, json.loads(options), int(n), int(threads), seed)
    before, ended, begun = batch.counts.sum(), batch.games.sum(), time.perf_counter()
    steps = max(1, 4096 // int(n))
    while (spent := time.perf_counter() - begun) < seconds:
        for _ in range(steps):
            batch.step_random()
    return {
        "decisions": float(batch.counts.sum() - before) * share,
        "games": int(batch.games.sum() - ended),
        "seconds": spent,
        **bytes_of(batch),
    }


def rounds(part: str, seconds: float, seed: int) -> Figures:
    """`rounds/GAME/OPTIONS`: decisions a second by the round that the games are in."""
    name, options = part.split("/")
    spent: dict[int, float] = {}
    real: dict[int, int] = {}
    stop = time.perf_counter() + 4 * seconds
    while time.perf_counter() < stop:
        batch: Any = warfront.make_batch(name, n=64, seed=seed, **json.loads(options))
        batch.reset()
        seed += 1
        _time_rounds(batch, spent, real)
    return {"by_round": {str(k): real[k] / spent[k] for k in sorted(spent) if spent[k] > 0.05}}


def _time_rounds(batch: Any, spent: dict[int, float], real: dict[int, int]) -> None:
    """Add seconds and decisions by round, until the first of the games has ended."""
    while not batch.games.any():
        now = round(float(batch.states["game_round"].mean()))
        begun = time.perf_counter()
        for _ in range(20):
            batch.step_random()
        spent[now] = spent.get(now, 0.0) + time.perf_counter() - begun
        real[now] = real.get(now, 0) + 20 * int((batch.masks.sum(axis=1) > 1).sum())


def where(part: str, seconds: float, seed: int) -> Figures:
    """`where/GAME/OPTIONS`: nanoseconds a decision by what they are spent on, one thread."""
    name, options = part.split("/")
    batch, share = steady(name, json.loads(options), 256, 1, seed)
    engine, tables = ENGINES[name], batch.game.tables
    mask_one, observe_one, step_one = engine.mask_one, engine.observe_one, engine.step_one

    @kernel
    def masks_all(tables: Any, states: Any, masks: Any, times: int) -> None:
        for _ in range(times):
            for i in range(len(states)):
                mask_one(tables, states, i, masks[i])

    @kernel
    def observe_all(tables: Any, states: Any, seats: Any, out: Any, times: int) -> None:
        for _ in range(times):
            for i in range(len(states)):
                observe_one(tables, states, i, seats[i], out[i])

    @kernel
    def step_all(tables: Any, states: Any, masks: Any, actions: Any) -> None:
        for i in range(len(states)):
            step_one(tables, states, i, masks[i], actions[i])

    def step_blind() -> None:
        batch.random_actions()
        step_all(tables, batch.states, batch.masks, batch.actions)

    spent = {
        what: _replayed(batch, step, seconds)
        for what, step in (
            ("random choice", batch.random_actions),
            ("blind", step_blind),
            ("whole step", batch.step_random),
        )
    }
    chosen, blind, whole = spent["random choice"], spent["blind"], spent["whole step"]
    alone: dict[str, Callable[[int], None]] = {
        "a whole mask": lambda k: masks_all(tables, batch.states, batch.masks, k),
        "a whole observation": lambda k: observe_all(
            tables, batch.states, batch.seats, batch.observations, k
        ),
        "a copy of the state": lambda k: copy_all(batch.states.copy(), batch.states, k),
    }
    draws, each = draws_of(batch)
    return {
        "draws": {"a decision": draws, "nanoseconds": draws * each},
        "nanoseconds": {
            "random choice": chosen,
            "move, chance and the next mask": blind - chosen,
            "observation and returns": whole - blind,
            "whole step": whole,
        },
        "alone": {what: _each(look, batch.n, seconds / 4) for what, look in alone.items()},
        "share_with_choice": share,
        "bytes_written": batch.spec.num_actions + batch.spec.observation_size,
    }


def _replayed(batch: Any, step: Callable[[], Any], seconds: float) -> float:
    """Nanoseconds a decision: the median of slices of the same positions; the batch stands again as
    it did."""
    kept = {key: value.copy() for key, value in vars(batch).items() if _is_array(value)}
    slices: list[float] = []
    stop = time.perf_counter() + seconds
    while len(slices) < 3 or time.perf_counter() < stop:
        begun = time.perf_counter()
        for _ in range(SLICE):
            step()
        slices.append((time.perf_counter() - begun) / SLICE / batch.n * 1e9)
        for key, value in kept.items():
            getattr(batch, key)[...] = value
    return statistics.median(slices[1:])  # the first compiles


@kernel
def next_word(word: Any) -> Any:
    """What both games draw next from their generator, xorshift64."""
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    return word ^ word << np.uint64(17)


@kernel
def count_draws(before: Any, after: Any) -> int:
    """Draws between generators [n] before and after."""
    count = 0
    for i in range(len(before)):
        word = before[i]
        while word != after[i]:
            word = next_word(word)
            count += 1
    return count


@kernel
def draw_all(words: Any, times: int) -> None:
    for i in range(len(words)):
        for _ in range(times):
            words[i] = next_word(words[i])


def draws_of(batch: Any) -> tuple[float, float]:
    """Draws a decision (dice, cards), and nanoseconds a draw."""
    count = seen = 0
    for _ in range(SLICE):
        before = batch.states["rng"].copy()
        batch.step_random()
        goes_on = ~(batch.terminated | batch.truncated)  # a new game has a generator of its own
        count += count_draws(before[goes_on], batch.states["rng"][goes_on].copy())
        seen += int(goes_on.sum())
    words = batch.states["rng"].copy()
    return count / seen, _each(lambda k: draw_all(words, k), batch.n, 0.1)


def _is_array(value: Any) -> bool:
    return isinstance(value, np.ndarray)


def _each(look: Callable[[int], None], n: int, seconds: float) -> float:
    """Nanoseconds a game."""
    look(1)  # compiles
    times = 1
    while True:
        begun = time.perf_counter()
        look(times)
        if (spent := time.perf_counter() - begun) > seconds:
            return spent / times / n * 1e9
        times *= 2


@kernel
def copy_all(target: Any, source: Any, times: int) -> None:
    """Copy every state so many times."""
    for _ in range(times):
        for i in range(len(source)):
            target[i] = source[i]


def copy(part: str, seconds: float, seed: int) -> Figures:
    """`copy/`: bytes a second that one thread writes of what the caches hold, and of what not."""
    figures: Figures = {}
    for what, size in (("in the caches", 1 << 18), ("in memory", 1 << 28)):
        source, target = np.ones(size, np.uint8), np.zeros(size, np.uint8)
        np.copyto(target, source)  # a page's first touch is the system's work, not the copy's
        begun, times = time.perf_counter(), 0
        while time.perf_counter() - begun < seconds / 2:
            np.copyto(target, source)
            times += 1
        figures[what] = times * size / (time.perf_counter() - begun)
    return {"bytes_a_second": figures}


PARTS = {"batch": play, "rounds": rounds, "where": where, "copy": copy}

if __name__ == "__main__":
    kind, _, rest = sys.argv[1].partition("/")
    print(json.dumps(PARTS[kind](rest, float(sys.argv[2]), int(sys.argv[3]))))
