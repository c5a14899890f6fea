"""The tables of a game: what the files say, in numbers, and the opening as a state."""

import numpy as np
import pytest

from warfront.game import BadInput
from warfront.spring1942.data import FAR, load_tables, opening
from warfront.spring1942.options import OPTIONS
from warfront.spring1942.tables import TABLES, Unit

FULL = load_tables("opening")
FIELD = {"victory_axis": "victory", "victory_allies": "victory", "aa_gun_cost": "cost"}


def at(name: str) -> int:
    return FULL.spaces.index(name)


def test_every_option_is_in_the_record_or_in_the_opening() -> None:
    fields = set(TABLES.names or ())
    for option in OPTIONS:
        assert option.meaning and option.origin
        assert option.name.startswith("bid_") or FIELD.get(option.name, option.name) in fields


def test_neighbours_find_one_another() -> None:
    t = FULL.tables
    for s in range(t.n_spaces):
        for k in range(t.degree[s]):
            assert t.neighbour[t.neighbour[s, k], t.reverse[s, k]] == s


def test_cm12_canals_stand_on_both_sides_of_their_border() -> None:
    t = FULL.tables
    found = {
        (FULL.spaces[s], FULL.spaces[t.neighbour[s, k]]): [
            FULL.spaces[land] for land in t.canal_land[t.canal[s, k]] if land >= 0
        ]
        for s, k in np.argwhere(t.canal >= 0)
    }
    suez, panama = ["anglo_egypt", "trans_jordan"], ["panama"]
    assert found == {
        ("sz15", "sz34"): suez, ("sz34", "sz15"): suez,
        ("sz19", "sz20"): panama, ("sz20", "sz19"): panama,
    }  # fmt: skip


def test_g7_flights_go_round_neutral_land() -> None:
    t = FULL.tables
    assert t.dist[at("western_europe"), at("gibraltar")] == 2  # by sz13, not over Spain
    assert t.dist[at("libya"), at("sz5")] == 4
    assert t.dist[at("trans_jordan"), at("caucasus")] == 2  # by Persia, not over Turkey
    n = int(t.n_spaces)
    assert (t.dist[:n, :n] == t.dist[:n, :n].T).all() and t.dist[:n, :n].max() < FAR


def test_opening_in_numbers() -> None:
    state = opening(FULL)[0]
    assert state.army[at("sz50"), 3].tolist() == [0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0]
    assert state.army.sum() == 197 and state.complex.sum() == 8
    assert (state.transports[:, 0] >= 0).sum() == state.army[:, :, Unit.TRANSPORT].sum() == 11


def test_bids_are_shared_evenly() -> None:
    tables = load_tables("opening", {"bid_axis": 7, "bid_allies": "4"})
    assert opening(tables)[0].ipcs.tolist() == [24 + 2, 40 + 4, 30 + 1, 30 + 3, 42 + 1]


def test_o1_price_of_the_aa_gun() -> None:
    assert FULL.tables.cost[Unit.AA_GUN] == 6
    assert load_tables("opening", {"aa_gun_cost": 5}).tables.cost[Unit.AA_GUN] == 5
    priced = {"units": {"aa_gun": {"cost": 8}}}
    assert load_tables(priced).tables.cost[Unit.AA_GUN] == 8
    assert load_tables(priced, {"aa_gun_cost": 5}).tables.cost[Unit.AA_GUN] == 5


def test_v3_levels_of_victory() -> None:
    assert FULL.tables.victory.tolist() == [9, 9]
    assert load_tables("opening", {"victory_axis": 8}).tables.victory.tolist() == [8, 9]
    with pytest.raises(BadInput, match="victory_allies=9 cannot be reached: use 1 to 8"):
        load_tables("mini", {"victory_allies": 9})
