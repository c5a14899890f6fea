"""The fields of a record as plain attributes."""

from types import SimpleNamespace
from typing import Any

import numpy as np


def attributes_of(record: Any) -> Any:
    """The fields of a record, read once: what reads hundreds of them in Python takes half the time.

    Arrays are those of the record, numbers are copies: read them, do not write.
    """
    names = record.dtype.names
    return SimpleNamespace(**{name: np.void.__getitem__(record, name) for name in names})
