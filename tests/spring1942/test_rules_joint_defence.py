"""Several owners of the defending units (MN2, MN3, MN9, O6)."""

import pytest

from spring1942.boards import Board

pytestmark = pytest.mark.plain


def joint(*dice: int, attackers: int = 3) -> Board:
    """Germans attack a Soviet infantry and tank and a British infantry and tank."""
    board = Board("germany").hold("ussr", "belorussia").came("belorussia", "eastern_europe")
    board.put("belorussia", "ussr", infantry=1, tank=1).put("belorussia", "uk", infantry=1, tank=1)
    return board.put("belorussia", "germany", tank=attackers).dice(*dice)


def test_mn2_all_powers_there_defend_together() -> None:
    board = joint(6, 1, 6, 2, 3, attackers=1).run()  # three of the four dice hit a single tank
    assert board.is_over() and board.units("belorussia", "germany") == {}


def test_o8_dice_go_by_power_then_by_unit_raised_infantry_first() -> None:
    board = Board("germany").hold("ussr", "belorussia").came("belorussia", "eastern_europe")
    board.put("belorussia", "germany", infantry=2, artillery=1, tank=1)
    board.put("belorussia", "ussr", tank=1, fighter=1).put("belorussia", "uk", infantry=2)
    # a raised infantry hits with 2, the other misses; artillery misses with 3, the tank hits
    board.dice(2, 2, 3, 3, 3, 4, 3, 3).run("tank", "done", "infantry", "done")
    # the Soviet tank and fighter hit with 3 and 4, the British infantry miss with 3
    board.run("infantry", "tank")
    assert board.asked() == ("germany", "retreat") and board.dice_left() == 0
    assert board.force("germany") == {"infantry": 1, "artillery": 1}
    assert board.force("ussr") == {"fighter": 1} and board.force("uk") == {"infantry": 1}


def test_mn3_only_the_power_on_turn_attacks() -> None:
    board = joint(6, 6, 6, 6, 6, attackers=1).put("sz5", "japan", cruiser=1).run()
    assert board.dice_left() == 0 and board.force("japan") == {}


def test_mn9_each_owner_names_in_turn_order_among_his_own() -> None:
    board = joint(1, 1, 6, *[6] * 4).run()
    assert board.asked() == ("ussr", "name") and set(board.offers()) == {"infantry", "tank", "done"}
    board.run("infantry", "done")
    assert board.asked() == ("uk", "name") and set(board.offers()) == {"infantry", "tank", "done"}
    board.run("tank", "done")
    assert board.asked() == ("germany", "retreat")
    assert board.force("ussr") == {"tank": 1} and board.force("uk") == {"infantry": 1}


def test_mn9_one_owner_may_take_all() -> None:
    board = joint(1, 1, 6, *[6] * 4).run("infantry", "tank", "done")
    assert board.force("ussr") == {} and board.force("uk") == {"infantry": 1, "tank": 1}


@pytest.mark.parametrize(
    "named", [("done", "infantry", "done"), ("infantry", "tank", "tank", "done")]
)
def test_mn9_o6_names_that_do_not_add_up_leave_the_choice_to_the_attacker(
    named: tuple[str, ...],
) -> None:
    board = joint(1, 1, 6, *[6] * 4).run(*named)
    assert board.asked() == ("germany", "casualty_owner") and set(board.offers()) == {"ussr", "uk"}
    board.run("uk")
    assert board.asked() == ("germany", "casualty") and set(board.offers()) == {"infantry", "tank"}
    board.run("tank", "uk")  # the British infantry is the only one left of theirs
    assert board.asked() == ("germany", "retreat")
    assert board.force("ussr") == {"infantry": 1, "tank": 1} and board.force("uk") == {}


def test_mn9_nobody_is_asked_when_all_are_hit() -> None:
    board = joint(1, 1, 1, 1, *[6] * 4, attackers=4).run()
    assert board.is_over() and board.dice_left() == 0
    assert board.owner("belorussia") == "germany"


def test_mn9_owners_without_a_unit_that_can_be_hit_are_not_asked() -> None:
    """A submarine's hit: the carrier is British, the US has only a fighter on it."""
    board = Board("germany").put("sz7", "germany", submarine=1).came("sz7", "sz8")
    board.put("sz7", "uk", aircraft_carrier=1, cruiser=1).put("sz7", "usa", fighter=1)
    board.dice(1).run("fire")
    assert board.asked() == ("uk", "casualty")


def test_mn9_t2_transports_of_several_owners_are_named_last() -> None:
    board = Board("germany").put("sz7", "germany", cruiser=2).came("sz7", "sz8")
    board.put("sz7", "uk", destroyer=1).ship("sz7", "uk", "tank").ship("sz7", "uk")
    board.ship("sz7", "usa").dice(1, 1, 6).run()
    assert board.asked() == ("uk", "name") and set(board.offers()) == {"transport", "done"}
    board.run("transport", "done")
    assert board.asked() == ("uk", "casualty_transport")
    board.run("transport with tank")
    assert board.is_over() and board.units("sz7", "uk") == board.units("sz7", "usa") == {}
