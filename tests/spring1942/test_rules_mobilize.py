"""Phase 5 (M)."""

import pytest

from spring1942.turns import Turn
from warfront.spring1942.state import Phase


def germany(damage: int = 0, **bought: int) -> Turn:
    turn = Turn("germany", Phase.MOBILIZE).put("germany", "germany", complex=1).buy(**bought)
    turn.state.damage[turn.at("germany")] = damage
    return turn.start()


def places(turn: Turn, unit: str) -> set[str]:
    """Where a unit may be placed."""
    return set(turn.play(unit).offers()) if unit in turn.offers() else set()


@pytest.mark.parametrize("unit", ["infantry", "artillery", "tank", "aa_gun", "fighter", "bomber"])
def test_m1_land_units_and_aircraft_go_to_a_complex(unit: str) -> None:
    assert places(germany(**{unit: 1}), unit) == {"germany"}


def test_m1_not_to_a_complex_taken_this_turn() -> None:
    turn = Turn("germany", Phase.MOBILIZE).put("caucasus", "ussr", complex=1).buy(tank=1)
    turn.state.owner[turn.at("caucasus")] = turn.power("germany")
    assert places(turn.start(), "tank") == set()


def test_m1_c3_not_to_a_complex_of_an_ally() -> None:
    turn = Turn("uk", Phase.MOBILIZE).put("russia", "ussr", complex=1).buy(tank=1).start()
    assert places(turn, "tank") == set()


def test_m2_ships_go_to_zones_next_to_a_complex_hostile_or_not() -> None:
    turn = Turn("germany", Phase.MOBILIZE).put("germany", "germany", complex=1)
    turn.put("sz5", "uk", destroyer=1).buy(transport=1).start()
    turn.play("transport", "sz5", "germany", "x1", "done")
    assert turn.transports("sz5", "germany") == ["nothing"]
    assert turn.units("sz5", "uk") == {"destroyer": 1}  # no battle now


def test_m2_ships_not_on_land_and_land_units_not_at_sea() -> None:
    assert places(germany(transport=1), "transport") == {"sz5"}
    assert "sz5" not in places(germany(infantry=1), "infantry")


@pytest.mark.parametrize(("damage", "room"), [(0, 10), (3, 7), (9, 1), (10, 0), (20, 0)])
def test_m3_sb5_value_less_damage_limits_the_units(damage: int, room: int) -> None:
    turn = germany(damage, infantry=12)
    if room == 0:
        assert set(turn.offers()) == {"done"}
        return
    turn.play("infantry", "germany")
    assert max(int(word[1:]) for word in turn.offers()) == room


def test_m3_m7_all_that_a_complex_makes_counts_together() -> None:
    turn = germany(6, infantry=2, aa_gun=1, submarine=3)
    turn.play("submarine", "sz5", "germany", "x2", "aa_gun", "germany", "x1")
    turn.play("infantry", "germany")
    assert set(turn.offers()) == {"x1"}
    turn.play("x1")
    assert set(turn.offers()) == {"done"}


def test_m3_o18_the_player_says_which_complex_makes_a_ship() -> None:
    turn = Turn("germany", Phase.MOBILIZE).put("germany", "germany", complex=1)
    turn.put("western_europe", "germany", complex=1).buy(submarine=3).start()
    turn.play("submarine", "sz5")
    assert set(turn.offers()) == {"germany", "western_europe"}
    turn.play("western_europe", "x2")
    assert turn.state.produced[turn.at("western_europe")] == 2


def test_m4_a_new_complex_one_a_territory_held_since_the_start() -> None:
    turn = Turn("uk", Phase.MOBILIZE).put("united_kingdom", "uk", complex=1)
    turn.buy(industrial_complex=2)
    turn.state.owner[turn.at("libya")] = turn.power("uk")  # taken this turn
    where = places(turn.start(), "industrial_complex")
    assert "anglo_egypt" in where and "united_kingdom" not in where
    assert not {"libya", "germany", "russia", "gibraltar"} & where  # gibraltar is worth nothing
    turn.play("anglo_egypt", "x1", "industrial_complex")
    assert "anglo_egypt" not in turn.offers()


def test_m4_it_works_from_the_next_turn_with_the_territorys_value() -> None:
    turn = Turn("uk", Phase.MOBILIZE).buy(industrial_complex=1, tank=3).start()
    turn.play("industrial_complex", "union_of_south_africa", "x1")
    assert set(turn.offers()) == {"done"}
    turn.play("done")
    later = Turn("uk", Phase.MOBILIZE).buy(tank=3)
    later.state.complex[:] = turn.state.complex
    later.start().play("tank", "union_of_south_africa")
    assert set(later.offers()) == {"x1", "x2"}


def test_m4_option_new_complex_minimum() -> None:
    turn = Turn("uk", Phase.MOBILIZE, new_complex_minimum=3).buy(industrial_complex=1).start()
    where = places(turn, "industrial_complex")
    assert "india" in where and "anglo_egypt" not in where


def test_m5_new_fighters_on_decks_next_to_a_complex() -> None:
    turn = Turn("germany", Phase.MOBILIZE).put("germany", "germany", complex=1)
    turn.put("sz5", "germany", aircraft_carrier=1).buy(fighter=3).start()
    turn.play("fighter", "sz5", "germany")
    assert set(turn.offers()) == {"x1", "x2"}
    turn.play("x2")
    assert places(turn, "fighter") == {"germany"}


def test_m5_on_a_new_carrier_too_but_not_without_one() -> None:
    assert places(germany(fighter=1), "fighter") == {"germany"}
    turn = germany(fighter=1, aircraft_carrier=1)
    turn.play("aircraft_carrier", "sz5", "germany", "x1")
    assert places(turn, "fighter") == {"germany", "sz5"}


def test_m6_old_fighters_do_not_move_to_new_carriers() -> None:
    turn = Turn("germany", Phase.MOBILIZE).put("germany", "germany", complex=1, fighter=1)
    turn.buy(aircraft_carrier=1).start()
    turn.play("aircraft_carrier", "sz5", "germany", "x1")
    assert turn.units("germany", "germany") == {"fighter": 1}
    assert set(turn.offers()) <= {"done"} or turn.state.phase != Phase.MOBILIZE


def test_m8_o4_what_is_not_placed_is_lost() -> None:
    turn = germany(infantry=2)
    turn.play("infantry", "germany", "x1", "done")
    assert turn.state.purchased.sum() == 0
    assert turn.units("germany", "germany") == {"infantry": 1}
