"""Enters the environments in the registries of Gymnasium and PettingZoo."""

import gymnasium
import pettingzoo

FACES = {"battlecards": "Battlecards", "spring1942": "Spring1942"}


def register_faces() -> None:
    """Register every game's faces: `warfront/Battlecards-v0` and `warfront/battlecards-v0`, ..."""
    for game, title in FACES.items():
        gymnasium.register(
            f"warfront/{title}-v0",
            entry_point="warfront.side:SideEnv",
            vector_entry_point="warfront.vector:SideVectorEnv",
            kwargs={"game": game},
        )
        if hasattr(pettingzoo, "register"):  # PettingZoo has a registry from 1.27 on
            pettingzoo.register("aec", f"warfront/{game}-v0", f"warfront.{game}_v0:env")
