"""The cards of a game as plain objects, read from the card files with the loader's readers."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from warfront.battlecards import arsenal_file, conflict_file, joint_file
from warfront.battlecards.deck_files import CARDS, JOINT
from warfront.battlecards.options import check_options
from warfront.battlecards.tables import Reach

KINDS = ("ground", "air", "sea")
ORDER = (
    "german", "british", "afrika_korps", "army_of_the_nile",
    "german_barbarossa", "soviet", "japanese", "us",
)  # the turn order, statement 130  # fmt: skip
THEATRES = ("western_europe", "pacific", "russia", "north_africa")
HOME = {
    "german": "western_europe", "british": "western_europe",
    "afrika_korps": "north_africa", "army_of_the_nile": "north_africa",
    "german_barbarossa": "russia", "soviet": "russia",
    "japanese": "pacific", "us": "pacific",
}  # fmt: skip
AXIS = ("german", "afrika_korps", "german_barbarossa", "japanese")
GERMANS = ("german", "german_barbarossa")
SIDES = ("axis", "allies")


def side_of(seat: str) -> str:
    """The alliance of a seat."""
    return "axis" if seat in AXIS else "allies"


def enemy_of(side: str) -> str:
    """The other alliance."""
    return "allies" if side == "axis" else "axis"


@dataclass(frozen=True)
class Unit:
    """An Arsenal card: what its row says."""

    label: str  # unique in the game
    home: str  # the seat whose deck holds it
    place: int  # rank among all cards, by seat and row: the order in which lines stand
    role: str  # unit, general, admiral or leader
    kind: str
    subtype: str
    phase: int
    shots: int
    attack: Mapping[str, int]  # by kind of the target; absent: cannot fire at it
    defence: Mapping[str, int]  # by kind of the firer
    support: tuple[tuple[str, int, frozenset[str]], ...]  # stat, amount, subtypes
    autokill_kinds: frozenset[str]
    autokill_max: int
    autokill_needs: frozenset[str]
    reach: str


@dataclass(frozen=True)
class Play:
    """A Conflict card that is no Battlecard."""

    name: str
    verb: str
    amount: int
    deploy: int
    stat: str
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class Battle:
    """A Battlecard; parties, losers and the like name only seats of this game."""

    label: str
    theatre: str
    points: int
    aggressor: str  # axis, allies or drawer
    parties: Mapping[str, tuple[str, ...]]  # by side
    attack: tuple[str, ...]
    defend: tuple[str, ...]
    decisive: str
    need: str
    after: str | None  # the card that the attackers' side must hold
    losers: tuple[str, ...]
    expels: bool
    liberators: Mapping[str, str | None]  # seat -> the conquest that must stand first
    frees: tuple[str, ...]
    freers: tuple[str, ...]


@dataclass
class Components:
    """All cards of one game and its options."""

    theatres: tuple[str, ...]
    seats: tuple[str, ...]
    options: Mapping[str, Any]
    units: dict[str, Unit] = field(default_factory=dict)
    decks: dict[str, Counter[str]] = field(default_factory=dict)  # seat -> Arsenal deck
    plays: dict[str, dict[str, Play]] = field(default_factory=dict)  # theatre -> name -> card
    battles: dict[str, Battle] = field(default_factory=dict)
    conflict: dict[str, Counter[str]] = field(default_factory=dict)  # theatre -> Conflict deck
    hitlers: dict[str, str] = field(default_factory=dict)  # seat -> its Hitler
    target: int = 0


def read(theatres: Sequence[str], options: Mapping[str, Any]) -> Components:
    """The built-in cards of a game of these theatres."""
    chosen = tuple(name for name in THEATRES if name in theatres)
    seats = tuple(seat for seat in ORDER if HOME[seat] in chosen)
    parts = Components(chosen, seats, check_options(options, seats))
    _read_units(parts)
    rows = {
        theatre: conflict_file.read_battles(_file(theatre, "battles"), THEATRES.index(theatre))
        for theatre in chosen
    }
    names = [row.name for found in rows.values() for row in found if _in_play(parts, row)]
    for theatre in chosen:
        deck: Counter[str] = Counter()
        plays = conflict_file.read_plays(_file(theatre, "conflict"))
        parts.plays[theatre] = {}
        for play in plays:
            parts.plays[theatre][play.name] = _play(play)
            if _in_play(parts, play):
                deck[play.name] += play.copies
        for row in rows[theatre]:
            if _in_play(parts, row):
                label = f"{row.name} ({theatre})" if names.count(row.name) > 1 else row.name
                parts.battles[label] = _battle(parts, row, label, theatre)
                deck[label] += 1
            if row.starter or (_in_play(parts, row) and len(chosen) == 1):  # 54, V6
                parts.target += row.points
        parts.conflict[theatre] = deck
    # the totals are even in every theatre, so half of the sum is the sum of the halves (51)
    parts.target //= 2
    _name_conditions(parts, rows)
    return parts


def _file(theatre: str, name: str) -> Path:
    return CARDS / theatre / f"{name}.csv"


def _in_play(parts: Components, row: Any) -> bool:
    return bool(row.starter or parts.options["expansion"])


def _read_units(parts: Components) -> None:
    found: list[tuple[str, Any]] = []
    for seat in parts.seats:
        path = _file(HOME[seat], side_of(seat))
        found += [(seat, card) for card in arsenal_file.read_arsenal(path)]
    names = [card.name for seat, card in found if _has(parts, seat, card)]
    for place, (seat, card) in enumerate(found):
        label = f"{card.name} ({seat})" if names.count(card.name) > 1 else card.name
        if not _has(parts, seat, card):
            continue
        unit = _handicapped(parts, _unit(card, label, seat, place))
        parts.units[label] = unit
        parts.decks.setdefault(seat, Counter())[label] = card.copies
        if unit.reach == "both_germans":
            parts.hitlers[seat] = label


def _handicapped(parts: Components, unit: Unit) -> Unit:
    """What joint.csv adds to the figures of a unit in a game of just these theatres."""
    if not parts.options["handicaps"] or unit.role != "unit":
        return unit
    for row in joint_file.read_joint(CARDS / JOINT):
        words = {arsenal_file.SUBTYPE_WORDS[subtype] for subtype in row.subtypes}
        here = set(_bits(row.theatres, THEATRES)) == set(parts.theatres)
        if here and ORDER[row.power] == unit.home and unit.subtype in words:
            unit = replace(
                unit,
                attack={kind: _raised(n, row.attack) for kind, n in unit.attack.items()},
                defence={kind: _raised(n, row.defence) for kind, n in unit.defence.items()},
            )
    return unit


def _raised(figure: int, by: int) -> int:
    return max(0, min(joint_file.HIGHEST, figure + by))


def _has(parts: Components, seat: str, card: Any) -> bool:
    """47: with North Africa in play Mussolini leaves the Western European deck."""
    mussolini = card.special.reach == Reach.MEDITERRANEAN and seat == "german"
    return _in_play(parts, card) and not (mussolini and "north_africa" in parts.theatres)


def _unit(card: Any, label: str, seat: str, place: int) -> Unit:
    words = arsenal_file.SUBTYPE_WORDS
    special = card.special
    leader = card.role.name == "LEADER"
    return Unit(
        label=label,
        home=seat,
        place=place,
        role=card.role.name.lower(),
        kind="" if leader else KINDS[card.kind],
        subtype="" if leader else words[card.subtype],
        phase=card.phase,
        shots=card.shots,
        attack={kind: value for kind, value in zip(KINDS, card.attack, strict=True) if value >= 0},
        defence=dict(zip(KINDS, card.defence, strict=True)),
        support=tuple(
            (stat.name.lower(), amount, frozenset(words[s] for s in subtypes))
            for stat, amount, subtypes in special.support
        ),
        autokill_kinds=frozenset(_bits(special.autokill_kinds, KINDS)),
        autokill_max=special.autokill_max,
        autokill_needs=frozenset(_bits(special.autokill_needs, words)),
        reach=Reach(special.reach).name.lower(),
    )


def _bits(bits: int, words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for i, word in enumerate(words) if bits >> i & 1)


def _play(row: Any) -> Play:
    return Play(
        row.name,
        row.verb.name.lower(),
        row.amount,
        row.deploy,
        arsenal_file.STAT_WORDS[row.stat],
        _bits(row.kinds, KINDS),
    )


def _battle(parts: Components, row: Any, label: str, theatre: str) -> Battle:
    def seats(bits: int) -> tuple[str, ...]:
        return tuple(seat for seat in _bits(bits, ORDER) if seat in parts.seats)

    return Battle(
        label=label,
        theatre=theatre,
        points=row.points,
        aggressor=row.aggressor.name.lower(),
        parties={side: seats(row.parties[i]) for i, side in enumerate(SIDES)},
        attack=_bits(row.attack_kinds, KINDS),
        defend=_bits(row.defend_kinds, KINDS),
        decisive=KINDS[row.decisive],
        need=row.need.name.lower(),
        after=row.after or None,
        losers=seats(row.loser),
        expels=row.expels,
        liberators={},
        frees=seats(row.frees),
        freers=seats(row.freers),
    )


def _name_conditions(parts: Components, rows: Mapping[str, Sequence[Any]]) -> None:
    """A liberator's condition names a Battlecard of his own theatre (109, 116-119, 126)."""
    for battle in parts.battles.values():
        name = battle.label.removesuffix(f" ({battle.theatre})")
        row = next(row for row in rows[battle.theatre] if row.name == name)
        liberators = battle.liberators
        assert isinstance(liberators, dict)
        for power, condition in row.liberators.items():
            seat = ORDER[power]
            if seat in parts.seats:
                liberators[seat] = next(
                    (
                        other.label
                        for other in parts.battles.values()
                        if other.theatre == HOME[seat]
                        and condition in (other.label, other.label.split(" (")[0])
                    ),
                    None,
                ) if condition else None  # fmt: skip
