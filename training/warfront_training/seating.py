"""Who sits where: named agents as players of many games at once, asked in batches."""

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from warfront.game import BadInput, Game
from warfront_agents.agent import ask, ask_batch, begin, is_batched, make_agent


def agent_name(agent: str | Any) -> str:
    """What an agent is called: its name, or its class."""
    return agent if isinstance(agent, str) else str(getattr(agent, "name", type(agent).__name__))


@runtime_checkable
class KeepsGames(Protocol):
    """An agent that keeps apart what it remembers of many games."""

    def begin_game(self, index: int) -> None:
        """A new game begins at this place."""

    def act_games(
        self,
        games: NDArray[np.intp],
        observations: NDArray[Any],
        masks: NDArray[np.uint8],
        seats: NDArray[np.int8],
    ) -> NDArray[np.int32]:
        """Choose for the games at these places."""


@dataclass(frozen=True)
class _InGames:
    """An agent that keeps games apart, as one that is asked for a batch of some of them."""

    agent: KeepsGames
    games: NDArray[np.intp]

    def act_batch(
        self, observations: NDArray[Any], masks: NDArray[np.uint8], seats: NDArray[np.int8]
    ) -> NDArray[np.int32]:
        return self.agent.act_games(self.games, observations, masks, seats)


class Player:
    """One agent that sits at any number of games.

    An agent with an `act_batch` or an `act_games` of its own answers for all games together. Any
    other gets an instance of its own for every game and seat, so that what it remembers stays in
    its game.

    Args:
        agent: A name (see `make_agent`) or an agent object.
        game: The game.
        seed: Seeds its choices.
    """

    def __init__(self, agent: str | Any, game: Game, seed: int) -> None:
        """Make the agent; raises BadInput when the name stands for none."""
        self.name = agent_name(agent)
        self._game = game
        self._seed = seed
        self._agent = make_agent(agent, game, seed) if isinstance(agent, str) else agent
        self._by_games = isinstance(self._agent, KeepsGames)
        self.batched = is_batched(self._agent) or self._by_games
        self.keeps_games = self._by_games or not self.batched  # wants to know of every new one
        self._is_program = hasattr(self._agent, "faults") and hasattr(self._agent, "close")
        self._own: dict[tuple[int, int], Any] = {}  # (game, seat) -> its instance
        self._begun: dict[int, int] = {}  # game -> games begun there

    def reseed(self, seed: int) -> None:
        """Start the agent's choices anew from a seed."""
        self._seed = seed
        self._own.clear()
        self._begun.clear()
        if self.batched:
            begin(self._agent, self.name, seed, 0, "every seat")

    def check_seats(self, seats: Sequence[int]) -> None:
        """Raise BadInput when the agent cannot sit on one of these seats."""
        plays = getattr(self._agent, "plays", None)
        for seat in seats:
            if plays is not None and not plays(seat):
                raise BadInput(
                    f"{self.name} was not trained for seat {self._game.spec.seats[seat]}: "
                    "seat it on a side it was trained for"
                )

    def begin(self, index: int) -> None:
        """A new game has begun at this place of the batch."""
        if self._by_games:
            self._agent.begin_game(index)
        if self.batched:
            return
        self._begun[index] = self._begun.get(index, 0) + 1
        for key in [key for key in self._own if key[0] == index]:
            del self._own[key]

    def end(self, index: int, winner: str | None, returns: NDArray[np.float32]) -> None:
        """The game at this place is over; agents with an `end` are told."""
        for (game, seat), agent in self._own.items():
            if game == index and hasattr(agent, "end"):
                agent.end(winner, float(returns[seat]))

    def faults(self) -> dict[str, Any] | None:
        """What an outside program did wrong in all games so far; None for any other agent."""
        report: dict[str, Any] | None = self._agent.faults() if self._is_program else None
        return report

    def close(self, tell: bool = False) -> None:
        """End an outside program; with `tell` a line on standard error where it had faults."""
        if self._is_program:
            self._agent.close(tell)

    def choose(self, batch: Any, games: NDArray[np.intp]) -> NDArray[np.int32]:
        """Actions int32 [len(games)] for these games of a batch, which all ask this player."""
        seats = batch.seats[games]
        if self.batched:
            asked: Any = _InGames(self._agent, games) if self._by_games else self._agent
            return ask_batch(
                asked, self.name, batch.observations[games], batch.masks[games], seats,
                self._game.spec.seats,
            )  # fmt: skip
        chosen = [
            self._choose_one(batch, int(i), int(s)) for i, s in zip(games, seats, strict=True)
        ]
        return np.array(chosen, np.int32)

    def _choose_one(self, batch: Any, index: int, seat: int) -> int:
        agent = self._own.get((index, seat))
        if agent is None:
            agent = self._own[index, seat] = copy.deepcopy(self._agent)
            seed = self._seed + 1000 * self._begun.get(index, 0) + index
            begin(agent, self.name, seed, seat, self._game.spec.seats[seat])
        observation = batch.observations[index].copy()
        return ask(
            agent,
            self.name,
            lambda: self._game.decode(observation),
            observation,
            batch.masks[index].copy(),
            seat,
            lambda seed: self._game.resample(batch.states[index : index + 1], seat, seed),
            self._game.spec.seats[seat],
        )


def choose_all(
    batch: Any,
    players: Sequence[Player],
    player_of: NDArray[np.intp],
    games: NDArray[np.intp],
    actions: NDArray[np.int32],
) -> None:
    """Fill actions[games]: each player answers once for all of its games.

    Args:
        batch: The batch of games.
        players: The players.
        player_of: [len(games)] index of the player that each of these games asks.
        games: Places in the batch.
        actions: int32 [n], filled at `games`.
    """
    for k in np.flatnonzero(np.bincount(player_of, minlength=len(players))).tolist():
        mine = games[player_of == k]
        actions[mine] = players[k].choose(batch, mine)
