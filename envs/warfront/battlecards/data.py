"""The printed components of one game: card files and options as one read-only record."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from warfront.battlecards.arsenal_file import Card, read_arsenal
from warfront.battlecards.conflict_file import (
    EXPANSION_POINTS,
    Battle,
    Play,
    check_deck,
    read_battles,
    read_plays,
)
from warfront.battlecards.fill import (
    MEDITERRANEAN,
    Loaded,
    Theatre,
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
    SIDE_NAMES,
    TABLES,
    THEATRE_NAMES,
    Reach,
)
from warfront.game import BadInput

__all__ = ["Loaded", "check_theatres", "load_tables"]

CARDS = Path(__file__).parent / "cards"
FILES = ("axis.csv", "allies.csv", "conflict.csv", "battles.csv")
JOINT = "joint.csv"  # beside the theatres' folders


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
    if folder is not None:
        _check_folder(folder)
    files = [_read_theatre(name, folder) for name in names]
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
    return replace(loaded, tables=array.view(np.recarray)[0], digest=_digest(loaded))


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


def _check_folder(decks: Path) -> None:
    """Refuse a folder of decks that holds card files nobody would read."""
    if not decks.is_dir():
        raise BadInput(f"{decks}: no such folder: name a folder that holds card files")
    found = sorted(decks.rglob("*.csv"))
    for path in found:
        parts = path.relative_to(decks).parts
        if parts == (JOINT,):
            continue
        if len(parts) != 2 or parts[0] not in THEATRE_NAMES:
            raise BadInput(
                f"{path}: unknown theatre: card files stand in a folder named "
                + ", ".join(THEATRE_NAMES)
            )
        if parts[1] not in FILES:
            raise BadInput(f"{path}: unknown card file: use the names {', '.join(FILES)}")
    if not found:
        raise BadInput(f"{decks}: holds no card files: put some there, as THEATRE/axis.csv")


def find_cards(file: str, decks: Path | str | None) -> Path:
    """A card file, THEATRE/axis.csv and the like: that of `decks` or, lacking it, the built-in."""
    own = Path(decks) / file if decks is not None else None
    return own if own is not None and own.exists() else CARDS / file


def _read_theatre(name: str, decks: Path | None) -> Theatre:
    axis, allies, conflict, battles = (find_cards(f"{name}/{file}", decks) for file in FILES)
    number = THEATRE_NAMES.index(name)
    theatre = Theatre(
        (read_arsenal(axis), read_arsenal(allies)),
        read_plays(conflict),
        read_battles(battles, number),
    )
    for side in range(len(SIDE_NAMES)):
        _check_reach(theatre.decks[side], name, side)
    check_deck(conflict.parent, theatre.plays, theatre.battles)
    cards: list[Play | Battle] = [*theatre.plays, *theatre.battles]
    for card in cards:
        if not card.starter and not EXPANSION_POINTS[number]:
            raise BadInput(
                f"{conflict.parent}: {card.name} is of an expansion, which {name} has not: "
                "use set starter"
            )
    return theatre


def _check_reach(cards: Sequence[Card], theatre: str, side: int) -> None:
    """Hitler and Mussolini are known by their reach: at most one in a deck that can hold him."""
    for reach, homes in (
        (Reach.BOTH_GERMANS, ("western_europe", "russia")),
        (Reach.MEDITERRANEAN, MEDITERRANEAN),
    ):
        found = [card for card in cards if card.special.reach == reach]
        if found and (side != 0 or theatre not in homes):
            raise found[0].row.wrong(
                f"reach {reach.name.lower()} belongs to the axis decks of {' and '.join(homes)}: "
                "leave it out"
            )
        if len(found) > 1:
            raise found[1].row.wrong(
                f"{found[0].name} has reach {reach.name.lower()} already: leave it out"
            )


def _digest(loaded: Loaded) -> str:
    """16 hex digits of every value that affects play or sight, the same on every platform.

    An option that came later counts only where it is not as before, so that versions stay.
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
    return total.hexdigest()[:16]
