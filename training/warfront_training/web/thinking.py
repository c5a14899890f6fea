"""What an agent thinks of a decision: its likeliest choices, each side's chances, and the odds."""

import importlib
import time
from typing import Any

import numpy as np

from warfront.game import BadInput, Game, State
from warfront_agents.agent import begin, make_agent
from warfront_training.telling import side_of
from warfront_training.web.battles import battle_odds
from warfront_training.web.table import Table

LIKELIEST = 5
SECONDS = 0.4  # of playouts for the chances of both sides
WORLDS = 64  # playouts at most
LEAST = 8  # playouts at least: fewer say nothing of a value

Choice = tuple[int, float]  # action, share


def thoughts(table: Table, state: State, name: str) -> dict[str, Any]:
    """What the agent of this name thinks of the decision a state stands at.

    It gets what any agent gets: what the seat that is asked may know.

    Args:
        table: The table.
        state: Its state, a copy of one's own.
        name: The agent.

    Raises:
        BadInput: The name stands for nothing, or the agent does not play this game.
        AgentFailed: Its code raised.
    """
    game, seat = table.game, table.game.seat(state)
    if name == "human":
        raise BadInput("a person keeps his thoughts: name an agent")
    agent = make_agent(name, game, table.record.seed)
    try:
        begin(agent, name, table.record.seed, seat, game.spec.seats[seat])
        action = table.players.advice(agent, name, state)
        listed, measure = _choices(agent, name, game, state, action)
    finally:
        if hasattr(agent, "close"):
            agent.close()
    return {
        "seat": game.spec.seats[seat],
        "agent": name,
        "measure": measure,
        "choices": [
            {"action": a, "text": game.action_text(state, a), "share": share}
            for a, share in listed[:LIKELIEST]
        ],
        "value": chances(table, state),
        "odds": battle_odds(game, state, seat),
    }


def _choices(
    agent: Any, name: str, game: Game, state: State, action: int
) -> tuple[list[Choice], str]:
    """Its choices, the likeliest first, and what their shares are."""
    mask, seat = game.legal_mask(state), game.seat(state)
    if name == "random":
        legal = np.flatnonzero(mask)
        return [(int(a), 1.0 / len(legal)) for a in legal], "all alike"
    policy = getattr(agent, "probabilities", None)
    if policy is not None:
        seats = np.array([seat], np.int8)
        shares = policy(game.observe(state, seat)[None], mask[None], seats)[0]
        return _ranked(np.flatnonzero(mask), shares[mask != 0], action), "probability"
    contest = getattr(agent, "contest", None)
    if contest is not None:
        worlds = contest.worlds
        return _ranked(contest.actions, worlds / max(1, worlds.sum()), action), "share of its tries"
    return [(action, 1.0)], "its choice"


def _ranked(actions: Any, shares: Any, first: int) -> list[Choice]:
    """The greatest shares first; of equal ones what it would play."""
    order = sorted(range(len(actions)), key=lambda i: (-shares[i], actions[i] != first))
    return [(int(actions[i]), float(shares[i])) for i in order]


def chances(table: Table, state: State) -> dict[str, Any] | None:
    """How likely each side wins, by playouts from what the seat that is asked knows.

    None: the game has no player to look ahead with.
    """
    from warfront_agents.search import GAMES

    game, seat = table.game, table.game.seat(state)
    if game.spec.name not in GAMES:
        return None
    ahead = importlib.import_module(GAMES[game.spec.name]).Lookahead(game)
    usual = np.array([ahead.usual(game.observe(state, seat), game.legal_mask(state))], np.int64)
    sample = table.players.sampler(state, seat)
    value = np.zeros(1)

    def play_out(world: int) -> float:
        ahead.begin()
        ahead.try_each(sample(world), usual, seat, value)
        return float(value[0])

    play_out(0)  # the first of a process compiles: its time says nothing
    values: list[float] = []
    until = time.perf_counter() + SECONDS
    while len(values) < LEAST or (len(values) < WORLDS and time.perf_counter() < until):
        values.append(play_out(len(values)))
    mine = float(np.mean(values))
    side = side_of(game, seat)
    return {
        "playouts": len(values),
        "sides": {name: mine if name == side else 1.0 - mine for name in game.spec.sides},
    }
