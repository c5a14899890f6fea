"""The strip below the board: round and phase, the powers' money, cities, what is asked."""

from typing import Any

from warfront.drawing import Group
from warfront.spring1942.data import Loaded
from warfront.spring1942.fields import PHASES, RESULTS
from warfront.spring1942.state import Prompt
from warfront.spring1942.tables import SIDE_NAMES
from warfront.spring1942.text import ASKED


def panel(loaded: Loaded, state: Any, top: float, seat: int | None) -> list[Group]:
    """The groups of the strip, its upper edge at `top`."""
    ground = Group("panel")
    ground.rect(0, top, 1600, 125, "paper")
    found = [ground]
    for p, power in enumerate(loaded.powers):
        group = Group(f"power:{power}")
        x = 14 + p * 170
        group.rect(x, top + 12, 160, 70, "card", 8)
        group.glyph(power, x + 10, top + 22, 22, f"fill_{power}_deep")
        group.text(x + 42, top + 40, power, 18, "fill_ink", bold=True)
        money = f"{int(state['ipcs'][p])} IPCs, income {int(state['production'][p])}"
        group.text(x + 10, top + 68, money, 14, "fill_soft")
        if p == int(state["seat"]):
            group.rect(x, top + 12, 160, 70, "asked", 8)
        found.append(group)
    turn = Group("turn")
    phase = PHASES[int(state["phase"])].replace("_", " ")
    turn.text(880, top + 34, f"Round {int(state['game_round'])}", 18, bold=True)
    turn.text(880, top + 56, phase, 15, "fill_soft")
    found.append(turn)
    cities = Group("cities")
    for d, side in enumerate(SIDE_NAMES):
        words = f"{side}: {int(state['cities'][d])} of {int(loaded.tables.victory[d])} cities"
        cities.text(1040, top + 34 + 22 * d, words, 15, f"fill_{side}", bold=True)
    found.append(cities)
    question = Group("question")
    if int(state["winner"]) >= 0:
        words = f"Over: {RESULTS[int(state['winner'])]}"
    else:
        asked = ASKED[Prompt(int(state["prompt"]))]
        words = f"{loaded.powers[int(state['seat'])]} is asked: {asked}"
    question.text(14, top + 110, words, 16)
    found.append(question)
    return found
