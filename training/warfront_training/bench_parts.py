"""What `warfront bench` measures; each part runs in a process of its own (PART SEED OPTIONS).

A part prints one JSON object of figures. Heavy modules are imported where they are needed, so that
the start of a process is measured with the game alone.
"""

import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import warfront
from warfront.compiled import kernel
from warfront.game import BadInput

SECONDS = 1.5  # of each measurement
# Games of the batch that serves a game best: handing half of it to a second thread costs tens of
# microseconds, and more states than the caches hold cost more.
GAMES = {"battlecards": 512, "spring1942": 256}
STAFF_MATCH = {"spring1942": 48}  # whole games where one takes thousands of decisions
STAFF_WARM_UP = 600  # steps: about two games, so that games end at any step of the measurement
Figures = dict[str, float]


def play_aec(env: Any, seed: int) -> Figures:
    """Agent-steps a second of random legal play, observation and mask read at every step."""
    rng = np.random.default_rng(seed)
    picks = rng.random(4096).tolist()
    steps = 0
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        env.reset(seed=int(rng.integers(2**31)))
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[int(picks[steps % 4096] * len(legal))]))
            steps += 1
    return {"steps": steps / (time.perf_counter() - start)}


def aec_raw(seed: int, options: dict[str, Any]) -> Figures:
    """Our AEC environment."""
    from warfront.aec import AllianceAEC

    env = AllianceAEC(**options)
    env.reset(seed=seed)
    env.observe(env.agent_selection)
    return play_aec(env, seed)


def aec_env(seed: int, options: dict[str, Any]) -> Figures:
    """Our AEC environment with its checks."""
    from warfront.aec import CheckedAEC

    env = CheckedAEC(**options)
    env.reset(seed=seed)
    env.observe(env.agent_selection)
    return play_aec(env, seed)


def connect_four(wrapped: bool) -> Any:
    """PettingZoo's connect_four_v3, as it comes or in its wrappers.

    Raises:
        BadInput: PettingZoo's classic games cannot be imported.
    """
    try:
        from pettingzoo.classic import connect_four_v3
    except ImportError as error:
        raise BadInput(f"no connect_four to compare with ({error}): pip install pygame") from error
    made: Any = connect_four_v3
    return made.env() if wrapped else made.raw_env()


def batch(seed: int, options: dict[str, Any]) -> Figures:
    """Decisions and whole games a second of a batch, on one thread and on two."""
    figures: Figures = {}
    n = GAMES[options["name"]]
    for threads in (1, 2):
        games = warfront.make_batch(**options, n=n, threads=threads, seed=seed)
        games.reset()
        real = 0
        for _ in range(200):
            games.step_random()
            real += int((games.masks.sum(axis=1) > 1).sum())
        share = real / (200 * n)  # decisions with two or more legal actions
        before, ended, start = games.counts.sum(), games.games.sum(), time.perf_counter()
        while time.perf_counter() - start < 2 * SECONDS:
            for _ in range(50):
                games.step_random()
        passed = time.perf_counter() - start
        figures[f"decisions_{threads}"] = float(games.counts.sum() - before) / passed * share
        figures[f"games_{threads}"] = float(games.games.sum() - ended) / passed
        games.close()
    return figures


def staff(seed: int, options: dict[str, Any]) -> Figures:
    """Whole games a second that the scripted staff plays against itself, on two threads."""
    made = dict(options)
    name = made.pop("name")
    if name in STAFF_MATCH:
        return _staff_match(seed, name, made, STAFF_MATCH[name])
    from warfront_agents.agent import make_agent

    games: Any = warfront.make_batch(name, n=GAMES[name], threads=2, seed=seed, **made)
    games.reset()
    agent = make_agent("staff", games.game, seed)

    def play(steps: int) -> None:
        for _ in range(steps):
            games.step(agent.act_batch(games.observations, games.masks, games.seats))

    play(STAFF_WARM_UP)
    ended, begun = games.games.sum(), time.perf_counter()
    while time.perf_counter() - begun < 2 * SECONDS:
        play(50)
    figures = {"games": float(games.games.sum() - ended) / (time.perf_counter() - begun)}
    games.close()
    return figures


def _staff_match(seed: int, name: str, options: dict[str, Any], games: int) -> Figures:
    from warfront_training.match import play_match, sides_seating

    seating = [sides_seating(warfront.make_game(name, **options), "staff", "staff")]
    play_match(name, options, seating, 2, seed)  # compiles what is not compiled yet
    return {"games": games / play_match(name, options, seating, games, seed)[0].seconds}


@kernel
def copy_states(target: Any, source: Any, rounds: int) -> None:
    """Copy every state of a batch so many times."""
    for _ in range(rounds):
        for i in range(len(source)):
            target[i] = source[i]


def copy(seed: int, options: dict[str, Any]) -> Figures:
    """Nanoseconds a copy of a state takes in compiled code."""
    games = warfront.make_batch(**options, n=64, seed=seed)
    games.reset()
    target = games.game.new_states(64)
    copy_states(target, games.states, 1)
    start = time.perf_counter()
    copy_states(target, games.states, 2000)
    return {"nanoseconds": (time.perf_counter() - start) / (2000 * 64) * 1e9}


def start(seed: int, options: dict[str, Any]) -> Figures:
    """One step of a game and of a batch; the caller holds the watch."""
    games = warfront.make_batch(**options, n=2, seed=seed)
    games.reset()
    games.step_random()
    state = games.game.new(seed)
    games.game.step(state, int(games.game.legal_mask(state).argmax()))
    games.game.observe(state, 0)
    return {"now": time.time()}


def _timed(call: Callable[..., Any], spent: list[float]) -> Callable[..., Any]:
    def timed(*args: Any) -> Any:
        begun = time.process_time()
        try:
            return call(*args)
        finally:
            spent[0] += time.process_time() - begun

    return timed


def train(seed: int, options: dict[str, Any], *changes: str) -> Figures:
    """Learner decisions a second of preset quickstart, and the environment's share of the time."""
    import torch

    from warfront_training.learner import new_learner
    from warfront_training.presets import load_preset

    torch.set_num_threads(1)
    preset = load_preset("quickstart", [f"seed={seed}", "updates_per_turn=3", *changes])
    with tempfile.TemporaryDirectory() as folder:
        learner = new_learner("axis", preset, Path(folder), preset.steps)
        latest = dict.fromkeys(("axis", "allies"), learner.weights())
        warm = learner.take_turn(0, latest, [], {})
        spent = [0.0]
        games: Any = learner.env.batch
        games.step = _timed(games.step, spent)
        begun, cpu = time.perf_counter(), time.process_time()
        turn = learner.take_turn(1, latest, [], {})
        passed, used = time.perf_counter() - begun, time.process_time() - cpu
        learner.close()
    return {
        "decisions": (turn.steps - warm.steps) / passed,
        "environment": spent[0] / used,
    }


def train_connect_four(seed: int, options: dict[str, Any]) -> Figures:
    """Learner decisions a second around connect_four: one environment in the usual wrapper."""
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.logger import Logger

    from warfront_training.bench_baseline import OneSeatEnv
    from warfront_training.presets import load_preset
    from warfront_training.sb3_policy import networks_of

    torch.set_num_threads(1)
    preset = load_preset("quickstart")
    env = OneSeatEnv(connect_four(wrapped=True))
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=preset.batch,
        batch_size=preset.batch,
        n_epochs=preset.epochs,
        policy_kwargs=networks_of(preset),
        seed=seed,
        device="cpu",
    )
    # its own logger makes a folder for temporary files and leaves it there
    model.set_logger(Logger(folder=None, output_formats=[]))
    begun = time.perf_counter()
    model.learn(preset.batch)
    return {"decisions": preset.batch / (time.perf_counter() - begun)}


PARTS: dict[str, Callable[[int, dict[str, Any]], Figures]] = {
    "connect_four_raw": lambda seed, _: play_aec(connect_four(wrapped=False), seed),
    "aec_raw": aec_raw,
    "connect_four_env": lambda seed, _: play_aec(connect_four(wrapped=True), seed),
    "aec_env": aec_env,
    "batch": batch,
    "staff": staff,
    "copy": copy,
    "start": start,
    "train": train,
    "train_sb3": lambda seed, options: train(seed, options, "trainer=sb3"),
    "train_connect_four": train_connect_four,
}


def main() -> int:
    """Measure the part that the command line names."""
    name, seed, options = sys.argv[1:]
    try:
        print(json.dumps(PARTS[name](int(seed), json.loads(options))))
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
