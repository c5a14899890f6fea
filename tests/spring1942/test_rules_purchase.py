"""Phase 1 (P) and the frame of the money (G4, G10, G11)."""

import pytest

from spring1942.boards import loaded
from spring1942.turns import Turn
from warfront.spring1942.state import Phase


def buyer(power: str, ipcs: int) -> Turn:
    return Turn(power, Phase.PURCHASE, opening_board=True).money(power, ipcs).start()


def test_p1_any_amount_is_spent_and_the_rest_kept() -> None:
    turn = buyer("germany", 10)
    assert "done" in turn.offers()  # nothing at all
    turn.play("infantry", "x2")
    assert turn.ipcs("germany") == 4
    turn.play("done")
    assert turn.ipcs("germany") == 4


def test_p1_nothing_is_bought_on_credit() -> None:
    turn = buyer("germany", 11)
    assert "bomber" not in turn.offers()
    assert turn.can("infantry", "x3") and turn.refuses("infantry", "x4")


@pytest.mark.parametrize(
    ("unit", "cost"),
    {
        "infantry": 3, "artillery": 4, "tank": 5, "aa_gun": 6, "industrial_complex": 15,
        "fighter": 10, "bomber": 12, "submarine": 6, "transport": 7, "destroyer": 8,
        "cruiser": 12, "aircraft_carrier": 14, "battleship": 20,
    }.items(),
)  # fmt: skip
def test_p2_costs(unit: str, cost: int) -> None:
    assert unit not in buyer("germany", cost - 1).offers()
    turn = buyer("germany", cost)
    assert unit in turn.offers()
    assert turn.play(unit, "x1").ipcs("germany") == 0


def test_p3_bought_units_wait_off_the_board() -> None:
    turn = buyer("germany", 3)
    before = turn.state.army.copy()
    turn.play("infantry", "x1")
    assert (turn.state.army == before).all()
    assert turn.state.purchased[0] == 1


def test_p4_damage_is_removed_for_an_ipc_a_point() -> None:
    turn = Turn("germany", Phase.PURCHASE, opening_board=True).money("germany", 7)
    turn.state.damage[turn.at("germany")] = 4
    turn.start()
    assert turn.refuses("germany", "x5")
    turn.play("germany", "x4")
    assert turn.state.damage[turn.at("germany")] == 0 and turn.ipcs("germany") == 3
    assert "germany" not in turn.offers()


def test_p4_only_own_complexes_are_repaired_and_only_with_money() -> None:
    turn = Turn("germany", Phase.PURCHASE, opening_board=True).money("germany", 2)
    turn.state.damage[turn.at("germany")] = 4
    turn.state.damage[turn.at("russia")] = 4
    turn.start()
    assert "russia" not in turn.offers()
    assert turn.refuses("germany", "x3") and turn.can("germany", "x2")


def test_p5_k6_without_its_capital_a_power_does_not_buy() -> None:
    turn = Turn("germany", Phase.NEXT_TURN, opening_board=True).money("germany", 40)
    turn.hold("uk", "germany").start()
    assert turn.state.phase == Phase.COMBAT_MOVE
    assert turn.ipcs("germany") == 40


def test_p5_with_the_capital_held_it_does() -> None:
    turn = Turn("germany", Phase.NEXT_TURN, opening_board=True).start()
    assert turn.state.phase == Phase.PURCHASE


def test_g4_opening_ipcs_equal_production() -> None:
    turn = Turn("ussr", Phase.NEXT_TURN, opening_board=True).start()
    want = {"ussr": 24, "germany": 40, "uk": 30, "japan": 30, "usa": 42}
    for power, ipcs in want.items():
        assert turn.ipcs(power) == turn.production(power) == ipcs


def test_g11_no_money_or_units_pass_between_allies() -> None:
    """A purchase takes from the buyer alone, and no choice names another power."""
    turn = buyer("uk", 30)
    ipcs = turn.state.ipcs.copy()
    turn.play("tank", "x2")
    changed = [loaded().powers[p] for p in range(5) if turn.state.ipcs[p] != ipcs[p]]
    assert changed == ["uk"]
    assert not set(loaded().powers) - {"germany"} & set(turn.offers())


def test_o19_no_more_pieces_of_a_kind_than_there_are() -> None:
    turn = Turn("germany", Phase.PURCHASE, opening_board=True).money("germany", 900)
    turn.put("germany", "germany", infantry=82, aa_gun=17).start()  # 25 and 3 stand there already
    turn.play("infantry")
    assert max(int(word[1:]) for word in turn.offers()) == 3
    turn.play("x3")
    assert "infantry" not in turn.offers() and "aa_gun" not in turn.offers()
    assert "tank" in turn.offers()


def test_o19_at_most_64_transports_at_sea() -> None:
    turn = Turn("germany", Phase.PURCHASE).money("germany", 900)
    for _ in range(62):
        turn.ship("sz5", "germany")
    turn.start().play("transport")
    assert set(turn.offers()) == {"x1", "x2"}
    turn.play("x2")
    assert "transport" not in turn.offers()
