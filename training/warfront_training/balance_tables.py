"""The figures of a balance report as words, for its page and for the terminal."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

Row = dict[str, Any]
SET_COLUMNS = (
    *("Axis", "Allies", "undecided", "by victory", "lead of the Axis", "decisions", "rounds"),
    *("begins", "first turn"),
)


def percent(rate: float, interval: Sequence[float] | None = None) -> str:
    """A share, with its interval."""
    if interval is None:
        return f"{rate:.1%}"
    return f"{rate:.1%} ({interval[0]:.1%} to {interval[1]:.1%})"


def points(change: float, interval: Sequence[float] | None = None) -> str:
    """A change of a share in points, with its interval."""
    if interval is None:
        return f"{100 * change:+.1f}"
    low, high = (100 * end for end in interval)
    return f"{100 * change:+.1f} ({low:+.1f} to {high:+.1f})"


def plain(change: float, interval: Sequence[float], digits: int = 2) -> str:
    """A number with its interval."""
    low, high = interval
    return f"{change:+.{digits}f} ({low:+.{digits}f} to {high:+.{digits}f})"


def set_cells(row: Row) -> list[str]:
    """One theatre set as the words of a table: its name, then SET_COLUMNS."""
    first = row.get("first_turn")
    kinds = {kind: sum(cell.values()) for kind, cell in row["victories"].items()}
    return [
        row["name"],
        percent(row["win_rate"]["axis"], row["interval"]["axis"]),
        percent(row["win_rate"]["allies"]),
        f"{row['win_rate']['undecided']:.2%}",
        ", ".join(
            f"{kind} {count / row['games']:.1%}"
            for kind, count in kinds.items()
            if kind != "undecided"
        ),
        plain(row["margin"], row["margin_interval"]),
        f"{row['length']:.0f}",
        f"{row['rounds']:.1f}",
        row["first"],
        "-" if first is None else points(first["worth"], first["interval"]),
    ]


def set_rows(rows: Sequence[Row]) -> list[list[str]]:
    """The table of the theatre sets, its head first."""
    return [["set", *SET_COLUMNS], *map(set_cells, rows)]


def victory_cells(row: Row) -> list[list[str]]:
    """For each kind of victory of a set: set, kind, and what each side won so."""
    return [
        [row["name"], kind, *(_rate(cell.get(side)) for side in ("axis", "allies", "undecided"))]
        for kind, cell in row["victory_rate"].items()
    ]


def _rate(cell: Row | None) -> str:
    return "-" if cell is None else percent(cell["rate"], cell["interval"])


@dataclass(frozen=True)
class Table:
    """A table of rows of the report.

    Attributes:
        title: What it shows.
        columns: The words of its head.
        cells: A row as words.
        weight: The heaviest rows come first.
    """

    title: str
    columns: tuple[str, ...]
    cells: Callable[[Row], list[str]]
    weight: Callable[[Row], float]

    def rows(self, rows: Sequence[Row], most: int | None = None) -> list[list[str]]:
        """Its head and the heaviest rows."""
        return [list(self.columns), *map(self.cells, self.heaviest(rows)[:most])]

    def heaviest(self, rows: Sequence[Row]) -> list[Row]:
        """The rows, the heaviest first."""
        return sorted(rows, key=lambda row: -self.weight(row))


# What stands beside a card's figure, by what its interval says of the bar.
CARD_NOTES = {"": "", "held": "", "open": " (?)", "missed": " over"}


def _card_cells(row: Row) -> list[str]:
    return [
        row["card"], row["seat"], str(row["copies"]), row["median"], row["set"],
        points(row["added"], row["added_interval"]) + CARD_NOTES[row.get("bar", "")],
        points(-row["a_copy"]), plain(row["added_margin"], row["added_margin_interval"], 3),
    ]  # fmt: skip


def _unit_cells(row: Row) -> list[str]:
    return [
        f"{row['unit']} of {row['power']}", row["space"], str(row["cost"]), row["set"],
        points(row["change"], row["interval"]), f"{100 * row['an_ipc']:+.2f}",
        plain(row["margin_change"], row["margin_interval"], 3),
    ]  # fmt: skip


def _against_cells(row: Row) -> list[str]:
    found = row["differences"]
    wins = found["axis_wins"]
    return [
        row["name"], percent(wins["before"]), percent(wins["after"]),
        points(wins["change"], wins["interval"]), points(wins["change"], wins["unpaired_interval"]),
        f"{wins['saved']:.0%}",
        plain(found["margin"]["change"], found["margin"]["interval"], 3),
        plain(found["length"]["change"], found["length"]["interval"], 1),
        f"{row['same_winner']:.0%}",
    ]  # fmt: skip


TABLES = {
    "cards": Table(
        "what each card adds over the median unit of its deck (over: beyond the bar; ?: open)",
        ("card", "seat", "copies", "median unit", "set", "adds to its side, points", "a copy",
         "adds to its lead"),
        _card_cells,
        lambda row: abs(row["added"]),
    ),
    "units": Table(
        "what one more unit adds to its side",
        ("unit", "in", "cost", "set", "adds, points", "an IPC", "adds to its lead"),
        _unit_cells,
        lambda row: float(row["change"]),
    ),
    "against": Table(
        "the changed rules (B) less those as they are (A), on the same seeds",
        ("set", "Axis, A", "Axis, B", "B - A, points", "not paired", "games saved",
         "lead of the Axis", "decisions", "same winner"),
        _against_cells,
        lambda row: 0.0,
    ),
}  # fmt: skip


def even_words(found: Row) -> str:
    """What a search for the even value found, in a sentence."""
    games = f"{found['games']:,} games"
    if found["even"] is None:
        return (
            f"{found['name']}: {found['dial']} from {found['low']} to {found['high']} does not "
            f"make it even, the tests say that the {found['favours'].capitalize()} {_have(found)} "
            f"the better of it at both ends, where a score within {100 * found['within']:g} points "
            f"of one half may be called so ({games})"
        )
    low, high = found["interval"]
    score = found["score"]
    return (
        f"{found['name']}: even at {found['dial']} = {found['even']:.1f} "
        f"({low:.1f} to {high:.1f}); at {found['nearest']} the Axis scores "
        f"{percent(score['axis'], score['interval'])} ({games}, {len(found['steps']) - 1} tests)"
    )


def _have(found: Row) -> str:
    return "has" if found["favours"] == "axis" else "have"


def promise(found: Row) -> str:
    """What the tests of a search promise, in a sentence."""
    return (
        f"Undecided games count half. Each value was played until a sequential test told its score "
        f"from one half, or showed it to be within {100 * found['within']:g} points of it; the "
        f"chance that any of these tests called a score that is so far off to the other side is at "
        f"most {found['error']:.0%}, a nearer one may be called either way. The curve is fitted to "
        "all games, the interval (95%) is where it crosses one half."
    )
