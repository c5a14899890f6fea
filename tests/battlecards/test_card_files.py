"""A user's own card files: what they may leave out, and every mistake that is refused."""

import shutil
from pathlib import Path

import pytest

from battlecards.card_mistakes import JAPAN, MISTAKES
from warfront.battlecards.arsenal_file import NATIONS, read_arsenal
from warfront.battlecards.card_rows import ORDER_WORDS
from warfront.battlecards.data import check_theatres, load_tables
from warfront.battlecards.deck_files import CARDS
from warfront.battlecards.tables import THEATRE_NAMES
from warfront.battlecards.words import PLAIN
from warfront.game import BadInput


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    folder = tmp_path / "decks"
    shutil.copytree(CARDS, folder)
    return folder


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_the_digest_moves_with_what_affects_play_only(decks: Path) -> None:
    theatres = ["western_europe", "pacific"]
    plain = load_tables(theatres).digest
    assert len(plain) == 16 and int(plain, 16)
    assert load_tables(theatres, options={"die": 10}).digest == plain
    assert load_tables(theatres, options={"die": 12}).digest != plain
    assert load_tables(["western_europe"]).digest != plain
    assert load_tables(theatres, decks).digest == plain
    edit(decks / "pacific/axis.csv", "Yamato,japanese", "Yamato,us")
    edit(decks / "russia/axis.csv", "Guderian,", "Hoth,")
    assert load_tables(theatres, decks).digest == plain
    edit(
        decks / "pacific/axis.csv",
        "A6M Zero,japanese,air,fighter,3,1,1,3,6",
        "A6M Zero,japanese,air,fighter,3,1,1,3,7",
    )
    assert load_tables(theatres, decks).digest != plain


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("axis.csv", "Yamato,", "Musashi,"),
        ("conflict.csv", "Malaria,", "Dengue,"),
        ("battles.csv", "Midway,", "Marcus Island,"),
    ],
)
def test_other_names_are_another_version(decks: Path, file: str, old: str, new: str) -> None:
    """Names are the words of orders, positions and records."""
    edit(decks / "pacific" / file, old, new)
    digest = load_tables(["pacific"], decks).digest
    assert digest != load_tables(["pacific"]).digest == load_tables(["pacific"], CARDS).digest
    assert digest == load_tables(["pacific"], decks).digest


def test_a_folder_may_hold_only_the_files_that_differ(tmp_path: Path) -> None:
    (tmp_path / "pacific").mkdir()
    own = tmp_path / "pacific" / "axis.csv"
    shutil.copy(CARDS / "pacific" / "axis.csv", own)
    edit(own, "Yamato,", "Musashi,")
    loaded = load_tables(["western_europe", "pacific"], tmp_path)
    assert "Musashi" in loaded.type_names and "Bismarck" in loaded.type_names


def test_a_spreadsheet_may_add_a_byte_order_mark_and_blank_lines(decks: Path) -> None:
    path = decks / "pacific" / "axis.csv"
    text = path.read_text(encoding="utf-8").replace("\n", "\r\n")
    path.write_text("\ufeff" + text + ",,,,,,,,,,,,,,\r\n", encoding="utf-8", newline="")
    assert load_tables(["pacific"], decks).digest == load_tables(["pacific"]).digest


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_refused_with_file_row_and_remedy(mistake: str, decks: Path) -> None:
    (file, old, new), complaint = MISTAKES[mistake]
    edit(decks / "pacific" / file, old, new)
    with pytest.raises(BadInput) as caught:
        load_tables(["western_europe", "pacific"], decks)
    message = str(caught.value)
    assert complaint in message
    assert message.startswith(str(decks / "pacific")) and "\n" not in message
    assert ": " in message.split(complaint, 1)[0] + message


def test_files_of_theatres_not_in_play_are_checked_too(decks: Path) -> None:
    edit(decks / "russia/axis.csv", "Guderian,german,ground", "Guderian,german,space")
    with pytest.raises(BadInput, match=r"russia/axis.csv, row 3: kind 'space' is unknown"):
        load_tables(["pacific"], decks)


def test_a_card_named_like_a_battle_is_mended_where_the_user_can(tmp_path: Path) -> None:
    """The built-in Arsenal has a Yamato; only the battles are the user's own."""
    own = tmp_path / "pacific" / "battles.csv"
    own.parent.mkdir()
    shutil.copy(CARDS / "pacific/battles.csv", own)
    edit(own, "Midway,", "Yamato,")
    with pytest.raises(BadInput) as caught:
        load_tables(["pacific"], tmp_path)
    assert str(caught.value).startswith(f"{own}, row ") and "axis.csv too" in str(caught.value)


def test_a_battle_that_another_deck_waits_for_keeps_its_name(tmp_path: Path) -> None:
    """Pacific and Russia wait for Western Europe's Invasion of Britain; the user renamed it."""
    own = tmp_path / "western_europe" / "battles.csv"
    own.parent.mkdir()
    shutil.copy(CARDS / "western_europe/battles.csv", own)
    edit(own, "Invasion of Britain,", "Sea Lion,")
    for theatres in (["western_europe", "pacific"], ["north_africa"]):
        with pytest.raises(BadInput) as caught:
            load_tables(theatres, tmp_path)
        message = str(caught.value)
        assert message.startswith(f"{own}: no Battlecard is called 'Invasion of Britain', for")
        assert "pacific/battles.csv: keep that name, or change it there too" in message
    shutil.copytree(CARDS / "pacific", tmp_path / "pacific")
    edit(
        tmp_path / "pacific/battles.csv",
        "german after Invasion of Britain",
        "german after Sea Lion",
    )
    load_tables(["western_europe", "pacific"], tmp_path)


def test_a_conflict_deck_has_a_military_buildup(decks: Path) -> None:
    path = decks / "pacific/conflict.csv"
    rows = path.read_text(encoding="utf-8").splitlines()
    for i, row in enumerate(rows):
        cells = row.split(",")
        if cells[1] == "buildup":
            rows[i] = ",".join([cells[0], "recon", cells[2], "", "", "", "", cells[-1]])
    path.write_text("\n".join(rows), encoding="utf-8")
    with pytest.raises(BadInput, match=r"pacific/conflict.csv: no starter .* the verb buildup"):
        load_tables(["pacific"], decks)


def test_the_page_names_every_nation() -> None:
    page = Path(__file__).parents[2] / "docs" / "rules" / "cards.md"
    row = next(line for line in page.read_text().splitlines() if line.startswith("| nation |"))
    assert set(NATIONS) == set(row.split(": ")[1].rstrip(" |").replace(" or ", ", ").split(", "))


def test_no_name_is_an_order() -> None:
    assert set(PLAIN.values()) <= set(ORDER_WORDS)


def test_a_row_of_joint_stands_once(decks: Path) -> None:
    path = decks / "joint.csv"
    with path.open("a", encoding="utf-8") as handle:
        handle.write("pacific + western_europe,german,ground,,2\n")
    with pytest.raises(BadInput, match=r"units of german stand in row 2 .* into one row"):
        load_tables(["pacific"], decks)


def test_each_side_of_a_theatre_must_be_conquerable(decks: Path) -> None:
    edit(decks / "pacific/battles.csv", JAPAN, JAPAN.split("decisive")[0] + "decisive,,,,,,starter")
    with pytest.raises(BadInput, match="0 starter Battlecards have japanese as loser"):
        load_tables(["pacific"], decks)


def test_too_many_cards_are_refused(decks: Path) -> None:
    path = decks / "pacific/axis.csv"
    rows = "".join(
        f"Spare {n},japanese,ground,infantry,4,4,1,4,,,4,4,4,,expansion\n" for n in "abcd"
    )
    full = path.read_text(encoding="utf-8")
    path.write_text(full + rows, encoding="utf-8")
    with pytest.raises(BadInput, match="29 different cards: use at most 28"):
        load_tables(["pacific"], decks)
    one = rows.splitlines()[0] + "\n"
    path.write_text(
        full + one + one.replace("a,", "e,").replace(",4,4,1", ",9,4,1"), encoding="utf-8"
    )
    with pytest.raises(BadInput, match="copies is '9': use a whole number from 1 to 4"):
        load_tables(["pacific"], decks)


def test_expansion_cards_of_a_theatre_without_expansion_are_refused(decks: Path) -> None:
    with (decks / "pacific/conflict.csv").open("a", encoding="utf-8") as handle:
        handle.write("Sea Bees,buildup,1,4,2,,,expansion\n")
    with pytest.raises(BadInput, match="Sea Bees is of an expansion, which pacific has not"):
        load_tables(["pacific"], decks)


def test_a_folder_of_decks_that_nobody_would_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such folder"):
        load_tables(["pacific"], tmp_path / "nothing")
    with pytest.raises(BadInput, match="holds no card files"):
        load_tables(["pacific"], tmp_path)
    (tmp_path / "pacfic").mkdir()
    (tmp_path / "pacfic" / "axis.csv").touch()
    with pytest.raises(BadInput, match="unknown theatre: .* folder named western_europe, pacific"):
        load_tables(["pacific"], tmp_path)
    (tmp_path / "pacfic").rename(tmp_path / "pacific")
    (tmp_path / "pacific" / "axis.csv").rename(tmp_path / "pacific" / "axsi.csv")
    with pytest.raises(BadInput, match="unknown card file: use the names axis.csv"):
        load_tables(["pacific"], tmp_path)


def test_a_file_that_is_not_there_or_no_csv_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such file"):
        read_arsenal(tmp_path / "axis.csv")
    with pytest.raises(BadInput, match="cannot be read"):
        read_arsenal(tmp_path)
    path = tmp_path / "axis.csv"
    path.write_bytes(b"name,\xff\xfe\n")
    with pytest.raises(BadInput, match="is not a CSV file in UTF-8"):
        read_arsenal(path)
    path.write_text("")
    with pytest.raises(BadInput, match="row 1: column name is missing"):
        read_arsenal(path)


@pytest.mark.parametrize(
    "theatres", [[], ["pacific", "pacific"], ["atlantic"], [*THEATRE_NAMES, "atlantic"], [""]]
)
def test_3_theatres_must_be_known_and_different(theatres: list[str]) -> None:
    with pytest.raises(BadInput, match="theatres must be 1 to 4 different ones of western_europe"):
        load_tables(theatres)


def test_one_theatre_may_stand_as_a_word() -> None:
    assert check_theatres("russia") == ("russia",)
