"""Transports, carriers and aircraft in battle (T1-T7, A1-A5, MN5, MN6, MN8, CM18)."""

import pytest

from spring1942.boards import Board, sea_battle
from spring1942.turns import Turn

pytestmark = pytest.mark.plain


def test_t2_case_98_transports_are_hit_last() -> None:
    """Four cruisers' shots on warships and transports of the UK."""
    two = {"battleship": 2, "transport": 1}
    board = sea_battle({"cruiser": 4}, two, [1, 1, 1, 6, 6, 6], retreat=True).run()
    assert board.asked()[1] == "retreat"  # three hits on two battleships: no choice of kinds
    assert board.units("sz7", "uk") == {"battleship": 1, "transport": 1}
    board = sea_battle({"cruiser": 5}, two, [1, 1, 1, 1, 6, 6, 6]).run()
    assert board.is_over() and board.units("sz7", "uk") == {}  # T3: the transport goes then
    many = {"destroyer": 2, "transport": 5}
    board = sea_battle({"cruiser": 4}, many, [1, 1, 1, 6, 6, 6]).run()
    assert board.is_over() and board.units("sz7", "uk") == {}


def test_t2_choice_is_among_the_warships_only() -> None:
    force = {"cruiser": 1, "destroyer": 1, "transport": 3}
    board = sea_battle({"cruiser": 2}, force, [1, 6, 6, 6], retreat=True).run()
    assert board.asked() == ("uk", "casualty") and set(board.offers()) == {"cruiser", "destroyer"}


def test_t2_hits_beyond_the_warships_go_to_transports_that_fire_nothing() -> None:
    """Case 98: four hits on two warships and five transports sink two of these."""
    board = sea_battle({"cruiser": 5}, {"destroyer": 2, "transport": 5}, [1, 1, 1, 1, 6, 1, 1])
    board.run()
    # T3 then takes the other three: five German cruisers less two are left to fire at them
    assert board.is_over() and board.units("sz7", "germany") == {"cruiser": 3}


def test_t2_a_submarine_s_hit_goes_to_a_transport_where_only_aircraft_are_beside_it() -> None:
    board = Board("germany").put("sz7", "germany", submarine=1).put("sz7", "uk", transport=2)
    board.put("sz7", "uk", fighter=1).engage("sz7").dice(1, 6).run("fire")
    assert board.units("sz7", "uk")["transport"] == 1


def test_t3_case_95_defenceless_transports_go_down_without_dice() -> None:
    board = Board("uk").put("sz5", "germany", destroyer=1, transport=1)
    board.put("sz5", "uk", fighter={1: 2}, bomber={2: 1}).dice(2, 6, 6, 6).run()
    assert board.is_over() and board.dice_left() == 0
    assert board.units("sz5", "germany") == {} and board.transports("sz5", "germany") == []
    assert board.units("sz5", "uk") == {"fighter": 2, "bomber": 1}


def test_t3_case_96_a_lone_transport_dies_in_phase_3_not_before() -> None:
    board = Board("uk").put("sz13", "germany", transport=1)
    board.put("sz13", "uk", cruiser=1, destroyer=1).engage("sz13").dice(6)
    assert board.units("sz13", "germany") == {"transport": 1}
    board.run()
    assert board.is_over() and board.units("sz13", "germany") == {} and board.dice_left() == 1


def test_t3_attacking_transports_alone_are_lost_if_they_cannot_retreat() -> None:
    board = sea_battle({"transport": 2}, {"destroyer": 1}, [6]).run()
    assert board.is_over() and board.units("sz7", "germany") == {} and board.dice_left() == 1


def test_t3_attacking_transports_that_can_retreat_are_fired_at_and_may_go() -> None:
    board = sea_battle({"transport": 2}, {"destroyer": 1}, [1], retreat=True).run()
    assert board.asked() == ("germany", "retreat") and board.dice_left() == 0
    board.run("sz8")
    assert board.is_over() and board.units("sz8", "germany") == {"transport": 1}
    assert board.transports("sz8", "germany") == ["nothing"]


def test_t4_o12_transports_alone_on_both_sides_end_the_battle_stay_or_go() -> None:
    board = sea_battle({"transport": 1}, {"transport": 1}, retreat=True).run()
    assert board.asked() == ("germany", "retreat") and set(board.offers()) == {"press", "sz8"}
    board.run("press")
    assert board.is_over() and board.units("sz7", "germany") == {"transport": 1}
    board = sea_battle({"transport": 1}, {"transport": 1}, retreat=True).run("sz8")
    assert board.is_over() and board.units("sz8", "germany") == {"transport": 1}
    assert board.units("sz7", "uk") == {"transport": 1}


def test_t5_cargo_fights_not_and_is_lost_with_its_ship() -> None:
    board = Board("germany").put("sz7", "uk", destroyer=1).put("sz7", "germany", destroyer=1)
    board.ship("sz7", "germany", "tank", "infantry").came("sz7", "sz8").dice(6, 6).run()
    assert board.asked()[1] == "retreat" and board.dice_left() == 0
    assert board.transports("sz7", "germany") == ["tank and infantry"]
    board = Board("germany").put("sz7", "uk", destroyer=1).put("sz7", "germany", destroyer=1)
    board.ship("sz7", "germany", "tank", "infantry").dice(6, 1).run()
    assert board.is_over() and board.transports("sz7", "germany") == []


def test_t5_b4_the_owner_says_which_of_his_laden_transports_is_lost() -> None:
    board = Board("germany").put("sz7", "uk", destroyer=1).came("sz7", "sz8")
    board.ship("sz7", "germany", "tank").ship("sz7", "germany").ship("sz7", "germany").dice(1)
    board.run()
    assert board.asked() == ("germany", "casualty_transport")
    assert set(board.offers()) == {"transport with tank", "transport with nothing"}
    board.run("transport with nothing")
    assert board.transports("sz7", "germany") == ["nothing", "tank"]


def test_t6_guests_cargo_on_the_attackers_ships_shares_their_fate() -> None:
    board = Board("germany").put("sz7", "uk", destroyer=1)
    board.ship("sz7", "germany", "infantry", of="japan").dice(6).run()
    assert board.is_over() and board.transports("sz7", "germany") == []


def test_t7_mn5_cargo_on_an_ally_s_transport_is_safe() -> None:
    board = Board("germany").put("sz7", "uk", cruiser=1).put("sz7", "germany", destroyer=1)
    board.ship("sz7", "japan", "infantry", of="germany").dice(6, 1).run()
    assert board.is_over() and board.units("sz7", "germany") == {}
    assert board.transports("sz7", "japan") == ["infantry"]


@pytest.mark.parametrize(("dice", "owner"), [((1, 6, 1, 6), "germany"), ((6, 1), "uk")])
def test_t7_am9_it_lands_only_if_the_own_ships_clear_the_zone(
    dice: tuple[int, ...], owner: str
) -> None:
    board = Board("germany").put("sz3", "uk", cruiser=1).put("sz3", "germany", destroyer=1)
    board.hold("uk", "norway").put("norway", "uk", infantry=1)
    board.ship("sz3", "japan", "infantry", of="germany", to="norway").dice(*dice).run()
    assert board.is_over() and board.dice_left() == 0 and board.owner("norway") == owner
    assert board.transports("sz3", "japan") == (["nothing"] if owner == "germany" else ["infantry"])


def test_t7_without_own_ships_a_hostile_zone_bars_the_landing() -> None:
    board = Board("germany").put("sz3", "uk", cruiser=1).hold("uk", "norway")
    board.ship("sz3", "japan", "infantry", of="germany", to="norway").run()
    assert board.is_over() and board.owner("norway") == "uk"
    assert board.transports("sz3", "japan") == ["infantry"]


def lost_carrier(fighters: int = 1, **next_door: int) -> Board:
    """Case 41: two Japanese submarines sink a US carrier in sz44; sz52 is next door."""
    board = Board("japan").put("sz44", "usa", aircraft_carrier=1, fighter=fighters)
    board.put("sz52", "usa", **next_door)
    return board.put("sz44", "japan", submarine=2).dice(1, 1)


def test_a1_a_carrier_holds_two_fighters() -> None:
    board = lost_carrier(aircraft_carrier=1, fighter=2, submarine=1).run("fire")
    assert board.is_over() and board.units("sz52", "usa")["fighter"] == 2  # no third place
    assert board.units("sz44", "usa") == {}


def test_a2_fighters_of_a_defending_carrier_defend_at_four() -> None:
    force = {"aircraft_carrier": 1, "fighter": 1}
    board = sea_battle({"destroyer": 1}, force, [6, 4, 6]).run()
    assert board.is_over() and board.units("sz7", "germany") == {}
    board = sea_battle({"destroyer": 1}, force, [6, 5, 6], retreat=True).run()
    assert board.asked()[1] == "retreat"


def test_a3_case_41_a_fighter_finds_another_deck_next_door() -> None:
    board = lost_carrier(aircraft_carrier=1, fighter=1, submarine=1).run("fire")
    assert board.is_over() and board.dice_left() == 0
    assert board.units("sz52", "usa") == {"fighter": 2, "submarine": 1, "aircraft_carrier": 1}


def test_a3_case_43_or_friendly_land() -> None:
    board = Board("japan").put("sz9", "usa", aircraft_carrier=1, fighter=1)
    board.put("sz9", "japan", submarine=1).dice(1).run("fire")
    assert board.is_over() and board.units("eastern_canada", "usa") == {"fighter": 1}


def test_a3_its_owner_chooses_among_several_landings() -> None:
    board = lost_carrier(aircraft_carrier=1).put("sz53", "uk", aircraft_carrier=1).run("fire")
    assert board.asked() == ("usa", "land")
    assert set(board.offers()) == {"sz52", "sz53"}
    board.run("sz53")
    assert board.is_over() and board.units("sz53", "usa") == {"fighter": 1}


def test_a3_otherwise_it_is_destroyed_and_more_than_one_space_is_too_far() -> None:
    board = lost_carrier(submarine=1).run("fire")
    assert board.is_over() and board.units("sz44", "usa") == {}
    assert board.units("sz52", "usa") == {"submarine": 1}


def test_a3_option_own_carriers_only() -> None:
    for own_only, landed in ((False, {"fighter": 1}), (True, {})):
        board = Board("japan", own_carriers_only=own_only)
        board.put("sz44", "usa", aircraft_carrier=1, fighter=1).put(
            "sz52", "uk", aircraft_carrier=1
        )
        board.put("sz44", "japan", submarine=1).dice(1)
        assert board.run("fire").units("sz52", "usa") == landed


def test_a3_o13_a_carrier_s_owner_keeps_his_place_the_guest_must_go() -> None:
    """Two carriers with a US and three British fighters; the US carrier is sunk."""
    board = Board("japan").put("sz44", "usa", aircraft_carrier=1, fighter=1)
    board.put("sz44", "uk", aircraft_carrier=1, fighter=3).put("sz44", "japan", submarine=1)
    board.put("sz52", "usa", aircraft_carrier=1).came("sz44", "sz45").dice(1)
    board.run("fire", "done", "aircraft_carrier", "sz45")
    # British decks hold two British fighters; one and the US guest go next door
    assert board.is_over() and board.units("sz44", "uk") == {"aircraft_carrier": 1, "fighter": 2}
    assert board.units("sz52", "uk") == {"fighter": 1}
    assert board.units("sz52", "usa") == {"aircraft_carrier": 1, "fighter": 1}


def test_a3_after_a_lost_attack_too() -> None:
    """Both carriers' hits: the attacker is gone, the fighter still has no deck."""
    board = Board("japan").put("sz9", "usa", aircraft_carrier=1, fighter=1)
    board.put("sz9", "japan", cruiser=1).dice(1, 1, 6).run("aircraft_carrier")
    assert board.is_over() and board.units("sz9", "japan") == {}
    assert board.units("eastern_canada", "usa") == {"fighter": 1}


def test_a4_mn8_guest_fighters_on_an_attacking_carrier_are_cargo() -> None:
    force = {"aircraft_carrier": 1, "cruiser": 1}
    board = sea_battle(force, {"cruiser": 1}, [6, 6, 1], retreat=True)
    board.put("sz7", "japan", fighter=2).run()
    assert board.asked() == ("germany", "casualty")
    assert set(board.offers()) == {"cruiser", "aircraft_carrier"}  # no guest; two dice fired
    board.run("cruiser")
    assert board.units("sz7", "japan") == {"fighter": 2}


def test_a4_o13_they_are_lost_with_it() -> None:
    board = sea_battle({"aircraft_carrier": 1}, {"cruiser": 1}, [6, 1])
    board.put("sz7", "japan", fighter=2).run()
    assert board.is_over() and board.units("sz7", "japan") == {}
    board = sea_battle({"aircraft_carrier": 1}, {"cruiser": 1}, [6, 1])
    board.put("sz7", "japan", fighter=2, aircraft_carrier=1).run()
    assert board.units("sz7", "japan") == {"fighter": 2, "aircraft_carrier": 1}  # its own deck


def test_mn5_case_23_an_ally_s_carrier_stays_out_the_own_fighter_on_it_fights() -> None:
    board = Board("germany").put("sz5", "uk", destroyer=1)
    board.put("sz5", "germany", submarine=3, cruiser=1, transport=1, fighter=1)
    board.put("sz5", "japan", aircraft_carrier=1).came("sz5", "sz6").dice(6, 6, 6, 6, 6, 6).run()
    assert board.asked() == ("germany", "retreat") and board.dice_left() == 0
    attackers = board.force("germany")
    assert sum(attackers.values()) == 6 and board.force("japan") == {}


def test_mn5_mn6_allied_ships_in_the_zone_are_no_casualties() -> None:
    board = sea_battle({"destroyer": 1}, {"battleship": 1}, [6, 1])
    board.put("sz7", "japan", battleship=1, cruiser=1).run()
    assert board.is_over() and board.units("sz7", "germany") == {}
    assert board.units("sz7", "japan") == {"battleship": 1, "cruiser": 1}


def test_cm26_case_67_a_transport_that_charges_alone_cannot_fight() -> None:
    """Case 66: legal in the combat move; its zone has a battle that it can only lose or leave."""
    board = Turn("germany").put("sz14", "germany", transport=1).put("sz13", "uk", cruiser=1).start()
    board.play("sz14", "transport with nothing", "sz13", "done", "sz13")
    assert board.asked() == ("germany", "retreat") or board.units("sz13", "germany") == {}
