"""The runner of rule cases: what passes, what fails, what is faulty."""

import json
from pathlib import Path

import pytest

from warfront_training import rule_book
from warfront_training.cases import run_path
from warfront_training.cli import main

SOUND = """
[[case]]
id = "bc-001"
rules = ["T1"]
title = "A card is deployed, scripted dice stay"
position = { theatres = ["pacific"], turn = "japanese", seed = 3 }
steps = [
  { dice = [7, 3] },
  { expect = { "dice_left" = 2, "turn" = "japanese", "seats.us.vanquished_by" = 0 } },
  { offered = "draw" },
  { not_offered = "fight on" },
  { refused = "withdraw" },
  { legal = "draw" },
  { order = "draw" },
  { dice = [1] },
  { expect = { "seats.us.retained" = [] } },
]
"""


def _faults(tmp_path: Path, text: str) -> list[str]:
    file = tmp_path / "cases.toml"
    file.write_text(text)
    return [result.fault for result in run_path(str(file), "battlecards", {})]


def test_a_sound_case_passes(tmp_path: Path) -> None:
    assert _faults(tmp_path, SOUND) == [""]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"dice_left" = 2', '"dice_left" = 3', "step 2: dice_left is 2, expected 3"),
        ('offered = "draw"', 'offered = "withdraw"', "not offered here"),
        ('not_offered = "fight on"', 'not_offered = "draw"', "'draw' is offered"),
        ('refused = "withdraw"', 'refused = "draw"', "must be refused, but is accepted"),
        ('legal = "draw"', 'legal = "withdraw"', "'withdraw' is refused"),
        ('order = "draw"', 'order = "withdraw"', "'withdraw' is refused"),
        ('"seats.us', '"seets.us', "faulty: step 2: path 'seets.us"),
        ('turn = "japanese", seed', 'turn = "chinese", seed', "faulty: .*chinese"),
        ("{ dice = [1] }", "{ dise = [1] }", "faulty: .*a step is one of"),
        ("{ dice = [1] }", "{ dice = [11] }", "faulty: .*11"),
        ('title = "', 'titel = "', "faulty: key 'titel' is unknown"),
        ('id = "bc-001"', "", "faulty: the case lacks id"),
        ('["T1"]', '["T1", "999"]', "faulty: rules: '999' is no statement: see docs/rules/battle"),
        ('["T1"]', '"T1"', "faulty: rules 'T1' is of the wrong kind"),
        ('["T1"]', "[14]", "faulty: rules .*a list of numbers as text"),
        ('["pacific"]', '["atlantic"]', "faulty: .*atlantic"),
        ('refused = "withdraw"', 'refused = "withdrew"', "faulty: .*order 'withdrew' is unknown"),
        ('refused = "withdraw"', 'refused = "aid germn Iowa"', "faulty: .*seat 'germn'"),
        ('refused = "withdraw"', 'refused = "aid us Iwoa"', "faulty: .*card 'iwoa'.*did you mean"),
        ('refused = "withdraw"', 'refused = "fire Iowa -> Iwoa"', "faulty: .*card 'iwoa'"),
        ('refused = "withdraw"', 'refused = "raid us mud"', "faulty: .*raid 'mud'"),
        ('refused = "withdraw"', 'refused = "play Sabotge on Iowa"', "faulty: .*'sabotge'"),
        ('refused = "withdraw"', 'refused = "remove Hitler mars"', "faulty: .*seat 'mars'"),
        (
            'not_offered = "fight on"',
            'not_offered = "counterattack Mars"',
            "faulty: .*battle 'mars'",
        ),
        ('not_offered = "fight on"', "not_offered = 3", "faulty: .*not_offered 3 is of the wrong"),
        ('"seats.us.vanquished_by"', '"seats.uk.vanquished_by"', "faulty: .*'uk' is unknown"),
        ('"seats.us.retained" = []', '"seats.us.retaind" = []', "faulty: .*did you mean retained"),
        ('"seats.us.retained" = []', '"seats.us.retained.Sabotage" = 0', "faulty: .*no place in a"),
        ("{ dice = [1] }", "{ dice = 1 }", "faulty: .*a list of rolls"),
        ("{ dice = [1] }", "7", "faulty: .*step 7 is of the wrong kind"),
        ('theatres = ["pacific"]', "theatres = 5", "faulty: theatres 5"),
        ("seed = 3 }", "options = 5 }", "faulty: options 5"),
    ],
)
def test_a_wrong_case_fails_and_says_why(tmp_path: Path, old: str, new: str, fault: str) -> None:
    assert old in SOUND
    ((found),) = _faults(tmp_path, SOUND.replace(old, new))
    import re

    assert re.search(fault, found), found


def test_without_a_rule_book_only_the_form_of_a_number_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule_book, "known_statements", lambda game: frozenset())
    assert _faults(tmp_path, SOUND.replace('["T1"]', '["T99", "NCM8", "142"]')) == [""]
    (found,) = _faults(tmp_path, SOUND.replace('["T1"]', '["T1", "the first"]'))
    assert found == "faulty: rules: 'the first' is no statement number: write one like 23 or Q17"


def test_an_id_that_stands_twice_in_a_file_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.toml").write_text(SOUND + SOUND)
    assert main(["cases", str(tmp_path / "a.toml")]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("a.toml has 2 cases with the id 'bc-001': give each its own")


def test_a_case_may_be_of_a_position_that_is_refused(tmp_path: Path) -> None:
    text = '[[case]]\nid = "x"\nfaulty = "theatres must be"\nposition.theatres = ["mars"]\n'
    assert _faults(tmp_path, text) == [""]
    (found,) = _faults(tmp_path, text.replace("must be", "may be"))
    assert found.startswith("faulty: ")
    (found,) = _faults(tmp_path, text.replace("mars", "pacific"))
    assert found == "must be faulty for 'theatres must be', but is not"
    (found,) = _faults(tmp_path, text.replace('"theatres must be"', "3"))
    assert "the words of the fault" in found


def test_the_command_counts_and_exits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "cases"
    folder.mkdir()
    (folder / "a.toml").write_text(SOUND)
    assert main(["cases", str(folder)]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
    (folder / "b.toml").write_text(SOUND.replace('legal = "draw"', 'legal = "withdraw"'))
    assert main(["cases", str(folder)]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 1 failed"
    assert main(["cases", str(folder), "--json"]) == 1
    counted = json.loads(capsys.readouterr().out)
    assert (counted["passed"], counted["failed"], len(counted["cases"])) == (1, 1, 2)


@pytest.mark.parametrize("text", ["", "[[case]\n", "case = 3\n"])
def test_what_holds_no_cases_is_refused(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.toml").write_text(text)
    assert main(["cases", str(tmp_path / "a.toml")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
