"""What the tests of exports share: runs of small policies that choose clearly."""

from pathlib import Path
from typing import Any

import torch

from learning import new_model, new_policy
from warfront.game import Game
from warfront_agents.checkpoint import facts_of, write_checkpoint
from warfront_agents.features import Features
from warfront_training.sb3_policy import export_weights


def weights_of(game: Game, kind: str, seats: int, seed: int = 0) -> Any:
    """Weights of a policy whose choices differ clearly from position to position."""
    if kind == "sb3":
        policy: Any = new_model(game, n=2).policy
    else:
        how: Any = {kind: True} if kind != "flat" else {}
        policy = new_policy(game, seats=seats, **how)
    torch.manual_seed(seed)
    with torch.no_grad():
        for array in policy.parameters():
            array += torch.randn_like(array) * 0.2
    return export_weights(policy) if kind == "sb3" else policy.weights()


def write_run(
    folder: Path, game: Game, kind: str, options: dict[str, Any] | None = None, by: str = "side"
) -> Path:
    """A run folder with the newest checkpoints of its learners."""
    (folder / "checkpoints").mkdir(parents=True)
    learners = game.spec.sides if by == "side" else {seat: [seat] for seat in game.spec.seats}
    for number, (name, seats) in enumerate(learners.items()):
        features = Features(game, kind == "estimates").digest
        facts = facts_of(game, list(seats), options or {}, 1, name, features=features)
        weights = weights_of(game, kind, len(seats), number)
        write_checkpoint(folder / "checkpoints" / f"{name}.npz", facts, weights)
    return folder
