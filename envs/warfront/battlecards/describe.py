"""A state as a complete position: readable, JSON-able, and read back byte for byte."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from warfront.battlecards.data import Loaded
from warfront.battlecards.fields import (
    ALWAYS,
    ARMIES,
    BATTLE_FIELDS,
    KINDS,
    SEAT,
    SEATS,
    STAGE,
    STAGE_OF,
    TOP_FIELDS,
)
from warfront.battlecards.names import Names
from warfront.battlecards.options import OPTIONS
from warfront.battlecards.state import Place, Prompt
from warfront.battlecards.tables import (
    ALL_BATTLES,
    BATTLES,
    PLAYS,
    SIDE_NAMES,
    TYPES,
    UNITS,
    Kind,
    Role,
    Stat,
    Subtype,
)
from warfront.game import Position
from warfront.position_fields import describe_chance


def describe(loaded: Loaded, state: Any) -> Position:
    """The complete position of a LAYOUT record with attributes.

    `from_position` makes the same bytes of it. Fields that have their usual value are left out;
    `points` and `dice_left` follow from the rest and are there to be read.
    """
    names = Names(loaded)
    found: Position = {
        "theatres": list(loaded.theatres),
        "options": {o.name: loaded.options[o.name] for o in OPTIONS if _is_set(loaded, o)},
    }
    for field in TOP_FIELDS:
        value = int(state[field.name])
        if field.key in ALWAYS or value != field.default:
            found[field.key] = field.codec.write(names, value)
    if state.stage != STAGE_OF[Prompt(int(state.prompt))]:
        found["stage"] = STAGE.write(names, int(state.stage))
    if (state.hitler_votes >= 0).any():
        found["hitler_votes"] = [SEAT.write(names, int(seat)) for seat in state.hitler_votes]
    if state.play >= 0:
        found["play"] = names.plays[names.theatre_of[int(state.seat)]][int(state.play)]
    found["points"] = {side: int(state.points[i]) for i, side in enumerate(SIDE_NAMES)}
    found["seats"] = {
        seat: _describe_seat(loaded, names, state, i) for i, seat in enumerate(names.seats)
    }
    found["conflict"] = {
        theatre: _describe_conflict(names, state, i) for i, theatre in enumerate(names.theatres)
    }
    found.update(_describe_stacks(names, state))
    battle = _describe_battle(names, state)
    if battle:
        found["battle"] = battle
    found.update(describe_chance(state))
    return found


def _is_set(loaded: Loaded, option: Any) -> bool:
    return bool(loaded.options[option.name] != option.default)


def usual_seen(tables: Any, state: Any, holder: int) -> NDArray[np.uint8]:
    """uint8 [T]: what the enemy has seen if a position says nothing: Leaders, a battle's cards."""
    leaders = tables.role == Role.LEADER
    lines = int(state.lines.sum())
    fighting = np.zeros(TYPES, bool)
    fighting[state.type[:lines][state.owner[:lines] == holder]] = True
    seen: NDArray[np.uint8] = np.where(leaders | fighting, state.deployed[holder], 0)
    return seen.astype(np.uint8)


def _each(counts: NDArray[Any]) -> list[int]:
    """The indices of counts, each as often as it counts."""
    return [int(i) for i in np.repeat(np.arange(len(counts)), counts)]


def _describe_seat(loaded: Loaded, names: Names, state: Any, seat: int) -> Position:
    """One seat: its deck is what is listed nowhere; `arsenal` is the part in fixed order."""
    home = slice(seat * UNITS, (seat + 1) * UNITS)
    own = names.cards[home]
    deployed = state.deployed[seat]
    vanquished = int(state.vanquished[seat])
    found: Position = {
        "vanquished_by": names.battle(vanquished - 1) if vanquished else None,
        "deployed": [names.card(card, seat) for card in _each(deployed)],
        "retained": [
            names.plays[names.theatre_of[seat]][row] for row in _each(state.retained[seat])
        ],
        "discard": [own[unit] for unit in _each(state.discard[home])],
    }
    if state.expelled[seat]:
        found["expelled_by"] = names.battle(int(state.expelled[seat]) - 1)
    aid = {
        names.card(int(card), seat): names.seats[int(card) // UNITS]
        for card in np.flatnonzero(deployed)
        if card // UNITS != seat
    }
    if aid:
        found["aid_from"] = aid
    if (state.seen[seat] != usual_seen(loaded.tables, state, seat)).any():
        found["seen"] = [names.card(card, seat) for card in _each(state.seen[seat])]
    if state.top_n[seat]:
        top = state.top[seat, : state.top_n[seat]]
        found["arsenal"] = [own[int(card) % UNITS] for card in top[::-1]]
    if state.hand_seat == seat:
        found["hand"] = [own[unit] for unit in _each(state.hand)]
    if state.reserve[home].any():
        found["reserve"] = [own[unit] for unit in _each(state.reserve[home])]
    if state.removed[home].any():
        found["removed"] = [own[unit] for unit in _each(state.removed[home])]
    return found


def _describe_conflict(names: Names, state: Any, theatre: int) -> Position:
    """One Conflict deck: its discard, and the cards on top whose order is fixed."""
    plays = names.plays[theatre]
    battles = range(theatre * BATTLES, (theatre + 1) * BATTLES)
    found: Position = {
        "discard": [plays[row] for row in _each(state.play_discard[theatre])]
        + [names.battles[b] for b in battles if state.place[b] == Place.DISCARD]
    }
    if state.conflict_top_n[theatre]:
        top = [int(c) for c in state.conflict_top[theatre, : state.conflict_top_n[theatre]]]
        found["deck"] = [
            plays[code] if code < PLAYS else names.battles[theatre * BATTLES + code - PLAYS]
            for code in top[::-1]
        ]
    return found


def _describe_stacks(names: Names, state: Any) -> Position:
    """The won Battlecards, and what else is remembered of battles."""
    stacks: dict[str, list[Position]] = {side: [] for side in SIDE_NAMES}
    fought: Position = {}
    returned: dict[str, list[str]] = {}
    for b in range(ALL_BATTLES):
        involved = SEATS.write(names, int(state.involved[b]))
        if state.place[b] in (Place.AXIS, Place.ALLIES):
            stacks[SIDE_NAMES[int(state.place[b]) - Place.AXIS]].append(
                {
                    "card": names.battles[b],
                    "theatre": names.theatres[b // BATTLES],
                    "winners": SEATS.write(names, int(state.winners[b])),
                    "involved": involved,
                }
            )
        elif involved:
            fought[names.battle(b)] = involved
        if state.returned[b]:
            returned.setdefault(SIDE_NAMES[int(state.returned[b]) - 1], []).append(names.battle(b))
    found: Position = {
        "stacks": stacks,
        "conquests": [names.battle(int(b)) for b in np.flatnonzero(state.ever)],
        "won_by": {
            theatre: {
                side: names.seats[int(state.victor[h, d])]
                for d, side in enumerate(SIDE_NAMES)
                if state.victor[h, d] >= 0
            }
            for h, theatre in enumerate(names.theatres)
        },
    }
    if fought:
        found["fought"] = fought
    if returned:
        found["returned"] = returned
    return found


def _describe_battle(names: Names, state: Any) -> Position:
    """The active battle, every field of it; empty when there is none."""
    plain = {f.key: f.codec.write(names, int(state[f.name])) for f in BATTLE_FIELDS}
    if state.battle < 0 and all(state[f.name] == f.default for f in BATTLE_FIELDS):
        return {}
    found: Position = {"card": None}
    if state.battle >= 0:
        found["card"] = names.battle(int(state.battle))
    found.update(plain)
    found["kinds"] = {
        army: KINDS.write(names, int(state.kinds[a])) for a, army in enumerate(ARMIES)
    }
    if state.lines.any():
        found["shooter"] = _describe_line(names, state, int(state.shooter), False)
        first = int(state.lines[0])
        spans = (range(first), range(first, first + int(state.lines[1])))
        found["lines"] = {
            army: [_describe_line(names, state, line, True) for line in spans[a]]
            for a, army in enumerate(ARMIES)
        }
        found["bonus"] = _describe_bonus(state.bonus, Subtype)
        found["orders"] = _describe_bonus(state.orders, Kind)
    return found


def _describe_line(names: Names, state: Any, line: int, whole: bool) -> Position | None:
    if line < 0:
        return None
    owner = int(state.owner[line])
    found: Position = {
        "seat": names.seats[owner],
        "card": names.card(int(state.type[line]), owner),
    }
    if whole:
        found.update(alive=int(state.alive[line]), unfired=int(state.unfired[line]))
    return found


def _describe_bonus(bonus: NDArray[Any], axis: Any) -> Position:
    return {
        army: {
            stat.name.lower(): {
                item.name.lower(): int(bonus[a, stat, item])
                for item in axis
                if bonus[a, stat, item]
            }
            for stat in Stat
            if bonus[a, stat].any()
        }
        for a, army in enumerate(ARMIES)
    }
