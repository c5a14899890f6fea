"""warfront games: the games, their seats and options."""

import argparse
import importlib
from typing import Any

import warfront
from warfront_training.commands.common import (
    add_game,
    add_output,
    aligned,
    game_options,
    make_game,
    show,
)


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    add_game(parser)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """List the games; the one of --game as the other options make it."""
    listed = {}
    make_game(args)  # refuses what is wrong on the command line
    for name in warfront.game_names():
        game = warfront.make_game(name, **(game_options(args) if name == args.game else {}))
        spec = game.spec
        listed[name] = {
            "version": spec.version,
            "sides": spec.sides,
            "seats": list(spec.seats),
            "num_actions": spec.num_actions,
            "observation_size": spec.observation_size,
            "max_decisions": spec.max_decisions,
            "options": rule_options(name),
        }
    show(args, listed, "\n".join(_words(name, facts) for name, facts in listed.items()))
    return 0


def rule_options(name: str) -> list[dict[str, Any]]:
    """The rule options of a game, with default, origin and meaning."""
    try:
        module = importlib.import_module(f"warfront.{name}.options")
    except ModuleNotFoundError:  # a game of somebody's own need not have any
        return []
    return [
        {"name": o.name, "default": o.default, "allowed": o.allowed, "origin": o.origin,
         "meaning": o.meaning}
        for o in module.OPTIONS
    ]  # fmt: skip


def _words(name: str, facts: dict[str, Any]) -> str:
    lines = [f"{name} ({facts['version']})"]
    for side, seats in facts["sides"].items():
        lines.append(f"  {side:<8}{', '.join(seats)}")
    lines.append(
        f"  {facts['num_actions']} actions, {facts['observation_size']} numbers to observe, "
        f"at most {facts['max_decisions']} decisions"
    )
    rows = [
        [f"  {each['name']}", str(each["default"]), f"{each['meaning']} ({each['origin']}; "
         f"{each['allowed']})"] for each in facts["options"]
    ]  # fmt: skip
    lines += aligned(rows) if rows else []
    return "\n".join(lines)
