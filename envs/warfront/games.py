"""Games by name, and the set-up of a face: which game with which options, and which reward."""

import importlib
import inspect
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from warfront.game import BadInput, Game, Reward

_GAMES = {
    "battlecards": "warfront.battlecards:BattlecardsGame",
    "spring1942": "warfront.spring1942:Spring1942Game",
}


def register_game(name: str, path: str) -> None:
    """Make `make_game(name)` build `package.module:Class`, imported when first asked for."""
    _GAMES[name] = path


def game_names() -> list[str]:
    """The names `make_game` knows."""
    return sorted(_GAMES)


def make_game(name: str, **options: Any) -> Game:
    """Build a game.

    Args:
        name: One of `game_names()`.
        **options: The game's own options, for instance `theatres=("western_europe", "pacific")`.

    Raises:
        BadInput: The name or an option is unknown, or an option's value is refused.
    """
    if not isinstance(name, str) or name not in _GAMES:
        raise BadInput(f"game {name!r} is unknown: use {', '.join(game_names())}")
    module, _, attribute = _GAMES[name].partition(":")
    build = getattr(importlib.import_module(module), attribute)
    signature = inspect.signature(build)
    try:
        signature.bind(**options)
    except TypeError as error:
        raise BadInput(
            f"{name}: {error}; its options are {', '.join(signature.parameters)}"
        ) from None
    game: Game = build(**options)
    return game


def by_name(options: Any) -> dict[str, Any]:
    """The options that a reset was given, None for none; BadInput when they have no names."""
    if options is None:
        return {}
    if not isinstance(options, Mapping) or not all(isinstance(key, str) for key in options):
        raise BadInput(f"options {options!r} are no table: write for instance {{'reward': 'team'}}")
    return dict(options)


@dataclass(frozen=True)
class Setup:
    """What a face plays: a game, the options it was made with, and a reward mode."""

    game: Game
    options: dict[str, Any]
    reward: str = "team"

    @staticmethod
    def of(game: str | Game, options: Mapping[str, Any]) -> "Setup":
        """The set-up of a game, by name or ready-made, with some options (see `changed`)."""
        if not isinstance(game, str):
            return Setup(game, dict(game.settings)).changed(options)
        own = {key: value for key, value in options.items() if key != "reward"}
        return Setup(make_game(game, **own), own).changed(options)

    def changed(self, options: Mapping[str, Any]) -> "Setup":
        """This set-up with some options changed; all others stay as they are.

        Args:
            options: `reward`, and the game's own options: changing those builds the game anew.

        Raises:
            BadInput: An option is unknown or refused.
        """
        options = by_name(options)
        own = {key: value for key, value in options.items() if key != "reward"}
        if isinstance(own.get("options"), Mapping):  # single rule options change, the rest stays
            own["options"] = {**(self.options.get("options") or {}), **own["options"]}
        reward = options.get("reward", self.reward)
        Reward.parse(reward)
        merged = {**self.options, **own}
        if merged == self.options:
            return replace(self, reward=reward)
        return Setup(make_game(self.game.spec.name, **merged), merged, reward)
