"""Lessons on a cluster, each part by itself: runner, learner, counters; no cluster is started."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import torch

from warfront.game import BadInput
from warfront_training.presets import load_preset
from warfront_training.torch_ppo.learner import teacher_share
from warfront_training.train import new_run

pytestmark = pytest.mark.ray

TAUGHT = [
    *("trainer=rllib", "game=skirmish", "theatres=[]", "games=16", "decisions=12", "epochs=4"),
    *("batch=96", "trunk=24", "layers=[16]", "learning_rate=0.01", "updates_per_turn=2"),
    *("teacher=toy:HighestAgent", "lessons=1000", "pool={}", "pool.random=1"),
    'baselines=["random"]',
]


@pytest.fixture
def task() -> Iterator[Any]:
    from warfront_training.on_ray.learner import new_task

    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # as in a runner: the networks are small
    yield new_task(load_preset("quickstart", TAUGHT))
    torch.set_num_threads(threads)


def new_learner(task: Any) -> Any:
    from warfront_training.on_ray.algorithm import new_config
    from warfront_training.on_ray.learner import LeagueLearner

    config = new_config(task, 10_000, 1, 0)
    learner = LeagueLearner(config=config, module_spec=config.rl_module_spec)
    learner.build()
    return learner


def new_games(task: Any, learner: Any) -> Any:
    from warfront_training.on_ray.runner import LearnerGames, Orders

    games = LearnerGames(task, task.game(), "axis", 16, 1)
    orders = Orders(0, 0, None, None, [], {}, {"axis": {}, "allies": {}})
    games.begin_turn(orders, learner.policies(), 1)
    return games


def many(columns: Any) -> Any:
    from ray.rllib.policy.sample_batch import MultiAgentBatch, SampleBatch

    part = SampleBatch(columns)
    return MultiAgentBatch({"axis": part}, env_steps=part.count)


def as_learned(learner: Any, columns: Any) -> Any:
    """The columns as the learner's module reads them."""
    from ray.rllib.core.learner.training_data import TrainingData

    return learner._make_batch_if_necessary(TrainingData(batch=many(columns)))["axis"]


def learned(learner: Any, columns: Any, minibatch: int = 96) -> dict[str, float]:
    from warfront_training.on_ray.learner import figures_of

    results = learner.update(batch=many(columns), num_epochs=4, minibatch_size=minibatch)
    return figures_of(results["axis"], "lesson" in columns)


def test_a_lesson_of_a_runner_holds_what_the_teacher_says(task: Any) -> None:
    learner = new_learner(task)
    games = new_games(task, learner)
    weights = learner.states()["axis"]
    lesson = games.collect(weights, 1, 0.5)
    batch = as_learned(learner, lesson)
    highest = [int(np.flatnonzero(row)[-1]) for row in batch["action_mask"].numpy()]
    assert batch["actions"].tolist() == highest
    assert batch["lesson"].all() and len(batch["lesson"]) == len(highest)
    plain = games.collect(weights, 2)
    assert "lesson" not in plain and plain.keys() < lesson.keys()
    assert "lesson" not in as_learned(learner, plain)


def test_estimates_are_read_in_runners_and_learner_alike() -> None:
    """A map's features with what the staff reckons: as many there as here, and the same ones."""
    from warfront_agents.features import Features
    from warfront_training.on_ray.columns import with_zeros
    from warfront_training.on_ray.learner import new_task
    from warfront_training.on_ray.module import SEATS

    map_ = ["encoder=board", "estimates=true", "teacher=staff", "lessons=1000", "shaping=0"]
    small = ["games=4", "decisions=4", "trunk=16", "layers=[16]", "pool={}", "pool.random=1"]
    task = new_task(load_preset("spring1942-mini", ["trainer=rllib", *map_, *small]))
    learner = new_learner(task)
    lesson = new_games(task, learner).collect(learner.states()["axis"], 1, 0.5)
    batch = as_learned(learner, lesson)
    game = task.game()
    seats = [game.spec.seats.index(name) for name in game.spec.sides["axis"]]
    raw = with_zeros(lesson, game.spec.observation_size)
    wanted = Features(game, estimates=True)(raw, np.array(seats, np.int8)[lesson[SEATS]])
    assert wanted.shape[1] > Features(game).size
    assert np.array_equal(batch["obs"].numpy(), wanted)


def test_the_loss_of_a_lesson_is_the_teacher_s_surprise(task: Any) -> None:
    learner = new_learner(task)
    batch = as_learned(learner, new_games(task, learner).collect(learner.states()["axis"], 1, 1.0))
    module = learner.module["axis"].unwrapped()
    given = module.forward_train(batch)
    config = learner.config.get_config_for_module("axis")
    loss = float(
        learner.compute_loss_for_module(
            module_id="axis", config=config, batch=batch, fwd_out=given
        ).detach()
    )
    logs = torch.log_softmax(given["action_dist_inputs"].detach(), dim=1)
    unlike = -logs.gather(1, batch["actions"][:, None]).mean()
    missed = (module.compute_values(batch).detach() - batch["value_targets"]).square().mean()
    assert loss == pytest.approx(float(unlike + task.preset.value_weight * missed), rel=1e-5)
    figures = learned(learner, new_games(task, learner).collect(learner.states()["axis"], 1, 1.0))
    assert figures["lesson_loss"] > 0 and "policy_loss" not in figures


def test_the_lesson_loss_that_is_logged_is_the_mean_of_the_last_pass() -> None:
    """Nothing is learned at this rate, so the mean of a pass is that of the whole rollout."""
    from warfront_training.on_ray.learner import new_task

    task = new_task(load_preset("quickstart", [*TAUGHT, "learning_rate=1e-12"]))
    learner = new_learner(task)
    columns = new_games(task, learner).collect(learner.states()["axis"], 1, 1.0)
    batch = as_learned(learner, columns)
    given = learner.module["axis"].unwrapped().forward_train(batch)
    logs = torch.log_softmax(given["action_dist_inputs"].detach(), dim=1)
    unlike = -logs.gather(1, batch["actions"][:, None]).numpy()[:, 0]
    first, last = np.split(unlike, 2)  # a pass is two minibatches
    assert abs(first.mean() - last.mean()) > 1e-3
    told = learned(learner, columns, len(last))["lesson_loss"]
    assert told == pytest.approx(unlike.mean(), rel=1e-5)


def test_lessons_are_learned_and_then_comes_ppo(task: Any) -> None:
    learner = new_learner(task)
    games = new_games(task, learner)
    losses = []
    for turn in range(4):
        columns = games.collect(learner.states()["axis"], turn, 1 - turn / 4)
        losses.append(learned(learner, columns)["lesson_loss"])
    assert losses[-1] < 0.7 * losses[0]
    after = learned(learner, games.collect(learner.states()["axis"], 7))
    assert "lesson_loss" not in after and np.isfinite(after["policy_loss"])


class Group:
    """A learner group of one learner, here."""

    def __init__(self, learner: Any) -> None:
        self._learner = learner

    def foreach_learner(self, question: Any, **given: Any) -> Any:
        from ray.rllib.utils.actor_manager import CallResult, ResultOrError

        return [CallResult(0, ResultOrError(question(self._learner, **given)), "")]


class Algorithm:
    """Notes the orders; an update is worth 300 decisions."""

    def __init__(self, learner: Any) -> None:
        self.learner_group = Group(learner)
        self.steps = 0
        self.orders: Any = None
        self.seen: list[float | None] = []

    def train(self) -> None:
        from warfront_training.on_ray.algorithm import Update
        from warfront_training.on_ray.runner import Played

        self.seen.append(self.orders.led)
        self.steps += 300
        played = dict.fromkeys(("axis", "allies"), Played((0.0, 0.0), {}))
        decisions = dict.fromkeys(played, 300)
        figures: dict[str, dict[str, float]] = {name: {} for name in played}
        self.last = Update(decisions, played, figures, 1.0, 1.0, 1.0, 1.0, 1, 0)


def test_the_teacher_s_share_follows_the_counters_of_a_resumed_run(
    task: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from warfront_training.on_ray import learners

    algorithm = Algorithm(new_learner(task))
    monkeypatch.setattr(learners, "new_algorithm", lambda *_: algorithm)
    monkeypatch.setattr(learners, "runners_of", lambda _: 1)
    monkeypatch.setattr(learners, "gpus_of", lambda _: 0.0)
    monkeypatch.setattr("ray.put", lambda thing: thing)
    run = new_run(task.preset, tmp_path / "run")
    all_of = learners.RayLearners(list(run.seats), task.preset, run.folder, 10_000)
    given: Any = (0, {}, [], {})
    all_of.call("take_turn", dict.fromkeys(run.seats, given))
    packed = all_of.call("pack", dict.fromkeys(run.seats, ()))
    algorithm.steps = 0  # another driver
    all_of.call("unpack", {name: (data, name) for name, data in packed.items()})
    all_of.call("take_turn", dict.fromkeys(run.seats, given))
    all_of.call("take_turn", dict.fromkeys(run.seats, given))
    assert algorithm.seen == pytest.approx([1.0, 0.7, 0.4, 0.1, None, None])
    assert teacher_share(load_preset("quickstart"), 0) is None


def test_a_teacher_that_keeps_its_games_is_refused_by_the_runner() -> None:
    from warfront_training.on_ray.algorithm import new_config
    from warfront_training.on_ray.learner import new_task
    from warfront_training.on_ray.runner import LeagueRunner, Orders

    task = new_task(load_preset("quickstart", [*TAUGHT, "teacher=toy:LowestAgent"]))
    runner = LeagueRunner(config=new_config(task, 1000, 1, 0), worker_index=1, num_workers=1)
    fault = runner.sample(orders=Orders(0, 0, None, None, [], {}, {})).fault
    assert isinstance(fault, BadInput) and "remembers its games" in str(fault)
    runner.stop()
