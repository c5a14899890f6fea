"""Amphibious assaults and bombardment (AM1-AM9, MN13)."""

import pytest

from spring1942.boards import Board

pytestmark = pytest.mark.plain

Cargo = tuple[str, ...]


def assault(*dice: int, zone: str = "", defenders: int = 1, cargo: Cargo = ("tank",)) -> Board:
    """Germans assault British Norway from sz3, where the UK has a ship of kind `zone`."""
    board = Board("germany").hold("uk", "norway").put("norway", "uk", infantry=defenders)
    board.ship("sz3", "germany", *cargo, to="norway")
    if zone:
        board.put("sz3", "uk", **{zone: 1})
    return board.dice(*dice)


def overland(board: Board) -> Board:
    """An infantry comes along from Karelia: it may retreat, so that a test can stop there."""
    board.hold("germany", "karelia_ssr").put("norway", "germany", infantry=1)
    return board.came("norway", "karelia_ssr")


def test_am1_case_81_the_sea_battle_comes_first() -> None:
    board = (
        assault(6, 6, zone="destroyer").put("sz3", "germany", cruiser=1).came("sz3", "sz6").run()
    )
    assert board.asked()[1] == "retreat" and board.state.battle == board.at("sz3")
    assert board.units("norway", "germany") == {}
    board.dice(1, 6, 1, 6).run("press")
    assert board.is_over() and board.owner("norway") == "germany"
    assert board.units("norway", "germany") == {"tank": 1}
    assert board.transports("sz3", "germany") == ["nothing"]


def test_am1_case_77_cargo_of_sunk_transports_does_not_land() -> None:
    board = Board("germany").put("sz6", "uk", destroyer=2)
    for _ in range(3):
        board.ship("sz6", "germany", "tank", to="united_kingdom")
    board.put("united_kingdom", "uk", infantry=1).run()
    assert board.is_over() and board.units("united_kingdom", "germany") == {}
    assert board.transports("sz6", "germany") == []


def test_am1_o12_after_a_retreat_the_cargo_stays_aboard() -> None:
    board = assault(6, 6, zone="destroyer").put("sz3", "germany", cruiser=1).came("sz3", "sz6")
    board.run("sz6")
    assert board.is_over() and board.owner("norway") == "uk"
    assert board.transports("sz6", "germany") == ["tank"]


def test_am1_submarines_the_attacker_chose_to_fight_come_first_too() -> None:
    board = assault(1, 6, 1, 6, zone="submarine").put("sz3", "germany", destroyer=1).engage("sz3")
    board.run()
    assert board.is_over() and board.dice_left() == 0 and board.owner("norway") == "germany"


def test_am1_cm28_ignored_submarines_do_not_stop_the_landing() -> None:
    board = assault(1, 6, zone="submarine").run()
    assert board.is_over() and board.owner("norway") == "germany"
    assert board.units("sz3", "uk") == {"submarine": 1}


def test_am1_an_undefended_coast_is_taken_without_a_shot() -> None:
    board = assault(6, defenders=0).run()
    assert board.is_over() and board.owner("norway") == "germany" and board.dice_left() == 1


@pytest.mark.parametrize(("ship", "value"), [("battleship", 4), ("cruiser", 3)])
def test_am2_battleships_and_cruisers_bombard_at_four_and_three(ship: str, value: int) -> None:
    for die, hit in ((value, True), (value + 1, False)):
        board = overland(assault(die, 6, 6, 6, 6, defenders=2))
        board.put("sz3", "germany", **{ship: 1}).run(ship)
        assert board.asked()[1] == "retreat" and board.dice_left() == 0
        assert board.units("norway", "uk") == {"infantry": 1 if hit else 2}


def test_am2_only_these_and_only_the_attacker_s_own_and_he_may_forgo_it() -> None:
    board = assault(6, 6, 6, defenders=2).put("sz3", "germany", destroyer=1, aircraft_carrier=1)
    board.put("sz3", "japan", battleship=2).run()
    assert board.asked()[1] != "bombard"
    board = assault(defenders=2).put("sz3", "germany", cruiser=1).run()
    assert board.asked() == ("germany", "bombard") and set(board.offers()) == {"cruiser", "done"}
    board.dice(6, 2).run("done")
    assert board.is_over() and board.dice_left() == 0  # the tank missed and was hit


def test_am3_at_most_one_ship_for_each_unit_landed_from_its_zone() -> None:
    board = overland(assault(cargo=("tank", "infantry"), defenders=3))
    board.put("sz3", "germany", cruiser=3)
    board.ship("sz5", "germany").put("sz5", "germany", battleship=2)  # nobody lands from there
    board.dice(1, 1, *[6] * 6).run("cruiser", "cruiser")  # no third is asked
    assert board.units("norway", "uk") == {"infantry": 1} and board.dice_left() == 0


def test_am4_case_85_no_bombardment_from_a_zone_that_was_fought_over() -> None:
    board = assault(1, 6, 1, 6, zone="destroyer").put("sz3", "germany", cruiser=1).run()
    assert board.is_over() and board.dice_left() == 0 and board.owner("norway") == "germany"


def test_am4_nor_by_ships_that_fled_to_a_zone_others_land_from() -> None:
    """The cruiser fought in sz3 and retreated to sz6, from where a tank lands."""
    board = assault(6, 6, 1, 6, zone="destroyer").put("sz3", "germany", cruiser=1)
    board.came("sz3", "sz6").ship("sz6", "germany", "tank", to="norway").run("sz6")
    assert board.state.bombarded[board.at("sz6")].tolist() == [1, 0]
    assert board.is_over() and board.dice_left() == 0 and board.owner("norway") == "germany"


def test_am5_its_casualties_are_the_defender_s_choice_and_fire_back() -> None:
    board = assault(1, 6, 1, 6, defenders=1).put("norway", "uk", tank=1)
    board.put("sz3", "germany", cruiser=1).run("cruiser")
    assert board.asked() == ("uk", "casualty") and set(board.offers()) == {"infantry", "tank"}
    board.run("infantry")  # the German tank misses; the dead infantry hits it
    assert board.is_over() and board.dice_left() == 0
    assert board.units("norway", "uk") == {"tank": 1}
    assert board.units("norway", "germany") == {}


def test_am6_case_84_only_before_the_first_round_and_never_in_a_sea_battle() -> None:
    board = assault(6, *[6] * 3, defenders=2).put("norway", "germany", infantry=1)
    board.put("sz3", "germany", battleship=1).came("norway", "karelia_ssr").hold(
        "germany", "karelia_ssr"
    )
    board.dice(*[6] * 5).run("battleship")
    assert board.asked()[1] == "retreat" and board.dice_left() == 0
    board.dice(*[6] * 4).run("press")
    assert board.asked()[1] == "retreat" and board.dice_left() == 0


def test_am7_case_87_who_came_by_sea_cannot_retreat() -> None:
    board = assault(6, 6, 6, 1, defenders=1).run()
    assert board.is_over() and board.dice_left() == 0 and board.units("norway", "germany") == {}


def test_am7_overland_attackers_and_aircraft_may_the_others_fight_on() -> None:
    board = assault(*[6] * 5, defenders=2).hold("germany", "karelia_ssr")
    board.put("norway", "germany", infantry=1, fighter={2: 1}).came("norway", "karelia_ssr").run()
    assert set(board.offers()) == {"press", "karelia_ssr"}
    board.dice(3, 6, 6, 3, 6).run("karelia_ssr")  # the tank alone: two rounds, two hits
    assert board.is_over() and board.dice_left() == 0 and board.owner("norway") == "germany"
    assert board.units("karelia_ssr", "germany") == {"infantry": 1}
    assert board.units("norway", "germany") == {"tank": 1, "fighter": 1}


def test_am7_o11_an_aircraft_alone_may_break_off_from_an_assault() -> None:
    board = assault(*[6] * 4, defenders=2).put("norway", "germany", fighter={2: 1}).run()
    assert set(board.offers()) == {"press", "norway"}
    board.dice(6, 2).run("norway")
    assert board.is_over() and board.units("norway", "germany") == {"fighter": 1}


def test_am7_b4_losses_say_which_way_they_came() -> None:
    board = assault(*[6, 6, 1], cargo=("infantry",), defenders=1).hold("germany", "karelia_ssr")
    board.put("norway", "germany", infantry=1).came("norway", "karelia_ssr").run()
    assert board.asked() == ("germany", "casualty_from")
    assert set(board.offers()) == {"overland", "seaborne"}
    board.run("seaborne")
    assert set(board.offers()) == {"press", "karelia_ssr"}


def test_am8_mn3_only_the_own_units_attack_along() -> None:
    board = assault(1, 6, defenders=1).put("norway", "germany", fighter={2: 1})
    board.put("sz3", "japan", aircraft_carrier=1, fighter=2).dice(6, 1, 6).run()
    assert board.is_over() and board.dice_left() == 0  # fighter, tank, infantry: three dice


def test_am9_mn13_cargo_of_the_power_on_turn_lands_from_an_ally_s_transport() -> None:
    board = Board("germany").hold("uk", "norway").put("norway", "uk", infantry=1)
    board.ship("sz3", "japan", "tank", of="germany", to="norway").dice(1, 6).run()
    assert board.is_over() and board.owner("norway") == "germany"
    assert board.transports("sz3", "japan") == ["nothing"]
    assert board.spent("norway", "tank") == {0: 1}
