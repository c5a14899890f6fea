"""Learned agents: checkpoints (npz weights and JSON facts, no pickle) and the networks that act.

A checkpoint holds one network for the seats it was trained on. A run folder holds one checkpoint a
learner, together enough to sit anywhere.
"""

import contextlib
import hashlib
import json
import zipfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from warfront.game import BadInput, Game, View
from warfront_agents.agent import Agent
from warfront_agents.features import Features

FORMAT = 1
Layers = list[tuple[NDArray[np.float32], NDArray[np.float32]]]  # weight [out, in], bias [out]


@dataclass
class Facts:
    """What a checkpoint was trained for; it plays nothing else."""

    game: str
    version: str  # of the game: rules, cards and options are part of it
    seats: list[str]
    plays: list[str]  # the seats it may sit on
    options: dict[str, Any]  # how the game was made
    features: str  # digest of the feature map
    num_actions: int
    activation: str = "relu"
    steps: int = 0  # learner decisions trained
    format: int = FORMAT


def facts_of(game: Game, plays: list[str], options: dict[str, Any], steps: int) -> Facts:
    """The facts of a network for these seats of this game."""
    return Facts(
        game=game.spec.name,
        version=game.spec.version,
        seats=list(game.spec.seats),
        plays=plays,
        options=options,
        features=Features(game).digest,
        num_actions=game.spec.num_actions,
        steps=steps,
    )


def check_masks(masks: NDArray[Any] | None, shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Return the masks as bool [n, num_actions].

    Raises:
        ValueError: They are missing, of another shape, no whole numbers 0 and 1, or a row is empty.
    """
    if masks is None:
        raise ValueError("a masked policy needs the masks of legal actions: pass action_masks")
    masks = np.asarray(masks)
    if masks.shape != shape:
        raise ValueError(f"masks have shape {masks.shape}: they must have {shape}")
    if masks.dtype.kind not in "bui" or (masks.dtype.kind != "b" and masks.max(initial=0) > 1):
        raise ValueError(f"masks of {masks.dtype} must be bool, or whole numbers 0 and 1")
    legal = masks.astype(np.bool_, copy=False)
    if not legal.any(axis=1).all():
        raise ValueError("a mask without any legal action cannot be played")
    return legal


def sample_masked(logits: torch.Tensor, draws: torch.Tensor) -> torch.Tensor:
    """Draw an action per row by inverting its distribution; draws in [0, 1) are [n].

    A masked action (logit far below the others) has probability 0 and is never drawn.
    """
    cdf = torch.softmax(logits, dim=1).cumsum(dim=1)
    return torch.searchsorted(cdf, ((1.0 - draws) * cdf[:, -1]).unsqueeze(1)).squeeze(1)


MASKED = -1e8  # the logit of an illegal action: its probability is exactly 0 in float32


class Net:
    """A plain network: linear layers with the activation between them.

    Args:
        layers: Weight and bias of each layer, from the features to the logits.
        activation: relu or tanh.
    """

    def __init__(self, layers: Layers, activation: str) -> None:
        """Take the weights over as tensors."""
        self.layers = [(torch.from_numpy(w.T.copy()), torch.from_numpy(b)) for w, b in layers]
        self._activate = torch.relu if activation == "relu" else torch.tanh

    def logits(self, features: NDArray[np.float32], legal: NDArray[np.bool_]) -> torch.Tensor:
        """Masked logits [n, num_actions] of features [n, F]."""
        x = torch.from_numpy(features)
        with torch.no_grad():
            for weight, bias in self.layers[:-1]:
                x = self._activate(torch.addmm(bias, x, weight))
            weight, bias = self.layers[-1]
            return torch.addmm(bias, x, weight).masked_fill_(~torch.from_numpy(legal), MASKED)


@contextlib.contextmanager
def _one_thread() -> Iterator[None]:
    """Threads of so small a network mostly wait for each other, and worse on a busy machine."""
    threads = torch.get_num_threads()
    if threads == 1:
        yield
        return
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


class LearnedAgent(Agent):
    """Plays by one or more checkpoints, each for its own seats.

    Args:
        game: The game it plays.
        seed: Seeds its draws.
        nets: The networks.
        net_of: Seat -> index of its network, -1 where it has none.
        sample: Draw from the policy; False plays the likeliest action.
    """

    name = "learned"

    def __init__(
        self, game: Game, seed: int, nets: list[Net], net_of: NDArray[np.int64], sample: bool = True
    ) -> None:
        """Keep the networks."""
        self._features = Features(game)
        self._nets = nets
        self._net_of = net_of
        self._sample = sample
        super().__init__(game, seed)

    @staticmethod
    def load(path: Path, game: Game, seed: int = 0, sample: bool = False) -> "LearnedAgent":
        """Load a checkpoint file, or all the newest checkpoints of a run folder.

        What is loaded plays its likeliest action unless `sample` asks for draws, as in training.

        Raises:
            BadInput: It is no checkpoint, or was trained for something else; says which.
        """
        nets: list[Net] = []
        net_of = np.full(len(game.spec.seats), -1, np.int64)
        for file in checkpoint_files(path):
            facts, layers = read_checkpoint(file)
            refuse_mismatch(file, facts, facts_of(game, facts.plays, facts.options, facts.steps))
            widths = [Features(game).size, *(len(bias) for _, bias in layers)]
            for k, (weight, _) in enumerate(layers):
                if weight.shape != (widths[k + 1], widths[k]) or not np.isfinite(weight).all():
                    raise BadInput(f"{file} is no warfront checkpoint: layer {k} is damaged")
            for seat in facts.plays:
                net_of[game.spec.seats.index(seat)] = len(nets)
            nets.append(Net(layers, facts.activation))
        return LearnedAgent(game, seed, nets, net_of, sample)

    def plays(self, seat: int) -> bool:
        """Whether it has a network for this seat."""
        return bool(self._net_of[seat] >= 0)

    def reset(self, seed: int, seat: int) -> None:
        """Seed the draws anew; `act` decides for this seat."""
        self._seat = seat
        self._draws = torch.Generator().manual_seed((seed * 64 + seat) % 2**63)

    def act(self, view: View, observation: NDArray[Any], mask: NDArray[np.uint8]) -> int:
        """Choose from the observation of the seat asked."""
        seats = np.array([self._seat], np.int8)
        return int(self.act_batch(observation[None], mask[None], seats)[0])

    def act_batch(
        self, observations: NDArray[Any], masks: NDArray[np.uint8], seats: NDArray[np.int8]
    ) -> NDArray[np.int32]:
        """Choose for each game by the network of its seat."""
        legal = check_masks(masks, (len(seats), self.game.spec.num_actions))
        with _one_thread():
            return self._choose(self._features(observations, seats), legal, seats)

    def _choose(
        self, features: NDArray[np.float32], legal: NDArray[np.bool_], seats: NDArray[np.int8]
    ) -> NDArray[np.int32]:
        which = self._net_of[seats]
        actions = np.empty(len(seats), np.int32)
        for net in np.unique(which):
            if net < 0:
                missing = self.game.spec.seats[int(seats[np.argmin(which)])]
                raise BadInput(f"this checkpoint was not trained for seat {missing}")
            mine = np.flatnonzero(which == net)
            whole = len(mine) == len(seats)
            logits = self._nets[net].logits(
                features if whole else features[mine], legal if whole else legal[mine]
            )
            if self._sample:
                chosen = sample_masked(logits, torch.rand(len(mine), generator=self._draws))
            else:
                chosen = logits.argmax(dim=1)
            actions[mine] = chosen.numpy()
        return actions


def checkpoint_files(path: Path) -> list[Path]:
    """The file itself, or the newest checkpoint of each learner in a run folder."""
    if path.is_file():
        return [path]
    files = sorted((path / "checkpoints").glob("*.npz"))
    files = [file for file in files if "-" not in file.stem]  # with a dash: an older snapshot
    if not files:
        raise BadInput(f"{path} holds no checkpoints: name a run folder of `warfront train`")
    return files


def refuse_mismatch(file: Path, facts: Facts, wanted: Facts) -> None:
    """Raise BadInput when a checkpoint was trained for another game than this one."""
    for field in ("format", "game", "seats", "version", "num_actions", "features"):
        had, has = getattr(facts, field), getattr(wanted, field)
        if had != has:
            raise BadInput(
                f"{file} was trained for {field} {had}, this game has {has}: "
                f"make the game with {facts.options or 'the default options'}, or train anew"
            )


def write_checkpoint(path: Path, facts: Facts, layers: Layers) -> str:
    """Write a checkpoint in one piece; returns the digest of its weights."""
    arrays: dict[str, Any] = {"facts": np.array(json.dumps(asdict(facts)))}
    for i, (weight, bias) in enumerate(layers):
        arrays[f"{i}.weight"] = weight
        arrays[f"{i}.bias"] = bias
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        np.savez(file, **arrays)
    part.replace(path)
    return digest_layers(layers)


def digest_layers(layers: Layers) -> str:
    """16 hex digits over all weights."""
    total = hashlib.sha256()
    for pair in layers:
        for array in pair:
            total.update(np.ascontiguousarray(array, np.float32).tobytes())
    return total.hexdigest()[:16]


def read_checkpoint(path: Path) -> tuple[Facts, Layers]:
    """Read a checkpoint file.

    Raises:
        BadInput: The file is no checkpoint.
    """
    try:
        with np.load(path, allow_pickle=False) as arrays:
            facts = Facts(**json.loads(str(arrays["facts"])))
            count = sum(name.endswith(".weight") for name in arrays.files)
            layers = [
                (
                    arrays[f"{i}.weight"].astype(np.float32),
                    arrays[f"{i}.bias"].astype(np.float32),
                )
                for i in range(count)
            ]
    except (OSError, KeyError, TypeError, ValueError, EOFError, zipfile.BadZipFile) as error:
        fault = type(error).__name__ if "pickle" in str(error) else str(error)
        raise BadInput(
            f"{path} is no warfront checkpoint ({fault}): name a run folder of `warfront train` "
            "or an .npz file in its checkpoints"
        ) from error
    if not layers or layers[-1][0].shape[0] != facts.num_actions:
        raise BadInput(f"{path} is no warfront checkpoint: its layers do not end in the actions")
    return facts, layers
