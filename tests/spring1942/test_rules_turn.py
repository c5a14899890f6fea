"""Turns and rounds, income, victory, repairs: G1-G3, G5, I, K5-K7, K12, B6, V2-V5, MN10."""

import numpy as np
import pytest

from spring1942.boards import loaded
from spring1942.turns import Turn
from warfront.spring1942.chance import roll
from warfront.spring1942.state import How, Phase, Prompt


def at_end(power: str, **options: int) -> Turn:
    """The opening board, with only the income of a power's turn still to come."""
    return Turn(power, Phase.INCOME, opening_board=True, **options)


def test_g1_five_powers_two_sides() -> None:
    game = loaded()
    sides = {power: int(game.tables.side[p]) for p, power in enumerate(game.powers)}
    assert sides == {"ussr": 1, "germany": 0, "uk": 1, "japan": 0, "usa": 1}


def test_g2_order_of_play() -> None:
    turn = Turn("ussr", Phase.NEXT_TURN, opening_board=True).start()
    seen: list[tuple[int, str]] = []
    while len(seen) < 6:
        if turn.state.phase == Phase.PURCHASE:
            seen.append((int(turn.state.game_round), turn.game.powers[turn.state.turn]))
        turn.play("done")
    order = ["ussr", "germany", "uk", "japan", "usa"]
    assert seen == [(1, power) for power in order] + [(2, "ussr")]


def test_g3_the_phases_in_their_order() -> None:
    turn = Turn("uk", Phase.NEXT_TURN, opening_board=True).start()
    phases = [Phase(turn.state.phase)]
    turn.play("infantry", "x1", "done")
    phases.append(Phase(turn.state.phase))
    turn.play("sz13", "cruiser 2", "sz14", "done")
    phases.append(Phase(turn.state.phase))
    while turn.state.phase == Phase.COMBAT:
        turn.play(next(iter(turn.offers())))
    phases.append(Phase(turn.state.phase))
    turn.play("done")
    phases.append(Phase(turn.state.phase))
    before = turn.ipcs("uk")
    turn.play("done")
    assert phases == [Phase.PURCHASE, Phase.COMBAT_MOVE, Phase.COMBAT, Phase.NONCOMBAT,
                      Phase.MOBILIZE]  # fmt: skip
    assert turn.ipcs("uk") == before + 30 and turn.state.turn == turn.power("japan")


def test_g5_dice_have_six_sides() -> None:
    turn = at_end("uk")
    rolls = [roll(turn.tables, turn.state) for _ in range(1200)]
    assert set(rolls) == {1, 2, 3, 4, 5, 6}
    assert min(rolls.count(n) for n in range(1, 7)) > 140


def test_i1_i3_g10_mn10_income_is_what_the_power_holds() -> None:
    turn = at_end("uk").money("uk", 1).hold("germany", "india").hold("uk", "norway")
    turn.put("anglo_egypt", "usa", infantry=5)  # guests earn nothing
    turn.start()
    assert turn.ipcs("uk") == 1 + 30 - 3 + 3


def test_i2_k5_no_income_without_the_capital() -> None:
    turn = at_end("uk").money("uk", 7).hold("germany", "united_kingdom").start()
    assert turn.ipcs("uk") == 7


def test_k7_k12_income_comes_again_with_the_capital() -> None:
    turn = at_end("uk").money("uk", 7).hold("germany", "india").start()
    assert turn.ipcs("uk") == 7 + 27


def test_k6_a_bereft_power_only_moves_and_fights() -> None:
    turn = Turn("uk", Phase.NEXT_TURN).hold("germany", "united_kingdom").money("uk", 9)
    turn.put("india", "uk", infantry=1).start()
    assert turn.state.phase == Phase.COMBAT_MOVE
    turn.play("done")
    assert turn.state.phase == Phase.NONCOMBAT
    turn.play("done")
    assert turn.state.turn == turn.power("japan")


def test_b6_damaged_ships_are_repaired_at_the_end_of_any_turn() -> None:
    turn = at_end("germany")
    turn.state.damaged[turn.at("sz2"), turn.power("uk")] = 1
    turn.start()
    assert not turn.state.damaged.any()


def axis_cities(n: int) -> Turn:
    """The end of a round in which the Axis hold n of the twelve cities."""
    turn = at_end("usa")
    cities = [s for s in range(turn.tables.n_land) if turn.tables.victory_city[s]]
    for s in cities:
        turn.state.owner[s] = turn.power("usa")
    for s in cities[:n]:
        turn.state.owner[s] = turn.power("japan")
    turn.state.owner_at_start[:] = turn.state.owner
    return turn.start()


@pytest.mark.parametrize(("axis", "winner"), [(9, 0), (8, -1), (4, -1), (3, 1), (12, 0)])
def test_v2_v3_nine_cities_win_at_the_end_of_a_round(axis: int, winner: int) -> None:
    turn = axis_cities(axis)
    assert turn.state.winner == winner
    assert (turn.state.prompt == Prompt.OVER) == (winner >= 0)


def test_v2_v5_nothing_is_decided_before_the_last_turn_of_the_round() -> None:
    turn = at_end("japan")
    for s in range(turn.tables.n_land):
        turn.state.owner[s] = turn.power("japan")
    turn.start()
    assert turn.state.winner == -1 and turn.state.turn == turn.power("usa")


def test_v3_another_number_can_be_agreed_on() -> None:
    turn = at_end("usa", victory_axis=6).start()
    assert turn.state.winner == 0


def test_v4_opening_cities_are_six_a_side() -> None:
    turn = at_end("ussr").start()
    assert turn.state.cities.tolist() == [6, 6]


def test_v2_o20_both_sides_at_their_number_is_no_victory() -> None:
    turn = at_end("usa", victory_axis=6, victory_allies=6).start()
    assert (turn.state.winner, turn.state.how) == (2, How.UNDECIDED)


def test_v2_the_round_limit_ends_the_game_undecided() -> None:
    turn = at_end("usa", round_limit=3)
    turn.state.game_round = 3
    turn.start()
    assert (turn.state.winner, turn.state.how) == (2, How.UNDECIDED)


def test_g3_a_turn_begins_with_a_clean_slate() -> None:
    turn = at_end("germany")
    turn.state.captured[:3] = 1
    turn.state.spent[turn.at("germany"), 0] = 2
    turn.state.engage[turn.at("sz5")] = 1
    turn.start()
    assert turn.state.turn == turn.power("uk")
    for field in ("captured", "spent", "engage", "fought", "came_from", "raid", "produced"):
        assert not np.any(turn.state[field]), field
