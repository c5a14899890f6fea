"""Trained policies that ship with the package: `trained:<name>` wherever an agent is named.

Each has a folder of its name here: a checkpoint for each learner, and `card.json`, which says where
it comes from and how it did. `warfront export RUN --trained NAME` writes both.
"""

import contextlib
import importlib.util
import json
from pathlib import Path
from typing import Any

from warfront.game import BadInput, Game
from warfront_agents.checkpoint import VALUE, expected_of, read_facts, refuse_mismatch

HOME = Path(__file__).parent


def names() -> list[str]:
    """The policies that are there."""
    return sorted(card.parent.name for card in HOME.glob("*/card.json"))


def cards() -> list[dict[str, Any]]:
    """What is known of each: the game, where it comes from, how it did."""
    return [json.loads((HOME / name / "card.json").read_text(encoding="utf-8")) for name in names()]


def files_of(name: str) -> list[Path]:
    """The checkpoints of one of them.

    Raises:
        BadInput: There is none of this name.
    """
    if name not in names():
        known = ", ".join(f"trained:{each}" for each in names()) or "none ships with this version"
        raise BadInput(f"trained:{name} is unknown: use {known}")
    return sorted(file for file in (HOME / name).glob("*.npz") if file.name != VALUE)


def load(name: str, game: Game, seed: int = 0) -> Any:
    """The agent of a name.

    Raises:
        BadInput: There is none, it was trained for another game or version, or torch is missing.
    """
    _check(name, game)
    if not _has_torch():
        raise BadInput(f"trained:{name} needs torch: pip install 'warfront[train]', or use staff")
    from warfront_agents.learned import LearnedAgent

    return LearnedAgent.of(files_of(name), game, seed)


def usual_opponent(game: Game) -> str:
    """Whom people meet: the policy trained for this very game if there is one, else the staff."""
    return next((f"trained:{name}" for name in fitting(game)), "staff")


def fitting(game: Game) -> list[str]:
    """The policies trained for this very game; none where torch is missing."""
    found = []
    for name in names() if _has_torch() else ():
        with contextlib.suppress(BadInput):
            _check(name, game)
            found.append(name)
    return found


def _check(name: str, game: Game) -> None:
    """Refuse a policy that was trained for something else."""
    for file in files_of(name):
        facts = read_facts(file)
        refuse_mismatch(f"trained:{name}", facts, expected_of(game, facts))


def _has_torch() -> bool:
    return importlib.util.find_spec("torch") is not None
