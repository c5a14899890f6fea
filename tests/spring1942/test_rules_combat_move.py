"""Phase 2: how far pieces go, what stops them, blitz, canals, submarines (CM1-CM14, CM26, CM27)."""

import pytest

from spring1942.turns import Turn
from warfront.spring1942.state import Phase

EGYPT, LIBYA, ALGERIA = "anglo_egypt", "libya", "algeria"


def africa(**units: int) -> Turn:
    return Turn("uk").put(EGYPT, "uk", **units)


def test_cm1_an_attack_is_a_move_of_phase_2_and_none_of_phase_4() -> None:
    assert africa(infantry=1).start().can(EGYPT, "infantry 1", LIBYA)
    later = Turn("uk", Phase.NONCOMBAT).put(EGYPT, "uk", infantry=1).start()
    assert later.refuses(EGYPT, "infantry 1", LIBYA)


@pytest.mark.parametrize("unit", ["infantry", "artillery"])
def test_cm2_foot_moves_one_space(unit: str) -> None:
    turn = africa(**{unit: 1}).start()
    turn.play(EGYPT, f"{unit} 1", "trans_jordan", "x1")
    assert "trans_jordan" not in turn.offers()


def test_cm2_tanks_and_ships_move_two_spaces() -> None:
    turn = africa(tank=1).start()
    turn.play(EGYPT, "tank 2", "trans_jordan", "x1", "trans_jordan", "tank 1", "persia", "x1")
    assert "persia" not in turn.offers()
    sea = Turn("uk").put("sz1", "uk", cruiser=1).start()
    sea.play("sz1", "cruiser 2", "sz8", "sz8", "cruiser 1", "sz7")
    assert sea.units("sz7", "uk") == {"cruiser": 1} and "sz7" not in sea.offers()


@pytest.mark.parametrize(("unit", "reach"), [("fighter", 4), ("bomber", 6)])
def test_cm2_aircraft_fly_no_further_than_their_allowance(unit: str, reach: int) -> None:
    turn = Turn("uk").hold("uk", LIBYA, ALGERIA).put(EGYPT, "uk", **{unit: 1}).start()
    flights = turn.tables.dist[turn.at(EGYPT)]
    turn.play(EGYPT, f"{unit} {reach}") if turn.asked()[1] == "move_from" else None
    offered = {turn.at(space) for space in turn.offers()}
    assert offered and max(int(flights[s]) for s in offered) == reach


def test_cm2_every_space_flown_costs_one() -> None:
    turn = Turn("uk").put(EGYPT, "uk", fighter=1).start()
    turn.play(EGYPT, "fighter 4", "persia")
    assert turn.spent("persia", "fighter") == {2: 1}


def test_cm3_the_allowance_is_for_both_phases_together() -> None:
    turn = Turn("uk").put(EGYPT, "uk", fighter=1).start()
    turn.play(EGYPT, "fighter 4", "persia", "done")
    assert turn.state.phase == Phase.NONCOMBAT
    assert turn.refuses("persia", "fighter 4")
    assert turn.can("persia", "fighter 2")


def test_cm3_only_aircraft_move_in_both_phases() -> None:
    turn = africa(tank=2).start()
    turn.play(EGYPT, "tank 2", "trans_jordan", "x1", "done")
    assert turn.state.phase == Phase.NONCOMBAT
    assert "trans_jordan" not in turn.offers() and EGYPT in turn.offers()


def test_cm4_hostile_land_with_defenders_stops_a_tank() -> None:
    turn = africa(tank=1).put(LIBYA, "germany", infantry=1).start()
    turn.play(EGYPT, "tank 2", LIBYA, "x1")
    assert LIBYA not in turn.offers() and turn.spent(LIBYA, "tank") == {0: 1}


def test_cm4_a_hostile_zone_stops_a_ship() -> None:
    turn = Turn("uk").put("sz1", "uk", cruiser=1).put("sz8", "germany", destroyer=1).start()
    turn.play("sz1", "cruiser 2", "sz8")
    assert "sz8" not in turn.offers()


def test_cm5_a_unit_that_fights_where_it_stands_does_not_go_on() -> None:
    turn = africa(tank=1).put(LIBYA, "germany", infantry=1).start()
    turn.play(EGYPT, "tank 2", LIBYA, "x1")
    assert turn.refuses(LIBYA) if LIBYA in turn.offers() else True
    assert turn.units(LIBYA, "uk") == {"tank": 1}


def test_cm5_a_unit_that_begins_the_turn_beside_enemies_goes_no_deeper() -> None:
    turn = africa().put(LIBYA, "germany", infantry=1).put(LIBYA, "uk", tank=1, infantry=1).start()
    for grade in ("tank 2", "infantry 1"):
        assert turn.can(LIBYA, grade, EGYPT)
        assert turn.refuses(LIBYA, grade, ALGERIA)
    turn = africa().put(LIBYA, "uk", tank=1).start()
    assert turn.can(LIBYA, "tank 2", ALGERIA)


def test_cm6_blitz_takes_the_first_territory_at_once() -> None:
    turn = africa(tank=2).start()
    turn.play(EGYPT, "tank 2", LIBYA, "x2")
    assert turn.owner(LIBYA) == "uk"
    turn.play(LIBYA, "tank 1", ALGERIA, "x2")
    assert turn.owner(ALGERIA) == "uk" and turn.units(ALGERIA, "uk") == {"tank": 2}


def test_cm6_a_tank_can_blitz_and_come_back() -> None:
    turn = africa(tank=1).start()
    turn.play(EGYPT, "tank 2", LIBYA, "x1", LIBYA, "tank 1", EGYPT, "x1")
    assert turn.owner(LIBYA) == "uk" and turn.units(EGYPT, "uk") == {"tank": 1}


@pytest.mark.parametrize("blocker", ["aa_gun", "complex"])
def test_cm7_guns_and_complexes_prevent_a_blitz(blocker: str) -> None:
    turn = africa(tank=1).put(LIBYA, "germany", **{blocker: 1}).start()
    turn.play(EGYPT, "tank 2", LIBYA, "x1")
    assert turn.owner(LIBYA) == "uk"  # taken, but the tank stays
    assert LIBYA not in turn.offers()


def test_cm8_foot_does_not_blitz_and_a_tank_may_go_on_in_a_later_order() -> None:
    turn = africa(infantry=1, tank=1).start()
    turn.play(EGYPT, "infantry 1", LIBYA, "x1")
    assert LIBYA not in turn.offers()
    turn.play(EGYPT, "tank 2", LIBYA, "x1", LIBYA)
    assert set(turn.offers()) == {"tank 1"}


def test_cm9_a_submarine_passes_a_hostile_zone() -> None:
    turn = Turn("germany").put("sz7", "germany", submarine=1).put("sz8", "uk", cruiser=1).start()
    turn.play("sz7", "submarine 2", "sz8", "sz8", "submarine 1", "sz1")
    assert turn.units("sz1", "germany") == {"submarine": 1}


def test_cm9_a_destroyer_stops_a_submarine() -> None:
    turn = Turn("germany").put("sz7", "germany", submarine=1).put("sz8", "uk", destroyer=1).start()
    turn.play("sz7", "submarine 2", "sz8")
    assert "sz8" not in turn.offers()


def test_cm10_g8_submarines_and_transports_do_not_stop_ships() -> None:
    turn = Turn("uk").put("sz6", "uk", cruiser=1)
    turn.put("sz7", "germany", submarine=2, transport=1).start()
    turn.play("sz6", "cruiser 2", "sz7", "sz7", "cruiser 1", "sz8")
    assert turn.units("sz8", "uk") == {"cruiser": 1}


@pytest.mark.parametrize(("choice", "phase"), [("ignore", Phase.NONCOMBAT), ("attack", None)])
def test_cm10_ending_there_the_mover_attacks_or_ignores(choice: str, phase: Phase | None) -> None:
    turn = Turn("uk").put("sz6", "uk", cruiser=1).put("sz7", "germany", submarine=1).start()
    turn.play("sz6", "cruiser 2", "sz7", "done")
    assert turn.asked() == ("uk", "engage") and set(turn.offers()) == {"attack", "ignore"}
    turn.play(choice)
    assert turn.state.phase == (Phase.COMBAT if phase is None else phase)


def test_cm10_the_choice_can_be_made_before_the_phase_ends() -> None:
    turn = Turn("uk").put("sz6", "uk", cruiser=1).put("sz7", "germany", submarine=1).start()
    assert "engage" not in turn.offers()
    turn.play("sz6", "cruiser 2", "sz7", "engage", "sz7", "ignore")
    assert "engage" not in turn.offers()


def test_cm11_ships_may_leave_a_zone_that_became_hostile() -> None:
    turn = Turn("uk").put("sz8", "uk", cruiser=1, transport=1).put("sz8", "germany", destroyer=1)
    turn.start()
    turn.play("sz8", "cruiser 2", "sz2", "sz2", "cruiser 1", "sz3")
    turn.play("sz8", "transport with nothing", "sz1")
    turn.play("done")
    assert turn.state.phase == Phase.NONCOMBAT  # nobody is left to fight


def test_cm11_those_that_stay_fight() -> None:
    turn = Turn("uk").put("sz8", "uk", cruiser=1).put("sz8", "germany", destroyer=1).start()
    turn.play("done")
    assert turn.state.phase == Phase.COMBAT


def suez(**owners: str) -> Turn:
    turn = Turn("uk").put("sz15", "uk", destroyer=1)
    for land, power in owners.items():
        turn.hold(power, land)
    return turn.start()


def test_cm12_suez_is_open_to_the_side_that_holds_both_banks() -> None:
    assert suez().can("sz15", "destroyer 2", "sz34")
    assert suez(trans_jordan="usa").can("sz15", "destroyer 2", "sz34")


@pytest.mark.parametrize("bank", ["trans_jordan", "anglo_egypt"])
def test_cm12_one_bank_in_enemy_hands_shuts_it(bank: str) -> None:
    assert suez(**{bank: "germany"}).refuses("sz15", "destroyer 2", "sz34")


def test_cm12_taking_the_bank_this_turn_does_not_open_it() -> None:
    turn = Turn("uk").put("sz15", "uk", destroyer=1).put(EGYPT, "uk", infantry=1)
    turn.hold("germany", "trans_jordan").start()
    turn.play(EGYPT, "infantry 1", "trans_jordan", "x1")
    assert turn.owner("trans_jordan") == "uk"
    assert turn.refuses("sz15", "destroyer 2", "sz34")


def test_cm12_panama() -> None:
    turn = Turn("usa").put("sz19", "usa", cruiser=1).start()
    assert turn.can("sz19", "cruiser 2", "sz20")
    turn = Turn("usa").put("sz19", "usa", cruiser=1).hold("japan", "panama").start()
    assert turn.refuses("sz19", "cruiser 2", "sz20")


def test_cm12_aircraft_ignore_canals() -> None:
    turn = Turn("usa").put("sz19", "usa", fighter=1).hold("japan", "panama").start()
    assert turn.can("sz19", "fighter 4", "sz20")


def test_cm13_aa_guns_do_not_move_in_phase_2() -> None:
    turn = africa(aa_gun=1).start()
    assert EGYPT not in turn.offers()


def test_cm14_over_flights_meet_no_fire() -> None:
    turn = Turn("uk").put("united_kingdom", "uk", bomber=1)
    turn.put("western_europe", "germany", aa_gun=1, fighter=2).put("sz7", "germany", cruiser=1)
    turn.dice(1, 1).start()
    turn.play("united_kingdom", "bomber 6", "southern_europe")
    assert turn.units("southern_europe", "uk") == {"bomber": 1} and turn.dice_left() == 2


def test_cm26_lone_transports_may_enter_a_hostile_zone() -> None:
    turn = Turn("germany").put("sz14", "germany", transport=1).put("sz13", "uk", cruiser=1).start()
    turn.play("sz14", "transport with nothing", "sz13")
    assert turn.units("sz13", "germany") == {"transport": 1} and "sz13" not in turn.offers()


def raid(choice: str) -> Turn:
    turn = Turn("uk").put("united_kingdom", "uk", bomber=1).put("germany", "germany", complex=1)
    turn.start()
    return turn.play("united_kingdom", "bomber 6", "germany", choice)


def test_cm27_sb1_o16_a_bomber_raids_or_attacks() -> None:
    assert raid("raid").state.raid[raid("raid").at("germany")].tolist() == [0, 0, 0, 1, 0, 0]
    assert not raid("attack").state.raid.any()
    assert "germany" not in raid("raid").offers()  # it is committed
    assert "germany" in raid("attack").offers()


def test_cm27_sb1_no_raid_without_a_complex_and_none_by_fighters() -> None:
    turn = Turn("uk").put("united_kingdom", "uk", bomber=1, fighter=1)
    turn.put("norway", "germany", complex=1).start()
    turn.play("united_kingdom", "bomber 6", "western_europe")
    assert turn.prompt() == "move_from"
    turn.play("united_kingdom", "fighter 4", "norway")
    assert turn.prompt() == "move_from"


def test_cm25_sb1_own_and_friendly_complexes_are_not_raided() -> None:
    turn = Turn("uk").put("united_kingdom", "uk", bomber=1).put("russia", "ussr", complex=1).start()
    turn.play("united_kingdom", "bomber 6", "russia")
    assert turn.prompt() == "move_from"


def test_cc3_land_entered_under_a_raid_is_not_taken_yet() -> None:
    turn = Turn("germany").put("germany", "germany", bomber=1).put("caucasus", "ussr", complex=1)
    turn.put("ukraine_ssr", "germany", infantry=1).start()
    turn.play("germany", "bomber 6", "caucasus", "raid")
    turn.play("ukraine_ssr", "infantry 1", "caucasus", "x1")
    assert turn.owner("caucasus") == "ussr"


def test_g7_neutrals_are_no_spaces_of_the_board() -> None:
    turn = Turn("uk").put("western_europe", "uk", infantry=1, fighter=1).start()
    assert not {"spain", "turkey", "sahara"} & set(turn.game.spaces)
    near = int(turn.tables.dist[turn.at("western_europe"), turn.at("gibraltar")])
    assert near == 2  # round Spain, by sz13


def test_a5_aircraft_alone_take_nothing() -> None:
    turn = africa(bomber=1).start()
    turn.play(EGYPT, "bomber 6", LIBYA)
    assert turn.owner(LIBYA) == "germany"
    assert turn.can(LIBYA, "bomber 5", ALGERIA)


def test_mn3_mn4_only_the_power_on_turn_moves_its_own_units() -> None:
    turn = Turn("uk").put(EGYPT, "usa", tank=1, fighter=1).put("sz2", "usa", cruiser=1)
    turn.put(EGYPT, "uk", infantry=1).start()
    assert turn.refuses("sz2")
    turn.play(EGYPT)
    assert set(turn.offers()) == {"infantry 1"}


def test_mn1_g6_units_of_a_side_share_spaces() -> None:
    turn = africa(infantry=1).put("trans_jordan", "usa", infantry=1).start()
    turn.play(EGYPT, "infantry 1", "trans_jordan", "x1")
    assert turn.units("trans_jordan", "uk") == turn.units("trans_jordan", "usa") == {"infantry": 1}


def test_g9_a_zone_has_no_owner_however_many_ships_are_there() -> None:
    turn = Turn("uk").put("sz7", "uk", battleship=3).start()
    assert turn.state.owner[turn.at("sz7")] == -1
