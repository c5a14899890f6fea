"""Search: tries its actions in worlds that agree with what its seat knows, and keeps the best.

Every candidate is tried in the same worlds (hidden cards and dice drawn anew for each world), so
that luck is common to all and cancels in their differences. The weaker half of the candidates falls
out stage by stage; the usual player's choice stays in, and another one is played only where it has
done better than that by more than chance.
"""

import copy
import importlib
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from warfront.game import BadInput, Game
from warfront_agents.agent import Planner, Sampler
from warfront_agents.compiled_nets import Layers

if TYPE_CHECKING:
    from warfront_agents.learned import LearnedAgent

GAMES = {  # game -> module with its Lookahead
    "battlecards": "warfront_agents.battlecards_search",
    "spring1942": "warfront_agents.spring1942_search",
}
FIRST = 12  # worlds before anything is decided by its statistics
SURE = 3.0  # standard errors that put a candidate out
BETTER = 1.0  # standard errors by which another choice must beat the staff's
PROVEN = 2.0  # and by which it must beat a policy's, whose choices are seldom wrong
WORTH = 0.01  # what it must then promise besides: small gains are mostly luck
NOTHING = 0.0005  # a difference in the chance to win that is none
LIKELY = 0.02  # a checkpoint's probability below which an action is no candidate


class Lookahead(Protocol):
    """What a game offers to a search."""

    most: int  # candidates of a decision; of more a random choice is tried

    def usual(self, observation: NDArray[Any], mask: NDArray[np.uint8]) -> int:
        """The usual player's choice."""

    def follow(
        self, policies: Sequence[Layers], net_of: NDArray[np.int64], value: Layers | None
    ) -> None:
        """Let policies play in the playouts, if it can, and a network value where they end."""

    def begin(self) -> None:
        """Forget what was learnt at another decision."""

    def try_each(
        self, world: Any, actions: NDArray[np.int64], seat: int, value: NDArray[np.float64]
    ) -> None:
        """Fill value [A] with a playout of each action, from 0 (lost) to 1 (won)."""


class Budget:
    """What a decision may cost: milliseconds, or a number of playouts that repeats exactly."""

    def __init__(self, text: str) -> None:
        """Read `100` (milliseconds) or `400p` (playouts).

        Raises:
            BadInput: It is neither.
        """
        number = text.removesuffix("p")
        if not (number.isascii() and number.isdigit()) or not 0 < int(number) <= 10_000_000:
            raise BadInput(
                f"search:{text} is no budget: use search:100 for 100 milliseconds a decision "
                "or search:400p for 400 playouts"
            )
        self.playouts = int(number) if text.endswith("p") else 0
        self.seconds = 0.0 if self.playouts else int(number) / 1000.0

    def start(self) -> None:
        """A decision begins."""
        self._begun = time.perf_counter()
        self._done = 0

    def spend(self, playouts: int) -> None:
        """So many playouts were made."""
        self._done += playouts

    def spent(self) -> float:
        """The share that is spent."""
        if self.playouts:
            return self._done / self.playouts
        return (time.perf_counter() - self._begun) / self.seconds


class Contest:
    """The candidates of one decision, compared with the usual choice world by world."""

    def __init__(
        self,
        candidates: NDArray[np.int64],
        usual: int,
        better: float = BETTER,
        worth: float = 0.0,
    ) -> None:
        """Begin with candidates [A], the usual choice among them.

        Another one must beat that by `better` standard errors and by more than `worth`.
        """
        self._better, self._worth = better, worth
        self.actions = candidates
        self.usual = int(np.flatnonzero(candidates == usual)[0])
        self.alive = np.arange(len(candidates))
        self._worlds = np.zeros(len(candidates))
        self._gain = np.zeros(len(candidates))  # sum of value less the usual choice's
        self._square = np.zeros(len(candidates))

    @property
    def worlds(self) -> NDArray[np.int64]:
        """In how many worlds each candidate was tried [A]."""
        return self._worlds.astype(np.int64)

    def note(self, value: NDArray[np.float64]) -> None:
        """Add what one world gave to those alive."""
        gain = value - value[np.searchsorted(self.alive, self.usual)]
        self._worlds[self.alive] += 1
        self._gain[self.alive] += gain
        self._square[self.alive] += gain * gain

    def gain(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Mean gain over the usual choice of those alive, and its standard error."""
        n = self._worlds[self.alive]
        mean = self._gain[self.alive] / n
        spread = np.maximum(self._square[self.alive] / n - mean * mean, 0.0)
        return mean, np.sqrt(spread / n)

    def drop_clear(self) -> bool:
        """Drop those that are clearly not worth it; whether nothing is open any more."""
        mean, error = self.gain()
        stays = (mean + SURE * error >= self._worth) | (self.alive == self.usual)
        others = stays & (self.alive != self.usual)
        matters = np.abs(mean) + SURE * error > NOTHING
        clear = others.sum() == 1 and bool((mean - SURE * error > self._worth)[others][0])
        self.alive = self.alive[stays]
        return clear or not (others & matters).any()

    def halve(self) -> None:
        """Drop the weaker half; the usual choice stays."""
        mean, _ = self.gain()
        best = self.alive[np.argsort(-mean, kind="stable")[: (len(mean) + 1) // 2]]
        self.alive = np.union1d(best, [self.usual])

    def best(self) -> int:
        """The best action, or the usual one where no other is better by more than chance."""
        mean, error = self.gain()
        proven = (mean > self._better * error) & (mean > self._worth)
        proven &= self._worlds[self.alive] >= FIRST
        lead = np.where(proven, mean, -np.inf)
        lead[self.alive == self.usual] = 0.0
        return int(self.actions[self.alive[lead.argmax()]])


def _load(prior: str, game: Game) -> "tuple[LearnedAgent, Layers | None]":
    """The policy to begin from, and the network that values positions of its own games, if any.

    Raises:
        BadInput: There is no such policy, or it has a memory; the network is of another game.
    """
    from warfront_agents import trained
    from warfront_agents.agent_files import value_path
    from warfront_agents.learned import LearnedAgent, load_value

    word, _, name = prior.partition(":")
    shipped = word == "trained" and bool(name)
    policy = trained.load(name, game) if shipped else LearnedAgent.load(Path(prior), game)
    if not isinstance(policy, LearnedAgent):
        raise BadInput(f"{prior} remembers its games, which a search cannot use: use one without")
    value = value_path(prior)
    return policy, load_value(value, game) if value.is_file() else None


class SearchAgent(Planner):
    """Chooses by playouts; at decisions with one legal action it answers at once.

    Args:
        game: The game it plays.
        seed: Seeds the worlds.
        budget: What a decision may cost: `100` milliseconds or `400p` playouts.
        prior: A run folder, checkpoint or `trained:<name>`, whose likely actions are the
            candidates and who plays in the playouts; none: all actions, and the staff.
    """

    def __init__(
        self, game: Game, seed: int = 0, budget: str = "100", prior: str | None = None
    ) -> None:
        """Make room for the search.

        Raises:
            BadInput: The game has no search, the budget is none, or the checkpoint does not fit.
        """
        if game.spec.name not in GAMES:
            raise BadInput(
                f"search does not play {game.spec.name!r}: use it for {' or '.join(GAMES)}"
            )
        self._budget = Budget(budget)
        self._ahead: Lookahead = importlib.import_module(GAMES[game.spec.name]).Lookahead(game)
        self.contest: Contest | None = None  # of the last decision with a choice
        self._prior: Any = None
        if prior is not None:
            self._prior, value = _load(prior, game)
            self._ahead.follow(*self._prior.plain_policies(), value)
        self.name = f"search:{budget}" + (f":{prior}" if prior else "")
        super().__init__(game, seed)

    def __deepcopy__(self, memo: dict[int, Any]) -> "SearchAgent":
        """A player of another game, who reckons at the same desk, one after the other."""
        return copy.copy(self)

    def plays(self, seat: int) -> bool:
        """Whether it can sit on this seat."""
        return self._prior is None or bool(self._prior.plays(seat))

    def reset(self, seed: int, seat: int) -> None:
        """Seed the worlds."""
        self._random = np.random.default_rng((seed, seat))

    def plan(
        self, sample: Sampler, observation: NDArray[Any], mask: NDArray[np.uint8], seat: int
    ) -> int:
        """The candidate that did best, or the usual choice."""
        if np.count_nonzero(mask) == 1:
            return int(mask.argmax())
        self._budget.start()
        bar = (BETTER, 0.0) if self._prior is None else (PROVEN, WORTH)
        contest = Contest(*self._candidates(observation, mask, seat), *bar)
        self.contest = contest
        self._ahead.begin()
        stages = max(1, (len(contest.actions) - 1).bit_length())
        for stage in range(1, stages + 1):
            if self._run(contest, sample, seat, stage / stages):
                break
            if stage < stages:
                contest.halve()
        return contest.best()

    def _candidates(
        self, observation: NDArray[Any], mask: NDArray[np.uint8], seat: int
    ) -> tuple[NDArray[np.int64], int]:
        """The actions to try, and the usual choice among them."""
        usual = self._ahead.usual(observation, mask)
        likely = mask != 0
        if self._prior is not None:
            seats = np.array([seat], np.int8)
            chance = self._prior.probabilities(observation[None], mask[None], seats)[0]
            likely = chance >= LIKELY
            likely[usual] = True
            usual = int(chance.argmax())
        others = np.flatnonzero(likely)
        others = others[others != usual]
        if len(others) >= self._ahead.most:
            others = self._random.choice(others, self._ahead.most - 1, replace=False)
        return np.union1d(others, [usual]), usual

    def _run(self, contest: Contest, sample: Sampler, seat: int, share: float) -> bool:
        """Try those alive in new worlds up to a share of the budget; whether all is clear."""
        worlds = 0
        value = np.empty(len(contest.alive))
        while worlds == 0 or self._budget.spent() < share:
            world = sample(int(self._random.integers(2**62)))
            self._ahead.try_each(world, contest.actions[contest.alive], seat, value)
            contest.note(value)
            self._budget.spend(len(value))
            worlds += 1
            if worlds % FIRST == 0:
                if contest.drop_clear():
                    return True
                value = np.empty(len(contest.alive))
        return False
