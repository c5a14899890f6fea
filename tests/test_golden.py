"""The rules still do what the golden files say; `make golden` writes them anew."""

import json

import pytest

import golden
from golden import GAMES, Golden

PLAYED = [each for game in GAMES.values() for each in game()]


@pytest.mark.parametrize("played", PLAYED, ids=lambda played: f"{played.path.stem}")
def test_playthrough(played: Golden) -> None:
    assert golden.playthrough(played) == played.path.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_perft(game: str) -> None:
    wanted = json.loads(golden.perft_file(game).read_text(encoding="utf-8"))
    assert golden.counts(game) == wanted


def test_there_are_at_least_forty_of_all_theatre_sets() -> None:
    sets = {played.options["theatres"] for played in GAMES["battlecards"]()}
    assert len(PLAYED) >= 40 and len(sets) == 15
