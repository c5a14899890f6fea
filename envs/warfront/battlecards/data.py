"""The printed components of one game: card files and options as one read-only record."""

import hashlib
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from warfront.battlecards.deck_files import CARDS, JOINT, find_cards, read_decks
from warfront.battlecards.fill import (
    Loaded,
    fill_hitler,
    fill_liberators,
    fill_options,
    fill_seats,
    fill_theatre,
    new_loaded,
)
from warfront.battlecards.joint_file import apply_joint, read_joint
from warfront.battlecards.options import check_options
from warfront.battlecards.tables import (
    POWER_THEATRE,
    POWERS,
    TABLES,
    THEATRE_NAMES,
)
from warfront.game import BadInput

__all__ = ["CARDS", "Loaded", "check_theatres", "load_tables"]


def load_tables(
    theatres: Sequence[str],
    decks: Path | str | None = None,
    options: Mapping[str, object] | None = None,
) -> Loaded:
    """Read the cards of a game.

    Args:
        theatres: 1 to 4 different names of THEATRE_NAMES, in any order.
        decks: a folder with card files of the user's own, laid out like the built-in `cards`;
            files that it lacks are the built-in ones.
        options: values for named options (`options.OPTIONS`); the others keep their defaults.

    Raises:
        BadInput: a mistake in the theatres, the options or a card file.
    """
    names = check_theatres(theatres)
    numbers = tuple(THEATRE_NAMES.index(name) for name in names)
    powers = [power for power in range(len(POWERS)) if POWER_THEATRE[power] in numbers]
    seats = tuple(POWERS[power] for power in powers)
    chosen = check_options(options or {}, seats)
    folder = Path(decks) if decks is not None else None
    files = read_decks(names, folder)
    loaded = new_loaded(names, seats, chosen)
    fill_seats(loaded.tables, numbers, powers)
    for theatre, cards in enumerate(files):
        fill_theatre(loaded, theatre, cards)
    handicaps = read_joint(find_cards(JOINT, folder))
    if chosen["handicaps"]:
        apply_joint(loaded.tables, handicaps, sum(1 << number for number in numbers))
    fill_liberators(loaded, files)
    fill_options(loaded)
    fill_hitler(loaded)
    array = np.array([loaded.tables], TABLES)
    array.flags.writeable = False
    digest = _digest(loaded, [] if folder is None else _own_names(loaded))
    return replace(loaded, tables=array.view(np.recarray)[0], digest=digest)


CAME_LATER = {"allied_hands": 1}  # table column -> what all games had before it was an option


def check_theatres(theatres: Sequence[str]) -> tuple[str, ...]:
    """The theatres in the order of THEATRE_NAMES; BadInput unless 1 to 4 different known ones."""
    if isinstance(theatres, str):
        theatres = (theatres,)
    if not theatres or len(set(theatres)) < len(theatres) or set(theatres) - set(THEATRE_NAMES):
        raise BadInput(
            f"theatres {','.join(map(str, theatres))!r}: theatres must be 1 to 4 different ones of "
            + ", ".join(THEATRE_NAMES)
        )
    return tuple(name for name in THEATRE_NAMES if name in theatres)


def _own_names(loaded: Loaded) -> list[str]:
    """The names of all cards where they are others than the built-in ones, else none."""
    plain = load_tables(loaded.theatres, options=loaded.options)
    own, built_in = (
        [*each.type_names, *itertools.chain(*each.play_names), *each.battle_names]
        for each in (loaded, plain)
    )
    return own if own != built_in else []


def _digest(loaded: Loaded, names: Sequence[str]) -> str:
    """16 hex digits of every value that affects play or sight, the same on every platform.

    An option that came later counts only where it is not as before, so that versions stay. `names`
    of cards count too: they are the words of orders, positions and records.
    """
    tables = loaded.tables
    total = hashlib.sha256()
    if any(loaded.bids):  # where a game starts; not in the tables, which the rules read
        total.update(f"bids {loaded.bids}".encode())
    for name in TABLES.names or ():
        values = np.asarray(tables[name])
        before = name in CAME_LATER and values == CAME_LATER[name]
        if name != "at" and not before:  # `at`: places in an observation, filled in later
            total.update(name.encode() + values.astype(values.dtype.newbyteorder("<")).tobytes())
    total.update("\n".join(names).encode())
    return total.hexdigest()[:16]
