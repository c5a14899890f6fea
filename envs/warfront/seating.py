"""Who sits where when a whole alliance is one learner: the agents on all other seats."""

import copy
import importlib
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.batch import Batch
from warfront.game import BadInput, Game, State
from warfront.seeds import next_seed

Given = str | Any | Mapping[str, Any]  # a name, an Agent, or either of them by seat


def agents_module() -> Any:
    """`warfront_agents.agent`, imported only when somebody has to be seated.

    Raises:
        BadInput: The agents are not installed.
    """
    try:
        return importlib.import_module("warfront_agents.agent")
    except ModuleNotFoundError as error:
        raise BadInput(f"no agents to seat ({error}): install warfront with its agents") from error


def side_seats(game: Game, side: str) -> list[int]:
    """The seats of a side.

    Raises:
        BadInput: The game has no such side.
    """
    spec = game.spec
    if side not in spec.sides:
        raise BadInput(f"side {side!r} is unknown: use {' or '.join(spec.sides)}")
    return [spec.seats.index(seat) for seat in spec.sides[side]]


class Opponents:
    """The agents on the seats a learner does not hold, for n games at once.

    An agent that answers in batches serves all games; of any other each game has its own copy.
    """

    def __init__(self, game: Game, mine: Iterable[int], given: Given, n: int = 1) -> None:
        """Seat the agents.

        Args:
            game: The game they play.
            mine: Seats of the learner.
            given: One agent for all other seats or a mapping from every other seat to its agent;
                an agent is a name (`random`, `staff`, a checkpoint, ...) or an object.
            n: How many games.

        Raises:
            BadInput: A seat is missing or not an opponent's, or a name stands for nothing.
        """
        self.game = game
        asking = agents_module()
        held = set(mine)
        others = [seat for seat in range(len(game.spec.seats)) if seat not in held]
        names = [game.spec.seats[seat] for seat in others]
        by_seat = dict(given) if isinstance(given, Mapping) else dict.fromkeys(names, given)
        if set(by_seat) != set(names):
            raise BadInput(f"opponents for {sorted(by_seat)}: give one for each of {sorted(names)}")
        self._names: dict[int, str] = {}
        self._agents: dict[int, list[Any]] = {}
        for seat, name in zip(others, names, strict=True):
            wanted = by_seat[name]
            if isinstance(wanted, str):
                agent = asking.make_agent(wanted, game, seed=seat)
            elif callable(getattr(wanted, "act", None)) or asking.is_batched(wanted):
                agent = copy.deepcopy(wanted)
            else:
                raise BadInput(f"opponent {wanted!r} is no agent: give a name or an Agent")
            self._names[seat] = wanted if isinstance(wanted, str) else type(wanted).__name__
            batched = asking.is_batched(agent)
            self._agents[seat] = [agent] if batched else [copy.deepcopy(agent) for _ in range(n)]

    def reset(self, seed: int) -> None:
        """Begin anew in all games; every agent gets a seed of its own."""
        for seat, agents in self._agents.items():
            for agent in agents:
                seed = next_seed(seed)
                self._begin(agent, seed, seat)

    def restart(self, i: int, seed: int) -> None:
        """Begin a new game for the agents that serve game i alone."""
        is_batched = agents_module().is_batched
        for seat, agents in self._agents.items():
            if not is_batched(agents[0]):
                seed = next_seed(seed)
                self._begin(agents[i], seed, seat)

    def _begin(self, agent: Any, seed: int, seat: int) -> None:
        where = self.game.spec.seats[seat]
        agents_module().begin(agent, self._names[seat], seed, seat, where)

    def act(self, state: State, seat: int, i: int = 0) -> int:
        """The action of the agent on `seat` in game i.

        Raises:
            IllegalAction: The agent chose an illegal action.
        """
        agents = self._agents[seat]
        action: int = agents_module().ask(
            agents[i % len(agents)],
            self._names[seat],
            lambda: self.game.view(state, seat),
            self.game.observe(state, seat),
            self.game.legal_mask(state),
            seat,
            lambda seed: self.game.resample(state, seat, seed),
            self.game.spec.seats[seat],
        )
        return action

    def act_in(self, batch: Batch, waiting: NDArray[np.bool_]) -> NDArray[np.int32]:
        """int32 [n]: the actions in those games of a batch that wait for an opponent.

        Raises:
            IllegalAction: An agent chose an illegal action.
        """
        asking = agents_module()
        actions = np.full(batch.n, -1, np.int32)
        for seat, agents in self._agents.items():
            rows = np.flatnonzero(waiting & (batch.seats == seat))
            if not len(rows):
                continue
            if asking.is_batched(agents[0]):
                actions[rows] = asking.ask_batch(
                    agents[0],
                    self._names[seat],
                    batch.observations[rows],
                    batch.masks[rows],
                    batch.seats[rows],
                    self.game.spec.seats,
                )
            else:
                for i in rows.tolist():
                    actions[i] = self.act(batch.states[i : i + 1], seat, i)
        return actions
