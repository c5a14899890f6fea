"""The rules still do what the golden files say; `make golden` writes them anew."""

import json

import pytest

import golden
from golden import STAR, Chosen
from golden_games import GAMES, Golden
from happenings import missing, shown
from perft_counts import counts, perft_file
from rulebook import BOOKS

# What the playthroughs must show, by statement or by how a note begins.
SHOWN = {
    # vanquished, surrender (of a General too), cards returned; driven out; claim, raid; withdrawal
    # with consent and without; Rule E; Battles for Germany; liberation; victory
    "battlecards": (
        *("67", "68", "68 General", "68 Admiral", "Q30", "63", "70"),
        *("75", "75 the british claims Battle for Germany", "Q36", "76", "85", "86", "Q39"),
        *("Q7", "Q8 with the consent", "Q8 without the consent", "Q24", "138"),
        *("15", "23", "34", "35", "43", "132", "133", "B7", "21", "121", "113", "142"),
        *("88", "92", "94", "96", "101", "103", "105", "108", "109", "118", "125", "Q29", "K6"),
        *("58 Standard Victory of the allies", "59 Total Victory of the axis"),
    ),
    # capitals, plunder, liberation, raids, AA fire, landings and bombardment, submarines, joint
    # defence, decks, retreat, victory by cities
    "spring1942": (
        *("K2", "K3", "K7", "L2", "C2", "CM6", "SB1", "SB3", "P4", "AA1", "AM1", "AM2", "AM9"),
        *("CM25", "CM10", "S1", "S3", "MN2", "MN9", "NCM13", "NCM20", "A3", "R2", "V1", "V2"),
    ),
}

PLAYED = [each for game in GAMES.values() for each in game()]


@pytest.mark.parametrize("played", PLAYED, ids=lambda played: f"{played.path.stem}")
def test_playthrough(played: Golden) -> None:
    assert golden.playthrough(played, Chosen) == played.path.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_perft(game: str) -> None:
    wanted = json.loads(perft_file(game).read_text(encoding="utf-8"))
    assert counts(game) == wanted


def test_there_are_at_least_forty_of_all_theatre_sets_and_eight_of_turning_points() -> None:
    played = GAMES["battlecards"]()
    sets = {each.options["theatres"] for each in played if not each.position}
    assert len(played) >= 48 and len(sets) == 15
    assert len({each.position for each in played} - {""}) >= 8


def test_there_are_at_least_twenty_of_spring_1942() -> None:
    assert len(GAMES["spring1942"]()) >= 20


def notes_of(game: str) -> set[str]:
    """What the files of a game show."""
    texts = (each.path.read_text(encoding="utf-8") for each in GAMES[game]())
    return set().union(*(shown(text, STAR) for text in texts))


@pytest.mark.parametrize("game", GAMES)
def test_what_must_be_shown_is_shown_by_known_statements(game: str) -> None:
    notes = notes_of(game)
    assert missing(SHOWN[game], notes) == []
    known = {statement.number for statement in BOOKS[game].statements()}
    assert {note.partition(" ")[0] for note in notes} <= known


@pytest.mark.parametrize("game", GAMES)
def test_what_no_playthrough_shows_is_missed(game: str) -> None:
    notes = notes_of(game)
    for what in SHOWN[game]:
        rest = {note for note in notes if not f"{note} ".startswith(f"{what} ")}
        assert rest < notes
        assert what in missing(SHOWN[game], rest)
