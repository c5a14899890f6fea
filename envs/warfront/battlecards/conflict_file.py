"""A theatre's Conflict deck: conflict.csv (all but the Battlecards) and battles.csv."""

from dataclasses import dataclass
from pathlib import Path

from warfront.battlecards.arsenal_file import STAT_WORDS
from warfront.battlecards.card_rows import KINDS, Row, read_rows
from warfront.battlecards.tables import (
    BATTLES,
    PLAYS,
    POWER_SIDE,
    POWER_THEATRE,
    POWERS,
    SIDE_NAMES,
    THEATRE_NAMES,
    Aggressor,
    Need,
    Verb,
)
from warfront.game import BadInput

DECK_SIZE = 48
POINTS = (76, 80, 76, 64)  # of the starter Battlecards, by theatre; half of it is the target (51)
EXPANSION_POINTS = (10, 0, 0, 0)  # of the expansion's Battlecards (V3)
PLAY_COLUMNS = "name,verb,copies,amount,deploy,stat,kinds,set".split(",")
BATTLE_COLUMNS = (
    "name,points,aggressor,axis,allies,attack,defend,need,loser,expels,liberators,frees,freers,set"
).split(",")
VERB_WORDS = tuple(verb.name.lower() for verb in Verb)
AGGRESSOR_WORDS = tuple(aggressor.name.lower() for aggressor in Aggressor)
NEED_WORDS = tuple(need.name.lower() for need in Need)
TAKES = {  # the columns that a verb needs; the others stay blank
    Verb.BUILDUP: ("amount", "deploy"),
    Verb.COUNTERATTACK: (),
    Verb.BONUS: ("amount", "stat", "kinds"),
    Verb.GROUNDED: ("kinds",),
    Verb.ROUT: ("kinds",),
    Verb.SABOTAGE: (),
    Verb.RECON: (),
    Verb.STRIKE: ("amount", "kinds"),
    Verb.RALLY: ("kinds",),
    Verb.DISRUPT: (),
}
DECISIVE_ORDER = (0, 2, 1)  # ground, else sea, else air (Q10)


@dataclass(frozen=True)
class Play:
    """A Conflict card that is not a Battlecard, as its row says."""

    row: Row
    name: str
    verb: Verb
    copies: int
    amount: int
    deploy: int
    stat: int
    kinds: int  # bits of Kind
    starter: bool


@dataclass(frozen=True)
class Battle:
    """A Battlecard as its row says; sets of powers are bits of their places in POWERS."""

    row: Row
    name: str
    points: int
    aggressor: Aggressor
    parties: tuple[int, int]  # by side
    attack_kinds: int
    defend_kinds: int
    decisive: int
    need: Need
    after: str  # the Battlecard of this deck that the attackers' side must hold (Q25), "" none
    loser: int
    expels: bool
    liberators: dict[int, str]  # power -> the Battlecard of its home theatre that must stand won
    frees: int
    freers: int
    starter: bool


def read_plays(path: Path) -> list[Play]:
    """The cards of a conflict.csv, in the order of the file.

    Raises:
        BadInput: any mistake in the file.
    """
    plays = [_read_play(row) for row in read_rows(path, PLAY_COLUMNS)]
    if len(plays) > PLAYS:
        raise BadInput(f"{path}: {len(plays)} different cards: use at most {PLAYS}")
    return plays


def _read_play(row: Row) -> Play:
    verb = Verb(1 + row.word("verb", VERB_WORDS[1:]))  # without NONE
    takes = TAKES[verb]
    for column in ("amount", "deploy", "stat", "kinds"):
        if column not in takes:
            row.blank(column, why=f"{VERB_WORDS[verb]} takes none")
    amount = deploy = stat = kinds = 0
    if "amount" in takes:
        amount = row.integer("amount", 1, 20 if verb == Verb.BUILDUP else 5)
    if "deploy" in takes:
        deploy = row.integer("deploy", 1, amount)
    if "stat" in takes:
        stat = row.word("stat", STAT_WORDS)
    if "kinds" in takes:
        kinds = _kinds(row, "kinds")
    copies = row.integer("copies", 1, 12)
    return Play(row, row.name(), verb, copies, amount, deploy, stat, kinds, row.starter())


def read_battles(path: Path, theatre: int) -> list[Battle]:
    """The Battlecards of a battles.csv, in the order of the file.

    Raises:
        BadInput: any mistake in the file.
    """
    battles = [_read_battle(row, theatre) for row in read_rows(path, BATTLE_COLUMNS)]
    if len(battles) > BATTLES:
        raise BadInput(f"{path}: {len(battles)} Battlecards: use at most {BATTLES}")
    for starter, total in ((True, POINTS[theatre]), (False, EXPANSION_POINTS[theatre])):
        points = sum(battle.points for battle in battles if battle.starter == starter)
        if points != total:
            which = "starter" if starter else "expansion"
            raise BadInput(
                f"{path}: the points of the {which} Battlecards add up to {points}: "
                f"make them add up to {total}"
            )
    _check_order(battles)
    for power, home in enumerate(POWER_THEATRE):
        wins = [battle for battle in battles if battle.starter and battle.loser >> power & 1]
        if home == theatre and len(wins) != 1:
            raise BadInput(
                f"{path}: {len(wins)} starter Battlecards have {POWERS[power]} as loser: "
                "exactly one must, for Total Victory"
            )
    return battles


def check_deck(folder: Path, plays: list[Play], battles: list[Battle]) -> None:
    """Raise BadInput unless a Conflict deck has its number of cards and no name stands twice."""
    names = {play.name.casefold() for play in plays}
    for battle in battles:
        if battle.name.casefold() in names:
            raise battle.row.wrong(f"{battle.name!r} stands in conflict.csv too: rename one")
    size = sum(play.copies for play in plays if play.starter)
    size += sum(1 for battle in battles if battle.starter)
    if size != DECK_SIZE:
        raise BadInput(
            f"{folder}: the starter cards of conflict.csv and battles.csv add up to {size}: "
            f"make them add up to {DECK_SIZE}"
        )
    if not any(play.starter and play.verb == Verb.BUILDUP for play in plays):
        raise BadInput(
            f"{folder / 'conflict.csv'}: no starter card is a Military Buildup, without which no "
            "army grows: give a row the verb buildup"
        )


def _check_order(battles: list[Battle]) -> None:
    """Q25: refuse a card that waits for one that is not there, or in the end for itself."""
    by_name = {battle.name: battle for battle in battles}
    for battle in battles:
        seen, waits = {battle.name}, battle
        while waits.after:
            if waits.after not in by_name:
                raise waits.row.wrong(
                    f"need waits for {waits.after!r}, which is no Battlecard of this deck: "
                    f"use one of {', '.join(by_name)}"
                )
            if waits.after in seen:
                raise waits.row.wrong(
                    f"{waits.name} waits for {waits.after}, which waits for it in turn: "
                    "leave one of them out"
                )
            waits = by_name[waits.after]
            seen.add(waits.name)


def _read_battle(row: Row, theatre: int) -> Battle:
    name, starter = row.name(), row.starter()
    attack, defend = _kinds(row, "attack"), _kinds(row, "defend")
    decisive = next((kind for kind in DECISIVE_ORDER if (attack & defend) >> kind & 1), -1)
    if decisive < 0:
        raise row.wrong("attack and defend share no kind, so nothing can settle it: share one")
    loser = row.bits("loser", POWERS)
    expels = row.yes("expels")
    battle = Battle(
        row,
        name,
        row.integer("points", 1, 50),
        Aggressor(row.word("aggressor", AGGRESSOR_WORDS)),
        (_party(row, 0, theatre), _party(row, 1, theatre)),
        attack,
        defend,
        decisive,
        *_need(row),
        loser,
        expels,
        _liberators(row),
        row.bits("frees", POWERS),
        row.bits("freers", POWERS),
        starter,
    )
    _check_conquest(battle)
    return battle


def _kinds(row: Row, column: str) -> int:
    bits = row.bits(column, KINDS)
    if not bits:
        raise row.wrong(f"{column} is blank: name kinds out of {', '.join(KINDS)}")
    return bits


def _need(row: Row) -> tuple[Need, str]:
    """What the attackers must have deployed, and the card that their side must hold."""
    word, _, after = row.text("need").partition(" after ")
    return Need(row.one_of("need", word.strip(), NEED_WORDS)), after.strip()


def _party(row: Row, side: int, theatre: int) -> int:
    column = SIDE_NAMES[side]
    bits = row.bits(column, POWERS)
    for power, name in enumerate(POWERS):
        if bits >> power & 1 and POWER_SIDE[power] != side:
            right = SIDE_NAMES[1 - side]
            raise row.wrong(f"{name} is not of the {column}: put it under {right}")
        home = POWER_THEATRE[power] == theatre and POWER_SIDE[power] == side
        if home and not bits >> power & 1:
            raise row.wrong(
                f"{column} leaves out {name}, whose theatre {THEATRE_NAMES[theatre]} is: add it"
            )
    return bits


def _liberators(row: Row) -> dict[int, str]:
    found: dict[int, str] = {}
    for part in row.parts("liberators"):
        word, _, condition = part.partition(" after ")
        power = row.one_of("liberator", word.strip(), POWERS)
        if power in found:
            raise row.wrong(f"liberators name {word} twice: name it once")
        found[power] = condition.strip()
    return found


def _check_conquest(battle: Battle) -> None:
    """Refuse conquest data that contradict themselves."""
    row = battle.row
    if not battle.loser:
        why = "the battle has no loser"
        row.blank("expels", "liberators", "frees", "freers", why=why)
        return
    sides = {POWER_SIDE[power] for power in range(len(POWERS)) if battle.loser >> power & 1}
    if len(sides) > 1:
        raise row.wrong("the losers are of both sides: name powers of one side")
    side = sides.pop()
    if battle.aggressor != Aggressor(1 - side):
        raise row.wrong(
            f"the losers are of the {SIDE_NAMES[side]}: "
            f"the aggressor must be {AGGRESSOR_WORDS[1 - side]}"
        )
    if battle.loser & ~battle.parties[side]:
        raise row.wrong(f"a loser takes no part: add it under {SIDE_NAMES[side]}")
    if battle.decisive != 0:
        raise row.wrong("a conquest needs ground on both sides: add ground to attack and defend")
    for power in battle.liberators:
        if POWER_SIDE[power] != side:
            raise row.wrong(
                f"{POWERS[power]} is an enemy of the loser: "
                f"liberators must be of the {SIDE_NAMES[side]}"
            )
        if battle.loser >> power & 1 and not battle.expels:
            raise row.wrong(f"{POWERS[power]} cannot liberate itself: leave it out of liberators")
    _check_frees(battle, side)


def _check_frees(battle: Battle, side: int) -> None:
    row = battle.row
    if bool(battle.frees) != bool(battle.freers):
        raise row.wrong("frees and freers go together: fill in both or neither")
    for column, bits in (("frees", battle.frees), ("freers", battle.freers)):
        for power, name in enumerate(POWERS):
            if bits >> power & 1 and POWER_SIDE[power] == side:
                raise row.wrong(
                    f"{column} names {name}, who is of the losing side: "
                    f"name powers of the {SIDE_NAMES[1 - side]}"
                )
