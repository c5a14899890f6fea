"""Submarines and destroyers (S1-S9)."""

import pytest

from spring1942.boards import Board, sea_battle

pytestmark = pytest.mark.plain


def test_s1_submarines_sink_their_victims_before_these_can_fire() -> None:
    board = sea_battle({"submarine": 1}, {"cruiser": 1}, [1]).run("fire")
    assert board.is_over() and board.dice_left() == 0 and board.units("sz7", "uk") == {}


def test_s1_so_do_defending_submarines() -> None:
    board = sea_battle({"cruiser": 1}, {"submarine": 1}, [1]).run("fire")
    assert board.is_over() and board.dice_left() == 0 and board.units("sz7", "germany") == {}


def test_s1_an_enemy_destroyer_makes_them_fire_with_the_others() -> None:
    """Case 89: two submarines (1, 3) against a submarine and a destroyer, which answers."""
    board = sea_battle({"submarine": 2}, {"submarine": 1, "destroyer": 1}, [6, 1, 3, 1]).run()
    assert board.asked() == ("uk", "subs")  # no German destroyer: theirs strikes first, and misses
    board.run("fire")
    assert board.asked() == ("uk", "casualty")
    board.run("destroyer")  # it fires back with a 1
    assert board.force("germany") == {"submarine": 1} and board.dice_left() == 0
    assert board.units("sz7", "uk") == {"submarine": 1}


def test_s1_case_90_the_attackers_destroyer_lets_his_submarine_strike_unanswered() -> None:
    force = {"submarine": 1, "destroyer": 1}
    board = sea_battle(force, {"submarine": 1}, [1]).run("fire")
    assert board.is_over() and board.dice_left() == 0
    assert board.units("sz7", "germany") == force and board.units("sz7", "uk") == {}


def test_s2_case_88_both_sides_strike_in_one_step() -> None:
    board = sea_battle({"submarine": 1}, {"submarine": 1}, [1, 1]).run()
    assert board.asked() == ("germany", "subs")
    board.run("fire")
    assert board.asked() == ("uk", "subs")
    board.run("fire")
    assert board.is_over() and board.dice_left() == 0
    assert board.units("sz7", "uk") == board.units("sz7", "germany") == {}


def test_s3_a_submarine_may_submerge_in_any_round_and_stays_in_the_zone() -> None:
    board = sea_battle({"cruiser": 1}, {"submarine": 2}, [6, 6], retreat=True).run()
    assert board.asked() == ("uk", "subs") and set(board.offers()) == {"submerge", "fire"}
    board.run("submerge", "fire")  # one goes, the other strikes and is missed
    assert board.asked() == ("germany", "retreat") and board.force("uk") == {"submarine": 1}
    board.run("press", "submerge")
    assert board.is_over() and board.units("sz7", "uk") == {"submarine": 2}
    assert board.dice_left() == 0


def test_s3_not_while_the_enemy_has_a_destroyer_in_the_battle() -> None:
    board = sea_battle({"destroyer": 1}, {"submarine": 1}, [6, 6], retreat=True).run()
    assert board.asked() == ("germany", "retreat") and board.dice_left() == 0


def test_s3_the_attacker_decides_first_and_may_end_the_battle_so() -> None:
    board = sea_battle({"submarine": 1}, {"submarine": 1}).run("submerge")
    assert board.is_over()  # the defender is not asked
    assert board.units("sz7", "germany") == board.units("sz7", "uk") == {"submarine": 1}


def test_s4_o9_submarines_hit_ships_never_aircraft() -> None:
    force = {"aircraft_carrier": 1, "fighter": 2}
    board = sea_battle({"submarine": 1}, force, [1, 6, 6]).run("fire")
    assert board.units("sz7", "uk") == {}  # nobody was asked: the carrier it was
    assert board.units("united_kingdom", "uk") == {"fighter": 2}


def test_s4_a_defending_submarine_hits_no_aircraft_either() -> None:
    board = sea_battle({"fighter": 1, "cruiser": 1}, {"submarine": 1}, [1, 6]).run("fire")
    assert board.is_over() and board.units("sz7", "germany") == {"fighter": 1}


def test_s5_aircraft_hit_submarines_only_beside_an_own_destroyer() -> None:
    foe = {"submarine": 1, "cruiser": 1}
    dice = [6, 1, 6]  # the submarine strikes, the fighter hits
    board = sea_battle({"fighter": 1, "cruiser": 1}, foe, [*dice, 6], retreat=True).run("fire")
    assert board.asked() == ("germany", "retreat") and board.force("uk") == {"submarine": 1}
    board = sea_battle({"fighter": 1, "destroyer": 1}, foe, [1, 6, 6, 6], retreat=True).run()
    assert board.asked() == ("uk", "casualty")
    assert set(board.offers()) == {"submarine", "cruiser"}


def test_s5_case_93_a_warship_along_does_not_help_the_fighters() -> None:
    """Nobody need submerge then, but the fighters' hits are still lost on a lone submarine."""
    force = {"fighter": 2, "cruiser": 1}
    board = sea_battle(force, {"submarine": 1}, [6, 1, 1, 6], retreat=True).run("fire")
    assert board.asked() == ("germany", "retreat") and board.force("uk") == {"submarine": 1}
    board = sea_battle({"fighter": 2, "destroyer": 1}, {"submarine": 1}, [1, 6, 6, 6]).run()
    assert board.is_over() and board.units("sz7", "uk") == {}


def test_s6_case_93_aircraft_against_submarines_alone_ends_without_a_shot() -> None:
    board = sea_battle({"fighter": 2}, {"submarine": 1}, [1, 1]).run()
    assert board.is_over() and board.dice_left() == 2
    assert board.units("sz7", "uk") == {"submarine": 1}


def test_s6_attacking_submarines_that_meet_only_aircraft_submerge_unasked() -> None:
    board = sea_battle({"submarine": 2}, {"fighter": 1}, [1], retreat=True).run()
    assert board.is_over() and board.dice_left() == 1
    assert board.units("sz7", "germany") == {"submarine": 2}


def test_r1_submarines_retreat_like_any_ship_after_a_round() -> None:
    board = sea_battle({"submarine": 1, "fighter": 1}, {"destroyer": 1}, [6, 6, 6], retreat=True)
    board.run()
    assert set(board.offers()) == {"press", "sz8"}
    board.run("sz8")
    assert board.is_over() and board.units("sz8", "germany") == {"submarine": 1}


def test_s7_a_destroyer_that_waits_to_die_still_counts() -> None:
    """The cruiser hits the destroyer; its side's fighter may yet hit the German submarine."""
    foe = {"fighter": 1, "destroyer": 1, "aircraft_carrier": 1}
    board = sea_battle({"submarine": 1, "cruiser": 1}, foe, [6, 1, 1, 6, 6], retreat=True)
    board.run("destroyer")
    assert board.asked() == ("germany", "casualty")
    assert set(board.offers()) == {"submarine", "cruiser"}
    board.run("cruiser", "press")
    assert board.asked() == ("germany", "subs")  # the destroyer is gone: it may submerge


def test_s8_a_submarine_alone_fights_only_if_the_mover_chose_to_attack_it() -> None:
    board = Board("germany").put("sz7", "germany", cruiser=1).put("sz7", "uk", submarine=1)
    assert board.run().is_over() and board.units("sz7", "uk") == {"submarine": 1}
    assert board.engage("sz7").run().asked() == ("uk", "subs")


def test_s9_mn6_an_ally_s_destroyer_does_not_trouble_the_defending_submarine() -> None:
    board = sea_battle({"cruiser": 1}, {"submarine": 1}, [1]).put("sz7", "japan", destroyer=1)
    board.run()
    assert board.asked() == ("uk", "subs") and set(board.offers()) == {"submerge", "fire"}
    board.run("fire")
    assert board.is_over() and board.units("sz7", "germany") == {}
    assert board.units("sz7", "japan") == {"destroyer": 1}
