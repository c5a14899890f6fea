"""The fenced blocks of the pages, and what their command lines name: `test_doc_blocks.py` asks."""

import argparse
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from warfront.game import Game
from warfront_agents.agent import make_agent
from warfront_agents.bots.settings import read_settings
from warfront_training.commands.common import make_game, read_seats
from warfront_training.cooperation.scenarios import find_scenarios
from warfront_training.presets import load_preset

ROOT = Path(__file__).parents[1]
ELSEWHERE = ("CONTRIBUTING", "configs/README", "benchmarks/README")
PAGES = [
    ROOT / "README.md",
    *(ROOT / f"{name}.md" for name in ELSEWHERE),
    ROOT / "agents" / "warfront_agents" / "trained" / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
FENCE = re.compile(r"^( *)```(\S*)[^\n]*\n(.*?)^ *```", re.M | re.S)
INDENTED = re.compile(r"\n\n(?: {4,}|\t)\S.*")  # Markdown takes these for code too
OF_A_READER = ("runs/", "human")  # agents that nobody has but the reader
GIVEN = ("export", "replay", "scenarios")  # commands that find their game elsewhere


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    page: str
    line: int
    kind: str
    text: str

    def commands(self) -> list[str]:
        """Its lines without comments; a backslash joins a line to the next."""
        lines = self.text.replace("\\\n", " ").splitlines()
        kept = (re.sub(r"(^|\s)#.*", "", line).strip() for line in lines)
        return [line for line in kept if line]


def blocks() -> list[Block]:
    """Every fenced block of the pages, in order."""
    found = []
    for path in PAGES:
        text, page = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
        for fence in FENCE.finditer(text):
            line = text[: fence.start()].count("\n") + 1
            found.append(Block(page, line, fence[2], fence[3]))
    return found


def prose(path: Path) -> str:
    """A page without its fenced blocks."""
    return FENCE.sub("", path.read_text(encoding="utf-8"))


def spoken() -> Iterator[tuple[str, str]]:
    """Page and text of every command line that stands within a sentence."""
    for path in PAGES:
        for found in re.findall(r"`(warfront [^`]+)`", prose(path)):
            yield path.relative_to(ROOT).as_posix(), " ".join(found.split())


def check_named(args: argparse.Namespace) -> None:
    """What a command line names is there: game and options, seats, agents, preset, scenarios."""
    if args.command == "train" and args.preset:
        load_preset(args.preset, args.set)
    if args.command == "scenarios":
        find_scenarios(args.names or ["all"])
    if args.command == "cases":  # `test_cases` of each game runs them
        assert all((ROOT / path).exists() for path in args.path)
    args.game = args.game or "battlecards"
    game = make_game(args)[0]
    if args.command not in GIVEN:
        for name in _agents(args, game):
            check_agent(name, game)
    if getattr(args, "seat", None):
        assert args.seat in game.spec.seats


def _agents(args: argparse.Namespace, game: Game) -> Iterator[str]:
    """Every agent that a command line names."""
    for key in ("axis", "allies", "agent", "agents", "against"):
        value: Any = getattr(args, key, None) or []
        yield from value.split(",") if isinstance(value, str) else value
    if getattr(args, "seats", None):
        yield from read_seats(args.seats, game).values()


def check_agent(name: str, game: Game) -> None:
    """An agent's name stands for one; programs are not started, runs are the reader's."""
    kind, _, rest = name.partition(":")
    if kind in ("bot", "llm"):
        read_settings(kind, rest)
    elif not name.startswith(OF_A_READER):
        make_agent(name, game)


def split(line: str) -> list[str]:
    """The words of a command line."""
    return shlex.split(line, comments=True)
