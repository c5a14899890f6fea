"""The card files of a game: the built-in ones, or those of a folder of the user's own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from warfront.battlecards.arsenal_file import Card, read_arsenal
from warfront.battlecards.card_rows import Row
from warfront.battlecards.conflict_file import (
    EXPANSION_POINTS,
    Battle,
    Play,
    check_deck,
    read_battles,
    read_plays,
)
from warfront.battlecards.tables import POWER_THEATRE, POWERS, SIDE_NAMES, THEATRE_NAMES, Reach
from warfront.game import BadInput

CARDS = Path(__file__).parent / "cards"
FILES = ("axis.csv", "allies.csv", "conflict.csv", "battles.csv")
JOINT = "joint.csv"  # beside the theatres' folders
MEDITERRANEAN = ("western_europe", "north_africa")  # where Mussolini counts (49)


@dataclass(frozen=True)
class Theatre:
    """The card files of one theatre."""

    decks: tuple[list[Card], list[Card]]  # by side
    plays: list[Play]
    battles: list[Battle]


def read_decks(theatres: Sequence[str], folder: Path | None) -> list[Theatre]:
    """The card files of these theatres, those of `folder` in place of the built-in ones.

    All that the folder holds is checked, also for theatres that are not asked for.

    Raises:
        BadInput: a mistake in a card file, or a folder that holds none.
    """
    if folder is not None:
        _check_folder(folder)
    wanted = theatres if folder is None else THEATRE_NAMES
    files = {name: _read_theatre(name, folder) for name in wanted}
    for cards in files.values():
        _check_conditions(cards, files, folder)
    return [files[name] for name in theatres]


def find_cards(file: str, decks: Path | str | None) -> Path:
    """A card file, THEATRE/axis.csv and the like: that of `decks` or, lacking it, the built-in."""
    own = Path(decks) / file if decks is not None else None
    return own if own is not None and own.exists() else CARDS / file


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
    _check_names(theatre, decks)
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


def _is_own(row: Row, decks: Path | None) -> bool:
    """Whether a row is of a file of the user's own, which is where he can mend it."""
    return decks is not None and Path(row.file).is_relative_to(decks)


def _check_names(theatre: Theatre, decks: Path | None) -> None:
    """A name in an order must say which card it means: one of the Arsenal, or a Conflict card."""
    cards: list[Play | Battle] = [*theatre.plays, *theatre.battles]
    conflict = {card.name.casefold(): card.row for card in cards}
    for deck in theatre.decks:
        for card in deck:
            other = conflict.get(card.name.casefold())
            if other is None:
                continue
            blamed, against = (card.row, other) if _is_own(card.row, decks) else (other, card.row)
            raise blamed.wrong(
                f"name {card.name!r} stands in {Path(against.file).name} too: choose another"
            )


def _check_conditions(cards: Theatre, files: Mapping[str, Theatre], decks: Path | None) -> None:
    """A liberator waits for a Battlecard of his own theatre (109, 116, 126): is it there?"""
    for battle in cards.battles:
        for power, condition in battle.liberators.items():
            home = THEATRE_NAMES[POWER_THEATRE[power]]
            if not condition or home not in files:
                continue
            known = {other.name: other.row for other in files[home].battles}
            if condition in known:
                continue
            row = next(iter(known.values()))
            if _is_own(row, decks) and not _is_own(battle.row, decks):
                raise BadInput(
                    f"{row.file}: no Battlecard is called {condition!r}, for which "
                    f"{POWERS[power]} waits in {Path(battle.row.file).parent.name}/battles.csv: "
                    "keep that name, or change it there too in a copy of your own"
                )
            raise battle.row.wrong(
                f"liberator {POWERS[power]} waits for {condition!r}, which is no Battlecard of "
                f"{home}: use one of {', '.join(known)}"
            )
