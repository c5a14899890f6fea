"""What a run keeps of its learners between turns: arrays and facts in one npz, no pickle."""

import io
import json
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.game import BadInput, Game
from warfront_agents.files import DAMAGED
from warfront_training.presets import Preset, game_options

FORMAT = 1


@dataclass(frozen=True)
class Kept:
    """Whose state it is; no other learner takes it up."""

    game: str
    game_version: str
    options: dict[str, Any]  # how the game was made
    seats: list[str]
    observation_size: int
    learner: str
    trainer: str
    format: int = FORMAT


def kept_of(game: Game, preset: Preset, learner: str) -> Kept:
    """The facts of a learner of a run."""
    options = json.loads(json.dumps(game_options(preset)))
    spec = game.spec
    return Kept(
        spec.name, spec.version, options, list(spec.seats), spec.observation_size, learner,
        preset.trainer,
    )  # fmt: skip


def pack_arrays(arrays: dict[str, NDArray[Any]], kept: Kept) -> bytes:
    """Arrays by name, and whose they are; records become bytes."""
    target = io.BytesIO()
    plain: dict[str, Any] = {
        name: np.frombuffer(array.tobytes(), np.uint8) if array.dtype.names else array
        for name, array in arrays.items()
    }
    np.savez(target, **{"kept": np.array(json.dumps(asdict(kept))), **plain})
    return target.getvalue()


def unpack_arrays(data: bytes, wanted: Kept, origin: str) -> dict[str, NDArray[Any]]:
    """The arrays of `pack_arrays`.

    Args:
        data: What `pack_arrays` gave.
        wanted: Whose state is wanted.
        origin: What to name in a refusal, the file's path.

    Raises:
        BadInput: The data are damaged, or of another learner or game.
    """
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as found:
            arrays = {name: found[name] for name in found.files}
        kept = json.loads(str(arrays.pop("kept")))
    except DAMAGED as error:
        fault = type(error).__name__ if "pickle" in str(error) else str(error)
        raise BadInput(f"{origin} is damaged ({fault}): put it back, or train anew") from error
    for key, has in asdict(wanted).items():
        if kept.get(key) != has:
            raise BadInput(
                f"{origin} was saved for {key.replace('_', ' ')} {kept.get(key)}, this run has "
                f"{has}: put back what belongs to this run, or train anew"
            )
    return arrays
