"""The measurements of a study of balance as tasks of a cluster, several at once."""

from dataclasses import dataclass, replace

import ray

import warfront
from warfront_training.match import Games
from warfront_training.on_ray.luggage import Luggage, pack, unpack
from warfront_training.on_ray.tasks import TRIES, answer, check_version
from warfront_training.trial import Measurement, Progress, play_measurement

# As many as are asked for wait in the cluster, not here: by what waits there a pool grows.
AT_ONCE = 256


@dataclass(frozen=True)
class Packed:
    """A measurement with the files that its players and its game are read from."""

    asked: Measurement
    luggage: Luggage
    version: str  # of the game


class Measurer:
    """Plays measurements on the cluster; any number of threads may ask it at once.

    Args:
        progress: Called with the number of games of each measurement that is done.
    """

    def __init__(self, progress: Progress | None = None) -> None:
        """Play nothing yet."""
        self._progress = progress
        self._task = ray.remote(num_cpus=1, max_retries=TRIES)(play_packed)

    def play(self, asked: Measurement) -> Games:
        """The games of a measurement, from wherever they are played."""
        version = warfront.make_game(asked.name, **asked.made).spec.version
        luggage = pack(asked.players.values(), asked.made)
        games: Games = answer(self._task.remote(Packed(asked, luggage, version)))
        if self._progress is not None:
            self._progress(asked.games)
        return games


def play_packed(packed: Packed) -> Games:
    """Play a measurement on a node that may share no disk with the driver."""
    here, asked = unpack(packed.luggage), packed.asked
    players = {side: here.agent(name) for side, name in asked.players.items()}
    made = here.options(asked.made)
    check_version(warfront.make_game(asked.name, **made).spec.version, packed.version)
    games = play_measurement(replace(asked, made=made, players=players))
    back = {here.agent(name): name for name in asked.players.values()}
    games.seating = {seat: back.get(name, name) for seat, name in games.seating.items()}
    return games
