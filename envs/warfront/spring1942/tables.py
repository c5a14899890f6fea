"""Words and table shapes of Spring 1942: the enums of the pieces and the one read-only record.

`TABLES` is what every kernel receives: map, powers, unit values and options of one game as a numpy
record of fixed maximum shape, so that another map or option compiles nothing anew. `data.py` reads
the scenario files and fills it.
"""

from enum import IntEnum

import numpy as np

SPACES = 132  # at most; land first, then sea zones, numbered 0..n_spaces-1
POWERS = 5  # at most; power = seat, numbered in turn order
DEGREE = 16  # neighbours of a space at most
CANALS = 4
SIDE_NAMES = ("axis", "allies")


class Domain(IntEnum):
    """Where a unit moves."""

    LAND = 0
    AIR = 1
    SEA = 2


class Unit(IntEnum):
    """The pieces; the axis u. A complex stands apart: it is a mark of its territory."""

    INFANTRY = 0
    ARTILLERY = 1
    TANK = 2
    AA_GUN = 3
    FIGHTER = 4
    BOMBER = 5
    SUBMARINE = 6
    DESTROYER = 7
    CRUISER = 8
    CARRIER = 9
    BATTLESHIP = 10
    TRANSPORT = 11
    COMPLEX = 12  # only where things are bought and placed


UNITS = 12  # kinds on the board (without the complex)
GOODS = 13  # kinds that can be bought
LAND_UNITS = 4
UNIT_NAMES = (
    "infantry",
    "artillery",
    "tank",
    "aa_gun",
    "fighter",
    "bomber",
    "submarine",
    "destroyer",
    "cruiser",
    "aircraft_carrier",
    "battleship",
    "transport",
    "industrial_complex",
)
UNIT_DOMAIN = (0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 2)
UNIT_MOVE = (1, 1, 2, 1, 4, 6, 2, 2, 2, 2, 2, 2)  # CM2; a scenario may only lower it
LEFTS = 7  # movement left is 0..6

# A grade is a unit with the movement it has left: GRADE_FIRST[unit] + left. Transports have none:
# each stands in a slot of its own.
GRADE_FIRST = (0, 2, 4, 7, 9, 14, 21, 24, 27, 30, 33, 36)
GRADES = 36
GRADE_UNIT = tuple(
    next(u for u in range(UNITS - 1, -1, -1) if GRADE_FIRST[u] <= g) for g in range(GRADES)
)
GRADE_LEFT = tuple(g - GRADE_FIRST[GRADE_UNIT[g]] for g in range(GRADES))

# Columns of state.spent, [is_sea][unit] of the column for movement left 0; left 1 stands next to
# it, and so on. What has its whole allowance is not counted there.
SPENT = 20
SPENT_FIRST = (
    (0, 1, 2, 4, 5, 9, -1, -1, -1, -1, -1, -1),
    (-1, -1, -1, -1, 0, 4, 10, 12, 14, 16, 18, -1),
)


# Axes: s space, k neighbour, p power, u unit, c canal, D side (0 axis, 1 allies).
TABLES = np.dtype(
    [
        # map
        ("n_spaces", np.int32),
        ("n_land", np.int32),  # spaces 0..n_land-1 are land
        ("is_sea", np.uint8, (SPACES,)),
        ("ipc", np.int8, (SPACES,)),
        ("original", np.int8, (SPACES,)),  # power that controls it on the opening map, -1 sea
        ("capital_power", np.int8, (SPACES,)),  # power whose capital it is, -1
        ("victory_city", np.uint8, (SPACES,)),
        ("degree", np.int8, (SPACES,)),
        ("neighbour", np.int16, (SPACES, DEGREE)),  # [s, k]; -1 beyond the degree
        ("reverse", np.int8, (SPACES, DEGREE)),  # [s, k] index of s among that neighbour's own
        ("canal", np.int8, (SPACES, DEGREE)),  # [s, k] canal on the way there, -1
        ("canal_land", np.int16, (CANALS, 2)),  # territories that hold a canal, -1
        ("dist", np.int8, (SPACES, SPACES)),  # steps of an aircraft; 127 unreachable
        # powers
        ("n_powers", np.int32),
        ("side", np.int8, (POWERS,)),
        ("capital", np.int16, (POWERS,)),  # its space
        # units; row COMPLEX only for the cost
        ("cost", np.int8, (GOODS,)),
        ("attack", np.int8, (UNITS,)),
        ("defence", np.int8, (UNITS,)),
        ("move", np.int8, (UNITS,)),
        ("hits", np.int8, (UNITS,)),
        ("domain", np.int8, (UNITS,)),
        ("most", np.int8, (UNITS,)),  # pieces a power can own: 110, AA guns 20
        # options (options.py)
        ("round_limit", np.int32),
        ("victory", np.int8, (2,)),  # [D] cities that win
        ("bombing", np.int32),  # O2: 0 damage, 1 ipc
        ("new_complex_minimum", np.int32),  # O3
        ("submarines_stop_landings", np.int32),  # O5
        ("own_carriers_only", np.int32),  # NCM12
        ("fought_carriers_move", np.int32),  # NCM21
        ("decision_limit", np.int32),
        # the opening, that returns are measured against (score.py)
        ("opening_cities", np.int32, (2,)),  # [D]
        ("opening_income", np.int32, (POWERS,)),
        ("opening_value", np.int32, (POWERS,)),  # of units and complexes, in IPCs
        # where each piece of an observation begins (observe.py)
        ("at", np.int32, (64,)),
    ],
    align=True,
)
