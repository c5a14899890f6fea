"""A position in and out of readable text: `describe`, `from_position` and `problems`.

A position lists what matters; the rest keeps the opening of the scenario. Without `prompt` it
stands at the start of `phase` in the turn of `seat`, or, with `battle`, at the start of that
battle; from then on the end of every phase is asked, even where nothing else could be decided.
"""

from pathlib import Path
from typing import Any

import numpy as np

from warfront.game import BadInput, Position, State
from warfront.naming import closest, count_of, list_of, pick, table_of
from warfront.position_file import read_position
from warfront.spring1942 import engine
from warfront.spring1942.data import blank, opening, set_fleet
from warfront.spring1942.describe import describe
from warfront.spring1942.fields import BATTLE_FIELDS, HIT_KINDS, TOP_FIELDS, read_counts
from warfront.spring1942.names import Names
from warfront.spring1942.place_spaces import Board, place_space
from warfront.spring1942.problems import problems
from warfront.spring1942.state import DICE, Hold, Phase, Prompt
from warfront.spring1942.tables import SIDE_NAMES

__all__ = ["describe", "from_position", "problems"]

BASES = ("opening", "empty")
PLAIN = ("base", "scenario", "options", "seed", "rng", "dice", "dice_used", "dice_left")
KEYS = (
    *PLAIN,
    *(field.key for field in TOP_FIELDS),
    *("transport", "ipcs", "production", "cities", "victory_cities", "purchased"),
    *("spaces", "clear", "battle"),
)
BATTLE_KEYS = (
    *(field.key for field in BATTLE_FIELDS),
    *("force", "dying", "named", "submerged", "hits"),
)


def from_position(game: Any, position: Position | str | Path) -> State:
    """The state of a position, or of a JSON or TOML file of one.

    Args:
        game: a Spring1942Game; its scenario and options must be those of the position, if named.
        position: the form that `describe` writes; whatever is left out keeps its default.

    Raises:
        BadInput: one line that names what is wrong in it and the remedy.
    """
    found = read_position(position)
    try:
        return _build(game, found)
    except BadInput as error:
        text = str(error)
        raise BadInput(text if text.startswith("position") else f"position: {text}") from None


def _build(game: Any, position: Position) -> State:
    loaded = game.loaded
    _check_head(loaded, position)
    seed = count_of(position.get("seed", 0), "seed")
    if all(key in PLAIN for key in position) and position.get("base", BASES[0]) == BASES[0]:
        states = game.new(seed)
        _place_chance(states.view(np.recarray)[0], position)
        return states
    empty = position.get("base") == "empty"
    states = blank(loaded) if empty else opening(loaded)
    state = states[0]
    if empty:
        state.owner[:] = state.owner_at_start[:] = loaded.tables.original
    with np.errstate(over="ignore"):
        state.rng = engine.mix_seed(np.uint64(seed))
    board = Board(loaded, state)
    _place_course(board, position)
    board.launch()
    for name in list_of(position.get("clear", []), "clear"):
        place_space(board, name, "clear")
    for name, found in table_of(position.get("spaces", {}), "spaces").items():
        place_space(board, name, found)
    set_fleet(state, board.fleet)
    _place_powers(board, position)
    if "battle" in position:
        _place_battle(board, table_of(position["battle"], "battle"))
    _place_chance(state, position)
    _settle(game, states, position)
    return states


def _settle(game: Any, states: Any, position: Position) -> None:
    """What follows from the rest; then run on to a decision, and look for faults."""
    state = states[0]
    wanted = int(state.stranded)
    with np.errstate(over="ignore"):
        engine.restore_one(game.tables, states, 0)
        if "stranded" in position or position.get("prompt") is not None:
            state.stranded = wanted
        faults = problems(game.loaded, state)
        if faults:
            raise BadInput(f"{faults[0]}: mend this in the position")
        names = Names(game.loaded)
        _check_told(names, state, position)
        if "transport" in position:
            state.slot = _slot_of(names, state, position["transport"])
        if state.prompt < 0:
            _skip_phase(game.loaded.tables, state)
            mask = np.zeros(game.spec.num_actions, np.uint8)
            engine.step_one(game.tables, states, 0, mask, engine.RUN_ON)
    if state.prompt != Prompt.OVER and not game.legal_mask(states).any():
        word = Prompt(int(state.prompt)).name.lower()
        raise BadInput(f"prompt {word}: nothing can be decided there; mend the prompt")


def _skip_phase(tables: Any, state: Any) -> None:
    """K6, P5: a power without its capital has neither phase 1 nor phase 5."""
    if state.owner[tables.capital[state.turn]] != state.turn:
        if state.phase == Phase.PURCHASE:
            state.phase = Phase.COMBAT_MOVE
        elif state.phase == Phase.MOBILIZE:
            state.phase = Phase.INCOME


def _check_head(loaded: Any, position: Position) -> None:
    """Unknown keys, and a game other than the one that reads the position."""
    for key in position:
        if key not in KEYS:
            raise BadInput(f"{key!r} is unknown: {closest(key, KEYS)}")
    pick(position.get("base", BASES[0]), BASES, "base")
    scenario = position.get("scenario", loaded.scenario.name)
    if scenario != loaded.scenario.name:
        raise BadInput(
            f"it is for the scenario {scenario!r}, the game has {loaded.scenario.name!r}: "
            f"make the game with scenario={scenario!r}"
        )
    wanted = dict(table_of(position.get("options", {}), "options"))
    levels = position.get("victory_cities", {})
    if not isinstance(levels, dict):
        levels = dict.fromkeys(SIDE_NAMES, levels)
    wanted |= {f"victory_{side}": level for side, level in levels.items()}
    for option, value in wanted.items():
        if option not in loaded.options:
            raise BadInput(f"option {option} is unknown: {closest(option, loaded.options)}")
        if loaded.options[option] != value:
            raise BadInput(
                f"option {option} is {value!r}, in this game {loaded.options[option]!r}: "
                f"make the game with options={{{option!r}: {value!r}}}"
            )


def _place_course(board: Board, position: Position) -> None:
    """Whose turn it is, which phase, what is asked."""
    state, names = board.state, board.names
    for field in TOP_FIELDS:
        found = position.get(field.key)
        state[field.name] = field.default if found is None else field.read(names, found)
    if "turn" not in position:
        state.turn = max(int(state.seat), 0)
    if "phase" not in position:
        state.phase = Phase.PURCHASE
    if position.get("prompt") is None:
        state.prompt, state.seat = -1, -1
        state.by_hand = 1


def _place_powers(board: Board, position: Position) -> None:
    """IPCs in hand, and what was bought."""
    state, names = board.state, board.names
    ipcs = table_of(position.get("ipcs", {}), "ipcs")
    for p, number in read_counts(names, ipcs, "ipcs", names.power).items():
        state.ipcs[p] = number
    for name, units in table_of(position.get("purchased", {}), "purchased").items():
        counts = read_counts(names, units, f"purchased.{name}", names.goods)
        if names.power(name) == int(state.turn):  # M8: what others bought was lost with their turn
            for u, number in counts.items():
                state.purchased[u] = number


def _place_battle(board: Board, battle: Position) -> None:
    """The battle under way; one without `step` is to begin."""
    state, names = board.state, board.names
    for key in battle:
        if key not in BATTLE_KEYS:
            raise BadInput(f"battle: {key!r} is unknown: {closest(key, BATTLE_KEYS)}")
    for field in BATTLE_FIELDS:
        if battle.get(field.key) is not None:
            state[field.name] = field.read(names, battle[field.key])
    for key in ("force", "dying", "named"):
        for name, units in table_of(battle.get(key, {}), f"battle.{key}").items():
            row = state[key][names.power(name)]
            counts = read_counts(names, units, f"battle.{key}.{name}", names.unit)
            for u, number in counts.items():
                row[u] = number
    submerged = battle.get("submerged", {})
    for p, number in read_counts(names, submerged, "battle.submerged", names.power).items():
        state.submerged[p] = number
    for kind, number in table_of(battle.get("hits", {}), "battle.hits").items():
        state.hits[pick(kind, HIT_KINDS, "battle.hits")] = count_of(number, f"battle.hits.{kind}")


def _check_told(names: Names, state: Any, position: Position) -> None:
    """What follows from the rest may be told, but not otherwise than it is."""
    for key, labels, values in (
        ("production", names.powers, state.production),
        ("cities", SIDE_NAMES, state.cities),
    ):
        told = table_of(position.get(key, {}), key)
        for label, number in told.items():
            is_now = int(values[pick(label, labels, key)])
            if number != is_now:
                raise BadInput(f"{key}.{label} is {number}, on the board it is {is_now}: mend one")


def _slot_of(names: Names, state: Any, index: Any) -> int:
    """The slot of the n-th transport in the space that the choice is of."""
    rows = state.transports
    slots = np.flatnonzero((rows[:, Hold.OWNER] >= 0) & (rows[:, Hold.SPACE] == state.here))
    number = count_of(index, "transport")
    if number >= len(slots):
        raise BadInput(f"transport {number}: there are {len(slots)} in the space: count from 0")
    return int(slots[number])


def _place_chance(state: Any, position: Position) -> None:
    """Scripted dice and the generator."""
    if "rng" in position:
        rng = position["rng"]
        if not isinstance(rng, str) or not rng.isdigit() or not 0 < int(rng) < 2**64:
            raise BadInput(f"rng {rng!r} is no generator state: write a number from 1 as text")
        state.rng = np.uint64(int(rng))
    used = list_of(position.get("dice_used", []), "dice_used")
    dice = [*used, *list_of(position.get("dice", []), "dice")]
    if len(dice) > DICE:
        raise BadInput(f"dice: {len(dice)} are scripted: at most {DICE}")
    for face in dice:
        if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= 6:
            raise BadInput(f"dice: {face!r} is no roll: use numbers from 1 to 6")
    state.dice[:] = 0
    state.dice[: len(dice)] = dice
    state.dice_n, state.dice_at = len(dice), len(used)
