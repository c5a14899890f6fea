"""AA guns and strategic bombing raids (AA1-AA6, SB1-SB7)."""

from typing import Any

import pytest

from spring1942.boards import Board, land_battle
from spring1942.turns import Turn
from warfront.spring1942.places import capacity_left
from warfront.spring1942.state import Phase

pytestmark = pytest.mark.plain


def raid(*dice: int, bombers: int = 1, guns: int = 1, **options: Any) -> Board:
    """British bombers raid Germany (10 IPCs)."""
    board = Board("uk", **options).put("germany", "germany", complex=1, aa_gun=guns)
    board.state.ipcs[board.power("germany")] = 40
    return board.raiders("germany", bombers).dice(*dice)


def damage(board: Board) -> int:
    return int(board.state.damage[board.at("germany")])


def test_aa1_the_gun_fires_at_attacking_aircraft_once_before_the_first_round() -> None:
    force = {"tank": 1, "fighter": 1}
    board = land_battle(force, {"infantry": 1, "aa_gun": 1}, [2, 6, 6, 6]).run()
    assert board.asked()[1] == "retreat" and board.dice_left() == 0
    board.dice(6, 6, 6).run("press")
    assert board.asked()[1] == "retreat" and board.dice_left() == 0  # no fourth die


def test_aa1_no_gun_there_no_die_and_none_at_land_units() -> None:
    board = land_battle({"fighter": 1}, {"infantry": 1}, [6, 6]).run()
    assert board.asked()[1] == "retreat" and board.dice_left() == 0
    board = land_battle({"tank": 1}, {"infantry": 1, "aa_gun": 1}, [6, 6]).run()
    assert board.asked()[1] == "retreat" and board.dice_left() == 0


@pytest.mark.parametrize(("die", "hit"), [(1, True), (2, False)])
def test_aa2_case_100_a_one_shoots_down_before_the_aircraft_fires(die: int, hit: bool) -> None:
    force = {"tank": 1, "fighter": 1}
    dice = [die, 6, 6] if hit else [die, 6, 6, 6]
    board = land_battle(force, {"infantry": 1, "aa_gun": 1}, dice).run()
    assert board.asked()[1] == "retreat" and board.dice_left() == 0
    assert board.units("belorussia", "germany") == ({"tank": 1} if hit else force)


def test_aa2_case_105_as_many_ones_as_aircraft_shoot_down_all() -> None:
    force = {"fighter": 2, "bomber": 1}
    board = land_battle(force, {"infantry": 1, "aa_gun": 1}, [1, 1, 1]).run()
    assert board.is_over() and board.dice_left() == 0
    assert board.units("belorussia", "germany") == {} and board.owner("belorussia") == "ussr"


def test_aa3_each_die_is_rolled_against_a_named_aircraft() -> None:
    """Fighters before bombers, the least range first; nobody chooses."""
    force = {"fighter": {2: 1, 1: 1}, "bomber": {4: 1, 3: 1}}
    board = land_battle(force, {"infantry": 1, "aa_gun": 1}, [6, 1, 1, 6, 6, 6, 6]).run()
    assert board.asked()[1] == "retreat" and board.dice_left() == 0
    assert board.spent("belorussia", "fighter") == {1: 1}
    assert board.spent("belorussia", "bomber") == {4: 1}


def test_aa4_of_several_guns_one_fires() -> None:
    board = land_battle({"fighter": 1}, {"infantry": 1, "aa_gun": 3}, [6, 6, 6]).run()
    assert board.asked()[1] == "retreat" and board.dice_left() == 0


def test_o14_aa1_a_gun_alone_does_not_fire_at_who_comes_with_land_units() -> None:
    """A landing behind a fighter in a territory with a gun and a complex only."""
    board = Board("germany").hold("uk", "norway").put("norway", "uk", aa_gun=1, complex=1)
    board.ship("sz3", "germany", "tank", to="norway").put("norway", "germany", fighter={2: 1})
    board.dice(1).run()
    assert board.is_over() and board.dice_left() == 1 and board.owner("norway") == "germany"


def test_aa5_guns_are_no_casualties_and_change_hands() -> None:
    board = land_battle({"tank": 2}, {"infantry": 1, "aa_gun": 2}, [1, 1, 6]).run()
    assert board.is_over() and board.units("belorussia", "ussr") == {}
    assert board.units("belorussia", "germany") == {"tank": 2, "aa_gun": 2}


def test_aa6_no_fire_in_the_noncombat_move() -> None:
    """Case 30: a fighter flies over a hostile gun to friendly land in phase 4."""
    board = Turn("germany", Phase.NONCOMBAT).hold("ussr", "belorussia", "ukraine_ssr")
    board.put("belorussia", "ussr", aa_gun=1).put("ukraine_ssr", "ussr", aa_gun=1)
    board.put("west_russia", "germany", fighter=1).dice(1).start()
    board.play("west_russia", "fighter 4", "eastern_europe")
    assert board.units("eastern_europe", "germany")["fighter"] == 1 and board.dice_left() == 1


def test_sb1_only_a_bomber_and_only_over_an_enemy_complex_is_asked_to_raid() -> None:
    def asked(complex_there: int, **unit: int) -> str:
        board = Turn("uk").put("western_europe", "germany", complex=complex_there, infantry=1)
        board.put("united_kingdom", "uk", **unit).start()
        name = next(iter(unit))
        board.play("united_kingdom", f"{name} {6 if name == 'bomber' else 4}", "western_europe")
        return board.asked()[1]

    assert asked(1, bomber=1) == "move_raid"
    assert asked(0, bomber=1) != "move_raid"
    assert asked(1, fighter=1) != "move_raid"


def test_sb2_case_101_a_bomber_shot_down_does_no_damage() -> None:
    board = raid(1, 5).run()
    assert board.is_over() and board.dice_left() == 1
    assert board.units("germany", "uk") == {} and damage(board) == 0
    assert board.ipcs("germany") == 40


def test_sb3_sb6_case_102_a_surviving_bomber_s_die_is_damage_not_money() -> None:
    board = raid(4, 3).run()
    assert damage(board) == 3 and board.ipcs("germany") == 40 and board.dice_left() == 0


def test_sb3_case_103_one_die_for_each_bomber_left() -> None:
    board = raid(6, 1, 6, 2, 3, bombers=3).run()  # the second is shot down
    assert damage(board) == 5 and board.units("germany", "uk") == {"bomber": 2}
    assert raid(4, bombers=1, guns=0).run().dice_left() == 0  # no gun, no AA die


def test_sb4_damage_never_exceeds_twice_the_value() -> None:
    board = raid(*[6] * 8, bombers=4).run()
    assert damage(board) == 20
    board = Board("germany").put("caucasus", "ussr", complex=1).raiders("caucasus", 3)
    assert board.dice(6, 6, 6).run().state.damage[board.at("caucasus")] == 8


def test_sb5_damage_lowers_what_the_complex_can_place() -> None:
    board = raid(4, 3).run()
    board.state.turn = board.power("germany")
    assert capacity_left(board.tables, board.state, board.at("germany")) == 7
    board.state.damage[board.at("germany")] = 15
    assert capacity_left(board.tables, board.state, board.at("germany")) == 0


def test_sb6_o2_option_ipc_takes_money_up_to_the_value_instead() -> None:
    board = raid(4, 3, bombing="ipc").run()
    assert damage(board) == 0 and board.ipcs("germany") == 37
    board = raid(*[6] * 6, bombers=3, bombing="ipc").run()
    assert board.ipcs("germany") == 30  # 18, but Germany is worth 10
    board = raid(4, 5, bombing="ipc")
    board.state.ipcs[board.power("germany")] = 2
    assert board.run().ipcs("germany") == 0


def test_sb7_raiders_take_no_part_in_the_battle_and_keep_their_range() -> None:
    board = raid(6, 2).put("germany", "germany", infantry=1).put("germany", "uk", fighter={1: 1})
    board.dice(6, 2, 6, 6, 6).run()  # raid; then AA, fighter and infantry miss
    assert board.asked()[1] == "retreat" and board.dice_left() == 0
    assert board.force("uk") == {"fighter": 1}
    board.dice(1, 1).run("press")
    assert board.is_over() and board.dice_left() == 0
    assert board.units("germany", "uk") == {"bomber": 1}
    assert board.spent("germany", "bomber") == {2: 1}
