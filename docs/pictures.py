"""Make docs/img/game.png: the table of a joint battle as the terminal shows it.

Run it as `python docs/pictures.py` with the packages installed. The report's picture is a
screenshot of a report.html.
"""

from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np

import warfront
from warfront_agents.agent import make_agent

BRITISH, US = 1, 3  # seats of the default game
IMAGES = Path(__file__).parent / "img"


def find_battle() -> str:
    """The first shot of a British and American attack, small enough for a picture."""
    game: Any = warfront.make_game("battlecards")
    staff = make_agent("staff", game)
    for seed in range(500):
        state = game.new(seed)
        while not game.done(state):
            army = state["owner"][0, : state["lines"][0, 0]]  # whose cards attack
            joint = set(army.tolist()) == {BRITISH, US}
            if joint and game.prompt(state) == "shot" and int(state["lines"][0].sum()) < 28:
                return str(game.text(state))
            seat, mask = game.seat(state), game.legal_mask(state)
            seats = np.array([seat], np.int8)
            action = staff.act_batch(game.observe(state, seat)[None], mask[None], seats)[0]
            game.step(state, int(action))
    raise SystemExit("no such battle in 500 games: look at another card")


def draw(text: str, path: Path) -> None:
    """Write text in a fixed-width face as a PNG."""
    lines = text.rstrip().split("\n")
    figure = plt.figure(figsize=(10.2, 0.21 * len(lines) + 0.3), facecolor="#10151c")
    figure.text(
        0.015, 0.985, "\n".join(lines), family="DejaVu Sans Mono", size=10.5, color="#dbe4ee",
        va="top", linespacing=1.25,
    )  # fmt: skip
    figure.savefig(path, dpi=110, facecolor=figure.get_facecolor(), bbox_inches="tight")


if __name__ == "__main__":
    IMAGES.mkdir(exist_ok=True)
    draw(find_battle(), IMAGES / "game.png")
