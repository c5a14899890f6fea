"""`warfront tournament`: all pairings once, the same table every time, killed runs go on."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import contests
import warfront
from exports import weights_of, write_run
from warfront.game import BadInput
from warfront_agents.checkpoint import facts_of, write_checkpoint
from warfront_training import tournament
from warfront_training.cli import main
from warfront_training.match import play_match, sides_seating
from warfront_training.tournament import Match, Plan, Row, begin, read_plan, run, schedule
from warfront_training.tournament_report import figures_of, write_report

FILES = ("report.json", "report.html", "ratings.csv", "pairings.csv")


def played(folder: Path, plan: Plan, processes: int = 1) -> dict[str, Any]:
    """A whole tournament with its report."""
    begin(plan, folder)
    report = figures_of(plan, run(plan, folder, processes, play=contests.play))
    write_report(folder, report)
    return report


def test_everybody_meets_everybody_on_both_sides_over_the_same_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament, "BLOCK", 5)
    plan = contests.new_plan(games=12)
    begin(plan, tmp_path)
    counted: list[int] = []
    rows = run(plan, tmp_path, progress=counted.append)
    assert sum(counted) == 9 * 12
    for axis in contests.AGENTS:
        for allies in contests.AGENTS:
            mine = [row for row in rows if (row["axis"], row["allies"]) == (axis, allies)]
            assert [len(row["winner"]) for row in mine] == [5, 5, 2]
    for block in range(3):
        assert len({row["seed"] for row in rows if row["block"] == block}) == 1
    assert len({row["seed"] for row in rows}) == 3
    game = warfront.make_game("skirmish")
    row = rows[4]
    seating = sides_seating(game, row["axis"], row["allies"])
    (match,) = play_match("skirmish", {}, [seating], 5, row["seed"])
    assert row["winner"] == match.winner.tolist() and row["decisions"] == match.decisions.tolist()


def test_the_same_tournament_twice_is_the_same_table(tmp_path: Path) -> None:
    plan = contests.new_plan()
    played(tmp_path / "one", plan)
    played(tmp_path / "two", plan)
    for name in FILES:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    other = played(tmp_path / "three", contests.new_plan(seed=4))
    assert other["pairings"] != json.loads((tmp_path / "one" / FILES[0]).read_text())["pairings"]


def test_several_processes_give_the_same_table(tmp_path: Path) -> None:
    plan = contests.new_plan()
    played(tmp_path / "one", plan)
    played(tmp_path / "two", plan, processes=2)
    for name in FILES:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_a_process_that_dies_is_told(tmp_path: Path) -> None:
    plan = contests.new_plan()
    begin(plan, tmp_path)
    with pytest.raises(ChildProcessError, match="has died"):
        run(plan, tmp_path, 2, play=contests.die)


def test_a_killed_tournament_goes_on_without_repeating(tmp_path: Path) -> None:
    plan = contests.new_plan()
    whole = played(tmp_path / "whole", plan)
    folder = tmp_path / "killed"
    begin(plan, folder)
    asked: list[Match] = []

    def until_killed(plan: Plan, match: Match) -> Row:
        if len(asked) == 4:
            raise KeyboardInterrupt
        asked.append(match)
        return tournament.play(plan, match)

    with pytest.raises(KeyboardInterrupt):
        run(plan, folder, play=until_killed)
    with (folder / "matches.jsonl").open("a") as file:
        file.write('{"axis":"random","al')  # the machine went down in the middle of a line

    def rest(plan: Plan, match: Match) -> Row:
        asked.append(match)
        return tournament.play(plan, match)

    counted: list[int] = []
    again = read_plan(folder)
    assert again == plan
    report = figures_of(plan, run(again, folder, progress=counted.append, play=rest))
    assert asked == schedule(plan) and sum(counted) == 9 * plan.games
    assert report == whole
    assert figures_of(plan, run(plan, folder, play=contests.die)) == whole  # nothing is missing


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"block":0', '"block":1'),
        ('"axis":"random"', '"axis":"staff"'),
        ('"seed":', '"seed":1'),
        ('"winner":[', '"winner":[0,'),
        ('"winner":[', '"winner":[7],"was":['),
        ("{", "["),
    ],
)
def test_lines_of_another_tournament_are_refused(tmp_path: Path, old: str, new: str) -> None:
    plan = contests.new_plan(games=2)
    begin(plan, tmp_path)
    run(plan, tmp_path)
    file = tmp_path / "matches.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    lines[2] = lines[2].replace(old, new, 1)
    file.write_text("".join(lines))
    with pytest.raises(BadInput, match="line 3 is no match of this tournament"):
        run(plan, tmp_path)


def test_what_is_no_longer_the_same_is_not_gone_on_with(tmp_path: Path) -> None:
    plan = contests.new_plan()
    begin(plan, tmp_path)
    file = tmp_path / "tournament.json"
    text = file.read_text()
    file.write_text(text.replace(plan.game_version, "0-old"))
    with pytest.raises(BadInput, match="0-old of skirmish, which is now"):
        read_plan(tmp_path)
    file.write_text("{}")
    with pytest.raises(BadInput, match="cannot be read"):
        read_plan(tmp_path)


@pytest.mark.parametrize("name", ["{}", "search:2p:{}"])
def test_a_policy_that_has_changed_is_not_gone_on_with(tmp_path: Path, name: str) -> None:
    """Whether an agent plays by it or searches with it."""
    options: dict[str, Any] = {"theatres": ("pacific",)}
    game = warfront.make_game("battlecards", **options)
    run, cup = write_run(tmp_path / "run", game, "flat", options), tmp_path / "cup"
    agents = ["random", name.format(run)]
    begin(tournament.new_plan("battlecards", options, agents, 2, 1), cup)
    assert list(read_plan(cup).checkpoints) == agents[1:]
    write_checkpoint(
        run / "checkpoints" / "axis.npz",
        facts_of(game, ["japanese"], options, 2, "axis"),
        weights_of(game, "flat", 1, 9),
    )
    with pytest.raises(BadInput, match=f"{agents[1]} has changed since .*: begin a new tournament"):
        read_plan(cup)


def test_the_figures_are_those_of_the_games(tmp_path: Path) -> None:
    plan = contests.new_plan(games=30)
    report = played(tmp_path, plan)
    points: dict[tuple[str, str], list[float]] = {}
    for line in (tmp_path / "matches.jsonl").read_text().splitlines():
        row = json.loads(line)
        points[row["axis"], row["allies"]] = [{0: 1.0, 1: 0.0}.get(w, 0.5) for w in row["winner"]]
    for pairing in report["pairings"]:
        got = points[pairing["axis"], pairing["allies"]]
        assert pairing["score"] == pytest.approx(np.mean(got))
        assert pairing["axis_wins"] + pairing["undecided"] / 2 == pytest.approx(sum(got))
        assert pairing["axis_wins"] + pairing["allied_wins"] + pairing["undecided"] == 30
        assert pairing["interval"][0] <= pairing["score"] <= pairing["interval"][1]
        assert 0 < pairing["expected"] < 1
    total = 0.0
    for row in report["table"]:
        mine, others = row["agent"], [name for name in plan.agents if name != row["agent"]]
        as_axis = np.mean([points[mine, other] for other in others])
        as_allies = 1 - np.mean([points[other, mine] for other in others])
        assert row["as_axis"]["score"] == pytest.approx(as_axis)
        assert row["as_allies"]["score"] == pytest.approx(as_allies)
        assert row["score"] == pytest.approx((as_axis + as_allies) / 2)
        assert row["interval"][0] < row["rating"] < row["interval"][1]
        total += row["rating"]
    assert total == pytest.approx(3 * 1500)
    ranked = [row["rating"] for row in report["table"]]
    assert ranked == sorted(ranked, reverse=True)
    for name in ("alpha_rank", "nash"):
        assert sum(row[name]["share"] for row in report["table"]) == pytest.approx(1)
    for shares in report["alpha_rank"]["by_side"].values():
        assert sum(shares.values()) == pytest.approx(1)


def test_the_page_and_the_rows_hold_the_table(tmp_path: Path) -> None:
    report = played(tmp_path, contests.new_plan())
    page = (tmp_path / "report.html").read_text()
    assert page.startswith("<!doctype html>") and page.count("<svg") == 3
    for outside in ("src=", 'href="http', "<script", "url(http", "@import"):
        assert outside not in page
    for row in report["table"]:
        assert f"<td>{row['agent']}</td><td>{row['rating']:.0f} (" in page
    with (tmp_path / "ratings.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["agent"] for row in rows] == [row["agent"] for row in report["table"]]
    first = report["table"][0]
    assert float(rows[0]["rating"]) == first["rating"]
    assert [float(rows[0][end]) for end in ("low", "high")] == first["interval"]
    assert float(rows[0]["as_axis_high"]) == first["as_axis"]["interval"][1]
    assert float(rows[0]["as_axis_score_low"]) == first["as_axis"]["score_interval"][0]
    with (tmp_path / "pairings.csv").open(newline="") as file:
        pairings = list(csv.DictReader(file))
    assert len(pairings) == 9 and float(pairings[3]["low"]) == report["pairings"][3]["interval"][0]


def test_a_ring_is_shown(tmp_path: Path) -> None:
    plan = contests.new_plan(games=20)
    rows = []
    for match in schedule(plan):
        ahead = (plan.agents.index(match.allies) - plan.agents.index(match.axis)) % 3
        winner = [(0, 0, 1)[ahead]] * 20 if ahead else [0, 1] * 10
        rows.append(
            {"axis": match.axis, "allies": match.allies, "block": 0, "winner": winner}
            | {"margin": [0.0] * 20, "decisions": [9] * 20}
        )
    report = figures_of(plan, rows)
    assert report["cycles"][0]["players"] == plan.agents and report["cycles"][0]["certain"]
    assert all(row["nash"]["share"] == pytest.approx(1 / 3) for row in report["table"])
    assert all(row["rating"] == pytest.approx(1500) for row in report["table"])
    write_report(tmp_path, report)
    words = "random beats toy:LowestAgent beats toy:HighestAgent beats random"
    assert words in (tmp_path / "report.html").read_text()


def test_tournament_end_to_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["tournament", "random", "greedy", "--theatres", "pacific", "--games", "3"]
    arguments += ["--seed", "5", "--processes", "1", "--json"]
    assert main(arguments) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["report"] == "runs/tournament-seed5/report.html"
    assert report["games"] == 12 and report["seed"] == 5
    game = warfront.make_game("battlecards", theatres=("pacific",))
    assert report["game_version"] == game.spec.version
    assert report["command"] == (
        "warfront tournament random greedy --games 3 --seed 5 --game battlecards --theatres pacific"
    )
    assert main(["tournament", "--resume", "runs/tournament-seed5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == report
    assert main([*arguments[:-1], "--name", "runs/again"]) == 0
    words = capsys.readouterr().out
    assert "greedy" in words and "report: runs/again/report.html" in words
    again = json.loads((tmp_path / "runs/again/report.json").read_text())
    assert again["table"] == report["table"]
    assert main([*arguments, "--name", "runs/again"]) == 2
    assert "nothing is overwritten" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "remedy"),
    [
        ("", "name 2 to 30"),
        ("random", "name 2 to 30"),
        ("random random", "name each once"),
        ("random nobody", "use random"),
        ("random human", "name agents that play by themselves"),
        ("random greedy --games 0", "play 1 or more"),
        ("random greedy --processes 0", "use 1 or more"),
        ("random greedy --theatres mars", "western_europe"),
        ("random greedy --game chess", "battlecards"),
        ("--resume nowhere", "name a tournament's folder"),
        ("random greedy --resume nowhere", "give only --processes"),
        ("--resume nowhere --games 3", "give only --processes"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(
    refuses: Callable[[str, str, str], None], arguments: str, remedy: str
) -> None:
    refuses("tournament", arguments, remedy)
