"""joint.csv: figures that hold in a game of exactly the theatres it names."""

from pathlib import Path

import numpy as np
import pytest

from warfront.battlecards.data import load_tables
from warfront.battlecards.deck_files import CARDS, JOINT
from warfront.battlecards.joint_file import COLUMNS, read_joint
from warfront.battlecards.tables import POWER_THEATRE, THEATRE_NAMES, UNITS, Kind, Role, Subtype
from warfront.game import BadInput

HEAD = ",".join(COLUMNS) + "\n"
PAIR = ("western_europe", "pacific")


def folder(tmp_path: Path, *rows: str) -> Path:
    made = tmp_path / f"{len(rows)} rows"
    made.mkdir()
    (made / JOINT).write_text(HEAD + "\n".join(rows) + "\n")
    return made


def test_a_row_holds_in_exactly_its_theatres(tmp_path: Path) -> None:
    decks = folder(tmp_path, "western_europe + pacific,german,ground,1,-2")
    none = folder(tmp_path)
    for theatres in (("western_europe",), PAIR, (*PAIR, "russia")):
        plain, changed = (load_tables(theatres, which).tables for which in (none, decks))
        german = int(plain.seat_of[0]) * UNITS
        for t in range(len(plain.role)):
            fights = german <= t < german + UNITS and plain.role[t] == Role.UNIT
            if theatres == PAIR and fights and plain.kind[t] == Kind.GROUND:
                can = plain.attack[t] >= 0
                assert (changed.attack[t] == np.where(can, plain.attack[t] + 1, -1)).all()
                assert (changed.defence[t] == plain.defence[t] - 2).all()
            else:
                assert (changed.attack[t] == plain.attack[t]).all()
                assert (changed.defence[t] == plain.defence[t]).all()


def test_generals_and_leaders_keep_their_figures(tmp_path: Path) -> None:
    decks = folder(tmp_path, "western_europe + pacific,british,ground + sea,2,2")
    changed = load_tables(PAIR, decks)
    monty = changed.type_names.index("Montgomery")
    assert changed.tables.subtype[monty] == Subtype.GENERAL
    assert changed.tables.defence[monty].tolist() == [5, 4, 5]
    assert changed.tables.autokill_max[monty] == 4


def test_a_row_of_a_subtype_and_the_version(tmp_path: Path) -> None:
    decks = folder(tmp_path, "pacific + western_europe,us,infantry,,1")
    changed, plain = load_tables(PAIR, decks), load_tables(PAIR, folder(tmp_path))
    marines, sherman = (plain.type_names.index(n) for n in ("Marine Division", "M4 Sherman"))
    assert (changed.tables.defence[marines] == plain.tables.defence[marines] + 1).all()
    assert (changed.tables.attack[marines] == plain.tables.attack[marines]).all()
    assert (changed.tables.defence[sherman] == plain.tables.defence[sherman]).all()
    assert changed.digest != plain.digest


def test_figures_stay_figures_of_a_card(tmp_path: Path) -> None:
    """Nothing above 12 or below 0, and what cannot be fired at stays so."""
    highest = folder(
        tmp_path,
        "western_europe + pacific,german,battleship,2,2",
        "western_europe + pacific,german,submarine,,-2",
    )
    deck = (CARDS / "western_europe/axis.csv").read_text()
    for printed, given in (
        ("sea,battleship,1,2,2,5,3,6,6,4,6,", "sea,battleship,1,2,2,5,3,11,6,12,6,"),
        ("sea,submarine,3,1,1,,,6,6,5,4,", "sea,submarine,3,1,1,,,6,6,5,1,"),
    ):
        assert deck.count(printed) == 1
        deck = deck.replace(printed, given)
    (highest / "western_europe").mkdir()
    (highest / "western_europe/axis.csv").write_text(deck)
    loaded = load_tables(PAIR, highest)
    bismarck, boats = (loaded.type_names.index(n) for n in ("Bismarck", "Type VII U-boats"))
    assert loaded.tables.attack[bismarck].tolist() == [7, 5, 12]
    assert loaded.tables.defence[bismarck].tolist() == [8, 12, 8]
    assert loaded.tables.attack[boats].tolist() == [-1, -1, 6]
    assert loaded.tables.defence[boats].tolist() == [4, 3, 0]


@pytest.mark.parametrize(
    ("row", "remedy"),
    [
        ("western_europe,german,ground,1,1", "name two or more"),
        ("russia + pacific,german,ground,1,1", "add western_europe"),
        ("russia + mars,german,ground,1,1", "use western_europe"),
        ("western_europe + pacific,prussian,ground,1,1", "use german"),
        ("western_europe + pacific,german,,1,1", "units is blank"),
        ("western_europe + pacific,german,general,1,1", "keep their figures"),
        ("western_europe + pacific,german,ground,3,1", "from -2 to 2"),
        ("western_europe + pacific,german,ground,,", "change nothing"),
    ],
)
def test_a_mistake_is_named_with_its_remedy(tmp_path: Path, row: str, remedy: str) -> None:
    with pytest.raises(BadInput, match=rf"joint.csv, row 2: .*{remedy}"):
        load_tables(PAIR, folder(tmp_path, row))


def test_the_built_in_handicaps_are_of_the_eleven_joint_games() -> None:
    handicaps = read_joint(CARDS / JOINT)
    for handicap in handicaps:
        assert 2 <= handicap.theatres.bit_count() <= len(THEATRE_NAMES)
        assert handicap.theatres >> POWER_THEATRE[handicap.power] & 1
