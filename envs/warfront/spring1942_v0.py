"""Spring 1942 as a PettingZoo environment: `spring1942_v0.env(scenario="mini")`."""

from typing import Any

from warfront.aec import AllianceAEC, CheckedAEC


def env(**options: Any) -> CheckedAEC:
    """The environment with every use checked; options as for `raw_env`."""
    return CheckedAEC("spring1942", **options)


def raw_env(**options: Any) -> AllianceAEC:
    """The bare environment; options: `reward`, `render_mode` and the game's own."""
    return AllianceAEC("spring1942", **options)
