"""Many games at once: states, masks, observations, seats and rewards as arrays."""

import weakref
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from warfront.compiled import kernel
from warfront.game import BadInput, Game, IllegalAction, Reward
from warfront.games import make_game
from warfront.helpers import Helper
from warfront.seeds import check_seed, fresh_seed, split_seed

_BLOCK = 32  # actions counted at once; less than a byte overflows at
MOST_GAMES = 1_000_000  # more would not fit into memory
MOST_THREADS = 256
_HOLD = -1  # no game has this action, so a held game is refused and stands still


class Batch:
    """N games of one kind that advance together; a game that ends starts anew at once.

    All arrays are filled in place by `reset` and `step`: copy what must outlive the next step, and
    write into none of them (but `viewers`), as the next step writes only what it changes.

    Attributes:
        states: Record array [n] of `game.state_dtype`.
        masks: uint8 [n, num_actions], legal actions of the seat asked.
        observations: uint8 [n, observation_size], seen by the seat asked.
        seats: int8 [n], the seat asked.
        returns: float32 [n, seats], earned so far in the running game.
        base: float32 [n, seats], `returns` when the seat last decided.
        rewards: float32 [n, seats], earned since the seat last decided (`returns - base`).
        terminated, truncated: bool [n], the game ended in this step (decided, or by a limit).
        viewers: int8 [n], the seat that is to see the end; -1 (as it begins): the one that decides
            last. This array alone may be written between steps.
        final_observations: uint8 [n, observation_size], the end as that seat sees it.
        final_seats: int8 [n], that seat.
        final_rewards: float32 [n, seats], earned up to the end since the seat last decided.
        final_returns: float32 [n, seats], earned in the whole finished game.
        seeds: uint64 [n], each game's seed for its next start.
        counts: int64 [n], decisions taken; `games`: int64 [n], games finished.
        errors: uint8 [n], 1 where the action was refused and the game left untouched.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        threads: int = 1,
        seed: int | None = None,
        reward: str = "team",
    ) -> None:
        """Allocate the arrays; `reset` starts the games.

        Args:
            game: The game, any number of which may share this object.
            n: How many games, 1 or more.
            threads: How many threads advance them, from 1 to n.
            seed: Seeds the first reset; None takes one from the operating system.
            reward: `team`, `margin`, `individual` or `mixed:<weight>`.

        Raises:
            BadInput: n, threads or reward is out of range, or the seed is no whole number.
        """
        check_count("n", n, MOST_GAMES)
        check_count("threads", threads, MOST_THREADS, " (2 is quickest on two cores)")
        mode = Reward.parse(reward)
        self.game = game
        self.spec = game.spec
        self.n = n
        self.threads = min(threads, n)
        self.reward = reward
        self.reward_mode = mode.mode
        self.reward_weight = mode.weight
        self._seed = fresh_seed() if seed is None else check_seed(seed)
        self._started = False
        self._allocate()
        self._helpers: list[Helper] = []
        edges = np.linspace(0, n, self.threads + 1).astype(int).tolist()
        self._slices = list(zip(edges[:-1], edges[1:], strict=True))

    def _allocate(self) -> None:
        n, spec = self.n, self.spec
        seats = len(spec.seats)
        self.states = self.game.new_states(n)
        self.actions = np.zeros(n, np.int32)
        self.masks = np.zeros((n, spec.num_actions), np.uint8)
        self.observations = np.zeros((n, spec.observation_size), np.uint8)
        self.seats = np.zeros(n, np.int8)
        self.returns = np.zeros((n, seats), np.float32)
        self.base = np.zeros((n, seats), np.float32)
        self.rewards = np.zeros((n, seats), np.float32)
        self.terminated = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        self.viewers = np.full(n, -1, np.int8)
        self.final_observations = np.zeros((n, spec.observation_size), np.uint8)
        self.final_seats = np.zeros(n, np.int8)
        self.final_rewards = np.zeros((n, seats), np.float32)
        self.final_returns = np.zeros((n, seats), np.float32)
        self.seeds = np.zeros(n, np.uint64)
        self.errors = np.zeros(n, np.uint8)
        self.counts = np.zeros(n, np.int64)
        self.games = np.zeros(n, np.int64)
        self._choices = np.zeros(n, np.uint64)
        self._nobody = np.zeros(n, np.bool_)

    def reset(self, seed: int | Sequence[int | None] | None = None) -> None:
        """Start all games anew.

        Args:
            seed: One number fixes all games; None goes on from their streams of seeds. A list has
                one of either for each game: with a number, game i is that of `game.new(seed[i])`.

        Raises:
            BadInput: A seed is no whole number, or the list has not n of them.
        """
        given: Any = seed
        each = None if seed is None or np.ndim(given) == 0 else self._check_list(given)
        if (seed is not None and each is None) or not self._started:
            self._seed = self._seed if seed is None or each is not None else check_seed(given)
            self.seeds[:] = split_seed(self._seed, self.n)
            self._choices[:] = split_seed(self._seed + 1, self.n) | np.uint64(1)
        for i, number in enumerate(each or ()):
            if number is not None:
                self.seeds[i] = number % 2**64
                self._choices[i] = split_seed(number, 1)[0] | np.uint64(1)
        self.counts[:] = 0
        self.games[:] = 0
        self.terminated[:] = False
        self.truncated[:] = False
        self.errors[:] = 0
        self._started = True
        self._share(self.game.start_slice)

    def _check_list(self, seeds: Any) -> list[int | None]:
        each = [None if seed is None else check_seed(seed) for seed in seeds]
        if len(each) != self.n:
            raise BadInput(f"{len(each)} seeds for {self.n} games: give one number, or one a game")
        return each

    def step(self, actions: ArrayLike, held: NDArray[np.bool_] | None = None) -> None:
        """Apply one action in every game, or in those that are not held.

        Args:
            actions: Whole numbers [n]; those of held games are not read.
            held: bool [n], games that stand still in this step.

        Raises:
            IllegalAction: Names the first game whose action is illegal; no game has changed.
            BadInput: The actions are no whole numbers of shape [n].
        """
        self._check_started()
        chosen = np.asarray(actions)
        if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
            raise BadInput(
                f"actions are {chosen.dtype} {chosen.shape}: give whole numbers [{self.n}]"
            )
        wanted = chosen.astype(np.int64)
        skipped = self._nobody if held is None else held
        first = int(first_illegal(self.masks, wanted, skipped))
        if first >= 0:
            raise IllegalAction(self._refusal(first, int(wanted[first])))
        self.actions[:] = wanted
        if held is not None:
            self.actions[held] = _HOLD
        self._share(self.game.run_slice)
        if held is not None:
            self.errors[held] = 0
            self.terminated[held] = False
            self.truncated[held] = False
        if self.errors.any():
            game = int(np.flatnonzero(self.errors)[0])
            raise RuntimeError(f"game {game} refused action {self.actions[game]} of its own mask")

    def random_actions(self) -> NDArray[np.int32]:
        """int32 [n]: a legal action in each game, all equally likely (also kept in `actions`)."""
        self._check_started()
        self._share(_choose_slice)
        return self.actions

    def step_random(self) -> None:
        """Step with random legal actions, each thread choosing for its own games."""
        self._check_started()
        self._share(_play_slice)

    def close(self) -> None:
        """Let the threads go; the batch can still be used."""
        _dismiss(self._helpers)

    def _check_started(self) -> None:
        if not self._started:
            raise RuntimeError("the games have not started: call reset() first")

    def _share(self, work: Callable[[Any, int, int], None]) -> None:
        """Run `work(batch, low, high)` over all games, a slice a thread."""
        if self.threads == 1:
            work(self, 0, self.n)
            return
        if not self._helpers:
            self._helpers += [Helper(f"warfront-batch-{k}") for k in range(1, self.threads)]
            weakref.finalize(self, _dismiss, self._helpers)
        for helper, (low, high) in zip(self._helpers, self._slices[1:], strict=True):
            helper.start(partial(work, self, low, high))
        try:
            work(self, *self._slices[0])
        finally:
            for helper in self._helpers:
                helper.wait()

    def _refusal(self, i: int, action: int) -> str:
        state, seat = self.states[i : i + 1], self.spec.seats[self.seats[i]]
        legal = np.flatnonzero(self.masks[i])[:4]
        some = "; ".join(f"{a} {self.game.action_text(state, int(a))!r}" for a in legal)
        return (
            f"game {i}: action {action} is illegal for {seat} at {self.game.prompt(state)!r}; "
            f"{int(self.masks[i].sum())} are legal: {some}"
        )

    def __getstate__(self) -> dict[str, Any]:
        """All but the threads, which start again when they are needed."""
        return {**self.__dict__, "_helpers": []}


def check_count(name: str, value: Any, most: int, hint: str = "") -> None:
    """Refuse what is no whole number from 1 to `most`.

    Raises:
        BadInput: Names the argument and what would be right.
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise BadInput(f"{name} is {value!r}: use a whole number")
    if not 1 <= value <= most:
        raise BadInput(f"{name} is {value}: use 1 or more, at most {most}{hint}")


def _dismiss(helpers: list[Helper]) -> None:
    while helpers:
        helpers.pop().close()


def _choose_slice(batch: Batch, low: int, high: int) -> None:
    choose_random(batch.masks, batch._choices, batch.actions, low, high)


def _play_slice(batch: Batch, low: int, high: int) -> None:
    choose_random(batch.masks, batch._choices, batch.actions, low, high)
    batch.game.run_slice(batch, low, high)


@kernel
def first_illegal(
    masks: NDArray[np.uint8], actions: NDArray[np.int64], held: NDArray[np.bool_]
) -> int:
    """The first game whose action its mask forbids, or -1: [n, num_actions], [n], [n]."""
    for i in range(actions.shape[0]):
        if held[i]:
            continue
        action = actions[i]
        if action < 0 or action >= masks.shape[1] or masks[i, action] == 0:
            return i
    return -1


@kernel
def choose_random(
    masks: NDArray[np.uint8],
    rng: NDArray[np.uint64],
    actions: NDArray[np.int32],
    low: int,
    high: int,
) -> None:
    """Write a uniformly random legal action of games low..high-1; -1 where none is legal.

    `rng` uint64 [n] holds one xorshift generator a game (never 0).
    """
    size = masks.shape[1]
    for i in range(low, high):
        word = rng[i]
        word ^= word << np.uint64(13)
        word ^= word >> np.uint64(7)
        word ^= word << np.uint64(17)
        rng[i] = word
        total = np.uint16(0)
        for a in range(size):
            total = np.uint16(total + masks[i, a])
        actions[i] = -1
        if total == 0:
            continue
        left = np.int64((word >> np.uint64(11)) % np.uint64(total))
        at = 0
        while at + _BLOCK <= size:  # pass over whole blocks before the one that holds the choice
            some = np.uint8(0)
            for a in range(_BLOCK):
                some = np.uint8(some + masks[i, at + a])
            if left < some:
                break
            left -= np.int64(some)
            at += _BLOCK
        for a in range(at, size):
            if masks[i, a] != 0:
                if left == 0:
                    actions[i] = a
                    break
                left -= 1


def make_batch(
    name: str,
    n: int,
    threads: int = 1,
    seed: int | None = None,
    reward: str = "team",
    **options: Any,
) -> Batch:
    """Build a `Batch` of a game by name; `options` are the game's own.

    Raises:
        BadInput: An argument or option is unknown or out of range.
    """
    return Batch(make_game(name, **options), n, threads, seed, reward)
