"""The strip below the board: money, turn, victory cities, the battle or a legend, the question."""

from functools import lru_cache
from typing import Any

from warfront.drawing import Group, shorten, width_of
from warfront.spring1942.data import Loaded
from warfront.spring1942.fields import PHASES
from warfront.spring1942.stacks import ORDER
from warfront.spring1942.state import BattleStep
from warfront.spring1942.tables import SIDE_NAMES, UNIT_NAMES, UNITS
from warfront.spring1942.text import question
from warfront.titles import title_of

HIGH = 125  # units
SHORT = {"industrial_complex": "complex", "aircraft_carrier": "carrier", "aa_gun": "AA gun"}


def panel(loaded: Loaded, state: Any, top: float) -> list[Group]:
    """The groups of the strip, its upper edge at `top`."""
    ground = _ground(top)
    turn = int(state["turn"])
    asked = int(state["seat"])
    money = [
        _purse(power, p == asked, p == turn, int(state["ipcs"][p]), int(state["production"][p]),
               12 + 142.0 * p, top)
        for p, power in enumerate(loaded.powers)
    ]  # fmt: skip
    phase = PHASES[int(state["phase"])]
    cities = _cities(
        tuple(int(n) for n in state["cities"]), tuple(int(n) for n in loaded.tables.victory), top
    )
    right = _battle(loaded, state, top) if int(state["battle"]) >= 0 else _legend(top)
    return [
        ground, *money, _turn(int(state["game_round"]), phase, top), cities, right,
        _question(loaded, state, top),
    ]  # fmt: skip


@lru_cache(maxsize=4)
def _ground(top: float) -> Group:
    group = Group("panel")
    group.rect(0, top, 1600, HIGH, "paper")
    group.line([(0, top), (1600, top)], "line")
    return group


@lru_cache(maxsize=2000)
def _purse(
    power: str, asked: bool, turn: bool, ipcs: int, income: int, x: float, top: float
) -> Group:
    """A power's money."""
    title = title_of(power)
    group = Group(f"power:{power}", f"{title}: {ipcs} IPCs in hand, income {income}")
    group.rect(x, top + 8, 134, 66, "card", 8)
    group.rect(x, top + 8, 7, 66, f"fill_{power}", 3)
    if turn:
        group.rect(x, top + 8, 134, 66, "asked" if asked else "line_gold", 8)
    elif asked:
        group.rect(x, top + 8, 134, 66, "asked", 8)
    group.glyph(power, x + 14, top + 15, 17, f"fill_{power}_deep")
    group.text(x + 37, top + 29, shorten(title, 13.5, 92, True), 13.5, bold=True)
    group.text(x + 14, top + 61, str(ipcs), 23, f"fill_{power}_deep", bold=True)
    at = x + 22 + width_of(str(ipcs), 23, True)
    group.text(at, top + 61, f"IPC, +{income}", 11, "fill_soft")
    return group


@lru_cache(maxsize=500)
def _turn(number: int, phase: str, top: float) -> Group:
    """The round and the phases of a turn, the one that is on marked."""
    group = Group("turn", f"round {number}, {phase.replace('_', ' ')}")
    group.text(732, top + 28, f"Round {number}", 18, bold=True)
    for k, name in enumerate(PHASES[1:]):
        x, y = 732 + 108 * (k % 2), top + 45 + 15 * (k // 2)
        on = name == phase
        group.circle(x + 5, y - 4, 4, "fill_gold" if on else "fill_line")
        words = name.replace("_", " ")
        group.text(x + 14, y, words, 11, "fill_ink" if on else "fill_soft", bold=on)
    return group


@lru_cache(maxsize=500)
def _cities(held: tuple[int, ...], wanted: tuple[int, ...], top: float) -> Group:
    """Victory cities held, a star each, and how many win."""
    group = Group("cities")
    group.text(966, top + 28, "Victory cities", 14, bold=True)
    for d, side in enumerate(SIDE_NAMES):
        y = top + 51 + 22 * d
        group.text(966, y, side.capitalize(), 12, f"fill_{side}", bold=True)
        for k in range(max(held[d], wanted[d])):
            style = f"fill_{side}" if k < held[d] else "fill_line"
            group.glyph("star", 1014 + 15.0 * k, y - 11, 13, style)
        end = 1014 + 15.0 * max(held[d], wanted[d]) + 4
        group.text(end, y, f"{held[d]} of {wanted[d]}", 11, "fill_soft")
    return group


@lru_cache(maxsize=4)
def _legend(top: float) -> Group:
    """What the silhouettes and marks mean."""
    group = Group("legend")
    for k, name in enumerate((*UNIT_NAMES[:UNITS], "industrial_complex")):
        x, y = 1244 + 88.0 * (k // 4), top + 13 + 20.0 * (k % 4)
        group.glyph(name, x, y, 15, "fill_ink")
        words = SHORT.get(name, name).replace("_", " ")
        group.text(x + 19, y + 12, words, 10.5, "fill_soft")
    x = 1244 + 88.0 * 3
    group.glyph("star", x, top + 33, 15, "fill_gold")
    group.text(x + 19, top + 45, "victory city", 10.5, "fill_soft")
    group.circle(x + 7, top + 61, 6, "badge")
    group.text(x + 19, top + 65, "IPC a turn", 10.5, "fill_soft")
    group.circle(x + 7, top + 81, 3, "fill_gold")
    group.text(x + 19, top + 85, "cargo", 10.5, "fill_soft")
    return group


def _battle(loaded: Loaded, state: Any, top: float) -> Group:
    """The battle that is fought: both forces and where it stands."""
    number = int(state["battle"])
    space = loaded.scenario.board.spaces[number]
    group = Group("battle", f"battle in {space.name}")
    group.rect(1236, top + 6, 356, 112, "card", 8)
    group.rect(1236, top + 6, 356, 112, "fight", 8)
    step = BattleStep(int(state["battle_step"])).name.lower().replace("_", " ")
    words = f"{space.name} · round {int(state['combat_round'])} · {step}"
    group.text(1248, top + 25, shorten(words, 12.5, 330, True), 12.5, bold=True)
    turn_side = int(loaded.tables.side[int(state["turn"])])
    for row, attacks in enumerate((True, False)):
        y = top + 47 + 30.0 * row
        group.text(1248, y, "attack" if attacks else "defend", 10.5, "fill_soft")
        x = 1292.0
        for p, power in enumerate(loaded.powers):
            if (p == int(state["turn"])) != attacks:
                continue
            if not attacks and int(loaded.tables.side[p]) == turn_side:
                continue
            for u in ORDER:
                alive, dying = int(state["force"][p][u]), int(state["dying"][p][u])
                if not alive and not dying or x > 1560:
                    continue
                group.glyph(UNIT_NAMES[u], x, y - 13, 16, f"fill_{power}_deep")
                count = f"{alive}" if not dying else f"{alive}+{dying}"
                group.text(x + 18, y, count, 12, f"fill_{power}_deep", bold=True)
                x += 24 + width_of(count, 12, True)
    hits = sum(int(n) for n in state["hits"])
    if hits:
        words = f"{hits} hit{'s' if hits > 1 else ''} to be taken"
        group.text(1248, top + 107, words, 12, "fill_alarm", bold=True)
    return group


def _question(loaded: Loaded, state: Any, top: float) -> Group:
    """What is asked of whom, or who won."""
    group = Group("question")
    group.rect(12, top + 82, 1212, 34, "card", 8)
    words, power = question(loaded, state, [s.name for s in loaded.scenario.board.spaces])
    if not power:
        group.text(24, top + 105, words, 16, bold=True)
        return group
    title = title_of(power)
    group.glyph(power, 22, top + 91, 16, f"fill_{power}_deep")
    group.text(46, top + 105, title, 16, f"fill_{power}_deep", bold=True)
    at = 52 + width_of(title, 16, True)
    group.text(at, top + 105, shorten(words, 16, 1214 - at), 16)
    return group
