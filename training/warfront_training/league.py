"""The league: who meets whom. Each learner plays against baselines, the other side's latest policy
and frozen snapshots of its past."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from warfront.game import BadInput, Game
from warfront_agents.learned import LearnedAgent, digest_layers, read_checkpoint
from warfront_training.learner import Learner
from warfront_training.presets import Preset
from warfront_training.seating import Player


@dataclass
class Snapshot:
    """A frozen policy of the past: one checkpoint a learner."""

    turn: int
    digests: dict[str, str]  # learner -> digest of its weights


@dataclass
class League:
    """All learners of a run and their past.

    Attributes:
        game: The game.
        preset: The run's preset.
        learners: Name -> learner.
        folder: Where snapshots are kept.
        snapshots: All snapshots so far, oldest first.
    """

    game: Game
    preset: Preset
    learners: dict[str, Learner]
    folder: Path
    snapshots: list[Snapshot] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Make the baselines once."""
        self._baselines = {
            name: Player(name, self.game, self.preset.seed)
            for name, weight in self.preset.pool.items()
            if weight > 0 and name not in ("latest", "past")
        }
        self._past: dict[tuple[int, str], Player] = {}

    def path(self, turn: int, learner: str) -> Path:
        """Where a snapshot's checkpoint stands."""
        return self.folder / f"{learner}-{turn:05d}.npz"

    def add_snapshot(self, turn: int) -> None:
        """Freeze all learners as they are."""
        digests = {
            name: learner.write(self.game, self.preset, self.path(turn, name))
            for name, learner in self.learners.items()
        }
        self.snapshots.append(Snapshot(turn, digests))

    def seat_opponents(self, learner: Learner, rng: np.random.Generator) -> None:
        """Give a learner's games their players: the pool by its weights, snapshots drawn anew."""
        players: list[Player] = []
        lineups: list[list[int]] = []
        weights: list[float] = []
        latest = self._latest_players(learner)
        for name, weight in self.preset.pool.items():
            if weight <= 0:
                continue
            for opponents in self._opponents(name, learner, rng, latest):
                share = weight / max(1, self.preset.past_snapshots) if name == "past" else weight
                lineups.append(self._line_up(players, learner, opponents, latest))
                weights.append(share)
        learner.env.set_opponents(players, np.array(lineups), np.array(weights))

    def _latest_players(self, learner: Learner) -> dict[str, Player]:
        return {
            name: Player(other.agent(self.game), self.game, self.preset.seed)
            for name, other in self.learners.items()
            if name != learner.name
        }

    def _opponents(
        self, name: str, learner: Learner, rng: np.random.Generator, latest: dict[str, Player]
    ) -> list[dict[str, Player]]:
        """The choices behind one entry of the pool, each as seat -> player."""
        if name == "latest":
            return [self._by_seat(latest)]
        if name == "past":
            count = min(self.preset.past_snapshots, len(self.snapshots))
            drawn = rng.choice(len(self.snapshots), count, replace=False) if count else []
            return [
                self._by_seat({other: self._past_player(int(k), other) for other in latest})
                for k in drawn
            ]
        return [dict.fromkeys(self.game.spec.seats, self._baselines[name])]

    def _by_seat(self, players: dict[str, Player]) -> dict[str, Player]:
        return {
            seat: player for name, player in players.items() for seat in self.learners[name].seats
        }

    def _line_up(
        self,
        players: list[Player],
        learner: Learner,
        opponents: dict[str, Player],
        latest: dict[str, Player],
    ) -> list[int]:
        """Index of the player of each seat; allies that learn too play their latest policy."""
        side = next(s for s in self.game.spec.sides.values() if learner.seats[0] in s)
        current = self._by_seat(latest)
        row = []
        for seat in self.game.spec.seats:
            if seat in learner.seats:
                row.append(0)
                continue
            player = current[seat] if seat in side else opponents[seat]
            if player not in players:
                players.append(player)
            row.append(players.index(player))
        return row

    def _past_player(self, index: int, learner: str) -> Player:
        """A snapshot's player, loaded once, its weights checked against the digest on record."""
        snapshot = self.snapshots[index]
        key = (snapshot.turn, learner)
        if key not in self._past:
            path = self.path(*key)
            _, layers = read_checkpoint(path)
            if digest_layers(layers) != snapshot.digests[learner]:
                raise BadInput(f"{path} has changed since it was written: restore it")
            self._past[key] = Player(LearnedAgent.load(path, self.game), self.game, 0)
        return self._past[key]

    def pack(self) -> list[dict[str, Any]]:
        """The snapshots on record, JSON-able."""
        return [{"turn": s.turn, "digests": s.digests} for s in self.snapshots]

    def unpack(self, kept: list[dict[str, Any]]) -> None:
        """Go on from `pack`."""
        self.snapshots = [Snapshot(entry["turn"], dict(entry["digests"])) for entry in kept]
