"""The board as a picture: who holds what, who stands where, money, cities and what is asked."""

from collections.abc import Collection
from functools import lru_cache
from typing import Any

import numpy as np

from warfront.drawing import Group, Scene
from warfront.spring1942.board import Chart, chart_of, far_neighbours
from warfront.spring1942.data import Loaded
from warfront.spring1942.label_places import HERE, label_shifts
from warfront.spring1942.labels import label_group, stack_room
from warfront.spring1942.map_file import Space
from warfront.spring1942.panel import HIGH, panel
from warfront.spring1942.stacks import stack_group
from warfront.spring1942.state import Hold
from warfront.titles import title_of


def draw(loaded: Loaded, state: Any) -> Scene:
    """The picture of a position, in which nothing is hidden from anyone.

    Groups bear keys: `space:ID` the cell of a space, `name:ID` its name and marks, `stack:ID` its
    units, `power:NAME` a power's money, `turn`, `cities`, `battle` or `legend`, `question`.

    Args:
        loaded: the components of the game.
        state: a LAYOUT record with attributes.
    """
    chart = chart_of(loaded.scenario.name, loaded.scenario.board)
    state = {name: state[name] for name in state.dtype.names}
    scene = Scene(chart.width, chart.height + HIGH, "The board of Spring 1942")
    kept = loaded.scenario.board.spaces
    seas = frozenset(space.id for space in kept if space.sea)
    scene.add(_ground(chart, tuple(space for space in kept if space.sea)))
    scene.add(_lines(chart, seas))
    own = set(loaded.spaces)
    scene.groups += [_cell(name, chart, "neutral") for name in chart.cells if name not in own]
    owners = [loaded.powers[owner] for owner in state["owner"].tolist()[: len(kept)]]
    scene.groups += [
        _cell(space.id, chart, f"land_{owners[s]}", f"{space.name}, held by {title_of(owners[s])}")
        for s, space in enumerate(kept)
        if not space.sea
    ]
    scene.groups.append(_lakes(chart))
    complexes, damage = state["complex"].tolist(), state["damage"].tolist()
    far = far_neighbours(chart, kept)
    shifts = label_shifts(chart, kept)
    scene.groups += [
        label_group(
            space, chart, complexes[s] > 0, damage[s], far.get(space.id, ()),
            shifts.get(space.id, HERE),
        )
        for s, space in enumerate(kept)
    ]  # fmt: skip
    scene.groups += _stacks(loaded, chart, state, far.keys())
    scene.add(panel(loaded, state, chart.height))
    return scene


@lru_cache(maxsize=8)
def _ground(chart: Chart, zones: tuple[Space, ...]) -> tuple[Group, ...]:
    """The sea zones, with pale water along the coasts, and the land that nobody may enter."""
    seas = {zone.id for zone in zones}
    sea = Group("sea")
    sea.rect(0, 0, chart.width, chart.height, "ocean")
    for border in chart.borders:
        if len(seas & set(border.between)) == 1 and None not in border.between:
            sea.line(border.points, "shore")
    found = [sea]
    for zone in zones:
        group = Group(f"space:{zone.id}", zone.name)
        for ring in chart.cells[zone.id]:
            group.polygon(ring, "clear")
        found.append(group)
    return tuple(found)


@lru_cache(maxsize=2000)
def _cell(space: str, chart: Chart, style: str, title: str | None = None) -> Group:
    """The land of a space in its holder's colour."""
    group = Group(f"space:{space}", title)
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


def _stacks(loaded: Loaded, chart: Chart, state: Any, far: Collection[str]) -> list[Group]:
    """The units of every space; where enemies meet, marked."""
    army: Any = np.array(state["army"][: len(loaded.spaces), : len(loaded.powers)])
    there: Any = army.any(2)
    side = np.array(loaded.tables.side[: len(loaded.powers)])
    meet = there[:, side == 0].any(1) & there[:, side == 1].any(1)
    aboard: dict[tuple[int, int], int] = {}
    for row in state["transports"].tolist():
        if row[Hold.OWNER] >= 0:
            load = sum(row[Hold.CARGO + k] >= 0 for k in range(2))
            key = (row[Hold.SPACE], row[Hold.OWNER])
            aboard[key] = aboard.get(key, 0) + load
    found = []
    for s in np.flatnonzero(there.any(1)).tolist():
        stacks = tuple(
            (power, tuple(army[s, p].tolist()), aboard.get((s, p), 0))
            for p, power in enumerate(loaded.powers)
            if there[s, p]
        )
        fight = 2 if s == int(state["battle"]) else int(meet[s])
        space = loaded.scenario.board.spaces[s]
        room = stack_room(space, chart.rooms[space.id], chart.zoom, space.id in far)
        found.append(stack_group(space.id, room, stacks, fight, chart.zoom))
    return found
