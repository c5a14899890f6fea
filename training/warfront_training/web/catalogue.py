"""What a new game can be made of: games, their options, and the agents that are there."""

import contextlib
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from warfront.game import BadInput, Game
from warfront.spring1942.scenario import BUILT_IN
from warfront_agents import onnx_agent, trained
from warfront_agents.agent import PROGRAMS, make_agent
from warfront_agents.bots.settings import refuse_command
from warfront_agents.checkpoint import checkpoint_files, read_facts
from warfront_training.commands.games import rule_options

LONGEST = 10_000  # milliseconds or playouts that a search at the page may take for a decision
SCRIPTED = ("staff", "greedy", "random", "search:100")
ADVISERS = ("staff", "greedy", "search:200", "search:1000", "random")
SCENARIOS = {"spring1942": BUILT_IN}


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
    shipped = [
        {"name": f"trained:{card['name']}", "game": card["game"]} for card in trained.cards()
    ]
    return everywhere + shipped + checkpoints(runs)


def advisers(game: Game) -> list[str]:
    """Agents whose thoughts a table of this game suggests; those that ship for it come first."""
    return [*(f"trained:{name}" for name in trained.fitting(game)), *ADVISERS]


def check_named(name: str, games: Sequence[Game]) -> None:
    """Refuse an agent of the command line that no game can seat.

    Args:
        name: The agent.
        games: Those to try it on; a run or a checkpoint says itself for which game it is.

    Raises:
        BadInput: The name stands for nothing, or for no agent of any of these games.
    """
    path = Path(name)
    if name.strip() and path.exists():
        if path.suffix == ".onnx":
            onnx_agent.facts_in(onnx_agent.open_session(path), path)
            return
        for file in checkpoint_files(path):
            read_facts(file)
        return
    refusals = []
    for game in games:
        try:
            make_agent(name, game)
            return
        except BadInput as error:
            refusals.append(error)
    raise refusals[0]


def check_agent(name: str, offered: Collection[str], programs: bool = False) -> None:
    """Let a page name only agents that are offered, and searches that end soon.

    A name can stand for code of one's own, a program or any file: those are the command line's.

    Args:
        name: The agent.
        offered: The names that are offered.
        programs: Whether it may be a table of bots.toml too.

    Raises:
        BadInput: It is none of them.
    """
    word, _, argument = name.partition(":")
    if name in offered or word == "partner":
        return
    refuse_command(name)
    if word in PROGRAMS and programs:
        return
    budget, _, prior = argument.partition(":")
    number = budget.removesuffix("p")
    if word in ("search", "montecarlo") and number.isascii() and number.isdigit():
        if len(number) > len(str(LONGEST)) or int(number) > LONGEST:
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
            with contextlib.suppress(BadInput):  # no checkpoint: whatever else lies there
                found.append({"name": str(folder.parent), "game": read_facts(file).game})
    return found
