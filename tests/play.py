"""Random legal play, for tests of any face; spawned processes can import it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from toy import ToyGame
from warfront.aec import AllianceAEC, Observation
from warfront.game import Game, State
from warfront.side import SideEnv

REWARDS = ("team", "margin", "individual", "mixed:0.3")


def pick(mask: NDArray[Any], rng: np.random.Generator) -> int:
    """A legal action, all equally likely."""
    legal = mask.nonzero()[0]
    return int(legal[rng.integers(len(legal))])


def advance(game: Game, state: State, rng: np.random.Generator, decisions: int) -> None:
    """Take so many random decisions, or fewer if the game ends."""
    for _ in range(decisions):
        if game.done(state):
            return
        game.step(state, pick(game.legal_mask(state), rng))


def look(env: AllianceAEC) -> Observation:
    """What the seat asked sees."""
    return env.observe(env.agent_selection)


def play_aec(env: Any, rng: np.random.Generator) -> dict[str, float]:
    """Play an AEC environment to its end; what each seat was handed in all."""
    handed = dict.fromkeys(env.possible_agents, 0.0)
    for seat in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        handed[seat] += reward
        over = terminated or truncated
        env.step(None if over else pick(seen["action_mask"], rng))
    return handed


def play_seeded(env: Any, seed: int) -> list[float]:
    """Reset and play to the end: what each seat was handed in all."""
    env.reset(seed=seed)
    return list(play_aec(env, np.random.default_rng(0)).values())


def make_toy_side() -> SideEnv:
    """The small game with the allies as the learner."""
    return SideEnv(ToyGame(), "allies", "random")
