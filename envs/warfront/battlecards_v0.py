"""Battlecards as a PettingZoo environment: `battlecards_v0.env(theatres=(...))`."""

from typing import Any

from warfront.aec import AllianceAEC, CheckedAEC


def env(**options: Any) -> CheckedAEC:
    """The environment with every use checked; options as for `raw_env`."""
    return CheckedAEC("battlecards", **options)


def raw_env(**options: Any) -> AllianceAEC:
    """The bare environment; options: `reward`, `render_mode` and the game's own."""
    return AllianceAEC("battlecards", **options)
