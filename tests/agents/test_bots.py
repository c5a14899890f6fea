"""Outside programs as agents: they play, and no fault of theirs stops or hangs anything."""

import json
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import warfront
from warfront.game import BadInput
from warfront_agents.agent import make_agent
from warfront_agents.bots.faults import Fault
from warfront_agents.bots.log import Log
from warfront_agents.bots.process import Program
from warfront_agents.bots.settings import refuse_command
from warfront_training.cli import main
from warfront_training.match import Games, play_match, sides_seating
from warfront_training.tournament import begin, new_plan, run
from warfront_training.tournament_report import figures_of, write_report

ROOT = Path(__file__).parents[2]
OPTIONS = {"theatres": ("pacific",), "options": {"game_rounds": "12"}}
ODD = ROOT / "tests" / "odd_bot.py"
PYTHON = f"{shlex.quote(sys.executable)} -S -E"
NAME = "bot:odd"


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Writes a bots.toml with one table `odd` of these keys, found wherever the test runs."""

    def write(arguments: str, keys: str = "") -> None:
        file = tmp_path / "bots.toml"
        file.write_text(f'[odd]\ncommand = "{PYTHON} {ODD} {arguments}"\n{keys}\n')
        monkeypatch.setenv("WARFRONT_BOTS", str(file))
        monkeypatch.setenv("TMPDIR", str(tmp_path))

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return write


def play(axis: str, allies: str, games: int = 1) -> Games:
    """A short match of Battlecards."""
    seating = sides_seating(warfront.make_game("battlecards", **OPTIONS), axis, allies)
    (played,) = play_match("battlecards", OPTIONS, [seating], games, seed=3, threads=1)
    return played


def test_a_bot_that_plays_the_lowest_action_plays_its_game(bots: Any) -> None:
    bots("words 100000")
    played = play(NAME, "greedy", games=3)
    assert played.seating["japanese"] == NAME
    report = played.faults[NAME]
    assert report["asked"] > 50 and report["lost"] == 0 and report["restarts"] == 0
    assert play(NAME, "greedy", games=3).margin.tolist() == played.margin.tolist()


NONSENSE = ("words", "list", "deep", "bytes", "no_id", "old_id", "float", "truth", "both")
ILLEGAL = ("huge", "negative", "illegal", "no_order")


@pytest.mark.parametrize("mode", [*NONSENSE, "neither", "gives_up", "quotes", *ILLEGAL])
def test_nonsense_loses_one_decision_and_the_program_goes_on(bots: Any, mode: str) -> None:
    bots(f"{mode} 5")
    report = play(NAME, "greedy").faults[NAME]
    kind = "illegal" if mode in ILLEGAL else "nonsense"
    assert (report["lost"], report[kind], report["restarts"]) == (1, 1, 0)
    assert report["asked"] > 10 and not report["disqualified"]
    assert report["first"].startswith("japanese: ")
    assert "told: " in Path(report["log"]).read_text()


def test_what_is_said_unasked_loses_the_next_decisions(bots: Any) -> None:
    bots("babble 5")
    report = play(NAME, "greedy").faults[NAME]
    assert (report["lost"], report["nonsense"]) == (3, 3) and report["asked"] > 10


@pytest.mark.parametrize(("mode", "said"), [("dies", "I cannot go on"), ("flood", "a line of")])
def test_a_program_that_ends_is_started_anew(bots: Any, mode: str, said: str) -> None:
    bots(f"{mode} 8", "ms = 2000")
    report = play(NAME, "greedy").faults[NAME]
    assert report["lost"] == report["asked"] // 8 > 0
    assert 0 <= report["lost"] - report["restarts"] <= 1
    assert said in report["first"]


def test_a_late_answer_loses_its_decision_only(bots: Any) -> None:
    bots("late 5", "ms = 400")
    report = play(NAME, "greedy").faults[NAME]
    assert (report["late"], report["restarts"]) == (report["lost"], 0)
    assert 1 <= report["lost"] <= 2 and report["asked"] > 10
    (log,) = Path(report["log"]).parent.glob("*.log")
    assert "told: no answer in time: random decided" in log.read_text()


@pytest.mark.parametrize("mode", ["hang", "mute", "chatter", "deaf", "rude", "other"])
def test_a_program_that_never_answers_is_disqualified(bots: Any, mode: str) -> None:
    bots(f"{mode} 1", "ms = 20\nfaults = 3\nstart_ms = 2000")
    begun = time.monotonic()
    report = play(NAME, "greedy").faults[NAME]
    assert report["disqualified"] and report["asked"] == report["lost"] == 3
    assert time.monotonic() - begun < 10


def test_the_time_of_a_game_is_spent_once(bots: Any) -> None:
    bots("hang 4", "game_ms = 60")
    report = play(NAME, "greedy", games=2).faults[NAME]
    assert report["late"] == report["lost"] == 2  # one in each game, which is played on without it


def test_the_fallback_decides_what_is_lost(bots: Any) -> None:
    bots("hang 1", 'ms = 1\nfaults = 1\nfallback = "greedy"')
    lost = play(NAME, "random")
    assert lost.faults[NAME]["disqualified"]
    assert lost.margin.tolist() == play("greedy", "random").margin.tolist()


def test_nothing_is_left_running(bots: Any, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    for mode in ("hang", "stays", "words"):
        bots(f"{mode} 3 {pids}", "ms = 500\nfaults = 2")  # a busy machine reaches the third too
        play(NAME, NAME)
    started = [int(pid) for pid in pids.read_text().split()]
    until = time.monotonic() + 5  # to be killed takes a moment
    while any(map(is_running, started)) and time.monotonic() < until:
        time.sleep(0.01)
    assert len(started) == 6 and not any(map(is_running, started))


@pytest.mark.deep
def test_a_tournament_that_is_killed_leaves_no_program(bots: Any, tmp_path: Path) -> None:
    """Not even those that hang, nor what they have started, nor the processes of the tournament."""
    pids = tmp_path / "pids"
    bots(f"hang 3 {pids}", "ms = 60000")
    words = ["tournament", "random", NAME, "--games", "200", "--theatres", "pacific"]
    command = [sys.executable, "-m", "warfront_training.cli", *words, "--name", str(tmp_path / "c")]
    host = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 120
    while not (pids.exists() and pids.read_text().count("\n") >= 2):
        assert time.monotonic() < until and host.poll() is None
        time.sleep(0.1)
    started = [int(pid) for pid in pids.read_text().split()]
    assert all(map(is_running, started))
    host.kill()
    host.wait()
    until = time.monotonic() + 20
    while any(map(is_running, started)) and time.monotonic() < until:
        time.sleep(0.1)
    assert not any(map(is_running, started))


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


@pytest.mark.parametrize(
    ("keys", "remedy"),
    [
        ("ms = 0", "a whole number from 1"),
        ("mss = 5", "did you mean ms"),
        ('fallback = "bot:odd"', "use random"),
        ('fallback = "nobody"', "nobody"),
        ('parts = ["state"]', "view, observation"),
        ("environment = 3", "NAME"),
        ('environment = { "A=B" = "1" }', "no = sign"),
        ('environment = { A = "1\\u0000" }', "neither holds a NUL"),
        ('log = "no/such/folder/bot.log"', "there is no folder no/such/folder; name a file"),
        ('log = "/"', "it is a folder; name a file"),
    ],
)
def test_bad_settings_are_one_line(bots: Any, keys: str, remedy: str) -> None:
    bots("words 1", keys)
    with pytest.raises(BadInput, match=remedy):
        make_agent(NAME, warfront.make_game("battlecards", **OPTIONS))


def test_a_file_that_is_named_and_missing_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """WARFRONT_BOTS is a wish; bots.toml of the current folder may be missing."""
    game = warfront.make_game("battlecards", **OPTIONS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WARFRONT_BOTS", str(tmp_path / "mine.toml"))
    for refuse in (lambda: make_agent(NAME, game), lambda: refuse_command(NAME)):
        with pytest.raises(BadInput, match=r"WARFRONT_BOTS names .*mine.toml, which does not ex"):
            refuse()
    monkeypatch.setenv("WARFRONT_BOTS", "")  # as if it were not set
    with pytest.raises(BadInput, match="there is no program 'odd'"):
        make_agent(NAME, game)


def test_a_nul_byte_is_one_line() -> None:
    with pytest.raises(BadInput, match="holds a NUL: take it out"):
        make_agent("bot:python3 a\0b", warfront.make_game("battlecards", **OPTIONS))
    with pytest.raises(Fault, match="it cannot be started: embedded null byte"):
        Program([sys.executable, "a\0b"], {}, Log(None))


def test_a_log_that_cannot_be_written_is_not_named(tmp_path: Path) -> None:
    log = Log(str(tmp_path / "gone" / "bot.log"))
    log.write(b"a line")
    assert log.written is None and log.close(keep=True) is None
    assert log.last_line() == "a line"


@pytest.mark.parametrize("name", ["bot:", "bot", "bot:no-such-program x", "llm:'unclosed"])
def test_what_cannot_be_run_is_refused(name: str) -> None:
    with pytest.raises(BadInput, match="bot:python3 mybot.py|llm:'unclosed"):
        make_agent(name, warfront.make_game("battlecards", **OPTIONS))


def test_a_tournament_goes_on_and_tells_of_faults(bots: Any, tmp_path: Path) -> None:
    bots("dies 3", "faults = 4")
    plan = new_plan("battlecards", OPTIONS, [NAME, "greedy"], 2, 1)
    begin(plan, tmp_path / "cup")
    report = figures_of(plan, run(plan, tmp_path / "cup"))
    write_report(tmp_path / "cup", report)
    faults = report["faults"][NAME]
    assert faults["dead"] == faults["lost"] > 10 and faults["disqualified"] >= 2
    assert "I cannot go on" in faults["first"] and "log" not in faults
    assert "Faults of programs" in (tmp_path / "cup" / "report.html").read_text()
    assert len(report["table"]) == 2


def test_the_python_example_plays_by_its_command(capsys: pytest.CaptureFixture[str]) -> None:
    name = f"bot:{PYTHON} {ROOT / 'examples' / 'bots' / 'simple_bot.py'}"
    words = ["evaluate", name, "random", "--games", "2", "--theatres", "pacific", "--json"]
    assert main(words) == 0
    out, err = capsys.readouterr()
    result = json.loads(out)
    assert result["faults"][name]["asked"] > 50 and result["faults"][name]["lost"] == 0
    assert result["game_version"] and not err
