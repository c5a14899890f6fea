"""The board as a picture: who holds what, who stands where, money, cities and what is asked."""

from functools import lru_cache
from typing import Any

import numpy as np

from warfront.drawing import Group, Scene, shorten
from warfront.spring1942.board import Chart, chart_of
from warfront.spring1942.data import Loaded
from warfront.spring1942.panel import panel
from warfront.spring1942.stacks import stack_group
from warfront.spring1942.state import Hold

PANEL = 125  # units below the map


def draw(loaded: Loaded, state: Any, seat: int | None = None) -> Scene:
    """The picture of a position.

    Groups bear keys: `space:ID` the cell of a space, `name:ID` its name and marks, `stack:ID` its
    units, `mark:ID` a fight, `power:NAME` a power's money, `turn`, `cities`, `battle`, `question`.

    Args:
        loaded: the components of the game.
        state: a LAYOUT record with attributes.
        seat: whoever looks; nothing is hidden from anyone.
    """
    chart = chart_of(loaded.scenario.name, loaded.scenario.board)
    state = {name: state[name] for name in state.dtype.names}
    title = f"Spring 1942, round {int(state['game_round'])}"
    scene = Scene(chart.width, chart.height + PANEL, title)
    kept = loaded.scenario.board.spaces
    seas = frozenset(space.id for space in kept if space.sea)
    scene.add(_ground(chart, seas))
    scene.add(_lines(chart, seas))
    own = set(loaded.spaces)
    scene.groups += [_cell(name, chart, "neutral") for name in chart.cells if name not in own]
    owners = state["owner"].tolist()
    scene.groups += [
        _cell(space.id, chart, f"land_{loaded.powers[owners[s]]}")
        for s, space in enumerate(kept)
        if not space.sea
    ]
    scene.groups.append(_lakes(chart))
    complexes, damage = state["complex"].tolist(), state["damage"].tolist()
    scene.groups += [_name(loaded, chart, s, complexes[s] > 0, damage[s]) for s in range(len(kept))]
    scene.groups += _stacks(loaded, chart, state)
    scene.groups += _fights(loaded, chart, state)
    scene.add(panel(loaded, state, chart.height, seat))
    return scene


@lru_cache(maxsize=8)
def _ground(chart: Chart, seas: frozenset[str]) -> tuple[Group, ...]:
    """The sea zones, with pale water along the coasts, and the land that nobody may enter."""
    sea = Group("sea")
    sea.rect(0, 0, chart.width, chart.height, "ocean")
    for border in chart.borders:
        if len(seas & set(border.between)) == 1 and None not in border.between:
            sea.line(border.points, "shore")
    found = [sea]
    for space in sorted(seas):
        zone = Group(f"space:{space}")
        for ring in chart.cells[space]:
            zone.polygon(ring, "clear")
        found.append(zone)
    return tuple(found)


@lru_cache(maxsize=2000)
def _cell(space: str, chart: Chart, style: str) -> Group:
    """The land of a space in its holder's colour."""
    group = Group(f"space:{space}")
    for ring in chart.cells[space]:
        group.polygon(ring, style)
    return group


@lru_cache(maxsize=8)
def _lakes(chart: Chart) -> Group:
    """Waters that are no space."""
    group = Group("lakes")
    for ring in chart.lakes:
        group.polygon(ring, "lake")
    return group


@lru_cache(maxsize=8)
def _lines(chart: Chart, seas: frozenset[str]) -> tuple[Group, ...]:
    """The borders between sea zones."""
    group = Group("lines")
    for border in chart.borders:
        if set(border.between) <= seas:
            group.line(border.points, "line_sealine")
    return (group,)


@lru_cache(maxsize=2000)
def _plain_name(space: Any, room: Any, complex_: bool, damage: int) -> Group:
    group = Group(f"name:{space.id}", space.name)
    x, y, wide, high = room
    top = y - high / 2
    if space.sea:
        group.text(x, top + 9, space.id.removeprefix("sz"), 9, "fill_soft", "middle")
        return group
    words = shorten(space.name, 9, max(wide + 8, 40))
    group.text(x, top + 9, words, 9, "fill_ink", "middle", bold=space.capital)
    return group


def _name(loaded: Loaded, chart: Chart, s: int, complex_: bool, damage: int) -> Group:
    """A space's name, income and marks."""
    space = loaded.scenario.board.spaces[s]
    return _plain_name(space, chart.rooms[space.id], complex_, damage)


def _stacks(loaded: Loaded, chart: Chart, state: Any) -> list[Group]:
    """The units of every space."""
    army = np.array(state["army"][: len(loaded.spaces)])
    aboard: dict[tuple[int, int], int] = {}
    for row in state["transports"].tolist():
        if row[Hold.OWNER] >= 0:
            load = sum(row[Hold.CARGO + k] >= 0 for k in range(2))
            key = (row[Hold.SPACE], row[Hold.OWNER])
            aboard[key] = aboard.get(key, 0) + load
    found = []
    for s in np.flatnonzero(army.any((1, 2))).tolist():
        stacks = tuple(
            (power, tuple(army[s, p].tolist()), aboard.get((s, p), 0))
            for p, power in enumerate(loaded.powers)
            if army[s, p].any()
        )
        space = loaded.spaces[s]
        found.append(stack_group(space, chart.rooms[space], stacks, 12.0))
    return found


def _fights(loaded: Loaded, chart: Chart, state: Any) -> list[Group]:
    """Marks where both sides stand, and where the battle is."""
    army = state["army"][: len(loaded.spaces)].any(2)
    side = np.array(loaded.tables.side[: len(loaded.powers)])
    both = army[:, : len(side)][:, side == 0].any(1) & army[:, : len(side)][:, side == 1].any(1)
    found = []
    for s in np.flatnonzero(both).tolist():
        space = loaded.spaces[s]
        found.append(_fight(space, chart.rooms[space], s == int(state["battle"])))
    return found


@lru_cache(maxsize=2000)
def _fight(space: str, room: Any, now: bool) -> Group:
    group = Group(f"mark:{space}", "the battle" if now else "both sides stand here")
    x, y, wide, high = room
    group.circle(x + wide / 2, y - high / 2 + 6, 9, "fill_alarm" if now else "card")
    group.glyph("swords", x + wide / 2 - 6, y - high / 2, 12, "fill_white" if now else "fill_alarm")
    return group
