"""Words for the single actions of a decision, and back."""

from typing import Any

from warfront.game import IllegalOrder
from warfront.spring1942.actions import Act
from warfront.spring1942.data import Loaded
from warfront.spring1942.names import Names
from warfront.spring1942.state import Hold, Prompt
from warfront.spring1942.tables import GRADE_LEFT, GRADE_UNIT, UNIT_NAMES

PLAIN = {
    Act.DONE: "done",
    Act.ENGAGE: "decide",
    Act.RAID: "raid",
    Act.LOAD: "load",
    Act.PRESS: "press on",
    Act.SUBMERGE: "submerge submarine",
    Act.FIRE: "fire",
    Act.OVERLAND: "casualty overland",
    Act.SEABORNE: "casualty seaborne",
}
OF_SPACE = {
    Prompt.PURCHASE: "repair",
    Prompt.MOVE_FROM: "from",
    Prompt.MOVE_TO: "to",
    Prompt.TRANSPORT: "sail to",
    Prompt.LOAD_FROM: "load from",
    Prompt.UNLOAD_TO: "unload to",
    Prompt.ENGAGE_ZONE: "decide on",
    Prompt.BATTLE: "fight",
    Prompt.RETREAT: "retreat",
    Prompt.LAND: "land",
    Prompt.PLACE_AT: "at",
    Prompt.PLACE_FROM: "through",
}
OF_UNIT = {
    Prompt.PURCHASE: "buy",
    Prompt.LOAD_UNIT: "load",
    Prompt.BOMBARD: "bombard",
    Prompt.CASUALTY: "casualty",
    Prompt.NAME: "casualty",
    Prompt.PLACE: "place",
}


class Words:
    """The words of one game."""

    def __init__(self, loaded: Loaded) -> None:
        """Index the names."""
        self.loaded = loaded
        self.names = Names(loaded)

    def text(self, state: Any, action: int) -> str:
        """The words of an action at the state's decision."""
        prompt = Prompt(int(state["prompt"]))
        if action in (Act.ATTACK, Act.IGNORE):
            word = Act(action).name.lower()
            if prompt != Prompt.ENGAGE:
                return word
            return f"{word} {self.names.spaces[int(state['here'])]}"
        if action < Act.CARGO:
            return PLAIN[Act(action)]
        if action < Act.SEAT:
            return self._cargo_text(state, action - Act.CARGO)
        if action < Act.SPACE:
            return f"casualty of {self.names.powers[action - Act.SEAT]}"
        if action < Act.UNIT:
            return f"{OF_SPACE[prompt]} {self.names.spaces[action - Act.SPACE]}"
        if action < Act.GRADE:
            return f"{OF_UNIT[prompt]} {UNIT_NAMES[action - Act.UNIT]}"
        if action < Act.COUNT:
            grade = action - Act.GRADE
            verb = "casualty" if prompt == Prompt.CASUALTY_GRADE else "move"
            return f"{verb} {UNIT_NAMES[GRADE_UNIT[grade]]} with {GRADE_LEFT[grade]} left"
        if action < Act.TRANSPORT:
            return self._count_text(state, prompt, action - Act.COUNT + 1)
        word = f"transport {self.transport_label(state, action - Act.TRANSPORT)}"
        return word if prompt == Prompt.MOVE_WHAT else f"casualty {word}"

    def _cargo_text(self, state: Any, k: int) -> str:
        row = state["transports"][int(state["slot"])]
        unit = UNIT_NAMES[int(row[Hold.CARGO + k])]
        alike = row[Hold.CARGO] == row[Hold.CARGO + 1]
        return f"unload {unit} ({k + 1})" if alike else f"unload {unit}"

    def _count_text(self, state: Any, prompt: Prompt, n: int) -> str:
        if prompt == Prompt.REPAIR_COUNT:
            return f"repair {self.names.spaces[int(state['here'])]} {n}"
        if prompt == Prompt.PURCHASE_COUNT:
            return f"buy {n} {UNIT_NAMES[int(state['unit'])]}"
        return f"{'place' if prompt == Prompt.PLACE_COUNT else 'move'} {n}"

    def transport_label(self, state: Any, slot: int) -> str:
        """`2 (uk: tank, infantry)`: which of the transports in its space, and what is aboard."""
        rows = state["transports"]
        row = rows[slot]
        space = int(row[Hold.SPACE])
        number = 1 + sum(int(rows[i][Hold.SPACE]) == space for i in range(slot))
        aboard = [
            UNIT_NAMES[int(row[Hold.CARGO + k])] for k in range(2) if row[Hold.CARGO + k] >= 0
        ]
        owner = self.names.powers[int(row[Hold.OWNER])]
        return f"{number} ({owner}: {', '.join(aboard) or 'empty'})"

    def legal(self, state: Any, mask: Any) -> dict[int, str]:
        """Every legal action with its words."""
        return {int(a): self.text(state, int(a)) for a in mask.nonzero()[0]}

    def find(self, state: Any, mask: Any, text: str) -> int | None:
        """The legal action with these words; what stands in brackets may be left out."""
        wanted = plain(text)
        offered = self.legal(state, mask)
        exact = [a for a, words in offered.items() if plain(words) == wanted]
        if exact:
            return exact[0]
        loose = [a for a, words in offered.items() if plain(words.partition("(")[0]) == wanted]
        return loose[0] if len(loose) == 1 else None


def plain(text: str) -> str:
    """Lower case, single blanks."""
    return " ".join(text.lower().split())


def refusal(words: Words, text: str, state: Any, mask: Any) -> IllegalOrder:
    """The one line for an order that does not fit: what is asked and what could be said."""
    if int(state["prompt"]) == Prompt.OVER:
        return IllegalOrder(f"{text!r} comes too late: the game is over")
    offered = list(words.legal(state, mask).values())
    more = f" and {len(offered) - 12} more" if len(offered) > 12 else ""
    seat = words.names.powers[int(state["seat"])]
    prompt = Prompt(int(state["prompt"])).name.lower()
    return IllegalOrder(
        f"{text!r} is not legal for {seat} ({prompt}); legal: {', '.join(offered[:12])}{more}"
    )
