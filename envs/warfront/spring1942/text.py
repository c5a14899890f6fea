"""The board as aligned tables that a person can follow, at most 100 columns wide."""

from collections.abc import Sequence
from typing import Any

from warfront.spring1942.data import Loaded
from warfront.spring1942.fields import PHASES, RESULTS
from warfront.spring1942.names import Names
from warfront.spring1942.news import news, this_turn, when
from warfront.spring1942.page import Page, Words, count, each
from warfront.spring1942.state import BattleStep, Hold, How, Phase, Prompt
from warfront.spring1942.tables import SIDE_NAMES, UNIT_NAMES, UNITS

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
KEY = ", ".join(
    f"{short}\u00a0{name}".replace("_", "\u00a0")
    for short, name in zip(SHORT, UNIT_NAMES[:UNITS], strict=True)
    if short != name
)


def text(loaded: Loaded, state: Any, since: Any = None, colour: bool = False) -> str:
    """The board as text, in which nothing is hidden from anyone.

    Args:
        loaded: the components of the game.
        state: a LAYOUT record with attributes.
        since: an earlier record of the game: what differs from it is listed; if it is of the same
            phase of the same turn, the tables are left out.
        colour: every power in its colour, by ANSI escapes.
    """
    table = Table(loaded, state, Page(loaded.powers, colour))
    lines = []
    if since is None or when(since) != when(state):
        lines += [*table.head(), "", *table.money(), "", *table.regions()]
    if since is not None:
        lines += table.page.list("since you last looked", news(loaded, since, state))
    if state.battle >= 0:
        lines += ["", *table.battle()]
    words, power = question(loaded, state, loaded.spaces)
    asked = (f"{power} {words}", power) if power else (words, "bold")
    lines += ["", *table.page.flow("", [asked], 0)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def theatres(loaded: Loaded) -> dict[str, list[int]]:
    """Spaces by theatre: every space belongs to the capital that is nearest by land and sea."""
    tables = loaded.tables
    groups: dict[str, list[int]] = {power: [] for power in loaded.powers}
    for s in range(int(tables.n_spaces)):
        steps = [int(tables.dist[s, tables.capital[p]]) for p in range(len(loaded.powers))]
        groups[loaded.powers[steps.index(min(steps))]].append(s)
    return groups


class Table:
    """Lines of the text, part by part."""

    def __init__(self, loaded: Loaded, state: Any, page: Page) -> None:
        """Keep what is told."""
        self.loaded, self.tables, self.state = loaded, loaded.tables, state
        self.names, self.page = Names(loaded), page

    def head(self) -> list[str]:
        """Round, turn, phase, the victory cities of both sides, and what happened this turn."""
        state = self.state
        turn = self.names.powers[int(state.turn)]
        title = f"{self.loaded.scenario.title}, round {int(state.game_round)}"
        title += f" of {int(self.tables.round_limit)}, turn of"
        words: list[Words] = [(title, ""), (turn, turn)]
        if state.phase != Phase.NEXT_TURN:
            phase = PHASES[int(state.phase)].replace("_", " ")
            words.append((f"- phase {int(state.phase)}, {phase}", ""))
        lines = self.page.flow("", words, 0)
        for d, side in enumerate(SIDE_NAMES):
            held, wanted = int(state.cities[d]), int(self.tables.victory[d])
            row = f"{side:<7}{held:>2} cities of the {wanted} to win"
            lines += self.page.flow(row, each(self.cities(d)), 36)
        return lines + self.page.list("this turn", this_turn(self.loaded, state))

    def cities(self, side: int) -> list[Words]:
        """The victory cities that a side holds, in their holder's colour."""
        return [
            (space.victory_city, self.names.powers[int(self.state.owner[s])])
            for s, space in enumerate(self.loaded.scenario.board.spaces)
            if space.victory_city and self.tables.side[self.state.owner[s]] == side
        ]

    def money(self) -> list[str]:
        """IPCs, production and what was bought, a power a line."""
        lines = ["power    side     IPCs  income  units"]
        for p, power in enumerate(self.names.powers):
            units = int(self.state.army[:, p].astype(int).sum())
            row = f"{SIDE_NAMES[int(self.tables.side[p])]:<8}{int(self.state.ipcs[p]):>5}"
            row += f"{int(self.state.production[p]):>8}{units:>7}"
            more: list[Words] = []
            if self.state.owner[self.tables.capital[p]] != p:
                more.append(("capital lost: no purchases, no income", ""))
            if p == self.state.turn and self.state.purchased.any():
                more.append((f"bought: {count(self.state.purchased, UNIT_NAMES)}", ""))
            name = self.page.ink(f"{power:<9}", power)
            lines += self.page.flow(f"{name}{row}", more, 40, 9 + len(row))
        return lines

    def regions(self) -> list[str]:
        """Every territory, and every zone with somebody in it, by theatre."""
        lines = [f"  {'space':<27}{'holder':<9}{'IPC':>3}  what is there"]
        for power, spaces in theatres(self.loaded).items():
            shown = [line for s in spaces for line in self.space(s)]
            if shown:
                name = self.page.ink(power, power)
                lines += [f"-- around {name} " + "-" * (89 - len(power)), *shown]
        return lines + self.page.flow("  units:", [(KEY, "")], 10)

    def space(self, s: int, always: bool = False) -> list[str]:
        """One space: holder, value, what stands there; a zone with nobody in it only `always`."""
        state, powers = self.state, self.names.powers
        owner = int(state.owner[s])
        order = sorted(range(len(powers)), key=lambda p: p != owner)
        stacks: list[Words] = [
            (f"{powers[p]} {count(state.army[s, p], SHORT)}", powers[p])
            for p in order
            if state.army[s, p].any()
        ]
        stacks += self.cargo(s)
        name = self.names.spaces[s]
        if self.tables.is_sea[s]:
            return self.page.flow(f"  {name}", each(stacks, ";"), 43) if stacks or always else []
        holder = self.page.ink(f"{powers[owner]:<9}", powers[owner])
        row = f"  {name:<27}{holder}{int(self.tables.ipc[s]):>3}"
        return self.page.flow(row, each([*self.facts(s), *stacks], ";"), 43, 41)

    def facts(self, s: int) -> list[Words]:
        """The victory city and the complex of a territory."""
        found: list[Words] = []
        if self.tables.victory_city[s]:
            found.append((str(self.loaded.scenario.board.spaces[s].victory_city), "bold"))
        if self.state.complex[s]:
            hurt = int(self.state.damage[s])
            found.append((f"complex, {hurt} damage" if hurt else "complex", "bold"))
        return found

    def cargo(self, s: int) -> list[Words]:
        """What is aboard in a zone."""
        found: list[Words] = []
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
            owner = self.names.powers[int(row[Hold.OWNER])]
            found.append((f"[{', '.join(aboard)} aboard{going}]", owner))
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
                f"{int(n)}\u00a0{UNIT_NAMES[u]}\u00a0({int(values[u])})"
                for u, n in enumerate(state.force[p])
                if n
            ]
            row = ", ".join(units) or "nothing"
            if state.dying[p].any():
                row += "; hit: " + count(state.dying[p], UNIT_NAMES)
            role = "attacker" if attacks else "defender"
            lines += self.page.flow(f"  {role} {power}", [(row, power)], 28)
        if state.hits.any():
            lines.append(f"  hits still to take: {int(state.hits.sum())}")
        return lines


def question(loaded: Loaded, state: Any, spaces: Sequence[str]) -> Words:
    """What is asked, and of which power, whose name is left to put in front; or who won.

    Args:
        loaded: the components of the game.
        state: a LAYOUT record, or its fields by name.
        spaces: what the spaces are called, by number.
    """
    winner = int(state["winner"])
    if winner >= 0 and RESULTS[winner] == "nobody":
        return "The game is over, undecided.", ""
    if winner >= 0:
        how = How(int(state["how"])).name.lower()
        return f"The game is over: the {RESULTS[winner]} won ({how}).", ""
    if state["seat"] < 0:
        return "Nobody is asked.", ""
    unit = int(state["unit"])
    about = [UNIT_NAMES[unit].replace("_", " ")] if unit >= 0 else []
    about += [spaces[int(state[key])] for key in ("here", "there") if state[key] >= 0]
    words = f"is asked: {ASKED[Prompt(int(state['prompt']))]}"
    return words + (f" [{', '.join(about)}]" if about else ""), loaded.powers[int(state["seat"])]
