"""The league: whom a learner meets, baselines and the others' policies of now and before.

An exploiter is one more learner of a side that meets nobody but the other side's newest policy, and
so looks for its weaknesses; its snapshots join the past that the other side meets.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.game import BadInput, Game
from warfront_agents.checkpoint import Weights, digest_weights, read_checkpoint
from warfront_agents.features import Features
from warfront_agents.learned import PolicyAgent, new_policy_agent
from warfront_agents.networks import net_from
from warfront_training.presets import Preset
from warfront_training.seating import Player

LATEST, PAST = "latest", "past"  # words of the pool that stand for learned opponents
EXPLOITER = "-exploiter"  # behind a side: the name of its exploiter
FADE = 0.9  # of what is known of an opponent, what still counts a turn later
Record = dict[str, list[float]]  # opponent -> games played against it, and points lost in them


@dataclass(frozen=True)
class Snapshot:
    """A frozen policy of the past: one checkpoint a learner."""

    turn: int
    digests: dict[str, str]  # learner -> digest of its weights


def learner_seats(game: Game, preset: Preset) -> dict[str, list[str]]:
    """Learner -> its seats: a side and all of its seats, or each seat alone."""
    if preset.learner == "seat":
        return {seat: [seat] for seat in game.spec.seats}
    sides = {side: list(seats) for side, seats in game.spec.sides.items()}
    more = {f"{side}{EXPLOITER}": seats for side, seats in sides.items()}
    return {**sides, **more} if preset.exploiters else sides


def add_record(known: Record, met: Mapping[str, tuple[float, float]]) -> Record:
    """What is known of each opponent after a turn, the newest counting most."""
    faded = {name: [FADE * games, FADE * lost] for name, (games, lost) in known.items()}
    for name, (games, lost) in met.items():
        before = faded.get(name, [0.0, 0.0])
        faded[name] = [before[0] + games, before[1] + lost]
    return faded


def share_lost(record: Record, opponent: str) -> float:
    """Of the points of the games against an opponent those that were lost; a half if unknown.

    A game lost counts 1, an undecided one a half; two more games, one of them lost, are counted in.
    """
    games, lost = record.get(opponent, (0.0, 0.0))
    return (lost + 1.0) / (games + 2.0)


def baselines_of(pool: Mapping[str, float]) -> list[str]:
    """Opponents of a pool that are met and are none of the run's own policies."""
    return [name for name, weight in pool.items() if weight > 0 and name not in (LATEST, PAST)]


def snapshot_path(folder: Path, turn: int, learner: str) -> Path:
    """Where a snapshot's checkpoint stands in a run folder."""
    return folder / "checkpoints" / f"{learner}-{turn:05d}.npz"


def policy_agent(game: Game, seats: list[str], weights: Weights, features: Features) -> PolicyAgent:
    """A frozen policy that reads these features as an agent for its seats."""
    net_of = np.full(len(game.spec.seats), -1, np.int64)
    net_of[[game.spec.seats.index(seat) for seat in seats]] = 0
    net = net_from(weights, features.size, game.spec.num_actions)
    return new_policy_agent(game, 0, [net], net_of, features=features)


Read = Callable[[Snapshot, str], Weights]  # a learner's weights in a snapshot


@dataclass
class LineUps:
    """Who may play the seats that a learner does not hold: what `SideVecEnv` takes."""

    players: list[Player]
    rows: NDArray[np.intp]  # [line-up, seat] index of the player
    weights: NDArray[np.float64]
    names: list[str]  # [line-up] what the opponents are called in a `Record`


def read_snapshot(folder: Path, snapshot: Snapshot, learner: str) -> Weights:
    """A learner's weights in a snapshot of a run.

    Raises:
        BadInput: They are not the weights of which the digest is on record.
    """
    path = snapshot_path(folder, snapshot.turn, learner)
    _, weights = read_checkpoint(path)
    check_digest(weights, snapshot.digests[learner], str(path))
    return weights


def check_digest(weights: Weights, digest: str, origin: str) -> None:
    """Refuse weights that are not those on record; `origin` is named."""
    if digest_weights(weights) != digest:
        raise BadInput(f"{origin} has changed since it was written: restore it")


class Pool:
    """The opponents of one learner.

    Args:
        game: The game.
        preset: Its `pool` says how often each opponent is drawn.
        read: Gives a learner's weights in a snapshot.
        learner: Name of the learner.
        here: Gives an opponent's name as it holds on this machine.
    """

    def __init__(
        self,
        game: Game,
        preset: Preset,
        read: Read,
        learner: str,
        here: Callable[[str], str] = str,
    ) -> None:
        """Make the baselines once."""
        self._game = game
        self._features = Features(game, preset.estimates)
        self._preset = preset
        self._read = read
        self._seats = learner_seats(game, preset)
        self._own = set(self._seats[learner])
        side = next(seats for seats in game.spec.sides.values() if self._own <= set(seats))
        self._allies = set(side) - self._own
        self._others = [
            name
            for name, seats in self._seats.items()
            if not name.endswith(EXPLOITER) and not self._own & set(seats)
        ]
        self._weights = {LATEST: 1.0} if learner.endswith(EXPLOITER) else preset.pool
        self._baselines = {
            name: Player(here(name), game, preset.seed) for name in baselines_of(self._weights)
        }
        self._past: dict[tuple[int, str], Player] = {}

    def draw(
        self,
        latest: dict[str, Weights],
        snapshots: list[Snapshot],
        rng: np.random.Generator,
        record: Record,
    ) -> LineUps:
        """The line-ups of a turn; which snapshots are met is drawn anew.

        Each opponent's weight is that of the pool times `share_lost` to the power of the preset's
        `priority`; snapshots are drawn by that power and share the weight of the past.

        Args:
            latest: The policies of all learners.
            snapshots: The frozen past.
            rng: Draws the snapshots.
            record: What came of the games against each opponent so far.
        """
        current = self._by_seat(
            {name: Player(self._agent(name, latest[name]), self._game, 0) for name in self._others}
        )
        names: list[str] = []
        chosen: list[dict[str, Player]] = []
        weights: list[float] = []
        for word, weight in self._weights.items():
            if not weight > 0:
                continue
            drawn, hardness = self._draw_of(word, snapshots, rng, record)
            names += drawn
            chosen += [self._opponents(name, current, snapshots) for name in drawn]
            weights += [weight * hardness / len(drawn) for _ in drawn]
        if not chosen:  # only snapshots are wanted, and there are none yet
            names, chosen, weights = [LATEST], [current], [1.0]
        players: list[Player] = []
        rows = [self._row(players, opponents, current) for opponents in chosen]
        return LineUps(players, np.array(rows, np.intp), np.array(weights), names)

    def _draw_of(
        self, word: str, snapshots: list[Snapshot], rng: np.random.Generator, record: Record
    ) -> tuple[list[str], float]:
        """The opponents behind a word of the pool that are met, and how hard they are together."""
        everyone = self._past_names(snapshots) if word == PAST else [word]
        hard = np.array([share_lost(record, name) for name in everyone]) ** self._preset.priority
        if word != PAST:
            return everyone, float(hard[0])
        count = min(self._preset.past_snapshots, len(everyone))
        if not count:
            return [], 1.0
        chances = hard / hard.sum() if self._preset.priority else None
        drawn = rng.choice(len(everyone), count, replace=False, p=chances).tolist()
        return [everyone[k] for k in drawn], float(hard.mean())

    def _past_names(self, snapshots: Sequence[Snapshot]) -> list[str]:
        """Each snapshot of the others, and of their exploiters."""
        kinds = ["", EXPLOITER] if self._preset.exploiters else [""]
        return [f"{PAST}-{snapshot.turn:05d}{kind}" for kind in kinds for snapshot in snapshots]

    def _opponents(
        self, name: str, current: dict[str, Player], snapshots: list[Snapshot]
    ) -> dict[str, Player]:
        """Seat -> player of an opponent of this name."""
        if name == LATEST:
            return current
        if name in self._baselines:
            return dict.fromkeys(self._game.spec.seats, self._baselines[name])
        turn = int(name.removeprefix(f"{PAST}-").removesuffix(EXPLOITER))
        kind = EXPLOITER if name.endswith(EXPLOITER) else ""
        snapshot = next(each for each in snapshots if each.turn == turn)
        return self._by_seat(
            {f"{n}{kind}": self._past_player(snapshot, f"{n}{kind}") for n in self._others}
        )

    def _by_seat(self, players: dict[str, Player]) -> dict[str, Player]:
        return {seat: player for name, player in players.items() for seat in self._seats[name]}

    def _row(
        self, players: list[Player], opponents: dict[str, Player], current: dict[str, Player]
    ) -> list[int]:
        """Index of the player of each seat; allies that learn too play their latest policy."""
        row = []
        for seat in self._game.spec.seats:
            if seat in self._own:
                row.append(0)
                continue
            player = current[seat] if seat in self._allies else opponents[seat]
            if player not in players:
                players.append(player)
            row.append(players.index(player))
        return row

    def _agent(self, learner: str, weights: Weights) -> Any:
        return policy_agent(self._game, self._seats[learner], weights, self._features)

    def _past_player(self, snapshot: Snapshot, learner: str) -> Player:
        """A snapshot's player, loaded once."""
        key = (snapshot.turn, learner)
        if key not in self._past:
            weights = self._read(snapshot, learner)
            self._past[key] = Player(self._agent(learner, weights), self._game, 0)
        return self._past[key]
