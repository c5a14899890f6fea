"""One learner: its games, its MaskablePPO, a turn of training, and what is kept of it on disk."""

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

import warfront
from warfront.game import Game
from warfront_agents.learned import Layers
from warfront_training.league import Pool, Snapshot, learner_seats
from warfront_training.ppo import MaskedPolicy, Trunk, export_layers
from warfront_training.presets import Preset, game_options
from warfront_training.rollouts import FlatBuffer, SelfPlayPPO
from warfront_training.seating import Player
from warfront_training.vec_env import SideVecEnv

FIGURES = ("entropy_loss", "value_loss", "approx_kl", "clip_fraction", "explained_variance")


@dataclass
class TurnResult:
    """What a turn of training gives back."""

    layers: Layers  # the policy as it is now
    steps: int  # learner decisions so far
    figures: dict[str, float]  # of the last update, and of the games finished in the turn


class Learner:
    """A learner of a run, with its opponents.

    Args:
        name: A side, or a seat where each seat learns by itself.
        preset: The run's preset.
        folder: The run's folder (snapshots are read from it).
        total: Learner decisions in the whole training.
    """

    def __init__(self, name: str, preset: Preset, folder: Path, total: int) -> None:
        """Begin with a policy that knows nothing."""
        self.name = name
        self._preset = preset
        self._total = total
        game = warfront.make_game(preset.game, **game_options(preset))
        seats = learner_seats(game, preset)
        self._number = list(seats).index(name)
        seed = preset.seed * 64 + self._number
        self._pool = Pool(game, preset, folder, name)
        self.env = _new_env(game, preset, seats[name], seed)
        self.model = _new_model(preset, self.env, seed)
        self.model._setup_learn(total, None, reset_num_timesteps=False)

    def layers(self) -> Layers:
        """The acting part of the policy."""
        return export_layers(self.model.policy)

    def take_turn(
        self, turn: int, latest: dict[str, Layers], snapshots: list[Snapshot]
    ) -> TurnResult:
        """Train for one turn.

        Everything drawn in it follows from the run's seed and the turn, so that a resumed run
        draws the same.

        Args:
            turn: Number of the turn, from 0.
            latest: The policies of all learners as the turn begins.
            snapshots: The frozen past.
        """
        seed = (self._preset.seed * 100_003 + turn) * 64 + self._number
        line_ups = self._pool.draw(latest, snapshots, np.random.default_rng(seed))
        self.env.set_opponents(line_ups.players, line_ups.rows, line_ups.weights)
        self.env.seed_draws(seed)
        torch.manual_seed(seed)
        np.random.seed(seed % 2**32)  # stable-baselines3 draws its minibatches from here
        for _ in range(self._preset.updates_per_turn):
            self._update()
        return TurnResult(self.layers(), self.model.num_timesteps, self._figures())

    def _update(self) -> None:
        """Collect one rollout and learn from it."""
        model, preset = self.model, self._preset
        left = max(0.0, 1.0 - model.num_timesteps / self._total)
        model._current_progress_remaining = left
        model.ent_coef = preset.final_entropy + left * (preset.entropy - preset.final_entropy)
        model.collect_rollouts(self.env, None, model.rollout_buffer, model.n_steps)
        model.train()

    def _figures(self) -> dict[str, float]:
        logged = self.model.logger.name_to_value
        figures = {key: float(logged[f"train/{key}"]) for key in FIGURES}
        games, earned = self.env.finished.sum(axis=0)
        figures["learning_rate"] = float(logged["train/learning_rate"])
        figures["games"] = float(games)
        figures["return"] = float(earned / games) if games else 0.0
        return figures

    def pack(self) -> bytes:
        """Weights, optimizer, counters and games: all that `unpack` needs to go on exactly."""
        target = io.BytesIO()
        torch.save(
            {
                "policy": self.model.policy.state_dict(),
                "optimizer": self.model.policy.optimizer.state_dict(),
                "steps": self.model.num_timesteps,
                "updates": self.model._n_updates,
                "games": {
                    name: torch.from_numpy(_plain(array)) for name, array in self.env.pack().items()
                },
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
        self.env.unpack({name: array.numpy() for name, array in kept["games"].items()})

    def close(self) -> None:
        """Let its games go."""
        self.env.close()


def _plain(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Records as bytes: what torch can hold."""
    if array.dtype.names:
        return np.frombuffer(array.tobytes(), np.uint8).copy()
    return np.ascontiguousarray(array).copy()


def _new_env(game: Game, preset: Preset, seats: list[str], seed: int) -> SideVecEnv:
    batch = warfront.make_batch(
        preset.game,
        n=preset.games,
        threads=1,  # waking a second thread costs more than it saves on steps this small
        seed=seed,
        reward=preset.reward,
        **game_options(preset),
    )
    env = SideVecEnv(game, batch, seats, shaping=preset.shaping, discount=preset.discount)
    anybody = np.zeros((1, len(game.spec.seats)), np.intp)
    env.set_opponents([Player("random", game, seed)], anybody, np.ones(1))
    env.seed_draws(seed)
    return env


def _new_model(preset: Preset, env: SideVecEnv, seed: int) -> SelfPlayPPO:
    fall = preset.learning_rate - preset.final_learning_rate
    return SelfPlayPPO(
        MaskedPolicy,
        env,
        learning_rate=lambda left: preset.final_learning_rate + left * fall,
        n_steps=preset.decisions,
        batch_size=preset.batch,
        n_epochs=preset.epochs,
        gamma=preset.discount,
        gae_lambda=preset.gae,
        clip_range=preset.clip,
        ent_coef=preset.entropy,
        vf_coef=preset.value_weight,
        max_grad_norm=preset.max_gradient,
        rollout_buffer_class=FlatBuffer,
        policy_kwargs={
            "features_extractor_class": Trunk,
            "features_extractor_kwargs": {"width": preset.trunk},
            "net_arch": {"pi": preset.layers, "vf": preset.layers},
            "activation_fn": torch.nn.ReLU,
        },
        seed=seed,
        device="cpu",
    )
