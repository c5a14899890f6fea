"""Conquest, liberation, capitals, victory cities (C1-C4, L1-L5, K1-K12, V1)."""

import pytest

from spring1942.boards import Board, land_battle
from spring1942.turns import Turn
from warfront.spring1942 import conquest, turn
from warfront.spring1942.places import capacity_left
from warfront.spring1942.state import Phase

pytestmark = pytest.mark.plain


def walk_in(power: str, space: str, board: Board | None = None) -> Board:
    """An infantry of a power stands in an undefended enemy territory."""
    board = (board or Board(power)).put(space, power, infantry=1)
    conquest.enter(board.tables, board.state, board.at(space))
    return board


def recounted(board: Board) -> bool:
    """Production and cities kept up equal those counted anew."""
    kept = (board.state.production.tolist(), board.state.cities.tolist())
    conquest.recount(board.tables, board.state)
    return kept == (board.state.production.tolist(), board.state.cities.tolist())


def test_c1_a_territory_is_taken_if_a_land_unit_is_left() -> None:
    board = land_battle({"infantry": 1, "fighter": 1}, {"infantry": 1}, [1, 6, 6]).run()
    assert board.owner("belorussia") == "germany"
    assert board.state.captured[board.at("belorussia")] == 1


def test_c1_a5_aircraft_alone_never_take_it() -> None:
    board = land_battle({"fighter": 1, "bomber": 1}, {"infantry": 1}, [1, 6, 6]).run()
    assert board.is_over() and board.owner("belorussia") == "ussr"
    board = land_battle({"infantry": 1, "fighter": 1}, {"infantry": 1}, [6, 1, 1]).run("infantry")
    assert board.owner("belorussia") == "ussr"


def test_a5_case_8_aircraft_over_empty_land_fight_no_battle() -> None:
    board = Board("uk").put("libya", "uk", bomber={4: 1}).run()
    assert board.is_over() and board.owner("libya") == "germany"


def test_c2_production_of_captor_and_loser_changes_by_the_value() -> None:
    board = Board("germany").hold("ussr", "belorussia")
    mine, theirs = board.production("germany"), board.production("ussr")
    walk_in("germany", "belorussia", board)
    assert board.production("germany") == mine + 2 and board.production("ussr") == theirs - 2
    assert recounted(board)


def test_c3_case_6_complexes_and_guns_become_the_captor_s_the_damage_stays() -> None:
    board = Board("uk").put("libya", "germany", complex=1, aa_gun=2)
    board.state.damage[board.at("libya")] = 1
    walk_in("uk", "libya", board)
    assert board.owner("libya") == "uk" and board.state.complex[board.at("libya")] == 1
    assert board.units("libya", "uk") == {"infantry": 1, "aa_gun": 2}
    assert board.state.damage[board.at("libya")] == 1


def test_c3_a_captured_complex_works_from_the_next_turn() -> None:
    board = walk_in("germany", "caucasus", Board("germany").put("caucasus", "ussr", complex=1))
    assert capacity_left(board.tables, board.state, board.at("caucasus")) == 0
    board.state.owner_at_start[:] = board.state.owner  # his next turn
    assert capacity_left(board.tables, board.state, board.at("caucasus")) == 4


def test_c4_a_captured_gun_does_not_move_this_turn_and_fires_for_its_new_owner() -> None:
    board = walk_in("germany", "caucasus", Board("germany").put("caucasus", "ussr", aa_gun=1))
    assert board.spent("caucasus", "aa_gun") == {0: 1}
    board = Board("ussr").hold("germany", "caucasus")
    board.put("caucasus", "germany", aa_gun=1, infantry=1).put("caucasus", "ussr", fighter={2: 1})
    board.dice(1).run()
    assert board.is_over() and board.units("caucasus", "ussr") == {}


def test_l1_l2_case_1_an_ally_s_land_goes_home() -> None:
    board = Board("ussr").hold("japan", "sinkiang").put("sinkiang", "japan", infantry=1)
    board.put("sinkiang", "ussr", infantry=2).came("sinkiang", "novosibirsk")
    usa, japan = board.production("usa"), board.production("japan")
    board.dice(1, 1, 1).run()
    assert board.is_over() and board.dice_left() == 0
    assert board.owner("sinkiang") == "usa" and board.units("sinkiang", "ussr") == {"infantry": 1}
    assert board.state.captured[board.at("sinkiang")] > 0
    assert board.production("japan") == japan - 2 and board.production("usa") == usa + 2
    assert recounted(board)


def test_l1_l2_case_3_an_unopposed_liberation_too() -> None:
    board = walk_in("uk", "china", Board("uk").hold("japan", "china"))
    assert board.owner("china") == "usa" and board.units("china", "uk") == {"infantry": 1}


def test_l1_an_enemy_s_land_is_conquered_not_liberated() -> None:
    assert walk_in("uk", "libya").owner("libya") == "uk"


def test_l3_guns_and_complex_there_are_the_original_controller_s() -> None:
    board = Board("uk").hold("germany", "archangel")
    board.put("archangel", "germany", aa_gun=1, complex=1)
    walk_in("uk", "archangel", board)
    assert board.owner("archangel") == "ussr"
    assert board.units("archangel", "ussr") == {"aa_gun": 1}
    assert board.units("archangel", "uk") == {"infantry": 1}
    assert board.state.complex[board.at("archangel")] == 1


def lost_moscow() -> Board:
    """Germany holds Russia and Archangel with a gun and a complex; the UK moves."""
    board = Board("uk").hold("germany", "russia", "archangel")
    return board.put("archangel", "germany", aa_gun=1, complex=1)


def test_l4_case_12_while_the_owner_s_capital_is_lost_the_mover_captures() -> None:
    board = lost_moscow()
    uk = board.production("uk")
    walk_in("uk", "archangel", board)
    assert board.owner("archangel") == "uk" and board.production("uk") == uk + 2
    assert board.units("archangel", "uk") == {"infantry": 1, "aa_gun": 1}
    board.state.owner_at_start[:] = board.state.owner  # the UK's next turn: it may use the complex
    assert capacity_left(board.tables, board.state, board.at("archangel")) == 2


def test_l4_l3_k9_a_capital_freed_later_in_the_turn_makes_it_a_liberation() -> None:
    board = walk_in("uk", "russia", walk_in("uk", "archangel", lost_moscow()))
    assert board.owner("archangel") == board.owner("russia") == "ussr"
    assert board.units("archangel", "ussr") == {"aa_gun": 1}
    assert board.spent("archangel", "aa_gun") == {}
    assert recounted(board)


def test_l5_original_means_the_opening_map_whoever_held_it_since() -> None:
    """French Indo-China is Japanese at the start: Germany's capture gives it back to Japan."""
    name = "french_indo_china"
    board = walk_in("germany", name, Board("germany").hold("usa", name))
    assert board.owner(name) == "japan"
    board = walk_in("ussr", name, Board("ussr"))
    assert board.owner(name) == "ussr"


@pytest.mark.parametrize(
    ("power", "space"),
    [
        ("usa", "eastern_united_states"),
        ("ussr", "russia"),
        ("uk", "united_kingdom"),
        ("germany", "germany"),
        ("japan", "japan"),
    ],
)
def test_k1_capitals(power: str, space: str) -> None:
    board = Board("ussr")
    assert board.game.spaces[board.tables.capital[board.power(power)]] == space
    assert board.tables.capital_power[board.at(space)] == board.power(power)


def test_k2_k3_case_9_taking_a_capital_takes_production_and_unspent_ipcs() -> None:
    board = Board("germany").put("russia", "ussr", aa_gun=1, complex=1)
    board.state.ipcs[:2] = 18, 5
    production = board.production("germany")
    walk_in("germany", "russia", board)
    assert board.ipcs("germany") == 23 and board.ipcs("ussr") == 0
    assert board.production("germany") == production + 8
    assert board.units("russia", "germany") == {"infantry": 1, "aa_gun": 1}


def test_k3_no_plunder_outside_the_capital() -> None:
    board = Board("germany")
    board.state.ipcs[0] = 18
    assert walk_in("germany", "caucasus", board).ipcs("ussr") == 18


def test_k4_plunder_comes_even_to_a_power_without_its_own_capital() -> None:
    board = Board("germany").hold("uk", "germany")
    board.state.ipcs[0] = 18
    assert walk_in("germany", "russia", board).ipcs("germany") == 18


def test_k5_case_11_a_power_without_its_capital_collects_nothing_and_cannot_buy() -> None:
    board = Turn("germany", Phase.NEXT_TURN).hold("uk", "germany")
    board.put("balkans", "germany", infantry=1).money("germany", 7).start()
    assert board.state.phase == Phase.COMBAT_MOVE  # phase 1 is skipped
    turn.do_income(board.tables, board.state)
    assert board.ipcs("germany") == 7


def test_k6_it_has_only_the_moves_and_combat_until_the_capital_is_free() -> None:
    board = Turn("germany", Phase.NONCOMBAT).hold("uk", "germany").money("germany", 7)
    turn.begin_mobilize(board.tables, board.state)
    assert board.state.phase == Phase.INCOME  # phase 5 is skipped
    # a power that frees its own capital in phase 3 takes the rest of the turn
    walk_in("germany", "germany", board)
    turn.begin_mobilize(board.tables, board.state)
    assert board.state.phase == Phase.MOBILIZE
    production = board.production("germany")
    turn.do_income(board.tables, board.state)
    assert board.ipcs("germany") == 7 + production


def test_k7_k12_a_freed_power_collects_again_at_its_next_income_phase() -> None:
    board = walk_in("uk", "russia", Board("uk").hold("germany", "russia", "caucasus"))
    assert board.ipcs("ussr") == 0  # not at once
    board.state.turn = board.power("ussr")
    turn.do_income(board.tables, board.state)
    assert board.ipcs("ussr") == 24 - 4  # all but the Caucasus


def test_k8_k11_case_4_a_freed_capital_returns_whole_and_no_ipcs_move() -> None:
    board = Board("uk").hold("germany", "russia").put("russia", "germany", aa_gun=1, complex=1)
    board.state.ipcs[:3] = 0, 20, 10
    walk_in("uk", "russia", board)
    assert board.owner("russia") == "ussr" and board.units("russia", "ussr") == {"aa_gun": 1}
    assert board.state.complex[board.at("russia")] == 1
    assert board.state.ipcs[:3].tolist() == [0, 20, 10]


def test_k9_k10_other_original_land_in_friendly_hands_returns_its_guns_do_not() -> None:
    board = Board("uk").hold("germany", "russia", "caucasus").hold("uk", "archangel")
    board.hold("usa", "karelia_ssr").put("archangel", "uk", aa_gun=1, complex=1)
    board.put("karelia_ssr", "usa", aa_gun=1)
    walk_in("uk", "russia", board)
    assert board.owner("archangel") == board.owner("karelia_ssr") == "ussr"
    assert board.owner("caucasus") == "germany"  # not in friendly hands
    assert board.units("archangel", "uk") == {"aa_gun": 1}
    assert board.units("karelia_ssr", "usa") == {"aa_gun": 1}
    assert board.state.complex[board.at("archangel")] == 1
    assert recounted(board)


def test_k9_a_power_that_frees_its_own_capital_gets_its_land_back_from_allies() -> None:
    board = Board("ussr").hold("germany", "russia").hold("uk", "archangel")
    board.put("archangel", "uk", aa_gun=1)
    walk_in("ussr", "russia", board)
    assert board.owner("archangel") == "ussr" and board.units("archangel", "uk") == {"aa_gun": 1}


def test_v1_v5_victory_cities_are_recounted_at_each_capture_and_decide_nothing_yet() -> None:
    board = Board("germany")
    axis, allies = board.state.cities.tolist()
    walk_in("germany", "russia", board)
    assert board.state.cities.tolist() == [axis + 1, allies - 1] and recounted(board)
    assert board.state.winner == -1
    before = board.state.cities.tolist()
    walk_in("germany", "caucasus", board)  # no city there
    assert board.state.cities.tolist() == before
