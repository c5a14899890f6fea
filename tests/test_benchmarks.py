"""The benchmark's page and verdicts; what it measures is measured by hand (`make bench`)."""

import importlib
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "benchmarks"


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(FOLDER)
    return importlib.import_module("page")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(FOLDER)
    return importlib.import_module("run")


def test_the_page_is_what_the_report_tells(page: Any, tmp_path: Path) -> None:
    report = json.loads((FOLDER / "report.json").read_text(encoding="utf-8"))
    page.write(report, tmp_path / "benchmarks.md")
    published = ROOT / "docs" / "benchmarks.md"
    assert (tmp_path / "benchmarks.md").read_text("utf-8") == published.read_text("utf-8")


def test_the_verdicts_are_what_the_report_measured(run: Any) -> None:
    report = json.loads((FOLDER / "report.json").read_text(encoding="utf-8"))
    assert run.judge(report["parts"]) == report["bars"]


def test_ratios_pair_repetitions_and_leave_out_what_failed(run: Any) -> None:
    (bar,) = [bar for bar in run.BARS if bar.ours == "aec_raw"]
    rows = {
        bar.ours: [{"rate": 40.0}, {"rate": 80.0}, {"rate": 90.0}],
        bar.peer: [{"rate": 10.0}, {"failed": "no"}, {"rate": 10.0}],
    }
    (told,) = [row for row in run.judge(rows) if row["bar"] == bar.words]
    assert (told["least"], told["most"]) == (4.0, 9.0)


@pytest.mark.parametrize(("only", "status"), [("", 1), ("copy/", 0)])
def test_a_bar_that_could_not_be_measured_is_missed(
    run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, only: str, status: int
) -> None:
    monkeypatch.setattr(run, "measure", lambda *_: {"failed": "nothing runs"})
    monkeypatch.setattr(run, "versions", lambda _: {})
    monkeypatch.setattr(run, "compile_times", dict)
    out = [f"--out={tmp_path / 'page.md'}", f"--report={tmp_path / 'report.json'}"]
    assert run.main(["--repetitions=1", f"--only={only}", *out]) == status


def test_games_a_second_stand_where_all_games_of_a_batch_have_ended(page: Any) -> None:
    found = [{"games": 1000, "seconds": 2.0}, {"games": 1200, "seconds": 2.0}]
    assert page.games_a_second("batch/battlecards/{}/512/1", found) == ""
    assert page.games_a_second("pgx/chess/500", found) == "550.0"
    assert page.games_a_second("open_spiel/chess", found) == "550.0"
    assert page.games_a_second("open_spiel/chess", [{"games": 29, "seconds": 1.0}]) == ""


def test_parts_measured_anew_take_the_place_of_their_own(
    run: Any, page: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kept = json.loads((FOLDER / "report.json").read_text(encoding="utf-8"))
    (tmp_path / "report.json").write_text(json.dumps(kept), encoding="utf-8")
    monkeypatch.setattr(run, "measure", lambda *_: {"bytes_a_second": {"in the caches": 1.0}})
    monkeypatch.setattr(run, "versions", lambda _: {})
    out = [f"--out={tmp_path / 'page.md'}", f"--report={tmp_path / 'report.json'}"]
    assert run.main(["--repetitions=3", "--again", "--only", "copy/", *out]) == 0
    found = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert len(found["parts"]["copy/"]) == 3
    assert {**found["parts"], "copy/": 0} == {**kept["parts"], "copy/": 0}
    assert found["bars"] == kept["bars"]
    assert "Parts named copy/ were measured in a run of their own" in (
        tmp_path / "page.md"
    ).read_text("utf-8")
    with pytest.raises(SystemExit):
        run.main(["--again", *out])


def test_a_figure_is_the_median_of_its_repetitions(page: Any) -> None:
    rows = [{"a": {"b": 1.0}}, {"failed": "no"}, {"a": {"b": 9.0}}, {"a": {"b": 2.0}}]
    assert page.middle(rows) == {"a": {"b": 2.0}}
    assert page.middle([{"failed": "no"}]) == {}


def test_a_peer_on_the_whole_machine_is_a_process_on_every_core(
    run: Any, page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = []

    def one(words: list[str], **_: Any) -> Any:
        started.append(words)
        return subprocess.CompletedProcess(words, 0, '{"decisions": 50, "seconds": 2}', "")

    monkeypatch.setattr(run.subprocess, "run", one)
    monkeypatch.setattr(run.shutil, "which", lambda _: "taskset")
    monkeypatch.setattr(run.os, "cpu_count", lambda: 3)
    found = run.measure("whole/catanatron/4", 1.0, 7, "python")
    assert found == {"rate": 75.0, "processes": 3}
    assert sorted((words[2], words[5], words[-1]) for words in started) == [
        (str(core), "catanatron/4", str(7 + 1000 * core)) for core in range(3)
    ]
    ours, peer = page.WHOLE[0]
    report = {"parts": {ours: [{"rate": 300.0}, {"rate": 900.0}], f"whole/{peer}": [found] * 2}}
    assert "| 75 (75 to 75) | 8 (4 to 12) |" in page.whole_table(report)
    failed = subprocess.CompletedProcess([], 1, "", "no such game")
    monkeypatch.setattr(run.subprocess, "run", lambda *_, **__: failed)
    assert run.measure("whole/catanatron/4", 1.0, 7, "python") == {"failed": "no such game"}
