"""warfront odds: a table, one JSON object, one line for bad input."""

import json
from pathlib import Path
from typing import Any

import pytest

from warfront.game import BadInput
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


def landing(**zone: Any) -> dict[str, Any]:
    """Two British infantry aboard in sz3, announced to land in Norway, a battleship beside them."""
    riders = [{"unit": "infantry", "power": "uk", "going": True}] * 2
    fleet = {"battleship": 1, "transport": 1, "infantry": 2}
    ships = {"owner": "uk", "cargo": riders, "did": ["unloaded"], "target": "norway"}
    units = {"uk": fleet} | zone.pop("units", {})
    sea = {"units": units, "cargo": {"uk": {"infantry": 2}}, "transports": [ships]} | zone
    land = {"owner": "germany", "units": {"germany": {"infantry": 2}}}
    return {"seat": "uk", "phase": "combat_move", "spaces": {"norway": land, "sz3": sea}}


@pytest.mark.parametrize(
    ("position", "ships"),
    [
        (landing(), {"battleship": 1}),
        (landing(units={"germany": {"submarine": 1}}, engage="ignore"), {"battleship": 1}),
        (landing(units={"germany": {"transport": 1}}, engage="ignore"), {"battleship": 1}),
        (landing(units={"germany": {"submarine": 1}}, engage="attack"), {}),
        (landing(units={"germany": {"destroyer": 1}}), {}),
        (landing(fought=["battle", "won"]) | {"phase": "combat", "prompt": "battle"}, {}),
    ],
    ids=["nobody", "ignored", "transport", "attacked", "a battle ahead", "a battle fought"],
)
def test_am2_ships_bombard_where_no_battle_is_fought(
    position: dict[str, Any], ships: dict[str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", json.dumps(position), "norway", "--json"]) == 0
    battle = json.loads(capsys.readouterr().out)["battle"]
    assert battle["seaborne"] == {"infantry": 2} and battle["bombard"] == ships


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ({"phase": []}, "phase [] is unknown"),
        ({"clear": [{}]}, "space {} is unknown"),
        ({"spaces": {"sz5": {"raid": {"a": 1}}}}, "'a' is no movement left"),
    ],
)
def test_a_position_of_wrong_types_is_one_line(
    position: dict[str, Any], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", json.dumps(position), "sz5"]) == 2
    error = capsys.readouterr().err
    assert told in error and error.count("\n") == 1


@pytest.mark.parametrize("terms", [{"retreat_at": -3}, {"retreat_after": 1.5}])
def test_terms_of_a_retreat_are_whole_numbers(terms: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="is no count: write a whole number from 0"):
        odds({"tank": 3}, {"infantry": 2}, **terms)
