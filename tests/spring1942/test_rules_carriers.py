"""Aircraft, decks and landing: CM15-CM18, MN7, MN8, A1, NCM6-NCM15, NCM20-NCM22."""

from typing import Any

import pytest

from spring1942.turns import Turn
from warfront.spring1942.state import Phase


def pacific(phase: Phase = Phase.COMBAT_MOVE, **options: Any) -> Turn:
    return Turn("usa", phase, **options)


def test_cm15_no_flight_out_of_reach_of_every_landing() -> None:
    turn = pacific().put("hawaiian_islands", "usa", fighter=1).start()
    turn.play("hawaiian_islands", "fighter 4")
    offered = set(turn.offers())
    assert "sz44" in offered  # two out, two home
    assert "sz45" in offered and "solomon_islands" not in offered  # three out


def test_cm15_a_carrier_that_can_sail_to_meet_it_counts() -> None:
    turn = pacific().put("hawaiian_islands", "usa", fighter=1)
    turn.put("sz52", "usa", aircraft_carrier=1).start()
    assert turn.can("hawaiian_islands", "fighter 4", "solomon_islands")


def test_cm15_a_carrier_that_has_moved_counts_only_where_it_is() -> None:
    turn = pacific().put("hawaiian_islands", "usa", fighter=1)
    turn.put("sz52", "usa", aircraft_carrier=1).start()
    turn.play("sz52", "aircraft_carrier 2", "sz55")
    assert turn.refuses("hawaiian_islands", "fighter 4", "solomon_islands")


def test_cm15_a_carrier_may_not_sail_away_from_a_fighter_that_counts_on_it() -> None:
    turn = pacific().put("hawaiian_islands", "usa", fighter=1)
    turn.put("sz52", "usa", aircraft_carrier=1).start()
    turn.play("hawaiian_islands", "fighter 4", "solomon_islands")
    turn.play("sz52", "aircraft_carrier 2")
    assert "sz45" in turn.offers() and "sz55" not in turn.offers()


def test_cm15_places_are_counted_jointly() -> None:
    """Three fighters for one deck: the third may not go."""
    turn = pacific().put("hawaiian_islands", "usa", fighter=3)
    turn.put("sz52", "usa", aircraft_carrier=1).start()
    turn.play("hawaiian_islands", "fighter 4", "solomon_islands")
    turn.play("hawaiian_islands", "fighter 4", "solomon_islands")
    assert turn.refuses("hawaiian_islands", "fighter 4", "solomon_islands")


@pytest.mark.parametrize(("bought", "legal"), [(1, True), (0, False)])
def test_cm15_ncm11_a_carrier_bought_this_turn_counts(bought: int, legal: bool) -> None:
    turn = Turn("germany").put("libya", "germany", fighter=1).put("germany", "germany", complex=1)
    turn.buy(aircraft_carrier=bought)
    turn.state.spent[turn.at("libya"), 5:9] = 0
    turn.start()
    assert (turn.can("libya", "fighter 4", "sz5")) == legal


@pytest.mark.parametrize("joined", [False, True])
def test_cm15_o15_a_battle_joined_at_sea_is_taken_as_won(joined: bool) -> None:
    """A carrier in sz55 can fetch the fighter in sz44 only through sz52 or sz53."""
    turn = pacific().put("sz44", "usa", fighter={0: 1}).put("sz56", "usa", cruiser=1)
    turn.put("sz55", "usa", aircraft_carrier=1)
    turn.put("sz52", "japan", destroyer=1).put("sz53", "japan", destroyer=1).start()
    if joined:
        turn.play("sz56", "cruiser 2", "sz52")
    assert turn.state.stranded == (0 if joined else 1)


def test_cm15_land_taken_this_turn_is_no_landing() -> None:
    turn = Turn("uk").put("anglo_egypt", "uk", tank=1)
    turn.put("sz12", "uk", fighter={2: 1}).start()  # algeria is 1 away, gibraltar 2
    turn.play("anglo_egypt", "tank 2", "libya", "x1", "libya", "tank 1", "algeria", "x1")
    assert turn.owner("algeria") == "uk"
    assert turn.refuses("sz12", "fighter 2", "algeria")


def test_cm15_aircraft_that_nothing_can_save_may_still_attack() -> None:
    turn = Turn("uk").put("sz44", "uk", fighter={1: 1}).start()
    assert turn.state.stranded == 1
    assert turn.can("sz44", "fighter 1", "sz45")


def test_cm16_mn7_a_fighter_takes_off_from_an_allys_carrier() -> None:
    turn = Turn("uk").put("sz7", "uk", fighter=1).put("sz7", "usa", aircraft_carrier=1).start()
    turn.play("sz7")
    assert set(turn.offers()) == {"fighter 4"}  # full allowance, the zone is where it is
    turn.play("fighter 4", "western_europe")
    assert turn.spent("western_europe", "fighter") == {3: 1}


def test_cm17_mn7_the_allys_carrier_stays() -> None:
    turn = Turn("uk").put("sz7", "usa", aircraft_carrier=1).put("sz7", "uk", cruiser=1).start()
    turn.play("sz7")
    assert set(turn.offers()) == {"cruiser 2"}


def test_cm18_mn8_a_guest_rides_along() -> None:
    turn = Turn("uk").put("sz8", "uk", aircraft_carrier=1).put("sz8", "usa", fighter=1).start()
    turn.play("sz8", "aircraft_carrier 2", "sz1")
    assert turn.units("sz1", "usa") == {"fighter": 1} and turn.units("sz8", "usa") == {}


def test_cm18_mn8_a_guest_stays_where_another_deck_holds_it() -> None:
    turn = Turn("uk").put("sz8", "uk", aircraft_carrier=2).put("sz8", "usa", fighter=1).start()
    turn.play("sz8", "aircraft_carrier 2", "sz1")
    assert turn.units("sz8", "usa") == {"fighter": 1} and turn.units("sz1", "usa") == {}


def test_cm18_a_riding_guest_takes_a_place() -> None:
    turn = Turn("usa").put("sz52", "usa", aircraft_carrier=1).put("sz52", "uk", fighter=1)
    turn.put("hawaiian_islands", "usa", fighter=2).start()
    turn.play("hawaiian_islands", "fighter 4", "solomon_islands")
    assert turn.refuses("hawaiian_islands", "fighter 4", "solomon_islands")


# phase 4


def later(power: str = "usa", **options: Any) -> Turn:
    return Turn(power, Phase.NONCOMBAT, **options)


def test_cm18_ncm13_a_guest_rides_on_where_landed_fighters_hold_the_other_decks() -> None:
    turn = later().put("sz45", "usa", aircraft_carrier={0: 1, 2: 1}).put("sz45", "ussr", fighter=3)
    turn.put("sz46", "usa", aircraft_carrier={0: 1}, fighter={0: 2})
    turn.put("sz38", "usa", fighter={0: 1}).start()
    assert "done" not in turn.offers()  # NCM21
    turn.play("sz45", "aircraft_carrier 2", "sz46").play("sz46", "aircraft_carrier 1", "sz38")
    assert turn.units("sz46", "ussr") == {} and turn.units("sz38", "ussr") == {"fighter": 1}
    assert turn.units("sz38", "usa") == {"fighter": 1, "aircraft_carrier": 1}
    turn.play("done")
    assert turn.units("sz46", "usa") == {"fighter": 2, "aircraft_carrier": 1}


def test_ncm13_ncm22_a_landing_ends_the_move_of_one_carrier_the_other_takes_the_guests() -> None:
    turn = later().put("sz45", "usa", aircraft_carrier=2).put("sz45", "ussr", fighter=2)
    turn.put("solomon_islands", "usa", fighter={2: 1}).start()
    turn.play("solomon_islands", "fighter 2", "sz45")
    turn.play("sz45", "aircraft_carrier 2", "sz46")
    assert turn.units("sz46", "usa") == {"aircraft_carrier": 1}
    assert turn.units("sz46", "ussr") == turn.units("sz45", "ussr") == {"fighter": 1}
    assert "sz45" not in turn.offers()  # the other has ended its move


def test_ncm15_the_phase_ends_where_nothing_can_move_though_a_fighter_has_no_deck() -> None:
    turn = later().put("sz32", "usa", aircraft_carrier={2: 1}).put("sz31", "ussr", fighter=2)
    turn.put("sz38", "usa", fighter={0: 2}).put("sz30", "japan", destroyer=1).start()
    assert set(turn.offers()) == {"done"}  # guests in sz31 would fill the decks on the only way
    turn.play("done")
    assert turn.units("sz38", "usa") == {}


def test_ncm2_moved_aircraft_land_with_what_they_have_left() -> None:
    turn = later().put("sz53", "usa", fighter={1: 1}).put("sz44", "usa", fighter={2: 1}).start()
    assert turn.can("sz44", "fighter 2", "hawaiian_islands")


def test_ncm6_ncm15_aircraft_left_over_sea_are_lost() -> None:
    turn = later().put("sz55", "usa", fighter=2, bomber=1).start()
    turn.play("done")
    assert turn.units("sz55", "usa") == {}


def test_ncm15_aircraft_left_over_enemy_land_are_lost() -> None:
    turn = later().put("balkans", "usa", fighter=2).put("balkans", "germany", fighter=1).start()
    turn.play("done")
    assert turn.units("balkans", "usa") == {}
    assert turn.units("balkans", "germany") == {"fighter": 1}


def test_ncm7_land_friendly_from_the_start_takes_aircraft() -> None:
    turn = later("uk").put("sz12", "uk", fighter={1: 1}, bomber={2: 1}).hold("usa", "algeria")
    turn.start()
    assert turn.can("sz12", "fighter 1", "algeria") and turn.can("sz12", "bomber 2", "algeria")


@pytest.mark.parametrize("unit", ["fighter", "bomber"])
def test_ncm8_land_taken_this_turn_takes_no_aircraft(unit: str) -> None:
    turn = later("uk").put("sz12", "uk", **{unit: {2: 1}})
    turn.state.owner[turn.at("algeria")] = turn.power("uk")  # since its start it was german
    turn.start()
    assert turn.refuses("sz12", f"{unit} 2", "algeria")
    assert turn.can("sz12", f"{unit} 2", "gibraltar")


def test_ncm9_liberated_land_takes_no_aircraft() -> None:
    turn = later("uk").put("sz35", "uk", fighter={1: 1}).hold("japan", "india")
    turn.state.owner[turn.at("india")] = turn.power("uk")
    turn.put("sz34", "uk", fighter={1: 1}).start()
    assert turn.can("sz34", "fighter 1", "anglo_egypt")
    assert turn.state.stranded == 1  # the other one


def test_ncm10_a1_a_deck_holds_two_fighters() -> None:
    turn = later().put("sz52", "usa", aircraft_carrier=1, fighter=3).start()
    turn.play("done")
    assert turn.units("sz52", "usa") == {"aircraft_carrier": 1, "fighter": 2}


def test_ncm10_a1_a_bomber_never_lands_on_a_deck() -> None:
    turn = later().put("sz44", "usa", bomber={0: 1}, aircraft_carrier=1).start()
    turn.play("done")
    assert turn.units("sz44", "usa") == {"aircraft_carrier": 1}


def test_ncm10_ncm12_an_allys_deck_with_a_free_place_will_do() -> None:
    turn = later("uk").put("sz7", "usa", aircraft_carrier=1, fighter=1)
    turn.put("sz8", "uk", fighter={1: 1}).hold("germany", "united_kingdom").start()
    turn.play("sz8", "fighter 1", "sz7", "done")
    assert turn.units("sz7", "uk") == {"fighter": 1}


def test_ncm10_a_full_deck_of_an_ally_will_not() -> None:
    turn = later("uk").put("sz7", "usa", aircraft_carrier=1, fighter=2)
    turn.put("sz7", "uk", fighter={0: 1}).start()
    turn.play("done")
    assert turn.units("sz7", "uk") == {}


def test_ncm12_option_own_carriers_only() -> None:
    turn = later("uk", own_carriers_only=True).put("sz7", "usa", aircraft_carrier=1)
    turn.put("sz7", "uk", fighter={0: 1}).start()
    turn.play("done")
    assert turn.units("sz7", "uk") == {}


def test_ncm13_ncm22_landing_ends_the_move_of_both() -> None:
    turn = later().put("sz52", "usa", aircraft_carrier=1).put("sz44", "usa", fighter={3: 1})
    turn.start()
    turn.play("sz44", "fighter 3", "sz52")
    assert "sz52" not in turn.offers()


def test_ncm13_o17_only_the_carrier_that_is_needed_ends_its_move() -> None:
    turn = later().put("sz52", "usa", aircraft_carrier=2).put("sz44", "usa", fighter={3: 1})
    turn.start()
    turn.play("sz44", "fighter 3", "sz52")
    assert turn.spent("sz52", "aircraft_carrier") == {0: 1, 2: 1}


def test_o17_a_carrier_that_cannot_move_anyway_takes_the_fighter_first() -> None:
    turn = later().put("sz52", "usa", aircraft_carrier=2).put("sz44", "usa", fighter={3: 1})
    turn.state.spent[turn.at("sz52"), 17] = 1  # one of them has a step left
    turn.start().play("sz44", "fighter 3", "sz52")
    assert turn.spent("sz52", "aircraft_carrier") == {0: 1, 2: 1}


def test_ncm8_o21_in_phase_4_aircraft_stop_over_sea_or_where_they_may_land() -> None:
    turn = later().put("hawaiian_islands", "usa", fighter=1, bomber=1).start()
    turn.play("hawaiian_islands", "bomber 6")
    assert {"sz52", "alaska"} <= set(turn.offers()) and "solomon_islands" not in turn.offers()


def test_ncm14_no_flight_into_the_void_in_phase_4() -> None:
    turn = later().put("hawaiian_islands", "usa", fighter=1).start()
    turn.play("hawaiian_islands", "fighter 4")
    assert "sz44" in turn.offers() and "sz50" not in turn.offers()  # two out, three out


def test_ncm13_ncm14_no_landing_on_the_carrier_that_another_fighter_waits_for() -> None:
    turn = later().put("western_united_states", "usa", complex=1).buy(aircraft_carrier=1)
    turn.put("sz56", "usa", fighter={0: 1}).put("sz55", "usa", aircraft_carrier=1)
    turn.put("sz54", "usa", fighter={1: 1}).start()
    assert turn.state.stranded == 0
    turn.play("sz54", "fighter 1")
    assert "sz55" not in turn.offers() and "western_united_states" in turn.offers()


def test_ncm20_a_carrier_sails_to_where_a_fighter_waits() -> None:
    turn = later().put("sz55", "usa", aircraft_carrier=1).put("sz44", "usa", fighter={0: 1})
    turn.start()
    assert turn.state.stranded == 0
    turn.play("sz55", "aircraft_carrier 2", "sz52", "sz52", "aircraft_carrier 1", "sz44", "done")
    assert turn.units("sz44", "usa") == {"aircraft_carrier": 1, "fighter": 1}


def test_ncm21_a_carrier_must_move_where_only_it_can_save_a_fighter() -> None:
    turn = later().put("sz55", "usa", aircraft_carrier=1).put("sz44", "usa", fighter={0: 1})
    turn.start()
    assert "done" not in turn.offers()
    turn.play("sz55", "aircraft_carrier 2")
    assert set(turn.offers()) == {"sz52", "sz53"}  # on the way there
    turn.play("sz52")
    assert "done" not in turn.offers()


def test_ncm21_not_where_the_fighter_can_land_elsewhere() -> None:
    turn = later().put("sz55", "usa", aircraft_carrier=1).put("sz44", "usa", fighter={2: 1})
    turn.start()
    assert "done" in turn.offers()  # Hawaii is in reach


def test_ncm21_a_carrier_that_moved_in_phase_2_stays() -> None:
    turn = later().put("sz44", "usa", fighter={0: 1}).put("sz55", "usa", aircraft_carrier=1)
    turn.state.spent[turn.at("sz55"), 16] = 1
    turn.start()
    assert "done" in turn.offers() and turn.state.stranded == 1


def test_ncm11_a_fighter_waits_for_the_carrier_and_it_must_come() -> None:
    turn = later("germany").put("libya", "germany", fighter=1).put("germany", "germany", complex=1)
    turn.buy(aircraft_carrier=1, infantry=1).start()
    turn.play("libya", "fighter 4", "sz5", "done")
    assert turn.state.phase == Phase.MOBILIZE
    assert "done" not in turn.offers()
    assert turn.can("infantry", "germany")
    turn.play("aircraft_carrier")
    assert set(turn.offers()) == {"sz5"}
    turn.play("sz5", "germany", "x1")
    assert "done" in turn.offers()
    assert turn.units("sz5", "germany") == {"fighter": 1, "aircraft_carrier": 1}


def test_ncm11_other_units_may_not_take_the_carriers_capacity() -> None:
    turn = later("germany").put("libya", "germany", fighter=1).put("germany", "germany", complex=1)
    turn.state.damage[turn.at("germany")] = 9
    turn.buy(aircraft_carrier=1, infantry=1).start()
    turn.play("libya", "fighter 4", "sz5", "done")
    assert set(turn.offers()) == {"aircraft_carrier"}


def test_ncm11_without_the_purchase_the_fighter_is_lost() -> None:
    turn = later("germany").put("eastern_europe", "germany", fighter=1).start()
    turn.play("eastern_europe", "fighter 4", "sz5", "done")
    assert turn.units("sz5", "germany") == {}


def test_ncm3_aircraft_pass_hostile_spaces_in_phase_4() -> None:
    turn = later("germany").put("ukraine_ssr", "germany", fighter=1)
    turn.put("caucasus", "ussr", aa_gun=1, infantry=1).dice(1).start()
    turn.play("ukraine_ssr", "fighter 4", "west_russia")
    assert turn.units("west_russia", "germany") == {"fighter": 1} and turn.dice_left() == 1
