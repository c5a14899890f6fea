"""What comes from a page, checked before anything is done with it."""

import json
import secrets
from collections.abc import Mapping
from typing import Any

import warfront
from warfront.game import BadInput, Game
from warfront.seeds import check_seed
from warfront_training.web.catalogue import SCENARIOS
from warfront_training.web.table import PACES, PERSON

LONGEST_SEED = 100  # digits
FILES = ("decks", "scenario")  # options that can name one


def object_of(text: str | bytes) -> dict[str, Any]:
    """The JSON object of a request; BadInput for anything else, and for signs that are no text."""
    try:
        found = json.loads(text)
        json.dumps(found, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise BadInput("that is not understood: send one JSON object of whole signs")
    return found


def game_of(wanted: Mapping[str, Any], defaults: Mapping[str, Any]) -> Game:
    """The game that a page asked for, made with its options (see `options_of`).

    Raises:
        BadInput: It or an option is unknown or of a wrong kind.
    """
    name, options = wanted.get("game"), options_of(wanted, defaults)
    try:
        return warfront.make_game(name or "", **options)
    except TypeError as error:
        raise BadInput(f"{name}: an option is of a wrong kind: {error}") from None


def options_of(wanted: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a new game.

    Args:
        wanted: What a page asked for.
        defaults: `game` and `options` of the command line, which hold where the page says nothing.

    Raises:
        BadInput: They are no object, or name a file.
    """
    game, options = wanted.get("game"), wanted.get("options") or {}
    if not isinstance(options, dict):
        raise BadInput(f"options {options!r} are no object: write names and their values")
    if defaults["game"] == game:
        options = {**defaults["options"], **options}
    refuse_files(game, options, defaults)
    return options


def refuse_files(game: Any, options: Mapping[str, Any], defaults: Mapping[str, Any]) -> None:
    """Refuse options that name a file: whoever is at a page may have none opened.

    Args:
        game: The game that is to be made.
        options: Its options.
        defaults: `game` and `options` of the command line, which may name files.

    Raises:
        BadInput: An option names another file than the command line.
    """
    own = defaults["options"] if defaults["game"] == game else {}
    for key in FILES:
        value = options.get(key)
        allowed = [None, own.get(key)]
        if key == "scenario":
            allowed += SCENARIOS.get(str(game), ())
        held = key == "scenario" and isinstance(value, dict)  # what a file of its own held
        if value not in allowed and not held:
            raise BadInput(f"{key} of one's own: name it on the command line (--{key})")


def seating_of(game: Game, wanted: Any) -> tuple[dict[str, str], dict[str, str]]:
    """Seat -> agent or `human`, and seat -> which person; BadInput names what is wrong.

    A seat's word is an agent's name, `human` for a person of its own, or `human:NAME`.
    """
    wanted = wanted if isinstance(wanted, dict) else {}
    unknown = sorted(set(wanted) - set(game.spec.seats))
    if unknown:
        raise BadInput(f"seat {unknown[0]!r} is unknown: use {', '.join(game.spec.seats)}")
    seats, people = {}, {}
    for seat in game.spec.seats:
        name = str(wanted.get(seat) or "staff")
        word, _, who = name.partition(":")
        seats[seat] = PERSON if word == PERSON else name
        if word == PERSON:
            people[seat] = who or seat
    return seats, people


def seed_of(given: Any) -> int:
    """The seed of a new game: as given, any one where none is."""
    if given in (None, ""):
        return secrets.randbelow(2**31)
    text = str(given).strip() if isinstance(given, int | str) else repr(given)
    if len(text) > LONGEST_SEED:
        raise BadInput(f"seed {text[:20]}... is too long: use one of {LONGEST_SEED} digits or less")
    return check_seed(int(text) if text.isascii() and text.isdigit() else text)


def pace_of(given: Any) -> str:
    """A pace; BadInput for anything else."""
    if not isinstance(given, str) or given not in PACES:
        raise BadInput(f"pace {given!r} is unknown: use {', '.join(PACES)}")
    return given
