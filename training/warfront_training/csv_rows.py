"""Rows of a report as CSV: nesting and intervals become columns."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any


def flat(row: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """A row without nesting: `as_axis_rating`, and `_low` and `_high` for an interval.

    What is not known, None, leaves its cells blank.
    """
    found: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, Mapping):
            found |= flat(value, f"{before}{name}_")
        elif isinstance(value, Sequence | None) and not isinstance(value, str):
            whole = before + name
            if "interval" in whole:
                stem = whole.removesuffix("interval") if whole.endswith("interval") else f"{whole}_"
                found[f"{stem}low"], found[f"{stem}high"] = value or (None, None)
            elif value is None:
                found[whole] = None
            else:
                found[whole] = " ".join(map(str, value))
        else:
            found[before + name] = value
    return found


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows as CSV with a head; a column that a row lacks stays blank there."""
    table = [flat(row) for row in rows]
    text = io.StringIO()
    columns = dict.fromkeys(column for row in table for column in row)
    writer = csv.DictWriter(text, list(columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    return text.getvalue()
