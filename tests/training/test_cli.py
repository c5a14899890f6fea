"""The command line: JSON and nothing else, one line for bad input, records that replay."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import warfront
from warfront_agents.agent import AgentFailed
from warfront_training import telling
from warfront_training.cli import COMMANDS, main
from warfront_training.commands.play import TerminalGame


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> Any:
    assert main([*arguments, "--json"]) == status
    return json.loads(capsys.readouterr().out)  # nothing but one JSON object


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_takes_the_games_options(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main([command, "--help"])
    assert stop.value.code == 0
    text = capsys.readouterr().out
    for option in ("--game", "--theatres", "--decks", "--option", "--scenario", "--seed", "--json"):
        assert option in text


@pytest.mark.parametrize(
    ("arguments", "remedy"),
    [
        ("evaluate greedy nobody", "use random"),
        ("evaluate", "evaluate AXIS ALLIES"),
        ("evaluate greedy random --games 0", "1 game or more"),
        ("evaluate greedy random --theatres mars", "western_europe"),
        ("evaluate greedy random --theatres pacific,pacific", "different"),
        ("evaluate greedy random --option die", "KEY=VALUE"),
        ("evaluate greedy random --option dye=6", "die"),
        ("evaluate greedy random --game chess", "battlecards"),
        ("evaluate --seats german=staff --games 2", "seat an agent on each"),
        ("evaluate --seats gorman=staff --games 2", "german"),
        ("evaluate greedy random --seats german=staff --two-sided", "leave --seats out"),
        ("evaluate greedy random --scenario no.json", "no.json"),
        ("train", "quickstart"),
        ("train quickstrat", "quickstart"),
        ("train quickstart --set stepz=3", "did you mean 'steps'"),
        ("train --resume nowhere", "warfront train"),
        ("train quickstart --resume nowhere", "no preset"),
        *(
            (f"train --resume nowhere {given}", "give no preset, and only --on and --json")
            for given in (
                "--seed 3",
                "--theatres pacific",
                "--option die=9",
                "--decks d",
                "--name n",
                "--game spring1942",
                "--scenario s",
                "--set seed=1",
            )
        ),
        ("train quickstart --set pool.human=1", "needs no people"),
        ("evaluate human random --games 1", "human needs somebody at a terminal"),
        ("balance --agent human --games 1", "human needs somebody at a terminal"),
        ("train quickstart --game spring1942 --set pool.nobody=1", "use random"),
        ("train quickstart --name a:b", "a:b has : in its name"),
        ("train quickstart --set minutes=0", "more than 0"),
        ("train quickstart --set pool.nobody=1", "use random"),
        ("train quickstart --set nokey=3", "key 'nokey' is unknown: use game, theatres"),
        ("train quickstart --set batch=99999999999", "batch = 99999999999 is too large: use at"),
        ("train quickstart --option die=9 --option die=8", "--option die is given twice"),
        ("evaluate greedy random --option die=9 --option die=8", "--option die is given twice"),
        ("evaluate --seats german=", "--seats german= names no agent: write for instance"),
        ("evaluate --seats german=staff,german=random", "--seats german is given twice"),
        ("evaluate greedy random --threads 100000", "threads is 100000: use 1 or more, at most"),
        ("evaluate greedy montecarlo:", "montecarlo:100"),
        ("tournament random greedy --processes 1000", "at most 256"),
        ("games --game chess", "battlecards"),
        ("play --seat nobody", "german"),
        ("play --theatres pacific --seats japanese=random,us=random", "SEAT=human"),
        ("replay no-such-file", "cannot be read"),
        *(
            (f"replay no-such-file {given}", "give at most --decks")
            for given in (
                "--theatres russia",
                "--option die=9",
                "--seed 3",
                "--game spring1942",
                "--scenario s",
            )
        ),
        ("scenarios all --focal human", "human needs somebody at a terminal"),
        ("scenarios all --theatres russia --option die=9", "leave out --theatres, --option"),
        ("cases tests/cases/battlecards --theatres nowhere", "western_europe"),
        ("cases no-such-file", "cannot be read"),
    ],
)
def test_bad_input_is_one_line_with_status_2(
    arguments: str, remedy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments.split()) == 2
    output = capsys.readouterr()
    assert output.out == ""
    lines = output.err.strip().splitlines()
    assert len(lines) == 1 and lines[0].startswith("warfront ") and remedy in lines[0]


def test_a_file_that_is_no_checkpoint_and_an_agent_without_a_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "words").write_text("root:x:0:0\n")
    for name, remedy in ((str(tmp_path / "words"), "name a run folder of"), ("", "use random")):
        assert main(["evaluate", name, "random", "--games", "2"]) == 2
        (line,) = capsys.readouterr().err.strip().splitlines()
        assert remedy in line and "pickle" not in line


@pytest.mark.parametrize(
    "arguments",
    [
        ["nothing"],
        [],
        ["evaluate", "--gaems", "3"],
        ["games", "--seed", "-1"],
        ["evaluate", "--games", "x"],
    ],
)
def test_bad_arguments_are_one_line_with_status_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_evaluate_gives_what_it_promises(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["evaluate", "greedy", "random", "--games", "6", "--seed", "4", "--two-sided"]
    result = run_json(capsys, *arguments)
    assert result["games"] == 6 and result["seed"] == 4
    assert result["game_version"] == warfront.make_game("battlecards").spec.version
    assert sum(result["win_rate"].values()) == pytest.approx(1)
    for name, rate in result["win_rate"].items():
        low, high = result["interval"][name]
        assert low <= rate <= high
    assert result["length"] > 0 and -3 < result["margin"] < 3
    assert result["swapped"]["games"] == 6
    assert 0 <= result["two_sided"]["win_rate"] <= 1
    again = run_json(capsys, *arguments)
    for key in ("win_rate", "margin", "length", "two_sided"):
        assert again[key] == result[key]
    assert main(["evaluate", "random", "--games", "2"]) == 0  # one agent sits on both sides
    assert "games: german random" in capsys.readouterr().out


def test_evaluate_seats_one_by_one(capsys: pytest.CaptureFixture[str]) -> None:
    result = run_json(
        capsys, "evaluate", "--games", "3", "--seats", "japanese=random,us=greedy",
        "--theatres", "pacific", "--option", "game_rounds=5",
    )  # fmt: skip
    assert result["seating"] == {"japanese": "random", "us": "greedy"}
    assert result["rounds"] <= 6


def test_games_lists_seats_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    listed = run_json(capsys, "games", "--theatres", "russia")
    assert listed["battlecards"]["seats"] == ["german_barbarossa", "soviet"]
    assert {option["name"] for option in listed["battlecards"]["options"]} >= {"die", "rounds"}
    assert main(["games"]) == 0
    assert "battlecards" in capsys.readouterr().out


def test_a_played_game_is_recorded_and_replays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.jsonl"
    answers = iter(["1", "2", "what?", "1", "quit"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    arguments = ["play", "--seat", "japanese", "--against", "random", "--record", str(file)]
    arguments += ["--theatres", "pacific", "--seed", "3"]
    assert main(arguments) == 0
    assert "The game was left." in capsys.readouterr().out
    result = run_json(capsys, "replay", str(file), "--verify")
    assert result["decisions"] >= 3 and result["verified"]
    assert main(arguments) == 2  # nothing is overwritten
    assert "exists already" in capsys.readouterr().err
    text = file.read_text().replace('"action": ', '"action": 9')
    file.write_text(text)
    assert main(["replay", str(file), "--verify"]) == 2
    assert "decision 1" in capsys.readouterr().err


def test_a_game_broken_off_keeps_its_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, answers = tmp_path / "game.jsonl", iter("11")

    def interrupted(_: str) -> str:
        for answer in answers:
            return answer
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    arguments = ["--theatres", "pacific", "--against", "random", "--record", str(file)]
    assert main(["play", *arguments]) == 130
    assert f"the game so far is in {file}" in capsys.readouterr().err
    assert run_json(capsys, "replay", str(file), "--verify")["decisions"] >= 2


def test_columns_of_options_stand_apart(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    lines = capsys.readouterr().out.splitlines()
    (line,) = (line for line in lines if line.split()[:1] == ["hitler_from"])
    assert line.split()[1] == "german_barbarossa" and "german_barbarossa  " in line


def test_agents_play_a_whole_game_at_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    game: Any = warfront.make_game("battlecards", theatres=("pacific",))
    running = TerminalGame(game, dict.fromkeys(game.spec.seats, "random"), 5)
    people = {0}  # what a person on the Japanese seat would hear
    while not game.done(running.state):
        seat, prompt = game.seat(running.state), game.prompt(running.state)
        action = running.choose(tell=False)
        heard = telling.tell(game, running.state, action, people)
        if seat == 1 and prompt in ("deploy", "aid", "retain", "discard"):
            assert game.action_text(running.state, action) not in heard
        before = game.copy(running.state)
        game.step(running.state, action)
        came = telling.came_of(game, before, action, running.state, people)
        assert came == game.tale(before, action, running.state, 0)
    assert capsys.readouterr().out == ""


def test_train_and_resume_end_to_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    changes = [
        "steps=500", "games=8", "decisions=32", "batch=128", "threads=1", "measure_games=2",
        "report_games=3", 'baselines=["random"]', "pool.staff=0", "pool.greedy=0", "trunk=16",
    ]  # fmt: skip
    arguments = [part for change in changes for part in ("--set", change)]
    report = run_json(
        capsys, "train", "quickstart", "--seed", "7", "--theatres", "pacific", *arguments
    )
    assert report["run"] == "quickstart-seed7" and report["seed"] == 7
    assert Path(report["report"]).read_text().startswith("<!doctype html>")
    assert report["theatres"] == ["pacific"]
    page = Path(report["report"])
    before = page.read_bytes(), page.stat().st_mtime_ns
    again = run_json(capsys, "train", "--resume", "runs/quickstart-seed7")
    assert again == report  # it was done already
    assert main(["train", "--resume", "runs/quickstart-seed7"]) == 0
    assert "is finished, its report stays as it is" in capsys.readouterr().out
    assert (page.read_bytes(), page.stat().st_mtime_ns) == before
    _, *command = report["again"][1].split()
    result = run_json(capsys, *command)
    assert result["seating"]["japanese"] == "runs/quickstart-seed7"
    figures = report["final"]["random"]  # the command gives the very figures of the report
    assert result["win_rate"]["axis"] == figures["axis"]["win_rate"]
    assert result["margin"] == figures["axis"]["margin"]
    assert result["swapped"]["length"] == figures["allies"]["length"]
    assert result["two_sided"]["win_rate"] == figures["both"]["win_rate"]
    assert main(["evaluate", "runs/quickstart-seed7", "random", "--games", "3"]) == 2
    assert "was trained for seats" in capsys.readouterr().err


def test_a_person_is_asked_beside_the_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "quit")
    taken = ["--seats", "japanese=random", "--theatres", "pacific"]
    assert main(["play", *taken, "--json"]) == 0
    output = capsys.readouterr()
    assert json.loads(output.out)["seats"] == {"japanese": "random", "us": "human"}
    assert "Battlecards" in output.err


def test_files_that_cannot_be_written_are_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda _: pytest.fail("nobody is asked before"))
    (tmp_path / "file").write_text("")
    assert main(["play", "--record", str(tmp_path / "file" / "game.jsonl"), "--json"]) == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith("warfront play: ")


def test_an_own_class_in_the_current_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = list(sys.path)
    (tmp_path / "lying_here.py").write_text(
        "class Low:\n    def act(self, view, observation, mask):\n        return mask.argmax()\n"
        "class Bad:\n    def act(self, view, observation, mask):\n        raise KeyError('hm')\n"
    )
    taken = ["random", "--games", "1", "--theatres", "pacific", "--option", "game_rounds=1"]
    assert main(["evaluate", "lying_here:Low", *taken]) == 0
    assert sys.path == path
    capsys.readouterr()
    assert main(["evaluate", "random", "lying_here:Bad", *taken[1:]]) == 2
    (line,) = capsys.readouterr().err.strip().splitlines()
    for part in ("'lying_here:Bad'", "failed on us: KeyError: 'hm'", "WARFRONT_DEBUG=1"):
        assert part in line
    monkeypatch.setenv("WARFRONT_DEBUG", "1")
    with pytest.raises(AgentFailed):
        main(["evaluate", "random", "lying_here:Bad", *taken[1:]])
