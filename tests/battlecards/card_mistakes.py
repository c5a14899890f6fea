"""Mistakes in the card files of the Pacific, one for each refusal, and what it says."""

from warfront.battlecards.deck_files import CARDS

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


# of each: the file, what stands there, what is put in its place; then what the refusal says
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
