"""RLlib's PPO with our sampling: decisions come as columns, lost runners are replaced."""

import gc
import logging
import time
from dataclasses import dataclass
from typing import Any

from gymnasium.spaces import Dict
from ray.exceptions import RayTaskError
from ray.rllib.algorithms.ppo import PPO, PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.policy.sample_batch import MultiAgentBatch, SampleBatch
from ray.rllib.utils.metrics import NUM_ENV_STEPS_SAMPLED_LIFETIME

from warfront_agents.features import Features
from warfront_training.league import learner_seats
from warfront_training.on_ray.columns import LESSON, Batch, joined, size_of
from warfront_training.on_ray.learner import ARGUMENT, LeagueLearner, Task, figures_of
from warfront_training.on_ray.module import module_spec
from warfront_training.on_ray.runner import Collected, LeagueRunner, Orders, Played, sum_played
from warfront_training.torch_ppo.learner import shape_of

PROBE = 2.0  # seconds that a lost runner is waited for before each rollout
RESTORED_IN = 120.0  # seconds that a lost runner may take to come back, when none is left


@dataclass
class Update:
    """What an update was made of, and how long it took.

    Attributes:
        decisions: Learner -> decisions learned from.
        played: Learner -> its games that have ended.
        figures: Learner -> figures of the learning.
        sampling, learning: Seconds.
        working, cpu: Seconds that the runners worked, and had a processor for, together.
        moved: Bytes that came from the runners.
        lost: Runners lost meanwhile.
    """

    decisions: dict[str, int]
    played: dict[str, Played]
    figures: dict[str, dict[str, float]]
    sampling: float
    learning: float
    working: float
    cpu: float
    moved: int
    lost: int


class LeaguePPO(PPO):
    """PPO of whole alliances: runners play, one learner process learns all modules."""

    orders: Orders  # of the update that comes next
    size: int  # numbers of an observation
    steps = 0  # decisions of a learner so far
    last: Update  # the update that was made last

    def training_step(self) -> None:
        """Collect once for every learner, and learn from it."""
        begun = time.perf_counter()
        parts, lost = self._collect()
        collected = time.perf_counter()
        columns = {
            name: joined([part.columns[name] for part in parts], self.size)
            for name in parts[0].columns
        }
        self.steps += min(len(next(iter(batch.values()))) for batch in columns.values())
        figures = self._learn(columns)
        self.last = Update(
            {name: len(next(iter(batch.values()))) for name, batch in columns.items()},
            {name: sum_played([part.played[name] for part in parts]) for name in columns},
            figures,
            collected - begun,
            time.perf_counter() - collected,
            sum(part.seconds for part in parts),
            sum(part.cpu for part in parts),
            sum(map(size_of, columns.values())),
            lost,
        )

    def restore_env_runners(self, env_runner_group: Any) -> list[int]:
        """The runners that came back; policy and opponents reach them with their next orders."""
        return list(env_runner_group.probe_unhealthy_env_runners())

    def _collect(self) -> tuple[list[Collected], int]:
        """As many shares as there are runners; those of lost ones are collected by the others.

        Raises:
            ConnectionError: No runner is left, and none comes back.
        """
        group = self.env_runner_group
        wanted = group.num_remote_env_runners()
        parts: list[Collected] = []
        lost = 0
        patience = time.monotonic() + RESTORED_IN
        while len(parts) < wanted:
            group.probe_unhealthy_env_runners()
            ids = group.healthy_env_runner_ids()[: wanted - len(parts)]
            found = group.foreach_env_runner(
                "sample", kwargs={"orders": self.orders}, remote_worker_ids=ids,
                local_env_runner=False,
            )  # fmt: skip
            for part in found:
                if part.fault is not None:
                    raise part.fault
            parts += found
            lost += len(ids) - len(found)
            if found:
                patience = time.monotonic() + RESTORED_IN
            elif time.monotonic() > patience:
                raise ConnectionError(
                    "no env runner is left in the Ray cluster, and none came back"
                )
            elif not ids:
                time.sleep(1.0)
        return parts, lost

    def _learn(self, columns: dict[str, Batch]) -> dict[str, dict[str, float]]:
        many = {name: SampleBatch(batch) for name, batch in columns.items()}
        longest = max(batch.count for batch in many.values())
        results = self.learner_group.update(
            batch=MultiAgentBatch(many, env_steps=longest),
            timesteps={NUM_ENV_STEPS_SAMPLED_LIFETIME: self.steps},
            num_epochs=self.config.num_epochs,
            minibatch_size=min(self.config.minibatch_size, longest),
            shuffle_batch_per_epoch=True,
        )
        return {
            name: figures_of(results[0].get(name, {}), LESSON in batch)
            for name, batch in columns.items()
        }


def new_algorithm(task: Task, total: int, runners: int, gpus: float) -> LeaguePPO:
    """PPO as a preset describes it, its runners started; arguments as for `new_config`.

    Raises:
        Exception: What went wrong in the learner's process, as it was.
    """
    logging.getLogger("ray.rllib").setLevel(logging.CRITICAL)  # what matters is said in one line
    fault: Exception | None = None
    try:
        algorithm: LeaguePPO = new_config(task, total, runners, gpus).build_algo()
    except RayTaskError as error:
        fault = error.cause
    if fault is not None:
        gc.collect()  # what RLlib had begun, which would start a Ray to end itself later on
        raise fault
    algorithm.size = task.game().spec.observation_size
    return algorithm


def new_config(task: Task, total: int, runners: int, gpus: float) -> PPOConfig:
    """What RLlib calls the things that a preset describes.

    Args:
        task: The run's.
        total: Decisions of each learner in the whole training.
        runners: Processes that play.
        gpus: GPUs of the learner; 0: it learns in this process.
    """
    preset, game = task.preset, task.game()
    seats = learner_seats(game, preset)
    features = Features(game, preset.estimates)
    shapes = {name: shape_of(game, len(own), features) for name, own in seats.items()}
    specs = {name: module_spec(preset, shape) for name, shape in shapes.items()}
    return (
        PPOConfig(algo_class=LeaguePPO)
        .environment(
            observation_space=Dict({name: spec.observation_space for name, spec in specs.items()}),
            action_space=Dict({name: spec.action_space for name, spec in specs.items()}),
            env_config={ARGUMENT: task},
            disable_env_checking=True,
        )
        .framework("torch")
        .env_runners(
            env_runner_cls=LeagueRunner,
            num_env_runners=runners,
            create_local_env_runner=False,
            num_cpus_per_env_runner=1,
            # A runner's states are its games: nothing is merged or sent round.
            add_default_connectors_to_env_to_module_pipeline=False,
            add_default_connectors_to_module_to_env_pipeline=False,
            merge_env_runner_states=False,
            broadcast_env_runner_states=False,
        )
        .fault_tolerance(
            restart_failed_env_runners=True,
            env_runner_health_probe_timeout_s=PROBE,
        )
        .learners(
            learner_class=LeagueLearner,
            learner_config_dict={ARGUMENT: task},
            num_learners=1 if gpus else 0,
            num_gpus_per_learner=gpus,
        )
        .multi_agent(policies=set(seats), policy_mapping_fn=_same)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs=specs))
        .training(
            lr=[[0, preset.learning_rate], [total, preset.final_learning_rate]],
            entropy_coeff=[[0, preset.entropy], [total, preset.final_entropy]],
            num_epochs=preset.epochs,
            minibatch_size=preset.batch,
            train_batch_size_per_learner=max(preset.batch, preset.games * preset.decisions),
            gamma=preset.discount,
            lambda_=preset.gae,
            clip_param=preset.clip,
            vf_loss_coeff=preset.value_weight,
            vf_clip_param=float("inf"),
            use_kl_loss=False,
            grad_clip=preset.max_gradient,
            grad_clip_by="global_norm",
        )
        .debugging(seed=task.seed % 2**31, log_level=None)
        .reporting(min_time_s_per_iteration=0)
    )


def _same(agent: str, *_: Any, **__: Any) -> str:
    return agent
