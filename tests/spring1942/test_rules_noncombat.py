"""Phase 4 on land and at sea: NCM1, NCM4, NCM5, NCM16-NCM18, NCM23."""

import pytest

from spring1942.turns import Turn
from warfront.spring1942.state import Phase

EGYPT, LIBYA = "anglo_egypt", "libya"


def later(power: str = "uk") -> Turn:
    return Turn(power, Phase.NONCOMBAT)


def test_ncm1_what_did_not_move_may_move_now() -> None:
    turn = later().put(EGYPT, "uk", infantry=1, tank=1).start()
    turn.play(EGYPT)
    assert set(turn.offers()) == {"infantry 1", "tank 2"}


def test_ncm1_a_ship_that_moved_in_phase_2_stays() -> None:
    turn = Turn("uk").put("sz1", "uk", cruiser=2).start()
    turn.play("sz1", "cruiser 2", "sz2", "done")
    assert turn.state.phase == Phase.NONCOMBAT
    assert "sz2" not in turn.offers() and "sz1" in turn.offers()


def test_ncm1_a_tank_with_a_step_left_from_phase_2_stays() -> None:
    turn = Turn("uk").put(EGYPT, "uk", tank=1).start()
    turn.play(EGYPT, "tank 2", LIBYA, "x1", "done")
    assert turn.state.phase == Phase.NONCOMBAT and LIBYA not in turn.offers()


def test_ncm4_friendly_land_also_when_taken_this_turn() -> None:
    turn = later().put(EGYPT, "uk", tank=1)
    turn.state.owner[turn.at(LIBYA)] = turn.power("uk")
    turn.start()
    assert turn.can(EGYPT, "tank 2", LIBYA)


@pytest.mark.parametrize("defenders", [0, 1])
def test_ncm4_ncm23_hostile_land_is_closed_even_when_empty(defenders: int) -> None:
    turn = later().put(EGYPT, "uk", tank=1).put(LIBYA, "germany", infantry=defenders).start()
    assert turn.refuses(EGYPT, "tank 2", LIBYA)
    assert turn.can(EGYPT, "tank 2", "trans_jordan")


def test_ncm5_aa_guns_move_in_this_phase() -> None:
    turn = later("germany").put("eastern_europe", "germany", aa_gun=1)
    turn.put("germany", "germany", aa_gun=1).start()
    turn.play("eastern_europe", "aa_gun 1", "germany", "x1")
    assert turn.units("germany", "germany") == {"aa_gun": 2}
    assert turn.spent("germany", "aa_gun") == {0: 1, 1: 1}


def test_ncm16_ships_keep_to_friendly_zones() -> None:
    turn = later().put("sz1", "uk", cruiser=1).put("sz8", "germany", destroyer=1).start()
    turn.play("sz1", "cruiser 2")
    assert "sz8" not in turn.offers() and "sz2" in turn.offers()


def test_ncm16_g8_submarines_and_transports_do_not_close_a_zone() -> None:
    turn = later().put("sz1", "uk", cruiser=1).put("sz8", "germany", submarine=1, transport=1)
    turn.start()
    turn.play("sz1", "cruiser 2", "sz8", "sz8", "cruiser 1", "sz7")
    assert turn.units("sz7", "uk") == {"cruiser": 1}


def test_ncm17_ncm3_a_submarine_goes_through_and_into_hostile_zones() -> None:
    turn = later("germany").put("sz7", "germany", submarine=1).put("sz8", "uk", cruiser=1)
    turn.put("sz2", "uk", battleship=1).start()
    turn.play("sz7", "submarine 2", "sz8", "sz8", "submarine 1", "sz2", "done")
    assert turn.units("sz2", "germany") == {"submarine": 1}  # no battle followed
    assert turn.units("sz2", "uk") == {"battleship": 1}


def test_ncm18_a_destroyer_stops_a_submarine() -> None:
    turn = later("germany").put("sz7", "germany", submarine=1).put("sz8", "uk", destroyer=1)
    turn.start().play("sz7", "submarine 2", "sz8")
    assert "sz8" not in turn.offers()


def test_ncm23_no_battle_comes_of_phase_4() -> None:
    turn = later("germany").put("sz8", "germany", submarine=1).put("sz2", "uk", destroyer=1)
    turn.start().play("sz8", "submarine 2", "sz2", "done")
    assert turn.state.phase not in (Phase.COMBAT, Phase.NONCOMBAT)
    assert turn.units("sz2", "uk") == {"destroyer": 1}
