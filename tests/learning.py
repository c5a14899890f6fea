"""What the tests of training share: a small learner's environment, and small learners."""

from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger

import warfront
from warfront.game import Game
from warfront_agents.acting_net import ActingNet
from warfront_agents.board_net import BoardNet
from warfront_agents.features import Features
from warfront_agents.networks import PolicyNet
from warfront_training.sb3_policy import MaskedPolicy, Trunk
from warfront_training.sb3_rollouts import FlatBuffer, SelfPlayPPO
from warfront_training.seating import Player
from warfront_training.torch_ppo.policy import ActorCritic
from warfront_training.torch_ppo.rollout import Collector, Rollout
from warfront_training.vec_env import SideVecEnv


def new_env(
    game: Game,
    side: str = "axis",
    opponent: Any = "random",
    n: int = 24,
    reward: str = "team",
    **extra: Any,
) -> SideVecEnv:
    batch = warfront.Batch(game, n, seed=11, reward=reward)
    line_up = np.zeros((1, len(game.spec.seats)), np.intp)
    player = Player(opponent, game, 3)
    seats = game.spec.sides.get(side, [side])
    return SideVecEnv(game, batch, seats, [player], line_up, np.ones(1), seed=2, **extra)


def new_model(game: Game, n: int = 16, **extra: Any) -> Any:
    model = SelfPlayPPO(
        MaskedPolicy,
        new_env(game, n=n, shaping=0.3),
        n_steps=16,
        batch_size=64,
        n_epochs=2,
        rollout_buffer_class=FlatBuffer,
        policy_kwargs={
            "features_extractor_class": Trunk,
            "features_extractor_kwargs": {"width": 32},
            "net_arch": {"pi": [16], "vf": [16]},
            "activation_fn": torch.nn.ReLU,
        },
        seed=4,
        device="cpu",
        **extra,
    )
    model.set_logger(silent())
    model._setup_learn(1_000, None)
    return model


def stock_ppo(env: Any, **settings: Any) -> MaskablePPO:
    """MaskablePPO as it comes, but for its logger."""
    model = MaskablePPO("MlpPolicy", env, **settings)
    model.set_logger(silent())
    return model


def silent() -> Logger:
    """A logger without the folder for temporary files that the usual one leaves behind."""
    return Logger(folder=None, output_formats=[])


def new_policy(
    game: Game, seats: int = 2, central: bool = False, recurrent: bool = False,
    entity: bool = False, board: bool = False, credit: str = "side", seed: int = 3,
    estimates: bool = False,
) -> ActorCritic:  # fmt: skip
    torch.manual_seed(seed)
    features = Features(game, estimates)
    blocks = features.blocks if entity else ()
    actor: ActingNet
    if board or estimates:
        assert features.board is not None
        actor = BoardNet(features.size, game.spec.num_actions, [24, 16], features.board)
    else:
        actor = PolicyNet(features.size, game.spec.num_actions, [24, 16], blocks, recurrent)
    return ActorCritic(actor, features.size, seats, [16], central)


def new_collector(
    env: Any, policy: ActorCritic, decisions: int = 12, credit: str = "side", shaping: float = 0.3,
    teacher: Player | None = None,
) -> Collector:  # fmt: skip
    env.reset()
    return Collector(env, policy, decisions, credit, 0.97, 0.9, shaping, teacher)


def features_of(rollout: Rollout, rows: Any) -> torch.Tensor:
    """Features [n, F] of these decisions, however they are kept."""
    rows = np.arange(len(rollout.actions))[rows]
    if rollout.seen.table is None or rollout.seen.rows is None:
        return rollout.seen.features[rows]
    return torch.from_numpy(rollout.seen.table.dense(rollout.seen.rows[rows]))


def draws() -> torch.Generator:
    return torch.Generator().manual_seed(5)


def collect(game: Game, n: int = 10, rollouts: int = 1, **kind: Any) -> tuple[Any, ...]:
    """(policy, collector, rollout) of a small learner."""
    policy = new_policy(game, **kind)
    collector = new_collector(new_env(game, n=n), policy, credit=kind.get("credit", "side"))
    generator = draws()
    for _ in range(rollouts):
        rollout = collector.collect(generator)
    return policy, collector, rollout
