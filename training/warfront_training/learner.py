"""One learner: its games, its MaskablePPO and what is kept of it on disk."""

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

import warfront
from warfront.game import Game
from warfront_agents.learned import (
    LearnedAgent,
    Net,
    digest_layers,
    facts_of,
    write_checkpoint,
)
from warfront_training.ppo import CompactBuffer, MaskablePPO, MaskedPolicy, Trunk, export_layers
from warfront_training.presets import Preset
from warfront_training.vec_env import SideVecEnv


def game_options(preset: Preset) -> dict[str, Any]:
    """How the preset's game is made."""
    options: dict[str, Any] = dict(preset.options)
    if preset.theatres:
        options["theatres"] = tuple(preset.theatres)
    return options


def learner_seats(game: Game, preset: Preset) -> dict[str, list[str]]:
    """Learner -> its seats: a side and all of its seats, or each seat alone."""
    if preset.learner == "seat":
        return {seat: [seat] for seat in game.spec.seats}
    return {side: list(seats) for side, seats in game.spec.sides.items()}


@dataclass
class Learner:
    """A learner of a run.

    Attributes:
        name: Side or seat.
        seats: The seats it decides for.
        env: Its games.
        model: Its MaskablePPO.
        total: Learner decisions in its training.
    """

    name: str
    seats: list[str]
    env: SideVecEnv
    model: MaskablePPO
    total: int

    def update(self, preset: Preset) -> None:
        """Collect one rollout and learn from it."""
        model = self.model
        left = max(0.0, 1.0 - model.num_timesteps / self.total)
        model._current_progress_remaining = left
        model.ent_coef = preset.final_entropy + left * (preset.entropy - preset.final_entropy)
        assert model.env is not None
        model.collect_rollouts(
            model.env, self._callback, model.rollout_buffer, model.n_steps
        )
        model.train()

    def begin(self) -> None:
        """Set the model up to be driven by `update`, as its own `learn` would."""
        _, self._callback = self.model._setup_learn(
            self.total, None, reset_num_timesteps=False, tb_log_name=self.name
        )

    def seed_turn(self, seed: int) -> None:
        """Seed everything a turn draws, so that a resumed run draws the same."""
        torch.manual_seed(seed)
        np.random.seed(seed % 2**32)  # the buffer's permutations draw from here
        self.env.seed_draws(seed)

    def agent(self, game: Game, seed: int = 0) -> LearnedAgent:
        """A frozen copy of the policy as an agent for its seats."""
        net_of = np.full(len(game.spec.seats), -1, np.int64)
        net_of[[game.spec.seats.index(seat) for seat in self.seats]] = 0
        return LearnedAgent(game, seed, [Net(export_layers(self.model.policy), "relu")], net_of)

    def write(self, game: Game, preset: Preset, path: Path) -> str:
        """Write the policy as a checkpoint; returns the digest of its weights."""
        facts = facts_of(game, self.seats, game_options(preset), self.model.num_timesteps)
        return write_checkpoint(path, facts, export_layers(self.model.policy))

    def digest(self) -> str:
        """Digest of the acting weights."""
        return digest_layers(export_layers(self.model.policy))

    def pack(self) -> bytes:
        """Weights, optimizer, counters and games, all that `unpack` needs to go on exactly."""
        target = io.BytesIO()
        arrays = {name: torch.from_numpy(_plain(a)) for name, a in self.env.pack().items()}
        torch.save(
            {
                "policy": self.model.policy.state_dict(),
                "optimizer": self.model.policy.optimizer.state_dict(),
                "steps": self.model.num_timesteps,
                "updates": self.model._n_updates,
                "starts": torch.from_numpy(np.array(self.model._last_episode_starts)),
                "games": arrays,
            },
            target,
        )
        return target.getvalue()

    def unpack(self, data: bytes) -> None:
        """Go on from `pack`."""
        kept = torch.load(io.BytesIO(data), weights_only=True)
        model = self.model
        model.policy.load_state_dict(kept["policy"])
        model.policy.optimizer.load_state_dict(kept["optimizer"])
        model.num_timesteps = kept["steps"]
        model._n_updates = kept["updates"]
        model._last_obs = self.env.unpack({k: a.numpy() for k, a in kept["games"].items()})
        model._last_episode_starts = kept["starts"].numpy()


def _plain(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Records as bytes: what torch can hold."""
    if array.dtype.names or array.dtype.kind == "V":
        return np.frombuffer(array.tobytes(), np.uint8).copy()
    return np.ascontiguousarray(array).copy()


def new_learner(name: str, seats: list[str], game: Game, preset: Preset, seed: int) -> Learner:
    """A learner that knows nothing yet; its games have no opponents until the league seats them."""
    batch = warfront.make_batch(
        preset.game,
        n=preset.games,
        threads=1,  # waking a second thread costs more than it saves on steps this small
        seed=seed,
        reward=preset.reward,
        **game_options(preset),
    )
    env = SideVecEnv(game, batch, seats, shaping=preset.shaping, discount=preset.discount, seed=seed)
    model = MaskablePPO(
        MaskedPolicy,
        env,
        learning_rate=lambda left: (
            preset.final_learning_rate
            + left * (preset.learning_rate - preset.final_learning_rate)
        ),
        n_steps=preset.decisions,
        batch_size=preset.batch,
        n_epochs=preset.epochs,
        gamma=preset.discount,
        gae_lambda=preset.gae,
        clip_range=preset.clip,
        ent_coef=preset.entropy,
        vf_coef=preset.value_weight,
        max_grad_norm=preset.max_gradient,
        rollout_buffer_class=CompactBuffer,
        policy_kwargs={
            "features_extractor_class": Trunk,
            "features_extractor_kwargs": {"width": preset.trunk},
            "net_arch": {"pi": preset.layers, "vf": preset.layers},
            "activation_fn": torch.nn.ReLU,
        },
        seed=seed,
        device="cpu",
    )
    return Learner(name, seats, env, model, preset.steps)
