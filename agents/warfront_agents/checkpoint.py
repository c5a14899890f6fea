"""Checkpoint files: weights by name and what they were trained for, as npz and JSON, no pickle.

A checkpoint holds one network for the seats it was trained on. A run folder holds one checkpoint a
learner, together enough to sit anywhere.
"""

import hashlib
import io
import json
import re
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, get_origin

import numpy as np
from numpy.typing import NDArray

from warfront.game import BadInput, Game
from warfront_agents.features import Features
from warfront_agents.files import DAMAGED, write_whole

FORMAT = 2
VALUE = "value.npz"  # in a run folder: a network that values positions of its policy's games
Weights = dict[str, NDArray[Any]]  # a network's arrays by name, see networks.py


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
    observation_size: int = 0  # 0: an older file, which does not tell
    learner: str = ""  # its name in its run
    trainer: str = "sb3"  # who trained it
    steps: int = 0  # learner decisions trained
    format: int = FORMAT


def facts_of(
    game: Game,
    plays: list[str],
    options: dict[str, Any],
    steps: int,
    learner: str = "",
    trainer: str = "sb3",
    features: str = "",
) -> Facts:
    """The facts of a network for these seats of this game.

    Args:
        game: The game.
        plays: Names of the seats.
        options: How the game was made.
        steps: Learner decisions trained.
        learner: Its name in its run.
        trainer: Who trained it.
        features: The digest of its feature map; where the game knows none such, the usual map's.
    """
    return Facts(
        game=game.spec.name,
        version=game.spec.version,
        seats=list(game.spec.seats),
        plays=plays,
        options=options,
        features=Features.of(game, features).digest,
        num_actions=game.spec.num_actions,
        observation_size=game.spec.observation_size,
        learner=learner,
        trainer=trainer,
        steps=steps,
    )


def expected_of(game: Game, facts: Facts) -> Facts:
    """What the facts of a file would be, had it been trained for this very game."""
    return facts_of(game, facts.plays, facts.options, facts.steps, features=facts.features)


def checkpoint_files(path: Path) -> list[Path]:
    """The file itself, or the newest checkpoint of each learner in a run folder."""
    if path.is_file():
        return [path]
    files = sorted((path / "checkpoints").glob("*.npz"))
    files = [file for file in files if "-" not in file.stem]  # with a dash: an older snapshot
    if not files:
        raise BadInput(f"{path} holds no checkpoints: name a run folder of `warfront train`")
    return files


def refuse_mismatch(file: Path | str, facts: Facts, wanted: Facts) -> None:
    """Raise BadInput when a checkpoint was trained for another game than this one."""
    if not facts.observation_size:
        wanted.observation_size = 0
    for field in (
        "format", "game", "seats", "version", "observation_size", "num_actions", "features",
    ):  # fmt: skip
        had, has = getattr(facts, field), getattr(wanted, field)
        if had != has:
            raise BadInput(
                f"{file} was trained for {field} {had}, this game has {has}: "
                f"make the game with {facts.options or 'the default options'}, or train anew"
            )


def write_checkpoint(path: Path, facts: Facts, weights: Weights, half: bool = False) -> str:
    """Write a checkpoint in one piece; returns the digest of its weights.

    With `half` they are rounded to half precision and packed, which takes half the room.
    """
    if half:
        weights = {
            name: array.astype(np.float16) if array.dtype == np.float32 else array
            for name, array in weights.items()
        }
    arrays: dict[str, Any] = {"facts": np.array(json.dumps(asdict(facts))), **weights}
    target = io.BytesIO()
    (np.savez_compressed if half else np.savez)(target, **arrays)
    write_whole(path, target.getvalue())
    return digest_weights(weights)


def digest_weights(weights: Weights) -> str:
    """16 hex digits over all weights."""
    total = hashlib.sha256()
    for array in weights.values():
        total.update(np.ascontiguousarray(array).tobytes())
    return total.hexdigest()[:16]


def read_checkpoint(path: Path) -> tuple[Facts, Weights]:
    """Read a checkpoint file; weights of half precision become whole.

    Raises:
        BadInput: The file is no checkpoint.
    """
    return _read(path, weights=True)


def read_facts(path: Path) -> Facts:
    """What a checkpoint file was trained for, without its weights.

    Raises:
        BadInput: The file is no checkpoint.
    """
    return _read(path, weights=False)[0]


def _read(path: Path, weights: bool) -> tuple[Facts, Weights]:
    try:
        with np.load(path, allow_pickle=False) as arrays:
            if "policy.pth" in arrays.files:
                raise BadInput(
                    f"{path} is an archive of stable-baselines3, which holds code to run: name a "
                    "run folder of `warfront train` or an .npz file in its checkpoints"
                )
            facts = facts_from(json.loads(str(arrays["facts"])))
            names = [name for name in arrays.files if name != "facts"] if weights else []
            found = {_name(name): _whole(arrays[name]) for name in names}
            if any(array.dtype.kind not in "fi" for array in found.values()):
                raise ValueError("its arrays are no numbers")
    except BadInput:
        raise
    except DAMAGED as error:
        fault = type(error).__name__ if "pickle" in str(error) else str(error)
        raise BadInput(
            f"{path} is no warfront checkpoint ({fault}): name a run folder of `warfront train` "
            "or an .npz file in its checkpoints"
        ) from error
    return facts, found


def _whole(array: NDArray[Any]) -> NDArray[Any]:
    return array.astype(np.float32) if array.dtype == np.float16 else array


def facts_from(kept: Any) -> Facts:
    """Facts as a file keeps them; those of format 1 differ only in a word for the activation.

    Raises:
        TypeError, ValueError: A fact is missing, unknown, or of another kind than it is declared.
    """
    if not isinstance(kept, dict):
        raise ValueError("its facts are no JSON object")
    if kept.get("format") == 1 and kept.pop("activation", "relu") == "relu":
        kept["format"] = FORMAT
    facts = Facts(**kept)
    for field in fields(facts):
        value = getattr(facts, field.name)
        kind = get_origin(field.type) or field.type
        names = value if type(value) is list else []
        if type(value) is not kind or not all(isinstance(name, str) for name in names):
            raise ValueError(f"{field.name} is {value!r}, of a wrong kind")
    if not facts.plays or not set(facts.plays) <= set(facts.seats):
        raise ValueError(f"plays is {facts.plays}: it must name some of the seats {facts.seats}")
    return facts


def _name(name: str) -> str:
    """The name of an array; format 1 numbered its layers without a word."""
    return re.sub(r"^(\d+)\.", r"layers.\1.", name)
