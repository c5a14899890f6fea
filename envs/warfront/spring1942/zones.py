"""What a sea zone is to the active power while battles change it (G8)."""

from typing import Any

from warfront.compiled import kernel
from warfront.spring1942.state import Enemy
from warfront.spring1942.status import enemy_bits

_COMBAT = Enemy.COMBAT.value


@kernel
def is_hostile(tables: Any, state: Any, z: int) -> bool:
    """G8: an enemy destroyer, cruiser, carrier or battleship is there now.

    In phase 3 `enemy` is not kept up, so this counts anew.
    """
    return bool(enemy_bits(tables, state, z) & _COMBAT)
