"""The rules still do what the golden files say; `make golden` writes them anew."""

import json

import pytest

import golden
from golden import GAMES, Chosen, Golden
from rulebook import BOOKS

# What the playthroughs of Spring 1942 must show: capitals, plunder, liberation, raids, AA fire,
# landings and bombardment, submarines, joint defence, decks, retreat, victory by cities.
SHOWN = (
    "K2 K3 K7 L2 C2 CM6 SB1 SB3 P4 AA1 AM1 AM2 AM9 CM25 CM10 S1 S3 MN2 MN9 NCM13 NCM20 A3 R2 V1 V2"
)

PLAYED = [each for game in GAMES.values() for each in game()]


@pytest.mark.parametrize("played", PLAYED, ids=lambda played: f"{played.path.stem}")
def test_playthrough(played: Golden) -> None:
    assert golden.playthrough(played, Chosen) == played.path.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_perft(game: str) -> None:
    wanted = json.loads(golden.perft_file(game).read_text(encoding="utf-8"))
    assert golden.counts(game) == wanted


def test_there_are_at_least_forty_of_all_theatre_sets() -> None:
    played = GAMES["battlecards"]()
    sets = {each.options["theatres"] for each in played}
    assert len(played) >= 40 and len(sets) == 15


def test_twenty_of_spring_1942_show_its_rules() -> None:
    played = GAMES["spring1942"]()
    lines = [line for each in played for line in each.path.read_text("utf-8").splitlines()]
    shown = {line.split()[1] for line in lines if line.startswith("    * ")}
    assert len(played) >= 20 and set(SHOWN.split()) <= shown
    known = {statement.number for statement in BOOKS["spring1942"].statements()}
    assert shown <= known
