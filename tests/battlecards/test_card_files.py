"""A user's own card files: what they may leave out, and every mistake that is refused."""

import shutil
from pathlib import Path

import pytest

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


CARD = "Yamashita,japanese,ground,general,1,3,1,5,,,5,4,5,support +1 attack infantry,starter"
PLAY = "Night Surface Action,bonus,1,2,,attack,sea,starter"
BATTLE = "Guadalcanal,8,allies,japanese,us,"
JAPAN = (
    "Invasion of Japan,14,allies,japanese,us,ground + air + sea,ground + air + sea,"
    "decisive after Iwo Jima,japanese,,"
    "german after Invasion of Britain + german_barbarossa after Battle for Moscow,,,starter"
)


def arsenal(**changes: str) -> tuple[str, str, str]:
    """Yamashita's row with other cells."""
    columns = (CARDS / "pacific/axis.csv").read_text(encoding="utf-8").splitlines()[0].split(",")
    cells = dict(zip(columns, CARD.split(","), strict=True)) | changes
    return "axis.csv", CARD, ",".join(cells.values())


def japan(old: str, new: str) -> tuple[str, str, str]:
    """The Invasion of Japan's row with something else in it."""
    assert JAPAN.count(old) == 1
    return "battles.csv", JAPAN, JAPAN.replace(old, new)


MISTAKES = {
    "column missing": (("axis.csv", "name,nation,", "name,"), "row 1: column nation is missing"),
    "column extra": (("axis.csv", "special,set\n", "special,cost,set\n"), "'cost' is not known"),
    "column order": (("axis.csv", "name,nation", "nation,name"), "stand in another order"),
    "row short": (("axis.csv", CARD, "Yamashita,japanese"), "row 3: 2 cells stand here: use 15"),
    "name blank": (arsenal(name=""), "row 3: name is blank"),
    "name twice": (arsenal(name="tojo"), "row 3: 'tojo' already stands in row 2"),
    "name with arrow": (arsenal(name="A -> B"), "row 3: name 'A -> B' holds"),
    "name with a line break": (arsenal(name='"Ya\nma"'), "cannot be printed: leave it out"),
    "name with a NUL": (arsenal(name="Ya\0ma"), "cannot be printed: leave it out"),
    "name of an order": (arsenal(name="Hold"), "row 3: name 'Hold' is an order at the table"),
    "name of a verb": (
        arsenal(name="Counterattack"),
        "'Counterattack' begins an order at",
    ),
    "name of a seat": (arsenal(name="US"), "row 3: name 'US' is a seat at the table"),
    "name of a battle": (arsenal(name="midway"), "'midway' stands in battles.csv too: choose ano"),
    "name of a Conflict card": (arsenal(name="Malaria"), "stands in conflict.csv too: choose anot"),
    "name without letters": (arsenal(name="-"), "row 3: name '-' holds no letter: choose another"),
    "name too long": (arsenal(name="x" * 61), "has 61 characters: use at most 60"),
    "name of a number": (arsenal(name="7"), "row 3: name '7' is a number at the table"),
    "no attack": (
        arsenal(attack_ground="", special=""),
        "row 3: Yamashita can neither fire nor support: fill in",
    ),
    "two autokills": (
        arsenal(special="autokill ground 3; autokill sea 4"),
        "row 3: special 'autokill sea 4' is a second autokill: a card has one",
    ),
    "nation blank": (arsenal(nation=""), "row 3: nation is blank"),
    "nation unknown": (
        arsenal(nation="japaneze"),
        "row 3: nation 'japaneze' is unknown: did you mean japanese?",
    ),
    "kind unknown": (arsenal(kind="space"), "row 3: kind 'space' is unknown: use ground, air"),
    "kind wrong": (arsenal(kind="air"), "row 3: general is not air: use kind ground"),
    "subtype unknown": (arsenal(subtype="cavalry"), "row 3: subtype 'cavalry' is unknown"),
    "two copies of a general": (
        arsenal(copies="2"),
        "copies is '2': use a whole number from 1 to 1",
    ),
    "copies none": (arsenal(copies="0"), "row 3: copies is '0'"),
    "phase": (arsenal(phase="5"), "row 3: phase is '5': use a whole number from 1 to 4"),
    "shots": (arsenal(shots=""), "row 3: shots is ''"),
    "attack": (arsenal(attack_air="x"), "row 3: attack_air is 'x': use a whole number"),
    "defence blank": (arsenal(defence_sea=""), "row 3: defence_sea is ''"),
    "special unknown": (arsenal(special="fly"), "row 3: special 'fly' is unknown: use support"),
    "special of semicolons": (arsenal(special=";;"), "';;' has nothing beside a semicolon: leave"),
    "special with a semicolon more": (
        arsenal(special="support +1 attack ground;"),
        "has nothing beside a semicolon",
    ),
    "support amount": (arsenal(special="support 9 attack ground"), "support of '9': use +1"),
    "support stat": (arsenal(special="support +1 luck ground"), "support of 'luck' is unknown"),
    "support whom": (arsenal(special="support +1 attack cats"), "support for 'cats' is unknown"),
    "autokill kind": (arsenal(special="autokill men 4"), "autokill of 'men' is unknown"),
    "autokill maximum": (arsenal(special="autokill ground all"), "autokill up to 'all'"),
    "autokill with": (arsenal(special="autokill ground 4 with"), "'with' names nobody"),
    "autokill with whom": (arsenal(special="autokill ground 4 with x"), "with 'x' is unknown"),
    "reach of a general": (arsenal(special="reach both_germans"), "only Leaders have a reach"),
    "set": (arsenal(set="bonus"), "row 3: set 'bonus' is unknown: use starter, expansion"),
    "deck of 39": (arsenal(set="expansion"), "add up to 39: make them add up to 40"),
    "leader with numbers": (
        arsenal(kind="leader", subtype="", shots="", phase=""),
        "attack_ground is '5' but a leader does not fight",
    ),
    "leader of another theatre": (
        ("axis.csv", "support +1 attack ground,", "support +1 attack ground; reach both_germans,"),
        "row 2: reach both_germans belongs to the axis decks of western_europe and russia",
    ),
    "verb unknown": (
        ("conflict.csv", PLAY, PLAY.replace("bonus", "bless")),
        "verb 'bless' is unknown: use buildup, counterattack,",
    ),
    "verb none": (
        ("conflict.csv", PLAY, PLAY.replace("bonus", "none")),
        "verb 'none' is unknown: use buildup, counterattack,",
    ),
    "stat blank": (("conflict.csv", PLAY, PLAY.replace("attack", "")), "stat '' is unknown"),
    "kinds blank": (("conflict.csv", PLAY, PLAY.replace("sea", "")), "kinds is blank"),
    "kinds twice": (("conflict.csv", PLAY, PLAY.replace("sea", "sea+sea")), "names sea twice"),
    "amount not taken": (
        ("conflict.csv", "Typhoon,grounded,2,,", "Typhoon,grounded,2,1,"),
        "amount is '1' but grounded takes none",
    ),
    "deploy more than drawn": (
        ("conflict.csv", "Two-Ocean Navy,buildup,4,6,3", "Two-Ocean Navy,buildup,4,6,7"),
        "deploy is '7': use a whole number from 1 to 6",
    ),
    "conflict deck of 47": (
        ("conflict.csv", "Two-Ocean Navy,buildup,4", "Two-Ocean Navy,buildup,3"),
        "add up to 47: make them add up to 48",
    ),
    "same name in both": (
        ("conflict.csv", "Malaria,", "Midway,"),
        "'Midway' stands in conflict.csv too",
    ),
    "points": (
        ("battles.csv", BATTLE, BATTLE.replace("8", "9")),
        "starter Battlecards add up to 81: make them add up to 80",
    ),
    "aggressor unknown": (
        ("battles.csv", BATTLE, BATTLE.replace("allies", "italians")),
        "aggressor 'italians' is unknown: use axis, allies, drawer",
    ),
    "party unknown": (
        ("battles.csv", BATTLE, BATTLE.replace("us,", "us + france,")),
        "allies 'france' is unknown",
    ),
    "party of the other side": (
        ("battles.csv", BATTLE, BATTLE.replace("us,", "us + german,")),
        "german is not of the allies: put it under axis",
    ),
    "party at home left out": (
        ("battles.csv", BATTLE, BATTLE.replace("us,", "british,")),
        "allies leaves out us, whose theatre pacific is",
    ),
    "nothing settles it": (
        (
            "battles.csv",
            "Midway,10,axis,japanese,us,air + sea,air + sea",
            "Midway,10,axis,japanese,us,air,sea",
        ),
        "attack and defend share no kind",
    ),
    "expansion where there is none": (
        (
            "battles.csv",
            "Iwo Jima,8",
            "Tarawa,9,allies,japanese,us,sea,sea,decisive,,,,,,expansion\nIwo Jima,8",
        ),
        "the points of the expansion Battlecards add up to 9: make them add up to 0",
    ),
    "need unknown": (japan("decisive", "luck"), "need 'luck' is unknown"),
    "need waits for no card": (
        japan("after Iwo Jima,japanese", "after Tarawa,japanese"),
        "need waits for 'Tarawa', which is no Battlecard of this deck: use one of Invasion of Au",
    ),
    "need waits for itself": (
        (
            "battles.csv",
            "ground + air,non_artillery_ground,",
            "ground + air,non_artillery_ground after Invasion of Japan,",
        ),
        "Iwo Jima waits for Invasion of Japan, which waits for it in turn: leave one of them out",
    ),
    "conquest without loser": (
        japan("decisive after Iwo Jima,japanese,", "decisive,,"),
        "liberators is 'german after Invasion of Britain + german_barbarossa after Battle for "
        "Moscow' but the battle has no loser",
    ),
    "losers of both sides": (
        japan("decisive after Iwo Jima,japanese", "decisive after Iwo Jima,japanese + us"),
        "the losers are of both sides",
    ),
    "loser attacks": (
        japan("14,allies", "14,drawer"),
        "the losers are of the axis: the aggressor must be allies",
    ),
    "loser takes no part": (
        japan("decisive after Iwo Jima,japanese", "decisive,german"),
        "a loser takes no part: add it under axis",
    ),
    "conquest without ground": (
        japan("us,ground + air + sea,ground + air + sea", "us,air + sea,ground + air + sea"),
        "a conquest needs ground on both sides",
    ),
    "liberator unknown": (japan("german after", "italy after"), "liberator 'italy' is unknown"),
    "liberator of the enemy": (
        japan("german after", "british after"),
        "british is an enemy of the loser: liberators must be of the axis",
    ),
    "liberator of itself": (
        japan("german after", "japanese after"),
        "japanese cannot liberate itself",
    ),
    "liberator twice": (japan("german_barbarossa", "german"), "liberators name german twice"),
    "liberator's battle": (
        japan("Invasion of Britain", "Invasion of Wales"),
        "liberator german waits for 'Invasion of Wales', which is no Battlecard of western_europe",
    ),
    "expels": (japan("japanese,,german", "japanese,no,german"), "expels is 'no': use yes or"),
    "frees alone": (
        japan("for Moscow,,,", "for Moscow,soviet,,"),
        "frees and freers go together",
    ),
    "frees a loser's friend": (
        japan("for Moscow,,,", "for Moscow,german,us,"),
        "frees names german, who is of the losing side",
    ),
}


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
