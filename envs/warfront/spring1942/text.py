"""The board as tables and lists that a person can follow, at most 100 columns wide."""

import textwrap
from typing import Any

from warfront.spring1942.data import Loaded
from warfront.spring1942.fields import PHASES, RESULTS
from warfront.spring1942.names import Names
from warfront.spring1942.state import BattleStep, Hold, How, Phase, Prompt
from warfront.spring1942.tables import SIDE_NAMES, UNIT_NAMES, UNITS

WIDTH = 100
NAME = 28  # columns of the first column
ASKED = {
    Prompt.PURCHASE: "what to buy or repair, or done",
    Prompt.PURCHASE_COUNT: "how many to buy",
    Prompt.REPAIR_COUNT: "how much damage to repair",
    Prompt.MOVE_FROM: "where pieces move from, or done",
    Prompt.MOVE_WHAT: "which pieces move",
    Prompt.MOVE_TO: "where they go",
    Prompt.MOVE_COUNT: "how many go",
    Prompt.MOVE_RAID: "raid the complex or attack",
    Prompt.TRANSPORT: "sail, load or unload",
    Prompt.LOAD_FROM: "from which coast to load",
    Prompt.LOAD_UNIT: "what goes aboard",
    Prompt.UNLOAD_TO: "where the cargo lands",
    Prompt.ENGAGE_ZONE: "on which zone to decide",
    Prompt.ENGAGE: "attack what is in the zone, or ignore it",
    Prompt.BATTLE: "which battle comes next",
    Prompt.BOMBARD: "which ship bombards, or done",
    Prompt.SUBS: "a submarine submerges, or fire",
    Prompt.CASUALTY: "what takes a hit",
    Prompt.CASUALTY_OWNER: "whose unit takes the hit",
    Prompt.CASUALTY_GRADE: "which of the aircraft",
    Prompt.CASUALTY_TRANSPORT: "which transport",
    Prompt.CASUALTY_FROM: "one that came overland or by sea",
    Prompt.NAME: "which of your units take hits, or done",
    Prompt.RETREAT: "press on or retreat",
    Prompt.LAND: "where the fighter lands",
    Prompt.PLACE: "what to place, or done",
    Prompt.PLACE_AT: "where it stands",
    Prompt.PLACE_FROM: "which complex brings it forth",
    Prompt.PLACE_COUNT: "how many to place",
}
SHORT = ("inf", "art", "tank", "aa", "ftr", "bmb", "sub", "dd", "ca", "cv", "bb", "tr")


def text(loaded: Loaded, state: Any, seat: int | None = None) -> str:
    """The board as text.

    Args:
        loaded: the components of the game.
        state: a LAYOUT record with attributes.
        seat: whoever looks; nothing is hidden, so the text is the same for all.
    """
    table = _Table(loaded, state)
    lines = [*table.head(), "", *table.money(), "", *table.regions()]
    if state.battle >= 0:
        lines += ["", *table.battle()]
    lines += ["", *textwrap.wrap(table.question(), WIDTH, break_on_hyphens=False)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def theatres(loaded: Loaded) -> dict[str, list[int]]:
    """Spaces by theatre: every space belongs to the capital that is nearest by land and sea."""
    tables = loaded.tables
    groups: dict[str, list[int]] = {power: [] for power in loaded.powers}
    for s in range(int(tables.n_spaces)):
        steps = [int(tables.dist[s, tables.capital[p]]) for p in range(len(loaded.powers))]
        groups[loaded.powers[steps.index(min(steps))]].append(s)
    return groups


class _Table:
    """Lines of the text, part by part."""

    def __init__(self, loaded: Loaded, state: Any) -> None:
        self.loaded, self.tables, self.state = loaded, loaded.tables, state
        self.names = Names(loaded)

    def head(self) -> list[str]:
        """Round, turn, phase, and the victory cities of both sides."""
        state = self.state
        turn = self.names.powers[int(state.turn)]
        title = f"{self.loaded.scenario.title}, round {int(state.game_round)}"
        title += f" of {int(self.tables.round_limit)}, turn of {turn}"
        if state.phase != Phase.NEXT_TURN:
            title += f", phase {int(state.phase)} ({PHASES[int(state.phase)].replace('_', ' ')})"
        lines = [title]
        for d, side in enumerate(SIDE_NAMES):
            held, wanted = int(state.cities[d]), int(self.tables.victory[d])
            lines += _wrapped(f"{side} {held} of {wanted} cities", ", ".join(self.cities(d)))
        return lines

    def cities(self, side: int) -> list[str]:
        """The victory cities that a side holds."""
        return [
            space.victory_city
            for s, space in enumerate(self.loaded.scenario.board.spaces)
            if space.victory_city and self.tables.side[self.state.owner[s]] == side
        ]

    def money(self) -> list[str]:
        """IPCs, production and what was bought, a power a line."""
        lines = [f"{'power':<{NAME}}{'side':<8}{'IPCs':>6}{'income':>8}{'units':>7}"]
        for p, power in enumerate(self.names.powers):
            units = int(self.state.army[:, p].astype(int).sum())
            row = f"{power:<{NAME}}{SIDE_NAMES[int(self.tables.side[p])]:<8}"
            row += f"{int(self.state.ipcs[p]):>6}{int(self.state.production[p]):>8}{units:>7}"
            if self.state.owner[self.tables.capital[p]] != p:
                row += "  capital lost"
            lines.append(row)
            if p == self.state.turn and self.state.purchased.any():
                bought = _counted(self.state.purchased, UNIT_NAMES)
                lines += _wrapped("  bought", bought)
        return lines

    def regions(self) -> list[str]:
        """Every space with somebody in it, by theatre; empty land is listed with its holder."""
        lines: list[str] = []
        for power, spaces in theatres(self.loaded).items():
            shown = [line for s in spaces for line in self.space(s)]
            if shown:
                lines += [f"-- around {power} " + "-" * (WIDTH - 11 - len(power)), *shown]
        return lines

    def space(self, s: int) -> list[str]:
        """One space: holder, value, what stands there."""
        state, tables = self.state, self.tables
        stacks = [
            f"{power} " + _counted(state.army[s, p], SHORT)
            for p, power in enumerate(self.names.powers)
            if state.army[s, p].any()
        ]
        stacks += self.cargo(s)
        name = self.names.spaces[s]
        if tables.is_sea[s]:
            return _wrapped(f"  {name}", "; ".join(stacks)) if stacks else []
        facts = [f"{int(tables.ipc[s])} IPC"]
        if state.complex[s]:
            hurt = f", {int(state.damage[s])} damage" if state.damage[s] else ""
            facts.append(f"complex{hurt}")
        if tables.victory_city[s]:
            facts.append(str(self.loaded.scenario.board.spaces[s].victory_city))
        owner = int(state.owner[s])
        holder = f"{self.names.powers[owner]}, {', '.join(facts)}"
        return _wrapped(f"  {name}", "; ".join([holder, *stacks]))

    def cargo(self, s: int) -> list[str]:
        """What is aboard in a zone."""
        found = []
        for row in self.state.transports:
            if row[Hold.OWNER] < 0 or row[Hold.SPACE] != s or row[Hold.CARGO] < 0:
                continue
            aboard = [
                f"{self.names.powers[int(row[Hold.WHOSE + k])]} {SHORT[int(row[Hold.CARGO + k])]}"
                for k in range(2)
                if row[Hold.CARGO + k] >= 0
            ]
            to = int(row[Hold.TARGET])
            going = f" for {self.names.spaces[to]}" if to >= 0 else ""
            found.append(f"[{', '.join(aboard)} aboard{going}]")
        return found

    def battle(self) -> list[str]:
        """The battle board: both sides' units, those hit, the hits still to take."""
        state = self.state
        step = BattleStep(int(state.battle_step)).name.lower().replace("_", " ")
        where = self.names.spaces[int(state.battle)]
        lines = [f"== battle of {where}, round {int(state.combat_round)}, {step} =="]
        for p, power in enumerate(self.names.powers):
            if not state.force[p].any() and not state.dying[p].any():
                continue
            attacks = p == state.turn
            values = self.tables.attack if attacks else self.tables.defence
            units = [
                f"{int(state.force[p, u])} {UNIT_NAMES[u]} ({int(values[u])})"
                for u in range(UNITS)
                if state.force[p, u]
            ]
            row = ", ".join(units) or "nothing"
            if state.dying[p].any():
                row += "; hit: " + _counted(state.dying[p], UNIT_NAMES)
            role = "attacker" if attacks else "defender"
            lines += _wrapped(f"  {role} {power}", row)
        if state.hits.any():
            lines.append(f"  hits still to take: {int(state.hits.sum())}")
        return lines

    def question(self) -> str:
        """What is asked of whom, or who won."""
        state = self.state
        if state.winner >= 0:
            result = RESULTS[int(state.winner)]
            if result == "nobody":
                return "The game is over, undecided."
            return f"The game is over: the {result} won ({How(int(state.how)).name.lower()})."
        if state.seat < 0:
            return "Nobody is asked."
        words = f"{self.names.powers[int(state.seat)]} is asked: {ASKED[Prompt(int(state.prompt))]}"
        context = [self.names.spaces[int(s)] for s in (state.here, state.there) if s >= 0]
        return words + (f" [{', '.join(context)}]" if context else "")


def _counted(counts: Any, labels: tuple[str, ...]) -> str:
    return ", ".join(f"{int(n)} {labels[u]}" for u, n in enumerate(counts) if n)


def _wrapped(name: str, words: str) -> list[str]:
    """A row with its name in the first column."""
    width = WIDTH - NAME
    rows = textwrap.wrap(words, width, break_on_hyphens=False)
    return [f"{name if i == 0 else '':<{NAME}}{row}" for i, row in enumerate(rows or [""])]
