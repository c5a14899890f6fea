"""One update: several passes over a rollout in minibatches, by PPO's clipped objective."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from warfront_training.torch_ppo.policy import ActorCritic, Sequences
from warfront_training.torch_ppo.rollout import Rollout


@dataclass(frozen=True)
class Settings:
    """How an update is made; the words are those of the presets."""

    epochs: int
    batch: int
    clip: float
    value_weight: float
    max_gradient: float


@dataclass
class Batch:
    """Rows of a rollout, and how they follow one another where the policy remembers."""

    rows: torch.Tensor
    sequences: Sequences | None


def update(
    policy: ActorCritic,
    optimizer: torch.optim.Optimizer,
    rollout: Rollout,
    settings: Settings,
    entropy_weight: float,
    rng: np.random.Generator,
) -> dict[str, float]:
    """Learn from a rollout, or from a lesson; returns the figures of the last pass."""
    targets = rollout.advantages + rollout.values
    figures: list[list[float]] = []
    for epoch in range(settings.epochs):
        for batch in minibatches(rollout, settings.batch, rng):
            if rollout.lesson:
                loss, told = lesson_loss(policy, rollout, targets, batch, settings)
            else:
                loss, told = loss_of(policy, rollout, targets, batch, settings, entropy_weight)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(policy.parameters(), settings.max_gradient)
            optimizer.step()
            if epoch == settings.epochs - 1:
                figures.append(told)
    last = ("lesson_loss",) if rollout.lesson else ("approx_kl", "clip_fraction")
    names = ("entropy_loss", "value_loss", *last)
    means = np.mean(figures, axis=0).tolist()
    spread = float(targets.var(correction=0))
    rest = float((targets - rollout.values).var(correction=0))
    explained = 1.0 - rest / spread if spread > 0 else 0.0
    return {**dict(zip(names, means, strict=True)), "explained_variance": explained}


def loss_of(
    policy: ActorCritic,
    rollout: Rollout,
    targets: torch.Tensor,
    batch: Batch,
    settings: Settings,
    entropy_weight: float,
) -> tuple[torch.Tensor, list[float]]:
    """The loss of a minibatch, and its entropy loss, value loss, KL distance and share clipped."""
    device = policy.device
    values, logs, entropy = evaluate_rows(policy, rollout, batch)
    taken = batch.rows
    gains = rollout.advantages[taken].to(device)
    gains = (gains - gains.mean()) / (gains.std(correction=0) + 1e-8)
    change = logs - rollout.logs[taken].to(device)
    ratio = change.exp()
    bounded = ratio.clamp(1 - settings.clip, 1 + settings.clip)
    policy_loss = -torch.min(gains * ratio, gains * bounded).mean()
    value_loss = torch.nn.functional.mse_loss(values, targets[taken].to(device))
    entropy_loss = -entropy.mean()
    loss = policy_loss + entropy_weight * entropy_loss + settings.value_weight * value_loss
    with torch.no_grad():
        distance = (ratio - 1 - change).mean()
        clipped = ((ratio - 1).abs() > settings.clip).float().mean()
    told = torch.stack([entropy_loss.detach(), value_loss.detach(), distance, clipped])
    return loss, told.tolist()


def lesson_loss(
    policy: ActorCritic,
    rollout: Rollout,
    targets: torch.Tensor,
    batch: Batch,
    settings: Settings,
) -> tuple[torch.Tensor, list[float]]:
    """The loss of a minibatch of a lesson, and its entropy loss, value loss and lesson loss.

    The last is the mean of -log of what the policy gives to the teacher's choices. The critic
    learns what it learns without lessons.
    """
    device, taken = policy.device, batch.rows
    values, logs, entropy = evaluate_rows(policy, rollout, batch)
    value_loss = torch.nn.functional.mse_loss(values, targets[taken].to(device))
    unlike = -logs.mean()
    told = torch.stack([-entropy.mean(), value_loss, unlike]).detach()
    return unlike + settings.value_weight * value_loss, told.tolist()


def evaluate_rows(
    policy: ActorCritic, rollout: Rollout, batch: Batch
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Values, log probabilities and entropies [n] of a minibatch, as the policy is now."""
    device, rows = policy.device, batch.rows
    sequences = batch.sequences
    if sequences is not None:
        sequences = Sequences(sequences.counts, sequences.memory.to(device))
    read = rollout.seen.take(rows).to(device)
    return policy.evaluate(read, rollout.actions[rows].to(device), sequences)


def minibatches(rollout: Rollout, size: int, rng: np.random.Generator) -> Iterator[Batch]:
    """All rows once, in a random order; a rest under half a batch joins the one before.

    Where the policy remembers, whole sequences are drawn, so that batches differ in size.
    """
    n = len(rollout.actions)
    count = max(1, round(n / size))
    if not rollout.memory.shape[2]:
        for rows in torch.tensor_split(torch.from_numpy(rng.permutation(n)), count):
            yield Batch(rows, None)
        return
    runs = sequences_of(rollout)
    order = rng.permutation(len(runs))
    sizes = np.cumsum([len(runs[k]) for k in order])
    which = np.minimum((sizes - 1) * count // n, count - 1)
    for k in range(count):
        mine = [runs[number] for number in order[which == k].tolist()]
        if mine:
            yield _in_steps(rollout, mine)


def sequences_of(rollout: Rollout) -> list[NDArray[np.intp]]:
    """The rows of each seat in each game, in the order of time."""
    seats = rollout.memory.shape[1]
    parts = int(rollout.parts.max()) + 1
    keys = rollout.games.astype(np.int64) * seats + rollout.seen.seats.numpy()
    keys = keys * parts + rollout.parts
    order = np.argsort(keys, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(keys[order])) + 1)


def _in_steps(rollout: Rollout, runs: list[NDArray[np.intp]]) -> Batch:
    """These sequences step by step, each with what was remembered before it."""
    runs = sorted(runs, key=len, reverse=True)
    lengths = np.array([len(run) for run in runs])
    steps = np.arange(lengths[0])
    counts = np.searchsorted(-lengths, -steps, side="left")
    padded = np.full((len(runs), len(steps)), -1, np.intp)
    padded[steps < lengths[:, None]] = np.concatenate(runs)
    rows = padded.T[padded.T >= 0]
    first = torch.from_numpy(np.array([run[0] for run in runs]))
    games = torch.from_numpy(rollout.games.astype(np.int64))[first]
    memory = rollout.memory[games, rollout.seen.seats[first]].clone()
    memory[torch.from_numpy(rollout.parts)[first] > 0] = 0  # its game began in this rollout
    return Batch(torch.from_numpy(rows), Sequences(torch.from_numpy(counts), memory))
