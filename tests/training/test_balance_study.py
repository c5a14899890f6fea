"""`warfront balance` beyond its bars: two players, second rule sets, units, the even value."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import warfront
from warfront.game import BadInput
from warfront_agents.checkpoint import facts_of, write_checkpoint
from warfront_agents.features import Features
from warfront_training.balance import begun_by, first_turn_worth
from warfront_training.balance_report import verdict
from warfront_training.cli import main
from warfront_training.dials import Dial, read_dial
from warfront_training.even import find_even, scores_of
from warfront_training.match import lead_of_axis, play_match, sides_seating
from warfront_training.paired import FIGURES, compare, difference
from warfront_training.trial import Trial
from warfront_training.unit_worth import Post, added, measure_units, posts, read_post

MINI = {"scenario": "mini"}
SHORT = {"scenario": "mini", "options": {"round_limit": 2}}


def skirmish(games: int = 40, **changes: Any) -> Trial:
    """A trial of the small game, in plain Python."""
    return Trial({}, "random", games, seed=4, threads=1, name="skirmish", **changes)


def spring(games: int = 8, **options: Any) -> Trial:
    return Trial({**SHORT, **options}, "random", games, seed=2, threads=1, name="spring1942")


def test_each_side_has_its_own_player() -> None:
    trial = Trial({}, "random", 12, 3, 1, None, "skirmish", axis="toy:HighestAgent")
    assert trial.players == {"axis": "toy:HighestAgent", "allies": "random"}
    game = warfront.make_game("skirmish")
    seating = sides_seating(game, "toy:HighestAgent", "random")
    (games,) = play_match("skirmish", {}, [seating], 12, seed=3)
    assert (trial.play(()).winner == games.winner).all()


def test_a_learned_player_may_play_changed_rules_that_it_can_read(tmp_path: Path) -> None:
    game = warfront.make_game("skirmish")
    sizes = (Features(game).size, 4, game.spec.num_actions)
    weights: dict[str, Any] = {}
    for k in range(2):
        weights[f"layers.{k}.weight"] = np.zeros((sizes[k + 1], sizes[k]), np.float32)
        weights[f"layers.{k}.bias"] = np.zeros(sizes[k + 1], np.float32)
    write_checkpoint(tmp_path / "c.npz", facts_of(game, ["north", "south"], {}, 1), weights)
    trial = skirmish(axis=str(tmp_path / "c.npz"))
    assert trial.check((), target=5).spec.version != game.spec.version
    assert trial.play_some((), 4, 1, target=5).seating["north"] == str(tmp_path / "c.npz")
    with pytest.raises(BadInput, match="was not trained for seat east"):
        skirmish(allies=str(tmp_path / "c.npz")).check(())


def test_differences_are_of_the_same_seeds() -> None:
    trial = skirmish()
    base = trial.play(())
    row, other = compare(trial, (), base, {"target": 6})
    assert (other.seeds == base.seeds).all() and list(row["differences"]) == list(FIGURES)
    wins = row["differences"]["axis_wins"]
    assert wins["change"] == pytest.approx(other.wins(0).mean() - base.wins(0).mean())
    assert row["win_rate"]["axis"] == wins["after"]
    assert row["differences"]["length"]["change"] < 0  # a nearer target ends games sooner
    same, _ = compare(trial, (), base, {})
    assert same["same_winner"] == 1 and same["differences"]["axis_wins"]["interval"] == [0, 0]


def test_what_pairing_saves() -> None:
    before = np.array([0.0, 1.0, 0.0, 1.0])
    half = difference(before, np.array([0.0, 1.0, 0.0, 0.0]))
    # variances: 1/3 and 1/4 apart, 1/4 of the differences
    assert half["saved"] == pytest.approx(1 - (1 / 4) / (1 / 3 + 1 / 4))
    assert half["change"] == -0.25
    wide, narrow = half["unpaired_interval"], half["interval"]
    assert wide[0] < narrow[0] < narrow[1] < wide[1]
    assert difference(before, before)["saved"] == 1
    assert difference(before, 1 - before)["saved"] == pytest.approx(-1)


def head_start(value: int) -> dict[str, Any]:
    """Credits that a side of the small game begins with: above 0 north's, below 0 east's."""
    return {"scenario": {"winner": -1, "credit": [max(value, 0), max(-value, 0), 0, 0]}}


def test_an_even_value_is_found_and_told_with_its_games() -> None:
    found = find_even(
        skirmish(), (), Dial("credit", "of a side", -9, 9, head_start), within=0.2, error=0.2
    )
    steps = found["steps"]
    assert [step["value"] for step in steps[:2]] == [-9, 9]
    assert (steps[0]["verdict"], steps[1]["verdict"]) == ("under half", "over half")
    assert found["games"] == sum(step["games"] for step in steps)
    low, high = found["interval"]
    assert -9 <= low <= found["even"] <= high <= 9 and found["favours"] is None
    assert steps[-1]["value"] == found["nearest"] and steps[-1]["games"] == 40
    assert 0.2 < found["score"]["axis"] < 0.8
    assert found["curve"]["slope"] > 0


def test_where_both_ends_favour_a_side_nothing_is_even() -> None:
    dial = Dial("credit", "of a side", 8, 9, head_start)
    found = find_even(skirmish(), (), dial, within=0.2, error=0.2)
    assert (found["even"], found["favours"], found["bracket"]) == (None, "axis", [])


def test_undecided_games_count_half() -> None:
    games = skirmish().play((), limit=3)
    assert set(scores_of(games).tolist()) <= {0.0, 0.5, 1.0}
    assert (scores_of(games)[games.winner == -1] == 0.5).all() and (games.winner == -1).any()


def test_the_lead_in_spring_1942_is_that_of_its_reward() -> None:
    game = warfront.make_game("spring1942", **MINI)
    opening = game.view(game.new(0), 0)
    state = game.new(3)
    assert lead_of_axis(opening, opening) == 0
    axis = game.spec.seats.index(game.spec.sides["axis"][0])
    leads = set()
    while not game.done(state):
        legal = game.legal_mask(state).nonzero()[0]
        game.step(state, int(legal[len(legal) // 2]))
        if legal.sum() % 7 == 0 or game.done(state):
            lead = lead_of_axis(game.view(state, 0), opening)
            assert lead == pytest.approx(float(game.returns(state, "margin")[axis]), abs=1e-6)
            leads.add(lead)
    assert len(leads) > 1


def test_one_more_unit_stands_beside_the_others() -> None:
    game: Any = warfront.make_game("spring1942", **MINI)
    found = posts(game)
    assert len(found) == 4 * 12 and found[0] == Post("germany", "infantry", "germany")
    assert read_post("germany:submarine", game).space == "sz1"  # beside the capital
    assert read_post("japan:cruiser", game).space == "sz4"
    assert posts(game, ["tank", "usa:fighter:india"])[-1] == Post("usa", "fighter", "india")
    before = game.describe(game.new(1))["spaces"]
    more: Any = warfront.make_game("spring1942", scenario=added("mini", found[0], 2))
    after = more.describe(more.new(1))["spaces"]
    at_home = after["germany"]["units"]["germany"]
    assert at_home["infantry"] == before["germany"]["units"]["germany"]["infantry"] + 2
    at_home["infantry"] -= 2
    assert after == before
    assert added("mini", found[0], 0) == added("mini", found[1], 0)


def test_a_bid_of_the_scenario_itself_stays() -> None:
    own: dict[str, Any] = {"base": "mini", "bid": {"usa": {"ipcs": 3, "india": {"tank": 1}}}}
    bid = added(own, Post("usa", "tank", "india"), 1)["bid"]
    assert bid == {"usa": {"ipcs": 3, "india": {"tank": 2}}} and own["bid"]["usa"]["ipcs"] == 3


def test_units_are_measured_for_their_own_side_on_the_same_seeds() -> None:
    trial = spring()
    base = trial.play(())
    (row,) = measure_units(trial, (), ["usa:fighter"], base)
    played = trial.play((), scenario=added("mini", Post("usa", "fighter", row["space"]), 1))
    assert row["change"] == pytest.approx(played.wins(1).mean() - base.wins(1).mean())
    assert row["margin_change"] == pytest.approx(base.margin.mean() - played.margin.mean())
    assert row["an_ipc"] == row["change"] / row["cost"] == row["change"] / 10


def test_another_power_begins_and_the_others_follow_in_their_order() -> None:
    trial = spring()
    assert trial.game(()).spec.seats == ("germany", "uk", "japan", "usa")
    turned = trial.game((), **begun_by(trial, (), "uk"))
    assert turned.spec.seats == ("uk", "japan", "usa", "germany")
    base = trial.play(())
    worth = first_turn_worth(trial, (), base)
    begun = trial.play((), **begun_by(trial, (), "uk"))
    assert worth["first"] == {"axis": "germany", "allies": "uk"}
    assert worth["worth"] == pytest.approx(base.wins(0).mean() - begun.wins(0).mean())


def test_dials_turn_what_they_say() -> None:
    trial = spring()
    bid = read_dial("bid", trial, ())
    assert (bid.low, bid.high) == (-100, 100)
    assert bid.changes(-7)["options"] == {"round_limit": 2, "bid_axis": 0, "bid_allies": 7}
    unit = read_dial("usa:tank=0:4", trial, ())
    assert (unit.low, unit.high) == (0, 4) and unit.changes(3)["scenario"]["bid"] == {
        "usa": {"america": {"tank": 3}}
    }
    gun = read_dial("aa_gun_cost", trial, ())
    assert (gun.low, gun.high, gun.changes(5)["options"]["aa_gun_cost"]) == (1, 20, 5)
    cards = Trial({}, "random", 1, 0)
    assert read_dial("bid", cards, ("pacific",)).high == 39  # the target is 40


def test_a_report_of_everything_about_spring_1942(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "report"
    status = main(
        [
            *("balance", "--game", "spring1942", "--scenario", "mini", "--agent", "random"),
            *("--option", "round_limit=2", "--games", "4", "--first-seat", "--units", "uk:tank"),
            *("--against-option", "round_limit=1", "--even", "bid=-1:1", "--within", "0.3"),
            *("--error", "0.4", "--name", str(folder), "--json"),
        ]
    )
    report = json.loads(capsys.readouterr().out)
    assert status == 0 and report["misses"] == []
    assert (report["game"], report["axis"], report["allies"]) == ("spring1942", "random", "random")
    (row,) = report["sets"]
    assert row["first"] == "germany" and row["name"].startswith("Mini")
    with (folder / "games.csv").open(newline="") as file:
        games = list(csv.DictReader(file))
    assert [game["rules"] for game in games] == ["as it is"] * 4 + ["changed"] * 4
    assert games[0]["game_seed"] == games[4]["game_seed"]
    for name in ("sets", "units", "against", "even"):
        with (folder / f"{name}.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        assert rows and None not in rows[0]
    assert float(rows[0]["low"]) <= float(rows[0]["axis"]) <= float(rows[0]["high"])
    page = (folder / "report.html").read_text()
    assert page.count("<svg") == 8 and "What makes it even" in page
    for outside in ("src=", 'href="http', "<script", "url(http", "@import"):
        assert outside not in page


def test_a_verdict_needs_intervals_that_are_apart() -> None:
    def words(axis: list[float], allies: list[float]) -> str:
        interval = {"axis": axis, "allies": allies}
        return verdict({"name": "x", "win_rate": {"axis": 0, "allies": 0}, "interval": interval})

    assert "the Axis has the better" in words([0.6, 0.7], [0.3, 0.4])
    assert "the Allies have the better" in words([0.3, 0.4], [0.6, 0.7])
    assert "neither side" in words([0.45, 0.55], [0.45, 0.55])


@pytest.mark.parametrize(
    ("arguments", "remedy"),
    [
        ("--axis nobody", "use random"),
        ("--cards Napoleon", "not in play"),
        ("--cards Tojo --game spring1942", "cards of battlecards"),
        ("--units tank", "units of spring1942"),
        ("--units uk:horse --game spring1942", "unit 'horse' is unknown"),
        ("--units uk:tank:sz5 --game spring1942", "place it on land"),
        ("--all-sets --game spring1942", "theatre sets of battlecards"),
        ("--theatres pacific --game spring1942", "its options are scenario, options"),
        ("--against-option die=10", "are the same"),
        ("--against-option die=six", "a whole number from 4"),
        ("--against-decks nowhere", "no such folder"),
        ("--against-scenario x.json", "whole games"),
        ("--even luck", "use bid"),
        ("--even failed_scores", "whole-number option"),
        ("--even bid=5", "bid=LOW:HIGH"),
        ("--even bid=5:5", "the smaller number first"),
        ("--even bid=-500:5", "bid goes from -77 to 77"),
        ("--even die --option die=12", "leave --option die out"),
        ("--even die=4:9", "threshold"),
        ("--even uk:tank", "only spring1942 has units"),
        ("--even bid --within 0.7", "under 0.5"),
        ("--even bid --error 0", "above 0"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(
    refuses: Callable[[str, str, str], None], arguments: str, remedy: str
) -> None:
    refuses("balance", arguments, remedy)
