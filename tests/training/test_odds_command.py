"""warfront odds: a table, one JSON object, one line for bad input."""

import json
from pathlib import Path
from typing import Any

import pytest

from warfront.spring1942 import odds
from warfront_training.cli import main

ATTACK = {
    "base": "opening",
    "seat": "germany",
    "phase": "combat_move",
    "spaces": {
        "karelia_ssr": {
            "owner": "ussr",
            "units": {"ussr": {"infantry": 3, "aa_gun": 1}, "germany": {"tank": 3, "fighter": 1}},
        }
    },
}


@pytest.mark.plain
def test_odds_of_a_space_are_those_of_the_library_call(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "attack.json"
    file.write_text(json.dumps(ATTACK))
    order = ["--attacker-order", "1 fighter, 2 tank", "--retreat-after", "2"]
    assert main(["odds", str(file), "karelia_ssr", "--json", *order]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    call = odds(
        {"tank": 3, "fighter": 1},
        {"infantry": 3},
        aa_gun=True,
        attacker_order=["1 fighter", "2 tank"],
        retreat_after=2,
    )
    assert found["win"] == pytest.approx(call.win)
    assert found["attacker_left"][0]["units"] == call.attacker_left[0][0]
    assert main(["odds", str(file), "karelia_ssr"]) == 0
    assert "an AA gun fires" in capsys.readouterr().out


@pytest.mark.plain
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["{", "sz5"], "JSON object or the path"),
        (["no.json", "sz5"], "no.json"),
        ([json.dumps(ATTACK), "karelia"], "did you mean karelia_ssr"),
        ([json.dumps(ATTACK), "ukraine_ssr"], "no units there that fight"),
        ([json.dumps(ATTACK), "karelia_ssr", "--attacker", "italy"], "is unknown"),
        ([json.dumps(ATTACK), "karelia_ssr", "--retreat-after", "0"], "round 1 or later"),
        ([json.dumps(ATTACK), "karelia_ssr", "--defender-order", "panzer"], "is unknown"),
        ([json.dumps(ATTACK), "karelia_ssr", "--game", "battlecards"], "spring1942"),
    ],
)
def test_bad_input_is_one_line_with_status_2(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", *arguments]) == 2
    error = capsys.readouterr().err
    assert told in error and error.count("\n") == 1
