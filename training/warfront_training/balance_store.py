"""Finished measurements of a study on the disk: a killed study goes on with those it lacks."""

import hashlib
import io
import json
from pathlib import Path
from typing import Any

import numpy as np

import warfront
from warfront.game import BadInput
from warfront_agents.agent_files import files_of_agent
from warfront_agents.files import DAMAGED, write_whole
from warfront_training.match import Games
from warfront_training.trial import Measurement, Play, Progress

ASKED = "balance.json"  # what was asked, in the folder of a study
PLAYED = "played"  # its finished measurements, until its report is written
ARRAYS = ("seeds", "winner", "margin", "decisions", "rounds", "returns")
FACTS = ("seating", "victory", "seconds", "faults")


class Store:
    """The measurements of a study in its folder.

    Args:
        folder: The study's.
        play: Plays a measurement that is missing.
        progress: Called with the number of games of each one that is found.
    """

    def __init__(self, folder: Path, play: Play, progress: Progress | None = None) -> None:
        """Make room for them."""
        self._folder = folder / PLAYED
        self._folder.mkdir(parents=True, exist_ok=True)
        self._play, self._progress = play, progress

    def play(self, asked: Measurement) -> Games:
        """The games of a measurement, which are played once."""
        file = self._folder / f"{digest(asked)}.npz"
        found = read_games(file)
        if found is None:
            found = self._play(asked)
            write_whole(file, games_bytes(found))
        elif self._progress is not None:
            self._progress(asked.games)
        return found


def digest(asked: Measurement) -> str:
    """24 hex digits over all that the games of a measurement depend on.

    Cards, scenario and options are in the game's version, wherever their files lie.
    """
    version = warfront.make_game(asked.name, **asked.made).spec.version
    total = hashlib.sha256()
    for name in asked.players.values():
        for file in files_of_agent(name):
            total.update(file.read_bytes())
    text = json.dumps([asked.name, version, dict(asked.players), asked.games, asked.seed])
    total.update(text.encode())
    return total.hexdigest()[:24]


def games_bytes(games: Games) -> bytes:
    """Games as the content of a file."""
    target = io.BytesIO()
    facts = json.dumps({name: getattr(games, name) for name in FACTS})
    arrays: dict[str, Any] = {name: getattr(games, name) for name in ARRAYS}
    np.savez_compressed(target, facts=np.array(facts), **arrays)
    return target.getvalue()


def read_games(file: Path) -> Games | None:
    """The games of a file, None where there is none, or none that can be read."""
    try:
        with np.load(file, allow_pickle=False) as found:
            arrays = {name: found[name] for name in ARRAYS}
            return Games(**json.loads(str(found["facts"])), **arrays)
    except DAMAGED:
        return None


def write_asked(folder: Path, asked: dict[str, Any]) -> None:
    """Keep what a study was asked."""
    write_whole(folder / ASKED, (json.dumps(asked, indent=2) + "\n").encode())


def read_asked(folder: Path) -> dict[str, Any]:
    """What the study in this folder was asked.

    Raises:
        BadInput: There is none.
    """
    file = folder / ASKED
    try:
        asked: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadInput(f"{file} cannot be read ({error}): name the folder of a study") from error
    return asked
