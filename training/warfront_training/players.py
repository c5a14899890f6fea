"""The players around one game: agents by name, each asked only with what its seat may know."""

from collections.abc import Mapping
from typing import Any

from warfront.game import Game, State


class Players:
    """Agents on the seats of one game, the people left out where `people` says so.

    Args:
        game: The game.
        names: Seat -> agent by name.
        seed: Seeds the agents.
        people: Whether `human` stands for somebody who is not asked here.

    Raises:
        BadInput: A name stands for nothing, or for an agent that does not play this game.
    """

    def __init__(
        self, game: Game, names: Mapping[str, str], seed: int, people: bool = False
    ) -> None:
        """Make the agents and begin the game on their seats."""
        from warfront_agents.agent import begin, make_agent

        self.game = game
        self.names = [names[seat] for seat in game.spec.seats]
        self.people = {seat for seat, name in enumerate(self.names) if name == "human"}
        self.agents: list[Any] = []
        for seat, name in enumerate(self.names):
            absent = people and name == "human"
            agent = None if absent else make_agent(name, game, seed)
            if not absent:
                begin(agent, name, seed, seat, game.spec.seats[seat])
            self.agents.append(agent)
        self._drawn = 0

    def ask(self, state: State) -> int:
        """The action of whoever is asked.

        Raises:
            AgentFailed: The agent's own code raised.
            IllegalAction: Its answer is illegal.
        """
        seat = self.game.seat(state)
        return self.advice(self.agents[seat], self.names[seat], state)

    def advice(self, agent: Any, name: str, state: State) -> int:
        """What an agent would do for whoever is asked; raises what `ask` does."""
        from warfront_agents.agent import ask

        game, seat = self.game, self.game.seat(state)
        return ask(
            agent, name, lambda: game.view(state, seat), game.observe(state, seat),
            game.legal_mask(state), seat, self.sampler(state, seat), game.spec.seats[seat],
        )  # fmt: skip

    def close(self, state: State) -> None:
        """Tell outside programs how the game ended, if it has, and let them go."""
        spec = self.game.spec
        returns = self.game.returns(state).tolist() if self.game.done(state) else []
        won = {spec.seats[seat] for seat, points in enumerate(returns) if points > 0}
        winner = next((side for side, seats in spec.sides.items() if won & set(seats)), None)
        for agent, points in zip(self.agents, returns, strict=False):
            if hasattr(agent, "end"):
                agent.end(winner, points)
        for agent in self.agents:
            if hasattr(agent, "close"):
                agent.close(tell=True)

    def sampler(self, state: State, seat: int) -> Any:
        """States as a seat may imagine this one, never twice the same."""

        def sample(seed: int) -> Any:
            self._drawn += 1
            return self.game.resample(state, seat, seed + 1_000_003 * self._drawn)

        return sample
