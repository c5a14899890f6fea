"""Learned agents: they play by the networks of checkpoint files, or of the newest in a run."""

import contextlib
import copy
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from warfront.game import BadInput, Game, View
from warfront_agents.acting_net import ActingNet
from warfront_agents.agent import Agent
from warfront_agents.checkpoint import (
    checkpoint_files,
    expected_of,
    facts_of,
    read_checkpoint,
    refuse_mismatch,
)
from warfront_agents.compiled_nets import Layers
from warfront_agents.features import Features
from warfront_agents.masks import check_masks
from warfront_agents.networks import net_from, sample_masked


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


class PolicyAgent(Agent):
    """Plays by one or more networks, each for its own seats.

    Args:
        game: The game it plays.
        seed: Seeds its draws.
        nets: The networks.
        net_of: Seat -> index of its network, -1 where it has none.
        sample: Draw from the policy; False plays the likeliest action.
        features: What the networks read, the game's usual features by default.
    """

    name = "learned"

    def __init__(
        self,
        game: Game,
        seed: int,
        nets: list[ActingNet],
        net_of: NDArray[np.int64],
        sample: bool = True,
        features: Features | None = None,
    ) -> None:
        """Keep the networks."""
        self._features = Features(game) if features is None else features
        self._nets = nets
        self._net_of = net_of
        self._sample = sample
        super().__init__(game, seed)

    def __deepcopy__(self, memo: dict[int, Any]) -> "PolicyAgent":
        """A copy on the same networks that has seen and drawn nothing yet, as for another game."""
        twin = copy.copy(self)
        twin.reset(0, 0)
        return twin

    def plays(self, seat: int) -> bool:
        """Whether it has a network for this seat."""
        return bool(self._net_of[seat] >= 0)

    @property
    def memory_size(self) -> int:
        """Numbers that it remembers for each seat of each game, 0 without memory."""
        return max(net.memory_size for net in self._nets)

    def reset(self, seed: int, seat: int) -> None:
        """Seed the draws anew; `act` decides for this seat."""
        self._seat = seat
        self._draws = torch.Generator().manual_seed((seed * 64 + seat) % 2**63)

    def judge(
        self,
        observations: NDArray[Any],
        masks: NDArray[np.uint8],
        seats: NDArray[np.int8],
        memory: NDArray[np.float32],
    ) -> tuple[NDArray[np.float32], NDArray[np.float32] | None, NDArray[np.float32]]:
        """What its networks say of n decisions.

        Args:
            observations: [n, observation_size], each seen from its seat.
            masks: [n, num_actions].
            seats: [n].
            memory: [n, M], what the seats remember of their games.

        Returns:
            Masked logits [n, num_actions], values [n] (None where a network has no critic), and
            the memory [n, M] afterwards.

        Raises:
            BadInput: It has no network for one of the seats.
            ValueError: A mask is malformed.
        """
        after, values = torch.from_numpy(memory.copy()), np.empty(len(seats), np.float32)
        logits = np.empty(masks.shape, np.float32)
        features, which = self._features(observations, seats), self._net_of[seats]
        for k, net in enumerate(self._nets):
            mine = np.flatnonzero(which == k)
            if len(net.critic):
                heads = np.searchsorted(np.flatnonzero(self._net_of == k), seats[mine])
                known = torch.from_numpy(memory[mine, : net.memory_size])
                values[mine] = net.values(features[mine], heads, known).numpy()
        for mine, told in self._logits(features, masks, seats, after):
            logits[mine] = told.numpy()
        valued = all(len(net.critic) for net in self._nets)
        return logits, values if valued else None, after.numpy()

    def _choose(
        self,
        observations: NDArray[Any],
        masks: NDArray[np.uint8],
        seats: NDArray[np.int8],
        memory: torch.Tensor,
    ) -> NDArray[np.int32]:
        """Choose for each row by the network of its seat; memory [n, M] is updated in place."""
        actions = np.empty(len(seats), np.int32)
        features = self._features(observations, seats)
        for mine, logits in self._logits(features, masks, seats, memory):
            if self._sample:
                chosen = sample_masked(logits, torch.rand(len(logits), generator=self._draws))
            else:
                chosen = logits.argmax(dim=1)
            actions[mine] = chosen.numpy()
        return actions

    def _logits(
        self,
        features: NDArray[np.float32],
        masks: NDArray[np.uint8],
        seats: NDArray[np.int8],
        memory: torch.Tensor,
    ) -> Iterator[tuple[Any, torch.Tensor]]:
        """The rows of each network that decides, and its masked logits for features [n, F]."""
        legal = check_masks(masks, (len(seats), self.game.spec.num_actions))
        which = self._net_of[seats]
        for net in np.unique(which):
            if net < 0:
                missing = self.game.spec.seats[int(seats[np.argmin(which)])]
                raise BadInput(f"this checkpoint was not trained for seat {missing}")
            mine: Any = slice(None) if (which == net).all() else np.flatnonzero(which == net)
            size = self._nets[net].memory_size
            logits, after = self._nets[net].logits(features[mine], legal[mine], memory[mine, :size])
            memory[mine, :size] = after
            yield mine, logits


class LearnedAgent(PolicyAgent):
    """Plays by networks that remember nothing: one agent answers for any number of games."""

    @staticmethod
    def load(
        path: Path, game: Game, seed: int = 0, sample: bool = False, any_version: bool = False
    ) -> PolicyAgent:
        """Load a checkpoint file, or all the newest checkpoints of a run folder.

        What is loaded plays its likeliest action unless `sample` asks for draws, as in training.
        Networks that remember come as a `RecurrentAgent`. With `any_version` it may also play
        other rules or cards than it was trained on, as long as it can read them.

        Raises:
            BadInput: It is no checkpoint, or was trained for something else; says which.
        """
        return LearnedAgent.of(checkpoint_files(path), game, seed, sample, any_version)

    @staticmethod
    def of(
        files: Sequence[Path], game: Game, seed: int = 0, sample: bool = False,
        any_version: bool = False,
    ) -> PolicyAgent:  # fmt: skip
        """The agent of several checkpoint files, see `load`."""
        nets: list[ActingNet] = []
        net_of = np.full(len(game.spec.seats), -1, np.int64)
        features = Features(game)
        for file in files:
            facts, weights = read_checkpoint(file)
            wanted = expected_of(game, facts)
            wanted.version = facts.version if any_version else wanted.version
            refuse_mismatch(file, facts, wanted)
            if nets and facts.features != features.digest:
                raise BadInput(
                    f"{file} reads other features than {files[0]}: name files of one run"
                )
            features = Features.of(game, facts.features)
            try:
                net = net_from(weights, features.size, facts.num_actions)
            except ValueError as error:
                raise BadInput(
                    f"{file} is no warfront checkpoint ({error}): name a run folder of "
                    "`warfront train` or an .npz file in its checkpoints"
                ) from error
            for seat in facts.plays:
                net_of[game.spec.seats.index(seat)] = len(nets)
            nets.append(net)
        return new_policy_agent(game, seed, nets, net_of, sample, features)

    def plain_policies(self) -> tuple[list[Layers], NDArray[np.int64]]:
        """Its networks for kernels, and [S] which of them plays a seat (-1: none that is plain)."""
        plain = [net.plain_layers() for net in self._nets]
        kept = [k for k, layers in enumerate(plain) if layers is not None]
        place = np.array([kept.index(k) if k in kept else -1 for k in range(len(plain))] + [-1])
        return [layers for layers in plain if layers is not None], place[self._net_of]

    def act(self, view: View, observation: NDArray[Any], mask: NDArray[np.uint8]) -> int:
        """Choose from the observation of the seat asked."""
        seats = np.array([self._seat], np.int8)
        return int(self.act_batch(observation[None], mask[None], seats)[0])

    def act_batch(
        self, observations: NDArray[Any], masks: NDArray[np.uint8], seats: NDArray[np.int8]
    ) -> NDArray[np.int32]:
        """Choose for each game by the network of its seat."""
        with _one_thread():
            return self._choose(observations, masks, seats, torch.empty(len(seats), 0))

    def probabilities(
        self, observations: NDArray[Any], masks: NDArray[np.uint8], seats: NDArray[np.int8]
    ) -> NDArray[np.float32]:
        """Its policy for n games: float32 [n, num_actions], 0 for what is illegal."""
        chances = np.empty((len(seats), self.game.spec.num_actions), np.float32)
        with _one_thread():
            nothing = torch.empty(len(seats), 0)
            features = self._features(observations, seats)
            for mine, logits in self._logits(features, masks, seats, nothing):
                chances[mine] = torch.softmax(logits, dim=1).numpy()
        return chances


class RecurrentAgent(PolicyAgent):
    """Plays by networks that remember what their seat saw earlier in the game.

    Like any agent without an `act_batch` it is given to each game and seat in a copy of its own
    (copies share the networks). Who keeps many games in one agent calls `act_games`.
    """

    def reset(self, seed: int, seat: int) -> None:
        """Begin a game on `seat`, nothing remembered; games of `act_games` are forgotten too."""
        super().reset(seed, seat)
        self._memory = torch.zeros(0, len(self.game.spec.seats), self.memory_size)

    def begin_game(self, index: int) -> None:
        """A new game begins at this place of `act_games`: every seat forgets the last one."""
        if index < len(self._memory):
            self._memory[index] = 0

    def act(self, view: View, observation: NDArray[Any], mask: NDArray[np.uint8]) -> int:
        """Choose from the observation of the seat asked, and what it remembers."""
        seats, games = np.array([self._seat], np.int8), np.zeros(1, np.intp)
        return int(self.act_games(games, observation[None], mask[None], seats)[0])

    def act_games(
        self,
        games: NDArray[np.intp],
        observations: NDArray[Any],
        masks: NDArray[np.uint8],
        seats: NDArray[np.int8],
    ) -> NDArray[np.int32]:
        """Choose for these games, numbered from 0, by what each seat remembers of its game."""
        missing = int(games.max(initial=-1)) + 1 - len(self._memory)
        if missing > 0:
            more = torch.zeros(missing, *self._memory.shape[1:])
            self._memory = torch.cat([self._memory, more])
        rows = torch.from_numpy(games), torch.from_numpy(seats.astype(np.int64))
        memory = self._memory[rows]
        with _one_thread():
            actions = self._choose(observations, masks, seats, memory)
        self._memory[rows] = memory
        return actions


def load_value(file: Path, game: Game) -> Layers:
    """The network that values positions of a game, for kernels (see `new_nets`).

    Raises:
        BadInput: The file is none, or was fitted for another game; says which.
    """
    facts, weights = read_checkpoint(file)
    refuse_mismatch(file, facts, facts_of(game, facts.plays, facts.options, facts.steps))
    try:
        layers = net_from(weights, 2 * Features(game).size, 1).plain_layers()
    except ValueError as error:
        raise BadInput(
            f"{file} values no positions ({error}): fit it anew, or remove it"
        ) from error
    if layers is None:
        raise BadInput(f"{file} values no positions (it has entities): fit it anew, or remove it")
    return layers


def new_policy_agent(
    game: Game,
    seed: int,
    nets: list[ActingNet],
    net_of: NDArray[np.int64],
    sample: bool = True,
    features: Features | None = None,
) -> PolicyAgent:
    """An agent for these networks, which remembers if one of them does."""
    kind = RecurrentAgent if any(net.memory_size for net in nets) else LearnedAgent
    return kind(game, seed, nets, net_of, sample, features)
