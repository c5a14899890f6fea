"""Dials: what can be turned, by whole numbers, until a game is even."""

import importlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from warfront.game import BadInput, Game
from warfront.option import Option
from warfront_training.trial import Trial
from warfront_training.unit_worth import added, read_post

BID = "bid"
OF_SIDES = ("bid_axis", "bid_allies")
MOST_UNITS = 20


@dataclass(frozen=True)
class Dial:
    """Something of a game with whole values, on which the win rate depends in one direction.

    Attributes:
        name: What it is called.
        meaning: What a value says.
        low: Its smallest value.
        high: Its greatest value.
        changes: Value -> how the game is made with it, where that differs.
    """

    name: str
    meaning: str
    low: int
    high: int
    changes: Callable[[int], dict[str, Any]]


def read_dial(text: str, trial: Trial, theatres: Sequence[str]) -> Dial:
    """The dial that a text names.

    Args:
        text: `bid` (above 0 for the Axis, below 0 for the Allies), a whole-number option, or
            `POWER:UNIT[:SPACE]` (Spring 1942: so many more units), each with or without
            `=LOW:HIGH`.
        trial: How it is played.
        theatres: The theatre set.

    Raises:
        BadInput: It names nothing, a range that it does not have, or an option that is set.
    """
    name, equals, span = text.partition("=")
    game = trial.game(theatres)
    if ":" in name:
        dial = _units(name, trial, game)
    else:
        options = options_of(game)
        dial = _bid(trial, game, options) if name == BID else _option(name, trial, options)
    return _narrowed(dial, span, text) if equals else dial


def options_of(game: Game) -> dict[str, Option]:
    """The named options of a game; none for a game of somebody's own that has no such module."""
    try:
        module = importlib.import_module(f"warfront.{game.spec.name}.options")
    except ModuleNotFoundError:
        return {}
    return {option.name: option for option in module.OPTIONS}


def _units(name: str, trial: Trial, game: Game) -> Dial:
    post = read_post(name, game)

    def changes(value: int) -> dict[str, Any]:
        return {"scenario": added(trial.options.get("scenario"), post, value)}

    return Dial(name, f"{post.unit} more of {post.power} in {post.space}", 0, MOST_UNITS, changes)


def _bid(trial: Trial, game: Game, options: Mapping[str, Option]) -> Dial:
    if not set(OF_SIDES) <= set(options):
        raise BadInput(f"--even bid: {game.spec.name} has no bids: name one of its options")
    for key in OF_SIDES:
        _refuse_set(key, trial)
    most = min(options[key].high for key in OF_SIDES)
    target = game.view(game.new(0), 0).get("target")
    most = most if target is None else min(most, target - 1)
    what = "IPCs" if target is None else "points"

    def changes(value: int) -> dict[str, Any]:
        bids = {"bid_axis": max(value, 0), "bid_allies": max(-value, 0)}
        return {"options": trial.with_options(**bids)}

    return Dial(
        BID, f"{what} from the start: above 0 for the Axis, below 0 for the Allies",
        -most, most, changes,
    )  # fmt: skip


def _option(name: str, trial: Trial, options: Mapping[str, Option]) -> Dial:
    numbers = {
        key: option
        for key, option in options.items()
        if not isinstance(option.default, bool) and not option.choices
    }
    if name not in numbers:
        raise BadInput(
            f"--even {name}: use {BID}, POWER:UNIT of spring1942, or a whole-number option: "
            + ", ".join(numbers)
        )
    _refuse_set(name, trial)
    option = numbers[name]

    def changes(value: int) -> dict[str, Any]:
        return {"options": trial.with_options(**{name: value})}

    return Dial(name, option.meaning, option.low, option.high, changes)


def _refuse_set(key: str, trial: Trial) -> None:
    if key in trial.with_options():
        raise BadInput(f"--even turns {key} by itself: leave --option {key} out")


def _narrowed(dial: Dial, span: str, text: str) -> Dial:
    """The dial with a range of its own."""
    found = re.fullmatch(r"\s*(-?\d+):(-?\d+)\s*", span)
    if found is None:
        raise BadInput(f"--even {text}: write {dial.name}=LOW:HIGH, for instance {dial.name}=0:10")
    low, high = int(found[1]), int(found[2])
    if not dial.low <= low < high <= dial.high:
        raise BadInput(
            f"--even {text}: {dial.name} goes from {dial.low} to {dial.high}: "
            "use a range in it, the smaller number first"
        )
    return replace(dial, low=low, high=high)
