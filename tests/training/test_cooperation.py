"""Scenarios, partners with habits, and what is measured of cooperation."""

import json
from collections.abc import Callable
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import warfront
from warfront.battlecards.names import Names
from warfront.battlecards.state import Prompt
from warfront.battlecards.tables import UNITS
from warfront.game import BadInput
from warfront_agents.agent import make_agent
from warfront_agents.partners import habits
from warfront_training.cli import main
from warfront_training.commands.scenarios import playable
from warfront_training.cooperation.battlecards import BattlecardsWatch
from warfront_training.cooperation.measures import Setting, contributions, cross_play, run_scenario
from warfront_training.cooperation.numbers import difference, mean, ratio, shapley
from warfront_training.cooperation.pictures import aid_bars
from warfront_training.cooperation.scenarios import (
    Scenario,
    choices_digest,
    find_scenarios,
    load_scenarios,
)
from warfront_training.match import play_match, sides_seating

PACIFIC: dict[str, Any] = {"theatres": ("pacific",)}
TWO: dict[str, Any] = {"theatres": ("western_europe", "pacific")}
BATTLECARDS = [s for s in load_scenarios().values() if s.game == "battlecards"]


def test_there_are_scenarios_enough_and_all_fit_their_games() -> None:
    assert len(load_scenarios()) >= 16
    for scenario in load_scenarios().values():
        game = scenario.make_game()
        assert set(scenario.seating("staff")) == set(game.spec.seats), scenario.name
        assert not set(scenario.focal) & set(scenario.seats), scenario.name
        assert set(scenario.focal) <= set(game.spec.sides[scenario.side]), scenario.name
        assert scenario.title and scenario.description and scenario.version >= 1
    digests = [scenario.digest for scenario in BATTLECARDS]
    assert len(set(digests)) == len(digests), "each is another scenario than all others"


@pytest.mark.parametrize("scenario", BATTLECARDS, ids=lambda scenario: scenario.name)
def test_a_scenario_is_frozen(scenario: Scenario) -> None:
    assert choices_digest(scenario) == scenario.digest, "other choices are another version"


@pytest.mark.deep
@pytest.mark.parametrize(
    "scenario",
    [s for s in load_scenarios().values() if s.game != "battlecards"],
    ids=lambda scenario: scenario.name,
)
def test_a_scenario_of_spring_1942_is_frozen(scenario: Scenario) -> None:
    assert choices_digest(scenario) == scenario.digest, "other choices are another version"


def test_every_habit_has_a_scenario() -> None:
    seated = {agent for s in load_scenarios().values() for agent in s.seats.values()}
    for game in warfront.game_names():
        assert {f"partner:{habit}" for habit in habits(game)} <= seated


def _choices(habit: str, steps: int = 150) -> list[tuple[Any, str, str]]:
    """Games of the staff: what is seen, what it says and what the partner says instead.

    Where both say the same, only of calls to battle.
    """
    game = warfront.make_game("battlecards", **TWO)
    batch = warfront.make_batch("battlecards", n=24, seed=0, **TWO)
    staff, partner = make_agent("staff", game), make_agent(f"partner:{habit}", game)
    found = []
    batch.reset()
    for _ in range(steps):
        said = [a.act_batch(batch.observations, batch.masks, batch.seats) for a in (staff, partner)]
        assert batch.masks[np.arange(24), said[1]].all()
        told = (said[0] != said[1]) | (batch.states["prompt"] == Prompt.EXECUTE)
        for i in np.flatnonzero(told).tolist():
            state = batch.states[i : i + 1]
            old, new = (game.action_text(state, int(actions[i])) for actions in said)
            found.append((game.view(state, int(batch.seats[i])), old, new))
        batch.step(said[0])
    return found


def test_never_aids_changes_only_aid() -> None:
    changed = [(old, new) for _, old, new in _choices("never_aids") if old != new]
    assert changed and all(old.startswith("aid ") and new == "draw" for old, new in changed)


def test_never_joins_declines_what_an_ally_may_fight_too_and_nothing_else() -> None:
    joint = []
    for view, old, new in _choices("never_joins"):
        asked = {*view["fight"]["pending"], *view["fight"]["willing"]} - {view["seat"]}
        assert new == ("decline" if asked else old)
        joint.append(bool(asked))
    assert any(joint) and not all(joint)


def test_idles_does_the_least() -> None:
    least = {"draw", "decline", "pass", "hold", "withdraw"}
    assert {new for _, old, new in _choices("idles", 60) if old != new} == least


def test_a_habit_that_does_not_exist_is_refused() -> None:
    game = warfront.make_game("battlecards", **PACIFIC)
    with pytest.raises(BadInput, match="never_aids"):
        make_agent("partner:kind", game)
    with pytest.raises(BadInput, match="stays_home"):
        make_agent("partner:never_aids", warfront.make_game("spring1942", scenario="mini"))
    with pytest.raises(BadInput, match="warfront scenarios"):
        find_scenarios(["no_ade"])


def _slow_counts(options: dict[str, Any], seeds: Any) -> dict[str, Any]:
    """What the watch counts, from views and words of games of the staff, one after the other."""
    game = warfront.make_game("battlecards", **options)
    seats, staff = game.spec.seats, make_agent("staff", game)
    count: dict[str, Any] = {"aid": {}, "offered": {}, "joined": {}, "fallen": {}, "freed": {}}
    count["battles"] = np.zeros((2, 2, 2, 2), int)

    def add(what: str, *key: str) -> None:
        count[what][key] = count[what].get(key, 0) + 1

    for seed in seeds.tolist():
        state, fight = game.new(seed), None
        while not game.done(state):
            seat, before = game.seat(state), game.view(state, game.seat(state))
            mask = game.legal_mask(state)
            action = int(staff.act_batch(game.observe(state, seat)[None], mask[None], None)[0])
            words = game.action_text(state, action)
            if before["prompt"] == "aid" and words != "done":
                add("aid", seats[seat], before["aid_to"])
            others = before["fight"] and {*before["fight"]["pending"], *before["fight"]["willing"]}
            if before["prompt"] == "execute" and others - {seats[seat]}:
                add("offered", seats[seat])
                if words == "execute":
                    add("joined", seats[seat])
            game.step(state, action)
            after = game.view(state, 0)
            for name in seats:
                out = [
                    bool(v["seats"][name]["vanquished_by"] or v["seats"][name]["expelled_by"])
                    for v in (before, after)
                ]
                if out == [False, True]:
                    add("fallen", name)
                if out == [True, False]:
                    add("freed", name)
            fight = _follow(count["battles"], fight, game, after)
    return count


def _follow(battles: Any, fight: Any, game: Any, view: Any) -> Any:
    """Note a battle that has ended, by where its card lies now; the battle that is on, if any."""
    now = view["fight"]
    on = now is not None and now["attackers"] and now["mode"] != "raid"
    if fight is not None and not (on and view["battle"] == fight[0]):
        card, side, aided = fight
        won = view["battles"][card]["place"] == side
        number = ("axis", "allies").index(side)
        battles[number, 0, int(aided[0]), int(won)] += 1
        battles[1 - number, 1, int(aided[1]), int(not won)] += 1
        fight = None
    if on and fight is None:
        sides = {seat: side for side, seats in game.spec.sides.items() for seat in seats}
        names = Names(game.loaded)
        aided = [False, False]
        for owner, cards in now["alive"].items():
            for card in cards:
                holder = game.spec.seats.index(owner)
                home = game.spec.seats[names.card_of(card, holder) // UNITS]
                lent = home != owner and sides[home] == sides[owner]
                aided[int(sides[owner] != now["attack_side"])] |= lent
        fight = (view["battle"], now["attack_side"], aided)
    return fight


@cache
def watched() -> tuple[Any, BattlecardsWatch, Any]:
    """Five games of the staff on all seats of two theatres, watched."""
    game = warfront.make_game("battlecards", **TWO)
    watch = BattlecardsWatch(game, 5)
    (games,) = play_match(
        "battlecards", TWO, [sides_seating(game, "staff", "staff")], 5, seed=2, watch=watch
    )
    return game, watch, games


def test_the_watch_counts_what_the_games_show() -> None:
    game, watch, games = watched()
    slow = _slow_counts(TWO, games.seeds)
    seats = game.spec.seats
    for name, counts in (
        ("aid", watch.aid_cards), ("freed", watch.freed.any(1)),
        ("offered", watch.offered), ("joined", watch.joined), ("fallen", watch.fallen),
    ):  # fmt: skip
        found = counts.sum(0)
        told = {
            tuple(seats[k] for k in index): int(value)
            for index, value in np.ndenumerate(found)
            if value
        }
        assert told == slow[name] and told, name
    assert np.array_equal(watch.battles.sum(0), slow["battles"])
    assert watch.battles[:, :, :, 1].any() and watch.parties.sum() == watch.battles[:, :, 0].sum()


def test_shapley_values_are_those_of_all_orders_and_add_up() -> None:
    rng = np.random.default_rng(0)
    values = rng.normal(size=(16, 5))
    slow = np.zeros((4, 5))
    orders = list(permutations(range(4)))
    for order in orders:
        coalition = 0
        for member in order:
            slow[member] += values[coalition | 1 << member] - values[coalition]
            coalition |= 1 << member
    found = shapley(values)
    assert np.allclose(found, slow / len(orders))
    assert np.allclose(found.sum(0), values[15] - values[0])
    assert np.allclose(shapley(np.array([0.0, 1.0])), [1.0])
    with pytest.raises(ValueError, match="2\\*\\*members"):
        shapley(np.zeros(3))


def test_a_ratio_takes_the_game_as_its_unit() -> None:
    won, fought = np.array([2, 0, 1, 3]), np.array([2, 2, 2, 4])
    told = ratio(won, fought)
    assert told["share"] == 0.6 and told["of"] == 10
    rng, shares = np.random.default_rng(1), []
    for _ in range(4000):
        drawn = rng.integers(0, 4, 4)
        shares.append(won[drawn].sum() / fought[drawn].sum())
    spread = (told["interval"][1] - 0.6) / 1.96
    assert abs(spread - np.std(shares)) < 0.2 * spread  # the bootstrap over games agrees
    assert ratio(won[:0], fought[:0])["share"] is None
    low, high = ratio(fought, fought)["interval"]  # always so: Wilson's
    assert 0.5 < low < 0.9 and high == pytest.approx(1)
    low, high = ratio(np.array([1]), np.array([2]))["interval"]  # one game tells no spread
    assert low < 0.2 and high > 0.8
    same = difference(won, fought, won, fought)
    assert same == {"mean": 0.0, "interval": [0.0, 0.0]}
    one, many = (np.array([1, 0]), np.array([1, 0])), (np.array([3, 4]), np.array([9, 9]))
    low, high = difference(*one, *many)["interval"]  # of a single battle: hardly anything is told
    assert low < 0 < 0.6 < high <= 1
    low, high = difference(*many, *one)["interval"]
    assert low < -0.6 < 0 < high
    assert mean(np.array([1.0, 1.0]))["interval"] == [1.0, 1.0]


SETTING = Setting("battlecards", TWO, 12, 3)


def test_cross_play_of_one_agent_with_itself_has_no_gap() -> None:
    twins = ["greedy", make_agent("greedy", SETTING.make_game())]
    told = cross_play(SETTING, twins, "axis", against="greedy")
    assert told["gap"] == {"mean": 0.0, "interval": [0.0, 0.0]}
    assert len(told["pairs"]) == 4 and len({pair["mean"] for pair in told["pairs"]}) == 1
    assert (told["first_seats"], told["second_seats"]) == (["german"], ["japanese"])
    with pytest.raises(BadInput, match="2 agents or more"):
        cross_play(SETTING, ["greedy"], "axis")


def test_the_worth_of_seats_adds_up_and_is_that_of_matches_played_alone() -> None:
    told = contributions(SETTING, "greedy", "allies", against="greedy", baseline="staff")
    total = sum(row["shapley"]["mean"] for row in told["seats"])
    assert total == pytest.approx(told["full"]["mean"] - told["empty"]["mean"])
    game = SETTING.make_game()
    swapped = sides_seating(game, "greedy", "greedy") | {"us": "staff"}
    full, less = SETTING.play([sides_seating(game, "greedy", "greedy"), swapped])
    wins = [g.wins(1).mean() + (g.winner < 0).mean() / 2 for g in (full, less)]
    assert told["full"]["mean"] == pytest.approx(wins[0])
    us = next(row for row in told["seats"] if row["seat"] == "us")
    assert us["swap"]["mean"] == pytest.approx(wins[0] - wins[1])


def test_a_scenario_gives_returns_of_focal_seats_and_the_rest() -> None:
    (scenario,) = find_scenarios(["no_aid"])
    told = run_scenario(scenario, ["staff", "random"], games=10, seed=1, reward="individual")
    (games,) = play_match(
        scenario.game, scenario.options, [scenario.seating("staff")], 10, 1, reward="individual"
    )
    first = told["rows"][0]
    assert first["focal_return"]["mean"] == pytest.approx(games.returns[:, 3].mean())
    assert first["partner_return"]["mean"] == pytest.approx(games.returns[:, 1].mean())
    assert first["enemy_return"]["mean"] == pytest.approx(games.returns[:, [0, 2]].mean())
    assert first["win_rate"]["share"] == pytest.approx(games.wins(1).mean())
    assert not [row for row in first["events"]["aid"] if row["from"] == "british"]
    assert told["focal_seats"] == ["us"]


def test_winners_do_not_depend_on_the_reward() -> None:
    game = warfront.make_game("battlecards", **PACIFIC)
    seating = [sides_seating(game, "greedy", "random")]
    team, share = (
        play_match("battlecards", PACIFIC, seating, 20, 5, reward=reward)[0]
        for reward in ("team", "mixed:0.5")
    )
    assert np.array_equal(team.winner, share.winner) and team.victory == share.victory
    assert set(np.unique(team.returns)) <= {-1.0, 0.0, 1.0}
    assert not np.array_equal(team.returns, share.returns)


def test_the_report_is_one_page_with_its_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "report"
    words = ["cooperation", "greedy", "random", "--against", "random", "--games", "4"]
    words += ["--side", "allies", "--scenarios", "no_aid", "--name", str(folder), "--json"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["report"] == (folder / "report.html").as_posix()
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 4
    assert not [word for word in ("<script", "<link", "src=", "url(http") if word in page]
    rows = (folder / "crossplay.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 1 + 4
    rows = (folder / "seats.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 1 + 4 and rows[0].startswith("agent,side,against,baseline,seat,swap")
    assert (folder / "scenarios.csv").read_text(encoding="utf-8").count("\n") == 3
    assert json.loads((folder / "report.json").read_text(encoding="utf-8"))["seed"] == 0
    assert main(words) == 2 and "not empty" in capsys.readouterr().err


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("with_aid", [None, 0.5], ids=["no battle", "only with aid"])
def test_the_legend_of_aid_is_whole_where_battles_are_few(with_aid: float | None) -> None:
    few = {"share": with_aid, "interval": [0.2, 0.8]}
    none = {"share": None, "interval": None}
    roles = {
        "attacking": {"with_aid": none, "without_aid": none},
        "defending": {"with_aid": few, "without_aid": none},
    }
    part = {"agent": "staff", "side": "axis", "events": {"battles": {"axis": roles}}}
    figure = aid_bars([part])
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["with aid", "without"]
    assert len(figure.axes[0].containers) == 2 * (with_aid is not None)  # a bar and its interval


def test_of_all_scenarios_those_that_an_agent_cannot_play_are_left_out_by_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A policy plays the game that it was trained for; one that is named is refused at once."""
    chosen, left_out = playable(["all"], ["trained:battlecards", "staff"], 0)
    made = {scenario.name for scenario in chosen}
    trained = warfront.make_game("battlecards").spec.version
    fit = {s.name for s in load_scenarios().values() if s.make_game().spec.version == trained}
    assert made == fit and made | set(left_out) == set(load_scenarios()) and len(made) > 5
    assert "trained for" in left_out["silent_guns"]
    assert playable(["all"], ["staff"], 0) == (list(load_scenarios().values()), {})
    monkeypatch.chdir(tmp_path)
    words = ["cooperation", "trained:battlecards", "--games", "1", "--side", "axis"]
    assert main([*words, "--scenarios", "no_aid,silent_guns"]) == 2
    assert "trained for" in capsys.readouterr().err and not list(tmp_path.iterdir())
    assert main(["cooperation", "nobody", "--scenarios", "all"]) == 2
    assert "agent 'nobody' is unknown" in capsys.readouterr().err


def test_spring_1942_counts_land_that_is_given_back(tmp_path: Path) -> None:
    setting = Setting("spring1942", {"scenario": "mini"}, 3, 1)
    told = contributions(setting, "random", "axis", against="random", baseline="random")
    assert sum(row["shapley"]["mean"] for row in told["seats"]) == 0
    assert set(told["events"]) == {"liberations", "fallen"}
    assert any(row["mean"] > 0 for row in told["events"]["fallen"].values())


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("cooperation", "name 1 to 8"),
        ("cooperation greedy greedy", "named twice"),
        ("cooperation human", "play by themselves"),
        ("cooperation greedy --games 0", "play 1 game"),
        ("cooperation greedy --scenarios no_ade", "did you mean no_aid"),
        ("cooperation greedy --reward luck", "luck"),
        ("scenarios nothing_like_it", "warfront scenarios"),
        ("scenarios --focal staff", "name some, or all"),
        ("scenarios no_aid --focal staff,", "with commas"),
        ("scenarios no_aid --focal staff --games 0", "play 1 game"),
        ("evaluate partner:kind staff", "no habit"),
    ],
)
def test_bad_input_is_one_line(
    words: str, hint: str, refuses: Callable[[str, str, str], None]
) -> None:
    command, _, arguments = words.partition(" ")
    refuses(command, arguments, hint)


def test_scenarios_are_listed_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(load_scenarios()) + 2
    assert main(["scenarios", "no_aid"]) == 0
    shown = capsys.readouterr().out
    assert "british: partner:never_aids" in shown and "us: the tested agent" in shown
    assert main(["scenarios", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["scenarios"]) == len(load_scenarios())
