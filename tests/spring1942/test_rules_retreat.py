"""Retreat (R1-R4)."""

import pytest

from spring1942.boards import Board, land_battle, sea_battle
from spring1942.turns import Turn

pytestmark = pytest.mark.plain


def test_r1_the_attacker_may_retreat_after_a_complete_round_not_before() -> None:
    board = land_battle({"infantry": 2}, {"infantry": 2}, [6, 6, 6, 6]).run()
    assert board.asked() == ("germany", "retreat") and board.dice_left() == 0
    assert board.state.combat_round == 1
    assert set(board.offers()) == {"press", "eastern_europe"}


def test_r1_the_defender_never_may() -> None:
    board = land_battle({"infantry": 1}, {"infantry": 1}, [6, 6] * 4).run("press", "press", "press")
    assert board.asked()[0] == "germany" and board.dice_left() == 0


def test_r2_all_go_together_to_a_space_one_of_them_came_from() -> None:
    board = land_battle({"infantry": 2, "tank": 1}, {"infantry": 3}, [6] * 6)
    board.came("belorussia", "ukraine_ssr").run()
    assert set(board.offers()) == {"press", "eastern_europe", "ukraine_ssr"}
    board.run("ukraine_ssr")
    assert board.is_over() and board.units("belorussia", "germany") == {}
    assert board.units("ukraine_ssr", "germany") == {"infantry": 2, "tank": 1}
    assert board.owner("belorussia") == "ussr"


def test_r2_ships_go_with_their_transports_cargo_and_damage() -> None:
    board = sea_battle(
        {"battleship": 1, "cruiser": 1}, {"battleship": 2}, [6, 6, 1, 6], retreat=True
    )
    board.ship("sz7", "germany", "tank").run("battleship", "sz8")
    assert board.is_over() and board.units("sz7", "germany") == {}
    assert board.units("sz8", "germany") == {"battleship": 1, "cruiser": 1, "transport": 1}
    assert board.transports("sz8", "germany") == ["tank"]
    assert board.state.damaged[board.at("sz8"), board.power("germany")] == 1
    assert board.state.damaged[board.at("sz7")].sum() == 0


def test_r2_nobody_came_by_land_or_sea_no_retreat() -> None:
    """Ships that were in the zone from the start fight it out."""
    board = sea_battle({"cruiser": 1}, {"cruiser": 1}, [6, 6, 1, 6]).run()
    assert board.is_over() and board.dice_left() == 0 and board.units("sz7", "uk") == {}


def test_r2_case_49_a_space_only_aircraft_came_from_does_not_count() -> None:
    """The fighter flew over empty Soviet Belorussia; the land units came from the Ukraine."""
    board = (
        Turn("germany").hold("ussr", "belorussia", "west_russia").put("west_russia", "ussr", tank=3)
    )
    board.put("ukraine_ssr", "germany", infantry=1).put("eastern_europe", "germany", fighter=1)
    board.start().play("eastern_europe", "fighter 4", "west_russia")
    board.play("ukraine_ssr", "infantry 1", "west_russia", "x1")
    board.dice(*[6] * 5).play("done", "west_russia")
    assert board.asked() == ("germany", "retreat") and board.dice_left() == 0
    assert set(board.offers()) == {"press", "ukraine_ssr"}


def test_r2_a_hostile_space_is_none_one_blitzed_this_turn_is() -> None:
    board = (
        land_battle({"tank": 1}, {"infantry": 1}, [6, 6]).came("belorussia", "karelia_ssr").run()
    )
    assert set(board.offers()) == {"press", "eastern_europe"}  # Karelia is Soviet
    board = land_battle({"tank": 1}, {"infantry": 1}, [6, 6]).came("belorussia", "karelia_ssr")
    board.state.owner[board.at("karelia_ssr")] = board.power("germany")
    assert set(board.run().offers()) == {"press", "eastern_europe", "karelia_ssr"}


def test_r2_o10_a_hostile_zone_is_none_nor_one_where_a_battle_waits() -> None:
    board = sea_battle({"cruiser": 2}, {"cruiser": 1}, [6, 6, 6], retreat=True)
    board.came("sz7", "sz6").put("sz8", "uk", destroyer=1).run()
    assert set(board.offers()) == {"press", "sz6"}
    board = sea_battle({"cruiser": 2}, {"cruiser": 1}, [6, 6, 6], retreat=True).came("sz7", "sz6")
    board.put("sz6", "uk", submarine=1).put("sz6", "germany", destroyer=1).engage("sz6")
    board.run("sz7")
    assert set(board.offers()) == {"press", "sz8"}


def test_r2_submerged_submarines_stay_behind() -> None:
    board = sea_battle({"submarine": 2, "cruiser": 1}, {"cruiser": 1}, [6, 6, 6], retreat=True)
    board.run("submerge", "fire", "sz8")
    assert board.is_over()
    assert board.units("sz7", "germany") == {"submarine": 1}
    assert board.units("sz8", "germany") == {"submarine": 1, "cruiser": 1}


def test_cm18_guests_ride_along_with_a_retreating_carrier() -> None:
    board = sea_battle({"aircraft_carrier": 1}, {"cruiser": 1}, [6, 6], retreat=True)
    board.put("sz7", "japan", fighter=1).run("sz8")
    assert board.units("sz8", "japan") == {"fighter": 1} and board.units("sz7", "japan") == {}


def test_a4_guests_of_a_sunk_carrier_do_not_retreat_with_the_other_ships() -> None:
    board = sea_battle(
        {"aircraft_carrier": 1, "cruiser": 1}, {"cruiser": 1}, [6, 6, 1], retreat=True
    )
    board.put("sz7", "japan", fighter=1).run("aircraft_carrier", "sz8")
    assert board.is_over()
    assert board.units("sz8", "germany") == {"cruiser": 1}
    assert board.units("sz8", "japan") == board.units("sz7", "japan") == {}


def test_a4_guests_that_a_second_carrier_holds_go_along() -> None:
    board = sea_battle({"aircraft_carrier": 2}, {"cruiser": 1}, [6, 6, 1], retreat=True)
    board.put("sz7", "japan", fighter=3).run("sz8")
    assert board.units("sz8", "germany") == {"aircraft_carrier": 1}
    assert board.units("sz8", "japan") == {"fighter": 2} and board.units("sz7", "japan") == {}


def test_r3_aircraft_of_a_retreating_force_stay_over_the_space_with_their_range() -> None:
    force = {"infantry": 1, "fighter": {2: 1}}
    board = land_battle(force, {"infantry": 2}, [6, 6, 6, 6]).run("eastern_europe")
    assert board.is_over() and board.units("belorussia", "germany") == {"fighter": 1}
    assert board.spent("belorussia", "fighter") == {2: 1}
    assert board.units("eastern_europe", "germany") == {"infantry": 1}


def test_r1_r3_o11_aircraft_alone_may_break_off() -> None:
    board = land_battle({"fighter": {2: 2}}, {"infantry": 1}, [6, 6, 6]).run()
    assert set(board.offers()) == {"press", "belorussia"}
    board.run("belorussia")
    assert board.is_over() and board.units("belorussia", "germany") == {"fighter": 2}
    assert board.owner("belorussia") == "ussr"


def test_r4_no_retreat_once_only_defenceless_transports_are_left() -> None:
    board = sea_battle({"cruiser": 1}, {"destroyer": 1, "transport": 3}, [1, 6], retreat=True).run()
    assert board.is_over() and board.units("sz7", "uk") == {}


def test_b5_ncm1_case_122_a_damaged_battleship_has_no_movement_left_after_the_fight() -> None:
    board = sea_battle({"battleship": 1}, {"destroyer": 1}, [1, 1]).run()
    assert board.is_over() and board.spent("sz7", "battleship") == {0: 1}
    assert board.state.damaged[board.at("sz7"), board.power("germany")] == 1


def test_ncm1_retreated_and_fighting_units_do_not_move_again() -> None:
    board = land_battle({"tank": 2}, {"infantry": 2}, [6, 6, 6, 6]).run("eastern_europe")
    assert board.spent("eastern_europe", "tank") == {0: 2}
    board = Board("germany").put("sz7", "germany", cruiser=1).put("sz7", "uk", destroyer=1)
    board.dice(1, 6).run()
    assert board.spent("sz7", "cruiser") == {0: 1}  # it had stood there from the start
