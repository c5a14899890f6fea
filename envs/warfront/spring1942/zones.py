"""What a sea zone is to the active power (G8)."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.tables import Unit

_FIRST = Unit.DESTROYER.value
_LAST = Unit.BATTLESHIP.value


@kernel
def is_hostile(tables: Any, state: Any, z: int) -> bool:
    """G8: an enemy destroyer, cruiser, carrier or battleship is there."""
    for p in range(tables.n_powers):
        if tables.side[p] != tables.side[state.turn]:
            for u in range(_FIRST, _LAST + 1):
                if state.army[z, p, u] > 0:
                    return True
    return False
