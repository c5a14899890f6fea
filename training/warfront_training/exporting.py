"""Policies out of a run or a checkpoint, to be written in other forms."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import warfront
from warfront.game import BadInput, Game
from warfront_agents.checkpoint import (
    Facts,
    Weights,
    checkpoint_files,
    expected_of,
    read_checkpoint,
    refuse_mismatch,
)
from warfront_agents.files import whole_file
from warfront_agents.learned import LearnedAgent
from warfront_agents.onnx_agent import OnnxPolicy, need_onnxruntime
from warfront_training.onnx_check import compare
from warfront_training.onnx_graph import joined, write_onnx


@dataclass
class Exported:
    """Checkpoints of one run for seats of their own.

    Attributes:
        files: Where they stand.
        game: The game that they play.
        policies: Facts and weights of each.
    """

    files: Sequence[Path]
    game: Game
    policies: Sequence[tuple[Facts, Weights]]

    @property
    def facts(self) -> Facts:
        """The facts of all together."""
        return joined([facts for facts, _ in self.policies])

    def write_onnx(self, target: Path, states: int, seed: int) -> dict[str, Any]:
        """Write an ONNX file, compare it with the policy on so many positions, say what differs.

        It stands there once it has been compared.

        Raises:
            BadInput: A package is missing, or the game cannot be exported.
        """
        need_onnxruntime(target)
        policy = LearnedAgent.of(self.files, self.game)
        with whole_file(target) as part:
            write_onnx(part, self.game, self.policies)
            file = OnnxPolicy.load(part, self.game)
            found = compare(file, policy, self.game, states, seed)
        inputs, outputs = file.inputs, file.outputs
        facts = self.facts
        return {
            "file": target.as_posix(), "bytes": target.stat().st_size, "game": facts.game,
            "version": facts.version, "options": facts.options, "plays": facts.plays,
            "inputs": inputs, "outputs": outputs, **asdict(found),
        }  # fmt: skip


def read_policies(path: Path, side: str | None = None) -> Exported:
    """The newest policies of a run, or that of a checkpoint file.

    Args:
        path: A run folder or a checkpoint.
        side: Only those for seats of this side.

    Raises:
        BadInput: There are none, or they were trained for another version of the game.
    """
    if not path.exists():
        raise BadInput(f"{path} does not exist: name a run folder of `warfront train`")
    read = {file: read_checkpoint(file) for file in checkpoint_files(path)}
    facts = next(iter(read.values()))[0]
    game = warfront.make_game(facts.game, **facts.options)
    if side is not None and side not in game.spec.sides:
        raise BadInput(f"side {side!r} is unknown: use {' or '.join(game.spec.sides)}")
    for file, (known, _) in read.items():
        refuse_mismatch(file, known, expected_of(game, known))
    seats = set(game.spec.seats if side is None else game.spec.sides[side])
    kept = {file: each for file, each in read.items() if set(each[0].plays) <= seats}
    if not kept:
        raise BadInput(f"{path} holds no policy for {side}: leave --side out, or name another run")
    return Exported(list(kept), game, list(kept.values()))
