"""What a new game can be made of: games, their options, and the agents that are there."""

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

import warfront
from warfront.game import BadInput
from warfront_training.commands.games import rule_options

SCRIPTED = ("staff", "greedy", "random", "search:100")
SCENARIOS = {"spring1942": ("opening", "mini")}


def theatre_names() -> list[str]:
    """The theatres of Battlecards."""
    from warfront.battlecards.tables import THEATRE_NAMES

    return list(THEATRE_NAMES)


def catalogue(defaults: dict[str, Any], runs: Path) -> dict[str, Any]:
    """What the dialog for a new game offers.

    Args:
        defaults: `game` and `options` as the command line named them.
        runs: The folder whose runs are offered as agents.
    """
    return {
        "games": [
            {
                "name": name,
                "scenarios": list(SCENARIOS.get(name, ())),
                "theatres": theatre_names() if name == "battlecards" else [],
                "options": rule_options(name),
            }
            for name in ("battlecards", "spring1942")
        ],
        "defaults": defaults,
        "agents": [{"name": name, "game": None} for name in SCRIPTED] + checkpoints(runs),
    }


def checkpoints(runs: Path) -> list[dict[str, str]]:
    """Runs with checkpoints, and the game each was trained for."""
    found = []
    for folder in sorted(runs.glob("*/checkpoints")):
        for file in sorted(folder.glob("*.npz"))[:1]:
            game = _game_of(file)
            if game:
                found.append({"name": str(folder.parent), "game": game})
    return found


def _game_of(file: Path) -> str:
    """The game a checkpoint was trained for; "" where the file does not say."""
    try:
        with np.load(file, allow_pickle=False) as arrays:
            return str(json.loads(str(arrays["facts"]))["game"])
    except (OSError, KeyError, ValueError, zipfile.BadZipFile):
        return ""


def seats_of(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """Seats and sides of a game with these options; BadInput names what is wrong."""
    if not isinstance(options, dict) or not isinstance(name, str):
        raise BadInput("a new game needs a game and its options")
    spec = warfront.make_game(name, **options).spec
    return {"seats": list(spec.seats), "sides": spec.sides, "version": spec.version}
