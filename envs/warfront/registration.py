"""Enters the environments in the registries of Gymnasium and PettingZoo."""

import gymnasium
import pettingzoo


def register_faces() -> None:
    """Register every game's faces: `warfront/Battlecards-v0` and `warfront/battlecards-v0`."""
    gymnasium.register(
        "warfront/Battlecards-v0",
        entry_point="warfront.side:SideEnv",
        vector_entry_point="warfront.vector:SideVectorEnv",
        kwargs={"game": "battlecards"},
    )
    if hasattr(pettingzoo, "register"):  # PettingZoo has a registry from 1.27 on
        pettingzoo.register("aec", "warfront/battlecards-v0", "warfront.battlecards_v0:env")
