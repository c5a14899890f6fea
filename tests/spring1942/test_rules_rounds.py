"""Order of battles and the rounds of combat on land and at sea (CC1-CC3, B1-B10)."""

import numpy as np
import pytest

from spring1942.boards import Board, land_battle, sea_battle, unit
from warfront.spring1942 import turn

pytestmark = pytest.mark.plain

LAND_ATTACK = {"infantry": 1, "artillery": 2, "tank": 3, "fighter": 3, "bomber": 4}
LAND_DEFENCE = {"infantry": 2, "artillery": 2, "tank": 3, "fighter": 4, "bomber": 1}
SEA_ATTACK = {
    "fighter": 3,
    "bomber": 4,
    "submarine": 2,
    "destroyer": 2,
    "cruiser": 3,
    "aircraft_carrier": 1,
    "battleship": 4,
}
SEA_DEFENCE = {
    "fighter": 4,
    "submarine": 1,
    "destroyer": 2,
    "cruiser": 3,
    "aircraft_carrier": 2,
    "battleship": 4,
}


def busy_board() -> Board:
    """Two raids, a landing behind a sea battle, and two other battles of the UK."""
    return (
        Board("uk")
        .put("germany", "germany", complex=1)
        .put("southern_europe", "germany", complex=1)
        .raiders("germany")
        .raiders("southern_europe")
        .put("sz5", "uk", cruiser=1)
        .put("sz5", "germany", destroyer=1)
        .ship("sz5", "uk", "tank", to="norway")
        .put("norway", "germany", infantry=1)
        .put("libya", "uk", tank=1)
        .put("libya", "germany", infantry=1)
        .put("sz13", "uk", cruiser=1)
        .put("sz13", "germany", cruiser=1)
    )


def test_cc1_raids_then_assaults_with_their_sea_battles_then_the_rest() -> None:
    board = busy_board().came("sz5", "sz6").dice(2, 2, 6, 6).run()
    assert set(board.offers()) == {"germany", "southern_europe"}
    board.run("southern_europe")  # the other raid is then the only one
    assert board.asked()[1] == "retreat" and board.dice_left() == 0
    assert board.game.spaces[board.state.battle] == "sz5"
    # cruiser 6, destroyer 6; cruiser 1, destroyer 6; tank 1, infantry 6
    board = busy_board().dice(2, 2, 6, 6, 1, 6, 1, 6).run("germany")
    assert board.dice_left() == 0 and board.owner("norway") == "uk"
    assert set(board.offers()) == {"libya", "sz13"}


def test_cc2_a_landing_waits_for_the_sea_battle_and_every_battle_is_fought() -> None:
    board = busy_board().came("sz5", "sz6").dice(2, 2, 6, 6).run("germany")
    assert board.asked() == ("uk", "retreat") and board.units("norway", "uk") == {}
    assert set(board.offers()) == {"press", "sz6"}
    # the sea battle, then Norway, then Libya (a draw), then two cruisers (a draw)
    board.dice(1, 6, 1, 6, 1, 2, 1, 1).run("press", "libya")
    assert board.is_over() and board.dice_left() == 0


def test_cc3_a_raided_territory_is_conquered_only_after_the_raid() -> None:
    """Case 7: the Caucasus with nothing but its complex; a bomber raids, an infantry walks in."""
    board = (
        Board("germany")
        .put("caucasus", "ussr", complex=1)
        .put("caucasus", "germany", infantry=1)
        .raiders("caucasus")
        .dice(5)
    )
    assert board.owner("caucasus") == "ussr"
    board.run()
    assert board.is_over() and board.owner("caucasus") == "germany"
    assert board.state.damage[board.at("caucasus")] == 5


def test_b1_attackers_fire_then_defenders_the_hit_among_them_then_they_are_removed() -> None:
    """Case 118: no opening fire on land; both die in one round."""
    board = land_battle({"infantry": 1}, {"infantry": 1}, [1, 2]).run()
    assert board.is_over() and board.dice_left() == 0
    assert board.units("belorussia", "ussr") == board.units("belorussia", "germany") == {}


def test_b1_retreat_is_asked_only_after_the_casualties_are_removed() -> None:
    board = land_battle({"infantry": 2}, {"infantry": 2}, [1, 6, 2, 6]).run()
    assert board.asked() == ("germany", "retreat")
    assert board.units("belorussia", "germany") == board.units("belorussia", "ussr")
    assert board.units("belorussia", "ussr") == {"infantry": 1}


@pytest.mark.parametrize(("kind", "value"), LAND_ATTACK.items())
def test_b2_attack_values_on_land(kind: str, value: int) -> None:
    """Case 116 for the infantry: attack hits at 1, misses at 2."""
    assert land_battle({kind: 1}, {"infantry": 1}, [value, 6]).run().is_over()
    board = land_battle({kind: 1}, {"infantry": 1}, [value + 1, 6]).run()
    assert board.asked()[1] == "retreat" and board.dice_left() == 0


@pytest.mark.parametrize(("kind", "value"), LAND_DEFENCE.items())
def test_b2_defence_values_on_land(kind: str, value: int) -> None:
    board = land_battle({"tank": 1}, {kind: 1}, [6, value]).run()
    assert board.is_over() and board.units("belorussia", "germany") == {}
    board = land_battle({"tank": 1}, {kind: 1}, [6, value + 1]).run()
    assert board.asked()[1] == "retreat" and board.force("germany") == {"tank": 1}


@pytest.mark.parametrize(("kind", "value"), SEA_ATTACK.items())
def test_b2_attack_values_at_sea(kind: str, value: int) -> None:
    board = sea_battle({kind: 1}, {"destroyer": 1}, [value, 6]).run()
    assert board.is_over() and board.units("sz7", "uk") == {}
    board = sea_battle({kind: 1}, {"destroyer": 1}, [value + 1, 6], retreat=True).run()
    assert board.asked()[1] == "retreat" and board.force("uk") == {"destroyer": 1}


@pytest.mark.parametrize(("kind", "value"), SEA_DEFENCE.items())
def test_b2_defence_values_at_sea(kind: str, value: int) -> None:
    board = sea_battle({"destroyer": 1}, {kind: 1}, [6, value]).run()
    assert board.is_over() and board.units("sz7", "germany") == {}
    board = sea_battle({"destroyer": 1}, {kind: 1}, [6, value + 1], retreat=True).run()
    assert board.asked()[1] == "retreat" and board.force("germany") == {"destroyer": 1}


def test_b2_t1_transports_roll_no_dice() -> None:
    ships = {"destroyer": 1, "transport": 2}
    board = sea_battle(ships, ships, [6, 6], retreat=True).run()
    assert board.asked()[1] == "retreat" and board.dice_left() == 0


def test_b3_an_artillery_raises_one_attacking_infantry_to_two() -> None:
    force = {"infantry": 2, "artillery": 1}
    board = land_battle(force, {"infantry": 3}, [2, 2, 6, 6, 6, 6]).run()
    assert board.force("ussr") == {"infantry": 2}  # the second infantry missed with a 2
    board = land_battle({"infantry": 2, "artillery": 2}, {"infantry": 4}, [2, 2, 6, 6, *[6] * 4])
    assert board.run().force("ussr") == {"infantry": 2}
    assert land_battle({"infantry": 1}, {"infantry": 2}, [2, 6, 6]).run().force("ussr") == {
        "infantry": 2
    }


def test_b3_artillery_has_no_effect_in_defence() -> None:
    board = land_battle({"tank": 2}, {"infantry": 1, "artillery": 1}, [6, 6, 3, 3]).run()
    assert board.force("germany") == {"tank": 2} and board.dice_left() == 0


def test_b4_each_owner_chooses_his_own_losses() -> None:
    board = land_battle({"infantry": 1, "tank": 1}, {"infantry": 1, "tank": 1}, [6, 1, 6, 1]).run()
    assert board.asked() == ("ussr", "casualty")
    assert set(board.offers()) == {"infantry", "tank"}
    board.run("tank")
    assert board.asked() == ("germany", "casualty")
    board.run("infantry")
    assert board.force("germany") == {"tank": 1} and board.force("ussr") == {"infantry": 1}


def test_b4_aircraft_with_different_ranges_are_different_losses() -> None:
    force = {"fighter": {1: 1, 3: 2}}
    board = land_battle(force, {"infantry": 1}, [6, 6, 6, 1]).run()
    assert board.asked() == ("germany", "casualty_grade")
    assert set(board.offers()) == {"fighter 1", "fighter 3"}
    board.run("fighter 3")
    assert board.spent("belorussia", "fighter") == {1: 1, 3: 1}


def test_b4_nobody_is_asked_where_there_is_no_choice() -> None:
    board = land_battle({"infantry": 3}, {"tank": 3}, [1, 1, 6, 1, 6, 6]).run()
    assert board.asked()[1] == "retreat"
    assert board.force("ussr") == {"tank": 1} and board.force("germany") == {"infantry": 2}


def test_b5_battleships_take_two_hits_and_fire_on_at_full_value() -> None:
    board = sea_battle({"battleship": 1}, {"battleship": 1}, [4, 4], retreat=True).run()
    assert board.asked()[1] == "retreat"
    assert board.state.damaged[board.at("sz7")].tolist() == [0, 1, 1, 0, 0]
    board.dice(4, 4).run("press")
    assert board.is_over() and board.state.damaged.sum() == 0
    assert board.units("sz7", "uk") == board.units("sz7", "germany") == {}


def test_b5_the_first_hit_is_a_choice_like_any_other() -> None:
    board = sea_battle({"cruiser": 1}, {"battleship": 1, "destroyer": 1}, [1, 6, 6], retreat=True)
    board.run("battleship")
    assert board.units("sz7", "uk") == {"battleship": 1, "destroyer": 1}
    board = sea_battle({"cruiser": 1}, {"battleship": 1, "destroyer": 1}, [1, 6, 6], retreat=True)
    board.run("destroyer")
    assert board.units("sz7", "uk") == {"battleship": 1} and board.state.damaged.sum() == 0


@pytest.mark.parametrize("owner", ["germany", "uk"])
def test_b6_damaged_battleships_are_repaired_at_the_end_of_any_turn(owner: str) -> None:
    board = Board("germany").put("sz7", owner, battleship=2)
    board.state.damaged[board.at("sz7"), board.power(owner)] = 1
    turn.end_turn(board.tables, board.state)
    assert board.state.damaged.sum() == 0 and board.units("sz7", owner) == {"battleship": 2}


def test_b7_aa_guns_and_complexes_do_not_fight() -> None:
    board = land_battle({"tank": 1}, {"infantry": 1, "aa_gun": 2, "complex": 1}, [1, 6]).run()
    assert board.is_over() and board.dice_left() == 0
    assert board.owner("belorussia") == "germany"


def test_b8_a_battle_lasts_until_one_side_has_no_combat_unit_left() -> None:
    dice = [6, 6, 6, 6, 1, 6]
    board = land_battle({"infantry": 1}, {"infantry": 1}, dice).run("press", "press")
    assert board.is_over() and board.dice_left() == 0 and board.owner("belorussia") == "germany"


def test_b8_it_ends_at_once_where_neither_side_can_hit() -> None:
    board = sea_battle({"submarine": 1}, {"fighter": 1}).dice().run()
    assert board.is_over() and board.units("sz7", "germany") == {"submarine": 1}


def test_b8_a_scenario_s_units_that_cannot_hit_do_not_fight_for_ever() -> None:
    board = sea_battle({"aircraft_carrier": 1}, {"aircraft_carrier": 1, "transport": 1})
    rows = np.zeros(1, board.tables.dtype).view(np.recarray)
    rows[0] = board.tables
    rows[0].attack[unit("aircraft_carrier")] = rows[0].defence[unit("aircraft_carrier")] = 0
    board.tables = rows[0]
    assert board.run().is_over()
    assert board.units("sz7", "uk") == {"aircraft_carrier": 1, "transport": 1}


def test_b9_without_a_surviving_attacker_the_defender_keeps_the_space() -> None:
    board = land_battle({"infantry": 1}, {"infantry": 1}, [1, 1]).run()
    assert board.owner("belorussia") == "ussr"  # though nobody is left there
    board = land_battle({"infantry": 1}, {"infantry": 1}, [6, 1]).run()
    assert board.owner("belorussia") == "ussr" and board.units("belorussia", "ussr")


def test_b10_hits_that_nobody_can_take_are_lost() -> None:
    board = land_battle({"tank": 3}, {"infantry": 1}, [1, 1, 1, 6]).run()
    assert board.is_over() and board.owner("belorussia") == "germany"
    # two submarines' hits, one ship: the fighter does not take the other
    force = {"aircraft_carrier": 1, "fighter": 1}
    board = sea_battle({"submarine": 2}, force, [1, 1]).run("fire")
    assert board.units("sz7", "uk") == {} and board.units("united_kingdom", "uk") == {"fighter": 1}
