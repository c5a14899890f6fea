"""A position in and out of readable text: `describe`, `from_position` and `problems`.

A position lists what matters; the rest keeps the default set-up, dealt from its `seed`. Without
`prompt` and `battle` it stands at the start of the turn of `turn`; `"prompt": "setup"` begins with
the deals, `battle` without `prompt` begins that battle and runs on to its first choice.
"""

from pathlib import Path
from typing import Any

import numpy as np

from warfront.battlecards import engine
from warfront.battlecards.describe import describe
from warfront.battlecards.fields import STAGE, STAGE_OF, TOP_FIELDS
from warfront.battlecards.names import Names
from warfront.battlecards.place_battle import place_battle
from warfront.battlecards.place_cards import place_cards
from warfront.battlecards.problems import problems
from warfront.battlecards.state import DICE, Prompt, Stage
from warfront.battlecards.stock import Cards
from warfront.game import BadInput, Position, State
from warfront.kernel_game import wrapping
from warfront.naming import closest, count_of, list_of, table_of
from warfront.position_file import read_position

__all__ = ["describe", "from_position", "problems"]

SETUP = "setup"
PLAIN = ("base", "theatres", "options", "seed", "rng", "dice", "dice_used", "dice_left")
LISTS = ("hitler_votes", "play", "points", "seats", "conflict", "stacks", "conquests", "won_by")
KEYS = (
    *PLAIN,
    *(field.key for field in TOP_FIELDS),
    *LISTS,
    *("stage", "fought", "returned", "battle"),
)


def from_position(game: Any, position: Position | str | Path) -> State:
    """The state of a position, or of a JSON or TOML file of one.

    Args:
        game: a BattlecardsGame; its theatres and options must be those of the position, if named.
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
    names = Names(game.loaded)
    _check_head(game, position)
    seed = count_of(position.get("seed", 0), "seed")
    if all(key in PLAIN for key in position):
        state = game.new(seed)
        _place_chance(game, game.record(state), position)
        return state
    state = game.new_states(1)
    record = game.record(state)
    chance = np.random.default_rng(seed)
    record.rng = chance.integers(1, 2**64, dtype=np.uint64)
    cards = Cards(game.loaded.tables, names, record, chance)
    setup = position.get("prompt") == SETUP
    place_cards(cards, position, deal=not setup and position.get("prompt") != "hitler")
    if setup:
        record.stage, record.prompt = Stage.SETUP, -1
    else:
        _place_prompt(cards, position)
    cards.finish(position)
    _place_chance(game, record, position)
    if record.prompt < 0:
        mask = np.zeros(game.spec.num_actions, np.uint8)
        with wrapping():
            engine.step_one(game.tables, state, 0, mask, engine.RUN_ON)
    faults = problems(game.loaded, record)
    if faults:
        raise BadInput(f"{faults[0]}: mend this in the position")
    _check_points(record, position)
    if record.prompt != Prompt.OVER and not game.legal_mask(state).any():
        word = Prompt(int(record.prompt)).name.lower()
        raise BadInput(f"prompt {word}: nothing can be decided there; mend the prompt or the cards")
    return state


def _check_head(game: Any, position: Position) -> None:
    """Unknown keys, and a game other than the one that reads the position."""
    for key in position:
        if key not in KEYS:
            raise BadInput(f"{key!r} is unknown: {closest(key, KEYS)}")
    if position.get("base", "opening") != "opening":
        raise BadInput(f"base {position['base']!r} is unknown: use opening")
    loaded = game.loaded
    theatres = [
        str(name) for name in list_of(position.get("theatres", loaded.theatres), "theatres")
    ]
    if set(theatres) != set(loaded.theatres):
        raise BadInput(
            f"it is for theatres {', '.join(theatres)}, "
            f"the game has {', '.join(loaded.theatres)}: make the game with those theatres"
        )
    for option, value in table_of(position.get("options", {}), "options").items():
        if option not in loaded.options:
            raise BadInput(f"option {option} is unknown: {closest(option, loaded.options)}")
        if loaded.options[option] != value:
            raise BadInput(
                f"option {option} is {value!r}, in this game {loaded.options[option]!r}: "
                f"make the game with that option"
            )


def _place_prompt(cards: Cards, position: Position) -> None:
    """Who is asked what, the course of the turn and the battle."""
    tables, names, record = cards.tables, cards.names, cards.record
    for field in TOP_FIELDS:
        value = int(field.default)
        if field.key in position:
            value = field.read(names, position[field.key])
        record[field.name] = value
    if "turn" not in position:
        record.turn = record.seat if record.seat >= 0 else tables.first_seat
    begins = "battle" in position and "prompt" not in position
    if "battle" in position:
        place_battle(cards, table_of(position["battle"], "battle"), begins)
    if begins:
        record.prompt, record.stage = -1, Stage.START_BATTLE
    else:
        if "seat" not in position:
            record.seat = _usual_seat(record)
        record.stage = STAGE_OF[Prompt(int(record.prompt))]
    if record.prompt == Prompt.DEPLOY and "to_deploy" not in position:
        record.to_deploy = min(int(tables.setup_deploy), int(record.hand.sum()))
    if "stage" in position:
        record.stage = STAGE.read(names, position["stage"])
    if "play" in position:
        theatre = names.theatre_of[max(int(record.seat), 0)]
        record.play = names.play_of(position["play"], theatre)
    votes = list_of(position.get("hitler_votes", [None, None]), "hitler_votes")
    if len(votes) != 2:
        raise BadInput(f"hitler_votes {votes} must hold two seats: write null for one not asked")
    record.hitler_votes[:] = [-1 if vote is None else names.seat(vote) for vote in votes]


def _usual_seat(record: Any) -> int:
    """Who is asked when the position does not say."""
    prompt = int(record.prompt)
    if prompt == Prompt.OVER:
        return -1
    if prompt == Prompt.DEPLOY:
        return int(record.hand_seat)
    if prompt in (Prompt.EXECUTE, Prompt.BATTLE_CARD, Prompt.WITHDRAW) and record.pending:
        return (int(record.pending) & -int(record.pending)).bit_length() - 1
    if prompt in (Prompt.SHOT, Prompt.AUTOKILL, Prompt.OWNER) and record.shooter >= 0:
        return int(record.owner[record.shooter])
    return int(record.turn)


def _place_chance(game: Any, record: Any, position: Position) -> None:
    """Scripted dice and the generator."""
    if "rng" in position:
        rng = position["rng"]
        if not isinstance(rng, str) or not rng.isdigit() or not 0 < int(rng) < 2**64:
            raise BadInput(f"rng {rng!r} is no generator state: write a number from 1 as text")
        record.rng = np.uint64(int(rng))
    used = list_of(position.get("dice_used", []), "dice_used")
    dice = [*used, *list_of(position.get("dice", []), "dice")]
    die = int(game.loaded.tables.die)
    if len(dice) > DICE:
        raise BadInput(f"dice: {len(dice)} are scripted: at most {DICE}")
    for face in dice:
        if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= die:
            raise BadInput(f"dice: {face!r} is no roll: use numbers from 1 to {die}")
    record.dice[:] = 0
    record.dice[: len(dice)] = dice
    record.dice_n, record.dice_at = len(dice), len(used)


def _check_points(record: Any, position: Position) -> None:
    """Points follow from the stacks; a position that says otherwise contradicts itself."""
    for side, (name, points) in enumerate(zip(("axis", "allies"), record.points, strict=True)):
        said = table_of(position.get("points", {}), "points").get(name, int(points))
        if count_of(said, f"points.{name}") != points:
            raise BadInput(
                f"points.{name} is {said}, the stack is worth {record.points[side]}: mend one"
            )
