"""What training on Ray costs a decision, and how fast it is with 1, 2 and 4 runners.

    .venv-ray/bin/python benchmarks/ray_scaling.py [PRESET]

prints one JSON object: the figures of docs/scaling.md. Times of the parts are processor times, so
that they hold on a busy machine too; speeds are by the clock.
"""

import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ray
import torch
from ray.rllib.policy.sample_batch import MultiAgentBatch, SampleBatch
from ray.rllib.utils.metrics import NUM_ENV_STEPS_SAMPLED_LIFETIME

from warfront_training.on_ray.algorithm import new_config
from warfront_training.on_ray.cluster import STORE
from warfront_training.on_ray.columns import size_of
from warfront_training.on_ray.learner import LeagueLearner, new_task
from warfront_training.on_ray.learners import RayLearners
from warfront_training.on_ray.runner import LearnerGames, Orders
from warfront_training.presets import Preset, load_preset
from warfront_training.train import new_run

RUNNERS = (1, 2, 4)


class Clock:
    """Processor time spent in some calls."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def timed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, its time counted."""

        def call(*given: Any, **named: Any) -> Any:
            begun = time.process_time()
            try:
                return function(*given, **named)
            finally:
                self.seconds += time.process_time() - begun

        return call


def parts(preset: Preset) -> dict[str, float]:
    """Microseconds and bytes a decision of each part, without Ray."""
    torch.set_num_threads(1)
    task = new_task(preset)
    game = task.game()
    config = new_config(task, preset.steps, 1, 0)
    learner = LeagueLearner(config=config, module_spec=config.rl_module_spec)
    learner.build()
    games = LearnerGames(task, game, "axis", preset.games, 1)
    games.begin_turn(Orders(0, 0, None, None, [], {}, {"axis": {}}), learner.policies(), 1)
    state = learner.states()["axis"]
    games.collect(state, 1)  # warm
    engine, inference, whole = Clock(), Clock(), Clock()
    games._env.advance = engine.timed(games._env.advance)
    games._module.net.act = inference.timed(games._module.net.act)
    columns = whole.timed(games.collect)(state, 2)
    n = len(columns["seats"])
    batch = MultiAgentBatch({"axis": SampleBatch(columns)}, env_steps=n)
    learning = Clock()
    update = learning.timed(learner.update)
    for _ in range(2):
        learning.seconds = 0.0
        update(
            batch=batch, timesteps={NUM_ENV_STEPS_SAMPLED_LIFETIME: 0}, num_epochs=preset.epochs,
            minibatch_size=preset.batch, shuffle_batch_per_epoch=True,
        )  # fmt: skip
    weights = sum(array.nbytes for array in state.values())
    return {
        "engine_us": 1e6 * engine.seconds / n,
        "inference_us": 1e6 * inference.seconds / n,
        "rest_of_runner_us": 1e6 * (whole.seconds - engine.seconds - inference.seconds) / n,
        "learner_us": 1e6 * learning.seconds / n,
        "bytes_a_decision": size_of(columns) / n,
        "bytes_of_weights": weights,
    }


def speed(preset: Preset, runners: int) -> dict[str, float]:
    """A turn with so many runners, after a first one that is not counted."""
    with tempfile.TemporaryDirectory() as folder:
        changed = load_preset(
            preset.name, ["trainer=rllib", f"runners={runners}", "updates_per_turn=2"]
        )
        run = new_run(changed, Path(folder) / "run")
        learners = RayLearners(list(run.seats), changed, run.folder, run.turns * run.turn_steps)
        policies = learners.call("weights", dict.fromkeys(run.seats, ()))
        for turn in range(2):
            cpu = time.process_time()
            given: Any = (turn, policies, [], {})
            learners.call("take_turn", dict.fromkeys(run.seats, given))
            cpu = time.process_time() - cpu
        updates = learners.updates
        learners.close()
    decisions = sum(sum(update.decisions.values()) for update in updates)
    sampling = sum(update.sampling for update in updates)
    learning = sum(update.learning for update in updates)
    return {
        "runners": runners,
        "decisions": decisions,
        "decisions_per_second": decisions / (sampling + learning),
        "learner_idle": sampling / (sampling + learning),
        "bytes_a_decision": sum(update.moved for update in updates) / decisions,
        "runner_cpu_us": 1e6 * sum(update.cpu for update in updates) / decisions,
        "driver_cpu_us": 1e6 * cpu / decisions,
    }


def main() -> None:
    """Measure and print."""
    preset = load_preset(sys.argv[1] if len(sys.argv) > 1 else "quickstart", ["trainer=rllib"])
    found: dict[str, Any] = {"preset": preset.name, "parts": parts(preset), "speed": []}
    print(json.dumps(found["parts"]), file=sys.stderr)
    for runners in RUNNERS:
        ray.init(num_cpus=max(RUNNERS), object_store_memory=STORE, include_dashboard=False)
        found["speed"].append(speed(preset, runners))
        ray.shutdown()
        print(json.dumps(found["speed"][-1]), file=sys.stderr)
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
