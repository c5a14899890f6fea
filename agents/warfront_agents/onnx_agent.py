"""Learned agents from ONNX files, which `warfront export` writes: played by onnxruntime alone."""

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.game import BadInput, Game, View
from warfront_agents.agent import Agent
from warfront_agents.checkpoint import Facts, expected_of, facts_from, refuse_mismatch
from warfront_agents.features import Features
from warfront_agents.masks import check_masks


def need_onnxruntime(path: Path) -> Any:
    """The package that plays the file of this name; BadInput where it is missing."""
    try:
        import onnxruntime
    except ModuleNotFoundError as error:
        raise BadInput(
            f"{path} needs the package onnxruntime: pip install 'warfront[onnx]'"
        ) from error
    return onnxruntime


def open_session(path: Path) -> Any:
    """The onnxruntime session of a file, on one thread.

    Raises:
        BadInput: The package onnxruntime is missing, or the file is no ONNX file.
    """
    onnxruntime = need_onnxruntime(path)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4  # what it says of a broken file stands in our own line
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # its kinds of errors share no class of their own
        raise BadInput(
            f"{path} is no ONNX file that can be read: name one that `warfront export` has written"
        ) from error


def facts_in(session: Any, path: Path) -> Facts:
    """What an ONNX file was trained for.

    Raises:
        BadInput: `warfront export` has not written it.
    """
    kept = session.get_modelmeta().custom_metadata_map
    try:
        return facts_from(json.loads(kept["facts"]))
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(
            f"{path} is no policy of warfront ({error!r}): name an ONNX file that "
            "`warfront export` has written"
        ) from error


class OnnxPolicy(Agent):
    """Plays the likeliest action of an exported policy."""

    name = "onnx"

    def __init__(self, game: Game, seed: int, session: Any, facts: Facts) -> None:
        """Keep the session."""
        self._session = session
        self._facts = facts
        self._features = Features.of(game, facts.features)
        self._plays = np.array([name in facts.plays for name in game.spec.seats])
        super().__init__(game, seed)

    @staticmethod
    def load(path: Path, game: Game, seed: int = 0) -> "OnnxPolicy":
        """The agent of a file, which remembers if its networks do.

        Raises:
            BadInput: It cannot be read, or was trained for something else; says which.
        """
        session = open_session(path)
        facts = facts_in(session, path)
        refuse_mismatch(path, facts, expected_of(game, facts))
        kind = RecurrentOnnxAgent if memory_size(session) else OnnxAgent
        return kind(game, seed, session, facts)

    @property
    def inputs(self) -> list[str]:
        """What the file reads."""
        return [each.name for each in self._session.get_inputs()]

    @property
    def outputs(self) -> list[str]:
        """What the file tells."""
        return [each.name for each in self._session.get_outputs()]

    def __deepcopy__(self, memo: dict[int, Any]) -> "OnnxPolicy":
        """A copy as it stands, on the same session, which nobody can copy."""
        return copy.copy(self)

    def plays(self, seat: int) -> bool:
        """Whether it was trained for this seat."""
        return bool(self._plays[seat])

    def reset(self, seed: int, seat: int) -> None:
        """`act` decides for this seat; nothing is drawn."""
        self._seat = seat

    def run(
        self,
        observations: NDArray[Any],
        masks: NDArray[np.uint8],
        seats: NDArray[np.int8],
        memory: NDArray[np.float32] | None = None,
    ) -> dict[str, NDArray[Any]]:
        """All outputs of the file by name.

        Args:
            observations: [n, observation_size], each seen from its seat.
            masks: [n, num_actions].
            seats: [n].
            memory: float32 [n, M], where it remembers.

        Raises:
            BadInput: It was not trained for one of the seats.
            ValueError: A mask is malformed.
        """
        legal = check_masks(masks, (len(seats), self.game.spec.num_actions))
        if not self._plays[seats].all():
            missing = self.game.spec.seats[int(seats[np.argmin(self._plays[seats])])]
            raise BadInput(f"this ONNX file was not trained for seat {missing}")
        given: dict[str, NDArray[Any]] = {
            "observation": np.ascontiguousarray(observations, np.float32),
            "action_mask": np.ascontiguousarray(legal, np.int8),
        }
        if "estimates" in self.inputs:
            given["estimates"] = self._features.estimate(observations)
        if memory is not None:
            given["memory"] = memory
        names = self.outputs
        return dict(zip(names, self._session.run(names, given), strict=True))


class OnnxAgent(OnnxPolicy):
    """One that remembers nothing: it answers for any number of games."""

    def act(self, view: View, observation: NDArray[Any], mask: NDArray[np.uint8]) -> int:
        """Choose from the observation of the seat asked."""
        seats = np.array([self._seat], np.int8)
        return int(self.act_batch(observation[None], mask[None], seats)[0])

    def act_batch(
        self, observations: NDArray[Any], masks: NDArray[np.uint8], seats: NDArray[np.int8]
    ) -> NDArray[np.int32]:
        """Choose for each game."""
        return self.run(observations, masks, seats)["action"].astype(np.int32)


class RecurrentOnnxAgent(OnnxPolicy):
    """One that remembers; it is given to each game and seat in a copy of its own."""

    def reset(self, seed: int, seat: int) -> None:
        """Begin a game on `seat`, nothing remembered."""
        super().reset(seed, seat)
        self._memory = np.zeros((1, memory_size(self._session)), np.float32)

    def act(self, view: View, observation: NDArray[Any], mask: NDArray[np.uint8]) -> int:
        """Choose from the observation of the seat asked, and what it remembers."""
        seats = np.array([self._seat], np.int8)
        told = self.run(observation[None], mask[None], seats, self._memory)
        self._memory = told["memory_after"]
        return int(told["action"][0])


def memory_size(session: Any) -> int:
    """Numbers that a policy remembers for each seat of each game, 0 without memory."""
    for each in session.get_inputs():
        if each.name == "memory":
            return int(each.shape[1])
    return 0
