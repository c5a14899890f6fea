"""The map, the opening and the unit sheet against counts made by hand from the board itself."""

import tomllib
from collections import Counter

import pytest

from warfront.spring1942.forces import Army
from warfront.spring1942.map_file import SIDE_OF, Board, Space
from warfront.spring1942.scenario import FOLDER, Scenario, load_scenario
from warfront.spring1942.unit_file import GOODS

OPENING = load_scenario("opening")
MINI = load_scenario("mini")


def spaces(board: Board) -> dict[str, Space]:
    return {space.id: space for space in board.spaces}


def totals(army: Army, power: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for stacks in army.values():
        found.update(stacks.get(power, {}))
    return found


def test_the_map_has_65_territories_64_zones_and_16_that_nobody_enters() -> None:
    board = OPENING.board
    assert [space.sea for space in board.spaces] == [False] * 65 + [True] * 64
    assert sorted(board.impassable) == [
        "afghanistan", "angola", "argentina", "eire", "himalaya", "mongolia", "mozambique", "peru",
        "rio_de_oro", "sahara", "saudi_arabia", "spain", "sweden", "switzerland", "turkey",
        "venezuela",
    ]  # fmt: skip


@pytest.mark.parametrize("scenario", [OPENING, MINI], ids=["opening", "mini"])
def test_borders_hold_both_ways_and_join_the_whole_map(scenario: Scenario) -> None:
    board = spaces(scenario.board)
    assert all(a in board[b].next_to for a, space in board.items() for b in space.next_to)
    reached, fresh = set[str](), {next(iter(board))}
    while fresh:
        reached |= fresh
        fresh = {b for a in fresh for b in board[a].next_to} - reached
    assert reached == set(board)


def test_borders_of_the_opening_by_hand() -> None:
    board = spaces(OPENING.board)
    assert set(board["western_europe"].next_to) == {
        "germany", "southern_europe", "sz5", "sz6", "sz7", "sz13",
    }  # fmt: skip
    assert set(board["sz60"].next_to) == {
        "buryatia_ssr", "japan", "sz49", "sz51", "sz57", "sz58", "sz59", "sz61", "sz62",
    }  # fmt: skip
    assert "sz11" not in board["sz1"].next_to
    assert sum(len(space.next_to) for space in board.values()) == 2 * 292
    rows = tomllib.loads((FOLDER / "opening.toml").read_text())["spaces"].values()
    assert sum(len(row["next_to"]) for row in rows) == 2 * 350  # with those nobody enters


def test_production_is_the_sum_of_the_territories() -> None:
    """G4, I3."""
    held: Counter[str] = Counter()
    for space in OPENING.board.spaces:
        held[space.owner or "sea"] += space.ipc
    assert held == {"ussr": 24, "germany": 40, "uk": 30, "japan": 30, "usa": 42, "sea": 0}
    assert OPENING.forces.ipcs == {"ussr": 24, "germany": 40, "uk": 30, "japan": 30, "usa": 42}


def test_capitals_and_victory_cities() -> None:
    """K1, V3, V4."""
    board = OPENING.board
    assert {s.owner: s.id for s in board.spaces if s.capital} == {
        "ussr": "russia", "germany": "germany", "uk": "united_kingdom", "japan": "japan",
        "usa": "eastern_united_states",
    }  # fmt: skip
    cities = {
        s.victory_city: (s.id, SIDE_OF[s.owner or ""]) for s in board.spaces if s.victory_city
    }
    assert cities == {
        "Washington": ("eastern_united_states", "allies"),
        "Los Angeles": ("western_united_states", "allies"),
        "London": ("united_kingdom", "allies"),
        "Leningrad": ("karelia_ssr", "allies"),
        "Moscow": ("russia", "allies"),
        "Calcutta": ("india", "allies"),
        "Berlin": ("germany", "axis"),
        "Paris": ("western_europe", "axis"),
        "Rome": ("southern_europe", "axis"),
        "Tokyo": ("japan", "axis"),
        "Shanghai": ("kwangtung", "axis"),
        "Manila": ("philippine_islands", "axis"),
    }
    assert OPENING.options == {"round_limit": 20, "victory_axis": 9, "victory_allies": 9}


def test_canals() -> None:
    """CM12."""
    found = {canal.name: (set(canal.between), set(canal.needs)) for canal in OPENING.board.canals}
    assert found == {
        "Suez Canal": ({"sz15", "sz34"}, {"anglo_egypt", "trans_jordan"}),
        "Panama Canal": ({"sz19", "sz20"}, {"panama"}),
    }


def test_powers_in_turn_order() -> None:
    """G1, G2."""
    assert OPENING.board.powers == ("ussr", "germany", "uk", "japan", "usa")
    assert [SIDE_OF[power] for power in OPENING.board.powers] == [
        "allies", "axis", "allies", "axis", "allies",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("power", "counts"),
    [
        ("ussr", (24, 2, 4, 2, 2, 0, 1, 0, 0, 0, 0, 0, 2)),
        ("germany", (25, 4, 10, 3, 6, 1, 3, 1, 0, 0, 1, 2, 2)),
        ("uk", (14, 1, 3, 2, 4, 1, 1, 1, 2, 1, 1, 4, 1)),
        ("japan", (21, 1, 1, 1, 6, 1, 1, 0, 1, 2, 2, 2, 1)),
        ("usa", (14, 1, 1, 2, 5, 1, 1, 1, 1, 1, 1, 3, 2)),
    ],
)
def test_units_of_the_opening(power: str, counts: tuple[int, ...]) -> None:
    found = totals(OPENING.forces.army, power)
    assert tuple(found[unit] for unit in GOODS) == counts


def test_the_unit_sheet() -> None:
    """P2, CM2, T1, B5."""
    rows = {n: (u.cost, u.attack, u.defence, u.move, u.hits) for n, u in OPENING.units.items()}
    assert rows == {
        "infantry": (3, 1, 2, 1, 1),
        "artillery": (4, 2, 2, 1, 1),
        "tank": (5, 3, 3, 2, 1),
        "aa_gun": (6, 0, 0, 1, 0),
        "fighter": (10, 3, 4, 4, 1),
        "bomber": (12, 4, 1, 6, 1),
        "submarine": (6, 2, 1, 2, 1),
        "destroyer": (8, 2, 2, 2, 1),
        "cruiser": (12, 3, 3, 2, 1),
        "aircraft_carrier": (14, 1, 2, 2, 1),
        "battleship": (20, 4, 4, 2, 2),
        "transport": (7, 0, 0, 2, 1),
        "industrial_complex": (15, 0, 0, 0, 0),
    }


def test_the_mini_map_has_land_sea_air_a_canal_complexes_and_two_allies_a_side() -> None:
    board, army = MINI.board, MINI.forces.army
    assert 8 <= len(board.spaces) <= 12 and len(board.canals) == 1
    assert Counter(SIDE_OF[power] for power in board.powers) == {"axis": 2, "allies": 2}
    assert sum(totals(army, power)["industrial_complex"] for power in board.powers) >= 4
    assert sum(totals(army, power)["aircraft_carrier"] for power in board.powers) == 1
    assert sum(space.victory_city is not None for space in board.spaces) == 8
