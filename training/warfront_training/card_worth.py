"""What each Arsenal card is worth: the median unit of its deck stands in its place."""

import csv
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from warfront.battlecards.arsenal_file import COLUMNS
from warfront.battlecards.card_rows import read_rows
from warfront.battlecards.deck_files import find_cards
from warfront.battlecards.tables import (
    POWER_SIDE,
    POWER_THEATRE,
    POWERS,
    SIDE_NAMES,
    THEATRE_NAMES,
    UNITS,
    Role,
)
from warfront.game import BadInput
from warfront.naming import closest
from warfront_agents.scripted import power_of
from warfront_training.balance import set_name
from warfront_training.balance_bars import card_state
from warfront_training.match import Games, mean_interval, paired_interval
from warfront_training.trial import Trial

KEPT = ("name", "nation", "copies", "set")  # what a card keeps when the median stands in for it


@dataclass(frozen=True)
class Stand:
    """A card and the unit that stands in for it."""

    seat: str
    card: str
    role: str
    copies: int
    median: str


def stands(trial: Trial, theatres: Sequence[str], wanted: Sequence[str] = ()) -> list[Stand]:
    """The cards of the decks in play, the median units aside.

    Args:
        trial: How it is played.
        theatres: The theatre set.
        wanted: Names of cards; empty for all.

    Raises:
        BadInput: A name is of no card in play, or of a median unit, which stands in for others.
    """
    found = []
    medians = []
    game: Any = trial.game(theatres)
    for number, seat in enumerate(game.spec.seats):
        types = range(number * UNITS, (number + 1) * UNITS)
        median = median_unit(game.tables[0], types)
        medians.append(game.loaded.type_names[median])
        for t in types:
            role = int(game.tables[0].role[t])
            if role != Role.NONE and t != median:
                names = game.loaded.type_names
                copies = int(game.tables[0].copies[t])
                found.append(Stand(seat, names[t], Role(role).name.lower(), copies, names[median]))
    known = [stand.card for stand in found]
    for name in wanted:
        if name not in known and name in medians:
            raise BadInput(f"card {name!r} is the median unit of its deck: name another card")
        if name not in known:
            raise BadInput(f"card {name!r} is not in play: {closest(name, known)}")
    return [stand for stand in found if not wanted or stand.card in wanted]


def median_unit(tables: Any, types: Sequence[int]) -> int:
    """The unit in the middle of a deck when its copies are laid out by worth."""
    units = [t for t in types if tables.role[t] == Role.UNIT]
    units.sort(key=lambda t: power_of(tables, t))
    reached = np.cumsum([int(tables.copies[t]) for t in units])
    return units[int(np.searchsorted(reached, reached[-1] / 2))]


def measure_cards(
    trial: Trial,
    theatres: Sequence[str],
    wanted: Sequence[str] = (),
    base: Games | None = None,
) -> Iterator[dict[str, Any]]:
    """For each card the change of its side's win rate when the median unit takes its place.

    All copies of the card give way at once, and the bar is about that change; a copy's share stands
    beside it. All games are played on the seeds of the set as it is: the differences are paired.
    What the card adds to its side's chance of winning is the change with the other sign.

    Args:
        trial: How it is played.
        theatres: The theatre set.
        wanted: Names of cards; empty for all.
        base: The games of the set as it is, when they have been played already.
    """
    games = trial.play(theatres) if base is None else base

    def measure(stand: Stand) -> dict[str, Any]:
        return _measure_card(trial, theatres, stand, games)

    yield from trial.each(measure, stands(trial, theatres, wanted))


def _measure_card(
    trial: Trial, theatres: Sequence[str], stand: Stand, base: Games
) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        write_stand(stand, trial.options.get("decks"), Path(folder))
        changed = trial.play(theatres, decks=folder)
    side = POWER_SIDE[POWERS.index(stand.seat)]
    change, low, high = paired_interval(changed.wins(side) - base.wins(side))
    margin, least, most = mean_interval((1 - 2 * side) * (base.margin - changed.margin))
    return {
        **asdict(stand),
        "theatres": list(theatres),
        "name": set_name(theatres),
        "change": change,
        "interval": [low, high],
        "added": -change,
        "added_interval": [-high, -low],
        "added_margin": margin,
        "added_margin_interval": [least, most],
        "a_copy": change / stand.copies,
        "bar": card_state(stand.role, [low, high]),
    }


def write_stand(stand: Stand, decks: str | None, folder: Path) -> None:
    """Card files in `folder` like those of `decks`, the median unit in the card's place."""
    power = POWERS.index(stand.seat)
    if decks is not None:
        shutil.copytree(decks, folder, dirs_exist_ok=True)
    theatre = THEATRE_NAMES[POWER_THEATRE[power]]
    deck = f"{theatre}/{SIDE_NAMES[POWER_SIDE[power]]}.csv"
    rows = [row.cells for row in read_rows(find_cards(deck, decks), COLUMNS)]
    median = next(row for row in rows if row["name"] == stand.median)
    (folder / theatre).mkdir(parents=True, exist_ok=True)
    with (folder / deck).open("w", newline="", encoding="utf-8") as handle:
        writer = csv.DictWriter(handle, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for row in rows:
            if row["name"] == stand.card:
                row = {**median, **{column: row[column] for column in KEPT}}
            writer.writerow(row)
