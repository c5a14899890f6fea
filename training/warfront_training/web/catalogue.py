"""What a new game can be made of: games, their options, and the agents that are there."""

import json
import zipfile
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import warfront
from warfront.game import BadInput
from warfront_agents import trained
from warfront_agents.agent import PROGRAMS
from warfront_agents.bots.settings import refuse_command
from warfront_training.commands.games import rule_options

LONGEST = 10_000  # milliseconds or playouts that a search at the page may take for a decision
SCRIPTED = ("staff", "greedy", "random", "search:100")
SCENARIOS = {"spring1942": ("opening", "mini")}


def theatre_names() -> list[str]:
    """The theatres of Battlecards."""
    from warfront.battlecards.tables import THEATRE_NAMES

    return list(THEATRE_NAMES)


def catalogue(defaults: dict[str, Any], agents: list[dict[str, Any]]) -> dict[str, Any]:
    """What the dialog for a new game offers.

    Args:
        defaults: `game` and `options` as the command line named them.
        agents: What `agents_offered` gives.
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
        "agents": agents,
    }


def agents_offered(runs: Path, named: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Agents by name and the game they play, None for any.

    Args:
        runs: The folder whose runs are offered.
        named: Agents that the command line names.
    """
    everywhere = [{"name": name, "game": None} for name in (*SCRIPTED, *named)]
    return everywhere + [_shipped(name) for name in trained.names()] + checkpoints(runs)


def _shipped(name: str) -> dict[str, str]:
    """A policy that ships, and the game it was trained for."""
    card = json.loads((trained.HOME / name / "card.json").read_text(encoding="utf-8"))
    return {"name": f"trained:{name}", "game": card["game"]}


def check_agent(name: str, offered: Collection[str]) -> None:
    """Let a page name only agents that are offered, and searches that end soon.

    A name can stand for code of one's own, a program or any file: those are the command line's.

    Raises:
        BadInput: It is none of them.
    """
    word, _, argument = name.partition(":")
    if name in offered or word == "partner":
        return
    refuse_command(name)
    if word in PROGRAMS:  # a table of bots.toml
        return
    budget, _, prior = argument.partition(":")
    number = budget.removesuffix("p")
    if word in ("search", "montecarlo") and number.isascii() and number.isdigit():
        if int(number) > LONGEST:
            raise BadInput(f"{name} takes too long for a page: use {word}:{LONGEST} or less")
        if not prior or prior in offered:
            return
    raise BadInput(
        f"agent {name!r} is unknown to this page: use one that it offers, such as staff, greedy or "
        "search:100, or name it on the command line (--agents)"
    )


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
