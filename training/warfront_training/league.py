"""The league: whom a learner meets, baselines and the others' policies of now and before."""

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


@dataclass(frozen=True)
class Snapshot:
    """A frozen policy of the past: one checkpoint a learner."""

    turn: int
    digests: dict[str, str]  # learner -> digest of its weights


def learner_seats(game: Game, preset: Preset) -> dict[str, list[str]]:
    """Learner -> its seats: a side and all of its seats, or each seat alone."""
    if preset.learner == "seat":
        return {seat: [seat] for seat in game.spec.seats}
    return {side: list(seats) for side, seats in game.spec.sides.items()}


def snapshot_path(folder: Path, turn: int, learner: str) -> Path:
    """Where a snapshot's checkpoint stands in a run folder."""
    return folder / "checkpoints" / f"{learner}-{turn:05d}.npz"


def policy_agent(game: Game, seats: list[str], weights: Weights) -> PolicyAgent:
    """A frozen policy as an agent for its seats."""
    net_of = np.full(len(game.spec.seats), -1, np.int64)
    net_of[[game.spec.seats.index(seat) for seat in seats]] = 0
    net = net_from(weights, Features(game).size, game.spec.num_actions)
    return new_policy_agent(game, 0, [net], net_of)


@dataclass
class LineUps:
    """Who may play the seats that a learner does not hold: what `SideVecEnv` takes."""

    players: list[Player]
    rows: NDArray[np.intp]  # [line-up, seat] index of the player
    weights: NDArray[np.float64]


class Pool:
    """The opponents of one learner.

    Args:
        game: The game.
        preset: Its `pool` says how often each opponent is drawn.
        folder: The run's.
        learner: Name of the learner.
    """

    def __init__(self, game: Game, preset: Preset, folder: Path, learner: str) -> None:
        """Make the baselines once."""
        self._game = game
        self._preset = preset
        self._folder = folder
        self._seats = learner_seats(game, preset)
        self._own = set(self._seats[learner])
        side = next(seats for seats in game.spec.sides.values() if self._own <= set(seats))
        self._allies = set(side) - self._own
        self._others = [name for name in self._seats if name != learner]
        self._baselines = {
            name: Player(name, game, preset.seed)
            for name, weight in preset.pool.items()
            if weight > 0 and name not in (LATEST, PAST)
        }
        self._past: dict[tuple[int, str], Player] = {}

    def draw(
        self, latest: dict[str, Weights], snapshots: list[Snapshot], rng: np.random.Generator
    ) -> LineUps:
        """The line-ups of a turn; which snapshots are met is drawn anew."""
        current = self._by_seat(
            {
                name: Player(
                    policy_agent(self._game, self._seats[name], latest[name]), self._game, 0
                )
                for name in self._others
            }
        )
        chosen: list[tuple[dict[str, Player], float]] = []
        for name, weight in self._preset.pool.items():
            opponents = self._opponents(name, current, snapshots, rng) if weight > 0 else []
            chosen += [(each, weight / len(opponents)) for each in opponents]
        if not chosen:  # only snapshots are wanted, and there are none yet
            chosen = [(current, 1.0)]
        players: list[Player] = []
        rows = [self._row(players, opponents, current) for opponents, _ in chosen]
        return LineUps(players, np.array(rows, np.intp), np.array([w for _, w in chosen]))

    def _opponents(
        self,
        name: str,
        current: dict[str, Player],
        snapshots: list[Snapshot],
        rng: np.random.Generator,
    ) -> list[dict[str, Player]]:
        """The choices behind a word of the pool, each as seat -> player."""
        if name == LATEST:
            return [current]
        if name == PAST:
            count = min(self._preset.past_snapshots, len(snapshots))
            drawn = rng.choice(len(snapshots), count, replace=False).tolist() if count else []
            return [
                self._by_seat({n: self._past_player(snapshots[k], n) for n in self._others})
                for k in drawn
            ]
        return [dict.fromkeys(self._game.spec.seats, self._baselines[name])]

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

    def _past_player(self, snapshot: Snapshot, learner: str) -> Player:
        """A snapshot's player, loaded once, its weights checked against the digest on record."""
        key = (snapshot.turn, learner)
        if key not in self._past:
            path = snapshot_path(self._folder, *key)
            _, weights = read_checkpoint(path)
            if digest_weights(weights) != snapshot.digests[learner]:
                raise BadInput(f"{path} has changed since it was written: restore it")
            agent: Any = policy_agent(self._game, self._seats[learner], weights)
            self._past[key] = Player(agent, self._game, 0)
        return self._past[key]
